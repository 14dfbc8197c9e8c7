"""How safe an append must be before it is acknowledged."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Durability:
    """How safe an append must be before it is acknowledged: `Durability.LOCAL` or `Durability.replicas(n)`."""

    replica_count: int = 0
    LOCAL: ClassVar["Durability"]
    """Written to the disk of the node that took it (appendfsync always): survives a crash of the node."""

    def __str__(self) -> str:
        return f"replicas:{self.replica_count}" if self.replica_count else "local"

    @classmethod
    def replicas(cls, count: int) -> "Durability":
        """Acknowledged by that many replicas as well: survives the loss of the node.

        Where the server has WAITAOF and the node runs with appendfsync always, node and replicas have it on disk;
        elsewhere the replicas have it in memory. Raises ValueError for a count below 1.
        """
        if count < 1:
            raise ValueError(
                f"a replicated store needs at least one replica, not {count}; use Durability.LOCAL for none"
            )
        return cls(count)


Durability.LOCAL = Durability()
