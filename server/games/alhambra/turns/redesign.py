"""Changes of an Alhambra (R6, R7): each checks its rules and gives the event that tells of it."""

from collections.abc import Sequence

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2, types_pb2

from server.games.alhambra import grid
from server.games.alhambra.choices import Build, Cell, Exchange, Store
from server.games.alhambra.state import AlhambraState, Player
from server.games.kernel.rejection import illegal


def build(state: AlhambraState, seat: int, choice: Build) -> Message:
    """R7.1: from the reserve to an empty cell. Raises Rejected."""
    player = state.players[seat]
    _require_in_reserve(player, choice.tile)
    check_new_tile(state, player, choice.tile, choice.cell)
    return events_pb2.TileBuilt(seat=seat, tile=choice.tile, cell=cell_message(choice.cell))


def store(state: AlhambraState, seat: int, choice: Store) -> Message:
    """R7.1: from the Alhambra to the reserve. Raises Rejected."""
    player = state.players[seat]
    cell = cell_of_removable(player, choice.tile)
    refuse(grid.broken_rules_of_removal(player.alhambra, state.walls, cell), choice.tile)
    return events_pb2.TileStored(seat=seat, tile=choice.tile)


def exchange(state: AlhambraState, seat: int, choice: Exchange) -> Message:
    """R7.1: a tile of the reserve for one of the Alhambra, on the same cell. Raises Rejected."""
    player = state.players[seat]
    _require_in_reserve(player, choice.tile)
    cell = cell_of_removable(player, choice.other_tile)
    refuse(grid.broken_rules_of_exchange(player.alhambra, state.walls, choice.tile, cell), choice.tile)
    return events_pb2.TilesExchanged(seat=seat, tile=choice.tile, other_tile=choice.other_tile)


def check_new_tile(state: AlhambraState, player: Player, tile: str, cell: Cell) -> None:
    """Raise Rejected unless the tile may come to that cell (R6)."""
    refuse(grid.broken_rules_of_new(player.alhambra, state.walls, tile, cell), tile)


def cell_message(cell: Cell) -> types_pb2.Cell:
    """A cell for an event."""
    return types_pb2.Cell(x=cell.x, y=cell.y)


def cell_of_removable(player: Player, tile: str) -> Cell:
    """Where a tile of the Alhambra lies. Raises Rejected for one that isn't there, and for the fountain."""
    cell = next((cell for cell, other in player.alhambra.items() if other == tile), None)
    if cell is None:
        raise illegal("R7.1", f"{tile} is not in your Alhambra.")
    if cell == grid.ORIGIN:
        raise illegal("R6.7", "The fountain stays where it is.")
    return cell


def refuse(broken: Sequence[str], tile: str) -> None:
    """Raise Rejected when a change would break a rule of R6."""
    if broken:
        raise illegal(broken[0], f"{tile} can't go there: {'; '.join(_WHY[rule] for rule in broken)}.")


def _require_in_reserve(player: Player, tile: str) -> None:
    if tile not in player.reserve:
        raise illegal("R7.1", f"{tile} is not in your reserve.")


_WHY = {
    "R6.2": "where two tiles touch, both sides have a wall or neither has",
    "R6.3": "every tile must be reachable from the fountain on foot",
    "R6.5": "no empty area may be enclosed",
    "R6.6": "a cell holds one tile",
}
