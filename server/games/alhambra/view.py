"""The full view of a state; the redactor cuts it to what a viewer may see (R16)."""

from collections.abc import Iterable

from ludarium.games.alhambra.v1 import types_pb2, view_pb2

from server.games.alhambra.choices import Cell, sort_cards
from server.games.alhambra.content import Components
from server.games.alhambra.grid import longest_wall
from server.games.alhambra.state import AlhambraState, Player


def view(state: AlhambraState) -> view_pb2.View:
    """Everything on the table, hidden things included."""
    components = state.components
    full = view_pb2.View(
        players=[_player(state, seat, player) for seat, player in enumerate(state.players)],
        dirk=_dirk(state) if state.has_dirk else None,
        market=[
            view_pb2.MarketSpaceView(
                space=space,
                currency=types_pb2.Currency.ValueType(space),
                tile=tile_view(state, tile) if tile is not None else None,
            )
            for space, tile in enumerate(state.market, start=1)
        ],
        display=_cards(components, state.display),
        discard=_cards(components, sort_cards(tuple(state.discard.elements()))),
        money_deck_count=len(state.money_deck),
        draw_pile_count=len(state.draw_pile),
        money_deck=state.money_deck,
        draw_pile=state.draw_pile,
        active_seat=state.active,
        turn=state.turn,
        extra_action=state.extra_action,
        scorings_done=state.scorings_done,
        ending=state.ending,
        winners=state.winners,
        out_of_game=[tile_view(state, tile) for tile in state.out_of_game],
    )
    for add in state.points.view:
        add(state, full)
    return full


def tile_view(state: AlhambraState, tile: str) -> view_pb2.TileView:
    """A tile with its walls, wall pieces included."""
    building = state.components.buildings.get(tile)
    seen = view_pb2.TileView(
        id=tile,
        type=types_pb2.BuildingType.ValueType(building.type if building else 0),
        price=building.price if building else 0,
        walls=sides(state.walls[tile]),
    )
    for add in state.points.view_tile:
        add(state, seen)
    return seen


def sides(walls: int) -> list[types_pb2.Side.ValueType]:
    """The sides whose bits are set, clockwise from the north."""
    return [types_pb2.Side.ValueType(side + 1) for side in range(4) if walls >> side & 1]


def _player(state: AlhambraState, seat: int, player: Player) -> view_pb2.PlayerView:
    return view_pb2.PlayerView(
        seat=seat,
        color=types_pb2.PlayerColor.ValueType(player.color),
        hand=_cards(state.components, sort_cards(tuple(player.hand.elements()))),
        hand_count=player.hand.total(),
        alhambra=[
            view_pb2.PlacedTileView(tile=tile_view(state, tile), cell=types_pb2.Cell(x=cell.x, y=cell.y))
            for cell, tile in sorted(player.alhambra.items(), key=_from_north_west)
        ],
        reserve=[tile_view(state, tile) for tile in player.reserve],
        bought=[tile_view(state, tile) for tile in player.bought],
        leftover=[tile_view(state, tile) for tile in player.leftover],
        wall_segments=longest_wall(player.alhambra, state.walls),
        score=view_pb2.ScoreView(
            total=player.score,
            majorities=player.majorities,
            wall=player.wall,
            decorated=player.decorated,
            handymen=player.handymen,
            gates=player.gates,
        ),
    )


def _dirk(state: AlhambraState) -> view_pb2.DirkView:
    return view_pb2.DirkView(buildings=[tile_view(state, tile) for tile in state.dirk], score=state.dirk_score)


def _cards(components: Components, cards: Iterable[str]) -> list[view_pb2.MoneyCardView]:
    records = (components.cards[card] for card in cards)
    return [
        view_pb2.MoneyCardView(id=card.id, currency=types_pb2.Currency.ValueType(card.currency), value=card.value)
        for card in records
    ]


def _from_north_west(placed: tuple[Cell, str]) -> tuple[int, int]:
    cell, _ = placed
    return cell.y, cell.x
