"""The record file (.ldm): one game as a portable file that names its own damage.

Layout: a magic line, then frames. A frame is its length and its CRC-32 (4 bytes each, big-endian) and a compressed
body. The first body is a RecordHead, the last the SHA-256 of all bytes before its frame, those between RecordChunks.
"""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from google.protobuf.message import DecodeError
from ludarium.v1 import events_pb2, records_pb2

from server.games.kernel import chance
from server.games.kernel.game import Catalogue, SeatResult
from server.games.kernel.history import undone_to
from server.games.kernel.leaving import early_results
from server.games.kernel.table import Status, Table, UnknownEvent, fold

MAGIC = b"LUDARIUM RECORD 1\n"
EVENTS_A_CHUNK = 32
_FRAME_HEAD = 8
_LARGEST_FRAME = 1 << 24


class DamagedRecord(Exception):
    """The bytes are no whole record; the message names the place."""


class Record(NamedTuple):
    """What a record file holds."""

    head: records_pb2.RecordHead
    events: list[events_pb2.Event]


@dataclass(slots=True)
class Verdict:
    """What `verify` found. `problems` are sentences; with none of them, everything that could be checked holds.

    `fair`: nobody could know or choose the draws, for the seed was the server's own and each draw is what it gives.
    """

    table: str = ""
    game: str = ""
    events: int = 0
    intact: bool = False
    complete: bool = False
    fair: bool = False
    result_matches: bool = False
    problems: list[str] = field(default_factory=list)


def write(head: records_pb2.RecordHead, events: Sequence[events_pb2.Event]) -> bytes:
    """The bytes of a record file; the head's number of events is filled in."""
    head.events = len(events)
    parts = [MAGIC, _frame(head.SerializeToString(deterministic=True))]
    for start in range(0, len(events), EVENTS_A_CHUNK):
        chunk = records_pb2.RecordChunk(events=events[start : start + EVENTS_A_CHUNK])
        parts.append(_frame(chunk.SerializeToString(deterministic=True)))
    body = b"".join(parts)
    return body + _frame(sha256(body).digest())


def read(data: bytes) -> Record:
    """The record in these bytes. Raises DamagedRecord naming the first place that is not as it was written."""
    if not data.startswith(MAGIC):
        raise DamagedRecord("The file does not begin like a Ludarium record; byte 0 to 17 are damaged or foreign.")
    frames = list(_frames(data))
    if len(frames) < 2:
        raise DamagedRecord(f"The file ends after byte {len(data)}, before its events.")
    last_start, total = frames[-1]
    if total != sha256(data[:last_start]).digest():
        raise DamagedRecord(f"The checksum at byte {last_start} is not that of the file before it.")
    head = records_pb2.RecordHead.FromString(frames[0][1])
    events: list[events_pb2.Event] = []
    for start, body in frames[1:-1]:
        try:
            events.extend(records_pb2.RecordChunk.FromString(body).events)
        except DecodeError as error:
            raise DamagedRecord(f"The events after version {len(events)} (byte {start}) can't be read.") from error
    if len(events) != head.events:
        raise DamagedRecord(f"The file holds {len(events)} events and says it has {head.events}.")
    return Record(head, events)


def verify(data: bytes, games: Catalogue) -> Verdict:
    """Check a record file: its bytes, its versions, its draws against the revealed seed, and its result."""
    verdict = Verdict()
    try:
        record = read(data)
    except DamagedRecord as damage:
        verdict.problems.append(str(damage))
        return verdict
    verdict.intact = True
    return verify_events(record.head, record.events, games, verdict)


def verify_events(
    head: records_pb2.RecordHead, events: Sequence[events_pb2.Event], games: Catalogue, verdict: Verdict
) -> Verdict:
    """Check the events of a record; `verdict` is filled in and given back."""
    verdict.table, verdict.game, verdict.events = head.table_id, head.game, len(events)
    verdict.complete = head.complete
    if not head.complete:
        verdict.problems.append("The record is unfinished: a view of a running table, whose draws can't be checked.")
        return verdict
    wrong = next((number for number, event in enumerate(events, start=1) if event.version != number), None)
    if wrong is not None:
        verdict.problems.append(f"Version {wrong} is missing or out of order.")
        return verdict
    try:
        table = fold(events, games)
    except (UnknownEvent, ValueError, KeyError, IndexError, AttributeError) as error:
        verdict.problems.append(f"The events can't be folded: {error}")
        return verdict
    verdict.fair = _verify_draws(table, events, verdict) and table.opened.fair
    _verify_result(table, verdict)
    return verdict


def _verify_draws(table: Table, events: Sequence[events_pb2.Event], verdict: Verdict) -> bool:
    """Whether every draw is there, and is what the seed gives to which the table committed."""
    revealed = next((e.table.seed_revealed.seed for e in reversed(events) if e.table.HasField("seed_revealed")), None)
    if revealed is None:
        verdict.problems.append("The seed was never revealed.")
        return False
    if chance.commitment(table.table_id, revealed) != table.opened.seed_commitment:
        verdict.problems.append("The revealed seed is not the one that the table committed to.")
        return False
    gap = _gap_in_draws(events)
    if gap:
        verdict.problems.append(gap)
        return False
    key = chance.chance_key(revealed, table.nonces)
    for event in events:
        draws = event.draws
        for offset, (bound, outcome) in enumerate(zip(draws.bounds, draws.outcomes, strict=True)):
            index = draws.first_index + offset
            if bound < 1 or chance.draw(key, index, bound) != outcome:
                verdict.problems.append(f"Draw {index} at version {event.version} is not what the seed gives.")
                return False
    return True


def _gap_in_draws(events: Sequence[events_pb2.Event]) -> str:
    """Where the numbers of draws do not run on from 0, in words; "" where they do. An undo takes them back."""
    drawn = [(0, 0)]
    """Of each event that drew and counts: its version, and the number that the next draw has to have."""
    for event in events:
        to_version = undone_to(event)
        while to_version is not None and drawn[-1][0] > to_version:
            drawn.pop()
        if not event.HasField("draws"):
            continue
        draws, due = event.draws, drawn[-1][1]
        if draws.first_index != due:
            return f"Version {event.version} draws with number {draws.first_index}, but the next draw is number {due}."
        if len(draws.bounds) != len(draws.outcomes):
            told = f"{len(draws.bounds)} draws and {len(draws.outcomes)} outcomes"
            return f"Version {event.version} tells of {told}."
        drawn.append((event.version, due + len(draws.bounds)))
    return ""


def _verify_result(table: Table, verdict: Verdict) -> None:
    if table.status is Status.ABORTED:
        verdict.result_matches = not table.results
        return
    replayed: tuple[SeatResult, ...] | None
    if table.early:
        replayed = early_results(next(reversed(tuple(table.left)), -1))
    else:
        replayed = table.game.result(table.state) if table.state else None
    verdict.result_matches = replayed is not None and replayed == table.results
    if not verdict.result_matches:
        verdict.problems.append(f"The events lead to {replayed}, but the record claims {table.results}.")


def _frame(body: bytes) -> bytes:
    packed = zlib.compress(body, 9)
    return len(packed).to_bytes(4, "big") + zlib.crc32(packed).to_bytes(4, "big") + packed


def _frames(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Each frame's place and body. Raises DamagedRecord."""
    place = len(MAGIC)
    while place < len(data):
        start = place
        length = int.from_bytes(data[start : start + 4], "big")
        packed = data[start + _FRAME_HEAD : start + _FRAME_HEAD + length]
        if length > _LARGEST_FRAME or len(packed) != length:
            raise DamagedRecord(f"The frame at byte {start} is damaged or the file ends inside it.")
        if zlib.crc32(packed) != int.from_bytes(data[start + 4 : start + _FRAME_HEAD], "big"):
            raise DamagedRecord(f"The frame at bytes {start} to {start + _FRAME_HEAD + length} is damaged.")
        place = start + _FRAME_HEAD + length
        yield start, zlib.decompress(packed)
