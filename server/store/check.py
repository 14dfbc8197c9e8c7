"""The start-up check: refuses a store whose settings are weaker than what is promised on top of it."""

import logging
from dataclasses import dataclass

from redis.exceptions import RedisError

from server.store.durability import Durability
from server.store.errors import OutcomeUnknown, StoreUnavailable, StoreUnsuitable
from server.store.replies import refusal
from server.store.wire import Argument, Barrier, Reply, Wire

log = logging.getLogger(__name__)

OLDEST_REDIS = (7, 0)
OLDEST_REDIS_WITH_WAITAOF = (7, 2)
OLDEST_VALKEY = (8, 0)

_SETTINGS = ("maxmemory-policy", "appendonly", "appendfsync", "min-replicas-to-write")


@dataclass(frozen=True, slots=True)
class NodeSettings:
    """What a node says about itself."""

    product: str
    version: tuple[int, ...]
    eviction: str
    append_only: bool
    fsync: str
    replicas_to_write: int = 0
    """How many replicas must be there for the node to take a write (min-replicas-to-write)."""

    @property
    def has_waitaof(self) -> bool:
        """Whether the node can wait for the disks of its replicas."""
        return self.product == "valkey" or self.version >= OLDEST_REDIS_WITH_WAITAOF

    def barrier(self, durability: Durability, timeout: float) -> Barrier | None:
        """The command that makes a pipeline of appends as safe as promised; none when the node alone is enough."""
        count = durability.replica_count
        if count == 0:
            return None
        milliseconds = int(timeout * 1000 * 0.4)
        if self.has_waitaof and self.fsync == "always":
            # WAIT comes first, for speed: asked right behind the append, a replica would tell how far its disk was
            # before it, and tell again only a second later.
            return Barrier(
                (("WAIT", count, milliseconds), ("WAITAOF", 1, count, milliseconds)),
                lambda reply: isinstance(reply, list) and reply[0] >= 1 and reply[1] >= count,
                f"{count} replicas did not write the append to their disks in time",
            )
        return Barrier(
            (("WAIT", count, milliseconds),),
            lambda reply: isinstance(reply, int) and reply >= count,
            f"{count} replicas did not receive the append in time",
        )


async def check_store(wire: Wire, durability: Durability, *, insist: bool = True) -> NodeSettings:
    """Reads a node's settings and, unless told not to insist, refuses those weaker than `durability` promises.

    Raises StoreUnsuitable with a sentence for the operator, or StoreUnavailable.
    """
    facts = _facts(await _ask(wire, "INFO", "server"))
    try:
        config = await _config(wire)
    except StoreUnsuitable:
        if insist:
            raise
        config = {}
    settings = _settings(facts, config)
    if insist:
        refuse_weakness(settings, durability)
        for advice in advise(settings, durability, await _replicas(wire)):
            log.warning("%s", advice)
    return settings


def refuse_weakness(settings: NodeSettings, durability: Durability) -> None:
    """Raises StoreUnsuitable, with a sentence for the operator, for settings weaker than `durability` promises."""
    oldest = OLDEST_VALKEY if settings.product == "valkey" else OLDEST_REDIS
    if settings.version < oldest:
        raise StoreUnsuitable(
            f"the event store is {settings.product} {_dotted(settings.version)}; "
            f"{settings.product} {_dotted(oldest)} or later is needed"
        )
    if settings.eviction != "noeviction":
        raise StoreUnsuitable(
            f"the event store may evict games when memory runs out (maxmemory-policy {settings.eviction}); "
            "set maxmemory-policy noeviction"
        )
    if not settings.append_only:
        raise StoreUnsuitable("the event store keeps its data in memory only (appendonly no); set appendonly yes")
    if settings.fsync == "no" or (durability.replica_count == 0 and settings.fsync != "always"):
        raise StoreUnsuitable(
            f"the event store may lose acknowledged events in a crash (appendfsync {settings.fsync}); "
            "set appendfsync always, or have replicas acknowledge each append and set at least appendfsync everysec"
        )


def advise(settings: NodeSettings, durability: Durability, replicas: int) -> list[str]:
    """What an operator should know of settings that are strong enough, a sentence each, with so many replicas there."""
    count = durability.replica_count
    advice = []
    if replicas < count:
        advice.append(
            f"the event store has {replicas} replicas now and each append waits for {count}: "
            "until there are as many, commands end as UNAVAILABLE"
        )
    if settings.replicas_to_write < count:
        advice.append(
            "the event store takes writes while its replicas are away (min-replicas-to-write "
            f"{settings.replicas_to_write}): set min-replicas-to-write {count} and min-replicas-max-lag 10, so that a "
            "node cut off from its replicas refuses at once what it could not acknowledge"
        )
    return advice


async def _replicas(wire: Wire) -> int:
    return int(_facts(await _ask(wire, "INFO", "replication")).get("connected_slaves", "0"))


def _settings(facts: dict[str, str], config: dict[str, str]) -> NodeSettings:
    product = "valkey" if "valkey_version" in facts else "redis"
    version = facts.get(f"{product}_version", "0").split(".")[:2]
    return NodeSettings(
        product,
        tuple(int(part) for part in version if part.isdecimal()),
        eviction=config.get("maxmemory-policy", "unknown"),
        append_only=config.get("appendonly") == "yes",
        fsync=config.get("appendfsync", "unknown"),
        replicas_to_write=int(config.get("min-replicas-to-write", "0")),
    )


def _facts(info: bytes) -> dict[str, str]:
    return dict(line.split(":", 1) for line in info.decode().splitlines() if ":" in line)


async def _config(wire: Wire) -> dict[str, str]:
    try:
        reply = await wire.call("CONFIG", "GET", *_SETTINGS)
    except OutcomeUnknown as error:
        raise StoreUnavailable(str(error)) from error
    except RedisError as error:
        raise StoreUnsuitable(
            f"the event store does not show its settings, so nobody can tell whether it keeps what it acknowledges "
            f"(CONFIG GET: {error}); allow this user CONFIG GET, or make sure of {', '.join(_SETTINGS)} yourself "
            "and start without the check"
        ) from error
    return {bytes(reply[at]).decode(): bytes(reply[at + 1]).decode() for at in range(0, len(reply), 2)}


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


async def _ask(wire: Wire, *command: Argument) -> Reply:
    try:
        return await wire.call(*command)
    except OutcomeUnknown as error:
        raise StoreUnavailable(str(error)) from error
    except RedisError as error:
        raise refusal(error) from error
