"""A blob gives every golden game back, names its damage, and is as small as was promised where it is compact."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest
from ludarium.v1.events_pb2 import Event

from server.games.kernel import record
from server.store.archive.blob import DamagedArchive, pack, stand_in, unpack, without_command_id

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


@pytest.mark.parametrize("game", GAMES)
def test_a_blob_holds_a_table_but_for_its_command_ids(game: str) -> None:
    for events in golden(game):
        assert unpack(pack(events)) == [without_command_id(event) for event in events]


@pytest.mark.parametrize("game", GAMES)
def test_a_compact_blob_is_small_and_keeps_the_last_id(game: str) -> None:
    sizes = []
    for events in golden(game):
        blob = pack(events, compact=True)
        sizes.append(len(blob))
        back = unpack(blob)
        assert back[-1].event_id == events[-1].event_id
        assert [event.event_id for event in back] == [
            stand_in(events[-1].event_id, version, len(events)) for version in range(1, len(events) + 1)
        ]
        assert [_without_ids(event) for event in back] == [_without_ids(event) for event in events]
    print(f"{game}: {median(sizes)} bytes")
    assert median(sizes) <= LARGEST_MEDIAN


def test_a_changed_byte_is_noticed_wherever_it_is(events: list[Event]) -> None:
    blob = pack(events[:40])
    for place in range(0, len(blob), 7):
        damaged = bytearray(blob)
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
