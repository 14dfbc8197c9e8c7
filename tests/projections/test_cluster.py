"""Read models live beside their feeds on every node of a cluster."""

from pathlib import Path

from clients.rehearse.cluster import running_cluster
from projections.catalogue import PROJECTIONS
from projections.connection import Connection
from projections.feed import Feeds
from projections.models import Models
from projections.rebuild import rebuild
from projections.runner import House, NoMeter
from projections.settings import WorkerSettings
from projections.tables import Tables
from projections.worker import Worker
from server.games import GAMES
from server.store.store import EventStore
from tests.projections.playing import append_new, played_game
from tests.projections.truth import assert_true, caught_up


async def test_a_worker_follows_all_nodes_and_rebuilds_on_each(tmp_path: Path) -> None:
    async with running_cluster(tmp_path) as cluster:
        store = await EventStore.connect(cluster.url, check=False)
        connection = await Connection.open(cluster.url)
        house = House(Models(connection), Feeds(connection), store, Tables(store, GAMES), GAMES, NoMeter())
        worker = await Worker.connect(WorkerSettings(redis=cluster.url, lease_seconds=1.5))
        await worker.start()
        for number in range(6):
            await append_new(store, played_game()[: 200 + number])
        await caught_up(house, PROJECTIONS)
        assert await assert_true(house, PROJECTIONS) == 6

        steps = [step async for step in rebuild(house, PROJECTIONS[0])]

        assert steps[-1].tables_done == 6
        assert await assert_true(house, PROJECTIONS) == 6
        await worker.stop()
        await connection.close()
        await store.close()
