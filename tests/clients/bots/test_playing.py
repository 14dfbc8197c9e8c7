"""Bots that play through the services: alone, side by side, through an undo, and through a server's restart."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress

from ludarium.v1 import decisions_pb2, events_pb2, players_pb2, table_events_pb2, tables_pb2
from prometheus_client import CollectorRegistry

from clients.bots.lobby import Bots
from clients.bots.metrics import Metrics
from clients.bots.seats import Manner, command_id
from clients.bots.thinking import Thinkers
from clients.sdk.connection import Connection
from clients.sdk.following import closes
from clients.sdk.standings import StandingsClient
from clients.sdk.tables import TableClient
from tests.clients.conftest import OPTIONS, SEED, Deployment, token
from tests.patience import PATIENCE


def _bot_token(subject: str) -> str:
    return token(subject, players_pb2.ROLE_BOT)


@asynccontextmanager
async def _bots(deployment: Deployment, manner: Manner) -> AsyncIterator[CollectorRegistry]:
    registry = CollectorRegistry()
    async with deployment.connect(_bot_token("bots")) as connection:
        bots = Bots(connection, manner, meter=Metrics(registry), look_every=0.1)
        playing = asyncio.create_task(bots.run())
        try:
            yield registry
        finally:
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing


async def _table(ada: Connection, bots: list[str], seed: bytes | None = None) -> TableClient:
    table = await TableClient.create(ada, OPTIONS, len(bots), seed=seed)
    for bot in bots:
        await table.add_bot(bot)
    await table.start()
    return table


async def _events_until_the_end(table: TableClient) -> list[events_pb2.Event]:
    events: list[events_pb2.Event] = []
    async with asyncio.timeout(2 * PATIENCE), aclosing(table.follow(with_views=False)) as frames:
        async for frame in frames:
            events.extend(frame.events)
            if closes(frame):
                return events
    raise AssertionError("a table is followed for ever")


async def test_bots_play_a_game_to_its_end_and_with_its_seed_the_same_again(
    deployment: Deployment, ada: Connection
) -> None:
    async with _bots(deployment, Manner(token_for=_bot_token)) as figures:
        tables = [await _table(ada, ["greedy", "random", "greedy"], SEED) for _ in range(2)]
        for table in tables:
            await _events_until_the_end(table)
        async with asyncio.timeout(PATIENCE):
            while figures.get_sample_value("ludarium_bots_tables"):  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.05)
    games = [await _events_until_the_end(table) for table in tables]  # all is open at the end
    seen = (await tables[0].get()).table
    assert seen.status == tables_pb2.TABLE_STATUS_FINISHED
    assert len(seen.results) == 3
    assert figures.get_sample_value("ludarium_bots_games_total", {"game": "alhambra"}) == 2
    assert figures.get_sample_value("ludarium_bots_lobby_reachable") == 1
    for kind in ("greedy", "random"):
        assert figures.get_sample_value("ludarium_bots_decision_seconds_count", {"game": "alhambra", "kind": kind})
    first, again = [[event.alhambra for event in events if event.HasField("alhambra")] for events in games]
    assert first == again


async def test_a_search_bot_thinks_in_a_process_beside(deployment: Deployment, ada: Connection) -> None:
    thinkers = Thinkers(seconds=0.02)
    try:
        async with _bots(deployment, Manner(token_for=_bot_token, thinkers=thinkers)):
            table = await _table(ada, ["search", "random"])
            await _events_until_the_end(table)
    finally:
        thinkers.close()
    assert (await table.get()).table.status == tables_pb2.TABLE_STATUS_FINISHED


async def test_three_bot_processes_answer_each_decision_once(deployment: Deployment, ada: Connection) -> None:
    manner = Manner(token_for=_bot_token)
    async with _bots(deployment, manner), _bots(deployment, manner), _bots(deployment, Manner()):
        table = await _table(ada, ["greedy", "random"])
        events = await _events_until_the_end(table)
    causes = [event.cause for event in events if event.HasField("cause") and event.cause.HasField("decision")]
    answered = [(cause.decision.version, cause.decision.number) for cause in causes]
    assert len(answered) == len(set(answered))
    assert all(cause.command_id == command_id(table.table_id, cause.decision) for cause in causes)


async def test_without_the_key_bots_play_with_what_spectators_see(deployment: Deployment, ada: Connection) -> None:
    async with _bots(deployment, Manner()):
        table = await _table(ada, ["greedy", "greedy"])
        await _events_until_the_end(table)
    assert (await table.get()).table.status == tables_pb2.TABLE_STATUS_FINISHED


async def test_after_an_undo_bots_answer_the_decisions_that_take_their_place(
    deployment: Deployment, ada: Connection
) -> None:
    table = await TableClient.create(ada, OPTIONS, 2)
    await table.join()
    await table.add_bot("random")
    await table.start()
    async with _bots(deployment, Manner(token_for=_bot_token)):
        first = await _my_decision(table)
        await table.submit(first.id, (await table.list_choices(first.id))[0].command)
        after = await _my_decision(table)
        assert await table.undo(first.id.version, ask_others=True)  # the bot agrees
        again = await _my_decision(table)
        assert again.id not in (first.id, after.id)
        await table.submit(again.id, (await table.list_choices(again.id))[0].command)
        await _my_decision(table)


async def _my_decision(table: TableClient) -> decisions_pb2.Decision:
    """The next decision of seat 0, once there is one."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for decision in (await table.get()).decisions:
                if decision.seat == 0:
                    return decision
            await asyncio.sleep(0.05)


async def test_bots_go_on_for_players_who_leave_and_the_standings_say_so(
    deployment: Deployment, ada: Connection, bea: Connection
) -> None:
    table = await TableClient.create(ada, OPTIONS, 3)
    other = TableClient(bea, table.table_id)
    await table.join()
    await other.join()
    await table.add_bot("random")
    await table.start()
    async with _bots(deployment, Manner(token_for=_bot_token)):
        await table.resign()
        await other.resign()
        events = await _events_until_the_end(table)
    finished = next(event.table.finished for event in events if event.table.HasField("finished"))
    assert [result.left for result in finished.results] == [table_events_pb2.LEAVE_REASON_RESIGNED] * 2 + [0]
    async with asyncio.timeout(60):
        while not (statistics := await StandingsClient(ada).statistics("ada")).games:  # noqa: ASYNC110 - a read model
            await asyncio.sleep(0.1)
    (games,) = statistics.games
    assert (games.left, games.wins, games.points) == (1, 0, 0)
