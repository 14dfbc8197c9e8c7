"""The archived form of a table: one compressed, checksummed blob that says which version of the form it is.

Layout: magic and version (4 bytes), the BLAKE2b checksum of all that follows (16), how event ids are kept (1), the
number of events (4), ids, and the columns, packed. Command ids are left out: they only keep a command from happening
twice.

The ids of a table with a key follow from its events (see chain.py): the last one is kept, and a mark of them all. Those
of a table without a key are kept as they are.
"""

import lzma
from collections.abc import Sequence
from enum import IntEnum
from hashlib import blake2b
from typing import Final

from ludarium.v1.events_pb2 import Event

from server.store.archive.columns import (
    Holds,
    MalformedColumns,
    Name,
    assemble,
    frame,
    read_numbers,
    shred,
    unframe,
    write_numbers,
)
from server.store.chain import chained_ids
from server.store.points import EVENT_ID_BYTES

MAGIC: Final = b"LDA\x02"
_CHECKSUM: Final = 16
_MARK: Final = 8
_HEAD: Final = len(MAGIC) + _CHECKSUM
_PRESET: Final = 9 | lzma.PRESET_EXTREME
_FILTERS: Final = ({"id": lzma.FILTER_LZMA2, "preset": _PRESET, "lc": 0, "lp": 0, "pb": 0, "dict_size": 1 << 20},)
_TIMES: Final = Name((), Holds.VALUES)
"""The column of milliseconds between events."""


class Ids(IntEnum):
    """How a blob keeps event ids."""

    ALL = 0
    CHAINED = 1


class DamagedArchive(Exception):
    """The bytes are no whole archived table; the message says what is wrong."""


def pack(events: Sequence[Event]) -> bytes:
    """The blob of a table's events, from version 1 on. Raises ValueError where it would not give them back."""
    bare = [_bare(event) for event in events]
    ids = [event.event_id for event in events]
    kept = Ids.CHAINED if chained_ids(bare) == ids else Ids.ALL
    columns = {_TIMES: write_numbers(_steps(events)), **shred([_timeless(event) for event in bare], Event.DESCRIPTOR)}
    packed = lzma.compress(frame(columns), lzma.FORMAT_RAW, filters=_FILTERS)
    body = bytes([kept]) + len(events).to_bytes(4, "big") + _kept_ids(kept, ids) + packed
    blob = MAGIC + _checksum(body) + body
    if unpack(blob) != [without_command_id(event) for event in events]:
        raise ValueError("the events are not as this version of the software knows them; a newer one may archive them")
    return blob


def unpack(blob: bytes) -> list[Event]:
    """The events of a blob. Raises DamagedArchive."""
    if not blob.startswith(MAGIC):
        raise DamagedArchive("the bytes do not begin like an archived table of a version that is known here")
    body = blob[_HEAD:]
    if blob[len(MAGIC) : _HEAD] != _checksum(body):
        raise DamagedArchive("the checksum is not that of the bytes behind it")
    try:
        kept, count = Ids(body[0]), int.from_bytes(body[1:5], "big")
        end = 5 + _room_of_ids(kept, count)
        columns = unframe(lzma.decompress(body[end:], lzma.FORMAT_RAW, filters=_FILTERS))
        steps = read_numbers(columns.pop(_TIMES, bytes(count)), count)
        events = assemble(count, Event.DESCRIPTOR, columns, Event)
    except (lzma.LZMAError, MalformedColumns, ValueError, IndexError) as error:
        raise DamagedArchive(f"the columns can't be read: {error}") from error
    now = 0
    for version, (event, step) in enumerate(zip(events, steps, strict=True), start=1):
        now += step
        event.version = version
        event.time.seconds, milliseconds = divmod(now, 1000)
        event.time.nanos = milliseconds * 1_000_000
    for event, event_id in zip(events, _ids_of(events, kept, body[5:end]), strict=True):
        event.event_id = event_id
    return events


def _kept_ids(kept: Ids, ids: Sequence[bytes]) -> bytes:
    return b"".join(ids) if kept is Ids.ALL else ids[-1] + _mark(ids)


def _room_of_ids(kept: Ids, count: int) -> int:
    return count * EVENT_ID_BYTES if kept is Ids.ALL else EVENT_ID_BYTES + _MARK


def _ids_of(bare: Sequence[Event], kept: Ids, data: bytes) -> list[bytes]:
    """The ids of all events. Where a chain does not come out as it was, others stand in for all but the last."""
    if kept is Ids.ALL:
        return [data[at : at + EVENT_ID_BYTES] for at in range(0, len(data), EVENT_ID_BYTES)]
    ids, last_id = chained_ids(bare), data[:EVENT_ID_BYTES]
    if ids is not None and _mark(ids) == data[EVENT_ID_BYTES:]:
        return ids
    return [*(_stand_in(last_id, version) for version in range(1, len(bare))), last_id]


def _stand_in(last_id: bytes, version: int) -> bytes:
    """An id for a version whose own can't be told any more: a client that holds the own one looks at the table anew."""
    return blake2b(last_id + version.to_bytes(8, "big"), digest_size=EVENT_ID_BYTES).digest()


def _mark(ids: Sequence[bytes]) -> bytes:
    return blake2b(b"".join(ids), digest_size=_MARK).digest()


def without_command_id(event: Event) -> Event:
    """A copy of the event as an archive gives it back: a command's id concerns who sent it alone."""
    copy = Event()
    copy.CopyFrom(event)
    if copy.HasField("cause"):
        copy.cause.ClearField("command_id")
    return copy


def rechained(events: Sequence[Event], key: bytes) -> list[Event]:
    """A table's events as a server with this key would have kept them: older records drew their ids one by one."""
    bare = [_bare(event) for event in events]
    bare[0].table.opened.id_key = key
    for event, event_id in zip(bare, chained_ids(bare) or (), strict=True):
        event.event_id = event_id
    return bare


def _bare(event: Event) -> Event:
    """The event as it was before it got its id."""
    copy = without_command_id(event)
    copy.ClearField("event_id")
    return copy


def _timeless(event: Event) -> Event:
    """The event without what its place and the steps of time say, cut in place."""
    event.ClearField("version")
    event.ClearField("time")
    return event


def _steps(events: Sequence[Event]) -> list[int]:
    times = [_milliseconds(event) for event in events]
    return [now - before for before, now in zip([0, *times], times, strict=False)]


def _milliseconds(event: Event) -> int:
    return event.time.seconds * 1000 + event.time.nanos // 1_000_000


def _checksum(body: bytes) -> bytes:
    return blake2b(body, digest_size=_CHECKSUM).digest()
