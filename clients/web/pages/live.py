"""A table as it changes: a stream of server-sent events for one page.

Events: `table` (the parts of the page that change), `away` and `back` (the services), `gone` (look at the page anew),
and `pulse` every few seconds, so that the page notices when a connection died silently.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, Final

from ludarium.v1 import events_pb2
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from clients.sdk.errors import HistoryWentBack, LudariumError, Refused
from clients.sdk.tables import TableClient
from clients.web.forms import table_id
from clients.web.house import House, house_of
from clients.web.moment import moment_of, parse_token
from clients.web.pages.table import pieces_of
from clients.web.problems import NeedsName
from clients.web.visitor import Visitor

PULSE_SECONDS: Final = 4.0
HEALTH_SECONDS: Final = 1.0
AGAIN_SECONDS: Final = 1.0


async def live(request: Request) -> Response:
    """The stream, from the point on that the page shows."""
    visitor = Visitor(request)
    if not visitor.may_look:
        raise NeedsName
    given = request.headers.get("last-event-id") or request.query_params.get("after", "")
    of = table_id(request)
    news = News(TableClient(visitor.connection, of), parse_token(given))
    return stream(_events(news, visitor, house_of(request)))


def stream(events: AsyncIterator[str]) -> StreamingResponse:
    """A response that streams server-sent events, unbuffered wherever it passes."""
    return StreamingResponse(events, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


def event(kind: str, data: Any, event_id: str = "") -> str:
    """One event as it goes over the wire."""
    head = f"id: {event_id}\n" if event_id else ""
    return f"{head}event: {kind}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"


class News:
    """Notices that something happened at a table; several things that happen quickly are one piece of news."""

    def __init__(self, table: TableClient, after: events_pb2.Token | None) -> None:
        self.table = table
        self.problem: LudariumError | None = None
        self._after = after
        self._happened = asyncio.Event()

    async def watch(self) -> None:
        """Follow the table, for ever or until it can't be followed."""
        try:
            async for frame in self.table.follow(self._after, with_views=False):
                if frame.events or frame.reset:
                    self._happened.set()
        except LudariumError as error:
            self.problem = error
            self._happened.set()

    async def wait(self, seconds: float) -> bool:
        """Whether there was news within so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self._happened.wait()
        except TimeoutError:
            return False
        self._happened.clear()
        return True


async def _events(news: News, visitor: Visitor, house: House) -> AsyncIterator[str]:
    yield "retry: 1000\n\n"
    watching = asyncio.create_task(news.watch(), name="news for a page")
    away = False
    try:
        while news.problem is None:
            happened = away or await news.wait(PULSE_SECONDS)
            if not happened:
                well = await house.connection.health(HEALTH_SECONDS)
                away = not well["server"]
                yield event("away", {}) if away else event("pulse", {})
                continue
            try:
                moment = await moment_of(visitor.connection, house.names, news.table)
            except Refused:
                break
            except LudariumError as error:
                if isinstance(error, HistoryWentBack):
                    news.table.forget()
                yield event("away", {})
                away = True
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            if away:
                yield event("back", {})
                away = False
            data = {"version": moment.seen.token.version, "pieces": pieces_of(moment, visitor)}
            yield event("table", data | {"turn": moment.my_turn, "token": moment.token}, moment.token)
        yield event("gone", {})
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
