"""The worked examples of Handymen, by their ids, with the rulebook's numbers."""

from typing import Any

from ludarium.games.alhambra.v1 import events_pb2, gates_pb2, handymen_pb2, types_pb2

from server.games.alhambra.choices import (
    Build,
    Buy,
    Cell,
    PutOnMarket,
    PutOnTile,
    RefuseRoll,
    Reserve,
    RollDie,
    TakeBack,
    TakeMoney,
)
from server.games.alhambra.modules.handymen.dice import DICE, TAKE_MONEY, is_triple, values
from server.games.alhambra.modules.handymen.left import TAKE_BACK
from server.games.alhambra.modules.handymen.scoring import largest_group
from server.games.alhambra.modules.handymen.scoring import score as score_handymen
from server.games.alhambra.turns.turn import CHOOSE_ACTION
from tests.server.games.alhambra.module_tables import (
    GATES,
    HANDYMEN,
    drive,
    on_market,
    on_tiles,
    roll,
)
from tests.server.games.alhambra.table import MARKET, playing
from tests.server.games.alhambra.test_examples import EXAMPLES


def example(example_id: str) -> dict[str, Any]:
    return next(example for example in EXAMPLES if example["id"] == example_id)


def test_ex_hm_dice_first_roll() -> None:
    """R13.3"""
    assert values([1]) == {1}


def test_ex_hm_dice_second_roll() -> None:
    """R13.3: 6 + 1 and 6 - 1."""
    assert values([1, 6]) == {5, 7}


def test_ex_hm_dice_third_roll() -> None:
    """R13.3: 1 + 6 + 5 makes 12."""
    assert values([1, 6, 5]) == {2, 10, 12}


def test_ex_hm_dice_example_with_tiles() -> None:
    """R13.3, R13.4, R13.2: the rulebook's rolls 1, 6 and 5, with the targets of each."""
    spots = {(0, 1): "pavilion_8", (-1, 0): "pavilion_5", (0, 2): "garden_12"}

    def begin() -> Any:
        return playing(
            2, market=["tower_8", "arcades_7", "garden_9", "chambers_10"], alhambras={0: spots}, modules=[HANDYMEN]
        )

    position = roll(begin(), 1)
    assert position.legal(0) == [RefuseRoll()]
    position = roll(begin(), 1, 6)
    assert position.legal(0) == [PutOnMarket(2), PutOnTile("pavilion_5"), RefuseRoll()]
    position.when(0, PutOnMarket(2)).then(
        handymen_pb2.HandymanPutOnMarket(seat=0, space=2, value=7),
        events_pb2.DecisionOpened(seat=0, kind=TAKE_MONEY),
    )
    position = roll(begin(), 1, 6, 5)
    assert position.legal(0) == [PutOnMarket(4), PutOnTile("garden_12"), RefuseRoll()]
    position.when(0, PutOnMarket(2)).then_rejected("R13.3.1")
    position.when(0, PutOnTile("pavilion_5")).then_rejected("R13.3.1")
    position.when(0, PutOnTile("garden_12")).then(handymen_pb2.HandymanPutOnTile(seat=0, tile="garden_12", value=12))
    position.then_asked(0, TAKE_MONEY)


def test_ex_hm_dice_zero_is_no_value() -> None:
    """R13.3.2"""
    assert values([4, 4]) == {8}


def test_ex_hm_triple_is_wild() -> None:
    """R13.3.3: any building of the market, any own tile, the fountain and plazas included."""
    assert is_triple([3, 3, 3], 3)
    position = playing(modules=[HANDYMEN, GATES], reserves={0: ["garden_12"]}).given(
        gates_pb2.PlazaPlaced(seat=0, tile="plaza_1", cell=types_pb2.Cell(x=1, y=0))
    )
    roll(position, 3, 3, 3)
    assert position.legal(0) == [
        *(PutOnMarket(space) for space in (1, 2, 3, 4)),
        PutOnTile("fountain_blue"),
        PutOnTile("plaza_1"),
        PutOnTile("garden_12"),
        RefuseRoll(),
    ]
    position.when(0, PutOnTile("fountain_blue")).then(handymen_pb2.HandymanPutOnTile(seat=0, tile="fountain_blue"))


def test_ex_hm_group_of_four() -> None:
    """R13.7: the fifth touches only diagonally."""
    check_group("ex_hm_group_of_four", 4)


def test_ex_hm_group_across_double_wall() -> None:
    """R13.7"""
    check_group("ex_hm_group_across_double_wall", 2)


def check_group(name: str, points: int) -> None:
    given, expect = example(name)["given"], example(name)["expect"]
    cells = {Cell(cell["x"], cell["y"]) for cell in given["handymen_cells"]}
    assert largest_group(cells) == expect["points"] == points
    spots = {(spot["x"], spot["y"]): spot["tile"] for spot in given["board"] if spot["tile"] != "fountain"}
    position = playing(alhambras={0: spots}, modules=[HANDYMEN])
    position.given(*on_tiles(0, *(spots[cell] for cell in sorted(cells))))
    scored = drive(position, score_handymen(position.state, 2))
    reason = handymen_pb2.HandymenPoints(group=expect["points"])
    assert scored == [events_pb2.PointsScored(seat=0, points=expect["points"], scoring=2, handymen=reason)]


def test_ex_hm_price_changed_to_exact() -> None:
    """R13.5, R5.3: 7 less 1 paid with 6; one handyman leaves the game, one stays."""
    position = playing(market=["tower_8", "arcades_7", *MARKET[2:]], hands={0: ["dirham_6"]}, modules=[HANDYMEN])
    position.given(*on_market((0, 2), (0, 2)))
    position.when(0, Buy(2, ("dirham_6",), 0, 1)).then(
        events_pb2.BuildingBought(
            seat=0, space=2, tile="arcades_7", cards=["dirham_6"], price_due=6, paid=6, exact=True
        ),
        handymen_pb2.HandymenUsed(seat=0, space=2, up=0, down=1),
        handymen_pb2.HandymenLeft(space=2, seats=[0]),
    )
    position.then_asked(0, CHOOSE_ACTION)
    assert position.state.handymen.used == [1, 0, 0]
    assert position.state.handymen.on_market[1] == [1, 0, 0]


def test_ex_hm_left_on_space() -> None:
    """R13.6, R13.6.1: p2 whose turn it is, then p3, then p1, before the market is refilled."""
    position = playing(active=1, hands={1: ["dirham_9", "dirham_5"]}, modules=[HANDYMEN])
    position.given(*on_market((0, 2), (1, 2), (2, 2), (2, 2)))
    position.when(1, Buy(2, ("dirham_5", "dirham_9"))).when(1, Reserve("tower_13"))
    asked = []
    for _ in range(3):
        decision = position.state.decisions[0]
        assert decision.kind == TAKE_BACK
        assert position.state.market[1] is None
        asked.append(decision.seat)
        if decision.seat == 2:
            assert position.legal(2) == [TakeBack(2, number) for number in (0, 1, 2)]
        position.when(decision.seat, TakeBack(2, 0))
    assert asked == [1, 2, 0]
    assert position.state.market[1] is not None


def test_ex_hm_roll_restricts_actions() -> None:
    """R13.2, R13.2.1: after a roll only Take money, also when the results were lost."""
    position = playing(
        2,
        market=["tower_8", "arcades_7", "garden_9", "chambers_10"],
        hands={0: ["florin_8"]},
        reserves={0: ["pavilion_8"]},
        modules=[HANDYMEN],
    )
    roll(position, 1, 1, 2).then_asked(0, DICE)
    position.when(0, RefuseRoll()).then(handymen_pb2.RollLost(seat=0)).then_asked(0, TAKE_MONEY)
    position.when(0, Buy(1, ("florin_8",))).then_rejected("R13.2")
    position.when(0, Build("pavilion_8", Cell(1, 0))).then_rejected("R13.2")
    position.when(0, TakeMoney(("florin_9",))).then(events_pb2.MoneyTaken(seat=0, cards=["florin_9"]))


def test_ex_hm_no_roll_before_extra_action() -> None:
    """R13.2, R3.4.2"""
    position = playing(2, hands={0: ["florin_8"]}, modules=[HANDYMEN])
    assert RollDie() in position.legal(0)
    position.when(0, Buy(1, ("florin_8",)))
    assert not any(isinstance(choice, RollDie) for choice in position.legal(0))
    position.when(0, RollDie()).then_rejected("R13.2")
