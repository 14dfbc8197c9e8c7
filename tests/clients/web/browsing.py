"""A real Chromium, where this machine has one, and a person in it who clicks whatever can be clicked."""

import random
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, BrowserContext, Locator, Page, async_playwright
from playwright.async_api import TimeoutError as TimedOut

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
PATIENCE_MS = 60_000
GONE_MS = 10_000
"""So long a thing may not be clickable before it is taken to be gone: another's move drew the board anew."""
MOST_CLICKS = 24
"""The most parts of an answer that are clicked before it is given from the list."""


@asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    """The browser."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        await browser.close()


async def new_page(
    browser: Browser, complaints: list[str], width: int = 1280, scheme: str = "light"
) -> tuple[BrowserContext, Page]:
    """A page of a fresh visitor; what scripts and the policy complain about is written down."""
    context = await browser.new_context(
        viewport={"width": width, "height": 900},
        reduced_motion="reduce",
        color_scheme="dark" if scheme == "dark" else "light",
    )
    context.set_default_timeout(PATIENCE_MS)
    page = await context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if "Content Security" in message.text else None)
    return context, page


async def enter(page: Page, site: str, name: str) -> None:
    """Say who one is."""
    await page.goto(f"{site}/enter")
    await page.fill("#name", name)
    await page.click("text=Go in")
    await page.wait_for_url(f"{site}/")


async def open_table(page: Page, site: str, game: str, bots: str = "random") -> str:
    """Open a table for two against a bot; gives back its address."""
    await page.goto(f"{site}/new?game={game}")
    await page.select_option("#seats", "2")
    await page.select_option("#bot-1", bots)
    await page.click("text=Open the table")
    await page.wait_for_url("**/tables/*")
    return page.url


async def check_accessible(page: Page) -> None:
    """No serious fault that a checker can see, and nothing wider than the window."""
    found = (await Axe().run(page)).response["violations"]
    serious = [(one["id"], one["help"]) for one in found if one["impact"] in ("serious", "critical")]
    assert not serious, f"{page.url}: {serious}"
    width = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width <= 0, f"{page.url} is {width} pixels wider than its window"


class Player:
    """A person who clicks whatever can be clicked."""

    def __init__(self, page: Page, seed: str = "clicks") -> None:
        self.page = page
        self.moves = 0
        self.clicked = 0
        self.waits: list[float] = []
        self._rng = random.Random(seed)

    async def version(self) -> int:
        """The version that the page shows."""
        return int(await self.page.get_attribute("#table", "data-version") or 0)

    async def finished(self) -> bool:
        """Whether the game is over."""
        return "Finished" in await self.page.inner_text("#headline")

    async def wait_for_turn(self) -> bool:
        """Whether there is something to choose; False once the game is over."""
        over = "/Finished/.test(document.querySelector('#headline').textContent)"
        await self.page.wait_for_function(f"() => document.querySelector('button.answer') || {over}")
        return not await self.finished()

    async def move(self) -> None:
        """Give one answer by clicking its parts on the board, then the button that says it."""
        before = await self.version()
        for _ in range(MOST_CLICKS):
            if await self._confirm() or await self.version() != before:
                break
            things = await self.page.locator("#board .can").all()
            if not things:
                await self._from_list()
                break
            self.clicked += 1
            await self._click(self._rng.choice(things))
        else:
            await self._from_list()
        await self.page.wait_for_function(
            "version => document.getElementById('table').dataset.version != version", arg=str(before)
        )
        self.moves += 1
        shown, acknowledged = [
            float(await self.page.get_attribute("#table", name) or 0) for name in ("data-shown", "data-acknowledged")
        ]
        if shown and acknowledged:
            self.waits.append(max(0.0, shown - acknowledged))  # the stream may be quicker than the answer

    async def _click(self, thing: Locator) -> None:
        """Click where a person would: on what shows that a thing can be clicked; gone by then, one looks again."""
        inner = thing.locator(".reach, .target, .tile")
        with suppress(TimedOut):
            await (inner.last if await inner.count() else thing).click(timeout=GONE_MS)

    async def _confirm(self) -> bool:
        """Press a button of the bar that says a whole answer, if there is one."""
        buttons = await self.page.locator("#bar .primary").all()
        if buttons:
            await self._rng.choice(buttons).click()
        return bool(buttons)

    async def _from_list(self) -> None:
        """Choose in words; a group that is folded up is opened first."""
        await self.page.evaluate("document.querySelectorAll('details.group').forEach((one) => (one.open = true))")
        buttons = await self.page.locator("button.answer:visible").all()
        await self._rng.choice(buttons).click()
