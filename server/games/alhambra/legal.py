"""Every legal answer to a decision, lazily and in canonical order (R17)."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain, combinations
from math import prod

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
    nothing_else = True
    for choice in _actions(state, seat):
        nothing_else = False
        yield choice
    if nothing_else or (state.extra_action and state.pass_extra):
        yield Pass()


def _actions(state: AlhambraState, seat: int) -> Iterator[Choice]:
    return chain.from_iterable(_lists_of_actions(state, seat))


def _lists_of_actions(state: AlhambraState, seat: int) -> Iterator[Iterable[Choice]]:
    yield takings(state)
    player = state.players[seat]
    purses = purses_of(player, state.components)
    for space, tile in enumerate(state.market, start=1):
        if tile is not None:
            for up, down, due in prices(state, seat, space, state.components.buildings[tile].price):
                yield purchases(purses[space], space, up, down, due)
    yield redesigns(state, player)
    for listing in state.points.actions:
        yield listing(state, seat)


def prices(state: AlhambraState, seat: int, space: int, base: int) -> Iterable[tuple[int, int, int]]:
    """R5.3: the prices that a buyer can bring about, as (raised by, lowered by, price due)."""
    reach = price_reach(state, seat, space)
    if not reach:
        return ((0, 0, base),)
    return [(up, down, max(0, base + up - down)) for up in range(reach + 1) for down in range(reach - up + 1)]


def price_reach(state: AlhambraState, seat: int, space: int) -> int:
    """By how many in all the buyer can raise and lower the price of a space; 0 without modules."""
    return sum([change(state, seat, space) for change in state.points.price_changes])


def takings(state: AlhambraState) -> Iterable[Choice]:
    """R4.1, each multiset of cards once."""
    cards = sort_cards(tuple(state.display))
    values = tuple([state.components.cards[card].value for card in cards])
    return _takings(cards, values, state.components.counts.take_sum)


@lru_cache(maxsize=1024)
def _takings(cards: tuple[str, ...], values: tuple[int, ...], limit: int) -> tuple[TakeMoney, ...]:
    worth = dict(zip(cards, values, strict=True))
    singles = [TakeMoney((card,)) for card in dict.fromkeys(cards)]
    several = [
        TakeMoney(taken)
        for number in range(2, len(cards) + 1)
        for taken in dict.fromkeys(combinations(cards, number))
        if sum([worth[card] for card in taken]) <= limit
    ]
    return (*singles, *several)


Purse = tuple[tuple[str, int, int], ...]
"""The cards of one currency in a hand: each with its value and the number of copies, in canonical order."""


def purses_of(player: Player, components: Components) -> dict[int, Purse]:
    """A player's money by currency (1 to 4, as the spaces of the market)."""
    held = [card for card in components.cards.values() if card.id in player.hand]
    return {
        currency: tuple([(card.id, card.value, player.hand[card.id]) for card in held if card.currency == currency])
        for currency in range(1, components.counts.market + 1)
    }


MOST_KEPT = 512
"""A purse with more multisets of cards than this is listed lazily each time."""


def purchases(purse: Purse, space: int, up: int, down: int, due: int) -> Iterable[Buy]:
    """Every payment for a space of the market (R5.1, R5.2), each multiset of cards once (R5.2.1)."""
    if prod([copies + 1 for _, _, copies in purse]) > MOST_KEPT:
        return (Buy(space, cards, up, down) for cards in payments(purse, due))
    return _kept_purchases(purse, space, up, down, due)


@lru_cache(maxsize=2048)
def _kept_purchases(purse: Purse, space: int, up: int, down: int, due: int) -> tuple[Buy, ...]:
    """Kept, for most of what a seat can pay stays the same from one of its turns to the next."""
    return tuple([Buy(space, cards, up, down) for cards in payments(purse, due)])


def payments(purse: Purse, price: int) -> Iterator[tuple[str, ...]]:
    """Every multiset of a purse's cards that reaches the price; a price of 0 is also reached with no card (R13.5)."""
    above = [0] * (len(purse) + 1)
    for index in range(len(purse) - 1, -1, -1):
        above[index] = above[index + 1] + purse[index][1] * purse[index][2]

    def extend(index: int, missing: int, chosen: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if missing > above[index]:
            return
        if index == len(purse):
            yield chosen
            return
        card, value, copies = purse[index]
        for number in range(copies + 1):
            yield from extend(index + 1, missing - number * value, chosen + (card,) * number)

    return extend(0, price, ())


def redesigns(state: AlhambraState, player: Player) -> tuple[Choice, ...]:
    """R7.1: build, store, exchange."""
    reserve = tuple([(tile, state.walls[tile]) for tile in player.reserve])
    return _redesigns(grid.placed_of(player.alhambra, state.walls), reserve)


@lru_cache(maxsize=1024)
def _redesigns(placed: grid.Placed, reserve: tuple[tuple[str, int], ...]) -> tuple[Choice, ...]:
    """Kept, for an Alhambra and its reserve are asked about several times between two changes."""
    tiles = {cell: tile for cell, tile, _ in placed}
    walls = {tile: own for _, tile, own in placed}
    stores = [Store(tiles[cell]) for cell in sorted(grid.removable(tiles, walls))]
    if not reserve:
        return tuple(stores)
    rim, built = grid.rim_of(placed), grid.built_sites(placed)
    builds = [Build(tile, cell) for tile, own in reserve for cell in rim.cells_for(own)]
    exchanges = [
        Exchange(tile, tiles[cell])
        for tile, own in reserve
        for cell, touching, walled in built
        if own & touching == walled
    ]
    return (*builds, *stores, *exchanges)


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
    rim = grid.rim_of(grid.placed_of(player.alhambra, state.walls))
    for tile in waiting:
        yield from (Place(tile, cell) for cell in rim.cells_for(state.walls[tile]))
    yield from (Reserve(tile) for tile in waiting)


_LISTS: dict[int, Callable[[AlhambraState, int], Iterator[Choice]]] = {
    CHOOSE_ACTION: _choose_action,
    PLACE_BOUGHT: _place_bought,
    PLACE_LEFTOVER: _place_leftover,
}
