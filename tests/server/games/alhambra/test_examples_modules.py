"""The worked examples of the Designers' Expansion, by their ids, with the rulebook's numbers."""

from typing import Any

import pytest
from ludarium.games.alhambra.v1 import events_pb2, fresh_colors_pb2, gates_pb2, handymen_pb2, types_pb2

from server.games.alhambra import grid, scoring, setup
from server.games.alhambra.choices import (
    AddWallPiece,
    Build,
    Buy,
    BuyAtGate,
    Cell,
    CompleteProjects,
    DeclineReward,
    DiscardColors,
    GiveToDirk,
    Move,
    PayCard,
    PlaceKey,
    PutOnMarket,
    PutOnTile,
    RefuseRoll,
    Reserve,
    RollDie,
    SwapSpaces,
    TakeBack,
    TakeCard,
    TakeColorSet,
    TakeMoney,
    TakeProject,
)
from server.games.alhambra.modules.fresh_colors import projects
from server.games.alhambra.modules.fresh_colors.rewards import BOARD, DISCARD_COLORS, OVERPAY_REWARD, STACK
from server.games.alhambra.modules.gates import keys
from server.games.alhambra.modules.gates.keys import GATE_BONUS, PLACE_KEY
from server.games.alhambra.modules.gates.purchase import GATE_PAYMENT, PLACE_GATE_TILE
from server.games.alhambra.modules.handymen.dice import DICE, TAKE_MONEY, is_triple, values
from server.games.alhambra.modules.handymen.left import TAKE_BACK
from server.games.alhambra.modules.handymen.scoring import largest_group
from server.games.alhambra.modules.handymen.scoring import score as score_handymen
from server.games.alhambra.turns import ending
from server.games.alhambra.turns.turn import CHOOSE_ACTION, PLACE_BOUGHT
from server.games.kernel.chance import Chance
from tests.server.games.alhambra.module_tables import (
    COLORS_MODULE,
    GATES,
    HANDYMEN,
    at_gate,
    color_named,
    color_tiles,
    colors,
    counts_of,
    decline_all,
    drive,
    keys_of,
    on_market,
    on_tiles,
    owns_project,
    projects_on_board,
    rewarded,
    roll,
)
from tests.server.games.alhambra.table import MARKET, playing, table
from tests.server.games.alhambra.test_examples import EXAMPLES, tiles_and_walls


def example(example_id: str) -> dict[str, Any]:
    return next(example for example in EXAMPLES if example["id"] == example_id)


def test_ex_dirk_gets_nothing_of_the_modules() -> None:
    """R12.8, R11.7, R11.3, R14.6, R15.22: the buyer keeps key and reward of an arcades given to Dirk."""
    position = playing(
        2, market=[*MARKET[:3], "arcades_7"], hands={0: ["ducat_8"]}, modules=(GATES, COLORS_MODULE)
    ).given(
        gates_pb2.KeysShuffled(keys=["key_5", "key_6"], count=2),
        *projects_on_board(
            "project_garden_a",
            "project_tower_b",
            "project_seraglio_a",
            "project_chambers_b",
            stack=["project_pavilion_a"],
        ),
    )
    position.when(0, Buy(4, ("ducat_8",))).then_asked(0, OVERPAY_REWARD)
    position.when(0, TakeProject(BOARD)).then_asked(0, PLACE_BOUGHT)
    assert position.state.gates.waiting == [["key_5"], []]
    position.when(0, GiveToDirk("arcades_7"))
    assert position.state.fresh_colors.incomplete == [["project_chambers_b"], []]
    assert position.state.dirk == ["arcades_7"]
    position.then_asked(0, PLACE_KEY)


def test_ex_fc_overpay_with_florin() -> None:
    """R12.2: the column's project, the top of the stack, 2 purple, 1 blue, 1 brown, or nothing."""
    position = playing(hands={0: ["florin_9"]}, modules=[COLORS_MODULE]).given(
        *projects_on_board(
            "project_garden_a",
            "project_tower_a",
            "project_seraglio_b",
            "project_pavilion_b",
            stack=["project_chambers_a", "project_arcades_a"],
        )
    )
    position.when(0, Buy(1, ("florin_9",))).then_asked(0, OVERPAY_REWARD)
    bought = position.all(events_pb2.BuildingBought)[0]
    assert (bought.price_due, bought.paid, bought.exact) == (8, 9, False)
    assert position.legal(0) == [
        TakeProject(BOARD),
        TakeProject(STACK),
        TakeColorSet(1),
        TakeColorSet(2),
        TakeColorSet(3),
        DeclineReward(),
    ]
    offered = [tuple(entry.colors) for entry in position.game.view(position.state).fresh_colors.columns[0].sets]
    assert offered == [
        (fresh_colors_pb2.COLOR_PURPLE, fresh_colors_pb2.COLOR_PURPLE),
        (fresh_colors_pb2.COLOR_BLUE,),
        (fresh_colors_pb2.COLOR_BROWN,),
    ]


@pytest.mark.parametrize(
    ("given_back", "kept"),
    [
        (("blue", "green"), {"blue": 1, "red": 1, "white": 2, "green": 1}),
        (("green", "green"), {"blue": 2, "red": 1, "white": 2}),
        (("red",), None),
    ],
)
def test_ex_fc_limit_of_five(given_back: tuple[str, ...], kept: dict[str, int] | None) -> None:
    """R12.5, R12.5.2: with five tiles and two green ones more, two go back, new ones among them if one likes."""
    position = rewarded(2, facts=[color_tiles(0, {"blue": 2, "red": 1, "white": 2})])
    position.when(0, TakeColorSet(1)).then_asked(0, DISCARD_COLORS)
    position.when(0, DiscardColors(tuple(sorted(map(color_named, given_back)))))
    if kept is None:
        position.then_rejected("R12.5")
        return
    assert counts_of(position, 0) == kept
    assert sum(kept.values()) == 5


def test_ex_fc_scoring_two_projects() -> None:
    """R12.7, R9.5: three pavilions and two chambers, 2 points each; again in the third scoring."""
    given = example("ex_fc_scoring_two_projects")["given"]
    spots = {(spot["x"], spot["y"]): spot["tile"] for spot in given["board"] if spot["tile"] != "fountain"}
    position = playing(alhambras={0: spots}, reserves={0: given["reserve"]}, modules=[COLORS_MODULE])
    for completed in ("project_pavilion_a", "project_chambers_a"):
        position.given(*owns_project(0, completed, completed=True))
    points = [event.points for event in drive(position, projects.score(position.state, 2))]  # type: ignore[attr-defined]
    assert points == [6, 4]
    position.given(events_pb2.TileBuilt(seat=0, tile="pavilion_2", cell=types_pb2.Cell(x=0, y=-2)))
    points = [event.points for event in drive(position, projects.score(position.state, 3))]  # type: ignore[attr-defined]
    assert sum(points) == 12
    assert position.state.players[0].decorated == 22


def test_ex_fc_no_reward_for_exact() -> None:
    """R12.2"""
    position = playing(hands={0: ["florin_8"]}, modules=[COLORS_MODULE])
    position.when(0, Buy(1, ("florin_8",))).then_asked(0, CHOOSE_ACTION)
    assert position.state.extra_action


@pytest.mark.parametrize(
    ("owned", "legal"),
    [
        ([("project_garden_b", True)], False),
        ([("project_tower_a", False), ("project_pavilion_a", False)], False),
        ([("project_tower_a", True), ("project_pavilion_a", False)], True),
    ],
)
def test_ex_fc_project_limits(owned: list[tuple[str, bool]], legal: bool) -> None:
    """R12.3: one project a type, completed or not, and two incomplete ones."""
    facts = [fact for name, done in owned for fact in owns_project(0, name, completed=done)]
    position = rewarded(1, facts=[*projects_on_board("project_garden_a"), *facts])
    assert any(isinstance(choice, TakeProject) for choice in position.legal(0)) is legal
    position.when(0, TakeProject(BOARD))
    if legal:
        assert position.rejection is None
    else:
        position.then_rejected("R12.3")


@pytest.mark.parametrize("white", [2, 1])
def test_ex_fc_complete_two_projects(white: int) -> None:
    """R12.6, R12.6.1, R3.6: two projects at once need the tiles of both; no extra action."""
    position = playing(modules=[COLORS_MODULE]).given(
        *owns_project(0, "project_pavilion_a"),
        *owns_project(0, "project_seraglio_b"),
        color_tiles(0, {"blue": 1, "white": white, "red": 1, "brown": 1}),
    )
    both = CompleteProjects(("project_pavilion_a", "project_seraglio_b"))
    position.when(0, both)
    if white == 1:
        position.then_rejected("R12.6.1")
        return
    assert counts_of(position, 0) == {}
    assert position.state.fresh_colors.completed[0] == list(both.projects)
    position.then_asked(1, CHOOSE_ACTION)


@pytest.mark.parametrize(("seats", "in_game"), [(2, 12), (3, 12), (4, 18), (5, 18), (6, 18)])
def test_ex_fc_star_tiles(seats: int, in_game: int) -> None:
    """R2.11: projects with a star stay in the box with two or three players; four lie on the board."""
    position = table(seats, modules=[COLORS_MODULE])
    drive(position, setup.set_up(position.state, Chance(b"stars")))
    fresh = position.state.fresh_colors
    assert None not in fresh.board
    assert len(fresh.stack) + 1 == in_game - 4


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


def test_ex_x_handymen_make_it_overpaid() -> None:
    """R15.2, R12.2: lowering the price on purpose brings the reward and costs the extra action."""
    position = playing(hands={0: ["florin_8"]}, modules=[HANDYMEN, COLORS_MODULE]).given(*on_market((0, 1)))
    position.when(0, Buy(1, ("florin_8",), 0, 1)).then_asked(0, OVERPAY_REWARD)
    bought = position.all(events_pb2.BuildingBought)[0]
    assert (bought.price_due, bought.exact) == (7, False)


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
