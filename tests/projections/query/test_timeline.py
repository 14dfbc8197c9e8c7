"""A timeline gives the table at any version as a fresh fold of the events up to there does."""

import random

import pytest

from projections.query.timeline import CHECKPOINT_EVERY, Timeline, copy_of
from server.games import GAMES
from server.games.kernel.history import effective
from server.games.kernel.table import Table, fold
from tests.projections.playing import Event, played_game

EVENTS = list(played_game(undo_every=5, seed="timeline"))


def timeline_of(events: list[Event]) -> Timeline:
    timeline = Timeline(GAMES)
    timeline.extend(events)
    return timeline


def same(left: Table, right: Table) -> bool:
    return left == right


@pytest.mark.parametrize("seed", range(4))
def test_any_version_in_any_order_equals_a_fresh_fold(seed: int) -> None:
    rng = random.Random(seed)
    timeline = timeline_of(EVENTS)
    undone = [event.version for event in EVENTS if event.table.HasField("undone")]
    versions = [rng.randint(1, len(EVENTS)) for _ in range(30)]
    versions += [version + step for version in rng.sample(undone, 10) for step in (-1, 0, 1)]
    rng.shuffle(versions)

    for version in versions:
        assert same(timeline.at(version), fold(EVENTS[:version], GAMES)), version


def test_walking_every_version_equals_a_fresh_fold_of_each() -> None:
    timeline = timeline_of(EVENTS)

    for event, table in timeline.walk(1, len(EVENTS)):
        if event.version % 29 == 0 or event.table.HasField("undone"):
            assert same(table, fold(EVENTS[: event.version], GAMES)), event.version


def test_checkpoints_are_kept_and_used() -> None:
    timeline = timeline_of(EVENTS)
    timeline.at(len(EVENTS))

    assert len(timeline._checkpoints) >= len(effective(EVENTS)) // CHECKPOINT_EVERY - 1
    for version, kept in timeline._checkpoints.items():
        assert same(kept, fold(EVENTS[:version], GAMES)), version


def test_steps_are_the_ends_of_commands_that_still_count() -> None:
    timeline = timeline_of(EVENTS)
    steps = [event.version for event, _ in timeline.walk_steps(1, len(EVENTS))]

    assert steps == [event.version for event in effective(EVENTS) if event.last]


def test_steps_show_the_table_as_it_then_stood() -> None:
    events = list(played_game())[:600]

    for event, table in timeline_of(events).walk_steps(100, 600):
        assert same(table, fold(events[: event.version], GAMES))


def test_a_copy_goes_its_own_way() -> None:
    table = timeline_of(EVENTS).at(300)
    copy = copy_of(table)
    before = fold(EVENTS[:300], GAMES)
    copy.apply(next(event for event in effective(EVENTS) if event.version > 300))

    assert same(table, before)


@pytest.mark.parametrize("version", [0, len(EVENTS) + 1])
def test_other_versions_do_not_exist(version: int) -> None:
    with pytest.raises(IndexError):
        timeline_of(EVENTS).at(version)


def test_events_that_come_later_are_taken_in() -> None:
    timeline = timeline_of(EVENTS[:400])
    timeline.at(400)
    timeline.extend(EVENTS[400:])

    assert same(timeline.at(len(EVENTS)), fold(EVENTS, GAMES))
    assert timeline.closed
