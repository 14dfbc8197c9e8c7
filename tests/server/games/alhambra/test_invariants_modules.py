"""The invariants of the modules find what they are there for: R18. Random games show that they hold."""

from collections.abc import Callable
from typing import Any

import pytest
from ludarium.games.alhambra.v1 import gates_pb2, types_pb2

from server.games.alhambra.choices import Cell
from server.games.alhambra.content import load
from server.games.alhambra.game import ALHAMBRA
from server.games.alhambra.turns.turn import CHOOSE_ACTION
from server.games.kernel.chance import Chance
from server.games.kernel.driver import run
from server.games.kernel.game import Seating
from server.games.kernel.options import build
from server.games.kernel.simulate import play_checked, random_choice
from tests.server.games.alhambra.module_tables import ALL


def fresh(seats: int = 3) -> Any:
    state = ALHAMBRA.new_state(build(ALHAMBRA, ALL), [Seating(str(seat)) for seat in range(seats)])
    chance = Chance(b"invariants")
    run(ALHAMBRA, state, ALHAMBRA.set_up(state, chance), chance)
    return state


def a_handyman_more(state: Any) -> None:
    state.handymen.supply[1] += 1


def a_used_handyman_less(state: Any) -> None:
    state.handymen.used[0] -= 1


def a_handyman_on_nobodys_tile(state: Any) -> None:
    state.handymen.on_tiles.add(state.market[0])


def lose_a_key(state: Any) -> None:
    state.gates.stack.pop()


def lose_a_plaza(state: Any) -> None:
    state.gates.plazas.pop()


def lose_a_wall_piece(state: Any) -> None:
    state.gates.wall_pieces -= 1


def double_a_semi_building(state: Any) -> None:
    state.gates.semi_buildings[0].append(6)


def wall_from_nowhere(state: Any) -> None:
    state.gates.wall_pieces -= 1
    state.gates.pieces["fountain_blue"] = 1


def two_walls_on_a_side(state: Any) -> None:
    state.gates.wall_pieces -= 1
    state.gates.pieces["pavilion_2"] = 1


def lose_a_color_tile(state: Any) -> None:
    state.fresh_colors.supply[2] -= 1


def six_color_tiles(state: Any) -> None:
    state.fresh_colors.supply[0] -= 6
    state.fresh_colors.colors[0][0] += 6


def lose_a_project(state: Any) -> None:
    state.fresh_colors.stack.pop()


def three_incomplete_projects(state: Any) -> None:
    kinds: dict[int, str] = {}
    for name in state.fresh_colors.stack:
        kinds.setdefault(load().modules.projects.projects[name].type, name)
    for name in list(kinds.values())[:3]:
        state.fresh_colors.stack.remove(name)
        state.fresh_colors.incomplete[0].append(name)


def two_projects_of_a_type(state: Any) -> None:
    kinds: dict[int, str] = {}
    for name in state.fresh_colors.stack:
        kind = load().modules.projects.projects[name].type
        if kind in kinds:
            state.fresh_colors.completed[0] += [name, kinds[kind]]
            return
        kinds[kind] = name


@pytest.mark.parametrize(
    ("damage", "rule"),
    [
        (a_handyman_more, "R18.4"),
        (a_used_handyman_less, "R18.4"),
        (a_handyman_on_nobodys_tile, "R13.8"),
        (lose_a_key, "R18.5"),
        (lose_a_plaza, "R18.8"),
        (lose_a_wall_piece, "R18.8"),
        (double_a_semi_building, "R18.8"),
        (wall_from_nowhere, "R11.5.2"),
        (two_walls_on_a_side, "R18.12"),
        (lose_a_color_tile, "R18.6"),
        (six_color_tiles, "R18.6"),
        (lose_a_project, "R2.11"),
        (three_incomplete_projects, "R18.7"),
        (two_projects_of_a_type, "R18.7"),
    ],
)
def test_a_broken_invariant_of_a_module_is_named(damage: Callable[[Any], None], rule: str) -> None:
    state = fresh()
    ALHAMBRA.check(state)
    damage(state)
    with pytest.raises(AssertionError, match=rule.replace(".", r"\.")):
        ALHAMBRA.check(state)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_keys_are_taken_for_arcades_bought_and_resolved_in_their_owners_turns(seats: int) -> None:
    """R11.3, R11.4.7, R18.5, R18.11: in whole games, by their events."""
    _, events = play_checked(ALHAMBRA, build(ALHAMBRA, ALL), [random_choice] * seats, f"keys {seats}")
    waiting: list[list[str]] = [[] for _ in range(seats)]
    bought = active = 0
    for event in (event.alhambra for event in events if event.HasField("alhambra")):
        kind = event.WhichOneof("event")
        if kind in ("building_bought", "gate_building_bought"):
            tile = load().buildings[getattr(event, kind).tile]
            bought += tile.type == types_pb2.BUILDING_TYPE_ARCADES
        elif kind == "turn_began":
            active = event.turn_began.seat
        elif kind == "key_taken":
            waiting[event.key_taken.seat].append(event.key_taken.key)
            bought -= 1
        elif kind == "key_revealed":
            assert event.key_revealed.seat == active
            assert waiting[active].pop(0) == event.key_revealed.key
    assert bought == 0


def test_at_the_start_of_a_turn_no_key_is_under_way() -> None:
    """R18.11"""
    state = fresh()
    assert state.decisions[0].kind == CHOOSE_ACTION
    assert state.gates.center is None
    assert state.gates.due == 0
    assert state.players[0].alhambra[Cell(0, 0)] == "fountain_blue"
    assert ALHAMBRA.view(state).gates.gates[0].bonus == gates_pb2.GATE_BONUS_UNSPECIFIED
