"""The redesign of a gate: the three kinds of R7.1, or a move inside the Alhambra (R11.5.1)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import gates_pb2

from server.games.alhambra import grid, legal
from server.games.alhambra.choices import Build, Exchange, Move, Store
from server.games.alhambra.modules.gates.facing import require
from server.games.alhambra.state import AlhambraState
from server.games.alhambra.turns import redesign
from server.games.alhambra.turns.end_of_turn import finish_turn
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice


def redesigns(state: AlhambraState, seat: int) -> Iterator[Choice]:
    """Every redesign of R7.1, then every move."""
    player = state.players[seat]
    yield from legal.redesigns(state, player)
    free = set(grid.removable(player.alhambra, state.walls))
    for cell in sorted(player.alhambra):
        targets = grid.moves_of(player.alhambra, state.walls, cell, cell in free)
        yield from (Move(player.alhambra[cell], target) for target in targets)


def build(state: AlhambraState, seat: int, choice: Build, chance: Chance) -> Iterator[Message]:
    """R11.5.1: from the reserve to an empty cell."""
    require(state, seat, gates_pb2.GATE_BONUS_REDESIGN)
    yield redesign.build(state, seat, choice)
    yield from finish_turn(state, chance)


def store(state: AlhambraState, seat: int, choice: Store, chance: Chance) -> Iterator[Message]:
    """R11.5.1: from the Alhambra to the reserve."""
    require(state, seat, gates_pb2.GATE_BONUS_REDESIGN)
    yield redesign.store(state, seat, choice)
    yield from finish_turn(state, chance)


def exchange(state: AlhambraState, seat: int, choice: Exchange, chance: Chance) -> Iterator[Message]:
    """R11.5.1: a tile of the reserve for one of the Alhambra."""
    require(state, seat, gates_pb2.GATE_BONUS_REDESIGN)
    yield redesign.exchange(state, seat, choice)
    yield from finish_turn(state, chance)


def move(state: AlhambraState, seat: int, choice: Move, chance: Chance) -> Iterator[Message]:
    """R11.5.1: a tile of the Alhambra to another empty cell; only the final arrangement must be valid."""
    require(state, seat, gates_pb2.GATE_BONUS_REDESIGN)
    player = state.players[seat]
    cell = redesign.cell_of_removable(player, choice.tile)
    redesign.refuse(grid.broken_rules_of_move(player.alhambra, state.walls, cell, choice.cell), choice.tile)
    yield gates_pb2.TileMoved(seat=seat, tile=choice.tile, cell=redesign.cell_message(choice.cell))
    yield from finish_turn(state, chance)
