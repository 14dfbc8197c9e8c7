"""The host over a store that fails: nothing acknowledged is lost, nothing happens twice, and it goes on by itself."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from clients.rehearse.proxy import Proxy
from server.games import GAMES
from server.games.kernel.commands import Play
from server.games.kernel.rejection import Reason
from server.store.embedded import EmbeddedServer
from server.store.store import EventStore
from server.tables.host import TableHost
from tests.patience import slowness
from tests.server.tables.sitting import Sitting, assert_refused


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A store for one test alone."""
    with EmbeddedServer(tmp_path / "data") as server:
        yield server


@asynccontextmanager
async def behind_proxy(server: EmbeddedServer) -> AsyncIterator[tuple[Proxy, Sitting]]:
    """A running table whose host reaches its store through a proxy, and the proxy."""
    async with Proxy(urlsplit(server.url).port or 0) as proxy:
        store = await EventStore.connect(f"redis://127.0.0.1:{proxy.port}/0", answer_within=1.0)
        direct = await EventStore.connect(server.url)
        try:
            sitting = await Sitting(TableHost(store, GAMES), direct).start()
            yield proxy, sitting
        finally:
            proxy.heal()
            await store.close()
            await direct.close()


async def test_a_reply_lost_after_the_append_is_settled_by_the_same_command(own_server: EmbeddedServer) -> None:
    async with behind_proxy(own_server) as (proxy, sitting):
        for reply_bytes in (0, 1, 5):
            chosen = await sitting.next_choice()
            assert chosen is not None
            decision, choice = chosen
            before = len(await sitting.events())
            proxy.cut_after_reply_bytes(reply_bytes)
            answer = await sitting.command(sitting.players[decision.seat], Play(decision.id, choice))
            events = await sitting.events()
            assert len(events) == before + len(answer.events)
            assert answer.point.version == len(events)
            await sitting.assert_live_equals_fold()


async def test_connections_cut_again_and_again_lose_and_double_nothing(own_server: EmbeddedServer) -> None:
    async with behind_proxy(own_server) as (proxy, sitting):

        async def cut() -> None:
            while True:
                await asyncio.sleep(0.03)
                proxy.cut()

        cutter = asyncio.create_task(cut())
        versions = []
        for _ in range(40):
            chosen = await sitting.next_choice()
            if chosen is None:
                break
            decision, choice = chosen
            answer = await sitting.command(sitting.players[decision.seat], Play(decision.id, choice))
            versions.append(answer.point.version)
        cutter.cancel()
        ends = [event.version for event in await sitting.events() if event.last]
        assert ends[-len(versions) :] == versions
        await sitting.assert_live_equals_fold()


async def test_a_store_that_is_gone_is_unavailable_within_the_deadline(own_server: EmbeddedServer) -> None:
    async with behind_proxy(own_server) as (proxy, sitting):
        chosen = await sitting.next_choice()
        assert chosen is not None
        decision, choice = chosen
        player, play = sitting.players[decision.seat], Play(decision.id, choice)
        proxy.refuse()
        await asyncio.sleep(0.1)  # so that it is known, when the command comes, that nothing can be sent
        started = asyncio.get_running_loop().time()
        await assert_refused(
            sitting.command(player, play, command_id="a", seconds=0.5), Reason.REASON_STORE_UNAVAILABLE
        )
        assert asyncio.get_running_loop().time() - started < 1.0 * slowness()
        proxy.heal()
        assert not (await sitting.command(player, play, command_id="a")).repeated
        await sitting.assert_live_equals_fold()


async def test_a_store_that_comes_back_in_time_is_not_noticed(own_server: EmbeddedServer) -> None:
    async with behind_proxy(own_server) as (proxy, sitting):
        chosen = await sitting.next_choice()
        assert chosen is not None
        decision, choice = chosen
        proxy.refuse()
        work = asyncio.create_task(sitting.command(sitting.players[decision.seat], Play(decision.id, choice)))
        await asyncio.sleep(0.3)
        proxy.heal()
        await work
        await sitting.assert_live_equals_fold()


async def test_a_silent_store_leaves_the_outcome_unknown_and_the_same_command_settles_it(
    own_server: EmbeddedServer,
) -> None:
    async with behind_proxy(own_server) as (proxy, sitting):
        chosen = await sitting.next_choice()
        assert chosen is not None
        decision, choice = chosen
        player, play = sitting.players[decision.seat], Play(decision.id, choice)
        before = len(await sitting.events())
        proxy.black_hole()
        await assert_refused(sitting.command(player, play, command_id="a", seconds=0.4), Reason.REASON_OUTCOME_UNKNOWN)
        proxy.heal()
        answer = await sitting.command(player, play, command_id="a")
        events = await sitting.events()
        assert len(events) == before + len(answer.events)
        await sitting.assert_live_equals_fold()


async def test_a_store_killed_and_started_again_has_everything_acknowledged(own_server: EmbeddedServer) -> None:
    async with behind_proxy(own_server) as (_, sitting):
        for _ in range(3):
            answer = await sitting.play(3)
            assert answer is not None
            await asyncio.to_thread(own_server.kill)
            own_server.start()
            assert (await sitting.events())[-1].version == answer.point.version
            await sitting.play(1)
            await sitting.assert_live_equals_fold()


async def test_a_caller_that_gives_up_leaves_the_table_sound(own_server: EmbeddedServer) -> None:
    async with behind_proxy(own_server) as (proxy, sitting):
        for _ in range(5):
            chosen = await sitting.next_choice()
            assert chosen is not None
            decision, choice = chosen
            proxy.black_hole()
            work = asyncio.create_task(sitting.command(sitting.players[decision.seat], Play(decision.id, choice)))
            await asyncio.sleep(0.05)
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            proxy.heal()
            await sitting.play(1)
            await sitting.assert_live_equals_fold()
