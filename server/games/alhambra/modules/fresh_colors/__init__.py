"""The module Fresh Colors (R12)."""

from typing import Any

from ludarium.games.alhambra.v1 import options_pb2

from server.games.alhambra.choices import CompleteProjects, DeclineReward, DiscardColors, TakeColorSet, TakeProject
from server.games.alhambra.module_states import FreshColorsState
from server.games.alhambra.modules.fresh_colors import projects, rewards, view
from server.games.alhambra.points import Points
from server.games.alhambra.state import AlhambraState
from server.games.alhambra.turns.turn import CHOOSE_ACTION


def attach(points: Points) -> None:
    """Attach the module to the named points."""
    points.new_state.append(new_state)
    points.set_up.append(projects.set_up)
    points.actions.append(projects.completions)
    points.after_overpaying.append(rewards.after_overpaying)
    points.after_refill.append(projects.refill)
    points.scoring.append(projects.score)
    points.lists[rewards.OVERPAY_REWARD] = rewards.answers
    points.lists[rewards.DISCARD_COLORS] = rewards.discards
    points.handlers.setdefault(CHOOSE_ACTION, {})[CompleteProjects] = projects.complete
    points.handlers[rewards.OVERPAY_REWARD] = {
        TakeProject: rewards.take_project,
        TakeColorSet: rewards.take_color_set,
        DeclineReward: rewards.decline,
    }
    points.handlers[rewards.DISCARD_COLORS] = {DiscardColors: rewards.discard}
    points.view.append(view.piece)
    points.imagine.append(view.imagine)
    points.invariants.append(view.check)


def new_state(state: AlhambraState, options: Any) -> None:
    """R2.11: the common supply of colour tiles."""
    supply = state.components.modules.projects.supply
    state.fresh_colors = FreshColorsState(
        supply=list(supply),
        colors=[[0] * len(supply) for _ in range(state.seats)],
        incomplete=[[] for _ in range(state.seats)],
        completed=[[] for _ in range(state.seats)],
        refills=options.project_board_refill != options_pb2.PROJECT_BOARD_REFILL_NEVER,
        semi_decorated=options.semi_buildings_decorated,
    )
