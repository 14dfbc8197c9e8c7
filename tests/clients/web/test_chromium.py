"""The web client in a real Chromium: a whole game by clicking, with everything that can happen to a browser meanwhile.

Skipped where this machine has no Chromium.
"""

import asyncio
import shutil
import statistics
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import pytest
from axe_playwright_python.async_playwright import Axe
from ludarium.v1 import players_pb2
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from clients.bots.lobby import Bots
from clients.bots.seats import Manner
from tests.clients.conftest import Deployment, token
from tests.clients.web.conftest import Site

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MOST_MOVES = 400
RELOAD_AT, CUT_AT = 6, 10
SLOW_MACHINE = 4.0
"""Machines that test are busy: the promises are measured on quiet ones, and here only their order of magnitude."""

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="this machine has no Chromium"),
    pytest.mark.timeout(600),
]


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        await browser.close()


@asynccontextmanager
async def bots(deployment: Deployment) -> AsyncIterator[None]:
    """Bots that play as soon as they are asked."""

    def issue(subject: str) -> str:
        return token(subject, players_pb2.ROLE_BOT)

    async with deployment.connect(issue("bots")) as connection:
        playing = asyncio.create_task(Bots(connection, Manner(0.0, issue), look_every=0.1).run())
        yield
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing


class Player:
    """A person who clicks whatever can be clicked."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.moves = 0
        self.waits: list[float] = []

    async def version(self) -> int:
        return int(await self.page.get_attribute("#table", "data-version") or 0)

    async def finished(self) -> bool:
        return "Finished" in await self.page.inner_text("#headline")

    async def wait_for_turn(self) -> bool:
        """Whether there is something to choose; False once the game is over."""
        over = "/Finished/.test(document.querySelector('#headline').textContent)"
        await self.page.wait_for_function(f"() => document.querySelector('button.answer') || {over}", timeout=60_000)
        return not await self.finished()

    async def move(self) -> None:
        """Give one answer by clicking its parts, each the first that can be clicked, then the button that says it."""
        before = await self.version()
        for _ in range(12):
            confirm = self.page.locator("#bar .primary").first
            if await confirm.is_visible():
                break
            thing = self.page.locator("#board .can").first
            if await thing.count():
                await thing.click()
            else:
                confirm = self.page.locator("button.answer:visible").first
                break
        await confirm.click()
        await self.page.wait_for_function(
            "version => document.getElementById('table').dataset.version != version", arg=str(before), timeout=20_000
        )
        self.moves += 1
        shown, acknowledged = [
            float(await self.page.get_attribute("#table", name) or 0) for name in ("data-shown", "data-acknowledged")
        ]
        if shown and acknowledged:
            self.waits.append(shown - acknowledged)


async def new_page(browser: Browser, complaints: list[str], width: int = 1280) -> tuple[BrowserContext, Page]:
    context = await browser.new_context(viewport={"width": width, "height": 900}, reduced_motion="reduce")
    page = await context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if "Content Security" in message.text else None)
    return context, page


async def check_accessible(page: Page) -> None:
    found = (await Axe().run(page)).response["violations"]
    serious = [(one["id"], one["help"]) for one in found if one["impact"] in ("serious", "critical")]
    assert not serious, f"{page.url}: {serious}"


async def test_a_whole_game_is_played_watched_and_replayed_by_clicking(
    site: Site, deployment: Deployment, browser: Browser, record_property: Callable[[str, object], None]
) -> None:
    complaints: list[str] = []
    context, page = await new_page(browser, complaints)
    _, watching = await new_page(browser, complaints, 390)
    async with bots(deployment):
        await page.goto(f"{site.address}/enter")
        await page.fill("#name", "Ada")
        await page.click("text=Go in")
        await page.goto(f"{site.address}/new")
        await page.select_option("#seats", "2")
        await page.select_option("#bot-1", "random")
        await page.click("text=Open the table")
        await page.wait_for_url("**/tables/*")
        table = page.url
        await watching.goto(table)
        player = Player(page)
        while player.moves < MOST_MOVES and await player.wait_for_turn():
            if player.moves == RELOAD_AT:
                await page.reload()
                await player.wait_for_turn()
                await check_accessible(page)
            if player.moves == CUT_AT:
                await _cut(context, page)
            await player.move()
        assert await player.finished()
        version = await player.version()
        await watching.wait_for_function(
            "version => Number(document.getElementById('table').dataset.version) >= version", arg=version
        )
        assert await watching.locator("button.answer").count() == 0
    record_property("live update after the acknowledgement, median ms", statistics.median(player.waits))
    assert statistics.median(player.waits) < 150 * SLOW_MACHINE
    await _replay(page, watching, table, record_property)
    for address in (table, f"{table}/scores", site.address, f"{site.address}/new", f"{site.address}/nothing"):
        for one in (page, watching):
            await one.goto(address)
            await check_accessible(one)
            width = await one.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert width <= 0, f"{address} is wider than its window"
    assert not complaints


async def _cut(context: BrowserContext, page: Page) -> None:
    """Answer while there is no network: the page says so, and does it once there is one again."""
    await context.set_offline(True)
    before = await page.get_attribute("#table", "data-version")
    await page.evaluate("document.querySelector('button.answer').click()")
    await page.wait_for_selector("#connection:not([hidden])")
    await context.set_offline(False)
    await page.wait_for_function(
        "version => document.getElementById('table').dataset.version != version", arg=before, timeout=20_000
    )
    await page.wait_for_selector("#connection", state="hidden")
    await Player(page).wait_for_turn()


async def _replay(page: Page, other: Page, table: str, record_property: Callable[[str, object], None]) -> None:
    """Step through a replay by keyboard to its end, and open a shared link to one moment elsewhere."""
    replay = table.replace("/tables/", "/replay/")
    await page.goto(replay)
    first_paint = await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    record_property("first paint of the replay, ms", first_paint)
    assert first_paint < 200 * SLOW_MACHINE
    took = []
    for _ in range(12):
        await page.evaluate("delete document.getElementById('replay').dataset.took")
        await page.keyboard.press("ArrowRight")
        await page.wait_for_function("() => document.getElementById('replay').dataset.took")
        took.append(float(await page.get_attribute("#replay", "data-took") or 0))
    record_property("step of the replay, median ms", statistics.median(took))
    assert statistics.median(took) < 50 * SLOW_MACHINE
    link = await page.input_value("#permalink")
    await check_accessible(page)
    await page.click("#play")
    await page.wait_for_function("link => document.getElementById('permalink').value != link", arg=link)
    await page.click("#play")
    await page.click("#last")
    steps = (await page.get_attribute("#replay", "data-steps") or "").split()
    await page.wait_for_function("at => location.search.includes(`at=${at}`)", arg=steps[-1])
    await other.goto(link)
    assert f"at={await other.get_attribute('#replay', 'data-at')}" in link
    assert await other.inner_text("#board") != await page.inner_text("#board")
