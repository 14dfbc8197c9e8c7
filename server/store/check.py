"""The start-up check: refuses a store whose settings are weaker than what is promised on top of it."""

from dataclasses import dataclass

from redis.exceptions import RedisError

from server.store.durability import Durability
from server.store.errors import OutcomeUnknown, StoreUnavailable, StoreUnsuitable
from server.store.replies import refusal
from server.store.wire import Argument, Barrier, Reply, Wire

OLDEST_REDIS = (7, 0)
OLDEST_REDIS_WITH_WAITAOF = (7, 2)
OLDEST_VALKEY = (8, 0)


@dataclass(frozen=True, slots=True)
class NodeSettings:
    """What a node says about itself."""

    product: str
    version: tuple[int, ...]
    eviction: str
    append_only: bool
    fsync: str

    @property
    def has_waitaof(self) -> bool:
        """Whether the node can wait for the disks of its replicas."""
        return self.product == "valkey" or self.version >= OLDEST_REDIS_WITH_WAITAOF

    def barrier(self, durability: Durability, timeout: float) -> Barrier | None:
        """The command that makes a pipeline of appends as safe as promised; none when the node alone is enough."""
        count = durability.replica_count
        if count == 0:
            return None
        milliseconds = int(timeout * 1000 * 0.8)
        if self.has_waitaof and self.fsync == "always":
            return Barrier(
                ("WAITAOF", 1, count, milliseconds),
                lambda reply: isinstance(reply, list) and reply[0] >= 1 and reply[1] >= count,
                f"{count} replicas did not write the append to their disks in time",
            )
        return Barrier(
            ("WAIT", count, milliseconds),
            lambda reply: isinstance(reply, int) and reply >= count,
            f"{count} replicas did not receive the append in time",
        )


async def check_store(wire: Wire, durability: Durability, *, insist: bool = True) -> NodeSettings:
    """Reads a node's settings and, unless told not to insist, refuses those weaker than `durability` promises.

    Raises StoreUnsuitable with a sentence for the operator, or StoreUnavailable.
    """
    settings = await read_settings(wire)
    if insist:
        refuse_weakness(settings, durability)
    return settings


async def read_settings(wire: Wire) -> NodeSettings:
    """What the node says about itself. Raises StoreUnavailable, or StoreUnsuitable where CONFIG GET is forbidden."""
    facts = _facts(await _ask(wire, "INFO", "server"))
    names = ("maxmemory-policy", "appendonly", "appendfsync")
    reply = await _ask(wire, "CONFIG", "GET", *names)
    config = {bytes(reply[at]).decode(): bytes(reply[at + 1]).decode() for at in range(0, len(reply), 2)}
    product = "valkey" if "valkey_version" in facts else "redis"
    version = tuple(int(part) for part in facts[f"{product}_version"].split(".")[:2] if part.isdecimal())
    return NodeSettings(product, version, config[names[0]], config[names[1]] == "yes", config[names[2]])


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


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


def _facts(info: bytes) -> dict[str, str]:
    lines = info.decode().splitlines()
    return dict(line.split(":", 1) for line in lines if ":" in line)


async def _ask(wire: Wire, *command: Argument) -> Reply:
    try:
        return await wire.call(*command)
    except OutcomeUnknown as error:
        raise StoreUnavailable(str(error)) from error
    except RedisError as error:
        raise refusal(error) from error
