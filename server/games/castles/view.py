"""The full view of a state; the redactor cuts it to what a viewer may see (R1.3)."""

from collections.abc import Iterator
from operator import attrgetter
from typing import Any, Final

from ludarium.games.castles.v1 import types_pb2, view_pb2

from server.games.castles.content import Components
from server.games.castles.content.files import PlayerRow
from server.games.castles.state import CastlesState, DeckEntry, Pending
from server.games.castles.view_castle import castle_piece, passage_of, tile_view
from server.games.kernel.pieces import holding, kept

PLAYERS: Final = view_pb2.View.PLAYERS_FIELD_NUMBER
Stack = types_pb2.Stack.ValueType
Swan = types_pb2.SwanColor.ValueType

Names = tuple[str, ...]
Numbers = tuple[int, ...]
Counted = tuple[tuple[int, int], ...]
"""Colours or reasons, and how many of each."""

_OF_PLAYER: Final = attrgetter(
    *("color", "coins", "saved", "downstairs", "looked_stack"),
    *("hidden_room", "hidden_stack", "planned", "removing_done", "places_first"),
)
_OF_MARKET: Final = attrgetter("tile", "place", "coins", "swan")
_OF_POOL: Final = attrgetter("renovation", "swan")


def view_pieces(state: CastlesState) -> Iterator[bytes]:
    """Everything on the table, hidden things included."""
    yield _course(state).SerializeToString()
    yield from _table(state)
    for seat, player in enumerate(state.players):
        yield _player(
            seat,
            _OF_PLAYER(player),
            any(hides(player) for hides in state.points.coins_hidden),
            tuple(player.parts.items()),
            tuple(player.swans.items()),
            tuple(player.passages),
            tuple(player.bonus),
            tuple(player.looked),
            tuple(player.tower_favors),
            tuple(player.private_favors),
            tuple(player.decrees),
            tuple(player.started),
            tuple(player.kept_decrees),
            tuple(player.removed_from),
            castle_piece(state, player),
        )


def _table(state: CastlesState) -> Iterator[bytes]:
    """What lies beside the players."""
    components = state.components
    yield _market(components, state.row, tuple(map(_OF_MARKET, state.market)))
    yield _pool(components, tuple(map(_OF_POOL, state.pool)))
    yield _stacks(
        tuple([(stack, tuple(tiles)) for stack, tiles in state.stacks.items()]),
        tuple([(stack, tuple(tiles)) for stack, tiles in state.renovations.items()]),
    )
    yield _supplies(tuple(state.supplies.items()))
    yield _room_deck(tuple(state.room_deck))
    yield _boxed(tuple(state.discard_pile), tuple(state.boxed_cards), tuple(state.box))
    yield _lake(tuple(state.lake), tuple(state.traded.items()))
    yield _favors(
        tuple(state.favors),
        tuple(state.favors_back),
        tuple(state.favor_pile),
        tuple(state.favor_box),
        tuple(state.favor_discard),
    )
    yield _other_decks(tuple(state.bonus_deck), tuple(state.decree_deck), tuple(state.draft))


@kept
def _market(components: Components, row: PlayerRow, lying: tuple[Any, ...]) -> view_pb2.View:
    return view_pb2.View(
        prices=row.prices,
        market=[
            view_pb2.MarketTileView(
                tile=tile_view(components.tiles[tile]),
                place=place,
                price=0 if place is None else row.prices[place],
                coins=coins,
                swan=Swan(swan),
            )
            for tile, place, coins, swan in lying
        ],
    )


@kept
def _pool(components: Components, lying: tuple[Any, ...]) -> view_pb2.View:
    return view_pb2.View(
        pool=[
            view_pb2.PoolView(tile=tile_view(components.tiles[renovation]), swan=Swan(swan))
            for renovation, swan in lying
        ]
    )


@kept
def _stacks(stacks: tuple[tuple[int, Names], ...], renovations: tuple[tuple[int, Names], ...]) -> view_pb2.View:
    above = dict(renovations)
    return view_pb2.View(
        stacks=[
            view_pb2.StackView(
                stack=Stack(stack),
                count=len(tiles),
                tiles=tiles,
                renovation_count=len(above.get(stack, ())),
                renovations=above.get(stack, ()),
            )
            for stack, tiles in sorted(stacks)
        ]
    )


@kept
def _supplies(supplies: tuple[tuple[int, int], ...]) -> view_pb2.View:
    """The stacks whose tiles are all alike; they follow the others."""
    return view_pb2.View(
        stacks=[view_pb2.StackView(stack=Stack(stack), count=count) for stack, count in sorted(supplies)]
    )


@kept
def _room_deck(deck: tuple[DeckEntry, ...]) -> view_pb2.View:
    return view_pb2.View(
        room_deck_count=len(deck),
        room_deck=[view_pb2.DeckEntryView(stack=Stack(entry.stack), tile=entry.tile) for entry in deck],
        deck_top=[
            view_pb2.DeckTopView(
                seat=entry.seat,
                is_tile=bool(entry.tile),
                stack=Stack(entry.stack) if entry.tile else None,
                tile=entry.tile or None,
                card=None if entry.tile else Stack(entry.stack),
            )
            for entry in deck
            if entry.seat is not None
        ],
        # D8.3: which cards were put on the deck is public, their order is not.
        planned_cards=[Stack(card) for card in sorted(e.stack for e in deck if e.seat is not None and not e.tile)],
    )


@kept
def _boxed(discard_pile: Numbers, cards: Numbers, tiles: Names) -> view_pb2.View:
    return view_pb2.View(
        discard_pile=[Stack(card) for card in discard_pile],
        boxed_cards=[Stack(card) for card in cards],
        boxed_tiles=tiles,
    )


@kept
def _lake(lake: Numbers, traded: Counted) -> view_pb2.View:
    return view_pb2.View(lake_count=len(lake), lake=[Swan(token) for token in lake], traded=_swans(traded))


@kept
def _favors(favors: Names, back: Names, pile: Names, box: Names, discard: Names) -> view_pb2.View:
    return view_pb2.View(
        favors=favors,
        favors_back=back,
        favor_pile_count=len(pile),
        favor_pile=pile,
        favor_box_count=len(box),
        favor_box=box,
        favor_discard_count=len(discard),
        favor_discard=discard,
    )


@kept
def _other_decks(bonus: Names, decrees: Names, draft: Names) -> view_pb2.View:
    return view_pb2.View(
        bonus_deck_count=len(bonus),
        bonus_deck=bonus,
        decree_deck_count=len(decrees),
        decree_deck=decrees,
        draft=draft,
        draft_count=len(draft),
    )


def _course(state: CastlesState) -> view_pb2.View:
    """Where the game stands."""
    return view_pb2.View(
        draft_seat=state.draft_seat,
        draft_back=state.draft_back,
        stage=types_pb2.Stage.ValueType(state.stage),
        master_builder=state.master_builder,
        round=state.round,
        turn=state.turn,
        active_seat=state.active,
        extra_turn=state.extra_turn,
        turn_running=state.turn_running,
        closing=state.closing,
        saved_asked=state.saved_asked,
        extra_turns=state.extra_turns,
        turns_taken=state.turns_taken,
        swans_traded=state.swans_traded,
        downstairs_used=state.downstairs_used,
        corridor_used=state.corridor_used,
        rewards=[
            view_pb2.RewardView(
                number=reward.number,
                reward=types_pb2.Reward.ValueType(reward.reward),
                room=reward.room,
                begun=reward.number == state.begun,
            )
            for reward in state.rewards
        ],
        last_reward=state.last_reward,
        downstairs_first=types_pb2.Reward.ValueType(state.downstairs_first),
        corridor_first=Stack(state.corridor_first),
        tiles_taken=state.tiles_taken,
        pending=_pending(state, state.pending) if state.pending else None,
        discards=[
            view_pb2.DiscardView(
                seat=discard.seat, cards=discard.cards, count=len(discard.cards), exchanged=discard.exchanged
            )
            for discard in state.discards
        ],
        exchange_shown=state.exchange_shown,
        priced_places=state.priced_places,
        extra_priced=state.extra_priced,
        moved=[view_pb2.MovedView(source=source, target=target) for source, target in state.moved],
        moving_done=state.moving_done,
        planning_declined=state.planning_declined,
        deck_ran_out=state.deck_ran_out,
        ending=state.ending,
        start_of_final_done=state.start_of_final_done,
        winners=state.winners,
        last_master_builder=state.last_master_builder,
    )


@kept
def _player(
    seat: int,
    values: tuple[Any, ...],
    coins_hidden: bool,
    parts: Counted,
    swans: Counted,
    passages: Numbers,
    bonus: Names,
    looked: Names,
    tower_favors: Names,
    private_favors: Names,
    decrees: Names,
    started: Names,
    kept_decrees: Names,
    removed_from: Numbers,
    castle: bytes,
) -> bytes:
    color, coins, saved, downstairs, looked_stack, *others = values
    hidden_room, hidden_stack, planned, removing_done, places_first = others
    player = view_pb2.PlayerView(
        seat=seat,
        color=types_pb2.PlayerColor.ValueType(color),
        coins=None if coins_hidden else coins,
        own_coins=coins,
        coins_hidden=coins_hidden,
        saved_coins=saved,
        points=sum(points for _, points in parts),
        parts=[
            view_pb2.PartView(reason=types_pb2.PointsReason.ValueType(reason), points=points)
            for reason, points in sorted(parts)
        ],
        swans=_swans(swans),
        passages_left=[types_pb2.Passage.ValueType(passage) for passage in passages],
        downstairs_count=downstairs,
        bonus_cards=bonus,
        bonus_count=len(bonus),
        choosing=looked,
        choosing_count=len(looked),
        choosing_stack=Stack(looked_stack),
        tower_favors=tower_favors,
        tower_favor_count=len(tower_favors),
        private_favors=private_favors,
        private_favor_count=len(private_favors),
        decrees=decrees,
        started_decrees=started,
        kept_decrees=kept_decrees,
        kept_decree_count=len(kept_decrees),
        hidden_room=hidden_room or None,
        hidden_room_stack=Stack(hidden_stack),
        planned=planned,
        removed_from=[Stack(stack) for stack in removed_from],
        removing_done=removing_done,
        places_first=places_first,
    )
    return holding(PLAYERS, player.SerializeToString(), castle)


def _pending(state: CastlesState, pending: Pending) -> view_pb2.PendingView:
    secret = pending.source == types_pb2.PLACEMENT_SOURCE_MOAT_REWARD and not pending.aimed
    renovation = pending.source == types_pb2.PLACEMENT_SOURCE_RENOVATION
    return view_pb2.PendingView(
        seat=pending.seat,
        source=types_pb2.PlacementSource.ValueType(pending.source),
        tile="" if secret or renovation else pending.tile,
        hidden_tile=pending.tile if secret else None,
        aimed=pending.aimed,
        x=pending.x,
        y=pending.y,
        quarter_turns=pending.turns,
        level=types_pb2.Level.ValueType(pending.level),
        renovation=pending.tile if renovation else "",
        room=pending.room,
        shown=None if secret else tile_view(state.tile(pending.tile)),
        hidden_shown=tile_view(state.tile(pending.tile)) if secret else None,
        passages=[
            passage_of(planned.passage, planned.own, planned.other, state, pending) for planned in pending.passages
        ],
    )


def _swans(tokens: Counted) -> list[view_pb2.SwanCountView]:
    return [view_pb2.SwanCountView(color=Swan(color), count=count) for color, count in sorted(tokens)]
