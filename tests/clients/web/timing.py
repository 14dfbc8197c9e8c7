"""What the web client promises about speed, measured: `python -m tests.clients.web.timing`.

Starts a whole house of its own, plays some moves of each game by clicking in a real Chromium, and prints a sheet. Wall
clock: run it on a quiet machine.
"""

import argparse
import asyncio
import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Browser, Page
from rich.console import Console
from rich.table import Table

from clients.cli.upkeep.keeper import Keeper, Plan, free_port
from tests.clients.web.browsing import Player, enter, launched, new_page, open_table

GAMES = ("alhambra", "castles", "belfort", "endeavor")
BOUNDS = {"first paint": 200.0, "live update": 150.0, "replay step": 50.0, "replay jump": 50.0}
"""Milliseconds: of a table page, after the acknowledgement of the command, of one step or of one leap."""
PAINTS, STEPS, JUMPS = 7, 20, 10


@dataclass
class Sheet:
    """What was measured of one game, in milliseconds."""

    game: str
    figures: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in BOUNDS})


async def measure(browser: Browser, site: str, game: str, moves: int) -> Sheet:
    """Play, watch and replay a game."""
    sheet = Sheet(game)
    _, page = await new_page(browser, [])
    _, watching = await new_page(browser, [])
    await enter(page, site, "Ada")
    await enter(watching, site, "Bea")
    table = await open_table(page, site, game)
    await watching.goto(table)
    player = Player(page)
    while player.moves < moves and await player.wait_for_turn():
        await player.move()
        sheet.figures["live update"].append(await _until_seen(page, watching))
    sheet.figures["live update"] += player.waits
    for address in (table, table.replace("/tables/", "/replay/")):
        sheet.figures["first paint"] += [await _first_paint(page, address) for _ in range(PAINTS)]
    await _replay(page, sheet)
    return sheet


async def _until_seen(page: Page, watching: Page) -> float:
    """From a command's acknowledgement in its player's page until another person's page shows what came of it."""
    version = int(await page.get_attribute("#table", "data-version") or 0)
    acknowledged = float(await page.evaluate("performance.timeOrigin + Number(table.dataset.acknowledged)"))
    await watching.wait_for_function("version => Number(table.dataset.version) >= version", arg=version)
    shown = float(await watching.evaluate("performance.timeOrigin + Number(table.dataset.shown)"))
    return max(0.0, shown - acknowledged)


async def _first_paint(page: Page, address: str) -> float:
    await page.goto(address)
    script = "new Promise(done => new PerformanceObserver(list => done(list.getEntries()[0].startTime))"
    return float(await page.evaluate(f"{script}.observe({{ type: 'paint', buffered: true }}))"))


async def _replay(page: Page, sheet: Sheet) -> None:
    """Steps, as somebody takes them who looks; and leaps to where nothing was fetched ahead."""
    last = int(await page.get_attribute("#scrubber", "max") or 0)
    for _ in range(min(STEPS, last)):
        sheet.figures["replay step"].append(await _took(page, "ArrowRight", ""))
        await page.wait_for_timeout(100)
    for number in range(JUMPS):
        to = last * (number * 7 % JUMPS) // JUMPS
        sheet.figures["replay jump"].append(await _took(page, "", str(to)))


async def _took(page: Page, key: str, to: str) -> float:
    await page.evaluate("delete replay.dataset.took")
    if key:
        await page.keyboard.press(key)
    else:
        await page.evaluate("to => { scrubber.value = to; scrubber.dispatchEvent(new Event('input')); }", to)
    await page.wait_for_function("() => replay.dataset.took")
    return float(await page.get_attribute("#replay", "data-took") or 0)


def show(sheets: Sequence[Sheet]) -> bool:
    """Print the sheet; whether every median keeps its bound."""
    table = Table(title="Web client, milliseconds: median (slowest of twenty)")
    table.add_column("")
    for name, bound in BOUNDS.items():
        table.add_column(f"{name}, < {bound:g}", justify="right")
    kept = True
    for sheet in sheets:
        cells = []
        for name, bound in BOUNDS.items():
            figures = sorted(sheet.figures[name])
            if not figures:
                cells.append("not measured")
                continue
            median, slow = statistics.median(figures), figures[min(len(figures) * 19 // 20, len(figures) - 1)]
            kept &= median < bound
            cells.append(f"{median:.0f} ({slow:.0f})")
        table.add_row(sheet.game, *cells)
    Console().print(table)
    return kept


async def _run(games: Sequence[str], moves: int) -> bool:
    with tempfile.TemporaryDirectory(prefix="ludarium-timing-") as folder:
        plan = Plan(Path(folder), free_port(), free_port(), web_port=free_port())
        async with Keeper(plan, lambda words: None) as keeper, launched() as browser:
            return show([await measure(browser, keeper.web.rstrip("/"), game, moves) for game in games])


def main() -> None:
    """Measure, print, and end with 1 where a median is over its bound."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", default=GAMES, help="all of them unless given")
    parser.add_argument("--moves", type=int, default=20, help="moves of the person in each game (20)")
    arguments = parser.parse_args()
    raise SystemExit(0 if asyncio.run(_run(arguments.games, arguments.moves)) else 1)


if __name__ == "__main__":
    main()
