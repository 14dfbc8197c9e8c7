"""The pages: what they show, what their forms do, and what they say when something is wrong."""

import re

import httpx
import pytest
from google.protobuf.duration_pb2 import Duration

from clients.sdk.connection import Connection
from clients.web.clocks import length_words
from clients.web.settings import BadSetting, Settings
from clients.web.visitor import TOKEN_COOKIE
from server.games.kernel.record import read as read_record
from tests.clients.conftest import Deployment, started_table
from tests.clients.web.conftest import Site, serving
from tests.clients.web.reading import Element, read

NOBODY = "01ARZ3NDEKTSV4RRFFQ69G5FAV"


def page_of(response: httpx.Response, status: int = 200) -> Element:
    """The page in a response."""
    assert response.status_code == status, response.text[:500]
    return read(response.text)


def form_of(page: Element, action: str) -> dict[str, str]:
    """The hidden fields of the form that goes to an address."""
    form = next(one for one in page.all("form") if one.attributes["action"].endswith(action))
    hidden = [one for one in form.all("input") if one.attributes.get("type") == "hidden"]
    return {one.attributes["name"]: one.attributes["value"] for one in hidden}


async def test_a_guest_enters_by_name_and_the_browser_keeps_the_players_own_token_out_of_reach(site: Site) -> None:
    async with site.visitor() as visitor:
        response = await visitor.post("/enter", data={"name": "Ada <b>", "next": "/new"})
        assert (response.status_code, response.headers["location"]) == (303, "/new")
        for cookie in response.headers.get_list("set-cookie"):
            assert "HttpOnly" in cookie
            assert "SameSite=lax" in cookie
        page = page_of(await visitor.get("/new"))
        assert "Ada <b>" in page.text


async def test_a_name_that_is_refused_comes_back_with_the_reason(site: Site) -> None:
    async with site.visitor() as visitor:
        page = page_of(await visitor.post("/enter", data={"name": "x" * 41}), 400)
        assert any(one.attributes.get("role") == "alert" for one in page.walk())


async def test_going_on_never_leads_to_another_site(site: Site) -> None:
    async with site.visitor() as visitor:
        for elsewhere in ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"):
            response = await visitor.post("/enter", data={"name": "Ada", "next": elsewhere})
            assert response.headers["location"] == "/"


async def test_a_table_is_opened_filled_and_played_without_script(site: Site) -> None:
    async with site.visitor("ada") as ada, site.visitor("bea") as bea:
        form = form_of(page_of(await ada.get("/new")), "/new")
        opened = await ada.post("/new", data=form | {"seats": "2", "bot-1": ""})
        where = opened.headers["location"]
        assert "free" in page_of(await bea.get(where)).by_id("seats").text
        joined = await bea.post(f"{where}/join", data=form_of(page_of(await bea.get(where)), "/join"))
        assert joined.status_code == 303
        begun = await ada.post(f"{where}/start", data=form_of(page_of(await ada.get(where)), "/start"))
        assert begun.status_code == 303
        pages = {name: page_of(await one.get(where)) for name, one in (("ada", ada), ("bea", bea))}
        mover = next(name for name, page in pages.items() if "Your turn" in page.by_id("headline").text)
        page, visitor = pages[mover], ada if mover == "ada" else bea
        button = next(one for one in page.all("button") if one.attributes.get("name") == "answer")
        answer = form_of(page, "/play") | {"answer": button.attributes["value"]}
        for _ in range(2):  # a button pressed twice counts once
            assert (await visitor.post(f"{where}/play", data=answer)).status_code == 303
        after = page_of(await visitor.get(where))
        assert "Your turn" not in after.by_id("headline").text
        assert (await visitor.get(f"{where}/log")).json()["lines"]


async def test_an_action_is_taken_back_where_nothing_was_revealed(site: Site, ada: Connection, bea: Connection) -> None:
    tables = await started_table(ada, bea)
    where = f"/tables/{tables[0].table_id}"
    seat = next(iter((await tables[0].get()).decisions)).seat
    async with site.visitor("ada" if seat == 0 else "bea") as visitor:
        page = page_of(await visitor.get(where))
        buy = next(one for one in page.all("button") if one.text.startswith("buy"))
        answer = form_of(page, "/play") | {"answer": buy.attributes["value"]}
        await visitor.post(f"{where}/play", data=answer)
        page = page_of(await visitor.get(where))
        assert (await visitor.post(f"{where}/undo", data=form_of(page, "/undo"))).status_code == 303
        assert "choose an action" in page_of(await visitor.get(where)).by_id("headline").text


async def test_a_refusal_is_told_to_scripts_in_words_with_its_reason(
    site: Site, ada: Connection, bea: Connection
) -> None:
    tables = await started_table(ada, bea)
    where = f"/tables/{tables[0].table_id}"
    async with site.visitor("cleo") as stranger:
        refused = await stranger.post(f"{where}/join", data={}, headers={"Accept": "application/json"})
        assert (refused.status_code, refused.json()["reason"]) == (409, "TABLE_NOT_OPEN")
        nonsense = await stranger.post(f"{where}/play", data={"answer": "1.0.!!"})
        assert nonsense.status_code == 400


async def test_lobby_scores_replay_record_and_player_show_a_table(site: Site, ada: Connection, bea: Connection) -> None:
    tables = await started_table(ada, bea)
    table_id = tables[0].table_id
    async with site.visitor("ada") as visitor:
        for _ in range(100):
            if table_id in (await visitor.get("/?game=alhambra&status=running")).text:
                break
        lobby = page_of(await visitor.get("/?game=alhambra&status=running"))
        assert any(one.attributes.get("href") == f"/tables/{table_id}" for one in lobby.all("a"))
        assert page_of(await visitor.get(f"/tables/{table_id}/scores")).by_id("scores").text
        replay = page_of(await visitor.get(f"/replay/{table_id}"))
        steps = replay.by_id("replay").attributes["data-steps"].split()
        moment = page_of(await visitor.get(f"/replay/{table_id}?at={steps[0]}&as=0"))
        assert moment.by_id("replay").attributes["data-at"] == steps[0]
        step = (await visitor.get(f"/replay/{table_id}/frame?at={steps[-1]}&since={steps[-2]}&as=0")).json()
        assert step["version"] == int(steps[-1])
        assert "the game begins" in step["words"]
        record = await visitor.get(f"/tables/{table_id}/record")
        assert record.headers["content-disposition"].endswith(f'"{table_id}.ldm"')
        assert not read_record(record.content).head.complete
        assert page_of(await visitor.get("/players/ada")).all("h1")


async def test_a_leaderboard_ranks_or_says_what_counts(site: Site) -> None:
    """Other tests of this site may have finished games that count."""
    async with site.visitor() as visitor:
        for game in ("alhambra", "castles", "belfort", "endeavor", "nonsense"):
            page = page_of(await visitor.get(f"/leaderboard?game={game}"))
            assert "that counts" in page.text or page.all("tbody")
            current = [one for one in page.all("a") if one.attributes.get("aria-current") == "page"]
            assert len(current) == 1


async def test_a_kind_of_bots_has_a_page_as_players_have(site: Site) -> None:
    async with site.visitor() as visitor:
        assert page_of(await visitor.get("/players/bot:greedy")).all("h1")[0].text == "greedy bots"


async def test_others_are_asked_to_go_back_to_before_a_moment_and_answer(
    site: Site, ada: Connection, bea: Connection
) -> None:
    tables = await started_table(ada, bea)
    where = f"/tables/{tables[0].table_id}"
    async with site.visitor("ada") as one, site.visitor("bea") as other:
        for _ in range(2):
            for visitor in (one, other):
                page = page_of(await visitor.get(where))
                button = next((b for b in page.all("button") if b.text.lower().startswith("take ")), None)
                if button is not None and "answer" in button.attributes.get("name", ""):
                    answer = form_of(page, "/play") | {"answer": button.attributes["value"]}
                    await visitor.post(f"{where}/play", data=answer)
        version = (await tables[0].get()).token.version
        page = page_of(await one.get(where))
        form = next(form for form in page.all("form") if form.attributes.get("id") == "further")
        fields = {field.attributes["name"]: field.attributes["value"] for field in form.all("input")}
        asked = await one.post(f"{where}/undo", data=fields, headers={"Accept": "application/json"})
        assert (asked.status_code, asked.json()["said"]) == (200, "The others are asked whether they agree.")
        page = page_of(await other.get(where))
        assert "asks to take the game back" in page.by_id("answers").text
        agreed = form_of(page, "/answer-undo") | {"agrees": "yes"}
        assert (await other.post(f"{where}/answer-undo", data=agreed)).status_code == 303
        lines = (await other.get(f"{where}/log?after={version}")).json()["lines"]
        assert any("takes the game back" in line["words"] for line in lines)


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/nothing", 404),
        ("/tables/typo", 404),
        (f"/tables/{NOBODY}", 404),
        (f"/replay/{NOBODY}", 404),
        (f"/tables/{NOBODY}/scores", 404),
        ("/players/nobody-by-that-id", 404),
        ("/players/%3Cscript%3E", 404),
        ("/static/nothing.js", 404),
        ("/static/../app.py", 404),
        ("/leave", 405),
        ("/?game=nonsense&status=nonsense", 200),
    ],
)
async def test_a_typo_in_an_address_gets_a_kind_page_with_the_right_status(
    site: Site, address: str, status: int
) -> None:
    async with site.visitor() as visitor:
        page = page_of(await visitor.get(address), status)
        assert len(page.all("h1")) == 1 or address.startswith("/static")
        assert "Traceback" not in page.text


async def test_a_private_table_is_found_by_those_alone_who_follow_its_invitation(site: Site) -> None:
    async with site.visitor("ada") as ada, site.visitor("bea") as bea, site.visitor() as stranger:
        form = form_of(page_of(await ada.get("/new")), "/new")
        where = (await ada.post("/new", data=form | {"seats": "2", "bot-1": "", "private": "on"})).headers["location"]
        assert "only who is invited" in page_of(await ada.get(where)).text
        for one in (bea, stranger):
            assert (await one.get(where)).status_code == 404
        made = await ada.post(f"{where}/invitation", data=form_of(page_of(await ada.get(where)), "/invitation"))
        link = page_of(made).by_id("link").attributes["value"]
        assert page_of(await stranger.get(link), 401).by_id("name")
        assert (await bea.get(where)).status_code == 404, "looking at the link is not yet following it"
        page = page_of(await bea.get(link))
        action = link.partition("?")[0]
        accepted = await bea.post(action, data=form_of(page, action))
        assert (accepted.status_code, accepted.headers["location"]) == (303, where)
        assert "Sit down" in page_of(await bea.get(where)).by_id("seats").text
        listed = page_of(await ada.get(where)).by_id("seats")
        assert "Invite no more" in listed.text
        assert "Decline" not in listed.text
        async with site.visitor("cleo") as cleo:
            assert (await cleo.get(f"{action}?by=../..")).status_code == 404
            assert (await cleo.post(action, data={"invitation": "A" * 22})).status_code == 403
            assert (await cleo.get(where)).status_code == 404


async def test_an_invitation_is_declined_and_links_count_no_more(site: Site) -> None:
    async with site.visitor("ada") as ada, site.visitor("bea") as bea:
        form = form_of(page_of(await ada.get("/new")), "/new")
        where = (await ada.post("/new", data=form | {"seats": "2", "bot-1": "", "private": "on"})).headers["location"]
        made = await ada.post(f"{where}/invitation", data=form_of(page_of(await ada.get(where)), "/invitation"))
        link = page_of(made).by_id("link").attributes["value"]
        action = link.partition("?")[0]
        invitation = form_of(page_of(await bea.get(link)), action)
        await bea.post(action, data=invitation)
        declined = await bea.post(f"{where}/decline", data=form_of(page_of(await bea.get(where)), "/decline"))
        assert (declined.status_code, declined.headers["location"]) == (303, "/")
        assert (await bea.get(where)).status_code == 404
        await ada.post(f"{where}/withdraw", data=form_of(page_of(await ada.get(where)), "/withdraw"))
        assert (await bea.post(action, data=invitation)).status_code == 403


async def test_a_game_against_the_clock_is_left_and_played_again(site: Site) -> None:
    async with site.visitor("ada") as ada, site.visitor("bea") as bea:
        form = form_of(page_of(await ada.get("/new")), "/new") | {"seats": "2", "bot-1": "", "clock": "days"}
        where = (await ada.post("/new", data=form)).headers["location"]
        await bea.post(f"{where}/join", data=form_of(page_of(await bea.get(where)), "/join"))
        await ada.post(f"{where}/start", data=form_of(page_of(await ada.get(where)), "/start"))
        page = page_of(await bea.get(where))
        assert "against the clock" in page.text
        deadlines = [one for one in page.by_id("clocks").all("time") if one.attributes["datetime"]]
        assert deadlines
        assert "3 days in reserve" in page.by_id("clocks").text
        left = await ada.post(f"{where}/resign", data=form_of(page_of(await ada.get(where)), "/resign"))
        assert left.status_code == 303
        page = page_of(await bea.get(where))
        assert "no final scores" in page.by_id("headline").text
        again = await bea.post(f"{where}/rematch", data=form_of(page, "/rematch"))
        assert (again.status_code, again.headers["location"] != where) == (303, True)
        assert (
            page_of(await ada.get(where)).by_id("headline").all("a")[0].attributes["href"] == again.headers["location"]
        )
        assert "kept for you" in page_of(await ada.get(again.headers["location"])).by_id("seats").text
        log = (await bea.get(f"{where}/log")).json()["lines"]
        assert any("leaves the game" in line["words"] for line in log)


def test_lengths_of_time_are_told_as_clocks_tell_them() -> None:
    told = {5: "0:05", 605: "10:05", 7_325: "2:02:05", 86_400: "1 day", 300_000: "3 days"}
    assert {seconds: length_words(Duration(seconds=seconds)) for seconds in told} == told


async def test_a_small_letter_table_id_is_understood(site: Site, ada: Connection, bea: Connection) -> None:
    table_id = (await started_table(ada, bea))[0].table_id
    async with site.visitor() as visitor:
        assert (await visitor.get(f"/tables/{table_id.lower()}")).status_code == 200


async def test_anothers_eyes_are_refused_while_the_table_runs(site: Site, ada: Connection, bea: Connection) -> None:
    table_id = (await started_table(ada, bea))[0].table_id
    async with site.visitor("ada") as visitor:
        assert (await visitor.get(f"/replay/{table_id}?as=1")).status_code == 403
        assert (await visitor.get(f"/replay/{table_id}?as=all")).status_code == 403
        assert (await visitor.get(f"/replay/{table_id}?as=9")).status_code in (400, 403)


async def test_a_session_that_the_server_does_not_know_asks_for_a_name_again(site: Site) -> None:
    async with site.visitor() as visitor:
        visitor.cookies.set(TOKEN_COOKIE, "forged")
        response = await visitor.get("/")
        page = page_of(response, 401)
        assert page.by_id("name")
        assert any(re.match(rf'{TOKEN_COOKIE}=""', one) for one in response.headers.get_list("set-cookie"))


async def test_without_a_spectators_token_strangers_are_asked_for_a_name(deployment: Deployment) -> None:
    async with serving(Settings(server=deployment.server, query=deployment.query)) as site, site.visitor() as visitor:
        assert page_of(await visitor.get("/"), 401).by_id("name")


async def test_while_the_servers_are_away_the_page_says_so_and_looks_again_by_itself() -> None:
    away = Settings(server="127.0.0.1:1", query="127.0.0.1:1", token="x", patience=0.3)
    async with serving(away) as site, site.visitor() as visitor:
        for address in ("/", f"/tables/{NOBODY}", f"/replay/{NOBODY}"):
            response = await visitor.get(address)
            page = page_of(response, 503)
            assert "can't be reached" in page.text
            assert "retry.js" in response.text
        assert (await visitor.get("/health")).status_code == 503


def test_settings_come_from_the_environment_and_say_what_is_wrong() -> None:
    settings = Settings.from_environment({"LUDARIUM_WEB_PORT": "81", "LUDARIUM_WEB_SECURE": "on"}, host="::1")
    assert (settings.port, settings.secure_cookies, settings.host) == (81, True, "::1")
    for name, value in (("PORT", "x"), ("PORT", "70000"), ("SECURE", "yes"), ("PATIENCE", "-1")):
        with pytest.raises(BadSetting, match=f"LUDARIUM_WEB_{name}"):
            Settings.from_environment({f"LUDARIUM_WEB_{name}": value})
