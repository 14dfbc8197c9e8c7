"""Positions of the modules, made of facts."""

from collections.abc import Mapping, Sequence
from typing import Any

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2, fresh_colors_pb2, gates_pb2, handymen_pb2, types_pb2

from server.games.alhambra.choices import DeclineBonus, RefuseRoll, RollDie
from server.games.alhambra.content import load
from server.games.alhambra.content.module_records import BONUSES
from server.games.alhambra.content.records import COLORS
from server.games.alhambra.game import ALHAMBRA
from server.games.alhambra.modules.fresh_colors.rewards import OVERPAY_REWARD
from server.games.alhambra.modules.gates.keys import GATE_BONUS
from server.games.alhambra.turns.turn import ask
from server.games.kernel.chance import Chance
from server.games.kernel.driver import run
from server.games.kernel.testkit import Position
from tests.server.games.alhambra.table import playing

HANDYMEN, GATES, COLORS_MODULE = "handymen", "gates-without-end", "fresh-colors"
ALL = (HANDYMEN, GATES, COLORS_MODULE)
KEYS = tuple(load().modules.gates.keys)


def drive(position: Position, events: Any) -> list[Message]:
    """Run a step of the flow on a position and give back its events."""
    return [event for event, _ in run(ALHAMBRA, position.state, events, Chance(b"drive"))]


def colors(*names: str) -> events_pb2.ColorsGiven:
    """The fact that the seats have these colours."""
    return events_pb2.ColorsGiven(colors=[types_pb2.PlayerColor.ValueType(COLORS.index(name) + 1) for name in names])


def on_market(*there: tuple[int, int]) -> list[Message]:
    """The facts by which handymen lie on the market, as (seat, space)."""
    return [handymen_pb2.HandymanPutOnMarket(seat=seat, space=space) for seat, space in there]


def on_tiles(seat: int, *tiles: str) -> list[Message]:
    """The facts by which a seat's handymen stand on its tiles."""
    return [handymen_pb2.HandymanPutOnTile(seat=seat, tile=tile) for tile in tiles]


def roll(position: Position, *dice: int, seat: int = 0) -> Position:
    """Roll these dice, refusing each but the last."""
    for number, die in enumerate(dice):
        position.when(seat, RefuseRoll() if number else RollDie(), draws=[die - 1])
        assert position.rejection is None
    return position


def facing(bonus: str, color: str) -> tuple[str, int]:
    """The first key, and its rotation, with which a bonus faces the gate of a colour."""
    board = load().modules.gates
    gate = board.gates.index(COLORS.index(color) + 1)
    for key, sides in board.keys.items():
        for rotation in range(6):
            if BONUSES[sides[(gate - rotation) % 6] - 1] == bonus:
                return key, rotation
    raise AssertionError(f"no key shows {bonus}")


def keys_of(seat: int, *keys: str) -> list[Message]:
    """The facts by which these keys wait in front of a seat and the others lie in the stack."""
    rest = [key for key in KEYS if key not in keys]
    stack = gates_pb2.KeysShuffled(keys=[*keys, *rest], count=len(KEYS))
    return [stack, *(gates_pb2.KeyTaken(seat=seat, key=key) for key in keys)]


def at_gate(
    bonus: str, seat: int = 0, *, active: int = 0, seats: int = 3, facts: Sequence[Message] = (), **args: Any
) -> Position:
    """A position in which a seat is asked about a bonus at its gate; only this key is resolved."""
    args["modules"] = args.get("modules", (GATES,))
    position = playing(seats, active=active, asked=False, **args).given(*facts)
    key, rotation = facing(bonus, COLORS[position.state.players[seat].color - 1])
    position.given(
        *keys_of(active, key),
        gates_pb2.KeysDue(seat=active, keys=1),
        gates_pb2.KeyRevealed(seat=active, key=key),
        gates_pb2.KeyPlaced(seat=active, rotation=rotation),
    )
    for number in range((seat - active) % seats + 1):
        position.given(gates_pb2.BonusOffered(seat=(active + number) % seats))
    return position.given(ask(seat, GATE_BONUS))


def decline_all(position: Position) -> list[Message]:
    """Let everybody decline until something else is asked; gives back all events."""
    happened = []
    while position.state.decisions and position.state.decisions[0].kind == GATE_BONUS:
        position.when(position.state.decisions[0].seat, DeclineBonus())
        happened += position.happened
    return happened


def projects_on_board(*projects: str, stack: Sequence[str] = ()) -> list[Message]:
    """The facts by which these projects lie on the four spaces and these in the stack, the top one first."""
    facts: list[Message] = [
        fresh_colors_pb2.ProjectsShuffled(projects=[*projects, *stack], count=len(projects) + len(stack))
    ]
    for space, project in enumerate(projects, start=1):
        facts.append(fresh_colors_pb2.ProjectUncovered(project=project))
        facts.append(fresh_colors_pb2.ProjectPut(space=space, project=project))
    return facts + ([fresh_colors_pb2.ProjectUncovered(project=stack[0])] if stack else [])


def owns_project(seat: int, project: str, *, completed: bool = False) -> list[Message]:
    """The facts by which a seat has a project."""
    source = fresh_colors_pb2.PROJECT_SOURCE_STACK
    facts: list[Message] = [fresh_colors_pb2.ProjectTaken(seat=seat, project=project, source=source)]
    return facts + ([fresh_colors_pb2.ProjectsCompleted(seat=seat, projects=[project])] if completed else [])


def color_tiles(seat: int, counts: Mapping[str, int]) -> Message:
    """The fact by which a seat has colour tiles."""
    taken = [color_named(name) for name, number in counts.items() for _ in range(number)]
    return fresh_colors_pb2.ColorsTaken(seat=seat, colors=taken)


def color_named(name: str) -> fresh_colors_pb2.Color.ValueType:
    """`blue` in the contract."""
    return fresh_colors_pb2.Color.Value(f"COLOR_{name.upper()}")


def counts_of(position: Position, seat: int) -> dict[str, int]:
    """The colour tiles of a seat by name."""
    names = ("blue", "red", "brown", "white", "green", "purple")
    return {
        name: number for name, number in zip(names, position.state.fresh_colors.colors[seat], strict=True) if number
    }


def rewarded(space: int, seat: int = 0, *, facts: Sequence[Message] = (), **args: Any) -> Position:
    """A position in which a seat has overpaid and chooses a reward of a column."""
    args["modules"] = args.get("modules", (COLORS_MODULE,))
    position = playing(active=seat, asked=False, **args).given(*facts)
    return position.given(fresh_colors_pb2.RewardOffered(seat=seat, space=space), ask(seat, OVERPAY_REWARD))
