"""Who looks after what: workers share the partitions by agreement, and hold leases as a courtesy to each other.

Nothing depends on a lease for its truth: a worker that was paused past its own still loses the comparison of cursors.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from projections.connection import Connection
from projections.functions import LEASE, WORKERS
from projections.keys import HOME, WORKERS_KEY, lease_key
from server.store.partitions import PARTITIONS


@dataclass(frozen=True, slots=True)
class Member:
    """A worker that is there, and the keys of the projections that it runs."""

    worker: str
    projections: frozenset[str]

    def __str__(self) -> str:
        return " ".join((self.worker, *sorted(self.projections)))


def share_of(worker: str, projection: str, members: Iterable[Member]) -> frozenset[int]:
    """The partitions in which a worker looks after a projection, as all workers work it out for themselves.

    Of the workers that run the projection the one with the highest weight takes a partition (rendezvous hashing), so
    one that comes or goes moves no partitions but its own.
    """
    able = [member.worker for member in members if projection in member.projections]
    if not able:
        return frozenset()
    return frozenset(p for p in range(PARTITIONS) if max(able, key=lambda name: (_weight(name, p), name)) == worker)


class Leases:
    """The leases of one worker, and its place in the list of workers."""

    def __init__(self, connection: Connection, worker: str, projections: Iterable[str], seconds: float) -> None:
        """`worker` is a name of this process alone; leases last `seconds` unless they are renewed."""
        self._connection = connection
        self._member = Member(worker, frozenset(projections))
        self._milliseconds = int(seconds * 1000)
        self._held: frozenset[tuple[str, int]] = frozenset()

    @property
    def held(self) -> frozenset[tuple[str, int]]:
        """What this worker looks after: pairs of a projection's key and a partition."""
        return self._held

    async def renew(self) -> frozenset[tuple[str, int]]:
        """Let go what is another's share, keep or take what is one's own, and say what is held now.

        Raises StoreUnavailable or OutcomeUnknown: what is held is not certain then, which does no harm.
        """
        members = await self._register(self._milliseconds)
        worker = self._member.worker
        wanted = {projection: share_of(worker, projection, members) for projection in self._member.projections}
        strange = {pair for pair in self._held if pair[1] not in wanted[pair[0]]}
        if strange:
            await self._ask(strange, 0)
        pairs = {(projection, partition) for projection, share in wanted.items() for partition in share}
        self._held = frozenset(await self._ask(pairs, self._milliseconds))
        return self._held

    async def leave(self) -> None:
        """Let go everything, so that other workers go on at once. Raises StoreUnavailable or OutcomeUnknown."""
        held, self._held = self._held, frozenset()
        await self._register(0)
        await self._ask(held, 0)

    async def _register(self, milliseconds: int) -> list[Member]:
        entry = str(self._member), milliseconds
        reply = await self._connection.call_function(HOME, WORKERS, (WORKERS_KEY,), entry)
        return [_member(entry) for entry in reply]

    async def _ask(self, pairs: Iterable[tuple[str, int]], milliseconds: int) -> list[tuple[str, int]]:
        """Take or let go leases, a call a partition, all at once; gives those that are held then."""
        asked = await asyncio.gather(
            *(
                self._ask_partition(partition, projections, milliseconds)
                for partition, projections in _by_partition(pairs).items()
            )
        )
        return [pair for held in asked for pair in held]

    async def _ask_partition(
        self, partition: int, projections: Sequence[str], milliseconds: int
    ) -> list[tuple[str, int]]:
        keys = [lease_key(projection, partition) for projection in projections]
        reply = await self._connection.call_function(partition, LEASE, keys, (self._member.worker, milliseconds))
        return [(projection, partition) for projection, mine in zip(projections, reply, strict=True) if mine]


def _by_partition(pairs: Iterable[tuple[str, int]]) -> Mapping[int, Sequence[str]]:
    found: dict[int, list[str]] = {}
    for projection, partition in sorted(pairs):
        found.setdefault(partition, []).append(projection)
    return found


def _member(entry: bytes) -> Member:
    worker, *projections = entry.decode().split(" ")
    return Member(worker, frozenset(projections))


@lru_cache(maxsize=64 * PARTITIONS)
def _weight(worker: str, partition: int) -> bytes:
    return blake2b(f"{worker} {partition}".encode(), digest_size=8).digest()
