"""A table as one visitor may see it at one moment, with the answers that its player may give."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ludarium.v1 import decisions_pb2, events_pb2, tables_pb2
from markupsafe import Markup

from clients.sdk.connection import Connection
from clients.sdk.errors import Refused
from clients.sdk.naming import named
from clients.sdk.tables import TableClient
from clients.web import boards
from clients.web.boards.picks import Answer
from clients.web.house import Names
from clients.web.words import joined, seat_name

MOST_ANSWERS: Final = 2_000
"""More are not listed; such a decision is rare, and the first so many hold good ones."""
PAGE: Final = 1_000


@dataclass(frozen=True, slots=True)
class Moment:
    """What a visitor sees of a table now."""

    seen: tables_pb2.GetTableResponse
    names: Sequence[str]
    answers: Sequence[Answer]
    guests: Mapping[str, str] = field(default_factory=dict)
    """Who is invited to an open table and does not sit there yet: names by player id."""

    @property
    def table(self) -> tables_pb2.Table:
        """The table without its game."""
        return self.seen.table

    @property
    def seat(self) -> int | None:
        """The visitor's seat."""
        return self.seen.seat if self.seen.HasField("seat") else None

    @property
    def token(self) -> str:
        """The point that this shows, as text."""
        return token_text(self.seen.token)

    @property
    def own(self) -> list[decisions_pb2.Decision]:
        """The decisions of the visitor's seat."""
        return [one for one in self.seen.decisions if self.seen.HasField("seat") and one.seat == self.seen.seat]

    @property
    def my_turn(self) -> bool:
        """Whether the game waits for the visitor."""
        return any(not decision.standing for decision in self.own)

    @property
    def headline(self) -> str:
        """Who is to do what, in a sentence."""
        status = self.table.status
        if status == tables_pb2.TABLE_STATUS_OPEN:
            free = sum(1 for seat in self.table.seats if not seat.player_id)
            return f"Waiting for {free} more player{'s' * (free != 1)}" if free else "Every seat is taken"
        if status == tables_pb2.TABLE_STATUS_ABORTED:
            return "This table was broken off"
        if status == tables_pb2.TABLE_STATUS_FINISHED:
            won = [self.names[result.seat] for result in self.table.results if result.place == 1]
            return f"Finished: {joined(won)} won" if len(won) == 1 else f"Finished: {joined(won)} share the victory"
        if self.my_turn:
            return "Your turn: " + joined([named(one.words, self.names) for one in self.own if not one.standing])
        waiting = sorted({one.seat for one in self.seen.decisions if not one.standing})
        return f"Waiting for {joined([self.names[seat] for seat in waiting])}" if waiting else "Nobody is waited for"

    def board(self) -> Markup:
        """The picture."""
        return boards.draw(self.seen.view, self.names, self.seat, self.answers)


async def names_of(connection: Connection, names: Names, table: tables_pb2.Table) -> list[str]:
    """A name for each seat."""
    known = await names.of(connection, [seat.player_id for seat in table.seats if seat.player_id and not seat.bot])
    return [seat_name(seat, known) for seat in table.seats]


async def moment_of(connection: Connection, names: Names, table: TableClient) -> Moment:
    """The table now, at least as fresh as what the client of the table has heard of. Raises LudariumError."""
    seen = await table.get()
    called = await names_of(connection, names, seen.table)
    return Moment(seen, called, await _answers(table, seen, called), await _guests(connection, names, seen.table))


async def _guests(connection: Connection, names: Names, table: tables_pb2.Table) -> dict[str, str]:
    seated = {seat.player_id for seat in table.seats}
    waiting = (
        [one for one in table.invited if one not in seated] if table.status == tables_pb2.TABLE_STATUS_OPEN else []
    )
    known = await names.of(connection, waiting) if waiting else {}
    return {one: known.get(one, "a player") for one in waiting}


async def _answers(table: TableClient, seen: tables_pb2.GetTableResponse, names: list[str]) -> list[Answer]:
    """The legal answers of the visitor's seat; none to a decision that went away meanwhile."""
    listed: list[Answer] = []
    for decision in seen.decisions:
        if not seen.HasField("seat") or decision.seat != seen.seat:
            continue
        key = (decision.id.version, decision.id.number)
        try:
            choices = await table.list_choices(decision.id, PAGE, MOST_ANSWERS)
        except Refused:
            continue
        listed += [boards.answer(key, choice.command, named(choice.words, names)) for choice in choices]
    return listed


def token_text(token: events_pb2.Token) -> str:
    """A token as text for an address."""
    return f"{token.version}-{token.event_id.hex()}"


def parse_token(text: str) -> events_pb2.Token | None:
    """A token from its text; None for what is none."""
    version, _, event_id = text.partition("-")
    try:
        return events_pb2.Token(version=int(version), event_id=bytes.fromhex(event_id))
    except ValueError:
        return None
