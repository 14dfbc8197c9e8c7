"""The full view of a state; the redactor cuts it to what a viewer may see (R16)."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from operator import attrgetter
from typing import Any, Final

from ludarium.games.alhambra.v1 import types_pb2, view_pb2

from server.games.alhambra.choices import Cell, sort_cards
from server.games.alhambra.content import Components, MoneyCard
from server.games.alhambra.grid import Placed, longest_wall, placed_of
from server.games.alhambra.state import AlhambraState
from server.games.kernel.pieces import holding, kept

PLAYERS: Final = view_pb2.View.PLAYERS_FIELD_NUMBER

_OF_PLAYER: Final = attrgetter("color", "score", "wall", "decorated", "handymen", "gates")

Tiles = tuple[tuple[str, int], ...]
"""Tiles with their walls."""
Cards = tuple[tuple[str, int], ...]
"""Kinds of cards, and how many of each."""
Shown = tuple[tuple[Callable[[Any, view_pb2.TileView], None], Any], ...]
"""What modules put on tiles, and how it is shown (points.Marks)."""


def view_pieces(state: AlhambraState) -> Iterator[bytes]:
    """Everything on the table, hidden things included."""
    shown = tuple([(marks.show, marks.now(state)) for marks in state.points.marks])
    yield _course(state).SerializeToString()
    yield from _table(state, shown)
    for seat, player in enumerate(state.players):
        yield _player(
            state.components,
            seat,
            _OF_PLAYER(player),
            tuple(player.majorities),
            tuple(player.hand.items()),
            placed_of(player.alhambra, state.walls),
            _lying(state, player.reserve),
            _lying(state, player.bought),
            _lying(state, player.leftover),
            shown,
        )
    for module in state.points.view:
        yield module(state)


def sides(walls: int) -> list[types_pb2.Side.ValueType]:
    """The sides whose bits are set, clockwise from the north."""
    return [types_pb2.Side.ValueType(side + 1) for side in range(4) if walls >> side & 1]


def _course(state: AlhambraState) -> view_pb2.View:
    """Where the game stands."""
    return view_pb2.View(
        money_deck_count=len(state.money_deck),
        draw_pile_count=len(state.draw_pile),
        active_seat=state.active,
        turn=state.turn,
        extra_action=state.extra_action,
        scorings_done=state.scorings_done,
        ending=state.ending,
        winners=state.winners,
    )


def _table(state: AlhambraState, shown: Shown) -> Iterator[bytes]:
    """What lies beside the players."""
    components, walls = state.components, state.walls
    yield _market(
        components, tuple([(tile, walls[tile]) if tile is not None else None for tile in state.market]), shown
    )
    yield _display(components, tuple(state.display))
    yield _discard(components, tuple(state.discard.items()))
    yield _money_deck(tuple(state.money_deck))
    yield _draw_pile(tuple(state.draw_pile))
    yield _out_of_game(components, _lying(state, state.out_of_game), shown)
    if state.has_dirk:
        yield _dirk(components, _lying(state, state.dirk), state.dirk_score, shown)


@kept
def _market(components: Components, tiles: tuple[tuple[str, int] | None, ...], shown: Shown) -> view_pb2.View:
    return view_pb2.View(
        market=[
            view_pb2.MarketSpaceView(
                space=space,
                currency=types_pb2.Currency.ValueType(space),
                tile=_tile(components, *tile, shown) if tile is not None else None,
            )
            for space, tile in enumerate(tiles, start=1)
        ]
    )


@kept
def _display(components: Components, cards: tuple[str, ...]) -> view_pb2.View:
    return view_pb2.View(display=_cards(components, cards))


@kept
def _discard(components: Components, cards: Cards) -> view_pb2.View:
    return view_pb2.View(discard=_sorted_cards(components, cards))


@kept
def _money_deck(cards: tuple[str, ...]) -> view_pb2.View:
    return view_pb2.View(money_deck=cards)


@kept
def _draw_pile(tiles: tuple[str, ...]) -> view_pb2.View:
    return view_pb2.View(draw_pile=tiles)


@kept
def _out_of_game(components: Components, tiles: Tiles, shown: Shown) -> view_pb2.View:
    return view_pb2.View(out_of_game=_tiles(components, tiles, shown))


@kept
def _dirk(components: Components, tiles: Tiles, score: int, shown: Shown) -> view_pb2.View:
    return view_pb2.View(dirk=view_pb2.DirkView(buildings=_tiles(components, tiles, shown), score=score))


@kept
def _player(
    components: Components,
    seat: int,
    values: tuple[int, ...],
    majorities: tuple[int, ...],
    hand: Cards,
    placed: Placed,
    reserve: Tiles,
    bought: Tiles,
    leftover: Tiles,
    shown: Shown,
) -> bytes:
    color, total, wall, decorated, handymen, gates = values
    player = view_pb2.PlayerView(
        seat=seat,
        color=types_pb2.PlayerColor.ValueType(color),
        score=view_pb2.ScoreView(
            total=total, majorities=majorities, wall=wall, decorated=decorated, handymen=handymen, gates=gates
        ),
        reserve=_tiles(components, reserve, shown),
        bought=_tiles(components, bought, shown),
        leftover=_tiles(components, leftover, shown),
    )
    return holding(
        PLAYERS,
        player.SerializeToString(),
        _hand(components, hand),
        _alhambra(components, placed, shown),
        _wall(placed),
    )


@kept
def _hand(components: Components, cards: Cards) -> view_pb2.PlayerView:
    hand = _sorted_cards(components, cards)
    return view_pb2.PlayerView(hand=hand, hand_count=len(hand))


@kept
def _alhambra(components: Components, placed: Placed, shown: Shown) -> view_pb2.PlayerView:
    return view_pb2.PlayerView(
        alhambra=[
            view_pb2.PlacedTileView(tile=_tile(components, tile, walls, shown), cell=types_pb2.Cell(x=cell.x, y=cell.y))
            for cell, tile, walls in sorted(placed, key=_from_north_west)
        ]
    )


@kept
def _wall(placed: Placed) -> view_pb2.PlayerView:
    tiles = {cell: tile for cell, tile, _ in placed}
    return view_pb2.PlayerView(wall_segments=longest_wall(tiles, {tile: walls for _, tile, walls in placed}))


def _lying(state: AlhambraState, tiles: Collection[str]) -> Tiles:
    walls = state.walls
    return tuple([(tile, walls[tile]) for tile in tiles])


def _tiles(components: Components, tiles: Tiles, shown: Shown) -> list[view_pb2.TileView]:
    return [_tile(components, tile, walls, shown) for tile, walls in tiles]


def _tile(components: Components, tile: str, walls: int, shown: Shown) -> view_pb2.TileView:
    """A tile with its walls, wall pieces included."""
    building = components.buildings.get(tile)
    seen = view_pb2.TileView(
        id=tile,
        type=types_pb2.BuildingType.ValueType(building.type if building else 0),
        price=building.price if building else 0,
        walls=sides(walls),
    )
    for show, marks in shown:
        show(marks, seen)
    return seen


def _sorted_cards(components: Components, cards: Cards) -> list[view_pb2.MoneyCardView]:
    return _cards(components, sort_cards(tuple(Counter(dict(cards)).elements())))


def _cards(components: Components, cards: Iterable[str]) -> list[view_pb2.MoneyCardView]:
    return [_card(components.cards[card]) for card in cards]


@cache
def _card(card: MoneyCard) -> view_pb2.MoneyCardView:
    return view_pb2.MoneyCardView(id=card.id, currency=types_pb2.Currency.ValueType(card.currency), value=card.value)


def _from_north_west(placed: tuple[Cell, str, int]) -> tuple[int, int]:
    cell, _, _ = placed
    return cell.y, cell.x
