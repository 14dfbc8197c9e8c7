"""Fresh Colors in the view and back; what must add up."""

from collections import Counter, deque

from ludarium.games.alhambra.v1 import fresh_colors_pb2, types_pb2, view_pb2

from server.games.alhambra.content.module_records import ProjectBoard
from server.games.alhambra.module_states import need
from server.games.alhambra.modules.fresh_colors.projects import projects_in_play, tiles
from server.games.alhambra.state import AlhambraState
from server.games.kernel.chance import Chance
from server.games.kernel.pieces import holding, kept


def piece(state: AlhambraState) -> bytes:
    """The module's part of the view; only the stack below its top is hidden."""
    own, projects = need(state.fresh_colors), state.components.modules.projects
    seen = fresh_colors_pb2.FreshColorsView(
        stack_count=len(own.stack) + (1 if own.top else 0),
        stack=own.stack,
        supply=own.supply,
        reward_space=own.reward_space,
    )
    players = [
        _player(projects, seat, tuple(own.incomplete[seat]), tuple(own.completed[seat]), tuple(own.colors[seat]))
        for seat in range(state.seats)
    ]
    board = _board(projects, tuple(own.board), own.top)
    return holding(view_pb2.View.FRESH_COLORS_FIELD_NUMBER, seen.SerializeToString(), board, *players)


def imagine(state: AlhambraState, view: view_pb2.View, seat: int | None, chance: Chance) -> None:
    """Read the view back; the stack below its top is dealt at random."""
    own = need(state.fresh_colors)
    seen = view.fresh_colors
    own.board = [column.project.id if column.HasField("project") else None for column in seen.columns]
    own.top = seen.top.id if seen.HasField("top") else None
    own.supply = list(seen.supply)
    own.reward_space = seen.reward_space
    known = {own.top, *own.board}
    for player in seen.players:
        own.incomplete[player.seat] = [project.id for project in player.incomplete]
        own.completed[player.seat] = [project.id for project in player.completed]
        own.colors[player.seat] = list(player.colors)
        known.update(own.incomplete[player.seat], own.completed[player.seat])
    own.stack = deque(chance.shuffle(project for project in projects_in_play(state) if project not in known))


def check(state: AlhambraState) -> None:
    """R18.6, R18.7: colour tiles and projects by where they are, and the limits."""
    own = need(state.fresh_colors)
    board = state.components.modules.projects
    for color, total in enumerate(board.supply):
        there = own.supply[color] + sum(colors[color] for colors in own.colors)
        assert there == total, f"R18.6: colour tiles of colour {color + 1} appeared or vanished"
    assert all(count >= 0 for counts in [own.supply, *own.colors] for count in counts), "R18.6: fewer than none"
    projects = [*own.stack, *(project for project in [own.top, *own.board] if project)]
    for seat in range(state.seats):
        owned = own.incomplete[seat] + own.completed[seat]
        projects += owned
        assert len({board.projects[project].type for project in owned}) == len(owned), "R18.7: two of one type"
        assert len(own.incomplete[seat]) <= board.incomplete_limit, "R18.7: too many incomplete projects"
        asked = any(decision.kind == types_pb2.DECISION_KIND_DISCARD_COLORS for decision in state.decisions)
        assert sum(own.colors[seat]) <= board.color_limit or asked, "R18.6: too many colour tiles"
    assert Counter(projects) == Counter(projects_in_play(state)), "R2.11: projects appeared or vanished"


@kept
def _board(projects: ProjectBoard, spaces: tuple[str | None, ...], top: str | None) -> fresh_colors_pb2.FreshColorsView:
    return fresh_colors_pb2.FreshColorsView(
        columns=[
            fresh_colors_pb2.ProjectColumnView(
                space=space,
                currency=types_pb2.Currency.ValueType(space),
                project=_project(projects, project) if project else None,
                sets=[fresh_colors_pb2.ColorSetView(colors=tiles(offered)) for offered in sets],
            )
            for space, (project, sets) in enumerate(zip(spaces, projects.sets, strict=True), start=1)
        ],
        top=_project(projects, top) if top else None,
    )


@kept
def _player(
    projects: ProjectBoard, seat: int, incomplete: tuple[str, ...], completed: tuple[str, ...], colors: tuple[int, ...]
) -> fresh_colors_pb2.FreshColorsView:
    player = fresh_colors_pb2.ProjectsOfPlayerView(
        seat=seat,
        incomplete=[_project(projects, project) for project in incomplete],
        completed=[_project(projects, project) for project in completed],
        colors=colors,
    )
    return fresh_colors_pb2.FreshColorsView(players=[player])


def _project(projects: ProjectBoard, project: str) -> fresh_colors_pb2.ProjectView:
    record = projects.projects[project]
    return fresh_colors_pb2.ProjectView(
        id=record.id, type=types_pb2.BuildingType.ValueType(record.type), requires=tiles(record.requires)
    )
