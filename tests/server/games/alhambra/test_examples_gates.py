"""The worked examples of Gates Without End, by their ids, with the rulebook's numbers."""

from typing import Any

from ludarium.games.alhambra.v1 import events_pb2, fresh_colors_pb2, gates_pb2, types_pb2

from server.games.alhambra import grid, scoring
from server.games.alhambra.choices import (
    AddWallPiece,
    Build,
    BuyAtGate,
    Cell,
    Move,
    PayCard,
    PlaceKey,
    Reserve,
    SwapSpaces,
    TakeCard,
    TakeMoney,
)
from server.games.alhambra.modules.gates import keys
from server.games.alhambra.modules.gates.keys import GATE_BONUS, PLACE_KEY
from server.games.alhambra.modules.gates.purchase import GATE_PAYMENT, PLACE_GATE_TILE
from server.games.alhambra.turns import ending
from server.games.alhambra.turns.turn import CHOOSE_ACTION
from server.games.kernel.chance import Chance
from tests.server.games.alhambra.module_tables import (
    COLORS_MODULE,
    GATES,
    at_gate,
    colors,
    decline_all,
    drive,
    keys_of,
)
from tests.server.games.alhambra.table import MARKET, playing
from tests.server.games.alhambra.test_examples import EXAMPLES, tiles_and_walls


def example(example_id: str) -> dict[str, Any]:
    return next(example for example in EXAMPLES if example["id"] == example_id)


def test_ex_gates_three_players() -> None:
    """R11.4, R11.5.1, R11.5.4, R11.5.6: yellow redesigns, red takes a card, green swaps; the key is gone."""
    position = playing(reserves={0: ["pavilion_8"]}, modules=[GATES])
    position.given(colors("yellow", "red", "green"), *keys_of(0, "key_1"))
    position.when(0, TakeMoney(("florin_9",))).then_asked(0, PLACE_KEY)
    position.state.display.append("florin_9")
    position.when(0, PlaceKey(0)).then_asked(0, GATE_BONUS)
    position.when(0, Build("pavilion_8", Cell(1, 0))).then(
        events_pb2.TileBuilt(seat=0, tile="pavilion_8", cell=types_pb2.Cell(x=1, y=0)),
        gates_pb2.BonusOffered(seat=1, bonus=gates_pb2.GATE_BONUS_MONEY_CARD),
    )
    position.when(1, TakeCard("florin_9")).then(
        events_pb2.MoneyTaken(seat=1, cards=["florin_9"]),
        gates_pb2.BonusOffered(seat=2, bonus=gates_pb2.GATE_BONUS_SWAP_BUILDINGS),
    )
    position.when(2, SwapSpaces(1, 4)).then(
        gates_pb2.SpacesSwapped(seat=2, space=1, other_space=4), gates_pb2.KeyRemoved(key="key_1")
    )
    assert position.state.market == ["chambers_10", "tower_13", "garden_9", "tower_8"]
    assert list(position.state.players[0].alhambra.values()) == ["fountain_yellow", "pavilion_8"]
    assert position.state.players[1].hand == {"florin_9": 1}
    assert position.state.gates.used == ["key_1"]
    assert len(position.state.display) == 4
    position.then_asked(1, CHOOSE_ACTION)


def test_ex_gates_rotation() -> None:
    """R11.4.2: with rotation 1 yellow faces the wall piece, red the redesign, green the card."""
    position = playing(modules=[GATES], alhambras={1: {(1, 0): "pavilion_8"}})
    position.given(colors("yellow", "red", "green"), *keys_of(0, "key_1"))
    position.when(0, TakeMoney(("florin_9",))).when(0, PlaceKey(1))
    happened = position.happened + decline_all(position)
    offered = [(event.seat, event.bonus) for event in happened if isinstance(event, gates_pb2.BonusOffered)]
    assert offered == [
        (0, gates_pb2.GATE_BONUS_WALL_PIECE),
        (1, gates_pb2.GATE_BONUS_REDESIGN),
        (2, gates_pb2.GATE_BONUS_MONEY_CARD),
    ]


def test_ex_gates_key_gained_by_gate_purchase() -> None:
    """R11.4.1, R11.5.3: 14 paid in three currencies; the key waits for the buyer's next turn."""
    position = at_gate(
        "buy_building",
        1,
        market=["arcades_7", *MARKET[1:]],
        hands={1: ["florin_4", "dirham_8", "denar_2"]},
    )
    top = position.state.gates.stack[0]
    position.when(1, BuyAtGate(1)).then_asked(1, GATE_PAYMENT)
    for card in ("florin_4", "dirham_8", "denar_2"):
        position.when(1, PayCard(card))
    bought, taken = position.happened[1:3]
    assert bought == gates_pb2.GateBuildingBought(seat=1, space=1, tile="arcades_7", price_due=14, paid=14)
    assert taken == gates_pb2.KeyTaken(seat=1, key=top)
    position.then_asked(1, PLACE_GATE_TILE)
    position.when(1, Reserve("arcades_7"))
    happened = [type(event) for event in position.happened + decline_all(position)]
    assert happened.index(gates_pb2.KeyRemoved) < happened.index(events_pb2.BuildingTurnedUp)
    assert position.state.market[0] is not None
    assert not position.state.extra_action
    assert position.state.active == 1
    assert position.state.gates.waiting[1] == [top]
    position.when(1, TakeMoney(("dirham_2",)))
    assert position.all(gates_pb2.KeyRevealed) == [gates_pb2.KeyRevealed(seat=1, key=top)]


def test_ex_gates_purchase_below_fourteen() -> None:
    """R11.5.3: the price is 14 also for the cheapest building."""
    position = at_gate(
        "buy_building", 0, seats=2, market=["pavilion_2", *MARKET[1:]], hands={0: ["florin_9", "dirham_4"]}
    )
    position.when(0, BuyAtGate(1)).then_rejected("R11.5.3.3")
    assert not [choice for choice in position.legal(0) if isinstance(choice, BuyAtGate)]


def test_ex_gates_swap_with_empty_space() -> None:
    """R11.5.6: one of the two spaces may be empty; the other is refilled after the key."""
    position = at_gate("swap_buildings", 2, market=[None, *MARKET[1:]])
    position.when(2, SwapSpaces(1, 3))
    turned_up = position.all(events_pb2.BuildingTurnedUp)
    assert [event.space for event in turned_up] == [3]
    assert position.state.market[:2] == ["garden_9", "tower_13"]


def test_ex_gates_move_inside_alhambra() -> None:
    """R11.5.1, R7.3: only as a gate bonus."""
    spots = {(1, 0): "pavilion_8", (0, -1): "pavilion_2"}
    tiles, walls = tiles_and_walls(example("ex_gates_move_inside_alhambra")["given"])
    assert grid.broken_rules_of_move(tiles, walls, Cell(1, 0), Cell(-1, 0)) == []
    position = at_gate("redesign", alhambras={0: spots})
    move = Move("pavilion_8", Cell(-1, 0))
    assert move in position.legal(0)
    position.when(0, move).then(gates_pb2.TileMoved(seat=0, tile="pavilion_8", cell=types_pb2.Cell(x=-1, y=0)))
    after = {(0, 0): "fountain_blue", (-1, 0): "pavilion_8", (0, -1): "pavilion_2"}
    assert position.state.players[0].alhambra == after
    assert position.state.players[0].reserve == []
    playing(alhambras={0: spots}, modules=[GATES]).when(0, move).then_rejected("R17")


def test_ex_gates_scoring_before_next_key() -> None:
    """R11.6, R11.6.1, R8.6: a scoring card found in the refill scores before the next key is revealed."""
    position = playing(asked=False, modules=[GATES], display=["florin_9", "dirham_2", "denar_3"])
    position.given(
        events_pb2.MoneyDeckBuilt(cards=["scoring_card_1", "florin_5"], count=2),
        *keys_of(0, "key_2", "key_3"),
        gates_pb2.KeysDue(seat=0, keys=2),
        gates_pb2.KeyRevealed(seat=0, key="key_2"),
        gates_pb2.KeyPlaced(seat=0, rotation=0),
        *[gates_pb2.BonusOffered(seat=seat) for seat in range(3)],
    )
    happened = drive(position, keys.resolve(position.state, Chance(b"keys")))
    kept = [event for event in happened if not isinstance(event, events_pb2.PointsScored)]
    assert kept == [
        gates_pb2.KeyRemoved(key="key_2"),
        events_pb2.ScoringCardDrawn(scoring=1),
        events_pb2.MoneyTurnedUp(card="florin_5"),
        events_pb2.ScoringBegan(scoring=1),
        gates_pb2.KeyRevealed(seat=0, key="key_3"),
        events_pb2.DecisionOpened(seat=0, kind=PLACE_KEY),
    ]


def test_ex_gates_left_over_arcades_bring_no_key() -> None:
    """R10.4"""
    position = playing(
        asked=False,
        market=["arcades_7", None, None, None],
        draw_pile=[],
        hands={0: ["florin_3"], 1: ["florin_1"]},
        modules=[GATES],
    ).given(gates_pb2.KeysShuffled(keys=["key_9"], count=1), events_pb2.EndReached())
    happened = drive(position, ending.end_game(position.state))
    assert happened[0] == events_pb2.LeftoverAwarded(space=1, tile="arcades_7", seat=0, totals=[3, 1, 0])
    position.when(0, Reserve("arcades_7"))
    assert list(position.state.gates.stack) == ["key_9"]
    assert position.state.gates.waiting == [[], [], []]


def test_ex_gates_game_ends_during_keys() -> None:
    """R11.6, R11.6.3, R10.7: with one space empty and no tile to fill it the game ends; key_3 stays unresolved."""
    position = playing(asked=False, modules=[GATES], market=[None, *MARKET[1:]], draw_pile=[])
    position.given(
        *keys_of(0, "key_2", "key_3"),
        gates_pb2.KeysDue(seat=0, keys=2),
        gates_pb2.KeyRevealed(seat=0, key="key_2"),
        gates_pb2.KeyPlaced(seat=0, rotation=0),
        *[gates_pb2.BonusOffered(seat=seat) for seat in range(3)],
    )
    happened = drive(position, keys.resolve(position.state, Chance(b"keys")))
    assert events_pb2.EndReached() in happened
    assert not any(isinstance(event, gates_pb2.KeyRevealed) for event in happened)
    assert position.state.gates.waiting[0] == ["key_3"]
    assert isinstance(happened[-1], events_pb2.GameEnded)


def test_ex_gates_semi_building_needs_a_building() -> None:
    """R11.5.5: without a building of the type it counts nothing."""
    position = playing(modules=[GATES], alhambras={1: {(1, 0): "tower_9_a"}}).given(
        gates_pb2.SemiBuildingTaken(seat=0, type=types_pb2.BUILDING_TYPE_TOWER)
    )
    assert scoring.half_units(position.state, types_pb2.BUILDING_TYPE_TOWER) == [0, 2, 0, 0]


def test_ex_gates_wall_piece_inner_side() -> None:
    """R11.5.2: only outer sides."""
    position = at_gate("wall_piece", alhambras={0: {(1, 0): "pavilion_8"}})
    assert AddWallPiece("fountain_blue", 3) in position.legal(0)
    assert AddWallPiece("pavilion_8", 2) in position.legal(0)
    assert AddWallPiece("fountain_blue", 2) not in position.legal(0)
    position.when(0, AddWallPiece("fountain_blue", 2)).then_rejected("R11.5.2")
    position.when(0, AddWallPiece("pavilion_8", 2)).then(
        gates_pb2.WallPieceAdded(seat=0, tile="pavilion_8", side=types_pb2.SIDE_EAST)
    )


def test_ex_x_gate_purchase_no_overpay_reward() -> None:
    """R15.5, R11.5.3: 15 paid for 14 brings neither reward nor extra action."""
    position = at_gate(
        "buy_building",
        market=["tower_8", "garden_9", "chambers_10", "tower_13"],
        hands={0: ["florin_9", "ducat_6"]},
        modules=[GATES, COLORS_MODULE],
    )
    position.when(0, BuyAtGate(4)).when(0, PayCard("florin_9")).when(0, PayCard("ducat_6"))
    bought = position.all(gates_pb2.GateBuildingBought)[0]
    assert (bought.paid, bought.price_due) == (15, 14)
    assert not position.all(fresh_colors_pb2.RewardOffered)
    position.then_asked(0, PLACE_GATE_TILE)
    assert not position.state.extra_action
