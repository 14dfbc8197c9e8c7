"""Players in the view."""

from operator import attrgetter
from typing import Any, Final

from ludarium.games.endeavor.v1 import types_pb2, view_pb2

from server.games.endeavor import attributes
from server.games.endeavor.content import Board, Components
from server.games.endeavor.content.records import ATTRIBUTES, Tracks
from server.games.endeavor.state import EndeavorState, Player, units
from server.games.endeavor.view_components import Tokens, building_view, card_view, card_views, token_views
from server.games.kernel.pieces import holding, kept

PLAYERS: Final = view_pb2.View.PLAYERS_FIELD_NUMBER
NUMBERS: Final = range(1, len(ATTRIBUTES) + 1)
"""The numbers of the attributes."""

_OF_PLAYER: Final = attrgetter(
    "color", "harbor", "supply", "reserved", "passed", "payments", "reserved_now", "took_back_now"
)


def player_piece(state: EndeavorState, seat: int, player: Player, present: tuple[int, ...]) -> bytes:
    """A player, as a piece of the view, with the discs in each region; kept until something of the player changes."""
    return _player(
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
                slot=number, building=building_view(components.buildings[name]), disc=disc, conscript=conscript
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
                card=card_view(records[name]), upper=card_view(records[upper[name]]) if name in upper else None
            )
            for name in units(cards, upper)
        ],
        reserved=card_view(records[reserved]) if reserved else None,
        penalty=card_views(components, penalty),
    )


@kept
def _own_tokens(components: Components, tokens: Tokens) -> view_pb2.PlayerView:
    return view_pb2.PlayerView(
        brown_tokens=token_views(components, tokens, blue=False), blue_tokens=token_views(components, tokens, blue=True)
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
