"""The web client in a real Chromium: whole games by clicking, with everything that can happen to a browser meanwhile.

Skipped where this machine has no Chromium. `python -m tests.clients.web.timing` measures what is promised about speed.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from ludarium.v1 import players_pb2
from playwright.async_api import Browser, BrowserContext, Page, Route

from clients.bots.lobby import Bots
from clients.bots.seats import Manner
from tests.clients.conftest import Deployment, token
from tests.clients.web.browsing import CHROMIUM, Player, check_accessible, enter, launched, new_page, open_table
from tests.clients.web.conftest import Site

MOST_MOVES = 600
RELOAD_AT, CUT_AT = 4, 7
FEW_MOVES = 10
QUICK, LONGER = "endeavor", ("alhambra", "castles", "belfort")
"""The game that is over soonest, and the others."""

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="this machine has no Chromium"),
    pytest.mark.timeout(3600),
]


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with launched() as browser:
        yield browser


@asynccontextmanager
async def bots(deployment: Deployment) -> AsyncIterator[None]:
    """Bots that play as soon as they are asked."""

    def issue(subject: str) -> str:
        return token(subject, players_pb2.ROLE_BOT)

    async with deployment.connect(issue("bots")) as connection:
        playing = asyncio.create_task(Bots(connection, Manner(0.0, issue), look_every=0.1).run())
        try:
            yield
        finally:
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing


@pytest.mark.parametrize("game", [QUICK, *(pytest.param(game, marks=pytest.mark.soak) for game in LONGER)])
async def test_a_whole_game_is_played_watched_and_replayed_by_clicking(
    site: Site, deployment: Deployment, browser: Browser, game: str
) -> None:
    complaints: list[str] = []
    context, page = await new_page(browser, complaints)
    _, watching = await new_page(browser, complaints, 390)
    async with bots(deployment):
        await enter(page, site.address, "Ada")
        table = await open_table(page, site.address, game)
        await watching.goto(table)
        player = Player(page)
        while player.moves < MOST_MOVES and await player.wait_for_turn():
            if player.moves == RELOAD_AT:
                await page.reload()
                await player.wait_for_turn()
            if player.moves == CUT_AT:
                await _cut(context, page)
            await player.move()
        assert await player.finished(), f"after {player.moves} moves: {await page.inner_text('#headline')}"
        assert player.clicked > player.moves / 2, "most answers are given on the board"
        await _seen_at(watching, await player.version())
        assert await watching.locator("button.answer").count() == 0
    await _replay(page, watching, table)
    me = await page.get_attribute(".who a", "href")
    for address in (table, f"{table}/scores", *(f"{site.address}{one}" for one in ("", "/new", "/nothing", me))):
        for one in (page, watching):
            await one.goto(address)
            await check_accessible(one)
    assert not complaints


@pytest.mark.parametrize("game", LONGER)
async def test_every_game_is_played_and_taken_back_by_clicking_at_both_widths(
    site: Site, deployment: Deployment, browser: Browser, game: str
) -> None:
    complaints: list[str] = []
    async with bots(deployment):
        _, page = await new_page(browser, complaints, 390, "dark")
        await enter(page, site.address, "Ada")
        table = await open_table(page, site.address, game)
        player = Player(page)
        while player.moves < FEW_MOVES and await player.wait_for_turn():
            await player.move()
        await player.wait_for_turn()
        await check_accessible(page)
        await _take_back(page)
        await player.wait_for_turn()
        await page.set_viewport_size({"width": 1280, "height": 900})
        await check_accessible(page)
        await page.goto(table.replace("/tables/", "/replay/"))
        await check_accessible(page)
    assert not complaints


async def test_an_answer_may_be_given_before_the_last_one_is_acknowledged(
    site: Site, deployment: Deployment, browser: Browser
) -> None:
    """The event stream is often quicker than the reply to what brought the news: nothing clicked then is lost."""
    replying = asyncio.Event()

    async def held_back(route: Route) -> None:
        response = await route.fetch()
        await replying.wait()
        await route.fulfill(response=response)

    async with bots(deployment):
        _, page = await new_page(browser, [])
        await enter(page, site.address, "Ada")
        await open_table(page, site.address, "alhambra")
        player = Player(page)
        await page.route("**/play", held_back)
        for _ in range(2):
            assert await player.wait_for_turn()
            await player.move()
        replying.set()
        await page.unroute_all(behavior="wait")


async def _seen_at(page: Page, version: int) -> None:
    """Wait until a page shows a version, of itself."""
    await page.wait_for_function(
        "version => Number(document.getElementById('table').dataset.version) >= version", arg=version
    )


async def _cut(context: BrowserContext, page: Page) -> None:
    """Answer while there is no network: the page says so, and does it once there is one again."""
    await context.set_offline(True)
    before = await page.get_attribute("#table", "data-version")
    await page.evaluate("document.querySelector('button.answer').click()")
    await page.wait_for_selector("#connection:not([hidden])")
    await context.set_offline(False)
    await page.wait_for_function("version => document.getElementById('table').dataset.version != version", arg=before)
    await page.wait_for_selector("#connection", state="hidden")
    await Player(page).wait_for_turn()


async def _take_back(page: Page) -> None:
    """Ask the others, who are bots and agree, to go back to before the last moment."""
    before = await page.get_attribute("#table", "data-version")
    await page.evaluate("document.querySelector('details.further').open = true")
    await page.click("#further button")
    await page.wait_for_function("version => document.getElementById('table').dataset.version != version", arg=before)
    await page.wait_for_function("() => /takes the game back/.test(document.getElementById('log').textContent)")


async def _replay(page: Page, other: Page, table: str) -> None:
    """Step through a replay by keyboard and by playing it to its end; open a shared link to one moment elsewhere."""
    await page.goto(table.replace("/tables/", "/replay/"))
    steps = (await page.get_attribute("#replay", "data-steps") or "").split()
    for _ in range(3):
        at = await page.input_value("#scrubber")
        await page.keyboard.press("ArrowRight")
        await page.wait_for_function("at => Number(document.getElementById('scrubber').value) == at + 1", arg=int(at))
    await page.keyboard.press("PageDown")
    await page.wait_for_function("at => Number(document.getElementById('scrubber').value) > at + 1", arg=int(at))
    await page.wait_for_function("() => location.search.includes('at=')")
    link = await page.input_value("#permalink")
    await check_accessible(page)
    await page.select_option("#speed", "10")
    await page.click("#play")
    await page.wait_for_function("link => document.getElementById('permalink').value != link", arg=link)
    await page.click("#play")
    await page.fill("#scrubber", str(len(steps) - 4))
    await page.wait_for_function("at => location.search.includes(`at=${at}`)", arg=steps[-4])
    await page.click("#play")
    await page.wait_for_function("at => location.search.includes(`at=${at}`)", arg=steps[-1])
    await page.wait_for_function("() => document.getElementById('play').textContent == 'Play'")
    await other.goto(link)
    assert f"at={await other.get_attribute('#replay', 'data-at')}" in link
    assert await other.inner_text("#board") != await page.inner_text("#board")
