"""The actions of a turn (R3 to R7)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2, types_pb2

from server.games.alhambra import grid, legal
from server.games.alhambra.choices import Build, Buy, Cell, Exchange, Pass, Store, TakeMoney, sort_cards
from server.games.alhambra.state import AlhambraState, Player
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
    tile = _building_on(state, choice.space)
    cards = sort_cards(choice.cards)
    paid = _value_paid(state, state.players[seat], choice.space, cards)
    price = state.components.buildings[tile].price
    if paid < price:
        raise illegal("R5.2", f"The price is {price}; these cards make only {paid}.")
    yield events_pb2.BuildingBought(
        seat=seat, space=choice.space, tile=tile, cards=cards, price_due=price, paid=paid, exact=paid == price
    )
    if paid == price:
        yield ask(seat, CHOOSE_ACTION)
    else:
        yield from finish_actions(state, chance)


def build(state: AlhambraState, seat: int, choice: Build, chance: Chance) -> Iterator[Message]:
    """R7.1: from the reserve to an empty cell."""
    player = state.players[seat]
    _require_in_reserve(player, choice.tile)
    check_new_tile(state, player, choice.tile, choice.cell)
    yield events_pb2.TileBuilt(seat=seat, tile=choice.tile, cell=cell_message(choice.cell))
    yield from finish_actions(state, chance)


def store(state: AlhambraState, seat: int, choice: Store, chance: Chance) -> Iterator[Message]:
    """R7.1: from the Alhambra to the reserve."""
    player = state.players[seat]
    cell = _cell_of_removable(player, choice.tile)
    _refuse(grid.broken_rules_of_removal(player.alhambra, state.walls, cell), choice.tile)
    yield events_pb2.TileStored(seat=seat, tile=choice.tile)
    yield from finish_actions(state, chance)


def exchange(state: AlhambraState, seat: int, choice: Exchange, chance: Chance) -> Iterator[Message]:
    """R7.1: a tile of the reserve for one of the Alhambra, on the same cell."""
    player = state.players[seat]
    _require_in_reserve(player, choice.tile)
    cell = _cell_of_removable(player, choice.other_tile)
    _refuse(grid.broken_rules_of_exchange(player.alhambra, state.walls, choice.tile, cell), choice.tile)
    yield events_pb2.TilesExchanged(seat=seat, tile=choice.tile, other_tile=choice.other_tile)
    yield from finish_actions(state, chance)


def pass_action(state: AlhambraState, seat: int, choice: Pass, chance: Chance) -> Iterator[Message]:
    """R3.3, R3.5: only when no action is legal, or for an extra action where the table allows it."""
    if not legal.may_pass(state, seat):
        raise illegal("R3.5", "An action must be taken while one is legal.")
    yield events_pb2.Passed(seat=seat)
    yield from finish_actions(state, chance)


def check_new_tile(state: AlhambraState, player: Player, tile: str, cell: Cell) -> None:
    """Raise Rejected unless the tile may come to that cell (R6)."""
    _refuse(grid.broken_rules_of_new(player.alhambra, state.walls, tile, cell), tile)


def cell_message(cell: Cell) -> types_pb2.Cell:
    """A cell for an event."""
    return types_pb2.Cell(x=cell.x, y=cell.y)


def _building_on(state: AlhambraState, space: int) -> str:
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


def _require_in_reserve(player: Player, tile: str) -> None:
    if tile not in player.reserve:
        raise illegal("R7.1", f"{tile} is not in your reserve.")


def _cell_of_removable(player: Player, tile: str) -> Cell:
    cell = next((cell for cell, other in player.alhambra.items() if other == tile), None)
    if cell is None:
        raise illegal("R7.1", f"{tile} is not in your Alhambra.")
    if cell == grid.ORIGIN:
        raise illegal("R6.7", "The fountain stays where it is.")
    return cell


_WHY = {
    "R6.2": "where two tiles touch, both sides have a wall or neither has",
    "R6.3": "every tile must be reachable from the fountain on foot",
    "R6.5": "no empty area may be enclosed",
    "R6.6": "a cell holds one tile",
}


def _refuse(broken: Sequence[str], tile: str) -> None:
    if broken:
        raise illegal(broken[0], f"{tile} can't go there: {'; '.join(_WHY[rule] for rule in broken)}.")
