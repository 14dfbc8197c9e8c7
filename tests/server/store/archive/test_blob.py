"""A blob gives every golden game back, names its damage, and is as small as was promised."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest
from ludarium.v1.events_pb2 import Event

from server.games.kernel import record
from server.store.archive import blob
from server.store.archive.blob import DamagedArchive, pack, rechained, unpack, without_command_id
from server.store.chain import KEY_BYTES

GOLDEN = Path(__file__).parents[3] / "golden"
GAMES = sorted(path.name for path in GOLDEN.iterdir() if any(path.glob("*.ldm")))
LARGEST_MEDIAN = 6 * 1024


def golden(game: str) -> Iterator[list[Event]]:
    """The events of a game's golden records."""
    for path in sorted((GOLDEN / game).glob("*.ldm")):
        yield record.read(path.read_bytes()).events


@pytest.fixture(scope="module")
def events() -> list[Event]:
    return next(golden("alhambra"))


def as_recorded(events: list[Event]) -> list[Event]:
    """The events with the ids that a server would have given them."""
    return rechained(events, bytes(range(KEY_BYTES)))


@pytest.mark.parametrize("game", GAMES)
def test_a_blob_holds_a_table_but_for_its_command_ids_and_is_small(game: str) -> None:
    sizes = []
    for number, events in enumerate(golden(game)):
        recorded = as_recorded(events)
        packed = pack(recorded)
        sizes.append(len(packed))
        assert unpack(packed) == recorded
        if number == 0:  # of tables whose ids do not follow from their events
            assert unpack(pack(events)) == [without_command_id(event) for event in events]
    print(f"{game}: {median(sizes)} bytes")
    assert median(sizes) <= LARGEST_MEDIAN


def test_where_a_chain_does_not_come_out_the_last_id_stays(
    events: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it might with another protobuf that writes the same event in other bytes."""
    recorded = as_recorded(events[:40])
    packed = pack(recorded)
    monkeypatch.setattr(blob, "chained_ids", lambda bare: [bytes(8)] * len(bare))
    back = unpack(packed)
    assert back[-1].event_id == recorded[-1].event_id
    assert [_without_ids(event) for event in back] == [_without_ids(event) for event in recorded]


def test_a_changed_byte_is_noticed_wherever_it_is(events: list[Event]) -> None:
    packed = pack(events[:40])
    for place in range(0, len(packed), 7):
        damaged = bytearray(packed)
        damaged[place] ^= 1
        with pytest.raises(DamagedArchive):
            unpack(bytes(damaged))


def test_a_blob_that_is_cut_short_is_noticed(events: list[Event]) -> None:
    with pytest.raises(DamagedArchive):
        unpack(pack(events[:40])[:-1])


def test_events_of_a_newer_version_are_not_archived(events: list[Event]) -> None:
    newer = Event.FromString(events[0].SerializeToString() + b"\xfa\x3f\x01x")
    with pytest.raises(ValueError, match="newer"):
        pack([newer])


def test_equal_events_give_equal_bytes(events: list[Event]) -> None:
    assert pack(events) == pack([Event.FromString(event.SerializeToString()) for event in events])


def _without_ids(event: Event) -> Event:
    copy = without_command_id(event)
    copy.ClearField("event_id")
    return copy
