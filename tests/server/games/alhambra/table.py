"""Positions of Alhambra, made of facts."""

from collections.abc import Mapping, Sequence

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2, types_pb2

from server.games.alhambra.content import load
from server.games.alhambra.content.records import COLORS
from server.games.alhambra.game import ALHAMBRA
from server.games.alhambra.turns.turn import CHOOSE_ACTION, ask
from server.games.kernel.options import build
from server.games.kernel.testkit import Position, given

MARKET = ("tower_8", "tower_13", "garden_9", "chambers_10")
DISPLAY = ("florin_9", "dirham_2", "denar_3", "ducat_4")
ALL_TILES = tuple(load().buildings)

Spots = Mapping[tuple[int, int], str]


def table(seats: int = 3, *, modules: Sequence[str] = (), **rulings: str) -> Position:
    """A table with fountains, colours in canonical order, and nothing else yet."""
    options = build(ALHAMBRA, modules, rulings)
    colors = [types_pb2.PlayerColor.ValueType(number) for number in range(1, seats + 1)]
    return given(ALHAMBRA, options, seats, events_pb2.ColorsGiven(colors=colors), colors=COLORS[:seats])


def playing(
    seats: int = 3,
    *,
    active: int = 0,
    market: Sequence[str | None] = MARKET,
    display: Sequence[str] = DISPLAY,
    hands: Mapping[int, Sequence[str]] | None = None,
    alhambras: Mapping[int, Spots] | None = None,
    reserves: Mapping[int, Sequence[str]] | None = None,
    draw_pile: Sequence[str] | None = None,
    money_deck: Sequence[str] = ("florin_1", "florin_1", "florin_2", "florin_2", "florin_3"),
    modules: Sequence[str] = (),
    asked: bool = True,
    **rulings: str,
) -> Position:
    """A position in which the active seat chooses its action; not `asked`: in which nobody is asked anything."""
    position = table(seats, modules=modules, **rulings)
    for seat, cards in (hands or {}).items():
        position.given(events_pb2.StartingMoneyDealt(seat=seat, cards=cards))
    for seat, spots in (alhambras or {}).items():
        for cell, tile in spots.items():
            position.given(*owns(seat, tile, cell))
    for seat, tiles in (reserves or {}).items():
        for tile in tiles:
            position.given(*owns(seat, tile))
    lay_out(position, market, display, draw_pile, money_deck)
    position.given(events_pb2.TurnBegan(seat=active, turn=1))
    return position.given(ask(active, CHOOSE_ACTION)) if asked else position


def lay_out(
    position: Position,
    market: Sequence[str | None],
    display: Sequence[str],
    draw_pile: Sequence[str] | None,
    money_deck: Sequence[str],
) -> Position:
    """Market, display and piles; the draw pile is what is left unless it is given."""
    for space, tile in enumerate(market, start=1):
        if tile is not None:
            position.given(events_pb2.BuildingTurnedUp(space=space, tile=tile))
    position.given(*(events_pb2.MoneyTurnedUp(card=card) for card in display))
    if draw_pile is None:
        used = {*market, *tiles_of(position)}
        draw_pile = [tile for tile in ALL_TILES if tile not in used]
    return position.given(
        events_pb2.DrawPileShuffled(tiles=draw_pile, count=len(draw_pile)),
        events_pb2.MoneyDeckBuilt(cards=money_deck, count=len(money_deck)),
    )


def owns(seat: int, tile: str, cell: tuple[int, int] | None = None) -> list[Message]:
    """The facts by which a seat has a building, in its Alhambra or (without a cell) in its reserve."""
    bought = [
        events_pb2.BuildingTurnedUp(space=1, tile=tile),
        events_pb2.BuildingBought(seat=seat, space=1, tile=tile),
    ]
    if cell is None:
        return [*bought, events_pb2.BuildingReserved(seat=seat, tile=tile)]
    spot = types_pb2.Cell(x=cell[0], y=cell[1])
    return [*bought, events_pb2.BuildingPlaced(seat=seat, tile=tile, cell=spot)]


def tiles_of(position: Position) -> list[str]:
    """Every tile that players have."""
    return [tile for player in position.state.players for tile in (*player.alhambra.values(), *player.reserve)]
