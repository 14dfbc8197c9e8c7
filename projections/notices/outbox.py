"""The outbox: notices wait there, beside the cursor of the feed that they were made from, until they are delivered."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from ludarium.v1 import notices_pb2

from projections.connection import Connection
from projections.notices.functions import POST, TAKE
from projections.notices.turns import TurnNotice
from server.store.partitions import partition_of, partition_tag
from server.store.points import FeedPlace
from server.store.webhooks import webhook_key
from server.store.wire import Argument

Webhook = notices_pb2.Webhook

KEY: Final = "notices.1"
"""What the leases of this work are called."""


class _Keys(NamedTuple):
    cursor: str
    due: str
    notices: str


class Outbox:
    """The outboxes of all partitions, and the webhooks of players. Calls may raise StoreUnavailable, OutcomeUnknown."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def place(self, partition: int) -> FeedPlace | None:
        """How far the partition's feed was read; None before it was begun."""
        data = await self._connection.ask(partition, "GET", _keys(partition).cursor)
        if data is None:
            return None
        position, _, event_id = bytes(data).partition(b" ")
        return FeedPlace(int(position), event_id)

    async def post(
        self, partition: int, expected: FeedPlace | None, place: FeedPlace, notices: Sequence[TurnNotice], now_ms: int
    ) -> bool:
        """Put notices in and move the cursor; False, and nothing done, if another was faster."""
        arguments: list[Argument] = [b"" if expected is None else _cursor(expected), _cursor(place), now_ms]
        for notice in notices:
            arguments += (notice.id, notice.SerializeToString())
        return bool(await self._connection.call_function(partition, POST, _keys(partition), arguments) == 1)

    async def take(self, partition: int, now_ms: int, until_ms: int, limit: int) -> list[TurnNotice]:
        """Notices that are due; they are due again at `until_ms` unless they are settled by then."""
        keys = _keys(partition)
        reply = await self._connection.call_function(
            partition, TAKE, (keys.due, keys.notices), (now_ms, until_ms, limit)
        )
        return [TurnNotice.FromString(data) for data in reply]

    async def done(self, partition: int, notice: TurnNotice) -> None:
        """The notice was delivered or is given up."""
        keys = _keys(partition)
        await self._connection.ask(partition, "ZREM", keys.due, notice.id)
        await self._connection.ask(partition, "HDEL", keys.notices, notice.id)

    async def retry(self, partition: int, notice: TurnNotice, due_ms: int) -> None:
        """Try the notice again at a time, as it is now."""
        keys = _keys(partition)
        await self._connection.ask(partition, "HSET", keys.notices, notice.id, notice.SerializeToString())
        await self._connection.ask(partition, "ZADD", keys.due, due_ms, notice.id)

    async def webhook(self, player_id: str) -> Webhook | None:
        """Where a player wants to be told; None for nowhere."""
        data = await self._connection.ask(partition_of(player_id), "GET", webhook_key(player_id))
        return None if data is None else Webhook.FromString(data)


def _keys(partition: int) -> _Keys:
    return _Keys(*(f"{partition_tag(partition)}:notices:{part}" for part in ("cursor", "due", "bodies")))


def _cursor(place: FeedPlace) -> bytes:
    return b"%d " % place.position + place.event_id
