"""The names of everything that the read side keeps in Redis, beside the feeds it is made from.

All keys of one projection in one partition share the partition's hash tag, so that rows and cursor are written in one
function call.
"""

from dataclasses import dataclass

from server.store.partitions import partition_tag

HOME = 0
"""The partition whose node keeps what belongs to no partition."""

WORKERS_KEY = f"{partition_tag(HOME)}:read:workers"
"""The sorted set of workers with the projections they run, by the millisecond at which they are given up."""


@dataclass(frozen=True, slots=True)
class ModelKeys:
    """The keys of one read model in one partition: the live one, or one that is being rebuilt beside it."""

    partition: int
    cursor: str
    """The string that says how far the feed is folded into the rows."""
    points: str
    """The hash from tables to the point that each row has come to."""
    rows: str
    """The hash from tables to rows."""
    index: str
    """The sorted set that lists tables by facet."""
    parked: str
    """The hash of tables that the projection could not go on with."""

    @property
    def all(self) -> tuple[str, ...]:
        """Every key, in the order in which functions take them."""
        return self.cursor, self.points, self.rows, self.index, self.parked


def model_keys(projection: str, partition: int, rebuild: str = "") -> ModelKeys:
    """The keys of a projection (by its `key`) in a partition; `rebuild` names a rebuild, "" is the live model."""
    stem = f"{_stem(projection, partition)}{f':rebuild:{rebuild}' if rebuild else ''}"
    return ModelKeys(partition, *(f"{stem}:{part}" for part in ("cursor", "points", "rows", "index", "parked")))


def skipped_key(projection: str, partition: int) -> str:
    """The hash from tables to the versions that an operator told the projection to leave out; outlives rebuilds."""
    return f"{_stem(projection, partition)}:skipped"


def lease_key(projection: str, partition: int) -> str:
    """The string that names the worker which looks after a projection in a partition."""
    return f"{_stem(projection, partition)}:lease"


def rows_channel(partition: int) -> str:
    """The sharded channel that announces which rows of a partition have changed."""
    return f"{partition_tag(partition)}:read-news"


def _stem(projection: str, partition: int) -> str:
    return f"{partition_tag(partition)}:read:{projection}"
