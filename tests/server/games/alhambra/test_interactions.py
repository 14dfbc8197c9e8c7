"""What the modules do to each other: R15, and the options of R19."""

from typing import Any

import pytest
from ludarium.games.alhambra.v1 import events_pb2, fresh_colors_pb2, gates_pb2, handymen_pb2, options_pb2, types_pb2

from server.games.alhambra.choices import (
    Buy,
    BuyAtGate,
    CompleteProjects,
    DeclineBonus,
    GiveToDirk,
    PayCard,
    PlaceKey,
    PutOnTile,
    RefuseRoll,
    Reserve,
    Store,
    SwapSpaces,
    TakeBack,
    TakeColorSet,
    TakeMoney,
    TakeProject,
)
from server.games.alhambra.game import ALHAMBRA
from server.games.alhambra.modules.fresh_colors import projects
from server.games.alhambra.modules.fresh_colors.rewards import BOARD, OVERPAY_REWARD, STACK
from server.games.alhambra.modules.gates import keys
from server.games.alhambra.modules.gates.keys import PLACE_KEY
from server.games.alhambra.modules.gates.purchase import PLACE_GATE_TILE
from server.games.alhambra.modules.handymen import scoring as handymen_scoring
from server.games.alhambra.modules.handymen.left import TAKE_BACK
from server.games.alhambra.setup import check_options
from server.games.alhambra.turns.turn import CHOOSE_ACTION, PLACE_BOUGHT
from server.games.kernel.chance import Chance
from server.games.kernel.options import build
from server.games.kernel.rejection import Rejected
from server.games.kernel.simulate import Simulation, play_checked, random_choice
from server.games.kernel.undo import points
from tests.server.games.alhambra.module_tables import (
    ALL,
    COLORS_MODULE,
    GATES,
    HANDYMEN,
    KEYS,
    at_gate,
    color_tiles,
    decline_all,
    drive,
    keys_of,
    on_market,
    on_tiles,
    owns_project,
    projects_on_board,
    roll,
)
from tests.server.games.alhambra.table import MARKET, playing

TOWER = types_pb2.BUILDING_TYPE_TOWER


def test_exactness_is_judged_after_the_handymen() -> None:
    """R15.1, R15.15: raised to exact, there is an extra action and no reward."""
    position = playing(hands={0: ["florin_9"]}, modules=[HANDYMEN, COLORS_MODULE]).given(*on_market((0, 1)))
    position.when(0, Buy(1, ("florin_9",), 1, 0)).then_asked(0, CHOOSE_ACTION)
    assert not position.all(fresh_colors_pb2.RewardOffered)


def test_overpaying_is_judged_after_the_handymen() -> None:
    """R15.2, R15.15: with a price of 0 any card is overpaying."""
    position = playing(market=["pavilion_2", *MARKET[1:]], hands={0: ["florin_1"]}, modules=[HANDYMEN, COLORS_MODULE])
    position.given(*on_market((0, 1), (0, 1))).when(0, Buy(1, ("florin_1",), 0, 2)).then_asked(0, OVERPAY_REWARD)


def test_a_swap_leaves_handymen_on_their_spaces() -> None:
    """R15.3, R15.13, R13.6.4, R11.5.6: no decision about them, and at the next purchase those on the space count."""
    position = at_gate("swap_buildings", modules=[HANDYMEN, GATES], market=[None, *MARKET[1:]])
    position.given(*on_market((0, 1), (1, 3)))
    position.when(0, SwapSpaces(1, 3))
    assert not position.all(handymen_pb2.HandymenLeft)
    assert [sum(there) for there in position.state.handymen.on_market] == [1, 0, 1, 0]
    assert position.state.market[0] == "garden_9"
    bought = playing(modules=[HANDYMEN, GATES], hands={0: ["florin_8"]}, market=[None, *MARKET[1:]])
    bought.given(*on_market((0, 1)), gates_pb2.SpacesSwapped(seat=1, space=1, other_space=3))
    assert Buy(1, ("florin_8",), 0, 1) in bought.legal(0)


def test_handymen_change_the_fourteen_of_a_gate() -> None:
    """R15.3, R11.5.3, R11.5.3.2, R17.1: not the printed price; used ones leave the game."""
    position = at_gate("buy_building", modules=[HANDYMEN, GATES], hands={0: ["florin_9", "ducat_3"]})
    position.given(*on_market((0, 2), (0, 2)))
    position.when(0, BuyAtGate(2, 0, 3)).then_rejected("R13.5.1")
    position.when(0, BuyAtGate(2, 0, 1)).then_rejected("R11.5.3.3")
    position.when(0, BuyAtGate(2, 0, 2)).then(
        gates_pb2.GatePurchaseBegan(seat=0, space=2, price_due=12, handymen_down=2)
    )
    position.when(0, PayCard("florin_9")).when(0, PayCard("ducat_3")).then(
        gates_pb2.CardPaid(seat=0, card="ducat_3", paid=12),
        gates_pb2.GateBuildingBought(seat=0, space=2, tile="tower_13", price_due=12, paid=12),
        handymen_pb2.HandymenUsed(seat=0, space=2, down=2),
    )
    assert position.state.handymen.used[0] == 2


def test_left_handymen_are_decided_about_right_after_a_gate_purchase() -> None:
    """R13.6.3, R15.12: before the next gate; the active player first, then clockwise from there, not from the buyer."""
    position = at_gate("buy_building", 1, active=2, modules=[HANDYMEN, GATES], hands={1: ["florin_9", "ducat_9"]})
    position.given(*on_market((0, 2), (1, 2), (2, 2)))
    position.when(1, BuyAtGate(2)).when(1, PayCard("florin_9")).when(1, PayCard("ducat_9"))
    position.then_asked(1, PLACE_GATE_TILE)
    position.when(1, Reserve("tower_13")).then_exactly(
        events_pb2.BuildingReserved(seat=1, tile="tower_13"), events_pb2.DecisionOpened(seat=2, kind=TAKE_BACK)
    )
    position.when(2, TakeBack(2, 1)).then_asked(0, TAKE_BACK)
    position.when(0, TakeBack(2, 0)).then_asked(1, TAKE_BACK)
    position.when(1, TakeBack(2, 1))
    assert position.state.market[1] is not None
    decline_all(position)
    assert position.state.handymen.on_market[1] == [1, 0, 0]


def test_a_plaza_carries_a_handyman_only_by_a_triple() -> None:
    """R15.4, R15.10, R13.3.2: and then belongs to a group."""
    position = playing(modules=[HANDYMEN, GATES], alhambras={0: {(2, 0): "pavilion_8"}})
    position.given(gates_pb2.PlazaPlaced(seat=0, tile="plaza_1", cell=types_pb2.Cell(x=1, y=0)))
    position.given(*on_tiles(0, "fountain_blue", "pavilion_8"))
    roll(position, 5, 5).when(0, PutOnTile("plaza_1")).then_rejected("R13.3.1")
    position.when(0, RefuseRoll(), draws=[4]).when(0, PutOnTile("plaza_1"))
    assert [event.points for event in drive(position, handymen_scoring.score(position.state, 1))] == [3]  # type: ignore[attr-defined]
    position.given(gates_pb2.WallPieceAdded(seat=0, tile="plaza_1", side=types_pb2.SIDE_NORTH))
    assert [event.points for event in drive(position, handymen_scoring.score(position.state, 2))] == [3]  # type: ignore[attr-defined]


def test_a_gate_purchase_brings_no_reward_and_semi_buildings_are_not_decorated() -> None:
    """R15.5, R15.9, R12.7: no action, no extra action; a plaza has no type."""
    position = at_gate("buy_building", modules=[GATES, COLORS_MODULE], hands={0: ["florin_9", "ducat_9"]})
    position.when(0, BuyAtGate(1)).when(0, PayCard("florin_9")).when(0, PayCard("ducat_9"))
    assert not position.all(fresh_colors_pb2.RewardOffered)
    position.given(gates_pb2.SemiBuildingTaken(seat=0, type=TOWER), *owns_project(0, "project_tower_a", completed=True))
    assert drive(position, projects.score(position.state, 2)) == []


def test_a_table_may_decorate_semi_buildings() -> None:
    """R12.7, R19: option semi_buildings_decorated: 1 point each beside a building of the type."""
    position = playing(
        modules=[GATES, COLORS_MODULE], alhambras={0: {(1, 0): "tower_9_a"}}, semi_buildings_decorated="true"
    )
    position.given(gates_pb2.SemiBuildingTaken(seat=0, type=TOWER), *owns_project(0, "project_tower_a", completed=True))
    reason = fresh_colors_pb2.DecoratedPoints(type=TOWER, buildings=1, semi_building=True)
    scored = drive(position, projects.score(position.state, 2))
    assert scored == [events_pb2.PointsScored(seat=0, points=3, scoring=2, decorated=reason)]
    position.given(events_pb2.TileStored(seat=0, tile="tower_9_a"))
    assert drive(position, projects.score(position.state, 3)) == []


def test_a_player_who_rolled_still_resolves_waiting_keys() -> None:
    """R15.7, R15.14: their bonuses are not limited to money."""
    position = playing(modules=ALL).given(*keys_of(0, "key_8"))
    roll(position, 1, 1, 2).when(0, RefuseRoll()).when(0, TakeMoney(("florin_9",)))
    position.then_asked(0, PLACE_KEY)
    assert position.all(gates_pb2.KeysDue) == [gates_pb2.KeysDue(seat=0, keys=1)]
    position.when(0, PlaceKey(0))
    happened = position.happened + decline_all(position)
    assert sum(isinstance(event, gates_pb2.BonusOffered) for event in happened) == 3


def test_in_a_turn_with_a_roll_no_project_is_completed() -> None:
    """R15.8, R15.16: nor are projects and colour tiles targets of dice."""
    position = playing(modules=ALL).given(
        *owns_project(0, "project_tower_a"), color_tiles(0, {"purple": 1, "brown": 1})
    )
    roll(position, 1, 1, 1)
    position.when(0, PutOnTile("project_tower_a")).then_rejected("R13.4.3")
    position.when(0, RefuseRoll())
    position.when(0, CompleteProjects(("project_tower_a",))).then_rejected("R13.2")


def test_a_bonus_is_no_turn_and_no_action() -> None:
    """R15.9, R15.14: no dice, no action; a gate purchase may win a key for the next turn."""
    position = at_gate(
        "buy_building", modules=ALL, market=["arcades_7", *MARKET[1:]], hands={0: ["florin_9", "ducat_5"]}
    )
    assert {type(choice).__name__ for choice in position.legal(0)} == {"BuyAtGate", "DeclineBonus"}
    position.when(0, Store("x")).then_rejected("R11.4")
    position.when(0, BuyAtGate(1)).when(0, PayCard("florin_9")).when(0, PayCard("ducat_5"))
    assert len(position.all(gates_pb2.KeyTaken)) == 1
    position.when(0, Reserve("arcades_7"))
    decline_all(position)
    assert len(position.state.gates.waiting[0]) == 1
    position.then_asked(1, CHOOSE_ACTION)


def test_a_decorated_building_with_a_handyman_scores_for_both() -> None:
    """R15.16, R15.20: and one taken out of the Alhambra changes the later scorings only."""
    position = playing(modules=ALL, alhambras={0: {(1, 0): "tower_9_a"}})
    position.given(*owns_project(0, "project_tower_a", completed=True), *on_tiles(0, "tower_9_a"))
    drive(position, handymen_scoring.score(position.state, 1))
    drive(position, projects.score(position.state, 1))
    player = position.state.players[0]
    assert (player.handymen, player.decorated, player.score) == (1, 2, 3)
    position.given(events_pb2.TileStored(seat=0, tile="tower_9_a"))
    assert player.score == 3
    assert drive(position, projects.score(position.state, 2)) == []


def test_an_overpaid_arcades_brings_the_key_first_and_then_the_reward() -> None:
    """R15.18, R5.8: an exact one the key and the extra action."""
    args: dict[str, Any] = {"modules": ALL, "market": ["arcades_7", *MARKET[1:]]}
    position = playing(hands={0: ["florin_9"]}, **args).given(gates_pb2.KeysShuffled(keys=KEYS, count=9))
    position.when(0, Buy(1, ("florin_9",))).then(
        events_pb2.BuildingBought(
            seat=0, space=1, tile="arcades_7", cards=["florin_9"], price_due=7, paid=9, exact=False
        ),
        gates_pb2.KeyTaken(seat=0, key=KEYS[0]),
        fresh_colors_pb2.RewardOffered(seat=0, space=1),
        events_pb2.DecisionOpened(seat=0, kind=OVERPAY_REWARD),
    )
    position = playing(hands={0: ["florin_7"]}, **args).given(gates_pb2.KeysShuffled(keys=KEYS, count=9))
    position.when(0, Buy(1, ("florin_7",))).then_asked(0, CHOOSE_ACTION)
    assert position.all(gates_pb2.KeyTaken)


def test_while_keys_are_resolved_no_project_is_completed_or_claimed() -> None:
    """R15.19: and the project board is not touched (R11.6.1)."""
    facts = [
        *projects_on_board("project_garden_a", stack=["project_tower_b"]),
        *owns_project(0, "project_arcades_a"),
        color_tiles(0, {"brown": 1, "purple": 1}),
    ]
    position = at_gate("money_card", modules=[GATES, COLORS_MODULE], facts=facts)
    position.when(0, CompleteProjects(("project_arcades_a",))).then_rejected("R17")
    position.when(0, TakeProject(BOARD)).then_rejected("R17")
    position.state.fresh_colors.board[2] = None
    happened = decline_all(position)
    assert not any(isinstance(event, fresh_colors_pb2.ProjectPut) for event in happened)


def test_a_scoring_during_keys_counts_everything_as_it_stands() -> None:
    """R15.21, R15.6, R15.10: semi-buildings, wall pieces, decorated buildings, groups of handymen."""
    position = playing(asked=False, modules=ALL, display=["florin_9"] * 3, alhambras={0: {(1, 0): "tower_9_a"}})
    position.given(
        gates_pb2.SemiBuildingTaken(seat=0, type=TOWER),
        gates_pb2.WallPieceAdded(seat=0, tile="fountain_blue", side=types_pb2.SIDE_SOUTH),
        *owns_project(0, "project_tower_a", completed=True),
        *on_tiles(0, "tower_9_a", "fountain_blue"),
        events_pb2.MoneyDeckBuilt(cards=["scoring_card_1", "florin_5"], count=2),
        *keys_of(0, "key_2"),
        gates_pb2.KeysDue(seat=0, keys=1),
        gates_pb2.KeyRevealed(seat=0, key="key_2"),
        gates_pb2.KeyPlaced(seat=0, rotation=0),
        *[gates_pb2.BonusOffered(seat=seat) for seat in range(3)],
    )
    happened = drive(position, keys.resolve(position.state, Chance(b"all")))
    reasons = [event.WhichOneof("reason") for event in happened if isinstance(event, events_pb2.PointsScored)]
    assert reasons == ["majority", "wall", "handymen", "decorated"]
    majority = next(event for event in happened if isinstance(event, events_pb2.PointsScored))
    assert majority.majority.half_units == 3
    player = position.state.players[0]
    assert player.score == sum(player.majorities) + player.wall + player.handymen + player.decorated


def test_with_two_players_the_buyer_keeps_what_a_purchase_brings() -> None:
    """R15.22, R5.9: reward, key and used handymen, whatever becomes of the tile."""
    position = playing(2, modules=ALL, market=["arcades_7", *MARKET[1:]], hands={0: ["florin_8"]})
    position.given(*on_market((0, 1)), gates_pb2.KeysShuffled(keys=KEYS, count=9))
    position.when(0, Buy(1, ("florin_8",), 0, 1)).when(0, TakeColorSet(1)).then_asked(0, PLACE_BOUGHT)
    position.when(0, GiveToDirk("arcades_7")).then_asked(0, PLACE_KEY)
    assert position.state.handymen.used == [1, 0]
    assert position.state.fresh_colors.colors[0] == [0, 0, 0, 0, 0, 2]
    assert position.state.dirk == ["arcades_7"]


@pytest.mark.parametrize("mix", [(), (HANDYMEN,), (GATES,), (COLORS_MODULE,)])
def test_a_module_that_is_off_has_no_steps_and_shows_nothing(mix: tuple[str, ...]) -> None:
    """R15.23, R19: no event, no command, no part of the view."""
    played, events = play_checked(ALHAMBRA, build(ALHAMBRA, mix), [random_choice] * 3, "off")
    own = {
        HANDYMEN: "handymen",
        GATES: "gates",
        COLORS_MODULE: "fresh_colors",
    }
    packages = {event.alhambra.WhichOneof("event") for event in events if event.HasField("alhambra")}
    descriptor: Any = events[-1].alhambra.DESCRIPTOR
    for module, name in own.items():
        kinds = {f.name for f in descriptor.fields if f.message_type.file.name.endswith(f"/{name}.proto")}
        assert kinds
        assert bool(kinds & packages) is (module in mix)
        state = ALHAMBRA.new_state(build(ALHAMBRA, mix), [])
        assert (getattr(state, name) is not None) is (module in mix)
        assert ALHAMBRA.view(state).HasField(name) is (module in mix)
    assert played.scores


def test_commands_of_a_module_that_is_off_are_refused() -> None:
    """R15.23, R17"""
    position = playing(hands={0: ["florin_7"]})
    for choice in (
        TakeBack(1, 0),
        PlaceKey(0),
        DeclineBonus(),
        CompleteProjects(("project_tower_a",)),
        TakeProject(STACK),
    ):
        position.when(0, choice).then_rejected("R17")
    position.when(0, Buy(1, ("florin_7",), 0, 1)).then_rejected("R13.5.1")


@pytest.mark.parametrize(
    ("ruling", "needed"),
    [
        ({"project_board_refill": options_pb2.PROJECT_BOARD_REFILL_NEVER}, [COLORS_MODULE]),
        ({"handymen_take_back": options_pb2.HANDYMEN_TAKE_BACK_ALL_OR_NONE}, [HANDYMEN]),
        ({"semi_buildings_decorated": True}, [GATES, COLORS_MODULE]),
    ],
)
def test_a_ruling_about_a_module_that_is_off_is_refused(ruling: dict[str, Any], needed: list[str]) -> None:
    """R19: its default says nothing and is taken."""
    for number in range(len(needed)):
        options = build(ALHAMBRA, needed[:number])
        options.MergeFrom(options_pb2.Options(**ruling))
        with pytest.raises(Rejected) as refusal:
            check_options(options, 3)
        assert (refusal.value.reason_name, refusal.value.rule) == ("FORBIDDEN_MIX", "R19")
    options = build(ALHAMBRA, needed)
    options.MergeFrom(options_pb2.Options(**ruling))
    check_options(options, 3)
    check_options(build(ALHAMBRA, [], {"project_board_refill": "end-of-turn", "handymen_take_back": "any-number"}), 3)


def test_what_closes_the_way_back_and_what_does_not() -> None:
    """R17.5: dice, keys and the top of the stack reveal; buying an arcades, rewards and rotations do not."""
    assert {"die_rolled", "key_revealed", "project_uncovered"} <= ALHAMBRA.revealing
    quiet = {"key_taken", "key_placed", "project_taken", "colors_taken", "colors_discarded", "projects_completed"}
    assert not quiet & ALHAMBRA.revealing


def test_a_gate_purchase_is_taken_back_card_by_card() -> None:
    """R17.5, R17.6: nothing is final before the next player answers."""
    for seed in range(40):
        simulation = Simulation(ALHAMBRA, build(ALHAMBRA, [GATES]), 3, f"cards {seed}")
        for _ in range(400):
            if simulation.table.closed:
                break
            state: Any = simulation.table.running()
            decision = state.decisions[0]
            choices = list(ALHAMBRA.legal(state, decision))
            chosen = next(
                (c for c in choices if isinstance(c, BuyAtGate | PayCard | Buy)), choices[seed % len(choices)]
            )
            simulation.play(decision, chosen)
            if isinstance(chosen, PayCard) and simulation.table.running().decisions[0].kind == PLACE_GATE_TILE:
                assert len(points(simulation.table, decision.seat)) >= 2
                return
    raise AssertionError("no gate purchase came about")
