"""The module Fresh Colors: R12, and its parts of R1, R2, R8, R9 and R19."""

from collections import Counter

import pytest
from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2, fresh_colors_pb2, types_pb2

from server.games.alhambra.choices import (
    Buy,
    CompleteProjects,
    DeclineReward,
    DiscardColors,
    GiveToDirk,
    Reserve,
    Store,
    TakeColorSet,
    TakeMoney,
    TakeProject,
)
from server.games.alhambra.content import load
from server.games.alhambra.game import ALHAMBRA
from server.games.alhambra.modules.fresh_colors import projects
from server.games.alhambra.modules.fresh_colors.rewards import BOARD, DISCARD_COLORS, OVERPAY_REWARD, STACK
from server.games.alhambra.turns.turn import CHOOSE_ACTION, PLACE_BOUGHT
from server.games.kernel.chance import Chance
from server.games.kernel.redact import redact
from server.games.kernel.testkit import Position
from tests.server.games.alhambra.module_tables import (
    COLORS_MODULE,
    color_named,
    color_tiles,
    counts_of,
    drive,
    owns_project,
    projects_on_board,
    rewarded,
)
from tests.server.games.alhambra.table import MARKET, playing, table

ON = (COLORS_MODULE,)
BOARD_OF_FOUR = ("project_garden_a", "project_tower_a", "project_seraglio_b", "project_pavilion_b")
REST = ("project_chambers_a", "project_arcades_a", "project_garden_b")


def board() -> list[Message]:
    return [*projects_on_board(*BOARD_OF_FOUR, stack=REST)]


def kinds(position: Position, seat: int = 0) -> set[str]:
    return {type(choice).__name__ for choice in position.legal(seat)}


def test_the_components_of_the_module() -> None:
    """R1.4, R12.1: 18 projects, 3 of each type with one star; 6 colour tiles of each colour; four columns."""
    board = load().modules.projects
    assert Counter(project.type for project in board.projects.values()) == dict.fromkeys(range(1, 7), 3)
    assert Counter(project.type for project in board.projects.values() if project.star) == dict.fromkeys(range(1, 7), 1)
    assert board.supply == (6,) * 6
    assert [len(sets) for sets in board.sets] == [3, 3, 3, 3]
    seen = ALHAMBRA.view(table(modules=ON).state).fresh_colors
    assert [column.currency for column in seen.columns] == [1, 2, 3, 4]


def test_the_board_is_filled_from_the_stack_whose_top_is_visible() -> None:
    """R2.11, R2.11.1: types may come twice, nothing is redrawn; the stack below its top is hidden (R16)."""
    position = table(4, modules=ON)
    happened = drive(position, projects.set_up(position.state, Chance(b"projects")))
    assert [type(event).__name__ for event in happened] == [
        "ProjectsShuffled",
        *["ProjectUncovered", "ProjectPut"] * 4,
        "ProjectUncovered",
    ]
    shuffled = happened[0]
    assert isinstance(shuffled, fresh_colors_pb2.ProjectsShuffled)
    assert position.state.fresh_colors.board == list(shuffled.projects)[:4]
    seen = ALHAMBRA.view(position.state)
    redact(seen, 0)
    assert seen.fresh_colors.top.id == shuffled.projects[4]
    assert seen.fresh_colors.stack_count == 14
    assert not seen.fresh_colors.stack


@pytest.mark.parametrize(("space", "card"), [(1, "florin_9"), (3, "denar_9")])
def test_the_reward_is_of_the_column_of_the_currency_paid_with(space: int, card: str) -> None:
    """R12.2, R12.2.3: the project of another column can't be taken; the amount does not matter."""
    market = ["tower_8", "tower_13", "pavilion_2", "chambers_10"]
    position = playing(modules=ON, market=market, hands={0: [card]}).given(*projects_on_board(*BOARD_OF_FOUR))
    position.when(0, Buy(space, (card,))).then_asked(0, OVERPAY_REWARD)
    assert position.all(fresh_colors_pb2.RewardOffered) == [fresh_colors_pb2.RewardOffered(seat=0, space=space)]
    position.when(0, TakeProject(3)).then_rejected("R12.2.3")
    position.when(0, TakeProject(BOARD)).then(
        fresh_colors_pb2.ProjectTaken(seat=0, project=BOARD_OF_FOUR[space - 1], source=BOARD, space=space)
    )
    position.then_asked(0, PLACE_BOUGHT)


def test_each_purchase_is_judged_alone() -> None:
    """R12.2.1, R3.4.1: two exact ones and an overpaid one bring one reward, in the last one's column."""
    position = playing(modules=ON, hands={0: ["florin_8", "denar_9", "ducat_9", "ducat_2"]})
    position.when(0, Buy(1, ("florin_8",))).then_asked(0, CHOOSE_ACTION)
    position.when(0, Buy(3, ("denar_9",))).then_asked(0, CHOOSE_ACTION)
    position.when(0, Buy(4, ("ducat_2", "ducat_9"))).then_asked(0, OVERPAY_REWARD)
    assert position.state.fresh_colors.reward_space == 4
    position.when(0, DeclineReward()).then(fresh_colors_pb2.RewardNotTaken(seat=0)).then_asked(0, PLACE_BOUGHT)
    assert position.state.fresh_colors.reward_space == 0


def test_what_cannot_be_taken_is_no_option_and_with_nothing_left_nobody_is_asked() -> None:
    """R12.2.2: an empty space, an empty stack, forbidden projects; R17.4: the skip is told."""
    position = rewarded(1)
    assert kinds(position) == {"TakeColorSet", "DeclineReward"}
    position.when(0, TakeProject(BOARD)).then_rejected("R12.2.2")
    position.when(0, TakeProject(STACK)).then_rejected("R12.2.2")
    hoard = color_tiles(1, {"purple": 6, "blue": 6, "brown": 6})
    position = playing(modules=ON, hands={0: ["florin_9"]}).given(hoard)
    position.when(0, Buy(1, ("florin_9",)))
    assert position.happened[1:3] == [
        fresh_colors_pb2.RewardOffered(seat=0, space=1),
        fresh_colors_pb2.RewardNotTaken(seat=0, lapsed=True),
    ]
    position.then_asked(0, PLACE_BOUGHT)


def test_taking_the_top_of_the_stack_uncovers_the_next_for_everybody() -> None:
    """R12.2.4, R12.2.3: whatever the currency; a space is refilled only at the end of the turn."""
    position = rewarded(2, facts=board())
    position.when(0, TakeProject(STACK)).then(
        fresh_colors_pb2.ProjectTaken(seat=0, project=REST[0], source=STACK),
        fresh_colors_pb2.ProjectUncovered(project=REST[1]),
    )
    position = rewarded(2, facts=[*projects_on_board(*BOARD_OF_FOUR, stack=REST[:1])])
    position.when(0, TakeProject(STACK))
    assert not position.all(fresh_colors_pb2.ProjectUncovered)
    assert position.state.fresh_colors.top is None


def test_limits_of_projects_hold_for_board_and_stack() -> None:
    """R12.3, R18.7"""
    position = rewarded(1, facts=[*owns_project(0, "project_chambers_b", completed=True), *board()])
    assert any(isinstance(choice, TakeProject) and choice.source == BOARD for choice in position.legal(0))
    position.when(0, TakeProject(STACK)).then_rejected("R12.3")


def test_emptied_project_spaces_are_refilled_at_the_end_of_the_turn() -> None:
    """R8.5, R12.4: after display and market; the next tile is uncovered."""
    position = playing(modules=ON, hands={0: ["florin_9"]}).given(*projects_on_board(*BOARD_OF_FOUR, stack=REST))
    position.when(0, Buy(1, ("florin_9",))).when(0, TakeProject(BOARD))
    assert position.state.fresh_colors.board[0] is None
    position.when(0, Reserve("tower_8"))
    named = [type(event).__name__ for event in position.happened]
    assert named[:4] == ["BuildingReserved", "BuildingTurnedUp", "ProjectPut", "ProjectUncovered"]
    assert position.state.fresh_colors.board[0] == REST[0]


def test_a_table_may_leave_emptied_project_spaces_empty() -> None:
    """R12.4, R19: option project_board_refill: never."""
    position = playing(modules=ON, hands={0: ["florin_9"]}, project_board_refill="never")
    position.given(*projects_on_board(*BOARD_OF_FOUR, stack=REST))
    position.when(0, Buy(1, ("florin_9",))).when(0, TakeProject(BOARD)).when(0, Reserve("tower_8"))
    assert position.state.fresh_colors.board[0] is None
    assert position.state.fresh_colors.top == REST[0]


def test_a_set_is_taken_as_far_as_the_supply_goes() -> None:
    """R12.5, R18.6: a set of which nothing is left can't be chosen."""
    position = rewarded(1, facts=[color_tiles(1, {"purple": 5, "blue": 6})])
    sets = [choice.set for choice in position.legal(0) if isinstance(choice, TakeColorSet)]
    assert sets == [1, 3]
    position.when(0, TakeColorSet(2)).then_rejected("R12.5")
    position.when(0, TakeColorSet(4)).then_rejected("R12.2")
    position.when(0, TakeColorSet(1)).then(fresh_colors_pb2.ColorsTaken(seat=0, colors=[fresh_colors_pb2.COLOR_PURPLE]))
    assert counts_of(position, 0) == {"purple": 1}


def test_tiles_given_back_lie_in_the_common_supply() -> None:
    """R12.5.1, R12.5.2: the tiles just taken may go back; giving back is not optional."""
    position = rewarded(1, facts=[color_tiles(0, {"blue": 5})])
    position.when(0, TakeColorSet(1)).then_asked(0, DISCARD_COLORS)
    purple, blue = color_named("purple"), color_named("blue")
    assert [choice.colors for choice in position.legal(0)] == [(blue, blue), (blue, purple), (purple, purple)]  # type: ignore[attr-defined]
    position.when(0, DiscardColors((purple, purple, blue))).then_rejected("R12.5")
    position.when(0, DiscardColors((purple, color_named("red")))).then_rejected("R12.5")
    position.when(0, DiscardColors((purple, purple))).then(
        fresh_colors_pb2.ColorsDiscarded(seat=0, colors=[purple, purple])
    )
    assert position.state.fresh_colors.supply == [1, 6, 6, 6, 6, 6]
    assert counts_of(position, 0) == {"blue": 5}


def test_color_tiles_are_public_and_worth_nothing_in_themselves() -> None:
    """R12.5.3, R12.9: nor does an incomplete project score or cost."""
    position = playing(modules=ON).given(color_tiles(0, {"blue": 5}), *owns_project(0, "project_tower_a"))
    assert drive(position, projects.score(position.state, 3)) == []
    seen = ALHAMBRA.view(position.state)
    redact(seen, 1)
    assert list(seen.fresh_colors.players[0].colors) == [5, 0, 0, 0, 0, 0]
    assert seen.fresh_colors.players[0].incomplete[0].id == "project_tower_a"


def test_completing_is_an_action_without_an_extra_one() -> None:
    """R12.6, R3.3, R3.6, R12.5.1: the tiles go back to the supply."""
    position = playing(modules=ON).given(*owns_project(0, "project_tower_a"), color_tiles(0, {"purple": 1, "brown": 2}))
    assert "CompleteProjects" in kinds(position)
    position.when(0, CompleteProjects(("project_tower_a",))).then(
        fresh_colors_pb2.ProjectsCompleted(
            seat=0,
            projects=["project_tower_a"],
            colors=[fresh_colors_pb2.COLOR_BROWN, fresh_colors_pb2.COLOR_PURPLE],
        )
    )
    position.then_asked(1, CHOOSE_ACTION)
    assert counts_of(position, 0) == {"brown": 1}
    assert position.state.fresh_colors.supply == [6, 6, 5, 6, 6, 6]


def test_an_extra_action_may_complete_a_project() -> None:
    """R3.4.1"""
    position = playing(modules=ON, hands={0: ["florin_8"]})
    position.given(*owns_project(0, "project_tower_a"), color_tiles(0, {"purple": 1, "brown": 1}))
    position.when(0, Buy(1, ("florin_8",))).when(0, CompleteProjects(("project_tower_a",))).then_asked(0, PLACE_BOUGHT)


def test_requirements_of_two_projects_are_added() -> None:
    """R12.6.1: no tile serves both; nothing is paid in part."""
    owned = [*owns_project(0, "project_tower_a"), *owns_project(0, "project_arcades_a")]
    position = playing(modules=ON).given(*owned, color_tiles(0, {"purple": 1, "brown": 1}))
    listed = [choice.projects for choice in position.legal(0) if isinstance(choice, CompleteProjects)]
    assert listed == [("project_arcades_a",), ("project_tower_a",)]
    position.when(0, CompleteProjects(("project_arcades_a", "project_tower_a"))).then_rejected("R12.6.1")
    position.given(color_tiles(0, {"purple": 1, "brown": 1}))
    position.when(0, CompleteProjects(("project_tower_a", "project_arcades_a"))).then_asked(1, CHOOSE_ACTION)


def test_only_own_incomplete_projects_can_be_completed() -> None:
    """R12.6, R12.6.2: one or two different ones; a building of the type is not needed."""
    position = playing(modules=ON).given(
        *owns_project(0, "project_tower_b"),
        *owns_project(1, "project_tower_a"),
        color_tiles(0, {"purple": 2, "brown": 2}),
    )
    assert "CompleteProjects" not in kinds(position)
    for wrong in ((), ("project_tower_b",) * 2, ("project_tower_a",), ("a", "b", "c")):
        position.when(0, CompleteProjects(wrong)).then_rejected("R12.6")
    position.when(0, CompleteProjects(("project_tower_b",))).then_rejected("R12.6.1")


def test_completing_frees_a_place_but_the_type_stays_taken() -> None:
    """R12.6.3, R12.3"""
    done = owns_project(0, "project_garden_b", completed=True)
    position = rewarded(2, facts=[*done, *owns_project(0, "project_seraglio_a"), *board()])
    assert [choice.source for choice in position.legal(0) if isinstance(choice, TakeProject)] == [BOARD, STACK]
    position = rewarded(1, facts=[*done, *board()])
    position.when(0, TakeProject(BOARD)).then_rejected("R12.3")


def test_decorated_buildings_score_in_every_scoring_from_then_on() -> None:
    """R12.7, R12.9, R9.5: those in the reserve don't; one event a type says why."""
    spots = {(1, 0): "tower_8", (2, 0): "tower_9_a"}
    position = playing(modules=ON, alhambras={0: {(0, 1): "pavilion_8", **spots}}, reserves={0: ["tower_10"]})
    position.given(*owns_project(0, "project_tower_a", completed=True))
    for number in (1, 2, 3):
        reason = fresh_colors_pb2.DecoratedPoints(type=types_pb2.BUILDING_TYPE_TOWER, buildings=2)
        assert drive(position, projects.score(position.state, number)) == [
            events_pb2.PointsScored(seat=0, points=4, scoring=number, decorated=reason)
        ]
    assert position.state.players[0].decorated == position.state.players[0].score == 12
    position.when(0, Store("tower_9_a"))
    assert [event.points for event in drive(position, projects.score(position.state, 3))] == [2]  # type: ignore[attr-defined]


def test_dirk_takes_part_in_none_of_it() -> None:
    """R12.8, R14.7: no reward for a building that goes to him, no decorated points for his buildings."""
    position = playing(2, modules=ON, hands={0: ["florin_9"]}).given(
        *owns_project(0, "project_tower_a", completed=True)
    )
    position.when(0, Buy(1, ("florin_9",))).when(0, DeclineReward()).when(0, GiveToDirk("tower_8"))
    assert position.state.dirk == ["tower_8"]
    assert drive(position, projects.score(position.state, 3)) == []
    position.when(1, TakeMoney(("florin_9",)))
    assert position.state.dirk_score == 0
    assert MARKET[0] == "tower_8"
