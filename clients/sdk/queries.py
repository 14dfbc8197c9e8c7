"""What the read side answers: the lobby, scoreboards, swan tokens, replays, records, how the projections stand."""

from collections.abc import AsyncIterator

from ludarium.v1 import events_pb2, projections_pb2, queries_pb2, swans_pb2, tables_pb2

from clients.sdk.answers import answers, followed
from clients.sdk.connection import Connection
from clients.sdk.following import CLOSED

ReplayViewer = queries_pb2.ReplayViewer
ReplayFrame = queries_pb2.ReplayFrame
TableRow = queries_pb2.TableRow
TableStatus = tables_pb2.TableStatus


class QueryClient:
    """The query service. All methods raise LudariumError; single questions are asked again while nobody answers."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    async def tables(
        self,
        status: TableStatus.ValueType = tables_pb2.TABLE_STATUS_UNSPECIFIED,
        game: str = "",
        player_id: str = "",
        page_size: int = 0,
        deadline: float | None = None,
    ) -> AsyncIterator[TableRow]:
        """Yield the lobby's rows, latest change first, page by page; `deadline` seconds for a page."""
        page_token = ""
        while True:
            request = queries_pb2.ListTablesRequest(
                status=status, game=game, player_id=player_id, page_size=page_size, page_token=page_token
            )
            page = await self.connection.call(self.connection.queries.ListTables, request, deadline=deadline)
            for row in page.rows:
                yield row
            page_token = page.next_page_token
            if not page_token:
                return

    async def watch_tables(
        self,
        status: TableStatus.ValueType = tables_pb2.TABLE_STATUS_UNSPECIFIED,
        game: str = "",
        player_id: str = "",
        tables: int = 0,
    ) -> AsyncIterator[list[TableRow]]:
        """Yield the lobby's first rows now and after each change, over lost connections, for ever."""
        request = queries_pb2.WatchTablesRequest(status=status, game=game, player_id=player_id, tables=tables)
        async for answer in followed(self.connection, self.connection.queries.WatchTables, request):
            yield list(answer.rows)

    async def scoreboard(
        self, table_id: str, at_least: events_pb2.Token | None = None
    ) -> queries_pb2.GetScoreboardResponse:
        """Points by seat and source with their history, at least as fresh as a token or marked as behind it."""
        request = queries_pb2.GetScoreboardRequest(table_id=table_id, at_least=at_least)
        return await self.connection.call(self.connection.queries.GetScoreboard, request)

    async def watch_scoreboard(self, table_id: str) -> AsyncIterator[queries_pb2.Scoreboard]:
        """Yield the scoreboard now and after each change until the table is closed, over lost connections."""
        request = queries_pb2.WatchScoreboardRequest(table_id=table_id)
        async for answer in followed(self.connection, self.connection.queries.WatchScoreboard, request):
            yield answer.scoreboard
            if answer.scoreboard.finished:
                return

    async def swan_tally(
        self, table_id: str, at_least: events_pb2.Token | None = None
    ) -> swans_pb2.GetSwanTallyResponse:
        """Swan tokens by seat and colour with their history, at least as fresh as a token or marked as behind it.

        Raises Refused (WITHOUT_SWANS) for a table that is played without them.
        """
        request = swans_pb2.GetSwanTallyRequest(table_id=table_id, at_least=at_least)
        return await self.connection.call(self.connection.queries.GetSwanTally, request)

    async def watch_swan_tally(self, table_id: str) -> AsyncIterator[swans_pb2.SwanTally]:
        """Yield the swan tokens now and after each change until the table is closed, over lost connections."""
        request = swans_pb2.WatchSwanTallyRequest(table_id=table_id)
        async for answer in followed(self.connection, self.connection.queries.WatchSwanTally, request):
            yield answer.tally
            if answer.tally.finished:
                return

    async def replay_index(
        self, table_id: str, at_least: events_pb2.Token | None = None
    ) -> queries_pb2.GetReplayIndexResponse:
        """Chapters and steps of a replay."""
        request = queries_pb2.GetReplayIndexRequest(table_id=table_id, at_least=at_least)
        return await self.connection.call(self.connection.queries.GetReplayIndex, request)

    async def watch_replay_index(self, table_id: str) -> AsyncIterator[queries_pb2.ReplayIndex]:
        """Yield chapters and steps now and after each change until the table is closed, over lost connections."""
        request = queries_pb2.WatchReplayIndexRequest(table_id=table_id)
        async for answer in followed(self.connection, self.connection.queries.WatchReplayIndex, request):
            yield answer.index
            if answer.index.table.status in CLOSED:
                return

    async def frame(self, table_id: str, version: int = 0, viewer: ReplayViewer | None = None) -> ReplayFrame:
        """The table at a version (0: the latest) through a viewer's eyes."""
        request = queries_pb2.GetFrameRequest(table_id=table_id, version=version, viewer=viewer)
        return (await self.connection.call(self.connection.queries.GetFrame, request)).frame

    async def frames(
        self,
        table_id: str,
        *,
        from_version: int = 0,
        to_version: int = 0,
        viewer: ReplayViewer | None = None,
        speed: float = 0.0,
        steps_only: bool = False,
    ) -> AsyncIterator[ReplayFrame]:
        """Yield a run of moments, `speed` a second or as fast as they come."""
        request = queries_pb2.StreamFramesRequest(
            table_id=table_id,
            from_version=from_version,
            to_version=to_version,
            viewer=viewer,
            speed=speed,
            steps_only=steps_only,
        )
        call = self.connection.queries.StreamFrames(request, metadata=self.connection.metadata)
        async for answer in answers(call):
            for frame in answer.frames:
                yield frame

    async def export(self, table_id: str) -> bytes:
        """The table's record file."""
        request = queries_pb2.ExportRecordRequest(table_id=table_id)
        call = self.connection.queries.ExportRecord(request, metadata=self.connection.metadata)
        return b"".join([answer.data async for answer in answers(call)])

    async def projections(self) -> list[queries_pb2.ProjectionStatus]:
        """How the projections stand; operators only."""
        request = queries_pb2.ListProjectionsRequest()
        answer = await self.connection.call(self.connection.queries.ListProjections, request)
        return list(answer.projections)

    async def rebuild(self, projection: str) -> AsyncIterator[projections_pb2.RebuildProjectionResponse]:
        """Make a projection's rows anew, and yield how far that has come; operators only. Leaving early cancels it."""
        request = projections_pb2.RebuildProjectionRequest(projection=projection)
        call = self.connection.care.RebuildProjection(request, metadata=self.connection.metadata)
        async for progress in answers(call):
            yield progress

    async def retry(self, table_id: str, projection: str = "") -> list[projections_pb2.SettledTable]:
        """Fold a parked table again, in one projection or wherever it is parked; operators only."""
        request = projections_pb2.RetryTableRequest(table_id=table_id, projection=projection)
        return list((await self.connection.call(self.connection.care.RetryTable, request)).settled)

    async def skip(
        self, table_id: str, projection: str = "", *, validate_only: bool = False
    ) -> list[projections_pb2.SettledTable]:
        """Leave out the events that a projection stumbles over, or only say which; operators only."""
        request = projections_pb2.SkipTableRequest(
            table_id=table_id, projection=projection, validate_only=validate_only
        )
        return list((await self.connection.call(self.connection.care.SkipTable, request)).settled)
