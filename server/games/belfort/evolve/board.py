"""Facts about the board: buildings, markers, pawns, Permits."""

from collections.abc import Callable, Mapping
from typing import Any

from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort.evolve.cards import pile
from server.games.belfort.evolve.people import find, move_goods
from server.games.belfort.state import OWNER_A, BelfortState, Built, Marker, Reserved

State = BelfortState


def _mark(state: State, owner: int, spaces: list[str]) -> None:
    """Markers on spaces; the other half of a Gatehouse is kept free for their owner."""
    for space in spaces:
        state.spaces[space] = Marker(owner)
        other = state.components.other_half.get(space)
        if other:
            state.reserved[other] = Reserved(owner, False)


def _built(state: State, seat: int, spaces: list[str], paid: types_pb2.Goods) -> None:
    player = state.players[seat]
    move_goods(state, seat, paid, -1)
    player.markers -= len(spaces)
    player.turn.builds += 1
    _mark(state, seat + 1, spaces)


def _use_discounts(state: State, seat: int, is_property: bool) -> None:
    """Each discount that a building falls under is good for one building less."""
    player = state.players[seat]
    used = [d._replace(builds=d.builds - 1) if is_property or not d.properties_only else d for d in player.discounts]
    player.discounts = [discount for discount in used if discount.builds]


def property_built(state: State, event: events_pb2.PropertyBuilt) -> None:
    """A Property on the table and its marker on the board."""
    player = state.players[event.seat]
    spaces = list(event.spaces)
    if event.source == types_pb2.CARD_SOURCE_HAND:
        player.hand.remove(event.card)
    elif event.source == types_pb2.CARD_SOURCE_CLIPBOARD:
        player.clipboard.remove(event.card)
    else:
        pile(state, event.source).remove(event.card)
    gatehouse = state.components.gatehouse_of.get(spaces[0], "")
    player.built.append(Built(event.card, state.components.cards[event.card], gatehouse=gatehouse))
    _built(state, event.seat, spaces, event.paid)
    _use_discounts(state, event.seat, True)


def guild_built(state: State, event: events_pb2.GuildBuilt) -> None:
    """A Guild has an owner."""
    _built(state, event.seat, [event.space], event.paid)
    _use_discounts(state, event.seat, False)


def wall_built(state: State, event: events_pb2.WallBuilt) -> None:
    """A Wall has an owner."""
    _built(state, event.seat, [event.space], event.paid)
    _use_discounts(state, event.seat, False)


def non_player_built(state: State, event: events_pb2.NonPlayerBuilt) -> None:
    """A card discarded and spaces marked for a non-player colour."""
    pile(state, event.source).remove(event.card)
    state.discard.append(event.card)
    spaces = list(event.spaces)
    state.non_player_markers[event.owner - OWNER_A] -= len(spaces)
    _mark(state, event.owner, spaces)


def half_marked(state: State, event: events_pb2.HalfMarked) -> None:
    """A second Gatehouse marker."""
    state.players[event.seat].markers -= 1
    state.spaces[event.space] = Marker(event.seat + 1)
    state.reserved.pop(event.space, None)
    find(state, event.card).gave_marker = True


def marker_removed(state: State, event: events_pb2.MarkerRemoved) -> None:
    """A Gatehouse marker less; the half stays reserved."""
    state.players[event.seat].markers += 1
    del state.spaces[event.space]
    state.reserved[event.space] = Reserved(event.seat + 1, True)


def marker_decorated(state: State, event: events_pb2.MarkerDecorated) -> None:
    """A coin under a marker."""
    state.spaces[event.space] = state.spaces[event.space]._replace(decorated=True)


def spaces_exchanged(state: State, event: events_pb2.SpacesExchanged) -> None:
    """Two spaces exchanged what they hold."""
    one, other = state.spaces.pop(event.space, None), state.spaces.pop(event.other_space, None)
    if one:
        state.spaces[event.other_space] = one
    if other:
        state.spaces[event.space] = other


def gorgon_met(state: State, event: events_pb2.GorgonMet) -> None:
    """Her fee or her reward."""
    state.players[event.seat].goods[3] += event.gold if event.reward else -event.gold
    if event.reward:
        state.gorgon_collected = True
    else:
        state.gorgon_paid = sorted([*state.gorgon_paid, event.seat])


def permits_laid_out(state: State, event: events_pb2.PermitsLaidOut) -> None:
    """The deck of Permits."""
    state.permits = list(event.permits)


def permit_taken(state: State, event: events_pb2.PermitTaken) -> None:
    """A Permit under a card."""
    state.permits.remove(event.permit)
    find(state, event.card).permit = event.permit


def property_expanded(state: State, event: events_pb2.PropertyExpanded) -> None:
    """An Expansion."""
    find(state, event.card).expanded = True


def pawns_placed(state: State, event: events_pb2.PawnsPlaced) -> None:
    """Pawns at the start."""
    state.queen = event.queen or state.queen
    state.parks = event.parks or state.parks
    state.rex = event.rex or state.rex


def pawn_moved(state: State, event: events_pb2.PawnMoved) -> None:
    """A pawn elsewhere."""
    if event.pawn == types_pb2.PAWN_QUEEN:
        state.queen = event.district
    elif event.pawn == types_pb2.PAWN_PARKS:
        state.parks = event.district
    else:
        state.rex = event.district


def queen_stepped(state: State, event: events_pb2.QueenStepped) -> None:
    """All players have moved so many months."""
    state.queen_steps = event.months


EVOLVE: Mapping[str, Callable[[State, Any], None]] = {
    "property_built": property_built,
    "guild_built": guild_built,
    "wall_built": wall_built,
    "non_player_built": non_player_built,
    "half_marked": half_marked,
    "marker_removed": marker_removed,
    "marker_decorated": marker_decorated,
    "spaces_exchanged": spaces_exchanged,
    "gorgon_met": gorgon_met,
    "permits_laid_out": permits_laid_out,
    "permit_taken": permit_taken,
    "property_expanded": property_expanded,
    "pawns_placed": pawns_placed,
    "pawn_moved": pawn_moved,
    "queen_stepped": queen_stepped,
}
