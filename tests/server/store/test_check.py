"""The start-up check refuses stores that are weaker than promised, and says what to change."""

import re
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from server.store.check import NodeSettings, advise, refuse_weakness
from server.store.durability import Durability
from server.store.embedded import EmbeddedServer
from server.store.errors import StoreUnavailable, StoreUnsuitable
from server.store.store import EventStore
from tests.server.store.writing import grow, new_table

GOOD: dict[str, Any] = {
    "product": "redis",
    "version": (7, 2),
    "eviction": "noeviction",
    "append_only": True,
    "fsync": "always",
}


@pytest.mark.parametrize(
    ("weakness", "durability", "complaint"),
    [
        ({"version": (6, 2)}, Durability.LOCAL, r"redis 6\.2; redis 7\.0 or later is needed"),
        ({"product": "valkey", "version": (7, 2)}, Durability.LOCAL, r"valkey 7\.2; valkey 8\.0 or later"),
        ({"eviction": "allkeys-lru"}, Durability.LOCAL, "maxmemory-policy allkeys-lru.*; set maxmemory-policy noevic"),
        ({"append_only": False}, Durability.replicas(2), "appendonly no.*; set appendonly yes"),
        ({"fsync": "everysec"}, Durability.LOCAL, "appendfsync everysec.*; set appendfsync always"),
        ({"fsync": "no"}, Durability.replicas(1), "appendfsync no.*; set appendfsync"),
    ],
)
def test_a_weak_store_is_refused(weakness: dict[str, Any], durability: Durability, complaint: str) -> None:
    with pytest.raises(StoreUnsuitable, match=complaint):
        refuse_weakness(NodeSettings(**GOOD | weakness), durability)


@pytest.mark.parametrize(
    ("settings", "durability"),
    [
        ({}, Durability.LOCAL),
        ({"version": (7, 0)}, Durability.LOCAL),
        ({"product": "valkey", "version": (8, 0)}, Durability.LOCAL),
        ({"fsync": "everysec"}, Durability.replicas(1)),
    ],
)
def test_a_strong_store_is_accepted(settings: dict[str, Any], durability: Durability) -> None:
    refuse_weakness(NodeSettings(**GOOD | settings), durability)


@pytest.mark.parametrize(
    ("settings", "replicas", "advice"),
    [
        ({"replicas_to_write": 1}, 1, []),
        ({}, 1, [r"min-replicas-to-write 0\): set min-replicas-to-write 1"]),
        ({"replicas_to_write": 1}, 0, ["has 0 replicas now and each append waits for 1"]),
    ],
)
def test_what_is_strong_enough_and_could_be_better_is_told(
    settings: dict[str, Any], replicas: int, advice: list[str]
) -> None:
    told = advise(NodeSettings(**GOOD | settings), Durability.replicas(1), replicas)
    assert len(told) == len(advice)
    assert all(re.search(words, sentence) for words, sentence in zip(advice, told, strict=True))
    assert advise(NodeSettings(**GOOD), Durability.LOCAL, 0) == []


async def test_connecting_to_a_weak_store_is_refused_unless_told_otherwise(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path, appendfsync="everysec") as server:
        with pytest.raises(StoreUnsuitable, match="appendfsync everysec"):
            await EventStore.connect(server.url)
        await (await EventStore.connect(server.url, check=False)).close()
        await (await EventStore.connect(server.url, durability=Durability.replicas(1))).close()


async def test_connecting_to_nobody_is_store_unavailable(own_server: EmbeddedServer) -> None:
    own_server.stop()
    with pytest.raises(StoreUnavailable, match="cannot reach the event store"):
        await EventStore.connect(own_server.url)


def test_at_least_one_replica_must_be_asked_for() -> None:
    with pytest.raises(ValueError, match="at least one replica, not 0"):
        Durability.replicas(0)


async def test_a_store_that_hides_its_settings_is_refused_unless_told_otherwise(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path) as server:
        async with Redis.from_url(server.url) as redis:
            await redis.acl_setuser("guest", True, True, keys=["*"], channels=["*"], commands=["+@all", "-config"])
        url = f"redis://guest:any@127.0.0.1:{server.port}/0"
        with pytest.raises(StoreUnsuitable, match="allow this user CONFIG GET"):
            await EventStore.connect(url)
        store = await EventStore.connect(url, check=False)
        await grow(store, new_table())
        await store.close()
