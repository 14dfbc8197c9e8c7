"""The view of a state; nothing of it is secret (R18.1)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import zip_longest
from operator import attrgetter
from typing import Any, Final

from ludarium.games.endeavor.v1 import types_pb2, view_pb2

from server.games.endeavor import attributes
from server.games.endeavor.content import Board, Building, Card, Components, Side
from server.games.endeavor.content.records import ATTRIBUTES, SLAVERY, Tracks
from server.games.endeavor.map import presences
from server.games.endeavor.names import EFFECTS, SPECIALS
from server.games.endeavor.state import EndeavorState, units
from server.games.kernel.pieces import holding, kept

PLAYERS: Final = view_pb2.View.PLAYERS_FIELD_NUMBER
REGIONS: Final = view_pb2.View.REGIONS_FIELD_NUMBER
NUMBERS: Final = range(1, len(ATTRIBUTES) + 1)
"""The numbers of the attributes."""

_OF_PLAYER: Final = attrgetter(
    "color", "harbor", "supply", "reserved", "passed", "payments", "reserved_now", "took_back_now"
)

Tokens = tuple[tuple[str, int], ...]
"""Kinds of tokens, and how many of each."""


def view_pieces(state: EndeavorState) -> Iterator[bytes]:
    """Everything on the table."""
    yield _course(state).SerializeToString()
    yield from _table(state)
    discs = zip(*[presences(state, region) for region in state.board.regions], strict=True)
    for seat, (player, present) in enumerate(zip(state.players, discs, strict=True)):
        yield _player(
            state.components,
            state.board,
            seat,
            _OF_PLAYER(player),
            tuple([(slot.building, slot.disc, slot.conscript) for slot in player.buildings]),
            tuple(player.cards),
            tuple(player.stacks.items()),
            tuple(player.penalty),
            tuple(player.tokens.items()),
            tuple(player.track_discs),
            tuple([attributes.scores_exactly(state, seat, number) for number in NUMBERS]) if state.points.exact else (),
            present,
            tuple(player.glory.items()),
        )
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
        stock=[view_pb2.StockView(building=_building(buildings[name]), count=count) for name, count in stock if count]
    )


@kept
def _discard(components: Components, cards: tuple[str, ...]) -> view_pb2.View:
    return view_pb2.View(discard=_cards(components, cards))


@kept
def _out_of_the_game(components: Components, buildings: tuple[str, ...], cards: tuple[str, ...]) -> view_pb2.View:
    return view_pb2.View(removed_buildings=buildings, out_of_game=_cards(components, cards))


@kept
def _spent_tokens(components: Components, blue: Tokens, removed: Tokens) -> view_pb2.View:
    return view_pb2.View(
        blue_discard=_tokens(components, blue, blue=True), removed_tokens=_tokens(components, removed, blue=False)
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


@cache
def _building(record: Building) -> view_pb2.BuildingView:
    return view_pb2.BuildingView(
        id=record.id,
        name=record.name,
        level=record.level,
        symbols=_symbols(record.symbols),
        actions=record.actions,
        mode=record.mode,
        conscription=record.conscription,
        effect=SPECIALS.get(record.special or "", ""),
    )


@cache
def _card(record: Card) -> view_pb2.CardView:
    return view_pb2.CardView(
        id=record.id,
        name=record.name,
        deck=record.deck,
        value=record.value or 0,
        symbols=_symbols(record.symbols),
        effect=EFFECTS.get(record.effect or "", ""),
        governor_slot=record.governor_slot,
    )


def _symbols(symbols: Sequence[int]) -> view_pb2.SymbolsView:
    industry, culture, wealth, influence, glory = symbols
    return view_pb2.SymbolsView(industry=industry, culture=culture, wealth=wealth, influence=influence, glory=glory)


def _cards(components: Components, names: Iterable[str]) -> list[view_pb2.CardView]:
    return [_card(components.cards[name]) for name in names]


@kept
def _player(
    components: Components,
    board: Board,
    seat: int,
    values: tuple[Any, ...],
    buildings: tuple[tuple[str, bool, bool], ...],
    cards: tuple[str, ...],
    stacks: tuple[tuple[str, str], ...],
    penalty: tuple[str, ...],
    tokens: Tokens,
    discs: tuple[int, ...],
    exact: tuple[bool, ...],
    present: tuple[int, ...],
    glory: tuple[tuple[types_pb2.PointSource.ValueType, int], ...],
) -> bytes:
    color, harbor, supply, reserved, passed, payments, reserved_now, took_back_now = values
    player = view_pb2.PlayerView(
        seat=seat,
        color=types_pb2.PlayerColor.ValueType(color),
        harbor=harbor,
        supply=supply,
        passed=passed,
        score=sum(points for _, points in glory),
        payments=payments,
        reserved_now=reserved_now,
        took_back_now=took_back_now,
        glory=[view_pb2.GloryView(source=source, points=points) for source, points in glory],
    )
    positions = attributes.positions(components, tuple([name for name, _, _ in buildings]), cards, tokens, discs)
    return holding(
        PLAYERS,
        player.SerializeToString(),
        _buildings(components, buildings),
        _held(components, cards, stacks, reserved, penalty),
        _own_tokens(components, tokens),
        _attributes(components.tracks, positions, exact, discs),
        _presence(board, present),
    )


@kept
def _buildings(components: Components, slots: tuple[tuple[str, bool, bool], ...]) -> view_pb2.PlayerView:
    return view_pb2.PlayerView(
        buildings=[
            view_pb2.SlotView(
                slot=number, building=_building(components.buildings[name]), disc=disc, conscript=conscript
            )
            for number, (name, disc, conscript) in enumerate(slots, start=1)
        ]
    )


@kept
def _held(
    components: Components,
    cards: tuple[str, ...],
    stacks: tuple[tuple[str, str], ...],
    reserved: str | None,
    penalty: tuple[str, ...],
) -> view_pb2.PlayerView:
    """A player's cards; `stacks` gives lower cards their upper one."""
    upper, records = dict(stacks), components.cards
    return view_pb2.PlayerView(
        cards=[
            view_pb2.HeldCardView(
                card=_card(records[name]), upper=_card(records[upper[name]]) if name in upper else None
            )
            for name in units(cards, upper)
        ],
        reserved=_card(records[reserved]) if reserved else None,
        penalty=_cards(components, penalty),
    )


@kept
def _own_tokens(components: Components, tokens: Tokens) -> view_pb2.PlayerView:
    return view_pb2.PlayerView(
        brown_tokens=_tokens(components, tokens, blue=False), blue_tokens=_tokens(components, tokens, blue=True)
    )


@kept
def _attributes(
    tracks: Tracks, positions: tuple[int, ...], exact: tuple[bool, ...], discs: tuple[int, ...]
) -> view_pb2.PlayerView:
    """The attributes and what they give (R4.1, R5.1, R6.1, R10.1); `exact` ones score their position itself."""
    levels = [attributes.level_at(tracks, position) for position in positions]
    gives = (tracks.build_level, tracks.growth, tracks.payments, tracks.asset_slots)
    influence = levels[attributes.INFLUENCE - 1]
    return view_pb2.PlayerView(
        attributes=[
            view_pb2.AttributeView(
                attribute=types_pb2.Attribute.ValueType(index + 1),
                position=position,
                level=levels[index] + 1,
                gives=gives[index][levels[index]],
                glory=attributes.glory_at(tracks, position, exact=bool(exact) and exact[index]),
                discs=discs[index],
            )
            for index, position in enumerate(positions)
        ],
        asset_slots=tracks.asset_slots[influence],
        governor_slots=tracks.governor_slots[influence],
    )


@kept
def _presence(board: Board, discs: tuple[int, ...]) -> view_pb2.PlayerView:
    return view_pb2.PlayerView(
        presence=[
            view_pb2.PresenceView(region=region, discs=there)
            for region, there in zip(board.regions, discs, strict=True)
        ]
    )


def _tokens(components: Components, tokens: Tokens, *, blue: bool) -> list[view_pb2.TokensView]:
    counts = dict(tokens)
    return [
        view_pb2.TokensView(token=record.id, count=counts[record.id])
        for record in components.tokens.values()
        if record.blue == blue and counts.get(record.id)
    ]


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
        decks=[view_pb2.DeckView(id=deck, cards=_cards(components, cards)) for deck, cards in decks],
        governor=_card(components.cards[governor]) if governor else None,
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
        flota=_tokens(components, flota, blue=True),
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
