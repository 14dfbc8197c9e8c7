"""The shape of a model across tables: a fold over the results stream that is kept as rows, each under a key."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

from projections.across.results import TableResult
from projections.projection import member, no_facets, no_rank

R = TypeVar("R", bound=Message)


@dataclass(frozen=True, slots=True)
class AcrossModel(Generic[R]):
    """One model. `apply` writes what a result changes into the rows that `touched` names, and nothing else does."""

    name: str
    version: int
    start: Callable[[], R]
    """An empty row."""
    touched: Callable[[TableResult], Sequence[str]]
    """The keys of the rows that a result changes, without blanks."""
    apply: Callable[[Mapping[str, R], TableResult], None]
    facets: Callable[[R], frozenset[str]] = no_facets
    """What lists may select a row by."""
    rank: Callable[[R], int] = no_rank
    """What lists are ordered by, highest first: a number from 0, below 2 to the 64th."""

    @property
    def key(self) -> str:
        """Name and version: `ratings.1`."""
        return f"{self.name}.{self.version}"

    def members(self, row: R, row_key: str) -> frozenset[str]:
        """The entries of a row in the index of facets."""
        rank = self.rank(row)
        return frozenset(member(facet, rank, row_key) for facet in self.facets(row))

    def read(self, data: bytes) -> R:
        """A row from its stored bytes. Raises google.protobuf.message.DecodeError."""
        row = self.start()
        row.ParseFromString(data)
        return row


AnyAcrossModel = AcrossModel[Any]


def identity(player_id: str, bot: str) -> str:
    """Who a seat counts for: the player, or all bots of that kind together."""
    return f"bot:{bot}" if bot else player_id
