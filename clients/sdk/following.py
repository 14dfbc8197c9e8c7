"""Following a table: its frames, one after the other, whatever happens to connections and servers meanwhile."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Final

import grpc
from ludarium.v1 import events_pb2, tables_pb2

from clients.sdk.backoff import Backoff
from clients.sdk.connection import Connection
from clients.sdk.errors import HistoryWentBack, SlowReader, Unavailable, from_rpc

Frame = events_pb2.Frame
Token = events_pb2.Token

CLOSED: Final = (tables_pb2.TABLE_STATUS_FINISHED, tables_pb2.TABLE_STATUS_ABORTED)
"""The statuses of a table at which nothing happens any more."""


async def follow(
    connection: Connection, table_id: str, after: Token | None = None, with_views: bool = True
) -> AsyncGenerator[Frame, None]:
    """Yield a table's frames after a token (None: from the beginning), each once and in order, for ever.

    A lost connection is taken up again after the last frame, with pauses that grow to two seconds; so is a stream that
    the server ended because it was read too slowly. Where history went back a frame with `reset` comes: it holds no
    events but the table as it now stands, and what came after its token before counts no more.
    Raises NotFound for an unknown table, NotAllowed for a bad token.
    """
    backoff = Backoff()
    last = after
    while True:
        request = events_pb2.SubscribeRequest(table_id=table_id, after=last, with_views=with_views)
        call = connection.events.Subscribe(request, metadata=connection.metadata)
        try:
            async for response in call:
                backoff.reset()
                if not is_news(response.frame, last):
                    continue
                last = response.frame.token
                yield response.frame
        except grpc.aio.AioRpcError as rpc_error:
            error = from_rpc(rpc_error)
            if isinstance(error, HistoryWentBack):
                frame = await present(connection, table_id)
                last = frame.token
                yield frame
            elif isinstance(error, Unavailable):
                await asyncio.sleep(error.wait_seconds)
            elif not isinstance(error, SlowReader):
                raise error from rpc_error
        finally:
            call.cancel()  # a reader that leaves early ends the stream, too
        await backoff.wait()


def is_news(frame: Frame, last: Token | None) -> bool:
    """Whether a frame tells something after the last token; a repeated one does not."""
    return frame.reset or last is None or frame.token.version > last.version


async def present(connection: Connection, table_id: str) -> Frame:
    """The table as it now stands, as a frame with `reset` and without events."""
    answer = await connection.call(connection.tables.GetTable, tables_pb2.GetTableRequest(table_id=table_id))
    view = answer.view if answer.HasField("view") else None
    return Frame(
        table_id=table_id, token=answer.token, view=view, decisions=answer.decisions, reset=True, clocks=answer.clocks
    )


def closes(frame: Frame) -> bool:
    """Whether this frame ends the table: finished by its rules, or aborted."""
    return any(event.table.HasField("finished") or event.table.HasField("aborted") for event in frame.events)
