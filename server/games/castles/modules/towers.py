"""Towers (R5): a stack of their own, and a face-down favor for each that is completed."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles import final
from server.games.castles.choices import KeepFavor
from server.games.castles.content.records import TOWERS
from server.games.castles.geometry.castle import Room
from server.games.castles.points import Points
from server.games.castles.state import CastlesState, Reward
from server.games.castles.turns.turn import KEEP_FAVOR, R_TOWER, ask
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

LOOKED_AT = 3
"""Favors looked at for a tower (R5.3.1)."""


def attach(points: Points) -> None:
    """R5."""
    points.stacks.append(build_stack)
    points.change("favor_pile", lambda state, seat, pile: state.components.amounts.favor_pile_with_towers)
    points.rewards.append(tower_reward)
    points.resolvers[R_TOWER] = (lambda state, seat: bool(state.favor_pile), look_at_favors)
    points.handlers[KEEP_FAVOR, KeepFavor] = keep_favor
    points.lists[KEEP_FAVOR] = favors_to_keep
    points.tower_favors.append(score_favors)


def build_stack(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R1.2.4: all towers, at every player count."""
    tiles = chance.shuffle(state.components.towers)
    yield events_pb2.StackBuilt(stack=types_pb2.STACK_TOWERS, tiles=tiles, count=len(tiles))


def tower_reward(room: Room) -> tuple[int, ...]:
    """R5.2: a completed tower earns its own reward too."""
    return (R_TOWER,) if room.tile.stack == TOWERS else ()


def look_at_favors(state: CastlesState, reward: Reward, chance: Chance) -> Iterator[Message]:
    """R5.3: the top three of the pile, or what is left (R5.3.2)."""
    seat = state.active
    favors = state.favor_pile[:LOOKED_AT]
    yield events_pb2.FavorsLookedAt(seat=seat, favors=favors, count=len(favors))
    if len(favors) == 1:
        yield events_pb2.FavorKept(seat=seat, favor=favors[0])
        yield events_pb2.RewardDone(seat=seat, number=state.begun)
    else:
        yield from ask(state, seat, KEEP_FAVOR)


def favors_to_keep(state: CastlesState, seat: int) -> Iterator[Choice]:
    """R5.3: the favors looked at."""
    return (KeepFavor(favor) for favor in state.players[seat].looked)


def keep_favor(state: CastlesState, seat: int, choice: KeepFavor, chance: Chance) -> Iterator[Message]:
    """R5.3.1: one is kept face down, the others are discarded."""
    if choice.favor not in state.players[seat].looked:
        raise illegal("R5.3.1", "Keep one of the favors that you look at.")
    yield events_pb2.FavorKept(seat=seat, favor=choice.favor)
    yield events_pb2.RewardDone(seat=seat, number=state.begun)


def score_favors(state: CastlesState, seat: int) -> Iterator[Message]:
    """R11.2.6: all are shown first; each is scored for its owner alone, ranked among all players."""
    if seat == state.master_builder:
        for other in state.from_builder():
            favors = state.players[other].tower_favors
            if favors:
                yield events_pb2.CardsRevealed(seat=other, cards=favors)
    for favor in state.players[seat].tower_favors:
        yield from final.rank_favor(state, favor, seat, types_pb2.POINTS_REASON_TOWER_FAVOR)
