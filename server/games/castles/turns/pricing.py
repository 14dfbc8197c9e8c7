"""Pricing (R2.2): the master builder decides for one price after the other, cheapest first, what lies under it."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2

from server.games.castles.choices import AddTile, LeaveEmpty, PriceTile, among
from server.games.castles.state import CastlesState
from server.games.castles.turns.turn import PRICE, ask
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal


def is_done(state: CastlesState) -> bool:
    """Whether every market tile has its price."""
    return all(lying.place is not None for lying in state.market)


def next_price(state: CastlesState) -> Iterator[Message]:
    """Ask for the next price; where there is but one way the server goes it (R13.2)."""
    while not is_done(state):
        ways = list(choices(state))
        if len(ways) > 1:
            yield from ask(state, state.master_builder, PRICE)
            return
        yield _fact(state, ways[0])


def choices(state: CastlesState) -> Iterator[Choice]:
    """R2.2, R2.2.1, D9: what may lie under the next price."""
    tiles = _unpriced(state)
    places = len(state.row.prices) - state.priced_places
    if places:
        yield from (PriceTile(tile) for tile in tiles)
        if len(tiles) < places + _extra(state):
            yield LeaveEmpty()
    if _extra(state) and _last_priced(state) is not None:
        yield from (AddTile(tile) for tile in tiles)


def price_tile(state: CastlesState, seat: int, choice: PriceTile, chance: Chance) -> Iterator[Message]:
    """R2.2: put a tile under the next price."""
    _require_unpriced(state, choice.tile)
    if state.priced_places == len(state.row.prices):
        raise illegal("R2.2.2", "Every price has its tile; this one goes beside another (D9).")
    yield _fact(state, choice)


def leave_empty(state: CastlesState, seat: int, choice: LeaveEmpty, chance: Chance) -> Iterator[Message]:
    """R2.2.1: leave the next price empty."""
    if not among(choice, choices(state)):
        raise illegal("R2.2.1", "There are tiles for every price that is left: none may stay empty.")
    yield _fact(state, choice)


def add_tile(state: CastlesState, seat: int, choice: AddTile, chance: Chance) -> Iterator[Message]:
    """D9: one more tile under the last price that has one."""
    _require_unpriced(state, choice.tile)
    if not among(choice, choices(state)):
        raise illegal("D9.1", "Only one tile lies under each price, but for a decree that allows one more, once.")
    yield _fact(state, choice)


def _fact(state: CastlesState, choice: Choice) -> Message:
    place = state.priced_places
    if isinstance(choice, LeaveEmpty):
        return events_pb2.PlaceLeftEmpty(place=place)
    if isinstance(choice, AddTile):
        place = _last_priced(state) or 0
    assert isinstance(choice, PriceTile | AddTile)
    price = state.row.prices[place]
    return events_pb2.RoomPriced(tile=choice.tile, place=place, price=price, extra=isinstance(choice, AddTile))


def _unpriced(state: CastlesState) -> list[str]:
    return [lying.tile for lying in state.market if lying.place is None]


def _extra(state: CastlesState) -> int:
    """D9: tiles that may still lie beside another."""
    if state.extra_priced:
        return 0
    return state.points.amount("market_extra", state, state.master_builder, 0)


def _last_priced(state: CastlesState) -> int | None:
    return max((lying.place for lying in state.market if lying.place is not None), default=None)


def _require_unpriced(state: CastlesState, tile: str) -> None:
    if tile not in _unpriced(state):
        raise illegal("R2.2", f"{tile} does not wait for its price.")
