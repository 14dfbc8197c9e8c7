"""What each event changes in the state. No rules here: facts are written down as they are told."""

from collections.abc import Callable, Mapping
from typing import Any

from ludarium.games.castles.v1 import events_pb2

from server.games.castles import evolve_cards, evolve_castle
from server.games.castles.content.records import CORRIDOR, DOWNSTAIRS, HALLWAYS, MOATS, STAIRS
from server.games.castles.state import CastlesState, DeckEntry, MarketTile, PoolTile, Reward

State = CastlesState


def colors_given(state: State, event: events_pb2.ColorsGiven) -> None:
    """The players have their colours."""
    for player, color in zip(state.players, event.colors, strict=True):
        player.color = color


def master_builder_chosen(state: State, event: events_pb2.MasterBuilderChosen) -> None:
    """Somebody is the first master builder."""
    state.master_builder = event.seat


def stack_built(state: State, event: events_pb2.StackBuilt) -> None:
    """A stack lies in this order."""
    if event.stack in state.supplies:
        state.supplies[event.stack] = event.count
    else:
        state.stacks[event.stack] = list(event.tiles)
        state.box.extend(event.boxed)


def renovation_stack_built(state: State, event: events_pb2.RenovationStackBuilt) -> None:
    """A stack of renovations lies in this order."""
    state.renovations[event.stack] = list(event.renovations)


def lake_filled(state: State, event: events_pb2.LakeFilled) -> None:
    """The tokens will come in this order."""
    state.lake = list(event.tokens)


def room_deck_built(state: State, event: events_pb2.RoomDeckBuilt) -> None:
    """The room deck lies in this order."""
    state.room_deck = [DeckEntry(card, "", None) for card in event.cards]
    state.boxed_cards = list(event.boxed)


def coins_gained(state: State, event: events_pb2.CoinsGained) -> None:
    """Coins came from the supply."""
    state.players[event.seat].coins += event.coins


def stage_began(state: State, event: events_pb2.StageBegan) -> None:
    """A stage began."""
    state.stage = event.stage
    state.planning_declined.clear()


def round_began(state: State, event: events_pb2.RoundBegan) -> None:
    """A round began: nothing is priced yet."""
    state.round, state.master_builder = event.round, event.master_builder
    state.priced_places, state.extra_priced, state.turns_taken = 0, False, 0
    state.moved.clear()
    state.moving_done = False
    for lying in state.market:
        lying.place = None


def room_card_turned_up(state: State, event: events_pb2.RoomCardTurnedUp) -> None:
    """A card came to the discard pile."""
    if state.room_deck:
        state.room_deck.pop(0)
    state.discard_pile.append(event.stack)


def room_turned_up(state: State, event: events_pb2.RoomTurnedUp) -> None:
    """A room came to the market."""
    if event.from_deck:
        state.room_deck.pop(0)
    elif event.tile in state.stacks.get(event.stack, ()):
        state.stacks[event.stack].remove(event.tile)
    state.market.append(MarketTile(event.tile))


def deck_tile_removed(state: State, event: events_pb2.DeckTileRemoved) -> None:
    """A tile on the deck left the game."""
    state.box.append(state.room_deck.pop(0).tile)


def renovation_turned_up(state: State, event: events_pb2.RenovationTurnedUp) -> None:
    """A renovation came to the pool."""
    size = state.tile(event.renovation).stack
    if event.renovation in state.renovations.get(size, ()):
        state.renovations[size].remove(event.renovation)
    state.pool.append(PoolTile(event.renovation))


def swan_token_placed(state: State, event: events_pb2.SwanTokenPlaced) -> None:
    """A token lies on a room or renovation."""
    if state.lake:
        state.lake.pop(0)
    for lying in state.market:
        if lying.tile == event.on:
            lying.swan = event.color
    for cover in state.pool:
        if cover.renovation == event.on:
            cover.swan = event.color


def room_cards_shuffled(state: State, event: events_pb2.RoomCardsShuffled) -> None:
    """The discard pile became the deck."""
    state.discard_pile.clear()
    state.room_deck.extend(DeckEntry(card, "", None) for card in event.cards)


def rooms_planned(state: State, event: events_pb2.RoomsPlanned) -> None:
    """Cards of the discard pile lie on the deck."""
    for card in event.cards:
        state.discard_pile.remove(card)
    state.room_deck[:0] = [DeckEntry(card, "", event.seat) for card in event.order]
    state.players[event.seat].planned = True


def planning_declined(state: State, event: events_pb2.PlanningDeclined) -> None:
    """A seat left it for this draw."""
    state.planning_declined.append(event.seat)


def coins_moved(state: State, event: events_pb2.CoinsMoved) -> None:
    """Coins moved from tile to tile."""
    for lying in state.market:
        if lying.tile == event.source:
            lying.coins -= event.coins
        if lying.tile == event.target:
            lying.coins += event.coins
    state.moved.append((event.source, event.target))


def moving_done(state: State, event: events_pb2.MovingDone) -> None:
    """No more coins move in this pricing."""
    state.moving_done = True


def room_priced(state: State, event: events_pb2.RoomPriced) -> None:
    """A tile lies under a price."""
    for lying in state.market:
        if lying.tile == event.tile:
            lying.place = event.place
    if event.extra:
        state.extra_priced = True
    else:
        state.priced_places = event.place + 1


def place_left_empty(state: State, event: events_pb2.PlaceLeftEmpty) -> None:
    """A price stays empty."""
    state.priced_places = event.place + 1


def turn_began(state: State, event: events_pb2.TurnBegan) -> None:
    """A turn began."""
    state.active, state.turn, state.extra_turn = event.seat, event.turn, event.extra
    state.turn_running, state.closing, state.saved_asked = True, False, False
    state.swans_traded, state.downstairs_used, state.last_reward = 0, 0, 0
    if event.extra:
        state.extra_turns -= 1
    else:
        state.turns_taken += 1


def decision_opened(state: State, event: events_pb2.DecisionOpened) -> None:
    """A seat is asked."""
    state.open_decision(event.seat, event.kind, event.standing)


def decision_withdrawn(state: State, event: events_pb2.DecisionWithdrawn) -> None:
    """A standing decision is closed."""
    state.decisions = [
        decision
        for decision in state.decisions
        if not (decision.standing and decision.seat == event.seat and decision.kind == event.kind)
    ]


def pass_taken(state: State, event: events_pb2.PassTaken) -> None:
    """A player passed."""


def room_bought(state: State, event: events_pb2.RoomBought) -> None:
    """A room was paid for."""
    state.market = [lying for lying in state.market if lying.tile != event.tile]
    state.players[event.seat].coins += event.coins_on_it
    _pay(state, event)


def corridor_taken(state: State, event: events_pb2.CorridorTaken) -> None:
    """Stairs or a hallway left the stack."""
    state.supplies[event.stack] -= 1
    _pay(state, event)
    if state.begun:
        state.corridor_first = 0 if state.corridor_first else event.stack


def moat_bought(state: State, event: events_pb2.MoatBought) -> None:
    """A moat was paid for."""
    state.supplies[MOATS] -= 1
    _pay(state, event)


def renovation_bought(state: State, event: events_pb2.RenovationBought) -> None:
    """A renovation was paid for."""
    state.pool = [lying for lying in state.pool if lying.renovation != event.renovation]
    _pay(state, event)


def swan_token_taken(state: State, event: events_pb2.SwanTokenTaken) -> None:
    """A player has a token more."""
    state.players[event.seat].swans[event.color] += 1


def swan_tokens_traded(state: State, event: events_pb2.SwanTokensTraded) -> None:
    """Tokens left the game for coins."""
    player = state.players[event.seat]
    for color in event.colors:
        player.swans[color] -= 1
        if not player.swans[color]:
            del player.swans[color]
        state.traded[color] += 1
    player.coins += event.coins
    state.swans_traded += len(event.colors)


def points_scored(state: State, event: events_pb2.PointsScored) -> None:
    """Somebody scored."""
    parts = state.players[event.seat].parts
    parts[event.reason] = parts.get(event.reason, 0) + event.points


def reward_earned(state: State, event: events_pb2.RewardEarned) -> None:
    """A reward waits."""
    room = event.room if event.HasField("room") else None
    state.rewards.append(Reward(event.number, event.reward, room))
    state.last_reward, state.active = event.number, event.seat
    if event.reward == DOWNSTAIRS:
        state.downstairs_used += 1
    if event.reward == CORRIDOR:
        state.corridor_used = True


def reward_began(state: State, event: events_pb2.RewardBegan) -> None:
    """A reward is being resolved."""
    state.begun = event.number
    state.corridor_first = state.downstairs_first = state.tiles_taken = 0


def reward_over(state: State, event: events_pb2.RewardDone | events_pb2.RewardLost) -> None:
    """A reward is no more."""
    state.rewards = [reward for reward in state.rewards if reward.number != event.number]
    state.begun = state.corridor_first = state.downstairs_first = state.tiles_taken = 0
    state.pending = None
    player = state.players[event.seat]
    player.looked_stack = 0
    player.looked.clear()


def reward_chosen(state: State, event: events_pb2.RewardChosen) -> None:
    """One of the downstairs rewards was chosen."""
    state.downstairs_first = event.reward


def downstairs_counted(state: State, event: events_pb2.DownstairsCounted) -> None:
    """The count changed."""
    state.players[event.seat].downstairs = event.count


def extra_turn_earned(state: State, event: events_pb2.ExtraTurnEarned) -> None:
    """Another turn is due."""
    state.extra_turns += 1


def turn_closing(state: State, event: events_pb2.TurnClosing) -> None:
    """The turn is ending."""
    state.closing = True


def coins_saved(state: State, event: events_pb2.CoinsSaved) -> None:
    """Coins were put aside, or not."""
    player = state.players[event.seat]
    player.coins -= event.coins
    player.saved += event.coins
    state.saved_asked = True


def turn_ended(state: State, event: events_pb2.TurnEnded) -> None:
    """The turn is over."""
    state.turn_running = False


def deck_ran_out(state: State, event: events_pb2.DeckRanOut) -> None:
    """The room deck ran out."""
    state.deck_ran_out = True


def end_triggered(state: State, event: events_pb2.EndTriggered) -> None:
    """The end is certain."""
    state.ending = True


def coins_added(state: State, event: events_pb2.CoinsAdded) -> None:
    """Coins lie on what is left of the market."""
    for lying in state.market:
        if lying.tile in event.tiles:
            lying.coins += event.coins


def master_builder_passed(state: State, event: events_pb2.MasterBuilderPassed) -> None:
    """Somebody else is the master builder."""
    state.master_builder = event.seat


def final_scoring_began(state: State, event: events_pb2.FinalScoringBegan) -> None:
    """The master builder of the last round is known."""
    state.last_master_builder = event.master_builder


def tiles_removed(state: State, event: events_pb2.TilesRemoved) -> None:
    """Tiles left a stack for the box."""
    player = state.players[event.seat]
    if not event.stack:
        player.removing_done = True
        return
    player.removed_from.append(event.stack)
    if event.stack in (STAIRS, HALLWAYS):
        state.supplies[event.stack] -= event.count
    else:
        state.box.extend(state.stacks[event.stack][: event.count])
        del state.stacks[event.stack][: event.count]


def start_of_final_done(state: State, event: events_pb2.StartOfFinalDone) -> None:
    """The start of final scoring is over."""
    state.start_of_final_done = True


def favor_ranked(state: State, event: events_pb2.FavorRanked) -> None:
    """A favor was scored."""
    if event.HasField("winner") and not event.HasField("owner"):
        state.players[event.winner].places_first += 1


def nothing(state: State, event: Any) -> None:
    """Told for the record only."""


def game_ended(state: State, event: events_pb2.GameEnded) -> None:
    """The game is over."""
    state.winners = tuple(event.winners)


def _pay(state: State, event: Any) -> None:
    state.players[event.seat].coins -= event.price
    if event.HasField("paid_to"):
        state.players[event.paid_to].coins += event.price


EVOLVE: Mapping[str, Callable[[State, Any], None]] = {
    **evolve_castle.EVOLVE,
    **evolve_cards.EVOLVE,
    "colors_given": colors_given,
    "master_builder_chosen": master_builder_chosen,
    "stack_built": stack_built,
    "renovation_stack_built": renovation_stack_built,
    "lake_filled": lake_filled,
    "room_deck_built": room_deck_built,
    "coins_gained": coins_gained,
    "stage_began": stage_began,
    "round_began": round_began,
    "room_card_turned_up": room_card_turned_up,
    "room_turned_up": room_turned_up,
    "deck_tile_removed": deck_tile_removed,
    "renovation_turned_up": renovation_turned_up,
    "swan_token_placed": swan_token_placed,
    "room_cards_shuffled": room_cards_shuffled,
    "rooms_planned": rooms_planned,
    "planning_declined": planning_declined,
    "coins_moved": coins_moved,
    "moving_done": moving_done,
    "room_priced": room_priced,
    "place_left_empty": place_left_empty,
    "turn_began": turn_began,
    "decision_opened": decision_opened,
    "decision_withdrawn": decision_withdrawn,
    "pass_taken": pass_taken,
    "room_bought": room_bought,
    "corridor_taken": corridor_taken,
    "moat_bought": moat_bought,
    "renovation_bought": renovation_bought,
    "swan_token_taken": swan_token_taken,
    "swan_tokens_traded": swan_tokens_traded,
    "points_scored": points_scored,
    "reward_earned": reward_earned,
    "reward_began": reward_began,
    "reward_lost": reward_over,
    "reward_done": reward_over,
    "reward_chosen": reward_chosen,
    "downstairs_counted": downstairs_counted,
    "extra_turn_earned": extra_turn_earned,
    "turn_closing": turn_closing,
    "coins_saved": coins_saved,
    "turn_ended": turn_ended,
    "deck_ran_out": deck_ran_out,
    "end_triggered": end_triggered,
    "coins_added": coins_added,
    "master_builder_passed": master_builder_passed,
    "final_scoring_began": final_scoring_began,
    "hidden_room_revealed": nothing,
    "tiles_removed": tiles_removed,
    "start_of_final_done": start_of_final_done,
    "stack_depleted": nothing,
    "favor_ranked": favor_ranked,
    "cards_revealed": nothing,
    "game_ended": game_ended,
}
