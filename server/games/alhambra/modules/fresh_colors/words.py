"""Fresh Colors in words."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from ludarium.games.alhambra.v1 import fresh_colors_pb2

from server.games.alhambra.choices import CompleteProjects, DeclineReward, DiscardColors, TakeColorSet, TakeProject
from server.games.alhambra.content import load
from server.games.alhambra.content.records import TYPES
from server.games.alhambra.module_states import need
from server.games.alhambra.modules.fresh_colors import rewards
from server.games.alhambra.modules.fresh_colors.projects import tiles
from server.games.alhambra.state import AlhambraState
from server.games.kernel.words import Name, Writers, listed

COLORS = ("blue", "red", "brown", "white", "green", "purple")


def colors(entries: Iterable[int]) -> str:
    """`2 purple and 1 blue`."""
    counts = sorted(Counter(int(color) for color in entries).items())
    return listed(f"{number} {COLORS[color - 1]}" for color, number in counts)


def project(project_id: str) -> str:
    """`the tower project (1 brown and 1 purple)`."""
    record = load().modules.projects.projects[project_id]
    return f"the {TYPES[record.type - 1]} project ({colors(tiles(record.requires))})"


def _take_project(state: AlhambraState, choice: TakeProject) -> str:
    own = need(state.fresh_colors)
    if choice.source == rewards.STACK:
        return f"take {project(own.top or '')} from the stack"
    return f"take {project(own.board[own.reward_space - 1] or '')}"


def _take_color_set(state: AlhambraState, choice: TakeColorSet) -> str:
    offered = state.components.modules.projects.sets[need(state.fresh_colors).reward_space - 1][choice.set - 1]
    return f"take colour tiles: {colors(tiles(offered))}"


def _taken(event: fresh_colors_pb2.ProjectTaken, name: Name) -> str:
    where = " from the stack" if event.source == rewards.STACK else ""
    return f"{name(event.seat)} takes {project(event.project)}{where}"


def _not_taken(event: fresh_colors_pb2.RewardNotTaken, name: Name) -> str:
    return f"{name(event.seat)} {'can' if event.lapsed else 'does'} not take a reward for overpaying"


CHOICES: dict[type, Callable[[AlhambraState, Any], str]] = {
    TakeProject: _take_project,
    TakeColorSet: _take_color_set,
    DeclineReward: lambda state, choice: "take no reward",
    DiscardColors: lambda state, choice: f"give back {colors(choice.colors)}",
    CompleteProjects: lambda state, choice: f"complete {' and '.join(map(project, choice.projects))}",
}

DECISIONS: dict[int, Callable[[AlhambraState, int], str]] = {
    rewards.OVERPAY_REWARD: lambda state, seat: "take a reward for overpaying",
    rewards.DISCARD_COLORS: lambda state, seat: "give colour tiles back, down to 5",
}

EVENTS: Writers = {
    "projects_shuffled": lambda e, name: f"{e.count} projects are shuffled",
    "project_uncovered": lambda e, name: f"{project(e.project)} lies on top of the stack",
    "project_put": lambda e, name: f"{project(e.project)} comes to project space {e.space}",
    "reward_not_taken": _not_taken,
    "project_taken": _taken,
    "colors_taken": lambda e, name: f"{name(e.seat)} takes colour tiles: {colors(e.colors)}",
    "colors_discarded": lambda e, name: f"{name(e.seat)} gives back colour tiles: {colors(e.colors)}",
    "projects_completed": lambda e, name: f"{name(e.seat)} completes {' and '.join(map(project, e.projects))}",
}
