"""What the events of Gates Without End change in the state."""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from ludarium.games.alhambra.v1 import gates_pb2

from server.games.alhambra.choices import Cell
from server.games.alhambra.folds import cell_of, take_away
from server.games.alhambra.module_states import GatePurchase, need
from server.games.alhambra.state import AlhambraState

State = AlhambraState


def keys_shuffled(state: State, event: gates_pb2.KeysShuffled) -> None:
    """The key stack lies in this order."""
    need(state.gates).stack = deque(event.keys)


def key_taken(state: State, event: gates_pb2.KeyTaken) -> None:
    """A key lies in front of a player."""
    gates = need(state.gates)
    if gates.stack:
        gates.stack.popleft()
    gates.waiting[event.seat].append(event.key)


def keys_due(state: State, event: gates_pb2.KeysDue) -> None:
    """Keys are being resolved."""
    gates = need(state.gates)
    gates.began_turn = state.turn
    gates.due = event.keys


def key_revealed(state: State, event: gates_pb2.KeyRevealed) -> None:
    """A key lies in the centre, not yet turned."""
    gates = need(state.gates)
    gates.waiting[event.seat].remove(event.key)
    gates.due -= 1
    gates.center, gates.rotation, gates.come_to = event.key, None, 0


def key_placed(state: State, event: gates_pb2.KeyPlaced) -> None:
    """The key is turned."""
    need(state.gates).rotation = event.rotation


def bonus_offered(state: State, event: gates_pb2.BonusOffered) -> None:
    """One more player has come to the own gate."""
    need(state.gates).come_to += 1


def bonus_not_used(state: State, event: gates_pb2.BonusNotUsed) -> None:
    """Nothing was done."""


def tile_moved(state: State, event: gates_pb2.TileMoved) -> None:
    """A tile lies elsewhere in its Alhambra."""
    tiles = state.players[event.seat].alhambra
    del tiles[cell_of(tiles, event.tile)]
    tiles[Cell(event.cell.x, event.cell.y)] = event.tile


def wall_piece_added(state: State, event: gates_pb2.WallPieceAdded) -> None:
    """A side has a wall for good."""
    gates = need(state.gates)
    gates.wall_pieces -= 1
    side = 1 << (event.side - 1)
    gates.pieces[event.tile] = gates.pieces.get(event.tile, 0) | side
    state.walls[event.tile] |= side


def gate_purchase_began(state: State, event: gates_pb2.GatePurchaseBegan) -> None:
    """A building is being paid."""
    need(state.gates).purchase = GatePurchase(
        event.seat, event.space, event.price_due, event.handymen_up, event.handymen_down
    )


def card_paid(state: State, event: gates_pb2.CardPaid) -> None:
    """A card went to the discard pile."""
    gates = need(state.gates)
    take_away(state.players[event.seat].hand, event.card)
    state.discard[event.card] += 1
    gates.purchase = need(gates.purchase)._replace(paid=event.paid)


def gate_building_bought(state: State, event: gates_pb2.GateBuildingBought) -> None:
    """A building waits to be placed."""
    state.market[event.space - 1] = None
    state.players[event.seat].bought.append(event.tile)
    need(state.gates).purchase = None


def semi_building_taken(state: State, event: gates_pb2.SemiBuildingTaken) -> None:
    """A semi-building has an owner."""
    gates = need(state.gates)
    gates.semi_supply.remove(event.type)
    gates.semi_buildings[event.seat] = sorted([*gates.semi_buildings[event.seat], event.type])


def spaces_swapped(state: State, event: gates_pb2.SpacesSwapped) -> None:
    """Two market spaces have changed their contents."""
    one, other = event.space - 1, event.other_space - 1
    state.market[one], state.market[other] = state.market[other], state.market[one]


def plaza_placed(state: State, event: gates_pb2.PlazaPlaced) -> None:
    """A plaza lies in an Alhambra."""
    need(state.gates).plazas.remove(event.tile)
    state.players[event.seat].alhambra[Cell(event.cell.x, event.cell.y)] = event.tile


def plaza_reserved(state: State, event: gates_pb2.PlazaReserved) -> None:
    """A plaza lies in a reserve."""
    need(state.gates).plazas.remove(event.tile)
    state.players[event.seat].reserve.append(event.tile)


def key_removed(state: State, event: gates_pb2.KeyRemoved) -> None:
    """A key left the game."""
    gates = need(state.gates)
    gates.center, gates.rotation, gates.come_to = None, None, 0
    gates.used.append(event.key)


EVOLVE: Mapping[str, Callable[[State, Any], None]] = {
    "keys_shuffled": keys_shuffled,
    "key_taken": key_taken,
    "keys_due": keys_due,
    "key_revealed": key_revealed,
    "key_placed": key_placed,
    "bonus_offered": bonus_offered,
    "bonus_not_used": bonus_not_used,
    "tile_moved": tile_moved,
    "wall_piece_added": wall_piece_added,
    "gate_purchase_began": gate_purchase_began,
    "card_paid": card_paid,
    "gate_building_bought": gate_building_bought,
    "semi_building_taken": semi_building_taken,
    "spaces_swapped": spaces_swapped,
    "plaza_placed": plaza_placed,
    "plaza_reserved": plaza_reserved,
    "key_removed": key_removed,
}
