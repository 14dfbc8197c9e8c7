"""Royal Decrees (R10): the draft, decrees of the start, and those that act at any time (D1 to D8)."""

from typing import Any

import pytest
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.choices import (
    Decline,
    ExchangeBonus,
    HideRoom,
    KeepDecree,
    Pass,
    PlanRooms,
    TakeCorridor,
)
from server.games.castles.content.records import HALLWAYS, STAIRS, TOWERS
from server.games.castles.game import CASTLES
from server.games.castles.modules.decrees import exchange, final, planner, start
from server.games.castles.setup import check_options
from server.games.castles.turns import bonus
from server.games.castles.turns.flow import go_on
from server.games.castles.turns.turn import (
    EXCHANGE_BONUS,
    GRAND_APPROACH,
    HIDE_ROOM,
    PLAN_ROOMS,
    R_CORRIDOR,
)
from server.games.kernel.chance import Chance
from server.games.kernel.options import build
from server.games.kernel.redact import redact
from server.games.kernel.rejection import Rejected
from tests.server.games.castles.decrees import DECREES, having, starting
from tests.server.games.castles.table import happen, playing, points
from tests.server.games.walk import Sitting, walk


def drafting(seats: int, *modules: str) -> tuple[list[int], Any]:
    order: list[int] = []
    for moment in walk(Sitting("castles", seats, modules)):
        state: Any = moment.state
        if any(player.decrees for player in state.players):
            return order, moment
        order.append(moment.decision.seat)
        last = state
    return order, last


def test_r10_1_the_draft_goes_counter_clockwise_to_the_master_builder() -> None:
    """R10.1.1, R10.1.2, R10.1.3, R12.3"""
    order, moment = drafting(3, "decrees")
    builder = moment.state.master_builder
    assert order == [(builder - 1) % 3, (builder - 2) % 3, builder]
    assert [len(player.decrees) for player in moment.state.players] == [1, 1, 1]
    assert moment.state.draft == []


def test_r10_2_the_double_draft_comes_back() -> None:
    """R10.2.1, R10.2.2, R10.2.3"""
    order, moment = drafting(3, "decrees", "double-decree")
    builder = moment.state.master_builder
    left = [(builder + 1) % 3, (builder + 2) % 3]
    assert order == [left[1], left[0], builder, builder, *left]
    assert [len(player.decrees) for player in moment.state.players] == [2, 2, 2]


def test_r10_1_4_start_decrees_resolve_from_the_master_builder_second_thoughts_last() -> None:
    """R10.1.4, D1"""
    position = playing(
        decrees={0: ["decree_treasury"], 1: ["decree_second_thoughts"]}, builder=1, active=None, modules=["decrees"]
    )
    position.given(events_pb2.StageBegan(stage=types_pb2.STAGE_START_DECREES))
    happen(position, start.start_decrees(position.state, Chance(b"")))
    gained = position.all(events_pb2.CoinsGained)
    assert [(event.seat, event.coins) for event in gained] == [(0, 10000)]


def test_r10_3_decrees_stay_and_each_exists_once() -> None:
    """R10.3.1, R10.3.2, R10.3.3"""
    order, moment = drafting(4, "decrees", "double-decree")
    held = [decree for player in moment.state.players for decree in player.decrees]
    assert len(held) == len(set(held)) == 8
    assert order


def test_r10_3_4_decrees_may_be_taken_out_as_long_as_enough_are_left() -> None:
    """R10.3.4"""
    options = build(CASTLES, ["decrees"])
    options.removed_decrees.append("decree_treasury")
    check_options(options, 2)
    assert "decree_treasury" in DECREES
    options.removed_decrees.extend(name for name in DECREES if name != "decree_treasury")
    with pytest.raises(Rejected) as refused:
        check_options(options, 2)
    assert refused.value.rule == "R10.3.4"
    options.removed_decrees[:] = ["decree_of_nobody"]
    with pytest.raises(Rejected) as unknown:
        check_options(options, 2)
    assert unknown.value.rule == "R10.3.4"


def test_d2_second_thoughts_keep_one_of_three_and_show_it() -> None:
    """D2.1, D2.2, R12.20.5"""
    position = having("decree_second_thoughts", "decree_odd_vp", active=None)
    deck = ["decree_treasury", "decree_type_food", "decree_size_100", "decree_size_150"]
    position.given(events_pb2.DecreeDeckShuffled(decrees=deck, count=4))
    position.given(events_pb2.StageBegan(stage=types_pb2.STAGE_START_DECREES))
    happen(position, start.start_decrees(position.state, Chance(b"")))
    assert [choice.decree for choice in position.legal(0)] == deck[:3]
    coins = position.state.players[0].coins
    position.when(0, KeepDecree("decree_size_150")).then_rejected("R10.1.1")
    position.when(0, KeepDecree("decree_treasury"))
    assert set(position.state.players[0].decrees) == {"decree_odd_vp", "decree_treasury"}
    assert position.state.players[0].coins == coins + 10000
    assert position.state.decree_deck == [deck[3], deck[1], deck[2], "decree_second_thoughts"]


def test_second_thoughts_may_bring_private_favors_that_count_before_anything_else() -> None:
    """D2.2, D3.1, D3.2, R10.2.3, R11.2.0.1: two decrees, one of which is exchanged for another of the start."""
    modules = ("decrees", "double-decree")
    position = having("decree_second_thoughts", "decree_odd_vp", modules=modules, active=None)
    deck = ["decree_size_100", "decree_private_favors", "decree_type_food"]
    position.given(events_pb2.DecreeDeckShuffled(decrees=deck, count=3))
    position.given(events_pb2.FavorPileBuilt(boxed=["favor_fewest_vps", "favor_courtyards"], boxed_count=2))
    position.given(events_pb2.StageBegan(stage=types_pb2.STAGE_START_DECREES))
    happen(position, start.start_decrees(position.state, Chance(b"")))
    position.when(0, KeepDecree("decree_private_favors"))
    owner = position.state.players[0]
    assert owner.decrees == ["decree_odd_vp", "decree_private_favors"]
    assert sorted(owner.private_favors) == ["favor_courtyards", "favor_fewest_vps"]
    assert "decree_private_favors" in owner.started
    position.given(events_pb2.PointsScored(seat=1, points=20, reason=types_pb2.POINTS_REASON_CASTLE))
    before = points(position)
    happen(position, final.score_at_start(position.state, 0))
    ranked = {event.favor: event for event in position.all(events_pb2.FavorRanked)}
    assert ranked["favor_fewest_vps"].owner == 0
    assert points(position) == before + 8, "the fewest points, and nobody has a courtyard"
    assert position.state.players[1].score == 20


def test_d3_private_favors_come_from_the_box_and_score_for_their_owner() -> None:
    """D3.1, D3.2, R11.2.0.1"""
    position = having("decree_private_favors", active=None)
    box = ["favor_total_rooms", "favor_coins", "favor_courtyards"]
    position.given(events_pb2.FavorPileBuilt(boxed=box, boxed_count=3))
    position.given(events_pb2.StageBegan(stage=types_pb2.STAGE_START_DECREES))
    happen(position, start.start_decrees(position.state, Chance(b"")))
    assert len(position.state.players[0].private_favors) == 2
    assert len(position.state.favor_box) == 1
    happen(position, final.score_at_start(position.state, 0))
    assert points(position, 1) == 0
    assert len(position.all(events_pb2.FavorRanked)) == 2
    one = having("decree_private_favors", active=None)
    one.given(events_pb2.FavorPileBuilt(boxed=box[:1], boxed_count=1))
    one.given(events_pb2.StageBegan(stage=types_pb2.STAGE_START_DECREES))
    happen(one, start.start_decrees(one.state, Chance(b"")))
    assert one.state.players[0].private_favors == box[:1]


def test_d4_grand_approach_places_both_and_earns_one_corridor_reward() -> None:
    """D4.1, D4.2, R12.20.1"""
    position = starting("decree_grand_approach")
    position.then_asked(0, GRAND_APPROACH)
    assert position.legal(0) == [TakeCorridor(STAIRS), TakeCorridor(HALLWAYS)]
    position.when(0, TakeCorridor(HALLWAYS)).when(0, position.legal(0)[0])
    position.when(0, position.legal(0)[0])
    placed = [room.tile.id for room in position.state.players[0].castle.rooms]
    assert placed[:3] == ["foyer", "hallway", "stairs"]
    assert position.state.supplies[STAIRS] == 3
    state = position.state
    state.stage, state.corridor_used = types_pb2.STAGE_START_DECREES, True
    assert not start.may_earn(state, 0, R_CORRIDOR)
    state.stage = types_pb2.STAGE_TURNS
    assert start.may_earn(state, 0, R_CORRIDOR)


def test_d5_hidden_room_is_the_top_of_a_standard_stack() -> None:
    """D5.1, D5.3, R12.9"""
    position = starting("decree_hidden_room", stacks={6: ["salon"], 1: []}, modules=("decrees", "towers"))
    position.then_asked(0, HIDE_ROOM)
    stacks = [choice.stack for choice in position.legal(0)]
    assert TOWERS not in stacks
    assert 1 not in stacks
    position.when(0, HideRoom(TOWERS)).then_rejected("D5.1")
    position.when(0, HideRoom(6))
    player = position.state.players[0]
    assert (player.hidden_room, player.hidden_stack) == ("salon", 6)
    assert player.castle.rooms[0].tile.id == "foyer"
    assert len(player.castle.rooms) == 1


def exchanging(owner: int, discarder: int) -> Any:
    position = having("decree_bonus_exchange", seat=owner, active=None)
    position.given(
        events_pb2.BonusCardsDrawn(seat=owner, cards=["bonus_hallways"], count=1),
        events_pb2.BonusCardsDrawn(seat=discarder, cards=["bonus_stairs", "bonus_coins"], count=2, to_choose=True),
        events_pb2.BonusCardKept(seat=discarder, card="bonus_stairs"),
        events_pb2.BonusCardsDiscarded(seat=discarder, cards=["bonus_coins"], count=1),
    )
    return happen(position, bonus.settle(position.state, Chance(b"")))


@pytest.mark.parametrize("discarder", [0, 1])
def test_d6_the_owner_may_swap_a_card_at_every_discard(discarder: int) -> None:
    """D6.1, D6.3, R13.1"""
    position = exchanging(0, discarder)
    position.then_asked(0, EXCHANGE_BONUS)
    position.when(0, ExchangeBonus("bonus_moats", "bonus_coins")).then_rejected("D6.1")
    events = exchange.exchange(position.state, 0, ExchangeBonus("bonus_hallways", "bonus_coins"), Chance(b""))
    position.state.decisions.clear()
    happen(position, events)
    assert "bonus_coins" in position.state.players[0].bonus
    happen(position, bonus.settle(position.state, Chance(b"")))
    assert position.state.bonus_deck[-1] == "bonus_hallways"
    assert position.state.discards == []


def test_d6_2_the_others_cannot_tell_a_swap_from_none() -> None:
    """D6.2"""
    seen = []
    for event in (
        events_pb2.BonusExchangeDone(seat=0, gave="bonus_hallways", took="bonus_coins"),
        events_pb2.BonusExchangeDone(seat=0),
    ):
        wrapped = events_pb2.Event(bonus_exchange_done=event)
        redact(wrapped, 1)
        seen.append(wrapped.SerializeToString(deterministic=True))
    assert seen[0] == seen[1]


def test_d7_hidden_coins_are_seen_by_their_owner_alone() -> None:
    """D7, R12.20.2"""
    position = having("decree_hidden_coins", "decree_savings")
    for viewer, known in ((0, True), (1, False), (None, False)):
        view = CASTLES.view(position.state)
        redact(view, viewer)
        assert not view.players[0].HasField("coins")
        assert view.players[0].HasField("own_coins") is known
        assert view.players[1].HasField("coins")
        assert view.players[0].coins_hidden


def test_d8_room_planner_puts_cards_on_the_deck_once() -> None:
    """D8.1, D8.2, D8.3, D8.4"""
    position = having("decree_room_planner", active=None)
    position.given(*(events_pb2.RoomCardTurnedUp(stack=types_pb2.Stack.ValueType(card)) for card in (1, 2, 3)))
    position.given(events_pb2.StageBegan(stage=types_pb2.STAGE_DRAW))
    happen(position, planner.offer(position.state, Chance(b"")))
    position.then_asked(0, PLAN_ROOMS)
    assert position.legal(0)[0] == Decline()
    position.when(0, PlanRooms((9,))).then_rejected("D8.1")
    position.when(0, PlanRooms((1, 1, 1, 1))).then_rejected("D8.1")
    events = planner.plan(position.state, 0, PlanRooms((3, 1)), Chance(b""))
    position.state.decisions.clear()
    happen(position, events)
    assert [entry.stack for entry in position.state.room_deck[:2]] == [3, 1]
    planned = events_pb2.Event(rooms_planned=position.all(events_pb2.RoomsPlanned)[0])
    redact(planned, 1)
    assert list(planned.rooms_planned.cards) == [1, 3]
    assert not planned.rooms_planned.order
    assert list(planner.offer(position.state, Chance(b""))) == []


def test_d8_2_it_stands_open_between_resolutions_in_anybodys_turn() -> None:
    """D8.2, R13.1"""
    position = having("decree_room_planner", seat=1, active=None, builder=1)
    position.given(events_pb2.RoomCardTurnedUp(stack=types_pb2.STACK_100))
    happen(position, go_on(position.state, Chance(b"")))
    standing = [decision for decision in position.state.decisions if decision.standing]
    assert [(decision.seat, decision.kind) for decision in standing] == [(1, PLAN_ROOMS)]
    position.when(1, Decline()).then_rejected("D8.2")
    position.when(0, Pass())
    assert position.all(events_pb2.DecisionWithdrawn)
