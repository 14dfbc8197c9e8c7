"""Buying a building at a gate for 14 (R11.5.3): the building first, then card by card, then its place."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import gates_pb2, types_pb2

from server.games.alhambra import legal
from server.games.alhambra.choices import BuyAtGate, GiveToDirk, PayCard, Place, Reserve, sort_cards
from server.games.alhambra.module_states import need
from server.games.alhambra.modules.gates.facing import require
from server.games.alhambra.points import Purchase
from server.games.alhambra.state import AlhambraState, Player
from server.games.alhambra.turns import placing
from server.games.alhambra.turns.actions import building_on, price_due
from server.games.alhambra.turns.end_of_turn import finish_turn
from server.games.alhambra.turns.turn import ask
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

GATE_PAYMENT = types_pb2.DECISION_KIND_GATE_PAYMENT
PLACE_GATE_TILE = types_pb2.DECISION_KIND_PLACE_GATE_TILE


def buildings(state: AlhambraState, seat: int) -> Iterator[Choice]:
    """R11.5.3: each building whose price the hand reaches, with each use of own handymen."""
    wealth = _wealth(state, state.players[seat])
    for space, tile in enumerate(state.market, start=1):
        if tile is not None:
            for up, down, due in legal.prices(state, seat, space, state.components.modules.gates.price):
                if due <= wealth:
                    yield BuyAtGate(space, up, down)


def payments(state: AlhambraState, seat: int) -> Iterator[Choice]:
    """R11.5.3.4: any hand card, as the price is not yet reached."""
    hand = state.players[seat].hand
    return (PayCard(card) for card in sort_cards(tuple(hand)))


def placings(state: AlhambraState, seat: int) -> Iterator[Choice]:
    """R11.5.3: Alhambra, reserve, or Dirk with two players."""
    player = state.players[seat]
    yield from legal.placings(state, player, player.bought)
    if state.has_dirk:
        yield from (GiveToDirk(tile) for tile in player.bought)


def begin(state: AlhambraState, seat: int, choice: BuyAtGate, chance: Chance) -> Iterator[Message]:
    """R11.5.3: choose the building and the handymen; a price of 0 asks for no card."""
    require(state, seat, gates_pb2.GATE_BONUS_BUY_BUILDING)
    building_on(state, choice.space)
    base = state.components.modules.gates.price
    price = price_due(state, seat, choice.space, base, choice.handymen_up, choice.handymen_down)
    wealth = _wealth(state, state.players[seat])
    if wealth < price:
        raise illegal("R11.5.3.3", f"The price is {price}; all your cards make only {wealth}.")
    yield gates_pb2.GatePurchaseBegan(
        seat=seat,
        space=choice.space,
        price_due=price,
        handymen_up=choice.handymen_up,
        handymen_down=choice.handymen_down,
    )
    yield from _go_on(state)


def pay_card(state: AlhambraState, seat: int, choice: PayCard, chance: Chance) -> Iterator[Message]:
    """R11.5.3.4: the payment ends as soon as the price is reached."""
    if choice.card not in state.players[seat].hand:
        raise illegal("R11.5.3", f"You don't hold {choice.card}.")
    buying = need(need(state.gates).purchase)
    paid = buying.paid + state.components.cards[choice.card].value
    yield gates_pb2.CardPaid(seat=seat, card=choice.card, paid=paid)
    yield from _go_on(state)


def place(state: AlhambraState, seat: int, choice: Place, chance: Chance) -> Iterator[Message]:
    """R11.5.3.1: into the Alhambra, at once."""
    yield placing.placed(state, seat, choice)
    yield from finish_turn(state, chance)


def reserve(state: AlhambraState, seat: int, choice: Reserve, chance: Chance) -> Iterator[Message]:
    """R11.5.3.1: into the reserve."""
    yield placing.reserved(state, seat, choice)
    yield from finish_turn(state, chance)


def give_to_dirk(state: AlhambraState, seat: int, choice: GiveToDirk, chance: Chance) -> Iterator[Message]:
    """R14.5: to Dirk."""
    yield placing.given_to_dirk(state, seat, choice)
    yield from finish_turn(state, chance)


def _go_on(state: AlhambraState) -> Iterator[Message]:
    """R11.5.3.1: ask for a card, or complete the purchase and ask for the building's place."""
    buying = need(need(state.gates).purchase)
    if buying.paid < buying.price_due:
        yield ask(buying.seat, GATE_PAYMENT)
        return
    tile = building_on(state, buying.space)
    yield gates_pb2.GateBuildingBought(
        seat=buying.seat, space=buying.space, tile=tile, price_due=buying.price_due, paid=buying.paid
    )
    purchase = Purchase(buying.seat, buying.space, tile, buying.handymen_up, buying.handymen_down)
    for follow in state.points.after_purchase:
        yield from follow(state, purchase)
    yield ask(buying.seat, PLACE_GATE_TILE)


def _wealth(state: AlhambraState, player: Player) -> int:
    return sum(state.components.cards[card].value * number for card, number in player.hand.items())
