"""The event store's front door: append events to tables, read them back, and what hangs on that."""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Self

from ludarium.v1.events_pb2 import Event

from server.store.archive.archive import Archive
from server.store.archive.places import DiskPlace, RedisPlace
from server.store.check import check_store
from server.store.durability import Durability
from server.store.errors import StoreMalformed
from server.store.functions import APPEND, BEAT, FUNCTIONS
from server.store.links import Links, load
from server.store.outcomes import Appended, Conflict, Outcome, Reused, Seen
from server.store.partitions import (
    PARTITIONS,
    PULSE_KEYS,
    archived_key,
    commands_key,
    deadlines_key,
    feed_key,
    news_channel,
    partition_of,
    request_key,
    table_key,
)
from server.store.points import EVENT_ID_BYTES, NOWHERE, Point, StoredEvent
from server.store.replies import events_of, point_of, remembered_of
from server.store.wire import Argument, Barrier, Reply, Wire

__all__ = ["EventStore"]


class EventStore:
    """Append and read, over one connection for appends and one for reads to each node, shared by all callers."""

    def __init__(self, links: Links, archive: Path | None = None) -> None:
        """Use `connect`."""
        self._links = links
        self.archive = Archive(links, RedisPlace(links) if archive is None else DiskPlace(archive))
        """Finished tables that have left the streams; `read` and `last` answer from it as if they had not."""

    @classmethod
    async def connect(
        cls,
        url: str,
        *,
        durability: Durability = Durability.LOCAL,
        check: bool = True,
        answer_within: float = 5.0,
        archive: Path | None = None,
    ) -> Self:
        """Connects to a node or a cluster, loads the store's functions and, unless told not to, checks the settings.

        `answer_within` seconds bound each exchange with a node. `archive` is the directory of archived tables; without
        one they are kept in Redis. Raises StoreUnavailable if a node cannot be reached
        and StoreUnsuitable if its settings are weaker than `durability` promises.
        """

        async def prepare(wire: Wire) -> Barrier | None:
            settings = await check_store(wire, durability, insist=check)
            await asyncio.gather(*(load(wire, function) for function in FUNCTIONS))
            return settings.barrier(durability, answer_within)

        return cls(await Links.open(url, answer_within=answer_within, prepare=prepare), archive)

    async def close(self) -> None:
        """Closes the connections; calls under way fail."""
        await self._links.close()

    async def append(
        self,
        table_id: str,
        expected: Point,
        events: Sequence[Event],
        *,
        actor: str,
        command_id: str,
        digest: bytes,
        deadline_ms: int | None = None,
        keep_deadline: bool = False,
    ) -> Outcome:
        """Appends one command's events after the point that the writer expects to be the table's last.

        The command is remembered for its actor (a name for a seat, or for the server itself, that is no other actor's
        name up to a colon) with a digest of its content, as long as the table lives. The table's
        next deadline becomes `deadline_ms` (milliseconds since 1970; None for none) unless it is to be kept.
        Raises ValueError for events that do not follow `expected`, StoreUnavailable if nothing was appended,
        OutcomeUnknown if that cannot be known, StoreMalformed if the store holds what it should not.
        """
        _check_follows(expected, events)
        places = _places(table_id)
        deadline: Argument = "keep" if keep_deadline else "clear" if deadline_ms is None else deadline_ms
        command: list[Argument] = [
            *places.keys,
            *(table_id, expected.version, expected.event_id, f"{actor}:{command_id}", digest, deadline),
            *(places.channel, len(events)),
        ]
        for event in events:
            command += (event.event_id, event.SerializeToString(deterministic=True))
        reply = await self._links.invoke(places.partition, APPEND, len(places.keys), command)
        return _outcome(reply, events)

    async def read(self, table_id: str, after: int = 0, limit: int | None = None) -> list[StoredEvent]:
        """The table's events after a version, oldest first, at most `limit`; none for an unknown table.

        Raises StoreUnavailable, or StoreMalformed for entries that are not a gapless run of events.
        """
        key = table_key(table_id)
        bound: tuple[Argument, ...] = () if limit is None else ("COUNT", limit)
        command: tuple[Argument, ...] = ("XRANGE", key, f"{after + 1}-0", "+", *bound)
        entries = await self._links.ask(partition_of(table_id), *command)
        if not entries:
            archived = await self.archive.read(table_id)
            if archived is not None:
                return archived[after:] if limit is None else archived[after : after + limit]
            if after == 0:  # unknown, or restored between the two looks
                entries = await self._links.ask(partition_of(table_id), *command)
        return events_of(key, after, entries)

    async def last(self, table_id: str) -> Point:
        """The table's last point; NOWHERE for an unknown table. Raises StoreUnavailable, StoreMalformed."""
        key = table_key(table_id)
        entries = await self._links.ask(partition_of(table_id), "XREVRANGE", key, "+", "-", "COUNT", 1)
        return point_of(key, entries[0]) if entries else await self.archive.final_point(table_id) or NOWHERE

    async def seen(
        self, table_id: str, actor: str, command_id: str, digest: bytes | None = None
    ) -> Seen | Reused | None:
        """What is remembered of a command: where its events are, or that its id was used for another digest.

        Without a digest the content is not compared. Raises StoreUnavailable, StoreMalformed.
        """
        key, field = commands_key(table_id), f"{actor}:{command_id}"
        value = await self._links.ask(partition_of(table_id), "HGET", key, field)
        if value is None:
            return None
        first, last, known_digest = remembered_of(key, field, value)
        return Seen(first, last) if digest is None or digest == known_digest else Reused()

    async def claim_request(self, key: str, table_id: str, ttl: float) -> str:
        """Claims a request for a table, and gives the table that claimed it first: this one or an earlier one.

        The claim lasts `ttl` seconds. Raises StoreUnavailable; asking again does no harm.
        """
        command = ("SET", request_key(key), table_id, "NX", "GET", "PX", int(ttl * 1000))
        reply = await self._links.ask(partition_of(key), *command, durably=True)
        return table_id if reply is None else bytes(reply).decode()

    async def due_deadlines(self, now_ms: int, limit: int = 1000) -> list[tuple[str, int]]:
        """The tables whose deadline is not after `now_ms`, with it (milliseconds since 1970), earliest first.

        At most `limit` of each partition. Raises StoreUnavailable.
        """
        which = ("-inf", now_ms, "BYSCORE", "LIMIT", 0, limit, "WITHSCORES")
        replies = await asyncio.gather(
            *(self._links.ask(p, "ZRANGE", deadlines_key(p), *which) for p in range(PARTITIONS))
        )
        due = [
            (bytes(reply[at]).decode(), int(float(reply[at + 1])))
            for reply in replies
            for at in range(0, len(reply), 2)
        ]
        return sorted(due, key=lambda table: (table[1], table[0]))

    async def beat(self, now_ms: int, outage_ms: int, kept: int = 100) -> list[tuple[int, int]]:
        """Notes that a server is there at `now_ms` (milliseconds since 1970), and gives the outages.

        One is longer than `outage_ms`, from when a server was last there to when one was again; the latest `kept` of
        them are known. Raises StoreUnavailable, or OutcomeUnknown; asking again does no harm.
        """
        arguments: list[Argument] = [*PULSE_KEYS, now_ms, outage_ms, kept]
        reply = await self._links.invoke(0, BEAT, len(PULSE_KEYS), arguments)
        spans = (bytes(span).decode().split(" ") for span in reply)
        return [(int(start), int(end)) for start, end in spans]

    async def trim_feed(self, partition: int, keep_from: int) -> int:
        """Deletes a feed's entries before a position and gives their number; the tables' own streams stay whole.

        Keep the entry at the place of the slowest reader: that is how it knows that history did not go back.
        Raises StoreUnavailable.
        """
        return int(await self._links.ask(partition, "XTRIM", feed_key(partition), "MINID", f"{keep_from}-0"))


class _Places(NamedTuple):
    """Where the events of a table go."""

    partition: int
    keys: tuple[str, ...]
    channel: str


@lru_cache(maxsize=4096)
def _places(table_id: str) -> _Places:
    partition = partition_of(table_id)
    keys = (
        *(table_key(table_id), feed_key(partition), commands_key(table_id)),
        *(deadlines_key(partition), archived_key(partition)),
    )
    return _Places(partition, keys, news_channel(partition))


def _check_follows(expected: Point, events: Sequence[Event]) -> None:
    for version, event in enumerate(events, start=expected.version + 1):
        if event.version != version:
            raise ValueError(
                f"event {event.version} was to be appended as version {version}; number events without gaps"
            )
        if len(event.event_id) != EVENT_ID_BYTES:
            raise ValueError(f"event {version} has an id of {len(event.event_id)} bytes; {EVENT_ID_BYTES} are needed")


def _outcome(reply: Reply, events: Sequence[Event]) -> Outcome:
    match reply:
        case [b"appended"]:
            return Appended(tuple(Point(event.version, event.event_id) for event in events))
        case [b"conflict", version, event_id]:
            return Conflict(Point(int(version), bytes(event_id)))
        case [b"seen", first, last]:
            return Seen(int(first), int(last))
        case [b"reused"]:
            return Reused()
    raise StoreMalformed(f"the append function answered {reply!r}, which this version does not know")
