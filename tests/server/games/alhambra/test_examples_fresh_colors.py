"""The worked examples of Fresh Colors, by their ids, with the rulebook's numbers."""

from typing import Any

import pytest
from ludarium.games.alhambra.v1 import events_pb2, fresh_colors_pb2, gates_pb2, types_pb2

from server.games.alhambra import setup
from server.games.alhambra.choices import (
    Buy,
    CompleteProjects,
    DeclineReward,
    DiscardColors,
    GiveToDirk,
    TakeColorSet,
    TakeProject,
)
from server.games.alhambra.modules.fresh_colors import projects
from server.games.alhambra.modules.fresh_colors.rewards import BOARD, DISCARD_COLORS, OVERPAY_REWARD, STACK
from server.games.alhambra.modules.gates.keys import PLACE_KEY
from server.games.alhambra.turns.turn import CHOOSE_ACTION, PLACE_BOUGHT
from server.games.kernel.chance import Chance
from tests.server.games.alhambra.module_tables import (
    COLORS_MODULE,
    GATES,
    HANDYMEN,
    color_named,
    color_tiles,
    counts_of,
    drive,
    on_market,
    owns_project,
    projects_on_board,
    rewarded,
)
from tests.server.games.alhambra.table import MARKET, playing, table
from tests.server.games.alhambra.test_examples import EXAMPLES


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


def test_ex_x_handymen_make_it_overpaid() -> None:
    """R15.2, R12.2: lowering the price on purpose brings the reward and costs the extra action."""
    position = playing(hands={0: ["florin_8"]}, modules=[HANDYMEN, COLORS_MODULE]).given(*on_market((0, 1)))
    position.when(0, Buy(1, ("florin_8",), 0, 1)).then_asked(0, OVERPAY_REWARD)
    bought = position.all(events_pb2.BuildingBought)[0]
    assert (bought.price_due, bought.exact) == (7, False)
