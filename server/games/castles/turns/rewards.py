"""Completion rewards (R4.5): earned, chosen one by one, resolved."""

from collections.abc import Callable, Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles import scoring
from server.games.castles.choices import ChooseReward, Decline, LookInto, TakeCorridor, TakeReward, TakeTile, among
from server.games.castles.content.records import HALLWAYS, STAIRS
from server.games.castles.geometry.placements import has_spot
from server.games.castles.points import Events
from server.games.castles.state import CastlesState, Reward
from server.games.castles.turns import bonus, payment, placing
from server.games.castles.turns.turn import (
    CORRIDOR_REWARD,
    DOWNSTAIRS_REWARD,
    KEEP_BONUS,
    LOOK_INTO_STACK,
    PLACE,
    R_ACTIVITY,
    R_CORRIDOR,
    R_DOWNSTAIRS,
    R_FOOD,
    R_LIVING,
    R_OUTDOOR,
    R_SLEEPING,
    R_UTILITY,
    REWARD,
    TAKE_TILE,
    ask,
    may_trade,
    scored,
)
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

Stack = types_pb2.Stack.ValueType
RewardValue = types_pb2.Reward.ValueType
CORRIDORS = {STAIRS: "stairs", HALLWAYS: "hallway"}


def earn(state: CastlesState, seat: int, reward: int, room: int | None) -> Events:
    """R4.5: points, coins and turns come at once (R4.5.10); every other reward waits for its turn (R4.5.1)."""
    if not all(may(state, seat, reward) for may in state.points.may_earn):
        return
    if reward == R_ACTIVITY:
        points = state.points.amount("activity", state, seat, state.components.rewards[R_ACTIVITY])
        yield scored(seat, points, types_pb2.POINTS_REASON_REWARD, room=room)
    elif reward == R_OUTDOOR:
        coins = state.points.amount("outdoor", state, seat, state.components.rewards[R_OUTDOOR])
        yield events_pb2.CoinsGained(seat=seat, coins=coins, reason=types_pb2.COINS_REASON_REWARD)
    elif reward == R_FOOD:
        yield events_pb2.ExtraTurnEarned(seat=seat)
        coins = state.points.amount("food_coins", state, seat, 0)
        if coins:
            yield events_pb2.CoinsGained(seat=seat, coins=coins, reason=types_pb2.COINS_REASON_DECREE)
    elif reward == R_DOWNSTAIRS:
        yield from _count_downstairs(state, seat, room or 0)
    else:
        yield events_pb2.RewardEarned(seat=seat, number=state.last_reward + 1, reward=RewardValue(reward), room=room)


def _count_downstairs(state: CastlesState, seat: int, room: int) -> Events:
    """R4.6: every second one earns a reward, at most so many in a turn (R4.5.4, R4.6.2)."""
    full = state.players[seat].downstairs == 1
    yield events_pb2.DownstairsCounted(seat=seat, count=0 if full else 1, room=room)
    if full and state.downstairs_used < state.components.amounts.downstairs_reward_cap_per_turn:
        yield events_pb2.RewardEarned(
            seat=seat, number=state.last_reward + 1, reward=RewardValue(R_DOWNSTAIRS), room=room
        )


def next_reward(state: CastlesState, chance: Chance) -> Events:
    """R4.5.1: go on with the reward begun, else the player chooses the next."""
    begun = state.top_reward()
    if begun is not None:
        yield from _resolve(state, begun, chance)
    elif len(state.rewards) > 1 or may_trade(state):  # R7.3.5: tokens may be traded between rewards
        yield from ask(state, state.active, REWARD)
    else:
        yield from begin(state, state.rewards[0], chance)


def take(state: CastlesState, seat: int, choice: TakeReward, chance: Chance) -> Events:
    """R4.5.1: turn to a reward."""
    reward = next((reward for reward in state.rewards if reward.number == choice.number), None)
    if reward is None:
        raise illegal("R4.5.1", f"There is no reward {choice.number} waiting for you.")
    yield from begin(state, reward, chance)


def begin(state: CastlesState, reward: Reward, chance: Chance) -> Events:
    """Begin a reward; one that can do nothing is lost (R13.2)."""
    can_do, _ = _resolver(state, reward.reward)
    if not can_do(state, state.active):
        yield events_pb2.RewardLost(seat=state.active, number=reward.number)
        return
    yield events_pb2.RewardBegan(seat=state.active, number=reward.number)
    yield from _resolve(state, reward, chance)


def _resolve(state: CastlesState, reward: Reward, chance: Chance) -> Events:
    _, resolve = _resolver(state, reward.reward)
    yield from resolve(state, reward, chance)


def _resolver(state: CastlesState, reward: int) -> tuple[Callable[[CastlesState, int], bool], Callable[..., Events]]:
    return _RESOLVERS.get(reward) or state.points.resolvers[reward]


def _done(state: CastlesState) -> Message:
    return events_pb2.RewardDone(seat=state.active, number=state.begun)


# ---- corridor (R4.5.3)


def corridor_choices(state: CastlesState, seat: int) -> Iterator[Choice]:
    """R4.5.3: the free corridors that can be placed, and none."""
    yield from (TakeCorridor(stack) for stack in corridors_to_take(state, seat))
    yield Decline()


def corridors_to_take(state: CastlesState, seat: int) -> list[int]:
    """Stairs and hallways that are left and can be placed; with both to take, never two of a kind (D11)."""
    castle, ways = state.players[seat].castle, placing.ways(state, seat)
    return [
        stack
        for stack, tile in CORRIDORS.items()
        if state.supplies[stack] and stack != state.corridor_first and has_spot(castle, state.tile(tile), ways)
    ]


def can_take_corridor(state: CastlesState, seat: int) -> bool:
    """R4.5.3: whether the corridor reward can do anything."""
    return bool(corridors_to_take(state, seat))


def _corridor(state: CastlesState, reward: Reward, chance: Chance) -> Events:
    if can_take_corridor(state, state.active):
        yield from ask(state, state.active, CORRIDOR_REWARD)
    else:
        yield _done(state)


def take_corridor(state: CastlesState, seat: int, choice: TakeCorridor, chance: Chance) -> Events:
    """R4.5.3: take stairs or a hallway and place it free."""
    if choice.stack not in corridors_to_take(state, seat):
        raise illegal("R4.5.3", "You may take stairs or a hallway that is left and can be placed.")
    yield from placing.choose(state, seat, CORRIDORS[choice.stack], placing.S_CORRIDOR_REWARD)


def decline(state: CastlesState, seat: int, choice: Decline, chance: Chance) -> Events:
    """R4.5.10: do without the reward, or the rest of it."""
    yield _done(state)


# ---- downstairs (R4.5.4)


def downstairs_choices(state: CastlesState, seat: int) -> Iterator[Choice]:
    """R4.6.3: the other seven, except those that can do nothing."""
    for reward in (R_ACTIVITY, R_CORRIDOR, R_FOOD, R_LIVING, R_OUTDOOR, R_SLEEPING, R_UTILITY):
        can_do = _RESOLVERS[reward][0] if reward in _RESOLVERS else _always
        if reward != state.downstairs_first and can_do(state, seat):
            yield ChooseReward(reward)


def choose_reward(state: CastlesState, seat: int, choice: ChooseReward, chance: Chance) -> Events:
    """R4.6.3: the reward chosen acts as if the downstairs room had its type."""
    if not among(choice, downstairs_choices(state, seat)):
        raise illegal("R4.6.3", "Choose one of the other seven rewards that can do something.")
    reward = state.top_reward()
    assert reward is not None
    more = state.points.amount("downstairs_rewards", state, seat, 1) > 1 and not state.downstairs_first
    yield events_pb2.RewardChosen(seat=seat, reward=RewardValue(choice.reward), room=reward.room or 0)
    yield from earn(state, seat, choice.reward, reward.room)
    if not more:
        yield _done(state)


def _downstairs(state: CastlesState, reward: Reward, chance: Chance) -> Events:
    yield from ask(state, state.active, DOWNSTAIRS_REWARD)


# ---- living (R4.5.6)


def _living(state: CastlesState, reward: Reward, chance: Chance) -> Events:
    castle = state.players[state.active].castle
    room = castle.rooms[reward.room or 0]
    points = room.shows.vp + scoring.own_center(castle, room)
    yield scored(state.active, points, types_pb2.POINTS_REASON_SCORED_AGAIN, room=room.number)
    more = state.points.amount("living", state, state.active, 0)
    if more:
        yield scored(state.active, more, types_pb2.POINTS_REASON_DECREE, room=room.number)
    yield _done(state)


# ---- sleeping (R4.5.8)


def stacks_to_look_into(state: CastlesState) -> list[int]:
    """R4.5.8: standard stacks and the towers', as far as they have tiles."""
    return [stack for stack in sorted(state.stacks) if state.stacks[stack]]


def look_choices(state: CastlesState, seat: int) -> Iterator[Choice]:
    """R4.5.8: the stacks that may be looked through, and none."""
    yield from (LookInto(stack) for stack in stacks_to_look_into(state))
    yield Decline()


def look_into(state: CastlesState, seat: int, choice: LookInto, chance: Chance) -> Events:
    """R4.5.8, R6.8.1: look through a stack."""
    if choice.stack not in stacks_to_look_into(state):
        raise illegal("R4.5.8", "You may look through a stack of rooms that has tiles left.")
    tiles = sorted(state.stacks[choice.stack])
    yield events_pb2.StackLookedThrough(seat=seat, stack=Stack(choice.stack), tiles=tiles, count=len(tiles))
    yield from ask(state, seat, TAKE_TILE)


def take_choices(state: CastlesState, seat: int) -> Iterator[Choice]:
    """R4.5.8, R6.8.2: the tiles that may be put on the deck; for a moat reward those that can be placed. And none."""
    reward = state.top_reward()
    player = state.players[seat]
    if reward is not None and reward.reward == R_SLEEPING:
        yield from (TakeTile(tile) for tile in player.looked)
    else:
        ways = placing.ways(state, seat)
        yield from (TakeTile(tile) for tile in player.looked if has_spot(player.castle, state.tile(tile), ways))
    yield Decline()


def take_tile(state: CastlesState, seat: int, choice: TakeTile, chance: Chance) -> Events:
    """R4.5.8: onto the deck; R6.8.2: to be placed."""
    if not among(choice, take_choices(state, seat)):
        raise illegal("R4.5.8", "Take a tile of the stack you look through; for a moat reward one that can be placed.")
    reward = state.top_reward()
    assert reward is not None
    if reward.reward != R_SLEEPING:
        yield events_pb2.RoomChosen(seat=seat, hidden_tile=choice.tile, source=placing.S_MOAT_REWARD)
        yield from ask(state, seat, PLACE)
        return
    stack = state.players[seat].looked_stack
    most = state.points.amount("sleeping_tiles", state, seat, state.components.rewards[R_SLEEPING])
    yield events_pb2.TilePutOnDeck(seat=seat, stack=Stack(stack), tile=choice.tile)
    if state.tiles_taken < most and state.stacks[stack]:
        yield from ask(state, seat, TAKE_TILE)
    else:
        yield from stop_looking(state, seat, Decline(), chance)


def stop_looking(state: CastlesState, seat: int, choice: Decline, chance: Chance) -> Events:
    """R4.5.8: no more tiles: the rest of the stack is shuffled."""
    yield from payment.shuffle_back(state, seat, chance)
    yield _done(state)


def _sleeping(state: CastlesState, reward: Reward, chance: Chance) -> Events:
    yield from ask(state, state.active, LOOK_INTO_STACK)


# ---- utility (R4.5.9)


def _utility(state: CastlesState, reward: Reward, chance: Chance) -> Events:
    drawn = state.points.amount("utility_draw", state, state.active, state.components.rewards[R_UTILITY])
    yield bonus.draw(state, state.active, drawn)
    cards = state.players[state.active].looked
    if len(cards) == 1:
        yield from bonus.keep(state, state.active, cards[0])
        yield _done(state)
    else:
        yield from ask(state, state.active, KEEP_BONUS)


def reward_choices(state: CastlesState, seat: int) -> Iterator[Choice]:
    """R4.5.1: the rewards that wait, and what may be done between them (R7.3.5)."""
    yield from (TakeReward(reward.number) for reward in state.rewards)
    for lister in state.points.trades:
        yield from lister(state, seat)


def _always(state: CastlesState, seat: int) -> bool:
    return True


_RESOLVERS: dict[int, tuple[Callable[[CastlesState, int], bool], Callable[..., Events]]] = {
    R_CORRIDOR: (can_take_corridor, _corridor),
    R_DOWNSTAIRS: (_always, _downstairs),
    R_LIVING: (_always, _living),
    R_SLEEPING: (lambda state, seat: bool(stacks_to_look_into(state)), _sleeping),
    R_UTILITY: (lambda state, seat: bool(state.bonus_deck), _utility),
}
