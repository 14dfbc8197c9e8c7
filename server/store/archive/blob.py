"""The archived form of a table: one compressed, checksummed blob that says which version of the form it is.

Layout: magic and version (4 bytes), the BLAKE2b checksum of all that follows (16), flags (1), the number of events, the
event ids as they are (8 bytes each; in a compact blob the last one alone), and the columns, packed. Command ids, which
only keep a command from happening twice, are left out. In a compact blob the ids of past points are left out as well:
they are random and so take most of the room. Other ones, which follow from the last, stand in for them.
"""

import lzma
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from ludarium.v1.events_pb2 import Event

from server.store.archive.columns import MalformedColumns, assemble, read_numbers, shred, write_numbers
from server.store.points import EVENT_ID_BYTES

MAGIC: Final = b"LDA\x01"
COMPACT: Final = 1
_CHECKSUM: Final = 16
_HEAD: Final = len(MAGIC) + _CHECKSUM
_PRESET: Final = 9 | lzma.PRESET_EXTREME
_FILTERS: Final = ({"id": lzma.FILTER_LZMA2, "preset": _PRESET, "lc": 0, "lp": 0, "pb": 0, "dict_size": 1 << 20},)


class DamagedArchive(Exception):
    """The bytes are no whole archived table; the message says what is wrong."""


def pack(events: Sequence[Event], *, compact: bool = False) -> bytes:
    """The blob of a table's events, from version 1 on. Raises ValueError where it would not give them back."""
    bare = [_bare(event) for event in events]
    times = [_milliseconds(event) for event in events]
    steps = [now - before for before, now in zip([0, *times], times, strict=False)]
    ids = events[-1].event_id if compact else b"".join(event.event_id for event in events)
    columns = [write_numbers(steps), *shred(bare, Event.DESCRIPTOR)]
    packed = lzma.compress(b"".join(_framed(c) for c in columns), lzma.FORMAT_RAW, filters=_FILTERS)
    body = len(events).to_bytes(4, "big") + ids + packed
    body = bytes([COMPACT if compact else 0]) + body
    blob = MAGIC + _checksum(body) + body
    last_id = events[-1].event_id if compact else b""
    if unpack(blob) != [without_command_id(event, last_id, len(events)) for event in events]:
        raise ValueError("the events are not as this version of the software knows them; a newer one may archive them")
    return blob


def unpack(blob: bytes) -> list[Event]:
    """The events of a blob. Raises DamagedArchive."""
    if not blob.startswith(MAGIC):
        raise DamagedArchive("the bytes do not begin like an archived table of a version that is known here")
    body = blob[_HEAD:]
    if blob[len(MAGIC) : _HEAD] != _checksum(body):
        raise DamagedArchive("the checksum is not that of the bytes behind it")
    count = int.from_bytes(body[1:5], "big")
    kept = 1 if body[0] & COMPACT else count
    end = 5 + kept * EVENT_ID_BYTES
    ids = [body[at : at + EVENT_ID_BYTES] for at in range(5, end, EVENT_ID_BYTES)]
    try:
        columns = _unframed(lzma.decompress(body[end:], lzma.FORMAT_RAW, filters=_FILTERS))
        steps = read_numbers(columns[0], count)
        events = assemble(count, Event.DESCRIPTOR, columns[1:], Event)
    except (lzma.LZMAError, MalformedColumns, ValueError, IndexError) as error:
        raise DamagedArchive(f"the columns can't be read: {error}") from error
    now = 0
    for version, (event, step) in enumerate(zip(events, steps, strict=True), start=1):
        now += step
        event.version = version
        event.event_id = ids[version - 1] if kept == count else stand_in(ids[0], version, count)
        event.time.seconds, milliseconds = divmod(now, 1000)
        event.time.nanos = milliseconds * 1_000_000
    return events


def stand_in(last_id: bytes, version: int, count: int) -> bytes:
    """The id of a version in a compact blob: that of the last event is kept, the others follow from it."""
    if version == count:
        return last_id
    return blake2b(last_id + version.to_bytes(8, "big"), digest_size=EVENT_ID_BYTES).digest()


def without_command_id(event: Event, last_id: bytes = b"", count: int = 0) -> Event:
    """The event as an archive gives it back; with `last_id`, a compact one of a table of so many events."""
    copy = Event()
    copy.CopyFrom(event)
    if copy.HasField("cause"):
        copy.cause.ClearField("command_id")
    if last_id:
        copy.event_id = stand_in(last_id, event.version, count)
    return copy


def _bare(event: Event) -> Event:
    copy = without_command_id(event)
    for name in ("version", "event_id", "time"):
        copy.ClearField(name)
    return copy


def _milliseconds(event: Event) -> int:
    return event.time.seconds * 1000 + event.time.nanos // 1_000_000


def _checksum(body: bytes) -> bytes:
    return blake2b(body, digest_size=_CHECKSUM).digest()


def _framed(column: bytes) -> bytes:
    return len(column).to_bytes(3, "big") + column


def _unframed(data: bytes) -> list[bytes]:
    columns, at = [], 0
    while at < len(data):
        end = at + 3 + int.from_bytes(data[at : at + 3], "big")
        if end > len(data):
            raise ValueError("the last column is cut short")
        columns.append(data[at + 3 : end])
        at = end
    return columns
