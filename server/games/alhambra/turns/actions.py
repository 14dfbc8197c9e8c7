"""The actions of a turn (R3 to R7)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2

from server.games.alhambra import legal
from server.games.alhambra.choices import Build, Buy, Exchange, Pass, Store, TakeMoney, sort_cards
from server.games.alhambra.points import Purchase
from server.games.alhambra.state import AlhambraState, Player
from server.games.alhambra.turns import redesign
from server.games.alhambra.turns.end_of_turn import finish_actions
from server.games.alhambra.turns.turn import CHOOSE_ACTION, ask
from server.games.kernel.chance import Chance
from server.games.kernel.rejection import illegal


def take_money(state: AlhambraState, seat: int, choice: TakeMoney, chance: Chance) -> Iterator[Message]:
    """R4: one card of any value, or several of 5 or less in sum."""
    cards = sort_cards(choice.cards)
    if not cards:
        raise illegal("R4.1", "Take at least one card.")
    if Counter(cards) - Counter(state.display):
        raise illegal("R4.1", "You can take only cards that lie in the display.")
    total = sum(state.components.cards[card].value for card in cards)
    limit = state.components.counts.take_sum
    if len(cards) > 1 and total > limit:
        raise illegal("R4.1", f"Several cards may add up to {limit} at most; these make {total}.")
    yield events_pb2.MoneyTaken(seat=seat, cards=cards)
    yield from finish_actions(state, chance)


def buy(state: AlhambraState, seat: int, choice: Buy, chance: Chance) -> Iterator[Message]:
    """R5: pay for the building of a market space; an exact payment brings an extra action (R3.4)."""
    tile = building_on(state, choice.space)
    cards = sort_cards(choice.cards)
    paid = _value_paid(state, state.players[seat], choice.space, cards)
    printed = state.components.buildings[tile].price
    price = price_due(state, seat, choice.space, printed, choice.handymen_up, choice.handymen_down)
    if paid < price:
        raise illegal("R5.2", f"The price is {price}; these cards make only {paid}.")
    yield events_pb2.BuildingBought(
        seat=seat, space=choice.space, tile=tile, cards=cards, price_due=price, paid=paid, exact=paid == price
    )
    purchase = Purchase(seat, choice.space, tile, choice.handymen_up, choice.handymen_down)
    for follow in state.points.after_purchase:
        yield from follow(state, purchase)
    if paid == price:
        yield ask(seat, CHOOSE_ACTION)
        return
    for reward in state.points.after_overpaying:
        yield from reward(state, purchase)
    if not state.decisions:
        yield from finish_actions(state, chance)


def price_due(state: AlhambraState, seat: int, space: int, base: int, up: int, down: int) -> int:
    """R17.1: the base price as the buyer changes it, never below 0. Raises Rejected when that is beyond their reach."""
    reach = legal.price_reach(state, seat, space)
    if up + down > reach:
        raise illegal("R13.5.1", f"You can change this price by {reach} in all, not by {up + down}.")
    return max(0, base + up - down)


def build(state: AlhambraState, seat: int, choice: Build, chance: Chance) -> Iterator[Message]:
    """R7.1: from the reserve to an empty cell."""
    yield redesign.build(state, seat, choice)
    yield from finish_actions(state, chance)


def store(state: AlhambraState, seat: int, choice: Store, chance: Chance) -> Iterator[Message]:
    """R7.1: from the Alhambra to the reserve."""
    yield redesign.store(state, seat, choice)
    yield from finish_actions(state, chance)


def exchange(state: AlhambraState, seat: int, choice: Exchange, chance: Chance) -> Iterator[Message]:
    """R7.1: a tile of the reserve for one of the Alhambra, on the same cell."""
    yield redesign.exchange(state, seat, choice)
    yield from finish_actions(state, chance)


def pass_action(state: AlhambraState, seat: int, choice: Pass, chance: Chance) -> Iterator[Message]:
    """R3.3, R3.5: only when no action is legal, or for an extra action where the table allows it."""
    if not legal.may_pass(state, seat):
        raise illegal("R3.5", "An action must be taken while one is legal.")
    yield events_pb2.Passed(seat=seat)
    yield from finish_actions(state, chance)


def building_on(state: AlhambraState, space: int) -> str:
    """The building on a market space. Raises Rejected where there is none."""
    if not 1 <= space <= len(state.market):
        raise illegal("R5.1", f"The market has spaces 1 to {len(state.market)}, not {space}.")
    tile = state.market[space - 1]
    if tile is None:
        raise illegal("R5.1", f"Market space {space} is empty.")
    return tile


def _value_paid(state: AlhambraState, player: Player, space: int, cards: Sequence[str]) -> int:
    missing = Counter(cards) - player.hand
    if missing:
        raise illegal("R5.1", f"You don't hold {', '.join(sorted(missing))}.")
    records = [state.components.cards[card] for card in cards]
    if any(record.currency != space for record in records):
        raise illegal("R5.1", f"Space {space} is paid in its own currency only.")
    return sum(record.value for record in records)
