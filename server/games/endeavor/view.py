"""The view of a state; nothing of it is secret (R18.1)."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Final

from ludarium.games.endeavor.v1 import types_pb2, view_pb2

from server.games.endeavor.content import Board, Components, Side
from server.games.endeavor.content.records import SLAVERY
from server.games.endeavor.map import presences
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.view_components import Tokens, building_view, card_view, card_views, token_views
from server.games.endeavor.view_player import player_piece
from server.games.kernel.pieces import holding, kept

REGIONS: Final = view_pb2.View.REGIONS_FIELD_NUMBER


def view_pieces(state: EndeavorState) -> Iterator[bytes]:
    """Everything on the table."""
    yield _course(state).SerializeToString()
    yield from _table(state)
    discs = zip(*[presences(state, region) for region in state.board.regions], strict=True)
    for seat, (player, present) in enumerate(zip(state.players, discs, strict=True)):
        yield player_piece(state, seat, player, present)
    yield from _regions(state)


def _course(state: EndeavorState) -> view_pb2.View:
    """Where the game stands."""
    return view_pb2.View(
        fortifications=state.fortifications,
        round=state.round,
        phase=types_pb2.Phase.ValueType(state.phase),
        crown=state.crown,
        active_seat=state.active,
        turn=_turn(state),
        abolished=state.abolished,
        plague_choosers=state.plague_choosers,
        subject=state.subject,
        winners=state.winners,
    )


def _table(state: EndeavorState) -> Iterator[bytes]:
    """What lies beside the players and the regions."""
    components, board = state.components, state.board
    yield _links(board, tuple(map(state.tokens.get, board.links)))
    yield _stock(components, tuple(state.stock.items()))
    yield _discard(components, tuple(state.discard))
    yield _out_of_the_game(components, tuple(state.removed_buildings), tuple(state.out_of_game))
    yield _spent_tokens(components, tuple(state.blue_discard.items()), tuple(state.removed_tokens.items()))
    yield _exploits(components, state.exploits)
    yield _on_cards(
        components,
        tuple(state.flota.items()),
        state.declaration,
        state.conquistador,
        state.marriage,
        tuple(state.marriage_discs.items()),
    )
    if state.side is not None:
        discs = tuple(map(tuple, map(state.alliances.__getitem__, state.side.boxes)))
        yield _prominence(state.side, tuple(map(state.spots.get, state.side.spots)), discs)


@kept
def _links(board: Board, tokens: tuple[str | None, ...]) -> view_pb2.View:
    """The board's side and its links, with the tokens on them."""
    return view_pb2.View(
        board_side=board.side,
        links=[
            view_pb2.LinkView(id=link.id, ends=link.ends, circle=link.circle, glory=link.glory, token=token or "")
            for link, token in zip(board.links.values(), tokens, strict=True)
        ],
    )


@kept
def _stock(components: Components, stock: tuple[tuple[str, int], ...]) -> view_pb2.View:
    buildings = components.buildings
    return view_pb2.View(
        stock=[
            view_pb2.StockView(building=building_view(buildings[name]), count=count) for name, count in stock if count
        ]
    )


@kept
def _discard(components: Components, cards: tuple[str, ...]) -> view_pb2.View:
    return view_pb2.View(discard=card_views(components, cards))


@kept
def _out_of_the_game(components: Components, buildings: tuple[str, ...], cards: tuple[str, ...]) -> view_pb2.View:
    return view_pb2.View(removed_buildings=buildings, out_of_game=card_views(components, cards))


@kept
def _spent_tokens(components: Components, blue: Tokens, removed: Tokens) -> view_pb2.View:
    return view_pb2.View(
        blue_discard=token_views(components, blue, blue=True),
        removed_tokens=token_views(components, removed, blue=False),
    )


@kept
def _exploits(components: Components, exploits: tuple[str, ...]) -> view_pb2.View:
    return view_pb2.View(exploits=[components.exploits[name].name for name in exploits])


@kept
def _prominence(side: Side, seats: tuple[int | None, ...], alliances: tuple[tuple[int, ...], ...]) -> view_pb2.View:
    """The Prominence tile: the seats on its circles, and the discs of each alliance box by seat."""
    message = view_pb2.ProminenceView(
        side=side.id,
        name=side.name,
        action=side.action,
        spots=[
            view_pb2.SpotView(
                id=spot.id,
                lower=spot.lower,
                glory=spot.glory,
                disc_bonus=spot.disc_bonus,
                attribute=types_pb2.Attribute.ValueType(spot.attribute),
                seat=seat,
            )
            for spot, seat in zip(side.spots.values(), seats, strict=True)
        ],
        links=[view_pb2.SpotLinkView(ends=link.ends, glory=link.glory) for link in side.links],
        alliances=[
            view_pb2.AllianceView(id=box, color=color, discs=_discs(discs))
            for (box, color), discs in zip(side.boxes.items(), alliances, strict=True)
        ],
    )
    return view_pb2.View(prominence=message)


def _regions(state: EndeavorState) -> Iterator[bytes]:
    board, tokens, decks = state.board, state.tokens, state.decks
    for region, record in board.regions.items():
        spaces, places = board.spaces_of[region], board.track_places.get(region, ())
        shown = (region,) if record.governor else (region, SLAVERY)
        yield _region(
            state.components,
            board,
            region,
            state.open[region],
            tuple(map(tokens.get, places)),
            tuple(state.tracks.get(region, ())),
            tuple(state.seas.get(region, ())),
            tuple(map(tokens.get, spaces)),
            tuple(map(state.control.get, spaces)),
            tuple(map(state.fortified.__contains__, spaces)),
            tuple([(deck, tuple(decks[deck])) for deck in shown if deck in decks]),
            state.governors.get(region),
        )


@kept
def _region(
    components: Components,
    board: Board,
    region: str,
    is_open: bool,
    tokens_on_track: tuple[str | None, ...],
    track: tuple[int, ...],
    sea: tuple[int, ...],
    tokens: tuple[str | None, ...],
    seats: tuple[int | None, ...],
    fortified: tuple[bool, ...],
    decks: tuple[tuple[str, tuple[str, ...]], ...],
    governor: str | None,
) -> bytes:
    return holding(
        REGIONS,
        _track(board, region, is_open, tokens_on_track, track, sea),
        _spaces(board, region, tokens, seats, fortified),
        _decks(components, decks, governor),
    )


@kept
def _track(
    board: Board,
    region: str,
    is_open: bool,
    tokens: tuple[str | None, ...],
    seats: tuple[int, ...],
    sea: tuple[int, ...],
) -> view_pb2.RegionView:
    """A region's track, by place its token and by disc its seat, and its sea with its discs by seat."""
    record = board.regions[region]
    places = zip_longest(board.track_places.get(region, ()), tokens, seats[: len(tokens)])
    return view_pb2.RegionView(
        id=region,
        name=record.name,
        open=is_open,
        has_sea=record.sea,
        sea=_discs(sea),
        track=[view_pb2.TrackSpaceView(place=place, token=token or "", seat=seat) for place, token, seat in places],
    )


@kept
def _spaces(
    board: Board,
    region: str,
    tokens: tuple[str | None, ...],
    seats: tuple[int | None, ...],
    fortified: tuple[bool, ...],
) -> view_pb2.RegionView:
    """A region's cities and fleets."""
    return view_pb2.RegionView(
        spaces=[
            view_pb2.SpaceView(
                id=name,
                name=board.spaces[name].name,
                kind=types_pb2.SPACE_KIND_CITY if board.spaces[name].city else types_pb2.SPACE_KIND_FLEET,
                glory=board.spaces[name].glory,
                token=token or "",
                seat=seat,
                fortified=is_fortified,
            )
            for name, token, seat, is_fortified in zip(board.spaces_of[region], tokens, seats, fortified, strict=True)
        ]
    )


@kept
def _decks(
    components: Components, decks: tuple[tuple[str, tuple[str, ...]], ...], governor: str | None
) -> view_pb2.RegionView:
    """A region's cards."""
    return view_pb2.RegionView(
        decks=[view_pb2.DeckView(id=deck, cards=card_views(components, cards)) for deck, cards in decks],
        governor=card_view(components.cards[governor]) if governor else None,
    )


def _discs(by_seat: Iterable[int]) -> list[types_pb2.SeatDiscs]:
    return [types_pb2.SeatDiscs(seat=seat, discs=discs) for seat, discs in enumerate(by_seat) if discs]


@kept
def _on_cards(
    components: Components,
    flota: Tokens,
    declaration: int,
    conquistador: int | None,
    marriage: tuple[int, ...],
    marriage_discs: tuple[tuple[int, int], ...],
) -> view_pb2.View:
    """What lies on cards."""
    on_cards = view_pb2.OnCardsView(
        flota=token_views(components, flota, blue=True),
        declaration=declaration,
        conquistador=conquistador,
        marriage=marriage,
        marriage_discs=[types_pb2.SeatDiscs(seat=seat, discs=discs) for seat, discs in sorted(marriage_discs)],
    )
    return view_pb2.View(on_cards=on_cards)


def _turn(state: EndeavorState) -> view_pb2.TurnView:
    turn = state.turn
    attack = turn.attack
    return view_pb2.TurnView(
        number=turn.number,
        slot=turn.slot,
        token=turn.token,
        actions=turn.actions,
        mode=turn.mode,
        done=turn.done,
        rosetta=turn.rosetta,
        replacing=turn.replacing,
        mobilized=turn.mobilized,
        mobilizing=turn.mobilizing,
        moved_to_sea=turn.moved_to_sea,
        attack=view_pb2.PendingAttackView(space=attack.space, casualties=attack.casualties) if attack else None,
    )
