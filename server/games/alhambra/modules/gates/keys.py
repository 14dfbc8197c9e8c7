"""Getting keys, and resolving them at the end of a turn (R11.3, R11.4, R11.6)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import gates_pb2, types_pb2

from server.games.alhambra.choices import PlaceKey
from server.games.alhambra.module_states import need
from server.games.alhambra.modules.gates import bonuses
from server.games.alhambra.modules.gates.facing import facing
from server.games.alhambra.points import Purchase
from server.games.alhambra.state import AlhambraState
from server.games.alhambra.turns import end_of_turn
from server.games.alhambra.turns.turn import ask
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

PLACE_KEY = types_pb2.DECISION_KIND_PLACE_KEY
GATE_BONUS = types_pb2.DECISION_KIND_GATE_BONUS
ROTATIONS = 6


def shuffle(state: AlhambraState, chance: Chance) -> Iterator[Message]:
    """R2.10: the key stack."""
    keys = chance.shuffle(state.components.modules.gates.keys)
    yield gates_pb2.KeysShuffled(keys=keys, count=len(keys))


def take_key(state: AlhambraState, purchase: Purchase) -> Iterator[Message]:
    """R11.3: the buyer of an arcades takes the top key, face down."""
    gates = need(state.gates)
    if state.type_of(purchase.tile) == types_pb2.BUILDING_TYPE_ARCADES and gates.stack:
        yield gates_pb2.KeyTaken(seat=purchase.seat, key=gates.stack[0])


def half_units(state: AlhambraState, seat: int, building_type: int, halves: int) -> int:
    """R11.5.5: a semi-building counts half if its owner has a building of that type in the Alhambra."""
    return 1 if halves and building_type in need(state.gates).semi_buildings[seat] else 0


def under_way(state: AlhambraState) -> bool:
    """Whether a key lies in the centre of the gate board."""
    return need(state.gates).center is not None


def resolve(state: AlhambraState, chance: Chance) -> Iterator[Message]:
    """R8.8, R11.4: one key after the other; comes back after each answer and goes on where it stood."""
    gates = need(state.gates)
    if gates.began_turn != state.turn:
        if not gates.waiting[state.active]:
            return
        yield gates_pb2.KeysDue(seat=state.active, keys=len(gates.waiting[state.active]))
    while gates.center is not None or gates.due:
        if gates.center is None:
            yield gates_pb2.KeyRevealed(seat=state.active, key=gates.waiting[state.active][0])
            yield ask(state.active, PLACE_KEY)
            return
        yield from _come_to_gates(state, chance)
        if state.decisions:
            return
        yield from _finish_key(state, chance)
        if state.ending:
            return


def rotations(state: AlhambraState, seat: int) -> Iterator[Choice]:
    """R11.4: any of the six; choosing one is not optional (R11.4.4)."""
    return (PlaceKey(rotation) for rotation in range(ROTATIONS))


def place_key(state: AlhambraState, seat: int, choice: PlaceKey, chance: Chance) -> Iterator[Message]:
    """R11.4: the owner turns the key; then everybody comes to their gate."""
    if choice.rotation >= ROTATIONS:
        raise illegal("R11.4", f"A key has rotations 0 to {ROTATIONS - 1}, not {choice.rotation}.")
    yield gates_pb2.KeyPlaced(seat=seat, rotation=choice.rotation)
    yield from end_of_turn.finish_turn(state, chance)


def _come_to_gates(state: AlhambraState, chance: Chance) -> Iterator[Message]:
    """R11.4: clockwise from the active player, each with the bonus that faces the own gate (R11.4.5)."""
    gates = need(state.gates)
    yield from end_of_turn.run_steps(state.points.before_refill, state, chance)
    while gates.come_to < state.seats and not state.decisions:
        seat = state.from_seat(state.active)[gates.come_to]
        bonus = facing(state, seat)
        if bonus == gates_pb2.GATE_BONUS_MONEY_CARD and not state.display:
            yield from end_of_turn.refill_money(state, chance)
            yield from end_of_turn.score_what_is_due(state)
        yield gates_pb2.BonusOffered(seat=seat, bonus=bonus)
        if bonuses.may_be_usable(state, seat, bonus):
            yield ask(seat, GATE_BONUS)
        else:
            yield gates_pb2.BonusNotUsed(seat=seat, bonus=bonus, lapsed=True)


def _finish_key(state: AlhambraState, chance: Chance) -> Iterator[Message]:
    """R11.6.1: the key leaves the game, the displays are refilled, a scoring is carried out, the end is checked."""
    yield gates_pb2.KeyRemoved(key=need(state.gates).center or "")
    yield from end_of_turn.refill_displays(state, chance)
    yield from end_of_turn.score_what_is_due(state)
    yield from end_of_turn.end_if_over(state)
