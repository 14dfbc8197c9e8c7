"""Digests: what a record comes to, in a few words, so that two versions of the code can be held against each other."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from typing import Any, Final, Self

from google.protobuf.message import Message
from ludarium.v1 import events_pb2

from server.games.kernel.game import Catalogue
from server.games.kernel.history import effective
from server.games.kernel.table import Table, fold, open_table
from server.games.kernel.table_view import decision_messages, table_message, view_message

VIEWS_EVERY: Final = 25
"""Commands between two moments whose views are part of a digest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """What the events of a table come to under one version of the code."""

    table: str
    game: str
    rules: str
    content: str
    events: int
    result: list[list[int]] | None = None
    """Seat, score and place of each seat as the folded game has them; None for a game without a result."""
    fold: str = ""
    """SHA-256 over the table, everything in its game and its open decisions after the last event."""
    views: str = ""
    """SHA-256 over what each seat and a spectator saw at moments all along the game."""
    problem: str = ""
    """Why the events can't be folded, or do not lead to the result that they state; empty when all is well."""
    milliseconds: float = 0.0
    """What folding cost, in processor time."""

    def document(self) -> dict[str, Any]:
        """The digest as plain data."""
        return asdict(self)

    @classmethod
    def read(cls, document: dict[str, Any]) -> Self:
        """A digest from plain data, whatever else is in it. Raises TypeError where something is missing."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in document.items() if name in known})

    def differs(self, other: Self) -> list[str]:
        """What is not the same in two digests of one table; the cost aside."""
        one, two = self.document(), other.document()
        return [name for name in one if name != "milliseconds" and one[name] != two[name]]


def digest(events: Sequence[events_pb2.Event], games: Catalogue) -> Digest:
    """The digest of a table's events, from version 1 on. Never raises for what is in them: that is a problem."""
    opened = events[0].table.opened
    known: dict[str, Any] = {
        "table": opened.table_id,
        "game": opened.options.WhichOneof("options") or "",
        "rules": opened.rules,
        "content": opened.content,
        "events": len(events),
    }
    try:
        began = time.process_time()
        table = fold(events, games)
        cost = round((time.process_time() - began) * 1000, 3)
        replayed = table.game.result(table.state) if table.state is not None else None
        problem = "" if not table.results or replayed == table.results else f"leads to {replayed}, not {table.results}"
        return Digest(
            **known,
            result=None if replayed is None else [list(seat) for seat in replayed],
            fold=_hash(_end(table)),
            views=_hash(_views(events, games)),
            problem=problem,
            milliseconds=cost,
        )
    except Exception as error:
        return Digest(**known, problem=f"{type(error).__name__}: {error}")


def _end(table: Table) -> Iterator[Message]:
    yield table_message(table)
    if table.state is not None:
        yield table.game.view(table.state)
    yield from decision_messages(table)


def _views(events: Sequence[events_pb2.Event], games: Catalogue) -> Iterator[Message]:
    table = open_table(events[0], games)
    commands = 0
    for event in effective(events[1:]):
        if event.WhichOneof("payload") == "table" and event.table.HasField("undone"):
            table.after_undo(event)
        else:
            table.apply(event)
        commands += event.last
        if event.last and commands % VIEWS_EVERY == 0 and not table.closed:
            views = (view_message(table, viewer) for viewer in (None, *range(table.seat_count)))
            yield from (view for view in views if view is not None)


def _hash(messages: Iterator[Message]) -> str:
    total = sha256()
    for message in messages:
        data = message.SerializeToString(deterministic=True)
        total.update(len(data).to_bytes(4, "big") + data)
    return total.hexdigest()
