"""What protects visitors: headers on every answer, nothing inside pages that the policy forbids, no requests forged."""

from pathlib import Path

import pytest

import clients.web
from clients.sdk.connection import Connection
from clients.web.security import POLICY
from tests.clients.conftest import started_table
from tests.clients.web.conftest import Site
from tests.clients.web.reading import Element, read

HERE = Path(clients.web.__file__).parent


async def pages(site: Site, table_id: str, player_id: str) -> dict[str, str]:
    """Every page of a table by its address, as a player sees it."""
    addresses: tuple[str, ...] = (
        "/",
        "/new",
        "/enter",
        "/nothing",
        "/leaderboard",
        "/players/bot:greedy",
        f"/invited/{table_id}?by=AAAAAAAAAAAAAAAAAAAAAA",
        f"/players/{player_id or 'ada'}",
        f"/tables/{table_id}",
    )
    addresses += (f"/tables/{table_id}/scores", f"/replay/{table_id}", f"/replay/{table_id}?at=3")
    async with site.visitor(player_id) as visitor:
        return {address: (await visitor.get(address)).text for address in addresses}


async def test_every_answer_carries_the_policy(site: Site, ada: Connection, bea: Connection) -> None:
    table_id = (await started_table(ada, bea))[0].table_id
    async with site.visitor() as visitor:
        for address in (
            "/",
            "/nothing",
            "/static/base.css",
            "/health",
            f"/tables/{table_id}",
            f"/tables/{table_id}/log",
        ):
            headers = (await visitor.get(address)).headers
            assert headers["content-security-policy"] == POLICY
            assert headers["x-content-type-options"] == "nosniff"
            if "static" not in address:
                assert headers["cache-control"] == "no-store"
    assert "unsafe" not in POLICY
    assert "http" not in POLICY


async def test_pages_hold_no_script_no_style_and_nothing_from_elsewhere(
    site: Site, ada: Connection, bea: Connection
) -> None:
    table_id = (await started_table(ada, bea))[0].table_id
    for player_id in ("ada", "bea", ""):
        for address, html in (await pages(site, table_id, player_id)).items():
            for element in read(html).walk():
                _check_element(element, address)


def _check_element(element: Element, address: str) -> None:
    assert element.name != "style", address
    assert "style" not in element.attributes, address
    assert not any(name.startswith("on") for name in element.attributes), address
    if element.name == "script":
        assert element.attributes["src"].startswith("/static/"), address
        assert not element.text, address
    for name in ("src", "href", "action"):
        value = element.attributes.get(name, "/")
        assert value.startswith(("/", "#", "?")), f"{address}: {value}"
        assert not value.startswith("//"), f"{address}: {value}"


def test_our_files_name_no_other_site() -> None:
    for file in (HERE / "static").iterdir():
        text = file.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "http:" not in text, file
        assert "https:" not in text, file
        assert "eval(" not in text, file


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": ""},
    ],
)
async def test_another_site_can_do_nothing_with_a_visitors_session(site: Site, headers: dict[str, str]) -> None:
    async with site.visitor("ada") as visitor:
        for address in ("/new", "/leave", "/enter", "/tables/01ARZ3NDEKTSV4RRFFQ69G5FAV/play"):
            assert (await visitor.post(address, data={"name": "x"}, headers=headers)).status_code == 403


async def test_what_players_call_themselves_is_never_markup(site: Site) -> None:
    name = "<img src=x onerror=1>"
    async with site.visitor() as visitor:
        await visitor.post("/enter", data={"name": name})
        form = {"game": "alhambra", "request_id": "one", "seats": "2", "bot-1": "random"}
        where = (await visitor.post("/new", data=form)).headers["location"]
        for address in (where, "/", where.replace("/tables/", "/replay/"), f"{where}/scores"):
            html = (await visitor.get(address)).text
            assert "<img" not in html
            assert name in read(html).text or address == "/"


async def test_a_form_that_is_too_large_is_refused(site: Site) -> None:
    async with site.visitor("ada") as visitor:
        assert (await visitor.post("/new", data={"game": "x" * 70_000})).status_code == 413
