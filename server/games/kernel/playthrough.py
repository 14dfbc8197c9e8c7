"""Playthroughs: a record written out for people, event by event, with what was asked, legal, chosen and seen."""

from collections.abc import Iterator, Sequence

from ludarium.v1 import events_pb2

from server.games.kernel.game import Catalogue
from server.games.kernel.history import effective
from server.games.kernel.options import modules_of
from server.games.kernel.state import DecisionId
from server.games.kernel.table import Table, open_table
from server.games.kernel.table_view import cut_event

SHOWN = 4
"""Legal choices written out at each decision; of the others the number is told."""


def lines(events: Sequence[events_pb2.Event], games: Catalogue) -> Iterator[str]:
    """The playthrough of a finished table, line by line. Undone stretches are left out."""
    table = open_table(events[0], games)
    game = table.game
    modules = ", ".join(modules_of(game, table.options)) or "no modules"
    yield f"# {game.rulebook.title}: {table.seat_count} seats, {modules}, rules {table.opened.rules}"
    for event in effective(events[1:]):
        if event.WhichOneof("payload") == "table" and event.table.HasField("undone"):
            continue
        yield from _asked(table, event)
        table.apply(event)
        yield from _told(table, event)
    for result in table.results:
        yield f"place {result.place}: {_name(result.seat)} with {result.score}"


def _asked(table: Table, event: events_pb2.Event) -> Iterator[str]:
    """The decision that a command answers, and what else would have been legal."""
    if not event.cause.HasField("decision") or table.state is None:
        return
    decision_id = DecisionId(event.cause.decision.version, event.cause.decision.number)
    decision = table.state.find_decision(decision_id)
    if decision is None:
        return
    game, state = table.game, table.state
    choices = list(game.legal(state, decision))
    yield f"     {_name(decision.seat)} may {game.words.decision(state, decision)}: {len(choices)} legal"
    for choice in choices[:SHOWN]:
        yield f"       - {game.words.choice(state, decision, choice)}"
    if len(choices) > SHOWN:
        yield f"       - and {len(choices) - SHOWN} more"


def _told(table: Table, event: events_pb2.Event) -> Iterator[str]:
    payload = event.WhichOneof("payload") or ""
    if payload == "table":
        yield f"{event.version:4} [table] {event.table.WhichOneof('event')}"
        return
    words = table.game.words.event(getattr(event, payload), _name)
    if words:
        yield f"{event.version:4} {words}{_unseen(table, event)}"


def _unseen(table: Table, event: events_pb2.Event) -> str:
    """Who does not see all of an event."""
    bare = events_pb2.Event()
    bare.CopyFrom(event)
    bare.ClearField("draws")
    blind = [_name(seat) for seat in range(table.seat_count) if cut_event(bare, seat) != bare]
    if len(blind) == table.seat_count:
        return "  (in secret)"
    return f"  (hidden from {', '.join(blind)})" if blind else ""


def _name(seat: int) -> str:
    return f"seat {seat}"
