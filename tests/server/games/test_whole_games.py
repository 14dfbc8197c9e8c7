"""Whole random games: they end legally, invariants hold after every command, a replay gives the live state."""

import pytest
from ludarium.v1 import records_pb2

from server.games import GAMES
from server.games.kernel import record
from server.games.kernel.options import build
from server.games.kernel.simulate import play_checked, play_unchecked, random_choice
from tests.server.games.sittings import everywhere, quick
from tests.server.games.walk import Sitting


@pytest.mark.parametrize("sitting", everywhere(), ids=str)
def test_a_random_game_ends_legally_with_every_invariant_checked(sitting: Sitting) -> None:
    played, events = play_checked(
        sitting.rules, build(sitting.rules, sitting.modules), [random_choice] * sitting.seats, sitting.seed
    )
    assert len(played.scores) == sitting.seats
    assert events[-1].table.HasField("seed_revealed")


@pytest.mark.parametrize("sitting", quick(), ids=str)
def test_points_explain_every_score(sitting: Sitting) -> None:
    game = sitting.rules
    played, events = play_checked(game, build(game, sitting.modules), [random_choice] * sitting.seats, sitting.seed)
    scores = [0] * sitting.seats
    for event in events:
        payload = event.WhichOneof("payload") or ""
        scored = None if payload == "table" else game.points(getattr(event, payload))
        if scored is not None and scored.seat is not None:
            assert scored.source
            assert scored.words
            scores[scored.seat] += scored.points
    assert tuple(scores) == played.scores


@pytest.mark.parametrize("sitting", quick(), ids=str)
def test_a_record_verifies_and_a_flipped_byte_is_named(sitting: Sitting) -> None:
    game = sitting.rules
    _, events = play_checked(game, build(game, sitting.modules), [random_choice] * sitting.seats, sitting.seed)
    table_id = events[0].table.opened.table_id
    data = record.write(records_pb2.RecordHead(table_id=table_id, game=game.name, complete=True), events)
    verdict = record.verify(data, GAMES)
    assert verdict.intact
    assert verdict.result_matches
    assert not verdict.problems
    assert not verdict.fair  # simulations are given their seeds
    for place in range(0, len(data), max(1, len(data) // 50)):
        damaged = bytearray(data)
        damaged[place] ^= 0x10
        verdict = record.verify(bytes(damaged), GAMES)
        assert not verdict.intact
        assert "byte" in verdict.problems[0]


@pytest.mark.parametrize("sitting", quick(), ids=str)
def test_the_same_seed_gives_the_same_game_checked_or_not(sitting: Sitting) -> None:
    options = build(sitting.rules, sitting.modules)
    first = play_unchecked(sitting.rules, options, [random_choice] * sitting.seats, "twice")
    again = play_unchecked(sitting.rules, options, [random_choice] * sitting.seats, "twice")
    assert first.scores == again.scores
    assert first.decisions == again.decisions
