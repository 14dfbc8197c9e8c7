"""The event service: follows tables."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, Final

import grpc
from ludarium.v1 import events_pb2

from server.access import limits
from server.access.doors import Doors
from server.access.tokens import Caller
from server.store.points import NOWHERE, Point
from server.tables.frames import enclose
from server.tables.orders import point_of
from server.tables.watchers import Watchers

SERVICE = "ludarium.v1.EventService"

_FRAME: Final = events_pb2.SubscribeResponse.DESCRIPTOR.fields_by_name["frame"].number


class EventService:
    """Lets callers follow tables."""

    def __init__(self, watchers: Watchers, doors: Doors) -> None:
        self._watchers = watchers
        self._doors = doors

    def handlers(self) -> dict[str, "grpc.RpcMethodHandler[Any, Any]"]:
        """The service's handlers by method."""
        return {"Subscribe": self._doors.stream("Subscribe", events_pb2.SubscribeRequest, self.subscribe)}

    async def subscribe(self, request: events_pb2.SubscribeRequest, caller: Caller) -> AsyncGenerator[bytes, None]:
        """Follow a table; gives encoded responses."""
        async with aclosing(follow(self._watchers, request, caller)) as frames:
            async for frame in frames:
                yield enclose(_FRAME, frame)


def follow(watchers: Watchers, request: events_pb2.SubscribeRequest, caller: Caller) -> AsyncGenerator[bytes, None]:
    """The encoded frames that a request asks for. Raises Rejected(MALFORMED) and as Watchers.follow does."""
    table_id = limits.table_id(request.table_id)
    return watchers.follow(table_id, caller.actor, _after(request), views=request.with_views)


def _after(request: events_pb2.SubscribeRequest) -> Point:
    if not request.HasField("after"):
        return NOWHERE
    limits.event_id(request.after.version, request.after.event_id, "after")
    return point_of(request.after)
