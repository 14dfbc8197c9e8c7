"""Favors and bonus cards (R9) and what they count (F)."""

from typing import Any

import pytest
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles import final, metrics
from server.games.castles.content import Metric, load
from tests.server.games.castles.table import FOYER, happen, playing, points

TILES = load().tiles
ROOMS: Any = (
    *FOYER,
    {"tile": "pantry", "x": 10, "y": 0},
    {"tile": "salon", "x": 20, "y": 0},
    {"tile": "hallway", "x": 30, "y": 0, "level": "up"},
    {"tile": "stairs", "x": 40, "y": 0},
    {"tile": "forum", "x": 50, "y": 0},
)


def metric(name: str, **parts: Any) -> Metric:
    return Metric(**{"name": name, "type": 0, "stacks": (), "required": 0, **parts})


def count(position: Any, name: str, seat: int = 0, **parts: Any) -> int:
    return metrics.count(position.state, seat, metric(name, **parts))


@pytest.mark.parametrize(
    ("name", "parts", "expected"),
    [
        ("room_count_by_type", {"type": 2}, 3),
        ("square_feet_by_type", {"type": 2}, 125 + 150 + 75),
        ("room_count_by_sizes", {"stacks": (1, 2)}, 1),
        ("coins", {}, 100_000),
        ("complete_rooms", {}, 0),
        ("incomplete_rooms", {}, 6),
        ("room_count", {}, 6),
        ("longest_path", {}, 1),
        ("rooms_without_swan_icon", {}, 5),
        ("rooms_with_swan_icon", {}, 1),
        ("fewest_vps", {}, 0),
        ("unique_sizes", {}, 3),
        ("unique_types_plus_moat", {}, 4),
        ("courtyards", {}, 0),
        ("hallway_count", {}, 1),
        ("stairs_count", {}, 1),
        ("all_sizes", {"required": 3}, 1),
        ("all_sizes", {"required": 4}, 0),
        ("all_types", {"required": 8}, 0),
        ("castle_square_feet", {}, 125 + 100 + 350 + 150 + 75 + 500),
        ("renovation_count", {}, 0),
        ("swan_token_count", {}, 0),
        ("tower_count", {}, 0),
        ("moat_count", {}, 0),
        ("public_favors_ranked_sole_first", {}, 0),
        ("was_master_builder_in_last_round", {}, 1),
    ],
)
def test_metrics_count_what_section_f_says(name: str, parts: dict[str, Any], expected: int) -> None:
    """R9.1, F1.1, F1.2, F2, F3, F5, F10, F11, F12.1, F13, F14, F15, F17, F18, F19, F20, F22, F24"""
    assert count(playing(castles={0: ROOMS}), name, **parts) == expected


def test_f4_external_entrances_of_both_levels_count() -> None:
    """F4"""
    position = playing()
    assert count(position, "external_entrances") == 3


def test_f8_traded_tokens_do_not_count() -> None:
    """F8"""
    position = playing(swans={0: [1, 2, 2]}, modules=["swans"])
    position.given(events_pb2.SwanTokensTraded(seat=0, colors=[types_pb2.SWAN_COLOR_RED], coins=1000))
    assert count(position, "swan_token_count") == 2


def test_f12_moats_are_without_icons() -> None:
    """F12.2, F16"""
    barbican: Any = ({"tile": "barbican", "x": 7, "y": 17, "side": "four"},)
    position = playing(castles={0: barbican}, moats={0: ["nw"]}, modules=["moats"])
    assert count(position, "rooms_without_swan_icon") == 2
    assert count(position, "unique_types_plus_moat") == 2


def test_f21_tiles_of_depleted_stacks() -> None:
    """F21"""
    assert count(playing(castles={0: ROOMS}, stacks={1: []}), "tiles_of_depleted_stacks") == 1


def test_f23_only_sole_first_places_of_public_favors_count() -> None:
    """F23, R11.2.8"""
    position = playing(3)
    position.given(events_pb2.FavorRanked(favor="favor_coins", counts=[3, 1, 1], winner=0))
    position.given(events_pb2.FavorRanked(favor="favor_coins", counts=[3, 1, 1], winner=0, owner=0))
    position.given(events_pb2.FavorRanked(favor="favor_coins", counts=[3, 3, 1]))
    assert count(position, "public_favors_ranked_sole_first") == 1


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ([5, 4, 3, 2, 1], [8, 4, 2, 1, 0]),
        ([5, 5, 3], [6, 6, 2]),
        ([5, 3, 3], [8, 3, 3]),
        ([2, 2, 2, 2], [3, 3, 3, 3]),
        ([0, 0, 1], [0, 0, 8]),
        ([1, 0], [8, 0]),
    ],
)
def test_r9_3_ranks_and_ties(counts: list[int], expected: list[int]) -> None:
    """R9.3.1, R9.3.2, R9.3.3"""
    shares = final.favor_points(counts, load().amounts.favor_rank_vp)
    assert [share[0] if share else 0 for share in shares] == expected


def test_r9_3_1_fewest_points_come_first_and_none_is_too_few() -> None:
    """R9.3.1, R9.3.3, F14"""
    shares = final.favor_points([10, 0, -3], load().amounts.favor_rank_vp, fewest=True)
    assert [share[0] if share else 0 for share in shares] == [2, 4, 8]


def test_r9_3_a_public_favor_is_scored_by_all_and_a_tower_favor_by_its_owner() -> None:
    """R9.3.1, R11.2.6"""
    for owner, expected in ((None, [8, 4]), (1, [0, 4])):
        position = playing(castles={0: ROOMS}, active=None)
        happen(
            position,
            final.rank_favor(position.state, "favor_total_rooms", owner, types_pb2.POINTS_REASON_FAVOR),
        )
        assert [points(position, seat) for seat in range(2)] == expected


@pytest.mark.parametrize(
    ("number", "vp", "per", "expected"), [(7, 2, 1, 14), (7, 1, 2, 3), (4999, 1, 5000, 0), (1, 8, 0, 8), (0, 8, 0, 0)]
)
def test_bonus_cards_pay_per_so_many_rounded_down(number: int, vp: int, per: int, expected: int) -> None:
    """R11.2.5"""
    assert final.metric_points(number, vp, per) == expected


def test_r9_4_discards_go_to_the_bottom_in_the_order_discarded() -> None:
    """R9.4"""
    position = playing(bonus_deck=("bonus_coins", "bonus_stairs", "bonus_hallways"), active=None)
    position.given(
        events_pb2.BonusCardsDrawn(seat=0, cards=["bonus_coins", "bonus_stairs"], count=2, to_choose=True),
        events_pb2.BonusCardKept(seat=0, card="bonus_coins"),
        events_pb2.BonusCardsDiscarded(seat=0, cards=["bonus_stairs"], count=1),
        events_pb2.BonusDiscardsReturned(from_seat=0, count=1),
    )
    assert position.state.bonus_deck == ["bonus_hallways", "bonus_stairs"]
