"""What Prometheus learns of the web client."""

from collections.abc import AsyncIterator

import httpx
from prometheus_client import CollectorRegistry
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.web.app import create_app
from clients.web.metrics import Measured, Metrics
from clients.web.pages.live import stream
from clients.web.settings import Settings


async def asked(app: Starlette, path: str) -> int:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://viewer") as browser:
        return (await browser.get(path)).status_code


async def test_requests_are_counted_by_route_and_not_by_table() -> None:
    registry = CollectorRegistry()
    app = create_app(Settings(), registry)
    for path in ("/enter", "/enter", "/tables/one", "/tables/two", "/static/table.js", "/nowhere/at/all"):
        await asked(app, path)

    def count(route: str, status: str) -> float | None:
        labels = {"method": "GET", "route": route, "status": status}
        return registry.get_sample_value("ludarium_web_requests_total", labels)

    assert count("/enter", "200") == 2
    assert count("/tables/{table_id}", "401") == 2
    assert count("/static/{path}", "200") == 1
    assert count("other", "404") == 1
    assert registry.get_sample_value("ludarium_web_seconds_count", {"route": "/enter"}) == 2


async def test_streams_are_counted_while_they_are_open() -> None:
    registry = CollectorRegistry()
    open_ones: list[float | None] = []

    async def live(request: Request) -> Response:
        async def events() -> AsyncIterator[str]:
            yield "data: one\n\n"
            open_ones.append(registry.get_sample_value("ludarium_web_streams"))

        return stream(events())

    measured = Middleware(Measured, metrics=Metrics(registry))
    await asked(Starlette(routes=[Route("/live", live)], middleware=[measured]), "/live")
    assert open_ones == [1]
    assert registry.get_sample_value("ludarium_web_streams") == 0
