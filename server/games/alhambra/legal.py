"""Every legal answer to a decision, lazily and in canonical order (R17)."""

from collections.abc import Callable, Iterator
from itertools import combinations

from server.games.alhambra import grid
from server.games.alhambra.choices import (
    Build,
    Buy,
    Exchange,
    GiveToDirk,
    Pass,
    Place,
    Reserve,
    Store,
    TakeMoney,
    sort_cards,
)
from server.games.alhambra.content import Components
from server.games.alhambra.state import AlhambraState, Player
from server.games.alhambra.turns.turn import CHOOSE_ACTION, PLACE_BOUGHT, PLACE_LEFTOVER
from server.games.kernel.codec import Choice
from server.games.kernel.state import Decision


def legal(state: AlhambraState, decision: Decision) -> Iterator[Choice]:
    """The legal answers to a decision."""
    listing = _LISTS.get(decision.kind) or state.points.lists[decision.kind]
    return listing(state, decision.seat)


def may_pass(state: AlhambraState, seat: int) -> bool:
    """R3.3, R3.5: an extra action where the table allows it, or when nothing else is legal."""
    return (state.extra_action and state.pass_extra) or next(_actions(state, seat), None) is None


def _choose_action(state: AlhambraState, seat: int) -> Iterator[Choice]:
    if not state.extra_action:
        for listing in state.points.before_action:
            yield from listing(state, seat)
    yield from _actions(state, seat)
    if may_pass(state, seat):
        yield Pass()


def _actions(state: AlhambraState, seat: int) -> Iterator[Choice]:
    yield from takings(state)
    player = state.players[seat]
    for space, tile in enumerate(state.market, start=1):
        if tile is not None:
            for up, down, due in prices(state, seat, space, state.components.buildings[tile].price):
                yield from (Buy(space, cards, up, down) for cards in payments(player, state.components, space, due))
    yield from redesigns(state, player)
    for listing in state.points.actions:
        yield from listing(state, seat)


def prices(state: AlhambraState, seat: int, space: int, base: int) -> Iterator[tuple[int, int, int]]:
    """R5.3: the prices that a buyer can bring about, as (raised by, lowered by, price due)."""
    reach = price_reach(state, seat, space)
    for up in range(reach + 1):
        yield from ((up, down, max(0, base + up - down)) for down in range(reach - up + 1))


def price_reach(state: AlhambraState, seat: int, space: int) -> int:
    """By how many in all the buyer can raise and lower the price of a space; 0 without modules."""
    return sum(change(state, seat, space) for change in state.points.price_changes)


def takings(state: AlhambraState) -> Iterator[Choice]:
    """R4.1, each multiset of cards once."""
    cards = sort_cards(tuple(state.display))
    yield from (TakeMoney((card,)) for card in dict.fromkeys(cards))
    limit = state.components.counts.take_sum
    for number in range(2, len(cards) + 1):
        for taken in dict.fromkeys(combinations(cards, number)):
            if sum(state.components.cards[card].value for card in taken) <= limit:
                yield TakeMoney(taken)


def payments(player: Player, components: Components, currency: int, price: int) -> Iterator[tuple[str, ...]]:
    """Every multiset of hand cards of a currency that reaches the price (R5.1, R5.2), each once (R5.2.1).

    A price of 0 is also reached with no card (R13.5).
    """
    held = [
        (card.id, card.value, player.hand[card.id])
        for card in components.cards.values()
        if card.currency == currency and card.id in player.hand
    ]
    above = [0] * (len(held) + 1)
    for index in range(len(held) - 1, -1, -1):
        above[index] = above[index + 1] + held[index][1] * held[index][2]

    def extend(index: int, missing: int, chosen: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if missing > above[index]:
            return
        if index == len(held):
            yield chosen
            return
        card, value, copies = held[index]
        for number in range(copies + 1):
            yield from extend(index + 1, missing - number * value, chosen + (card,) * number)

    return extend(0, price, ())


def redesigns(state: AlhambraState, player: Player) -> Iterator[Choice]:
    """R7.1: build, store, exchange."""
    tiles, walls = player.alhambra, state.walls
    rim = grid.rim(tiles) if player.reserve else []
    for tile in player.reserve:
        yield from (Build(tile, cell) for cell in rim if grid.may_lie(tiles, walls, tile, cell))
    yield from (Store(tiles[cell]) for cell in sorted(grid.removable(tiles, walls)))
    built = sorted(tiles) if player.reserve else []
    for tile in player.reserve:
        for cell in built:
            if cell != grid.ORIGIN and grid.may_replace(tiles, walls, tile, cell):
                yield Exchange(tile, tiles[cell])


def _place_bought(state: AlhambraState, seat: int) -> Iterator[Choice]:
    player = state.players[seat]
    yield from placings(state, player, player.bought)
    if state.has_dirk:
        yield from (GiveToDirk(tile) for tile in player.bought)


def _place_leftover(state: AlhambraState, seat: int) -> Iterator[Choice]:
    player = state.players[seat]
    return placings(state, player, player.leftover)


def placings(state: AlhambraState, player: Player, waiting: list[str]) -> Iterator[Choice]:
    """R8.1, R10.3: each waiting building to each cell where it may lie, or into the reserve."""
    rim = grid.rim(player.alhambra)
    for tile in waiting:
        yield from (Place(tile, cell) for cell in rim if grid.may_lie(player.alhambra, state.walls, tile, cell))
    yield from (Reserve(tile) for tile in waiting)


_LISTS: dict[int, Callable[[AlhambraState, int], Iterator[Choice]]] = {
    CHOOSE_ACTION: _choose_action,
    PLACE_BOUGHT: _place_bought,
    PLACE_LEFTOVER: _place_leftover,
}
