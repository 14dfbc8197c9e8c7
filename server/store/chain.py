"""Event ids as a keyed chain: each follows from the id before it and its own event, so archives need not keep them.

The key is random, of the table's own, and hidden until the table is closed, as the seed is: until then nobody can
foretell an id, or test a guess at something hidden against it. Where a lost tail of history is written again with other
events (another time is enough), their ids are other ones; the same events behind the same history are the same history.
"""

import os
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from ludarium.v1.events_pb2 import Event

from server.store.points import EVENT_ID_BYTES

KEY_BYTES: Final = 16


def new_key() -> bytes:
    """The key of a new table."""
    return os.urandom(KEY_BYTES)


def chained_id(key: bytes, before: bytes, event: Event) -> bytes:
    """The id of an event, which has neither an id nor its command's yet, behind the one with the id `before`."""
    content = before + event.SerializeToString(deterministic=True)
    return blake2b(content, key=key, digest_size=EVENT_ID_BYTES).digest()


class Chain:
    """Gives ids to the events behind a point of one table, one after the other."""

    def __init__(self, key: bytes, before: bytes) -> None:
        """`before` is the id at that point, b"" at the beginning."""
        self._key = key
        self._before = before

    def __call__(self, event: Event) -> bytes:
        """The id of the next event, which has neither an id nor its command's yet."""
        self._before = chained_id(self._key, self._before, event)
        return self._before


def chained_ids(bare: Sequence[Event]) -> list[bytes] | None:
    """The ids of a table's events from version 1 on, which have neither ids nor their commands'.

    None for a table without a key: its ids were drawn.
    """
    key = bare[0].table.opened.id_key
    if not key:
        return None
    chain = Chain(key, b"")
    return [chain(event) for event in bare]
