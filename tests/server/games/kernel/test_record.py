"""What the verdict over a record says of its draws."""

from collections.abc import Callable

import pytest
from ludarium.v1 import events_pb2, records_pb2

from server.games import GAMES
from server.games.kernel import record
from server.games.kernel.chance import commitment
from server.games.kernel.options import build
from server.games.kernel.simulate import play_checked, random_choice

GAME = GAMES["alhambra"]


@pytest.fixture
def events() -> list[events_pb2.Event]:
    """A finished game that says it is fair."""
    _, events = play_checked(GAME, build(GAME), [random_choice] * 2, "fair")
    events[0].table.opened.fair = True
    return list(events)


def verdict_on(events: list[events_pb2.Event]) -> record.Verdict:
    head = records_pb2.RecordHead(table_id=events[0].table.opened.table_id, game=GAME.name, complete=True)
    return record.verify(record.write(head, events), GAMES)


def with_another_draw(events: list[events_pb2.Event]) -> None:
    drawn = next(event.draws for event in events if event.draws.outcomes)
    drawn.outcomes[0] = (drawn.outcomes[0] + 1) % drawn.bounds[0]


def with_another_seed(events: list[events_pb2.Event]) -> None:
    next(event for event in events if event.table.HasField("seed_revealed")).table.seed_revealed.seed = bytes(32)


def with_another_promise(events: list[events_pb2.Event]) -> None:
    events[0].table.opened.seed_commitment = commitment("another table", bytes(32))


def without_a_draw(events: list[events_pb2.Event]) -> None:
    [event for event in events if event.HasField("draws")][2].ClearField("draws")


def with_an_untold_outcome(events: list[events_pb2.Event]) -> None:
    next(event for event in events if event.HasField("draws")).draws.bounds.append(6)


def test_a_game_whose_draws_all_hold_is_fair(events: list[events_pb2.Event]) -> None:
    verdict = verdict_on(events)
    assert (verdict.fair, verdict.problems) == (True, [])


@pytest.mark.parametrize(
    "spoil", [with_another_draw, with_another_seed, with_another_promise, without_a_draw, with_an_untold_outcome]
)
def test_a_game_with_a_draw_that_does_not_hold_is_not_fair(
    events: list[events_pb2.Event], spoil: Callable[[list[events_pb2.Event]], None]
) -> None:
    spoil(events)
    verdict = verdict_on(events)
    assert not verdict.fair
    assert verdict.problems


def test_a_draw_that_is_not_told_of_is_named_by_the_event_that_goes_on_without_it(
    events: list[events_pb2.Event],
) -> None:
    silent, after = [event for event in events if event.HasField("draws")][1:3]
    due = silent.draws.first_index
    silent.ClearField("draws")
    told = f"Version {after.version} draws with number {after.draws.first_index}, but the next draw is number {due}."
    assert verdict_on(events).problems == [told]


def test_draws_that_an_undo_took_back_are_drawn_again_under_their_numbers() -> None:
    def drew(version: int, first: int, count: int = 1) -> events_pb2.Event:
        draws = events_pb2.Draws(first_index=first, bounds=[6] * count, outcomes=[0] * count)
        return events_pb2.Event(version=version, draws=draws)

    undone = events_pb2.Event(version=4)
    undone.table.undone.to_version = 2
    played = [drew(1, 0, 3), drew(2, 3), drew(3, 4, 2), undone]
    assert record._gap_in_draws([*played, drew(5, 4)]) == ""
    assert (
        record._gap_in_draws([*played, drew(5, 6)]) == "Version 5 draws with number 6, but the next draw is number 4."
    )
