"""The module Gates Without End (R11)."""

from typing import Any

from server.games.alhambra.choices import (
    AddWallPiece,
    Build,
    BuyAtGate,
    DeclineBonus,
    Exchange,
    GiveToDirk,
    Move,
    PayCard,
    Place,
    PlaceKey,
    PlacePlaza,
    Reserve,
    ReservePlaza,
    Store,
    SwapSpaces,
    TakeCard,
    TakePoints,
    TakeSemiBuilding,
)
from server.games.alhambra.module_states import GatesState
from server.games.alhambra.modules.gates import bonuses, keys, purchase, redesign, view
from server.games.alhambra.points import Marks, Points
from server.games.alhambra.state import AlhambraState


def attach(points: Points) -> None:
    """Attach the module to the named points."""
    points.new_state.append(new_state)
    points.set_up.append(keys.shuffle)
    points.after_purchase.append(keys.take_key)
    points.before_next_turn.append(keys.resolve)
    points.under_way.append(keys.under_way)
    points.half_units.append(keys.half_units)
    points.lists[keys.PLACE_KEY] = keys.rotations
    points.lists[keys.GATE_BONUS] = bonuses.answers
    points.lists[purchase.GATE_PAYMENT] = purchase.payments
    points.lists[purchase.PLACE_GATE_TILE] = purchase.placings
    points.handlers[keys.PLACE_KEY] = {PlaceKey: keys.place_key}
    points.handlers[keys.GATE_BONUS] = {
        Build: redesign.build,
        Store: redesign.store,
        Exchange: redesign.exchange,
        Move: redesign.move,
        AddWallPiece: bonuses.add_wall_piece,
        BuyAtGate: purchase.begin,
        TakeCard: bonuses.take_card,
        TakeSemiBuilding: bonuses.take_semi_building,
        SwapSpaces: bonuses.swap_spaces,
        PlacePlaza: bonuses.place_plaza,
        ReservePlaza: bonuses.reserve_plaza,
        TakePoints: bonuses.take_points,
        DeclineBonus: bonuses.decline,
    }
    points.handlers[purchase.GATE_PAYMENT] = {PayCard: purchase.pay_card}
    points.handlers[purchase.PLACE_GATE_TILE] = {
        Place: purchase.place,
        Reserve: purchase.reserve,
        GiveToDirk: purchase.give_to_dirk,
    }
    points.view.append(view.piece)
    points.marks.append(Marks(view.pieces_on_tiles, view.show))
    points.imagine.append(view.imagine)
    points.invariants.append(view.check)


def new_state(state: AlhambraState, options: Any) -> None:
    """R2.10: the common supplies; a plaza tile has no walls (R11.5.7)."""
    board = state.components.modules.gates
    state.gates = GatesState(
        waiting=[[] for _ in range(state.seats)],
        semi_buildings=[[] for _ in range(state.seats)],
        semi_supply=list(board.semi_buildings),
        plazas=list(board.plazas),
        wall_pieces=board.wall_pieces,
    )
    state.walls.update(dict.fromkeys(board.plazas, 0))
