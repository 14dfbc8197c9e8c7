"""Metrics for Prometheus: what is asked of the web client, how soon it answers, how many pages follow a table."""

import time
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the buckets of answering times, in seconds."""


class Metrics:
    """The figures of a web client."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.requests = Counter(
            "ludarium_web_requests_total",
            "Requests by method, route and status.",
            ("method", "route", "status"),
            registry=registry,
        )
        self.seconds = Histogram(
            "ludarium_web_seconds",
            "Seconds from a request to the head of its answer, by route.",
            ("route",),
            buckets=_BOUNDS,
            registry=registry,
        )
        self.streams = Gauge("ludarium_web_streams", "Event streams of open pages.", registry=registry)


class Measured:
    """Middleware: notes every request."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        streams = False

        async def send_measured(message: Message) -> None:
            nonlocal streams
            if message["type"] == "http.response.start":
                route = _route(scope)
                self._metrics.requests.labels(scope["method"], route, message["status"]).inc()
                self._metrics.seconds.labels(route).observe(time.perf_counter() - began)
                if Headers(raw=message["headers"]).get("content-type", "").startswith("text/event-stream"):
                    streams = True
                    self._metrics.streams.inc()
            await send(message)

        try:
            await self._app(scope, receive, send_measured)
        finally:
            if streams:
                self._metrics.streams.dec()


def _route(scope: Scope) -> str:
    """The path with the names of its parameters instead of their values; `other` for what is no page of ours."""
    if "endpoint" not in scope:
        return "other"
    if scope.get("root_path"):  # our files, below /static
        return f"{scope['root_path']}/{{path}}"
    parts: list[str] = scope["path"].split("/")
    names = {value: f"{{{name}}}" for name, value in scope["path_params"].items()}
    return "/".join(names.get(part, part) for part in parts)
