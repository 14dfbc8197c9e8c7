"""The exchange of bonus cards whenever anybody discards (D6)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2

from server.games.castles.choices import Decline, ExchangeBonus, among
from server.games.castles.modules.decrees.owned import owner
from server.games.castles.points import Points
from server.games.castles.state import CastlesState
from server.games.castles.turns import bonus
from server.games.castles.turns.turn import EXCHANGE_BONUS, ask
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

EFFECT = "may_exchange_bonus_when_any_player_discards"


def attach(points: Points) -> None:
    """D6."""
    points.discards.append(show)
    points.handlers[EXCHANGE_BONUS, ExchangeBonus] = exchange
    points.handlers[EXCHANGE_BONUS, Decline] = decline
    points.lists[EXCHANGE_BONUS] = exchanges


def show(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """D6.1: the owner looks at what was discarded; one swap per discard (D6.3)."""
    seat = owner(state, EFFECT)
    discard = bonus.first_discard(state)
    if seat is None or discard.exchanged:
        return
    yield events_pb2.BonusDiscardShown(seat=seat, cards=discard.cards, count=len(discard.cards), from_seat=discard.seat)
    yield from ask(state, seat, EXCHANGE_BONUS)


def exchanges(state: CastlesState, seat: int) -> Iterator[Choice]:
    """D6.2: each own card for each discarded one, or none."""
    yield Decline()
    player = state.players[seat]
    yield from (ExchangeBonus(own, other) for own in player.bonus for other in player.looked)


def exchange(state: CastlesState, seat: int, choice: ExchangeBonus, chance: Chance) -> Iterator[Message]:
    """D6.1, D6.2."""
    if not among(choice, exchanges(state, seat)):
        raise illegal("D6.1", "Swap one of your bonus cards for one of the discarded.")
    yield events_pb2.BonusExchangeDone(seat=seat, gave=choice.own, took=choice.other)


def decline(state: CastlesState, seat: int, choice: Decline, chance: Chance) -> Iterator[Message]:
    """D6.2: the others can't tell it from a swap."""
    yield events_pb2.BonusExchangeDone(seat=seat)
