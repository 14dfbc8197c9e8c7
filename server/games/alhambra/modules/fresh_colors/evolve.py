"""What the events of Fresh Colors change in the state."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ludarium.games.alhambra.v1 import fresh_colors_pb2

from server.games.alhambra.module_states import need
from server.games.alhambra.state import AlhambraState

State = AlhambraState


def projects_shuffled(state: State, event: fresh_colors_pb2.ProjectsShuffled) -> None:
    """The stack lies in this order, its top not yet seen."""
    need(state.fresh_colors).stack = deque(event.projects)


def project_uncovered(state: State, event: fresh_colors_pb2.ProjectUncovered) -> None:
    """The top of the stack is visible."""
    own = need(state.fresh_colors)
    if own.stack:
        own.stack.popleft()
    own.top = event.project


def project_put(state: State, event: fresh_colors_pb2.ProjectPut) -> None:
    """A project lies on a space of the board."""
    own = need(state.fresh_colors)
    own.board[event.space - 1], own.top = event.project, None


def reward_offered(state: State, event: fresh_colors_pb2.RewardOffered) -> None:
    """A reward may be taken."""
    need(state.fresh_colors).reward_space = event.space


def reward_not_taken(state: State, event: fresh_colors_pb2.RewardNotTaken) -> None:
    """The reward is gone."""
    need(state.fresh_colors).reward_space = 0


def project_taken(state: State, event: fresh_colors_pb2.ProjectTaken) -> None:
    """A project has an owner."""
    own = need(state.fresh_colors)
    own.incomplete[event.seat].append(event.project)
    if event.source == fresh_colors_pb2.PROJECT_SOURCE_BOARD:
        own.board[event.space - 1] = None
    else:
        own.top = None
    own.reward_space = 0


def colors_taken(state: State, event: fresh_colors_pb2.ColorsTaken) -> None:
    """Colour tiles have an owner."""
    own = need(state.fresh_colors)
    _shift(event.colors, own.supply, own.colors[event.seat])
    own.reward_space = 0


def colors_discarded(state: State, event: fresh_colors_pb2.ColorsDiscarded) -> None:
    """Colour tiles are back in the supply."""
    own = need(state.fresh_colors)
    _shift(event.colors, own.colors[event.seat], own.supply)


def projects_completed(state: State, event: fresh_colors_pb2.ProjectsCompleted) -> None:
    """Projects lie on their completed side."""
    own = need(state.fresh_colors)
    for project in event.projects:
        own.incomplete[event.seat].remove(project)
        own.completed[event.seat].append(project)
    _shift(event.colors, own.colors[event.seat], own.supply)


def _shift(colors: Iterable[int], giver: list[int], taker: list[int]) -> None:
    for color in colors:
        giver[color - 1] -= 1
        taker[color - 1] += 1


EVOLVE: Mapping[str, Callable[[State, Any], None]] = {
    "projects_shuffled": projects_shuffled,
    "project_uncovered": project_uncovered,
    "project_put": project_put,
    "reward_offered": reward_offered,
    "reward_not_taken": reward_not_taken,
    "project_taken": project_taken,
    "colors_taken": colors_taken,
    "colors_discarded": colors_discarded,
    "projects_completed": projects_completed,
}
