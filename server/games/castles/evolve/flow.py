"""Stages, rounds and turns: buying, rewards, points, and the end."""

from collections.abc import Callable, Mapping
from typing import Any

from ludarium.games.castles.v1 import events_pb2

from server.games.castles.content.records import CORRIDOR, DOWNSTAIRS, MOATS
from server.games.castles.state import CastlesState, Reward

State = CastlesState


def colors_given(state: State, event: events_pb2.ColorsGiven) -> None:
    """The players have their colours."""
    for player, color in zip(state.players, event.colors, strict=True):
        player.color = color


def master_builder_chosen(state: State, event: events_pb2.MasterBuilderChosen) -> None:
    """Somebody is the first master builder."""
    state.master_builder = event.seat


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


def master_builder_passed(state: State, event: events_pb2.MasterBuilderPassed) -> None:
    """Somebody else is the master builder."""
    state.master_builder = event.seat


def final_scoring_began(state: State, event: events_pb2.FinalScoringBegan) -> None:
    """The master builder of the last round is known."""
    state.last_master_builder = event.master_builder


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
    "colors_given": colors_given,
    "master_builder_chosen": master_builder_chosen,
    "coins_gained": coins_gained,
    "stage_began": stage_began,
    "round_began": round_began,
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
    "master_builder_passed": master_builder_passed,
    "final_scoring_began": final_scoring_began,
    "hidden_room_revealed": nothing,
    "start_of_final_done": start_of_final_done,
    "stack_depleted": nothing,
    "favor_ranked": favor_ranked,
    "cards_revealed": nothing,
    "game_ended": game_ended,
}
