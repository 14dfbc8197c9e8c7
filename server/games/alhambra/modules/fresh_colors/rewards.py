"""The reward for overpaying, and the limit of colour tiles (R12.2, R12.3, R12.5)."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import fresh_colors_pb2, types_pb2

from server.games.alhambra.choices import DeclineReward, DiscardColors, TakeColorSet, TakeProject
from server.games.alhambra.module_states import need
from server.games.alhambra.modules.fresh_colors.projects import tiles, uncover
from server.games.alhambra.points import Purchase
from server.games.alhambra.state import AlhambraState
from server.games.alhambra.turns.end_of_turn import finish_actions
from server.games.alhambra.turns.turn import ask
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

OVERPAY_REWARD = types_pb2.DECISION_KIND_OVERPAY_REWARD
DISCARD_COLORS = types_pb2.DECISION_KIND_DISCARD_COLORS
BOARD = fresh_colors_pb2.PROJECT_SOURCE_BOARD
STACK = fresh_colors_pb2.PROJECT_SOURCE_STACK


def after_overpaying(state: AlhambraState, purchase: Purchase) -> Iterator[Message]:
    """R12.2: offer the column of the currency paid with; where nothing can be taken nobody is asked (R12.2.2)."""
    yield fresh_colors_pb2.RewardOffered(seat=purchase.seat, space=purchase.space)
    if next(_rewards(state, purchase.seat), None) is None:
        yield fresh_colors_pb2.RewardNotTaken(seat=purchase.seat, lapsed=True)
    else:
        yield ask(purchase.seat, OVERPAY_REWARD)


def answers(state: AlhambraState, seat: int) -> Iterator[Choice]:
    """R12.2: one of project, top of the stack, colour set; or nothing."""
    yield from _rewards(state, seat)
    yield DeclineReward()


def discards(state: AlhambraState, seat: int) -> Iterator[Choice]:
    """R12.5: every choice of as many tiles as are beyond the limit, old or new."""
    held = tuple(int(color) for color in tiles(need(state.fresh_colors).colors[seat]))
    surplus = len(held) - state.components.modules.projects.color_limit
    return (DiscardColors(chosen) for chosen in dict.fromkeys(combinations(held, surplus)))


def take_project(state: AlhambraState, seat: int, choice: TakeProject, chance: Chance) -> Iterator[Message]:
    """R12.2: the project of the column, or the top of the stack, within the limits (R12.3)."""
    own = need(state.fresh_colors)
    if choice.source not in (BOARD, STACK):
        raise illegal("R12.2.3", "Take the project of your column (1) or the top of the stack (2).")
    project = own.board[own.reward_space - 1] if choice.source == BOARD else own.top
    if project is None:
        raise illegal("R12.2.2", "There is no project tile to take.")
    refusal = _why_not(state, seat, project)
    if refusal:
        raise illegal("R12.3", refusal)
    yield fresh_colors_pb2.ProjectTaken(
        seat=seat,
        project=project,
        source=fresh_colors_pb2.ProjectSource.ValueType(choice.source),
        space=own.reward_space if choice.source == BOARD else 0,
    )
    if choice.source == STACK:
        yield from uncover(state)
    yield from finish_actions(state, chance)


def take_color_set(state: AlhambraState, seat: int, choice: TakeColorSet, chance: Chance) -> Iterator[Message]:
    """R12.2, R12.5: a set of the column, as far as the supply goes; then down to the limit."""
    own = need(state.fresh_colors)
    sets = state.components.modules.projects.sets[own.reward_space - 1]
    if not 1 <= choice.set <= len(sets):
        raise illegal("R12.2", f"The column has sets 1 to {len(sets)}, not {choice.set}.")
    left = _left_of(state, choice.set)
    if not any(left):
        raise illegal("R12.5", "Nothing is left of that set.")
    yield fresh_colors_pb2.ColorsTaken(seat=seat, colors=tiles(left))
    if sum(own.colors[seat]) > state.components.modules.projects.color_limit:
        yield ask(seat, DISCARD_COLORS)
    else:
        yield from finish_actions(state, chance)


def decline(state: AlhambraState, seat: int, choice: DeclineReward, chance: Chance) -> Iterator[Message]:
    """R12.2: the reward is optional."""
    yield fresh_colors_pb2.RewardNotTaken(seat=seat)
    yield from finish_actions(state, chance)


def discard(state: AlhambraState, seat: int, choice: DiscardColors, chance: Chance) -> Iterator[Message]:
    """R12.5: tiles of choice go back to the supply."""
    limit = state.components.modules.projects.color_limit
    held = Counter(int(color) for color in tiles(need(state.fresh_colors).colors[seat]))
    surplus = held.total() - limit
    if len(choice.colors) != surplus:
        raise illegal("R12.5", f"Give back exactly {surplus}, so that you keep {limit}.")
    if Counter(choice.colors) - held:
        raise illegal("R12.5", "You can give back only colour tiles that you have.")
    given = [fresh_colors_pb2.Color.ValueType(color) for color in sorted(choice.colors)]
    yield fresh_colors_pb2.ColorsDiscarded(seat=seat, colors=given)
    yield from finish_actions(state, chance)


def _rewards(state: AlhambraState, seat: int) -> Iterator[Choice]:
    own = need(state.fresh_colors)
    for source, project in ((BOARD, own.board[own.reward_space - 1]), (STACK, own.top)):
        if project is not None and not _why_not(state, seat, project):
            yield TakeProject(source)
    for number in range(1, len(state.components.modules.projects.sets[own.reward_space - 1]) + 1):
        if any(_left_of(state, number)):
            yield TakeColorSet(number)


def _why_not(state: AlhambraState, seat: int, project: str) -> str:
    """R12.3: why a player may not take a project; empty when they may."""
    own = need(state.fresh_colors)
    board = state.components.modules.projects
    owned = own.incomplete[seat] + own.completed[seat]
    if any(board.projects[name].type == board.projects[project].type for name in owned):
        return f"You have a project of the type of {project} already."
    if len(own.incomplete[seat]) >= board.incomplete_limit:
        return f"You have {board.incomplete_limit} incomplete projects already."
    return ""


def _left_of(state: AlhambraState, number: int) -> list[int]:
    """R12.5: what the supply can give of a set, by colour."""
    own = need(state.fresh_colors)
    wanted = state.components.modules.projects.sets[own.reward_space - 1][number - 1]
    return [min(of_color, left) for of_color, left in zip(wanted, own.supply, strict=True)]
