"""Which bonus faces whose gate (R11.4.2)."""

from ludarium.games.alhambra.v1 import gates_pb2

from server.games.alhambra.content.module_records import BONUSES, GateBoard
from server.games.alhambra.module_states import need
from server.games.alhambra.state import AlhambraState
from server.games.kernel.rejection import illegal


def facing(state: AlhambraState, seat: int) -> gates_pb2.GateBonus.ValueType:
    """The bonus at the gate of a seat; a key lies in the centre."""
    board, own = state.components.modules.gates, need(state.gates)
    return at_gate(board, own.center, own.rotation, board.gates.index(state.players[seat].color))


def at_gate(board: GateBoard, center: str | None, rotation: int | None, gate: int) -> gates_pb2.GateBonus.ValueType:
    """R11.4.2: with rotation r, gate g is faced by side (g - r) mod 6."""
    sides = board.keys[center or ""]
    return gates_pb2.GateBonus.ValueType(sides[(gate - (rotation or 0)) % len(sides)])


def require(state: AlhambraState, seat: int, bonus: int) -> None:
    """Raise Rejected unless this bonus faces the seat's gate."""
    shown = facing(state, seat)
    if shown != bonus:
        raise illegal("R11.4", f"The key shows {BONUSES[shown - 1].replace('_', ' ')} at your gate.")
