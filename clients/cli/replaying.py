"""Replays: moments of a game, from the query server or from a record file."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

from ludarium.v1 import events_pb2, queries_pb2

from clients.cli.problem import Problem
from clients.cli.reach import Where, as_looker, connect
from clients.cli.records import is_file
from clients.cli.story import Story, plain_names, seat_names
from clients.sdk.queries import QueryClient
from server.games import GAMES
from server.games.kernel.record import DamagedRecord, read
from server.games.kernel.table import Table, UnknownEvent, fold, open_table
from server.games.kernel.table_view import cut_event, decision_messages, table_message, view_message, whole_view

ReplayFrame = queries_pb2.ReplayFrame
ReplayViewer = queries_pb2.ReplayViewer


class Replay(Protocol):
    """A game whose moments can be looked at."""

    async def names(self) -> list[str]:
        """A name for each seat."""

    async def chapters(self) -> Sequence[queries_pb2.Chapter]:
        """Chapters with the versions at which they begin."""

    async def at(self, version: int, viewer: ReplayViewer) -> ReplayFrame:
        """The moment after a version; 0 for the latest. Raises Problem or LudariumError."""

    def moments(self, viewer: ReplayViewer, *, views: bool) -> AsyncIterator[ReplayFrame]:
        """Every moment, in order; the last one has a view in any case."""


def viewer_of(text: str | None) -> ReplayViewer:
    """The viewer that a person names: a seat, `spectator` or `all`; None leaves it to what may be seen."""
    if text is None:
        return ReplayViewer()
    if text == "spectator":
        return ReplayViewer(spectator=True)
    if text == "all":
        return ReplayViewer(all=True)
    if text.isdigit() and int(text):
        return ReplayViewer(seat=int(text) - 1)
    raise Problem(f"--as takes the number of a seat (from 1), spectator or all, not {text!r}.")


@asynccontextmanager
async def open_replay(what: str, where: Where) -> AsyncIterator[Replay]:
    """The replay of a record file, or of a table at the query server. Raises Problem."""
    if is_file(what):
        yield FileReplay(Path(what))
        return
    async with connect(where, server=False, query=True) as connection:
        await as_looker(connection, where)
        yield TableReplay(QueryClient(connection), what.upper())


class TableReplay:
    """The replay of a table at the query server."""

    def __init__(self, queries: QueryClient, table_id: str) -> None:
        self._queries = queries
        self._table_id = table_id

    async def names(self) -> list[str]:
        """A name for each seat."""
        index = await self._queries.replay_index(self._table_id)
        return await seat_names(self._queries.connection, index.index.table)

    async def chapters(self) -> Sequence[queries_pb2.Chapter]:
        """Chapters with the versions at which they begin."""
        return list((await self._queries.replay_index(self._table_id)).index.chapters)

    async def at(self, version: int, viewer: ReplayViewer) -> ReplayFrame:
        """The moment after a version; 0 for the latest."""
        return await self._queries.frame(self._table_id, version, viewer)

    def moments(self, viewer: ReplayViewer, *, views: bool) -> AsyncIterator[ReplayFrame]:
        """Every moment, in order, with views whether they are wanted or not."""
        return self._queries.frames(self._table_id, viewer=viewer)


class FileReplay:
    """The replay of a record file."""

    def __init__(self, path: Path) -> None:
        """Read the file. Raises Problem for one that is missing, damaged or unfinished."""
        try:
            record = read(path.read_bytes())
        except OSError as error:
            raise Problem(f"{path} can't be read: {error.strerror or error}.") from None
        except DamagedRecord as damage:
            raise Problem(str(damage), "Nothing of a damaged record can be trusted.") from None
        if not record.head.complete:
            raise Problem(
                f"{path} is what one viewer saw of a running game; there is no replaying it without the rest."
            )
        self._events = record.events
        self._table = self._fold(len(record.events))

    async def names(self) -> list[str]:
        """A name for each seat."""
        return plain_names(table_message(self._table))

    async def chapters(self) -> Sequence[queries_pb2.Chapter]:
        """Chapters with the versions at which they begin."""
        game = self._table.game
        events = (event for event in self._events if event.WhichOneof("payload") == game.name)
        titles = ((event.version, game.chapter(getattr(event, game.name))) for event in events)
        return [queries_pb2.Chapter(version=version, title=title) for version, title in titles if title]

    async def at(self, version: int, viewer: ReplayViewer) -> ReplayFrame:
        """The moment after a version; 0 for the latest. Raises Problem."""
        if version > len(self._events):
            raise Problem(f"The game has versions 1 to {len(self._events)}, not {version}.")
        version = version or len(self._events)
        table = self._fold(version)
        self._check_seat(table, viewer)
        return self._frame(table, self._events[version - 1], viewer)

    async def moments(self, viewer: ReplayViewer, *, views: bool) -> AsyncIterator[ReplayFrame]:
        """Every moment, in order; the last one has a view in any case."""
        self._check_seat(self._table, viewer)
        table = open_table(self._events[0], GAMES)
        yield self._frame(table, self._events[0], viewer)
        last = self._events[-1]
        for event in self._events[1:]:
            if event.table.HasField("undone"):
                table = self._fold(event.version)
            else:
                table.apply(event)
            yield self._frame(table, event, viewer, view=views or event is last)

    def _fold(self, version: int) -> Table:
        try:
            return fold(self._events[:version], GAMES)
        except (UnknownEvent, ValueError, KeyError) as error:
            raise Problem(f"The record can't be replayed with this version of Ludarium: {error}.") from None

    def _check_seat(self, table: Table, viewer: ReplayViewer) -> None:
        if viewer.HasField("seat") and viewer.seat >= table.seat_count:
            raise Problem(f"The table has seats 1 to {table.seat_count}, not {viewer.seat + 1}.")

    def _frame(self, table: Table, event: events_pb2.Event, viewer: ReplayViewer, *, view: bool = True) -> ReplayFrame:
        everything = viewer.WhichOneof("viewer") in (None, "all")
        eyes = viewer.seat if viewer.HasField("seat") else None
        message = table_message(table)
        shown: Any = event if everything else cut_event(event, eyes)
        return ReplayFrame(
            version=event.version,
            table=message,
            view=None if not view else whole_view(table) if everything else view_message(table, eyes),
            decisions=decision_messages(table),
            event=shown,
            words=Story(table.game.name, plain_names(message)).words(shown),
        )
