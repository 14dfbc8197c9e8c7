"""Project tiles: set-up, refilling, completing and scoring (R2.11, R12.4, R12.6, R12.7)."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2, fresh_colors_pb2, types_pb2

from server.games.alhambra.choices import CompleteProjects
from server.games.alhambra.module_states import need
from server.games.alhambra.state import AlhambraState
from server.games.alhambra.turns.end_of_turn import finish_actions
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal


def set_up(state: AlhambraState, chance: Chance) -> Iterator[Message]:
    """R2.11: the stack, without stars at a small table, its top visible, and a project on each space."""
    stack = chance.shuffle(projects_in_play(state))
    yield fresh_colors_pb2.ProjectsShuffled(projects=stack, count=len(stack))
    yield from uncover(state)
    yield from _fill_board(state)


def projects_in_play(state: AlhambraState) -> list[str]:
    """R2.11: with two or three players those with a star stay in the box."""
    board = state.components.modules.projects
    with_star = state.seats >= board.star_from_players
    return [project.id for project in board.projects.values() if with_star or not project.star]


def uncover(state: AlhambraState) -> Iterator[Message]:
    """The next tile of the stack becomes visible (R12.2.4)."""
    stack = need(state.fresh_colors).stack
    if stack:
        yield fresh_colors_pb2.ProjectUncovered(project=stack[0])


def refill(state: AlhambraState, chance: Chance) -> Iterator[Message]:
    """R8.5, R12.4: emptied spaces are filled from the stack, unless the table plays without."""
    if need(state.fresh_colors).refills:
        yield from _fill_board(state)


def completions(state: AlhambraState, seat: int) -> Iterator[Choice]:
    """R12.6: one or two incomplete projects whose colour tiles are at hand."""
    own = need(state.fresh_colors)
    at_once = state.components.modules.projects.completed_at_once
    names = sorted(own.incomplete[seat])
    for number in range(1, at_once + 1):
        for chosen in combinations(names, number):
            if not _missing(state, seat, chosen):
                yield CompleteProjects(chosen)


def complete(state: AlhambraState, seat: int, choice: CompleteProjects, chance: Chance) -> Iterator[Message]:
    """R12.6: return the colour tiles, turn the projects over."""
    own = need(state.fresh_colors)
    at_once = state.components.modules.projects.completed_at_once
    names = sorted(choice.projects)
    if not 1 <= len(names) <= at_once or len(set(names)) != len(names):
        raise illegal("R12.6", f"Complete between one and {at_once} different projects.")
    for name in names:
        if name not in own.incomplete[seat]:
            raise illegal("R12.6", f"{name} is not an incomplete project of yours.")
    if _missing(state, seat, names):
        raise illegal("R12.6.1", "You don't have all the colour tiles that they require together.")
    yield fresh_colors_pb2.ProjectsCompleted(seat=seat, projects=names, colors=tiles(_required(state, names)))
    yield from finish_actions(state, chance)


def score(state: AlhambraState, number: int) -> Iterator[Message]:
    """R9.5, R12.7: each building of a completed project's type in the Alhambra; one event a type."""
    own = need(state.fresh_colors)
    board = state.components.modules.projects
    for seat, player in enumerate(state.players):
        for building_type in sorted(board.projects[name].type for name in own.completed[seat]):
            buildings = sum(1 for tile in player.alhambra.values() if state.type_of(tile) == building_type)
            if buildings == 0:
                continue
            semi = own.semi_decorated and building_type in need(state.gates).semi_buildings[seat]
            yield events_pb2.PointsScored(
                seat=seat,
                points=board.points * buildings + (board.points // 2 if semi else 0),
                scoring=number,
                decorated=fresh_colors_pb2.DecoratedPoints(
                    type=types_pb2.BuildingType.ValueType(building_type), buildings=buildings, semi_building=semi
                ),
            )


def tiles(counts: Sequence[int]) -> list[fresh_colors_pb2.Color.ValueType]:
    """Colour tiles one entry a tile, from how many there are of each colour."""
    return [
        fresh_colors_pb2.Color.ValueType(color) for color, count in enumerate(counts, start=1) for _ in range(count)
    ]


def _fill_board(state: AlhambraState) -> Iterator[Message]:
    own = need(state.fresh_colors)
    for space, project in enumerate(own.board, start=1):
        if project is None and own.top is not None:
            yield fresh_colors_pb2.ProjectPut(space=space, project=own.top)
            yield from uncover(state)


def _required(state: AlhambraState, names: Sequence[str]) -> list[int]:
    """R12.6.1: the requirements of projects, added up by colour."""
    required = (state.components.modules.projects.projects[name].requires for name in names)
    return [sum(of_color) for of_color in zip(*required, strict=True)]


def _missing(state: AlhambraState, seat: int, names: Sequence[str]) -> bool:
    owned = need(state.fresh_colors).colors[seat]
    return any(required > held for required, held in zip(_required(state, names), owned, strict=True))
