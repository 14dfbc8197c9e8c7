"""The module Gates Without End: keys, their order, and refilling (R11.1 to R11.4, R11.6, R11.7)."""

from collections import Counter
from typing import Any

import pytest
from ludarium.games.alhambra.v1 import events_pb2, gates_pb2, types_pb2

from server.games.alhambra.choices import (
    Buy,
    DeclineBonus,
    GiveToDirk,
    PlaceKey,
    Reserve,
    SwapSpaces,
    TakeCard,
    TakeMoney,
    TakePoints,
)
from server.games.alhambra.content import load
from server.games.alhambra.game import ALHAMBRA
from server.games.alhambra.modules.gates import keys
from server.games.alhambra.modules.gates.facing import facing as bonus_of
from server.games.alhambra.modules.gates.keys import GATE_BONUS, PLACE_KEY
from server.games.alhambra.turns.turn import CHOOSE_ACTION, PLACE_LEFTOVER
from server.games.kernel.chance import Chance
from server.games.kernel.redact import redact
from server.games.kernel.testkit import Position
from tests.server.games.alhambra.module_tables import GATES, KEYS, at_gate, colors, decline_all, drive, keys_of
from tests.server.games.alhambra.table import MARKET, playing, table

ON = (GATES,)


def resolving(*names: str, facts: Any = (), **args: Any) -> Position:
    """A position in which everybody has come to their gate with the first of these keys of seat 0."""
    position = playing(asked=False, modules=ON, **args)
    position.given(
        *keys_of(0, *names),
        *facts,
        gates_pb2.KeysDue(seat=0, keys=len(names)),
        gates_pb2.KeyRevealed(seat=0, key=names[0]),
        gates_pb2.KeyPlaced(seat=0, rotation=0),
        *[gates_pb2.BonusOffered(seat=seat) for seat in range(3)],
    )
    return position


def go_on(position: Position) -> list[Any]:
    return drive(position, keys.resolve(position.state, Chance(b"go on")))


def test_the_components_of_the_module() -> None:
    """R1.3, R11.1, R11.5: six gates of six colours, nine keys with six bonuses each, supplies as often as shown."""
    board = load().modules.gates
    assert sorted(board.gates) == [1, 2, 3, 4, 5, 6]
    assert len(board.keys) == 9
    assert all(len(sides) == 6 for sides in board.keys.values())
    assert (len(board.plazas), board.wall_pieces, board.semi_buildings) == (6, 7, (1, 2, 3, 4, 5, 6))
    shown = Counter(side for sides in board.keys.values() for side in sides)
    assert shown[gates_pb2.GATE_BONUS_WALL_PIECE] == 7
    assert shown[gates_pb2.GATE_BONUS_PLAZA] == shown[gates_pb2.GATE_BONUS_SEMI_BUILDING] == 6


def test_keys_are_shuffled_face_down_and_supplies_laid_out() -> None:
    """R2.10, R11.2"""
    position = table(4, modules=ON)
    happened = drive(position, ALHAMBRA.set_up(position.state, Chance(b"keys")))
    shuffled = next(event for event in happened if isinstance(event, gates_pb2.KeysShuffled))
    assert sorted(shuffled.keys) == sorted(KEYS)
    seen = ALHAMBRA.view(position.state)
    redact(seen, 0)
    assert seen.gates.stack_count == 9
    assert not seen.gates.stack
    assert (seen.gates.wall_pieces, len(seen.gates.plazas), len(seen.gates.semi_buildings)) == (7, 6, 6)


def test_buying_an_arcades_brings_the_top_key_at_once() -> None:
    """R5.7, R5.8, R11.3: after the payment, before the extra action."""
    position = playing(modules=ON, market=["arcades_7", *MARKET[1:]], hands={0: ["florin_7"]})
    position.given(gates_pb2.KeysShuffled(keys=KEYS, count=9))
    position.when(0, Buy(1, ("florin_7",))).then_exactly(
        events_pb2.BuildingBought(
            seat=0, space=1, tile="arcades_7", cards=["florin_7"], price_due=7, paid=7, exact=True
        ),
        gates_pb2.KeyTaken(seat=0, key=KEYS[0]),
        events_pb2.DecisionOpened(seat=0, kind=CHOOSE_ACTION),
    )


def test_other_buildings_bring_no_key_and_an_empty_stack_gives_none() -> None:
    """R11.3"""
    position = playing(modules=ON, hands={0: ["florin_8"]}).given(gates_pb2.KeysShuffled(keys=KEYS, count=9))
    position.when(0, Buy(1, ("florin_8",)))
    assert not position.all(gates_pb2.KeyTaken)
    position = playing(modules=ON, market=["arcades_7", *MARKET[1:]], hands={0: ["florin_7"]})
    position.when(0, Buy(1, ("florin_7",)))
    assert not position.all(gates_pb2.KeyTaken)


def test_the_buyer_keeps_the_key_of_an_arcades_given_to_dirk_and_dirk_has_no_gate() -> None:
    """R11.3, R11.7, R14.6, R14.7, R14.8"""
    position = playing(2, modules=ON, market=["arcades_7", *MARKET[1:]], hands={0: ["florin_8"]})
    position.given(gates_pb2.KeysShuffled(keys=KEYS, count=9))
    position.when(0, Buy(1, ("florin_8",))).when(0, GiveToDirk("arcades_7")).then_asked(0, PLACE_KEY)
    position.when(0, PlaceKey(0))
    happened = position.happened + decline_all(position)
    assert [event.seat for event in happened if isinstance(event, gates_pb2.BonusOffered)] == [0, 1]


def test_keys_are_resolved_after_placing_both_refills_and_the_end_check() -> None:
    """R8.8.1, R11.4, R11.4.3.1: then revealed, by itself, before the rotation is chosen."""
    position = playing(modules=ON, market=["arcades_7", *MARKET[1:]], hands={0: ["florin_8"]})
    position.given(gates_pb2.KeysShuffled(keys=KEYS, count=9))
    position.when(0, Buy(1, ("florin_8",))).when(0, Reserve("arcades_7"))
    kinds = [type(event).__name__ for event in position.happened]
    assert kinds == ["BuildingReserved", "BuildingTurnedUp", "KeysDue", "KeyRevealed", "DecisionOpened"]
    position.then_asked(0, PLACE_KEY)


def test_a_key_lies_in_any_of_six_rotations_and_one_must_be_chosen() -> None:
    """R11.4, R11.4.4"""
    position = playing(modules=ON).given(*keys_of(0, "key_1"))
    position.when(0, TakeMoney(("florin_9",)))
    assert position.legal(0) == [PlaceKey(rotation) for rotation in range(6)]
    position.when(0, PlaceKey(6)).then_rejected("R11.4")
    position.when(0, DeclineBonus()).then_rejected("R17")


@pytest.mark.parametrize("rotation", range(6))
def test_a_rotation_turns_the_bonuses_past_the_gates(rotation: int) -> None:
    """R11.4.2: gate g is faced by side (g - r) mod 6."""
    position = playing(6, modules=ON)
    position.given(*keys_of(0, "key_5"), gates_pb2.KeysDue(seat=0, keys=1))
    position.given(gates_pb2.KeyRevealed(seat=0, key="key_5"), gates_pb2.KeyPlaced(seat=0, rotation=rotation))
    board = load().modules.gates
    for seat in range(6):
        gate = board.gates.index(position.state.players[seat].color)
        assert bonus_of(position.state, seat) == board.keys["key_5"][(gate - rotation) % 6]
    shown = [gate.bonus for gate in ALHAMBRA.view(position.state).gates.gates]
    assert sorted(shown) == sorted(board.keys["key_5"])


def test_everybody_uses_or_declines_the_own_bonus_clockwise_from_the_owner() -> None:
    """R11.4, R11.4.5, R11.4.6, R15.9: other seats decide outside their turn; unused gates do nothing."""
    position = playing(active=1, modules=ON).given(colors("yellow", "red", "green"), *keys_of(1, "key_8"))
    position.when(1, TakeMoney(("florin_9",))).when(1, PlaceKey(4))
    happened = list(position.happened)
    asked = []
    while position.state.decisions[0].kind == GATE_BONUS:
        seat = position.state.decisions[0].seat
        asked.append(seat)
        position.when(seat, DeclineBonus())
        happened += position.happened
    offered = [event.seat for event in happened if isinstance(event, gates_pb2.BonusOffered)]
    assert offered == [1, 2, 0]
    assert set(asked) <= set(offered)
    assert position.state.active == 2
    position.then_asked(2, CHOOSE_ACTION)


def test_later_players_see_what_earlier_ones_did() -> None:
    """R11.4.5: a card taken is gone."""
    position = at_gate("money_card", 0, display=["florin_9"])
    position.when(0, TakeCard("florin_9"))
    assert "florin_9" not in position.state.display
    position = at_gate("money_card", 0)
    position.when(0, TakeCard("ducat_9")).then_rejected("R11.5.4")


def test_only_the_bonus_at_the_own_gate_can_be_used() -> None:
    """R11.4"""
    position = at_gate("money_card")
    position.when(0, TakePoints()).then_rejected("R11.4")
    position.when(0, SwapSpaces(1, 2)).then_rejected("R11.4")
    position.when(0, DeclineBonus()).then(gates_pb2.BonusNotUsed(seat=0, bonus=gates_pb2.GATE_BONUS_MONEY_CARD))


def test_a_bonus_that_cannot_be_used_lapses_and_that_is_told() -> None:
    """R11.5.9, R17.4: nobody is asked."""
    position = playing(modules=ON, display=["florin_9"]).given(*keys_of(0, "key_1"), colors("yellow", "red", "green"))
    position.when(0, TakeMoney(("florin_9",)))
    position.when(0, PlaceKey(0)).then(
        gates_pb2.KeyPlaced(seat=0, rotation=0),
        gates_pb2.BonusOffered(seat=0, bonus=gates_pb2.GATE_BONUS_REDESIGN),
        gates_pb2.BonusNotUsed(seat=0, bonus=gates_pb2.GATE_BONUS_REDESIGN, lapsed=True),
        gates_pb2.BonusOffered(seat=1, bonus=gates_pb2.GATE_BONUS_MONEY_CARD),
    )
    position.then_asked(1, GATE_BONUS)


def test_nobody_knows_a_key_until_it_is_revealed() -> None:
    """R11.4.3, R16: its owner included; the number of keys is public."""
    position = playing(modules=ON).given(*keys_of(0, "key_4", "key_7"))
    for viewer in (0, 1, None):
        seen = ALHAMBRA.view(position.state)
        redact(seen, viewer)
        assert seen.gates.players[0].key_count == 2
        assert not seen.gates.players[0].keys
    taken = gates_pb2.KeyTaken(seat=0, key="key_4")
    redact(taken, 0)
    assert not taken.HasField("key")
    position.when(0, TakeMoney(("florin_9",)))
    seen = ALHAMBRA.view(position.state)
    redact(seen, None)
    assert seen.gates.center.id == "key_4"


def test_several_keys_are_resolved_in_the_order_got_with_refills_between() -> None:
    """R11.4, R11.4.7, R11.6, R11.6.1: key out, display, market, then the next key is revealed."""
    position = resolving("key_2", "key_3", display=["florin_9", "dirham_2", "denar_3"], market=[None, *MARKET[1:]])
    happened = go_on(position)
    assert [type(event).__name__ for event in happened] == [
        "KeyRemoved",
        "MoneyTurnedUp",
        "BuildingTurnedUp",
        "KeyRevealed",
        "DecisionOpened",
    ]
    assert happened[3] == gates_pb2.KeyRevealed(seat=0, key="key_3")


def test_a_key_got_while_keys_are_resolved_waits_for_the_next_own_turn() -> None:
    """R11.4.1: for the active player this means the following round."""
    position = resolving("key_2", facts=[gates_pb2.KeyTaken(seat=0, key="key_9")])
    position.state.gates.due = 0
    happened = go_on(position)
    assert not any(isinstance(event, gates_pb2.KeyRevealed) for event in happened)
    assert position.state.gates.waiting[0] == ["key_9"]


def test_a_scoring_during_keys_comes_with_dirks_tiles_before_the_end_check() -> None:
    """R11.6.1, R15.6, R15.21: the order key - display - market - scoring - Dirk - end check."""
    position = playing(2, asked=False, modules=ON, display=["florin_9"] * 3, market=[None, *MARKET[1:]])
    position.given(
        events_pb2.MoneyDeckBuilt(cards=["scoring_card_1", "florin_5"], count=2),
        *keys_of(0, "key_2"),
        gates_pb2.KeysDue(seat=0, keys=1),
        gates_pb2.KeyRevealed(seat=0, key="key_2"),
        gates_pb2.KeyPlaced(seat=0, rotation=0),
        *[gates_pb2.BonusOffered(seat=seat) for seat in range(2)],
    )
    kinds = [type(event).__name__ for event in go_on(position)]
    assert kinds == [
        "KeyRemoved",
        "ScoringCardDrawn",
        "MoneyTurnedUp",
        "BuildingTurnedUp",
        "ScoringBegan",
        "DirkDealt",
    ]


def test_a_market_that_cannot_be_filled_after_a_key_ends_the_game() -> None:
    """R10.1, R10.7, R11.6, R11.6.3: left-over buildings are awarded; keys in front of all players stay."""
    position = resolving(
        "key_2",
        "key_3",
        market=[None, *MARKET[1:]],
        draw_pile=[],
        hands={1: ["denar_9"]},
        facts=[gates_pb2.KeyTaken(seat=2, key="key_9")],
    )
    happened = go_on(position)
    assert events_pb2.EndReached() in happened
    position.then_asked(1, PLACE_LEFTOVER)
    position.when(1, Reserve("garden_9"))
    assert position.state.winners
    assert position.state.gates.waiting == [["key_3"], [], ["key_9"]]


def test_the_game_ends_before_keys_are_resolved_when_the_market_is_short_already() -> None:
    """R8.7, R8.8.1, R10.7, R10.8"""
    position = playing(modules=ON, draw_pile=[], market=["arcades_7", *MARKET[1:]], hands={0: ["florin_9"]})
    position.given(gates_pb2.KeysShuffled(keys=KEYS, count=9))
    position.when(0, Buy(1, ("florin_9",))).when(0, Reserve("arcades_7"))
    assert events_pb2.EndReached() in position.happened
    assert not position.all(gates_pb2.KeysDue)
    assert position.state.gates.waiting[0] == [KEYS[0]]


def test_an_empty_display_is_refilled_before_a_money_card_bonus() -> None:
    """R11.6, R11.6.2: and a scoring card that comes up then scores at once."""
    position = playing(asked=False, modules=ON, display=[]).given(colors("yellow", "red", "green"))
    position.given(
        events_pb2.MoneyDeckBuilt(cards=["florin_5", "scoring_card_1", "florin_6", "florin_7", "florin_8"], count=5),
        *keys_of(0, "key_1"),
        gates_pb2.KeysDue(seat=0, keys=1),
        gates_pb2.KeyRevealed(seat=0, key="key_1"),
        gates_pb2.KeyPlaced(seat=0, rotation=0),
        gates_pb2.BonusOffered(seat=0),
    )
    kinds = [type(event).__name__ for event in go_on(position)]
    assert kinds == [
        "MoneyTurnedUp",
        "ScoringCardDrawn",
        "MoneyTurnedUp",
        "MoneyTurnedUp",
        "MoneyTurnedUp",
        "ScoringBegan",
        "BonusOffered",
        "DecisionOpened",
    ]


def test_between_gates_nothing_is_refilled() -> None:
    """R11.6"""
    position = at_gate("money_card", 1, facts=[colors("yellow", "red", "green")])
    position.when(1, TakeCard("florin_9")).then_asked(2, GATE_BONUS)
    assert position.state.display == ["dirham_2", "denar_3", "ducat_4"]
    position.when(2, DeclineBonus())
    assert len(position.state.display) == 4


def test_points_of_a_gate_are_scored_at_once_and_belong_to_no_scoring() -> None:
    """R9.9, R11.5.8"""
    for bonus, points in (("points_1", 1), ("points_2", 2)):
        position = at_gate(bonus)
        key = position.state.gates.center
        position.when(0, TakePoints()).then(
            events_pb2.PointsScored(seat=0, points=points, gate=gates_pb2.GatePoints(key=key))
        )
        assert position.state.players[0].gates == position.state.players[0].score == points
    assert types_pb2.DECISION_KIND_GATE_BONUS == GATE_BONUS
