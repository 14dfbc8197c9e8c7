"""The beginning of a turn: activate, spend, pass (R7)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2

from server.games.endeavor.actions import options
from server.games.endeavor.choices import Activate, Pass, SpendToken
from server.games.endeavor.points import Refusal
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import flow
from server.games.kernel.chance import Chance
from server.games.kernel.rejection import illegal


def activate(state: EndeavorState, seat: int, choice: Activate, chance: Chance) -> Iterator[Message]:
    """R7.3: a disc from the harbor onto an empty building."""
    reject(options.refuse_activation(state, seat, choice.slot))
    building = state.components.buildings[state.players[seat].buildings[choice.slot - 1].building]
    yield events_pb2.BuildingActivated(
        seat=seat,
        slot=choice.slot,
        building=building.id,
        actions=building.actions,
        mode=building.mode,
        rosetta=options.may_replace(state, seat),
    )
    yield from flow.go_on(state, chance)


def spend(state: EndeavorState, seat: int, choice: SpendToken, chance: Chance) -> Iterator[Message]:
    """R7.4: a blue token for its action; no disc is placed."""
    reject(options.refuse_token(state, seat, choice.token))
    token = state.components.tokens[choice.token]
    yield events_pb2.TokenSpent(seat=seat, token=token.id, actions=token.actions, mode=token.mode)
    yield from flow.go_on(state, chance)


def pass_turn(state: EndeavorState, seat: int, choice: Pass, chance: Chance) -> Iterator[Message]:
    """R7.2, R7.2.1: no more turns this round; allowed although one could act, but not after a naval move (R16.5.1)."""
    if state.turn.moved_to_sea:
        raise illegal("R16.5.1", "After a move from Naval Superiority you must act.")
    yield events_pb2.Passed(seat=seat)
    yield from flow.end_turn(state, chance)


def reject(refusal: Refusal | None) -> None:
    """Raise Rejected where there is a refusal."""
    if refusal is not None:
        raise illegal(refusal.rule, refusal.words)
