"""The shape of a projection: a fold over one table's events that is kept as one row a table, for queries."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message
from ludarium.v1 import events_pb2, table_events_pb2

from server.games.kernel.game import AnyGame
from server.games.kernel.table import Table

R = TypeVar("R", bound=Message)


@dataclass(frozen=True, slots=True)
class TableContext:
    """What a handler may know of the table besides the event: how it was opened, its game, and its folded state.

    `folded` stands right after the event; it is there for projections that declare `folds`, and theirs to read only.
    """

    opened: table_events_pb2.TableOpened
    game: AnyGame
    folded: Table | None = None

    @property
    def table(self) -> Table:
        """The folded table of a projection that declares `folds`."""
        assert self.folded is not None, "a projection that wants the folded table says so with folds=True"
        return self.folded


def no_facets(row: Any) -> frozenset[str]:
    """The facets of rows that are looked up by their table alone."""
    return frozenset()


def no_rank(row: Any) -> int:
    """The rank of rows that are not listed."""
    return 0


@dataclass(frozen=True, slots=True)
class Projection(Generic[R]):
    """One read model. `apply` writes what an event changes into the table's row, and nothing else changes the row.

    The events come in order and once each; those that an undo cancelled are left out and the row made anew, so no
    handler undoes. A row holds no version: that is stored beside it. Another way to fold is another `version`, which
    is stored apart and may be filled while the old one still answers.
    """

    name: str
    version: int
    start: Callable[[], R]
    """An empty row."""
    apply: Callable[[R, events_pb2.Event, TableContext], None]
    facets: Callable[[R], frozenset[str]] = no_facets
    """What lists may select the row by: words of the projection's own, without the character NUL."""
    rank: Callable[[R], int] = no_rank
    """What lists are ordered by, highest first: a number from 0, below 2 to the 64th."""
    folds: bool = False
    """Whether the handler looks at the table as the kernel folds it."""

    @property
    def key(self) -> str:
        """Name and version: `scoreboard.1`."""
        return f"{self.name}.{self.version}"

    def members(self, row: R, table_id: str) -> frozenset[str]:
        """The entries of a row in the index of facets; those of a facet sort by rank, then by table."""
        rank = self.rank(row)
        return frozenset(member(facet, rank, table_id) for facet in self.facets(row))

    def read(self, data: bytes) -> R:
        """A row from its stored bytes. Raises google.protobuf.message.DecodeError."""
        row = self.start()
        row.ParseFromString(data)
        return row


def member(facet: str, rank: int, table_id: str) -> str:
    """A table's entry in the index of facets."""
    return f"{facet}\0{rank:016x}{table_id}"


def write(row: Message) -> bytes:
    """The stored bytes of a row: equal rows have equal bytes."""
    return row.SerializeToString(deterministic=True)


AnyProjection = Projection[Any]
