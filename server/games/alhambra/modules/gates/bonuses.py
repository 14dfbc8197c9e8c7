"""The bonuses of the gates (R11.5), each with its legal answers and what it brings about."""

from collections.abc import Callable, Iterator
from itertools import combinations

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2, gates_pb2, types_pb2

from server.games.alhambra import grid
from server.games.alhambra.choices import (
    AddWallPiece,
    DeclineBonus,
    PlacePlaza,
    ReservePlaza,
    SwapSpaces,
    TakeCard,
    TakePoints,
    TakeSemiBuilding,
    sort_cards,
)
from server.games.alhambra.content.module_records import BONUSES
from server.games.alhambra.module_states import need
from server.games.alhambra.modules.gates import purchase, redesign
from server.games.alhambra.modules.gates.facing import facing, require
from server.games.alhambra.state import AlhambraState
from server.games.alhambra.turns.end_of_turn import finish_turn
from server.games.alhambra.turns.redesign import cell_message, check_new_tile
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

SIDES = 4


def answers(state: AlhambraState, seat: int) -> Iterator[Choice]:
    """R11.5: every use of the bonus that faces the seat's gate; declining is always possible."""
    yield from _USES[facing(state, seat)](state, seat)
    yield DeclineBonus()


def may_be_usable(state: AlhambraState, seat: int, bonus: int) -> bool:
    """R17.4: false when public facts alone show that the bonus lapses (R11.5.9)."""
    if bonus == gates_pb2.GATE_BONUS_BUY_BUILDING:
        return any(tile is not None for tile in state.market)
    return next(_USES[bonus](state, seat), None) is not None


def decline(state: AlhambraState, seat: int, choice: DeclineBonus, chance: Chance) -> Iterator[Message]:
    """R11.4: using a bonus is optional."""
    yield gates_pb2.BonusNotUsed(seat=seat, bonus=facing(state, seat))
    yield from finish_turn(state, chance)


def add_wall_piece(state: AlhambraState, seat: int, choice: AddWallPiece, chance: Chance) -> Iterator[Message]:
    """R11.5.2: onto an outer side without a wall of a tile in the own Alhambra."""
    require(state, seat, gates_pb2.GATE_BONUS_WALL_PIECE)
    tiles = state.players[seat].alhambra
    cell = next((cell for cell, tile in tiles.items() if tile == choice.tile), None)
    if cell is None:
        raise illegal("R11.5.2", f"{choice.tile} is not in your Alhambra.")
    if not 1 <= choice.side <= SIDES:
        raise illegal("R11.5.2", f"A tile has sides 1 to {SIDES}, not {choice.side}.")
    if state.walls[choice.tile] >> (choice.side - 1) & 1:
        raise illegal("R11.5.2", "There is a wall on that side already.")
    if grid.neighbours(cell)[choice.side - 1][1] in tiles:
        raise illegal("R11.5.2", "A wall piece goes onto an outer side only.")
    if not need(state.gates).wall_pieces:
        raise illegal("R11.5.9", "No wall piece is left.")
    side = types_pb2.Side.ValueType(choice.side)
    yield gates_pb2.WallPieceAdded(seat=seat, tile=choice.tile, side=side)
    yield from finish_turn(state, chance)


def take_card(state: AlhambraState, seat: int, choice: TakeCard, chance: Chance) -> Iterator[Message]:
    """R11.5.4: one card of the display."""
    require(state, seat, gates_pb2.GATE_BONUS_MONEY_CARD)
    if choice.card not in state.display:
        raise illegal("R11.5.4", "You can take only a card that lies in the display.")
    yield events_pb2.MoneyTaken(seat=seat, cards=[choice.card])
    yield from finish_turn(state, chance)


def take_semi_building(state: AlhambraState, seat: int, choice: TakeSemiBuilding, chance: Chance) -> Iterator[Message]:
    """R11.5.5: one of those still available."""
    require(state, seat, gates_pb2.GATE_BONUS_SEMI_BUILDING)
    if choice.type not in need(state.gates).semi_supply:
        raise illegal("R11.5.5", "The semi-building of that type is not available.")
    yield gates_pb2.SemiBuildingTaken(seat=seat, type=types_pb2.BuildingType.ValueType(choice.type))
    yield from finish_turn(state, chance)


def swap_spaces(state: AlhambraState, seat: int, choice: SwapSpaces, chance: Chance) -> Iterator[Message]:
    """R11.5.6: the contents of two market spaces, one of which may be empty."""
    require(state, seat, gates_pb2.GATE_BONUS_SWAP_BUILDINGS)
    space, other_space = sorted((choice.space, choice.other_space))
    if not 1 <= space < other_space <= len(state.market):
        raise illegal("R11.5.6", f"Swap two different market spaces of 1 to {len(state.market)}.")
    if state.market[space - 1] is None and state.market[other_space - 1] is None:
        raise illegal("R11.5.6", "At least one of the two spaces must hold a building.")
    yield gates_pb2.SpacesSwapped(seat=seat, space=space, other_space=other_space)
    yield from finish_turn(state, chance)


def place_plaza(state: AlhambraState, seat: int, choice: PlacePlaza, chance: Chance) -> Iterator[Message]:
    """R11.5.7: a plaza tile into the Alhambra."""
    plaza = _next_plaza(state, seat)
    check_new_tile(state, state.players[seat], plaza, choice.cell)
    yield gates_pb2.PlazaPlaced(seat=seat, tile=plaza, cell=cell_message(choice.cell))
    yield from finish_turn(state, chance)


def reserve_plaza(state: AlhambraState, seat: int, choice: ReservePlaza, chance: Chance) -> Iterator[Message]:
    """R11.5.7: a plaza tile into the reserve."""
    yield gates_pb2.PlazaReserved(seat=seat, tile=_next_plaza(state, seat))
    yield from finish_turn(state, chance)


def take_points(state: AlhambraState, seat: int, choice: TakePoints, chance: Chance) -> Iterator[Message]:
    """R11.5.8: 1 or 2 points, at once."""
    bonus = facing(state, seat)
    if bonus not in _POINTS:
        raise illegal("R11.4", _shows(bonus))
    reason = gates_pb2.GatePoints(key=need(state.gates).center or "")
    yield events_pb2.PointsScored(seat=seat, points=_POINTS[bonus], gate=reason)
    yield from finish_turn(state, chance)


def _next_plaza(state: AlhambraState, seat: int) -> str:
    require(state, seat, gates_pb2.GATE_BONUS_PLAZA)
    plazas = need(state.gates).plazas
    if not plazas:
        raise illegal("R11.5.9", "No plaza tile is left.")
    return plazas[0]


def _shows(bonus: int) -> str:
    return f"The key shows {BONUSES[bonus - 1].replace('_', ' ')} at your gate."


def _wall_pieces(state: AlhambraState, seat: int) -> Iterator[Choice]:
    if not need(state.gates).wall_pieces:
        return
    tiles = state.players[seat].alhambra
    for cell in sorted(tiles, key=lambda cell: (cell.y, cell.x)):
        for side, beyond in grid.neighbours(cell):
            if beyond not in tiles and not state.walls[tiles[cell]] >> side & 1:
                yield AddWallPiece(tiles[cell], side + 1)


def _cards(state: AlhambraState, seat: int) -> Iterator[Choice]:
    return (TakeCard(card) for card in dict.fromkeys(sort_cards(tuple(state.display))))


def _semi_buildings(state: AlhambraState, seat: int) -> Iterator[Choice]:
    return (TakeSemiBuilding(building_type) for building_type in need(state.gates).semi_supply)


def _swaps(state: AlhambraState, seat: int) -> Iterator[Choice]:
    for space, other_space in combinations(range(1, len(state.market) + 1), 2):
        if state.market[space - 1] is not None or state.market[other_space - 1] is not None:
            yield SwapSpaces(space, other_space)


def _plazas(state: AlhambraState, seat: int) -> Iterator[Choice]:
    plazas = need(state.gates).plazas
    if not plazas:
        return
    tiles = state.players[seat].alhambra
    yield from (PlacePlaza(cell) for cell in grid.rim(tiles) if grid.may_lie(tiles, state.walls, plazas[0], cell))
    yield ReservePlaza()


def _take_points(state: AlhambraState, seat: int) -> Iterator[Choice]:
    yield TakePoints()


_POINTS = {gates_pb2.GATE_BONUS_POINTS_1: 1, gates_pb2.GATE_BONUS_POINTS_2: 2}

_USES: dict[int, Callable[[AlhambraState, int], Iterator[Choice]]] = {
    gates_pb2.GATE_BONUS_REDESIGN: redesign.redesigns,
    gates_pb2.GATE_BONUS_WALL_PIECE: _wall_pieces,
    gates_pb2.GATE_BONUS_BUY_BUILDING: purchase.buildings,
    gates_pb2.GATE_BONUS_MONEY_CARD: _cards,
    gates_pb2.GATE_BONUS_SEMI_BUILDING: _semi_buildings,
    gates_pb2.GATE_BONUS_SWAP_BUILDINGS: _swaps,
    gates_pb2.GATE_BONUS_PLAZA: _plazas,
    gates_pb2.GATE_BONUS_POINTS_1: _take_points,
    gates_pb2.GATE_BONUS_POINTS_2: _take_points,
}
