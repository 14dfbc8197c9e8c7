"""Decrees that take effect at the start (D1 to D5), in turn order from the master builder (R10.1.4)."""

from collections.abc import Callable, Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.choices import HideRoom, TakeCorridor, among
from server.games.castles.content import Decree
from server.games.castles.content.records import HALLWAYS, STAIRS, STANDARD
from server.games.castles.geometry.placements import has_spot
from server.games.castles.points import Points
from server.games.castles.state import CastlesState
from server.games.castles.turns import placing, rewards
from server.games.castles.turns.turn import GRAND_APPROACH, HIDE_ROOM, KEEP_DECREE, R_CORRIDOR, ask
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

SECOND_THOUGHTS = "look_top_decrees_keep_one"


def attach(points: Points) -> None:
    """D1 to D5."""
    points.start.append(start_decrees)
    points.may_earn.append(may_earn)
    points.handlers[HIDE_ROOM, HideRoom] = hide_room
    points.lists[HIDE_ROOM] = rooms_to_hide
    points.handlers[GRAND_APPROACH, TakeCorridor] = place_approach
    points.lists[GRAND_APPROACH] = approaches


def start_decrees(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R10.1.4: the next start decree that has not done its work; second thoughts last of all."""
    waiting = [
        (state.components.decrees[name].effect == SECOND_THOUGHTS, order, seat, state.components.decrees[name])
        for order, seat in enumerate(state.from_builder())
        for name in state.players[seat].decrees
        if state.components.decrees[name].effect in EFFECTS and name not in state.players[seat].started
    ]
    if waiting:
        _, _, seat, decree = min(waiting, key=lambda entry: entry[:2])
        yield from EFFECTS[decree.effect](state, seat, decree, chance)


def may_earn(state: CastlesState, seat: int, reward: int) -> bool:
    """D4.2: at the start the corridor reward is to be had once."""
    starting = state.stage == types_pb2.STAGE_START_DECREES
    return not (starting and reward == R_CORRIDOR and state.corridor_used)


def _treasury(state: CastlesState, seat: int, decree: Decree, chance: Chance) -> Iterator[Message]:
    """D1."""
    coins = decree.numbers["coins"]
    yield events_pb2.CoinsGained(seat=seat, coins=coins, reason=types_pb2.COINS_REASON_DECREE, decree=decree.id)
    yield _resolved(seat, decree)


def _second_thoughts(state: CastlesState, seat: int, decree: Decree, chance: Chance) -> Iterator[Message]:
    """D2."""
    cards = state.decree_deck[: decree.numbers["look"]]
    yield events_pb2.DecreesOffered(seat=seat, decrees=cards, count=len(cards), from_deck=True)
    yield from ask(state, seat, KEEP_DECREE)


def _private_favors(state: CastlesState, seat: int, decree: Decree, chance: Chance) -> Iterator[Message]:
    """D3: what the box has, at random."""
    favors = chance.shuffle(state.favor_box)[: decree.numbers["count"]]
    if favors:
        yield events_pb2.PrivateFavorsTaken(seat=seat, favors=favors, count=len(favors))
    yield _resolved(seat, decree)


def _grand_approach(state: CastlesState, seat: int, decree: Decree, chance: Chance) -> Iterator[Message]:
    """D4: hallway and stairs in either order, then the corridor reward, if one was earned."""
    left = list(approaches(state, seat))
    if len(left) > 1:
        yield from ask(state, seat, GRAND_APPROACH)
    elif left:
        yield from _take(state, seat, left[0])
    elif state.rewards:
        yield from rewards.next_reward(state, chance)
    else:
        yield _resolved(seat, decree)


def approaches(state: CastlesState, seat: int) -> Iterator[TakeCorridor]:
    """D4.1: those that are not placed yet and can be."""
    castle, ways = state.players[seat].castle, placing.ways(state, seat)
    placed = {room.tile.stack for room in castle.rooms}
    for stack in (STAIRS, HALLWAYS):
        if stack not in placed and state.supplies[stack]:
            tile = state.tile(rewards.CORRIDORS[stack])
            if has_spot(castle, tile, ways):
                yield TakeCorridor(stack)


def place_approach(state: CastlesState, seat: int, choice: TakeCorridor, chance: Chance) -> Iterator[Message]:
    """D4.1."""
    if not among(choice, approaches(state, seat)):
        raise illegal("D4.1", "Place the hallway and the stairs, each once.")
    yield from _take(state, seat, choice)


def _take(state: CastlesState, seat: int, choice: TakeCorridor) -> Iterator[Message]:
    return placing.choose(state, seat, rewards.CORRIDORS[choice.stack], placing.S_GRAND_APPROACH)


def _hidden_room(state: CastlesState, seat: int, decree: Decree, chance: Chance) -> Iterator[Message]:
    """D5."""
    yield from ask(state, seat, HIDE_ROOM)


def rooms_to_hide(state: CastlesState, seat: int) -> Iterator[Choice]:
    """D5.1: the standard stacks."""
    return (HideRoom(stack) for stack in STANDARD if state.stacks[stack])


def hide_room(state: CastlesState, seat: int, choice: HideRoom, chance: Chance) -> Iterator[Message]:
    """D5.1: the top tile, seen by its owner alone."""
    if not among(choice, rooms_to_hide(state, seat)):
        raise illegal("D5.1", "Choose a standard stack of rooms that has tiles.")
    stack = types_pb2.Stack.ValueType(choice.stack)
    yield events_pb2.RoomHidden(seat=seat, stack=stack, tile=state.stacks[choice.stack][0])
    decree = next(
        state.components.decrees[name]
        for name in state.players[seat].decrees
        if state.components.decrees[name].effect == "hide_top_room_of_a_stack"
    )
    yield _resolved(seat, decree)


def _resolved(seat: int, decree: Decree) -> Message:
    return events_pb2.StartDecreeResolved(seat=seat, decree=decree.id)


EFFECTS: dict[str, Callable[[CastlesState, int, Decree, Chance], Iterator[Message]]] = {
    "gain_coins": _treasury,
    SECOND_THOUGHTS: _second_thoughts,
    "take_unused_favors_face_down": _private_favors,
    "place_free_hallway_and_stairs": _grand_approach,
    "hide_top_room_of_a_stack": _hidden_room,
}
