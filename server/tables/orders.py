"""Orders: commands on their way to a table, and the answers that come back."""

from hashlib import sha256
from typing import Final, NamedTuple

from google.protobuf.message import Message
from ludarium.v1 import events_pb2

from server.games.kernel.commands import Actor, TableCommand
from server.games.kernel.redact import Viewer
from server.games.kernel.table import Table
from server.store.points import NOWHERE, Point

BOTS: Final = "bots"
"""Bots share one memory of command ids, so that several processes may play the same seats."""


class Order(NamedTuple):
    """A command for one table.

    `digest` tells it from another command under the same id. `game` is the game that the command was written for, ""
    for commands of the table itself.
    """

    table_id: str
    actor: Actor
    command: TableCommand
    command_id: str
    digest: bytes
    expected_version: int | None = None
    game: str = ""

    @property
    def remembered_for(self) -> str:
        """For whom the store remembers the command id: a player, or all bots."""
        return BOTS if self.actor.bot else self.actor.player_id


class Answer(NamedTuple):
    """What came of an order: the point after it, its events in full, and the seat through whose eyes they are told.

    `repeated` says that the order was carried out before and that this is its first answer.
    """

    point: Point
    events: tuple[events_pb2.Event, ...]
    viewer: Viewer
    repeated: bool = False


def digest_of(kind: str, *parts: Message) -> bytes:
    """SHA-256 over the kind of a command and the deterministic encoding of what makes it this command."""
    digest = sha256(kind.encode())
    for part in parts:
        content = part.SerializeToString(deterministic=True)
        digest.update(b":%d:" % len(content))
        digest.update(content)
    return digest.digest()


def token_of(point: Point) -> events_pb2.Token:
    """The token that clients carry for a point."""
    return events_pb2.Token(version=point.version, event_id=point.event_id)


def point_of(token: events_pb2.Token) -> Point:
    """The point that a client's token names."""
    return Point(token.version, token.event_id) if token.version else NOWHERE


def last_point(table: Table) -> Point:
    """The point at which a table stands."""
    return Point(table.version, table.event_id)
