"""The web client, put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from prometheus_client import CollectorRegistry
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from clients.sdk.errors import LudariumError
from clients.web import problems
from clients.web.house import House, house_of
from clients.web.metrics import Measured, Metrics
from clients.web.pages import enter, invite, leaderboard, live, lobby, opening, play, player, replay, scores, table
from clients.web.rendering import STATIC
from clients.web.security import Safety
from clients.web.settings import Settings


class _Files(StaticFiles):
    """Our files, which browsers may keep: their addresses change with them."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def create_app(settings: Settings, registry: CollectorRegistry | None = None) -> Starlette:
    """The application for these settings; `registry` gets its figures. It reaches for the services with the first
    request."""
    house = House(settings)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await house.close()

    app = Starlette(
        routes=[
            Route("/", lobby.lobby),
            Route("/enter", enter.show),
            Route("/enter", enter.enter, methods=["POST"]),
            Route("/leave", enter.leave, methods=["POST"]),
            Route("/new", opening.show),
            Route("/new", opening.create, methods=["POST"]),
            Route("/leaderboard", leaderboard.show),
            Route("/players/{player_id}", player.show),
            Route("/tables/{table_id}", table.show),
            Route("/tables/{table_id}/live", live.live),
            Route("/tables/{table_id}/log", table.log),
            Route("/tables/{table_id}/play", play.play, methods=["POST"]),
            Route("/tables/{table_id}/undo", play.undo, methods=["POST"]),
            Route("/tables/{table_id}/answer-undo", play.answer_undo, methods=["POST"]),
            Route("/tables/{table_id}/join", play.join, methods=["POST"]),
            Route("/tables/{table_id}/leave", play.leave, methods=["POST"]),
            Route("/tables/{table_id}/bot", play.add_bot, methods=["POST"]),
            Route("/tables/{table_id}/start", play.start, methods=["POST"]),
            Route("/tables/{table_id}/resign", play.resign, methods=["POST"]),
            Route("/tables/{table_id}/vote-out", play.vote_out, methods=["POST"]),
            Route("/tables/{table_id}/rematch", play.rematch, methods=["POST"]),
            Route("/tables/{table_id}/invitation", invite.make, methods=["POST"]),
            Route("/tables/{table_id}/withdraw", invite.withdraw, methods=["POST"]),
            Route("/tables/{table_id}/decline", invite.decline, methods=["POST"]),
            Route("/invited/{table_id}", invite.show),
            Route("/invited/{table_id}", invite.accept, methods=["POST"]),
            Route("/tables/{table_id}/scores", scores.show),
            Route("/tables/{table_id}/scores/live", scores.live),
            Route("/tables/{table_id}/record", replay.record),
            Route("/replay/{table_id}", replay.show),
            Route("/replay/{table_id}/frame", replay.frame),
            Route("/health", health),
            Mount("/static", _Files(directory=STATIC)),
        ],
        middleware=[Middleware(Measured, metrics=Metrics(registry or CollectorRegistry())), Middleware(Safety)],
        exception_handlers={
            HTTPException: problems.http_problem,
            LudariumError: problems.service_problem,
            problems.NeedsName: problems.name_needed,
            500: problems.fault,
        },
        lifespan=lifespan,
    )
    app.state.house = house
    return app


async def health(request: Request) -> Response:
    """Whether this process and both servers behind it serve: for probes, and for pages that wait."""
    well = await house_of(request).connection.health(1.0)
    words = ", ".join(f"{name} {'serves' if serves else 'is away'}" for name, serves in well.items())
    return PlainTextResponse(words + "\n", 200 if all(well.values()) else 503)
