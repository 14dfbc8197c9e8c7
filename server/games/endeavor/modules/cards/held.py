"""Finding cards by their effect."""

from server.games.endeavor.content import Card
from server.games.endeavor.state import EndeavorState


def has(state: EndeavorState, seat: int, effect: str) -> bool:
    """Whether a seat has a card of that effect in play."""
    return any(state.card(card).effect == effect for card in state.players[seat].cards)


def held(state: EndeavorState, effect: str) -> tuple[int, Card] | None:
    """The seat that has the card of that effect in play, and the card; None where nobody has."""
    for seat, player in enumerate(state.players):
        for name in player.cards:
            card = state.card(name)
            if card.effect == effect:
                return seat, card
    return None
