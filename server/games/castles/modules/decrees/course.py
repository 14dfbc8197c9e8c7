"""Decrees that act in the course of the game: amounts, ends of turns and rounds.

D7, D11 to D18, D28 to D32, D52 to D54, D57, D58.
"""

from collections.abc import Callable, Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.choices import Decline, SaveCoins, among
from server.games.castles.geometry.castle import Room
from server.games.castles.modules.decrees.owned import owned, owner
from server.games.castles.points import Points
from server.games.castles.state import CastlesState, Player
from server.games.castles.turns.turn import SAVE_COINS, ask, scored
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

SAVINGS = "end_of_turn_may_bank_coins"
DECREE = types_pb2.POINTS_REASON_DECREE

AMOUNTS: tuple[tuple[str, str, str], ...] = (
    ("corridor_tiles", "corridor_reward_one_stairs_and_one_hallway", ""),
    ("downstairs_rewards", "downstairs_reward_two_different", "rewards"),
    ("outdoor", "outdoor_reward_coins", "coins"),
    ("sleeping_tiles", "sleeping_reward_tiles", "max_tiles"),
    ("moat_looks", "moat_reward_twice", "times"),
    ("activity", "activity_reward_vp", "vp"),
    ("food_coins", "food_reward_extra_coins", "coins"),
    ("living", "living_reward_extra_vp", "vp"),
    ("utility_draw", "utility_reward_draw", "draw"),
    ("renovation_price", "renovation_cost", "coins"),
    ("pass_income", "pass_income", "coins"),
    ("corridor_price", "stairs_or_hallway_cost", "coins"),
)
"""An amount of the base game, the effect that sets it, and the decree's number that it becomes (D11: one of each)."""


def attach(points: Points) -> None:
    """The decrees of the course of the game."""
    for amount, effect, field in AMOUNTS:
        points.change(amount, _setter(effect, field))
    points.change("room_price", builder_price)
    points.coins_hidden.append(hides_coins)
    points.completed.append(completion_coins)
    points.bought.append(bargain)
    points.turn_end.append(save_or_not)
    points.turn_end.append(odd_points)
    points.round_end.append(builder_pride)
    points.handlers[SAVE_COINS, SaveCoins] = save
    points.handlers[SAVE_COINS, Decline] = save_nothing
    points.lists[SAVE_COINS] = savings


def _setter(effect: str, field: str) -> Callable[[CastlesState, int, int], int]:
    def amount(state: CastlesState, seat: int, base: int) -> int:
        decree = owned(state, seat, effect)
        if decree is None:
            return base
        return decree.numbers[field] if field else decree.numbers["stairs"] + decree.numbers["hallways"]

    return amount


def builder_price(state: CastlesState, seat: int, price: int) -> int:
    """D54."""
    decree = owned(state, seat, "own_purchase_as_master_builder_discount")
    return max(0, price - decree.numbers["coins"]) if decree and seat == state.master_builder else price


def hides_coins(player: Player) -> bool:
    """D7."""
    return "decree_hidden_coins" in player.decrees


def completion_coins(state: CastlesState, seat: int, room: Room) -> Iterator[Message]:
    """D15: once for each room or renovation, whatever rewards it has."""
    decree = owned(state, seat, "coins_per_completed_room")
    if decree:
        yield events_pb2.CoinsGained(
            seat=seat, coins=decree.numbers["coins"], reason=types_pb2.COINS_REASON_DECREE, decree=decree.id
        )


def bargain(state: CastlesState, seat: int, coins: int) -> Iterator[Message]:
    """D58."""
    decree = owned(state, seat, "gain_vp_when_buying_room_with_coins")
    if decree and coins:
        yield scored(seat, decree.numbers["vp"], DECREE, card=decree.id)


def save_or_not(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """D18.1: at the end of each turn. The owner is asked whatever lies in hand: coins may be hidden."""
    if owned(state, state.active, SAVINGS) and not state.saved_asked:
        yield from ask(state, state.active, SAVE_COINS)


def savings(state: CastlesState, seat: int) -> Iterator[Choice]:
    """Exactly one amount, or nothing."""
    yield Decline()
    decree = owned(state, seat, SAVINGS)
    if decree and state.players[seat].coins >= decree.numbers["coins"]:
        yield SaveCoins()


def save(state: CastlesState, seat: int, choice: SaveCoins, chance: Chance) -> Iterator[Message]:
    """D18.1."""
    if not among(choice, savings(state, seat)):
        raise illegal("D18.1", "You have too few coins to put on the decree.")
    decree = owned(state, seat, SAVINGS)
    assert decree is not None
    yield events_pb2.CoinsSaved(seat=seat, coins=decree.numbers["coins"])


def save_nothing(state: CastlesState, seat: int, choice: Decline, chance: Chance) -> Iterator[Message]:
    """D18.1: never later."""
    yield events_pb2.CoinsSaved(seat=seat)


def odd_points(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """D17: negative odd numbers too."""
    seat = state.active
    decree = owned(state, seat, "end_of_turn_gain_if_vp_odd")
    if decree and state.players[seat].score % 2:
        yield scored(seat, decree.numbers["vp"], DECREE, card=decree.id)


def builder_pride(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """D57."""
    seat = owner(state, "end_of_round_as_master_builder_gain_vp")
    if seat is not None and seat == state.master_builder:
        decree = owned(state, seat, "end_of_round_as_master_builder_gain_vp")
        assert decree is not None
        yield scored(seat, decree.numbers["vp"], DECREE, card=decree.id)
