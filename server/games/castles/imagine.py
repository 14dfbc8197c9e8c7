"""A state that is possible for all that a viewer knows (R1.3)."""

from collections import Counter
from collections.abc import Iterable

from ludarium.games.castles.v1 import options_pb2, view_pb2

from server.games.castles.content.records import HALLWAYS, MOATS, STAIRS
from server.games.castles.evolve.castle import planned
from server.games.castles.geometry.passages import gap_cells
from server.games.castles.imagine_hidden import deal
from server.games.castles.setup import new_state
from server.games.castles.state import (
    CastlesState,
    DeckEntry,
    Discard,
    MarketTile,
    Pending,
    Player,
    PoolTile,
    Reward,
)
from server.games.kernel.chance import Chance
from server.games.kernel.game import Seating


def imagine(options: options_pb2.Options, view: view_pb2.View, seat: int | None, chance: Chance) -> CastlesState:
    """Write down what the view shows, then deal at random what the viewer can't see."""
    state = new_state(options, [Seating("")] * len(view.players))
    state.players = [_player(state, player) for player in view.players]
    _table(state, view)
    _course(state, view)
    deal(state, view, seat, chance)
    return state


def _player(state: CastlesState, view: view_pb2.PlayerView) -> Player:
    player = Player(
        color=view.color,
        coins=view.own_coins if view.HasField("own_coins") else view.coins,
        saved=view.saved_coins,
        parts={part.reason: part.points for part in view.parts},
        swans=_tokens(view.swans),
        passages=list(view.passages_left),
        downstairs=view.downstairs_count,
        bonus=list(view.bonus_cards),
        looked=list(view.choosing),
        looked_stack=view.choosing_stack,
        tower_favors=list(view.tower_favors),
        private_favors=list(view.private_favors),
        decrees=list(view.decrees),
        started=list(view.started_decrees),
        kept_decrees=list(view.kept_decrees),
        hidden_room=view.hidden_room,
        hidden_stack=view.hidden_room_stack,
        planned=view.planned,
        removed_from=list(view.removed_from),
        removing_done=view.removing_done,
        places_first=view.places_first,
    )
    _build(state, player, view.castle)
    return player


def _build(state: CastlesState, player: Player, view: view_pb2.CastleView) -> None:
    """The castle again, room by room, then moats and passages."""
    castle = player.castle
    for room in view.rooms:
        if room.side:
            castle.add_foyer(room.side, room.quarter_turns, barbican=bool(view.moats))
        else:
            tile = state.tile(room.covered or room.tile.id)
            castle.add_room(tile, room.x, room.y, room.quarter_turns, room.level, garden=room.garden)
    for moat in view.moats:
        if moat.slot:
            castle.add_moat(moat.slot)
    for placed in view.passages:
        joins = planned(placed.passage)
        castle.add_passage(joins.passage, joins.own, joins.other, gap_cells(castle, joins))
    for room in view.rooms:
        if room.covered:
            castle.renovate(room.number, state.tile(room.tile.id))
        if room.complete:
            castle.complete(room.number)


def _table(state: CastlesState, view: view_pb2.View) -> None:
    state.market = [
        MarketTile(lying.tile.id, lying.place if lying.HasField("place") else None, lying.coins, lying.swan)
        for lying in view.market
    ]
    state.pool = [PoolTile(lying.tile.id, lying.swan) for lying in view.pool]
    for stack in view.stacks:
        if stack.stack in (STAIRS, HALLWAYS, MOATS):
            state.supplies[stack.stack] = stack.count
        else:
            state.stacks[stack.stack] = []
    state.traded = _tokens(view.traded)
    state.room_deck = [DeckEntry(entry.stack or entry.card, entry.tile, entry.seat) for entry in view.deck_top]
    state.discard_pile = list(view.discard_pile)
    state.favors, state.favors_back = list(view.favors), list(view.favors_back)
    state.discards = [Discard(part.seat, tuple(part.cards), part.exchanged) for part in view.discards]


def _course(state: CastlesState, view: view_pb2.View) -> None:
    state.draft_seat = view.draft_seat if view.HasField("draft_seat") else None
    state.draft_back = view.draft_back
    state.stage, state.round, state.turn = view.stage, view.round, view.turn
    state.master_builder, state.last_master_builder = view.master_builder, view.last_master_builder
    state.active, state.extra_turn, state.turn_running = view.active_seat, view.extra_turn, view.turn_running
    state.closing, state.saved_asked = view.closing, view.saved_asked
    state.extra_turns, state.turns_taken = view.extra_turns, view.turns_taken
    state.swans_traded, state.downstairs_used = view.swans_traded, view.downstairs_used
    state.corridor_used = view.corridor_used
    state.rewards = [
        Reward(part.number, part.reward, part.room if part.HasField("room") else None) for part in view.rewards
    ]
    state.begun = next((part.number for part in view.rewards if part.begun), 0)
    state.last_reward = view.last_reward
    state.downstairs_first, state.corridor_first = view.downstairs_first, view.corridor_first
    state.tiles_taken = view.tiles_taken
    state.pending = _pending(view.pending) if view.HasField("pending") else None
    state.exchange_shown = view.exchange_shown
    state.priced_places, state.extra_priced = view.priced_places, view.extra_priced
    state.moved = [(part.source, part.target) for part in view.moved]
    state.moving_done = view.moving_done
    state.planning_declined = list(view.planning_declined)
    state.deck_ran_out, state.ending = view.deck_ran_out, view.ending
    state.start_of_final_done, state.winners = view.start_of_final_done, tuple(view.winners)


def _pending(view: view_pb2.PendingView) -> Pending:
    return Pending(
        view.seat,
        view.source,
        view.tile or view.hidden_tile or view.renovation,
        view.aimed,
        view.x,
        view.y,
        view.quarter_turns,
        view.level,
        view.room,
        [planned(passage) for passage in view.passages],
    )


def _tokens(tokens: Iterable[view_pb2.SwanCountView]) -> Counter[int]:
    return Counter({part.color: part.count for part in tokens})
