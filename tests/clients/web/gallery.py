"""Pictures of every game's table as players see it: `python -m tests.clients.web.gallery [GAME…] [-o DIR]`.

Games are played in memory by greedy bots up to some moments; the page is the real one, with its real script, at two
widths, light and dark. For people to look at: nothing is compared.
"""

import argparse
import asyncio
import random
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from ludarium.v1 import events_pb2, tables_pb2, views_pb2
from playwright.async_api import Browser
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from clients.bots.simulated import simulated
from clients.web import boards
from clients.web.boards.picks import Answer
from clients.web.moment import Moment
from clients.web.pages.live import stream
from clients.web.pages.table import pieces_of
from clients.web.rendering import STATIC, piece
from server.games import GAMES
from server.games.kernel.options import build
from server.games.kernel.simulate import Simulation
from server.games.kernel.state import Decision
from server.games.kernel.table_view import decision_message, decision_messages, table_message, view_message
from tests.clients.web.browsing import launched

NAMES = ("Ada", "Bea", "Cleo", "Dora", "Emil", "Fritz")
WIDTHS = {"wide": 1280, "narrow": 390}
SCHEMES = ("light", "dark")


class Scene(NamedTuple):
    """A moment to look at: a game, its modules and seats, how many decisions into it, by whom it is seen."""

    name: str
    game: str
    modules: tuple[str, ...]
    seats: int
    decisions: int


BELFORT_ALL = (
    *("expansion-expansion", "expansion-guilds", "heritage-properties", "queen-of-belfort", "parks-and-rex"),
    *("key-to-belfort", "hmcs-guilds"),
)
CASTLES_ALL = ("towers", "moats", "passages", "swans", "renovations", "decrees")
ALHAMBRA_ALL = ("handymen", "gates-without-end", "fresh-colors")
ENDEAVOR_ALL = ("expansion-buildings", "expansion-cards", "prominence")

SCENES = (
    Scene("alhambra-2", "alhambra", (), 2, 30),
    Scene("alhambra-all-4", "alhambra", ALHAMBRA_ALL, 4, 120),
    Scene("castles-3", "castles", (), 3, 60),
    Scene("castles-all-3", "castles", CASTLES_ALL, 3, 160),
    Scene("belfort-start", "belfort", (), 3, 4),
    Scene("belfort-2", "belfort", (), 2, 90),
    Scene("belfort-all-4", "belfort", BELFORT_ALL, 4, 260),
    Scene("belfort-tape-3", "belfort", ("less-red-tape", "expansion-expansion"), 3, 130),
    Scene("endeavor-start", "endeavor", (), 3, 8),
    Scene("endeavor-3", "endeavor", (), 3, 150),
    Scene("endeavor-all-5", "endeavor", ENDEAVOR_ALL, 5, 330),
)


def played(scene: Scene) -> tuple[Simulation, Decision | None]:
    """The game at the scene's moment, and the decision that it waits for; None where it ended before."""
    game = GAMES[scene.game]
    options = build(game, scene.modules)
    simulation = Simulation(game, options, scene.seats, scene.name)
    choose, rng = simulated("greedy", options), random.Random(scene.name)
    for _ in range(scene.decisions):
        state = simulation.table.running()
        decision = next(one for one in state.decisions if not one.standing)
        choices = list(game.legal(state, decision))
        simulation.play(decision, choices[choose(game, state, decision, choices, rng)])
        if simulation.table.closed:
            return simulation, None
    return simulation, next(one for one in simulation.table.running().decisions if not one.standing)


def moment_of(scene: Scene) -> Moment:
    """What the page of a table shows then to the seat that is to move."""
    simulation, decision = played(scene)
    table = simulation.table
    seat = decision.seat if decision is not None else 0
    view = view_message(table, seat)
    token = events_pb2.Token(version=table.version, event_id=bytes(8))
    seen = tables_pb2.GetTableResponse(table=table_message(table), view=view, seat=seat, token=token)
    seen.decisions.extend(decision_messages(table))
    for one in seen.table.seats:
        one.player_id = NAMES[one.seat].lower()
    return Moment(seen, NAMES[: scene.seats], list(_answers(simulation, decision)) if decision is not None else [])


def _answers(simulation: Simulation, decision: Decision) -> Iterator[Answer]:
    game, state = simulation.game, simulation.table.running()
    named = decision_message(simulation.table, decision).id
    for choice in game.legal(state, decision):
        command = views_pb2.GameCommand()
        getattr(command, game.name).CopyFrom(game.codec.encode(choice))
        yield boards.answer((named.version, named.number), command, game.words.choice(state, decision, choice))


class _Ada:
    """A visitor for the templates."""

    known, player_id, may_look = True, "ada", True


async def _page(request: Request) -> Response:
    scene = next(one for one in SCENES if one.name == request.path_params["scene"])
    moment = moment_of(scene)
    visitor: Any = _Ada()
    pieces = pieces_of(moment, visitor)
    values = {"visitor": visitor, "visitor_name": "Ada", "here": "/", "moment": moment, "table": moment.table}
    return HTMLResponse(piece("table.html", **values, pieces=pieces))


async def _silence(request: Request) -> Response:
    async def events() -> AsyncIterator[str]:
        yield "retry: 1000\n\n"
        await asyncio.sleep(60)

    return stream(events())


async def _log(request: Request) -> Response:
    return JSONResponse({"lines": [], "from": 0, "to": 1})


@asynccontextmanager
async def _serving() -> AsyncIterator[str]:
    routes = [
        Route("/tables/{table_id}/live", _silence),
        Route("/tables/{table_id}/log", _log),
        Route("/{scene}", _page),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        config = uvicorn.Config(Starlette(routes=routes), log_level="error", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.01)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        await task


async def _shoot(browser: Browser, address: str, scene: Scene, folder: Path, widths: list[str]) -> None:
    for width in widths:
        for scheme in SCHEMES:
            context = await browser.new_context(
                viewport={"width": WIDTHS[width], "height": 900},
                color_scheme="dark" if scheme == "dark" else "light",
                reduced_motion="reduce",
            )
            page = await context.new_page()
            await page.goto(f"{address}/{scene.name}")
            await page.wait_for_timeout(150)
            path = folder / f"{scene.name}-{width}-{scheme}.png"
            await page.screenshot(path=path, full_page=True)
            wider = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
            print(path, f"is {wider} pixels wider than its window" if wider > 0 else "")
            await context.close()


async def _run(names: list[str], folder: Path) -> None:
    async with _serving() as address, launched() as browser:
        for scene in SCENES:
            if not names or scene.game in names or scene.name in names:
                await _shoot(browser, address, scene, folder, list(WIDTHS))


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="games or scenes; all of them unless given")
    parser.add_argument("-o", "--out", type=Path, default=Path("build/gallery"), help="where the pictures go")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    asyncio.run(_run(arguments.names, arguments.out))


if __name__ == "__main__":
    main()
