"""Which actions a turn has, and every way to carry them out (R7)."""

from collections.abc import Iterator

from ludarium.games.endeavor.v1 import types_pb2

from server.games.endeavor.actions import attack, draw, occupy, payment, ship
from server.games.endeavor.choices import Activate, Decline, Pass, SpendToken, UseRosetta
from server.games.endeavor.points import Means, Refusal, Ways
from server.games.endeavor.state import CARD_SLOT, EndeavorState, Turn
from server.games.kernel.codec import Choice

BASIC = (types_pb2.ACTION_OCCUPY, types_pb2.ACTION_ATTACK, types_pb2.ACTION_SHIP, types_pb2.ACTION_DRAW)
"""The four basic actions (R14.5)."""
BOTH = types_pb2.ACTION_MODE_BOTH
WAYS: dict[int, Ways] = {
    types_pb2.ACTION_OCCUPY: occupy.ways,
    types_pb2.ACTION_ATTACK: attack.ways,
    types_pb2.ACTION_SHIP: ship.ways,
    types_pb2.ACTION_DRAW: draw.ways,
    types_pb2.ACTION_DRAW_MINUS_1: draw.ways,
    types_pb2.ACTION_PAYMENT: payment.ways,
}


def ways(state: EndeavorState, seat: int, action: int, means: Means) -> Iterator[Choice]:
    """Every way to use an action, other uses included."""
    how = WAYS.get(action) or state.points.actions.get(action)
    if how is not None:
        yield from how(state, seat, action, means)
    for other in state.points.instead:
        yield from other(state, seat, action, means)


def possible(state: EndeavorState, seat: int, action: int, means: Means) -> bool:
    """Whether an action can be carried out in any way."""
    return next(ways(state, seat, action, means), None) is not None


def means_now(state: EndeavorState) -> Means:
    """What the actions of the running turn may draw on."""
    turn = state.turn
    harbor = state.players[state.active].harbor
    if turn.mobilizing is None:
        return Means(harbor, slot=turn.slot)
    return Means(harbor, conscript=True, region=_conscript_region(state, turn.mobilizing))


def usable(turn: Turn) -> tuple[types_pb2.Action.ValueType, ...]:
    """The actions that may be used now, each once (R7.5)."""
    return BASIC if turn.replacing else tuple(dict.fromkeys(turn.actions))


def remaining(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """Every way to use an action that the turn still has."""
    means = means_now(state)
    seen: set[tuple[type, Choice]] = set()
    for action in usable(state.turn):
        for choice in ways(state, seat, action, means):
            known = (type(choice), choice)
            if known not in seen:
                seen.add(known)
                yield choice
    yield from _replacements(state, seat, means)


def may_stop(turn: Turn) -> bool:
    """R7.5: whether the actions left may be skipped; a mobilized conscript's action may not (R13.4.2)."""
    return turn.done > 0 and not turn.replacing and turn.mobilizing is None


def choose_action(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """The answers to CHOOSE_ACTION."""
    yield from remaining(state, seat)
    if may_stop(state.turn):
        yield Decline()


def take_turn(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """The answers to TAKE_TURN."""
    yield from acts(state, seat)
    if state.turn.moved_to_sea:
        return
    for more in state.points.before_acting:
        yield from more(state, seat)
    yield Pass()


def acts(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R7.1: every activation and every token that has an action to carry out."""
    player = state.players[seat]
    memo: dict[int, bool] = {}
    if player.harbor:
        for number in range(1, len(player.buildings) + 1):
            if refuse_activation(state, seat, number, memo) is None:
                yield Activate(number)
    for token in state.components.tokens.values():
        if player.tokens[token.id] and refuse_token(state, seat, token.id) is None:
            yield SpendToken(token.id)


def refuse_activation(
    state: EndeavorState, seat: int, number: int, memo: dict[int, bool] | None = None
) -> Refusal | None:
    """R7.3, R7.5, R7.6: why a building may not be activated. `memo` keeps what was found out about actions."""
    player = state.players[seat]
    if not 1 <= number <= len(player.buildings):
        return Refusal("R7.3", f"You have no building in slot {number}.")
    slot = player.buildings[number - 1]
    building = state.components.buildings[slot.building]
    if building.mode == types_pb2.ACTION_MODE_NONE:
        return Refusal("R7.3", f"The {building.name} has no action space.")
    if slot.disc:
        return Refusal("R7.3", f"A disc lies on the {building.name} already.")
    if not player.harbor:
        return Refusal("R7.3", "You have no disc in your harbor.")
    means = Means(player.harbor - 1, slot=number)
    memo = {} if memo is None else memo
    if any(_known(state, seat, action, means, memo) for action in building.actions):
        return None
    if may_replace(state, seat) and any(_known(state, seat, action, means, memo) for action in BASIC):
        return None
    return Refusal("R7.5", f"No action of the {building.name} can be carried out.")


def refuse_token(state: EndeavorState, seat: int, token: str) -> Refusal | None:
    """R7.4, R7.5.1: why a blue token may not be spent."""
    record = state.components.tokens.get(token)
    if record is None or not record.blue or not state.players[seat].tokens[token]:
        return Refusal("R7.4", f"You have no blue token {token}.")
    means = Means(state.players[seat].harbor)
    if any(possible(state, seat, action, means) for action in record.actions):
        return None
    return Refusal("R7.5.1", "No action of that token can be carried out.")


def may_replace(state: EndeavorState, seat: int) -> bool:
    """R14.5: whether one action of an activation may be replaced."""
    return any(rule(state, seat) for rule in state.points.replaces)


def replaceable(turn: Turn) -> tuple[types_pb2.Action.ValueType, ...]:
    """R14.5: the actions that may be named as replaced; of a choice, the first stands for all."""
    if not turn.rosetta or turn.replacing or turn.mobilizing is not None or not turn.slot:
        return ()
    actions = tuple(dict.fromkeys(turn.actions))
    return actions if turn.mode == BOTH else actions[:1]


def _replacements(state: EndeavorState, seat: int, means: Means) -> Iterator[Choice]:
    named = replaceable(state.turn)
    if named and any(possible(state, seat, action, means) for action in BASIC):
        yield from map(UseRosetta, named)


def _known(state: EndeavorState, seat: int, action: int, means: Means, memo: dict[int, bool]) -> bool:
    """Whether an action is possible; the same for every empty building, since none of them holds a disc to pay."""
    if action not in memo:
        memo[action] = possible(state, seat, action, means)
    return memo[action]


def _conscript_region(state: EndeavorState, slot: int) -> str | None:
    if slot != CARD_SLOT:
        return None
    return next(card.conscription_region for card in state.components.cards.values() if card.conscription_region)
