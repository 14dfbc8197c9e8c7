"""Cards: drawn, stacked, reserved, discarded."""

from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.state import EndeavorState

State = EndeavorState


def card_drawn(state: State, event: events_pb2.CardDrawn) -> None:
    """A card came to a player."""
    if event.from_discard:
        state.discard.remove(event.card)
    else:
        cards = next(cards for cards in state.decks.values() if event.card in cards)
        cards.remove(event.card)
    state.players[event.seat].cards.append(event.card)


def governor_gained(state: State, event: events_pb2.GovernorGained) -> None:
    """A governor came to a player."""
    del state.governors[state.card(event.card).region or ""]
    state.players[event.seat].cards.append(event.card)


def card_stacked(state: State, event: events_pb2.CardStacked) -> None:
    """Two cards are a stack."""
    state.players[event.seat].stacks[event.on] = event.card


def slavery_abolished(state: State, event: events_pb2.SlaveryAbolished) -> None:
    """Slavery cards that nobody holds leave the game."""
    state.abolished = True
    for card in event.removed:
        if card in state.discard:
            state.discard.remove(card)
        else:
            next(cards for cards in state.decks.values() if card in cards).remove(card)
        state.out_of_game.append(card)


def card_discarded(state: State, event: events_pb2.CardDiscarded) -> None:
    """A card left its player."""
    player = state.players[event.seat]
    if event.card == player.reserved:
        player.reserved = None
    else:
        _leave_play(state, event.seat, event.card)
    _drop_things(state, event.seat, event.things)
    match event.destination:
        case types_pb2.DESTINATION_PENALTY:
            player.penalty.append(event.card)
        case types_pb2.DESTINATION_OUT_OF_GAME:
            state.out_of_game.append(event.card)
        case _:
            state.discard.append(event.card)


def card_reserved(state: State, event: events_pb2.CardReserved) -> None:
    """A card lies under Port of Dejima."""
    player = state.players[event.seat]
    _leave_play(state, event.seat, event.card)
    _drop_things(state, event.seat, event.things)
    player.reserved, player.reserved_now = event.card, True


def card_taken_back(state: State, event: events_pb2.CardTakenBack) -> None:
    """A card came back from under Port of Dejima."""
    player = state.players[event.seat]
    player.cards.append(event.card)
    player.reserved, player.took_back_now = None, True


def _leave_play(state: State, seat: int, card: str) -> None:
    player = state.players[seat]
    player.cards.remove(card)
    player.stacks = {low: up for low, up in player.stacks.items() if card not in (low, up)}


def _drop_things(state: State, seat: int, things: events_pb2.Things) -> None:
    for token in things.tokens:
        state.flota[token] -= 1
        state.blue_discard[token] += 1
    state.flota = +state.flota
    state.declaration -= things.fortifications
    state.fortifications += things.fortifications
    for discs in things.discs:
        state.players[discs.seat].supply += discs.discs
    if things.dissolves_marriage:
        state.marriage = ()
        state.marriage_discs = {}
    if things.conscript:
        state.conquistador = None
