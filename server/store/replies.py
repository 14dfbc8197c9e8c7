"""Reads what the store answers: entries of streams, remembered commands, refusals."""

import re
from collections.abc import Sequence
from typing import Any

from redis.exceptions import RedisError

from server.store.errors import StoreError, StoreMalformed, StoreUnavailable
from server.store.points import EVENT_ID_BYTES, FeedEntry, Point, StoredEvent

_REMEMBERED = re.compile(rb"(\d+) (\d+) (.*)", re.DOTALL)
_NOT_EXECUTED = frozenset(
    (
        *("LOADING", "BUSY", "MISCONF", "OOM", "READONLY", "NOREPLICAS"),
        *("CLUSTERDOWN", "MASTERDOWN", "TRYAGAIN", "MOVED", "ASK", "NOAUTH", "NOPERM"),
    )
)
_NOT_OURS = frozenset(("MALFORMED", "WRONGTYPE"))


def events_of(key: str, after: int, entries: Sequence[Any]) -> list[StoredEvent]:
    """The events in a range of a table's stream. Raises StoreMalformed unless they follow `after` without a gap."""
    events = []
    for version, (entry_id, fields) in enumerate(entries, start=after + 1):
        if entry_id != b"%d-0" % version:
            raise StoreMalformed(f"{key} holds entry {_text(entry_id)} where {version}-0 was expected")
        event_id, data = _event_fields(key, entry_id, fields)
        events.append(StoredEvent(Point(version, event_id), data))
    return events


def point_of(key: str, entry: Any) -> Point:
    """The point of one entry of a table's stream. Raises StoreMalformed."""
    entry_id, fields = entry
    version = _number(key, entry_id)
    return Point(version, _event_fields(key, entry_id, fields)[0])


def feed_entry_of(key: str, partition: int, entry: Any) -> FeedEntry:
    """One entry of a partition's feed. Raises StoreMalformed."""
    entry_id, fields = entry
    position = _number(key, entry_id)
    match fields:
        case [b"t", table_id, b"v", version, b"i", event_id, b"e", data] if len(event_id) == EVENT_ID_BYTES:
            return FeedEntry(partition, position, table_id.decode(), Point(int(version), event_id), data)
    raise StoreMalformed(f"{key} entry {_text(entry_id)} is not an event of a table; its fields are {_names(fields)}")


def remembered_of(key: str, field: str, value: bytes) -> tuple[int, int, bytes]:
    """First version, last version and digest of a remembered command. Raises StoreMalformed."""
    match = _REMEMBERED.fullmatch(value)
    if match is None:
        raise StoreMalformed(f'{key} field {field} is not "<first> <last> <digest>"')
    return int(match[1]), int(match[2]), match[3]


def refusal(error: RedisError) -> StoreError:
    """What an error reply means: nothing was done, for a reason that may pass or one that needs an operator."""
    code = str(getattr(error, "status_code", None) or str(error).split(" ", 1)[0])
    if code in _NOT_EXECUTED:
        return StoreUnavailable(f"the event store refused: {code} {error}")
    if code in _NOT_OURS:
        return StoreMalformed(f"the event store holds something unexpected: {error}")
    return StoreError(f"the event store answered with an error: {error}")


def _event_fields(key: str, entry_id: bytes, fields: Any) -> tuple[bytes, bytes]:
    match fields:
        case [b"i", event_id, b"e", data] if len(event_id) == EVENT_ID_BYTES:
            return event_id, data
    raise StoreMalformed(f"{key} entry {_text(entry_id)} is not an event; its fields are {_names(fields)}")


def _number(key: str, entry_id: bytes) -> int:
    number, rest = entry_id[:-2], entry_id[-2:]
    if rest != b"-0" or not number.isdigit():
        raise StoreMalformed(f'{key} has an entry {_text(entry_id)} whose id is not "<number>-0"')
    return int(number)


def _names(fields: Any) -> str:
    return ", ".join(_text(name) for name in (fields or [])[::2]) or "none"


def _text(value: bytes) -> str:
    return value.decode("utf-8", "backslashreplace")
