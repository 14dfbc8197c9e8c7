"""Turns are told of at least once: whoever dies, and however often the other side says no."""

import asyncio
import hmac
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from ludarium.v1 import notices_pb2, table_events_pb2

from projections.connection import Connection
from projections.folding import fold_table
from projections.leases import Leases
from projections.notices.notifier import Notifier
from projections.notices.outbox import KEY, Outbox
from projections.notices.sender import SIGNATURE
from projections.notices.turns import turns_begun
from projections.runner import House
from projections.tables import Tables
from server.access.hosts import AllowedHosts
from server.games import GAMES
from server.store.partitions import partition_of
from server.store.webhooks import webhook_key
from tests.projections.given import asked, full_table, given
from tests.projections.playing import another_table, append_game

SECRET = "a secret"


@dataclass
class Ears:
    """Whoever is told: a web server that notes what was posted and answers as it was told to."""

    posts: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/turns"

    @property
    def hosts(self) -> AllowedHosts:
        return AllowedHosts.parse(f"http://127.0.0.1:{self.port}")


@pytest.fixture
def ears() -> Iterator[Ears]:
    ears = Ears()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            ears.posts.append((dict(self.headers), body))
            self.send_response(ears.answers.pop(0) if ears.answers else 204)
            self.send_header("location", f"http://127.0.0.1:{ears.port}/elsewhere")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    ears.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield ears
    server.shutdown()
    server.server_close()


@dataclass
class Desk:
    """A notifier at a store, and a clock that is moved by hand."""

    house: House
    connection: Connection
    ears: Ears
    now: float = 1_800_000_000.0

    def notifier(self) -> Notifier:
        tables = Tables(self.house.streams, GAMES)
        leases = Leases(self.connection, "me", (KEY,), 60)
        outbox = Outbox(self.connection)
        return Notifier(self.house.feeds, tables, outbox, leases, self.ears.hosts, clock=lambda: self.now)

    async def webhook(self, player_id: str, url: str) -> None:
        webhook = notices_pb2.Webhook(url=url, secret=SECRET).SerializeToString()
        await self.connection.ask(partition_of(player_id), "SET", webhook_key(player_id), webhook)

    async def play(self, *happenings: Any) -> int:
        """Append a table after the notifiers have begun; gives its partition."""
        table_id, events = another_table(given(*full_table(), *happenings).events)
        await self.notifier().follow(partition_of(table_id))
        await append_game(self.house.streams, events)
        return partition_of(table_id)

    def told(self) -> list[int]:
        """The seats that were told."""
        return [json.loads(body)["seat"] for _, body in self.ears.posts]


@pytest.fixture
async def desk(house: House, connection: Connection, ears: Ears) -> Desk:
    desk = Desk(house, connection, ears)
    await desk.webhook("ben", ears.url)
    return desk


def test_a_turn_begins_with_a_decision_that_somebody_else_opened() -> None:
    events = given(*full_table(), asked(1), asked(0)).events
    table = fold_table(events, GAMES)
    assert [notice.player_id for notice in turns_begun(table, 5, None)] == ["ben", "ann"]
    assert [notice.player_id for notice in turns_begun(table, 5, by_seat=1)] == ["ann"]
    assert [notice.player_id for notice in turns_begun(table, 6, None)] == ["ann"]
    (notice,) = turns_begun(table, 6, None)
    assert not notice.HasField("deadline")
    closed = given(*full_table(), asked(1), table_events_pb2.TableAborted()).events
    assert turns_begun(fold_table(closed, GAMES), 5, None) == []


async def test_a_player_is_told_with_a_signature_and_others_are_not(desk: Desk) -> None:
    partition = await desk.play(asked(1), asked(0))
    notifier = desk.notifier()
    await notifier.follow(partition)
    await notifier.deliver(partition)
    assert desk.told() == [1]
    headers, body = desk.ears.posts[0]
    document = json.loads(body)
    assert (document["event"], document["game"], document["seat"]) == ("your_turn", "alhambra", 1)
    assert document["words"]
    digest = hmac.new(SECRET.encode(), b"1800000000." + body, "sha256").hexdigest()
    assert headers[SIGNATURE] == f"t=1800000000,v1={digest}"
    await notifier.follow(partition)
    await notifier.deliver(partition)
    assert desk.told() == [1]


async def test_what_is_refused_is_tried_again_ever_later(desk: Desk) -> None:
    desk.ears.answers += [500, 302, 204]
    partition = await desk.play(asked(1))
    notifier = desk.notifier()
    await notifier.follow(partition)
    for pause in (0, 4, 1, 9, 1, 100):
        desk.now += pause
        await notifier.deliver(partition)
    assert desk.told() == [1, 1, 1]
    assert len({json.loads(body)["id"] for _, body in desk.ears.posts}) == 1
    assert {headers.get("host") or headers.get("Host") for headers, _ in desk.ears.posts} == {
        f"127.0.0.1:{desk.ears.port}"
    }


async def test_a_sender_that_dies_with_a_notice_leaves_it_to_the_next(desk: Desk) -> None:
    partition = await desk.play(asked(1))
    await desk.notifier().follow(partition)
    (taken,) = await Outbox(desk.connection).take(partition, int(desk.now * 1000), int(desk.now * 1000) + 60_000, 9)
    assert taken.player_id == "ben"
    survivor = desk.notifier()
    await survivor.deliver(partition)
    assert desk.told() == []
    desk.now += 61
    await survivor.deliver(partition)
    assert desk.told() == [1]


async def test_of_two_that_follow_at_once_one_posts(desk: Desk) -> None:
    partition = await desk.play(asked(1))
    await asyncio.gather(*(desk.notifier().follow(partition) for _ in range(3)))
    await asyncio.gather(*(desk.notifier().deliver(partition) for _ in range(3)))
    assert desk.told() == [1]


async def test_a_webhook_that_is_gone_or_not_allowed_any_more_ends_the_notice(desk: Desk) -> None:
    await desk.webhook("ann", "http://127.0.0.1:1/")
    partition = await desk.play(asked(0), asked(1))
    notifier = desk.notifier()
    await notifier.follow(partition)
    await desk.connection.ask(partition_of("ben"), "DEL", webhook_key("ben"))
    await notifier.deliver(partition)
    desk.now += 10_000
    assert await Outbox(desk.connection).take(partition, int(desk.now * 1000), 0, 9) == []
    assert desk.told() == []
