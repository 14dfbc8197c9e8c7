"""The query service: reads requests, asks the read models and replays, words the answers."""

import asyncio
import math
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from importlib.metadata import version
from typing import Any, Final, TypeVar

import grpc
from google.protobuf.message import Message
from ludarium.v1 import queries_pb2, records_pb2, swans_pb2

from projections.lobby import CLOSED
from projections.projection import Projection
from projections.query.admission import Doorkeeper
from projections.query.eyes import Eyes, eyes_of, own_eyes
from projections.query.frames import frame_of
from projections.query.lists import Lists, Wanted
from projections.query.reels import Reels
from projections.query.replays import Replays
from projections.query.rows import FreshRow, Rows, token_of
from projections.query.standing import Standing
from projections.query.timeline import Timeline
from projections.replay_index import REPLAY_INDEX, ReplayIndex
from projections.scoreboard import SCOREBOARD, Scoreboard
from projections.swans import SWANS, SwanTally
from server.access import limits
from server.access.doors import Call, Doors
from server.access.tokens import Caller
from server.games.kernel import record
from server.games.kernel.rejection import Reason, Rejected
from server.games.kernel.table_view import cut_event
from server.store.points import NOWHERE, Point

SERVICE: Final = "ludarium.v1.QueryService"

FASTEST: Final = 1000.0
"""Moments a second."""
PIECE: Final = 64 * 1024
"""About how many bytes of a record file, or of frames, go into one message."""

R = TypeVar("R", bound=Message)
_Fresh = queries_pb2.GetScoreboardRequest | queries_pb2.GetReplayIndexRequest | swans_pb2.GetSwanTallyRequest
"""Requests for a table's row at a point."""


class QueryService:
    """Answers questions. Who asks must have a token; what about others' secrets, see eyes.py."""

    def __init__(
        self,
        rows: Rows,
        lists: Lists,
        replays: Replays,
        reels: Reels,
        doorkeeper: Doorkeeper,
        standing: Standing,
        doors: Doors,
    ) -> None:
        self._reels = reels
        self._rows = rows
        self._lists = lists
        self._replays = replays
        self._doorkeeper = doorkeeper
        self._standing = standing
        self._doors = doors

    def handlers(self) -> "dict[str, grpc.RpcMethodHandler[Any, Any]]":
        """The service's handlers by method."""
        unary, stream, contract = self._doors.unary, self._doors.stream, queries_pb2
        return {
            "ListTables": unary("ListTables", contract.ListTablesRequest, self.list_tables),
            "WatchTables": stream("WatchTables", contract.WatchTablesRequest, self.watch_tables),
            "GetScoreboard": unary("GetScoreboard", contract.GetScoreboardRequest, self.get_scoreboard),
            "WatchScoreboard": stream("WatchScoreboard", contract.WatchScoreboardRequest, self.watch_scoreboard),
            "GetSwanTally": unary("GetSwanTally", swans_pb2.GetSwanTallyRequest, self.get_swan_tally),
            "WatchSwanTally": stream("WatchSwanTally", swans_pb2.WatchSwanTallyRequest, self.watch_swan_tally),
            "GetReplayIndex": unary("GetReplayIndex", contract.GetReplayIndexRequest, self.get_replay_index),
            "WatchReplayIndex": stream("WatchReplayIndex", contract.WatchReplayIndexRequest, self.watch_replay_index),
            "GetFrame": unary("GetFrame", contract.GetFrameRequest, self.get_frame),
            "StreamFrames": stream("StreamFrames", contract.StreamFramesRequest, self.stream_frames),
            "ExportRecord": stream("ExportRecord", contract.ExportRecordRequest, self.export_record),
            "ListProjections": unary("ListProjections", contract.ListProjectionsRequest, self.list_projections),
        }

    async def list_tables(self, request: queries_pb2.ListTablesRequest, call: Call) -> queries_pb2.ListTablesResponse:
        """A page of the lobby."""
        wanted, token = _wanted(request, call.caller), limits.page_token(request.page_token)
        return await self._lists.page(wanted, limits.page_size(request.page_size), token)

    async def watch_tables(
        self, request: queries_pb2.WatchTablesRequest, caller: Caller
    ) -> AsyncGenerator[bytes, None]:
        """The first page of the lobby and every change of it."""
        async for rows in self._lists.follow(_wanted(request, caller), limits.page_size(request.tables)):
            yield queries_pb2.WatchTablesResponse(rows=rows).SerializeToString()

    async def get_scoreboard(
        self, request: queries_pb2.GetScoreboardRequest, call: Call
    ) -> queries_pb2.GetScoreboardResponse:
        """A scoreboard, as fresh as asked for or marked as behind."""
        fresh = await self._read(SCOREBOARD, request, call.caller)
        return queries_pb2.GetScoreboardResponse(scoreboard=_scoreboard(fresh), behind=fresh.behind)

    async def watch_scoreboard(
        self, request: queries_pb2.WatchScoreboardRequest, caller: Caller
    ) -> AsyncGenerator[bytes, None]:
        """A scoreboard and every change of it until the table is closed."""
        async for fresh in self._follow(SCOREBOARD, request.table_id, caller):
            yield queries_pb2.WatchScoreboardResponse(scoreboard=_scoreboard(fresh)).SerializeToString()
            if fresh.row.finished:
                return

    async def get_swan_tally(
        self, request: swans_pb2.GetSwanTallyRequest, call: Call
    ) -> swans_pb2.GetSwanTallyResponse:
        """The swan tokens of a table, as fresh as asked for or marked as behind."""
        fresh = await self._read(SWANS, request, call.caller)
        return swans_pb2.GetSwanTallyResponse(tally=_swan_tally(fresh, request.table_id), behind=fresh.behind)

    async def watch_swan_tally(
        self, request: swans_pb2.WatchSwanTallyRequest, caller: Caller
    ) -> AsyncGenerator[bytes, None]:
        """The swan tokens of a table and every change of them until the table is closed."""
        async for fresh in self._follow(SWANS, request.table_id, caller):
            tally = _swan_tally(fresh, request.table_id)
            yield swans_pb2.WatchSwanTallyResponse(tally=tally).SerializeToString()
            if tally.finished:
                return

    async def get_replay_index(
        self, request: queries_pb2.GetReplayIndexRequest, call: Call
    ) -> queries_pb2.GetReplayIndexResponse:
        """A replay's index, as fresh as asked for or marked as behind."""
        fresh = await self._read(REPLAY_INDEX, request, call.caller)
        return queries_pb2.GetReplayIndexResponse(index=_index(fresh), behind=fresh.behind)

    async def watch_replay_index(
        self, request: queries_pb2.WatchReplayIndexRequest, caller: Caller
    ) -> AsyncGenerator[bytes, None]:
        """A replay's index and every change of it until the table is closed."""
        async for fresh in self._follow(REPLAY_INDEX, request.table_id, caller):
            yield queries_pb2.WatchReplayIndexResponse(index=_index(fresh)).SerializeToString()
            if fresh.row.table.status in CLOSED:
                return

    async def _read(self, projection: Projection[R], request: _Fresh, caller: Caller) -> FreshRow[R]:
        """A table's row for a caller who may look on, as fresh as asked for or marked as behind."""
        table_id, at_least = limits.table_id(request.table_id), _at_least(request)
        await self._doorkeeper.admit(table_id, caller)
        return await self._rows.read(projection, table_id, at_least)

    async def _follow(self, projection: Projection[R], table: str, caller: Caller) -> AsyncIterator[FreshRow[R]]:
        """A table's row and every change of it, for as long as the caller may look on."""
        table_id = limits.table_id(table)
        async for fresh in self._rows.follow(projection, table_id):
            await self._doorkeeper.admit(table_id, caller)
            yield fresh

    async def get_frame(self, request: queries_pb2.GetFrameRequest, call: Call) -> queries_pb2.GetFrameResponse:
        """One moment of a table."""
        async with self._replays.open(limits.table_id(request.table_id)) as timeline:
            eyes = eyes_of(request.viewer, call.caller, timeline)
            at = _version(request.version, timeline, timeline.last.version)
            return queries_pb2.GetFrameResponse(frame=frame_of(timeline.at(at), timeline.events[at - 1], eyes))

    async def stream_frames(
        self, request: queries_pb2.StreamFramesRequest, caller: Caller
    ) -> AsyncGenerator[bytes, None]:
        """A run of moments, at the speed asked for."""
        pause = _pause(request.speed)
        async with self._replays.open(limits.table_id(request.table_id)) as shared:
            eyes = eyes_of(request.viewer, caller, shared)
            timeline = shared.apart()
        first = _version(request.from_version, timeline, 1)
        last = _version(request.to_version, timeline, timeline.last.version)
        frames = self._reels.run(timeline, eyes, first, last, steps_only=request.steps_only)
        async for response in _paced(frames, pause) if pause else _together(frames):
            yield response

    async def export_record(
        self, request: queries_pb2.ExportRecordRequest, caller: Caller
    ) -> AsyncGenerator[bytes, None]:
        """A record file: everything of a closed table, or the caller's view of one that is not."""
        table_id = limits.table_id(request.table_id)
        async with self._replays.open(table_id) as timeline:
            eyes = own_eyes(caller, timeline)
            head = _head(timeline, eyes)
            events = timeline.events if eyes.everything else [cut_event(event, eyes.seat) for event in timeline.events]
            data = await asyncio.to_thread(record.write, head, list(events))
        for start in range(0, len(data), PIECE):
            yield queries_pb2.ExportRecordResponse(data=data[start : start + PIECE]).SerializeToString()

    async def list_projections(
        self, request: queries_pb2.ListProjectionsRequest, call: Call
    ) -> queries_pb2.ListProjectionsResponse:
        """How the projections stand."""
        if not call.caller.operator:
            raise Rejected(Reason.REASON_NOT_ALLOWED, "Only operators may look at how the projections stand.")
        return queries_pb2.ListProjectionsResponse(projections=await self._standing.all())


async def _paced(frames: Iterable[bytes], pause: float) -> AsyncIterator[bytes]:
    """The frames one by one, so many seconds apart."""
    loop = asyncio.get_running_loop()
    due = loop.time()
    for frame in frames:
        yield frame
        due += pause
        await asyncio.sleep(due - loop.time())


async def _together(frames: Iterable[bytes]) -> AsyncIterator[bytes]:
    """The frames as fast as they come: the first at once, then as many together as make a message of some size.

    Responses one behind the other are one response that holds what they hold.
    """
    waiting: list[bytes] = []
    size = PIECE
    for frame in frames:
        waiting.append(frame)
        size += len(frame)
        if size >= PIECE:
            yield b"".join(waiting)
            waiting, size = [], 0
            await asyncio.sleep(0)
    if waiting:
        yield b"".join(waiting)


def _at_least(request: _Fresh) -> Point:
    """The point that an answer must be at or past. Raises Rejected(MALFORMED)."""
    if not request.HasField("at_least"):
        return NOWHERE
    token = request.at_least
    limits.event_id(token.version, token.event_id, "at_least")
    return Point(token.version, token.event_id)


def _wanted(request: queries_pb2.ListTablesRequest | queries_pb2.WatchTablesRequest, caller: Caller) -> Wanted:
    """The tables asked for. Raises Rejected(MALFORMED)."""
    if request.game:
        limits.word(request.game, "game")
    if request.player_id:
        limits.command_id(request.player_id, "player_id")
    return Wanted(request.status, request.game, request.player_id, caller.actor)


def _swan_tally(fresh: FreshRow[SwanTally], table_id: str) -> SwanTally:
    """The tally. Raises Rejected(WITHOUT_SWANS)."""
    if not fresh.row.table_id:
        raise Rejected(Reason.REASON_WITHOUT_SWANS, f"Table {table_id} is played without swan tokens.")
    fresh.row.token.CopyFrom(token_of(fresh.point))
    return fresh.row


def _scoreboard(fresh: FreshRow[Scoreboard]) -> Scoreboard:
    fresh.row.token.CopyFrom(token_of(fresh.point))
    return fresh.row


def _index(fresh: FreshRow[ReplayIndex]) -> ReplayIndex:
    fresh.row.token.CopyFrom(token_of(fresh.point))
    fresh.row.versions = fresh.point.version
    return fresh.row


def _version(wanted: int, timeline: Timeline, default: int) -> int:
    """The version asked for. Raises Rejected(NO_SUCH_VERSION)."""
    latest = timeline.last.version
    if wanted > latest:
        message = f"The table has come to version {latest}, not to {wanted}."
        raise Rejected(Reason.REASON_NO_SUCH_VERSION, message, table_version=str(latest))
    return wanted or default


def _pause(speed: float) -> float:
    """Seconds between two moments. Raises Rejected(MALFORMED)."""
    if not math.isfinite(speed) or not 0 <= speed <= FASTEST:
        raise limits.malformed("speed", f"A speed is a number of moments a second, up to {FASTEST:.0f}, or 0.")
    return 1 / speed if speed else 0.0


def _head(timeline: Timeline, eyes: Eyes) -> records_pb2.RecordHead:
    opened = timeline.events[0].table.opened
    head = records_pb2.RecordHead(
        table_id=opened.table_id,
        game=opened.options.WhichOneof("options") or "",
        complete=eyes.everything,
        written_by=f"ludarium {version('ludarium')}",
    )
    if eyes.seat is not None:
        head.seat = eyes.seat
    return head
