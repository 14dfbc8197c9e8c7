"""A state that is possible for all that a viewer knows: the state itself, since nothing is hidden (R18.1)."""

from collections import Counter
from collections.abc import Iterable

from ludarium.games.endeavor.v1 import options_pb2, view_pb2

from server.games.endeavor.setup import new_state
from server.games.endeavor.state import EndeavorState, PendingAttack, Player, Slot, Turn
from server.games.kernel.chance import Chance
from server.games.kernel.game import Seating


def imagine(options: options_pb2.Options, view: view_pb2.View, seat: int | None, chance: Chance) -> EndeavorState:
    """Read the state back from the view; there is nothing to guess."""
    state = new_state(options, [Seating("")] * len(view.players))
    state.players = [_player(player) for player in view.players]
    state.stock = {**dict.fromkeys(state.stock, 0), **{row.building.id: row.count for row in view.stock}}
    state.removed_buildings = list(view.removed_buildings)
    state.discard = [card.id for card in view.discard]
    state.out_of_game = [card.id for card in view.out_of_game]
    state.blue_discard = _tokens(view.blue_discard)
    state.removed_tokens = _tokens(view.removed_tokens)
    state.fortifications = view.fortifications
    _read_board(state, view)
    if view.HasField("prominence"):
        _read_prominence(state, view.prominence)
    _read_on_cards(state, view.on_cards)
    state.round, state.phase, state.crown, state.active = view.round, view.phase, view.crown, view.active_seat
    state.turn = _turn(view.turn)
    state.abolished, state.subject = view.abolished, view.subject
    state.plague_choosers = list(view.plague_choosers)
    state.winners = tuple(view.winners)
    return state


def _player(view: view_pb2.PlayerView) -> Player:
    held = [name for unit in view.cards for name in (unit.card.id, unit.upper.id) if name]
    return Player(
        color=view.color,
        harbor=view.harbor,
        supply=view.supply,
        buildings=[Slot(slot.building.id, slot.disc, slot.conscript) for slot in view.buildings],
        cards=held,
        stacks={unit.card.id: unit.upper.id for unit in view.cards if unit.HasField("upper")},
        reserved=view.reserved.id if view.HasField("reserved") else None,
        penalty=[card.id for card in view.penalty],
        tokens=_tokens(view.brown_tokens) + _tokens(view.blue_tokens),
        track_discs=[attribute.discs for attribute in view.attributes],
        passed=view.passed,
        payments=view.payments,
        reserved_now=view.reserved_now,
        took_back_now=view.took_back_now,
        glory={row.source: row.points for row in view.glory},
    )


def _tokens(rows: Iterable[view_pb2.TokensView]) -> Counter[str]:
    return Counter({row.token: row.count for row in rows})


def _read_board(state: EndeavorState, view: view_pb2.View) -> None:
    state.tokens = {link.id: link.token for link in view.links if link.token}
    state.governors = {}
    for region in view.regions:
        state.open[region.id] = region.open
        if region.HasField("governor"):
            state.governors[region.id] = region.governor.id
        for deck in region.decks:
            state.decks[deck.id] = [card.id for card in deck.cards]
        if region.track:
            state.tracks[region.id] = [space.seat for space in region.track if space.HasField("seat")]
        for discs in region.sea:
            state.seas[region.id][discs.seat] = discs.discs
        state.tokens.update({space.place: space.token for space in region.track if space.token})
        state.tokens.update({space.id: space.token for space in region.spaces if space.token})
        state.control.update({space.id: space.seat for space in region.spaces if space.HasField("seat")})
        state.fortified.update(space.id for space in region.spaces if space.fortified)


def _read_prominence(state: EndeavorState, view: view_pb2.ProminenceView) -> None:
    state.side = state.components.prominence[view.side]
    state.spots = {spot.id: spot.seat for spot in view.spots if spot.HasField("seat")}
    for alliance in view.alliances:
        state.alliances[alliance.id] = [0] * state.seats
        for discs in alliance.discs:
            state.alliances[alliance.id][discs.seat] = discs.discs


def _read_on_cards(state: EndeavorState, view: view_pb2.OnCardsView) -> None:
    state.flota = _tokens(view.flota)
    state.declaration = view.declaration
    state.conquistador = view.conquistador if view.HasField("conquistador") else None
    state.marriage = tuple(view.marriage)
    state.marriage_discs = {discs.seat: discs.discs for discs in view.marriage_discs}


def _turn(view: view_pb2.TurnView) -> Turn:
    return Turn(
        number=view.number,
        slot=view.slot,
        token=view.token,
        actions=list(view.actions),
        mode=view.mode,
        done=view.done,
        rosetta=view.rosetta,
        replacing=view.replacing,
        mobilized=view.mobilized,
        mobilizing=view.mobilizing if view.HasField("mobilizing") else None,
        moved_to_sea=view.moved_to_sea,
        attack=PendingAttack(view.attack.space, tuple(view.attack.casualties)) if view.HasField("attack") else None,
    )
