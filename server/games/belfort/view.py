"""The full view of a state; the redactor cuts it to what a viewer may see (R13)."""

from collections.abc import Iterator
from functools import cache
from operator import attrgetter
from typing import Final

from ludarium.games.belfort.v1 import types_pb2, view_pb2

from server.games.belfort import scoring
from server.games.belfort.content import BenefitCard, Components
from server.games.belfort.effect_words import action_words, effect_words
from server.games.belfort.state import (
    OWNER_A,
    BelfortState,
    Marker,
    Occupant,
    Reserved,
    Tile,
)
from server.games.belfort.turns.agenda import due_message, goods_message
from server.games.belfort.view_player import Names, Values, player_piece
from server.games.kernel.pieces import kept

T = types_pb2

_OF_TILE: Final = attrgetter("id", "gold", "holder", "exhausted", "extra", "declined")


def view_pieces(state: BelfortState) -> Iterator[bytes]:
    """Everything on the table, hidden things included."""
    yield _course(state).SerializeToString()
    yield from _table(state)
    yield from _districts(state)
    for seat, player in enumerate(state.players):
        yield player_piece(state, seat, player)


def _course(state: BelfortState) -> view_pb2.View:
    """Where the game stands."""
    return view_pb2.View(
        month=state.month,
        phase=T.Phase.ValueType(state.phase),
        order=state.order,
        active_seat=state.active,
        pool=state.pool,
        row=state.row,
        shelf=state.shelf,
        deck_count=len(state.deck),
        gnomes=state.gnomes,
        permits=state.permits,
        goon_plank=state.goon_plank,
        goon_seat=state.goon_seat,
        gorgon=state.gorgon,
        gorgon_paid=state.gorgon_paid,
        gorgon_collected=state.gorgon_collected,
        queen=state.queen,
        parks=state.parks,
        rex=state.rex,
        queen_steps=state.queen_steps,
        key_holder=state.key_holder if state.key_holder >= 0 else None,
        runs_a=state.runs_a,
        heritage=_color(state.heritage_color),
        agenda=[due_message(due) for due in state.agenda],
        asked=due_message(state.asked),
        scorings_done=state.scorings_done,
        winners=state.winners,
        begun=state.begun,
    )


def _table(state: BelfortState) -> Iterator[bytes]:
    """What lies beside the players and the districts."""
    yield _prices(state.components)
    yield _planks(tuple(state.planks.items()))
    yield _deck(tuple(state.deck))
    yield _discard(tuple(state.discard), tuple(state.removed))
    yield _assistants(tuple(map(_OF_TILE, state.tiles)))
    yield _key_deck(tuple(state.key_deck))
    queen_card = state.components.queen_cards[state.queen_card] if state.queen_card else None
    yield _queen_cards(queen_card, tuple(state.queen_deck), tuple(state.queen_discard))
    yield _non_players(tuple(state.non_player_colors), tuple(state.non_player_markers))


@kept
def _prices(components: Components) -> view_pb2.View:
    """The same for every game of a content version."""
    prices = view_pb2.PricesView(
        properties=[
            view_pb2.PropertyTypeView(
                id=kind.id, name=kind.name, cost=goods_message(kind.cost), income=kind.income, has_lock=kind.has_lock
            )
            for kind in components.properties.values()
        ],
        wall=goods_message(components.numbers.wall_cost),
        sell=goods_message(components.sell),
        buy=goods_message(components.buy),
        gnome=components.numbers.gnome_hire,
        card=components.numbers.card_price,
    )
    return view_pb2.View(prices=prices)


@kept
def _planks(planks: tuple[tuple[str, Occupant], ...]) -> view_pb2.View:
    return view_pb2.View(
        planks=[
            view_pb2.PlankView(
                plank=plank, owner=T.Owner.ValueType(occupant.owner), worker=T.Worker.ValueType(occupant.kind)
            )
            for plank, occupant in sorted(planks)
        ]
    )


@kept
def _deck(cards: Names) -> view_pb2.View:
    return view_pb2.View(deck=cards)


@kept
def _discard(discard: Names, removed: Names) -> view_pb2.View:
    return view_pb2.View(discard=discard, removed=removed)


@kept
def _assistants(tiles: tuple[Values, ...]) -> view_pb2.View:
    return view_pb2.View(assistants=[_assistant(Tile(*values)) for values in tiles])


def _assistant(tile: Tile) -> view_pb2.AssistantView:
    return view_pb2.AssistantView(
        id=tile.id,
        gold=tile.gold,
        holder=tile.holder if tile.holder >= 0 else None,
        exhausted=tile.exhausted,
        extra=tile.extra,
        declined=tile.declined,
    )


@kept
def _key_deck(cards: Names) -> view_pb2.View:
    return view_pb2.View(key_deck_count=len(cards), key_deck=cards)


@kept
def _queen_cards(card: BenefitCard | None, deck: Names, discard: Names) -> view_pb2.View:
    return view_pb2.View(
        queen_card=card.id if card else "",
        queen_favor=effect_words(card.effect) if card else "",
        queen_deck_count=len(deck),
        queen_deck=deck,
        queen_discard=discard,
    )


@kept
def _non_players(colors: tuple[int, ...], markers: tuple[int, ...]) -> view_pb2.View:
    return view_pb2.View(
        non_players=[
            view_pb2.NonPlayerView(
                owner=T.Owner.ValueType(OWNER_A + number),
                color=_color(colors[number] if colors else 0),
                markers=left,
            )
            for number, left in enumerate(markers)
        ]
    )


def _districts(state: BelfortState) -> Iterator[bytes]:
    components = state.components
    for number, (district, names) in enumerate(_spaces_of(components).items()):
        yield _district(
            components,
            district,
            state.guilds[number] if state.guilds else "",
            state.points.acts_at_once,
            tuple(map(state.spaces.get, names)),
            tuple(map(state.reserved.get, names)),
            scoring.district_values(state, district),
        )


@cache
def _spaces_of(components: Components) -> dict[str, Names]:
    """By district, its spaces."""
    return {district: tuple(f"{district}.{space}" for space in components.spaces) for district in components.districts}


@kept
def _district(
    components: Components,
    district: str,
    guild: str,
    acts_at_once: bool,
    markers: tuple[Marker | None, ...],
    reserved: tuple[Reserved | None, ...],
    values: tuple[int, ...],
) -> view_pb2.View:
    spaces = zip(_spaces_of(components)[district], markers, reserved, strict=True)
    seen = view_pb2.DistrictView(
        id=district,
        guild=_guild(components, guild, acts_at_once) if guild else None,
        spaces=[_space(name, marker, kept_free) for name, marker, kept_free in spaces if marker or kept_free],
        values=values,
    )
    return view_pb2.View(districts=[seen])


def _guild(components: Components, name: str, acts_at_once: bool) -> view_pb2.GuildView:
    guild = components.guilds[name]
    return view_pb2.GuildView(
        id=guild.id,
        name=guild.name,
        cost=goods_message(guild.cost),
        on_placement=guild.on_placement or acts_at_once,
        action=action_words(guild.effects),
    )


def _space(name: str, marker: Marker | None, reserved: Reserved | None) -> view_pb2.SpaceView:
    return view_pb2.SpaceView(
        space=name,
        owner=T.Owner.ValueType(marker.owner if marker else 0),
        decorated=marker is not None and marker.decorated,
        reserved_for=T.Owner.ValueType(reserved.owner if reserved else 0),
        vacated=reserved is not None and reserved.vacated,
    )


def _color(number: int) -> types_pb2.PlayerColor.ValueType:
    return T.PlayerColor.ValueType(number)
