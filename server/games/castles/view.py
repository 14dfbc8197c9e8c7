"""The full view of a state; the redactor cuts it to what a viewer may see (R1.3)."""

from collections import Counter

from ludarium.games.castles.v1 import types_pb2, view_pb2

from server.games.castles.state import CastlesState, Pending, Player
from server.games.castles.view_castle import castle_view, passage_of, tile_view

Stack = types_pb2.Stack.ValueType
Swan = types_pb2.SwanColor.ValueType


def view(state: CastlesState) -> view_pb2.View:
    """Everything on the table, hidden things included."""
    message = _table(state)
    for seat, player in enumerate(state.players):
        message.players.add().CopyFrom(_player(state, seat, player))
    return message


def _table(state: CastlesState) -> view_pb2.View:
    """All but the players."""
    return view_pb2.View(
        market=[
            view_pb2.MarketTileView(
                tile=tile_view(state.tile(lying.tile)),
                place=lying.place,
                price=0 if lying.place is None else state.row.prices[lying.place],
                coins=lying.coins,
                swan=Swan(lying.swan),
            )
            for lying in state.market
        ],
        pool=[
            view_pb2.PoolView(tile=tile_view(state.tile(lying.renovation)), swan=Swan(lying.swan))
            for lying in state.pool
        ],
        prices=state.row.prices,
        stacks=_stacks(state),
        lake_count=len(state.lake),
        lake=[Swan(token) for token in state.lake],
        traded=_swans(state.traded),
        room_deck_count=len(state.room_deck),
        room_deck=[view_pb2.DeckEntryView(stack=Stack(entry.stack), tile=entry.tile) for entry in state.room_deck],
        deck_top=[
            view_pb2.DeckTopView(
                seat=entry.seat,
                is_tile=bool(entry.tile),
                stack=Stack(entry.stack) if entry.tile else None,
                tile=entry.tile or None,
                card=None if entry.tile else Stack(entry.stack),
            )
            for entry in state.room_deck
            if entry.seat is not None
        ],
        planned_cards=_planned_cards(state),
        discard_pile=[Stack(card) for card in state.discard_pile],
        boxed_cards=[Stack(card) for card in state.boxed_cards],
        boxed_tiles=state.box,
        favors=state.favors,
        favors_back=state.favors_back,
        favor_pile_count=len(state.favor_pile),
        favor_pile=state.favor_pile,
        favor_box_count=len(state.favor_box),
        favor_box=state.favor_box,
        favor_discard_count=len(state.favor_discard),
        favor_discard=state.favor_discard,
        bonus_deck_count=len(state.bonus_deck),
        bonus_deck=state.bonus_deck,
        decree_deck_count=len(state.decree_deck),
        decree_deck=state.decree_deck,
        draft=state.draft,
        draft_count=len(state.draft),
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


def _player(state: CastlesState, seat: int, player: Player) -> view_pb2.PlayerView:
    hidden = any(hides(player) for hides in state.points.coins_hidden)
    message = view_pb2.PlayerView(
        seat=seat,
        color=types_pb2.PlayerColor.ValueType(player.color),
        coins=None if hidden else player.coins,
        own_coins=player.coins,
        coins_hidden=hidden,
        saved_coins=player.saved,
        points=player.score,
        parts=[
            view_pb2.PartView(reason=types_pb2.PointsReason.ValueType(reason), points=points)
            for reason, points in sorted(player.parts.items())
        ],
        swans=_swans(player.swans),
        passages_left=[types_pb2.Passage.ValueType(passage) for passage in player.passages],
        downstairs_count=player.downstairs,
        bonus_cards=player.bonus,
        bonus_count=len(player.bonus),
        choosing=player.looked,
        choosing_count=len(player.looked),
        choosing_stack=Stack(player.looked_stack),
        tower_favors=player.tower_favors,
        tower_favor_count=len(player.tower_favors),
        private_favors=player.private_favors,
        private_favor_count=len(player.private_favors),
        decrees=player.decrees,
        started_decrees=player.started,
        kept_decrees=player.kept_decrees,
        kept_decree_count=len(player.kept_decrees),
        hidden_room=player.hidden_room or None,
        hidden_room_stack=Stack(player.hidden_stack),
        planned=player.planned,
        removed_from=[Stack(stack) for stack in player.removed_from],
        removing_done=player.removing_done,
        places_first=player.places_first,
    )
    message.castle.CopyFrom(castle_view(state, player))
    return message


def _stacks(state: CastlesState) -> list[view_pb2.StackView]:
    rooms = [
        view_pb2.StackView(
            stack=Stack(stack),
            count=len(tiles),
            tiles=tiles,
            renovation_count=len(state.renovations.get(stack, ())),
            renovations=state.renovations.get(stack, ()),
        )
        for stack, tiles in sorted(state.stacks.items())
    ]
    others = sorted(state.supplies.items())
    return rooms + [view_pb2.StackView(stack=Stack(stack), count=count) for stack, count in others]


def _planned_cards(state: CastlesState) -> list[types_pb2.Stack.ValueType]:
    """D8.3: which cards were put on the deck is public, their order is not."""
    cards = (entry.stack for entry in state.room_deck if entry.seat is not None and not entry.tile)
    return [Stack(card) for card in sorted(cards)]


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


def _swans(tokens: Counter[int]) -> list[view_pb2.SwanCountView]:
    return [view_pb2.SwanCountView(color=Swan(color), count=count) for color, count in sorted(tokens.items())]
