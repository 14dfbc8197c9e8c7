"""The results stream: one entry a finished table, in the order in which everything across tables counts them."""

import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from google.protobuf.message import DecodeError
from ludarium.v1 import standings_pb2, table_events_pb2

from projections.connection import Connection
from projections.folding import Event, Unfoldable, fold_row
from projections.functions import GATHER
from projections.keys import HOME, rows_channel
from projections.models import news_of
from projections.projection import write
from projections.swans import SWANS, with_swans
from server.games.kernel.game import Catalogue
from server.games.kernel.options import modules_of
from server.store.errors import StoreMalformed
from server.store.partitions import partition_tag
from server.store.points import FEED_START, FeedPlace, StoredEvent
from server.store.wire import Argument

log = logging.getLogger(__name__)

TableResult = standings_pb2.TableResult

RESULTS_KEY: Final = f"{partition_tag(HOME)}:results"
"""The stream; entry ids are `<number>-0`, dense from 1."""
CURSORS_KEY: Final = f"{RESULTS_KEY}:cursors"
"""The hash from partitions to the place in their feeds that results were gathered up to."""
TABLES_KEY: Final = f"{RESULTS_KEY}:tables"
"""The hash from tables to the number of their result: no table has two."""
NAME: Final = "results"
"""What news of new results and the lease of whoever gathers them are called."""
ANY: Final = "*"
"""Stands in news for whatever a model across tables holds."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """A result and its number in the stream, from 1."""

    number: int
    result: TableResult


class Results:
    """Reads and extends the results stream."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def after(self, number: int, limit: int = 256) -> list[Numbered]:
        """The results behind a number. Raises StoreUnavailable, StoreMalformed."""
        reply = await self._connection.ask(HOME, "XRANGE", RESULTS_KEY, f"{number + 1}-0", "+", "COUNT", limit)
        return [_numbered(entry_id, fields) for entry_id, fields in reply]

    async def count(self) -> int:
        """How many results there are."""
        return int(await self._connection.ask(HOME, "HLEN", TABLES_KEY))

    async def places(self) -> dict[int, FeedPlace]:
        """How far each partition's feed was gathered; partitions that were never begun are left out."""
        reply = await self._connection.ask(HOME, "HGETALL", CURSORS_KEY)
        return {int(number): _place(data) for number, data in zip(reply[::2], reply[1::2], strict=True)}

    async def add(
        self, partition: int, expected: FeedPlace, place: FeedPlace, results: Iterable[TableResult]
    ) -> int | None:
        """Add results and the place behind them, each table once; None, and nothing done, if another was faster.

        Raises StoreUnavailable (nothing was written) or OutcomeUnknown.
        """
        arguments: list[Argument] = [partition, b"" if expected == FEED_START else _cursor(expected), _cursor(place)]
        arguments += [rows_channel(HOME), news_of(NAME, (ANY,))]
        for result in results:
            arguments += (result.table_id, write(result))
        added = await self._connection.call_function(HOME, GATHER, (RESULTS_KEY, CURSORS_KEY, TABLES_KEY), arguments)
        return None if added < 0 else int(added)


def ends_a_game(event: Event) -> bool:
    """Whether a table is finished by this event, with a result."""
    return event.WhichOneof("payload") == "table" and event.table.HasField("finished")


def result_of(stored: Sequence[StoredEvent], games: Catalogue) -> TableResult | None:
    """The result of a table, from all its events; None for a table without one, or that can't be read here.

    Events in between need not be known here: a newer server may have written them, and results are gathered once.
    """
    events = _readable(stored)
    end = next((event for event in reversed(events) if ends_a_game(event)), None)
    if end is None or not events[0].table.HasField("opened"):
        return None
    result = _result(events, end, games)
    if result is not None and with_swans(events[0].table.opened):
        _add_swans(result, [event for event in events if event.version <= end.version], games)
    return result


def _readable(stored: Sequence[StoredEvent]) -> list[Event]:
    events = []
    for entry in stored:
        with suppress(DecodeError):
            events.append(Event.FromString(entry.data))
    return events


def _result(events: Sequence[Event], end: Event, games: Catalogue) -> TableResult | None:
    opened = events[0].table.opened
    name = opened.options.WhichOneof("options") or ""
    if name not in games:
        return None
    seated = {}
    for event in events:
        if event.WhichOneof("payload") == "table" and event.table.HasField("seat_taken"):
            seated[event.table.seat_taken.seat] = event.table.seat_taken
    finished = end.table.finished
    result = TableResult(table_id=opened.table_id, game=name, finish_time=end.time, fair=opened.fair)
    result.early = finished.early
    result.modules.extend(sorted(modules_of(games[name], getattr(opened.options, name))))
    result.token.version, result.token.event_id = end.version, end.event_id
    for seat in finished.results:
        taken = seated[seat.seat]
        result.seats.add(
            seat=seat.seat,
            player_id=taken.player_id,
            bot=taken.bot,
            score=seat.score,
            place=_place_of(seat, finished),
            left=seat.left,
        )
    return result


def _add_swans(result: TableResult, events: Sequence[Event], games: Catalogue) -> None:
    """Note each seat's swan tokens."""
    try:
        tally = fold_row(SWANS, events, games)
    except Unfoldable as error:
        log.error("the result of table %s goes without its swan tokens: %s", result.table_id, error)
        return
    for seat in result.seats:
        seat.swans.CopyFrom(tally.seats[seat.seat])


def _place_of(seat: table_events_pb2.SeatResult, finished: table_events_pb2.TableFinished) -> int:
    """The place that counts: those who stayed are ranked among themselves, and whoever left comes after them."""
    stayed = [other for other in finished.results if not other.left]
    return 1 + (len(stayed) if seat.left else sum(1 for other in stayed if other.place < seat.place))


def _numbered(entry_id: bytes, fields: list[bytes]) -> Numbered:
    try:
        (_, _, _, data), number = fields, int(entry_id.removesuffix(b"-0"))
        return Numbered(number, TableResult.FromString(data))
    except (ValueError, DecodeError):
        raise StoreMalformed(f"{RESULTS_KEY} entry {entry_id!r} is not the result of a table") from None


def _cursor(place: FeedPlace) -> bytes:
    return b"%d " % place.position + place.event_id


def _place(data: bytes) -> FeedPlace:
    position, _, event_id = data.partition(b" ")
    return FeedPlace(int(position), event_id)
