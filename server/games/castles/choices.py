"""The answers to the decisions of Castles, as small tuples; fields are those of the messages in commands.proto."""

from collections.abc import Iterable
from typing import NamedTuple

from ludarium.games.castles.v1 import commands_pb2

from server.games.castles.content import load
from server.games.castles.geometry.forms import distinct_turns
from server.games.kernel.codec import Choice, Codec


class Entrance(NamedTuple):
    """An entrance: its cell and the side of the cell, by the contract's Direction."""

    x: int
    y: int
    side: int


class ChooseFoyer(NamedTuple):
    """The side of the foyer and how it lies (R6.1.1)."""

    side: int
    quarter_turns: int


class KeepDecree(NamedTuple):
    """Keep a decree (R10.1, D2)."""

    decree: str


class HideRoom(NamedTuple):
    """Hide the top room of a stack (D5)."""

    stack: int


class DiscardBonus(NamedTuple):
    """Give a bonus card back (R1.2.9.3)."""

    card: str


class ExchangeBonus(NamedTuple):
    """Swap an own bonus card for a discarded one (D6)."""

    own: str
    other: str


class PlanRooms(NamedTuple):
    """Put room cards of the discard pile on the deck, the first on top (D8)."""

    cards: tuple[int, ...]


class MoveCoins(NamedTuple):
    """Move coins between market rooms (D10)."""

    source: str
    target: str
    coins: int


class PriceTile(NamedTuple):
    """Put a tile under the next price (R2.2)."""

    tile: str


class LeaveEmpty(NamedTuple):
    """Leave the next price empty (R2.2.1)."""


class AddTile(NamedTuple):
    """Put one more tile under the price before (D9)."""

    tile: str


class BuyRoom(NamedTuple):
    """Buy a room of the market (R3.1a)."""

    tile: str


class BuyCorridor(NamedTuple):
    """Buy stairs or a hallway (R3.1b)."""

    stack: int


class BuyMoat(NamedTuple):
    """Buy a moat and place it (R3.1c)."""

    slot: int


class BuyRenovation(NamedTuple):
    """Buy a renovation and put it on a room (R3.1d)."""

    renovation: str
    room: int


class Pass(NamedTuple):
    """Pass (R3.1e)."""


class TradeSwans(NamedTuple):
    """Trade swan tokens for coins (R7.3)."""

    colors: tuple[int, ...]


class Place(NamedTuple):
    """Where a room goes (R4.1)."""

    tile: str
    x: int
    y: int
    quarter_turns: int
    level: int


class AddPassage(NamedTuple):
    """A secret passage more (R6A.2)."""

    passage: int
    own: Entrance
    other: Entrance


class FinishPlacing(NamedTuple):
    """No more passages (R6A.2.1)."""


class TakeReward(NamedTuple):
    """Resolve a pending reward (R4.5.1)."""

    number: int


class TakeCorridor(NamedTuple):
    """Take free stairs or a free hallway (R4.5.3, D4)."""

    stack: int


class ChooseReward(NamedTuple):
    """A reward for downstairs rooms (R4.5.4)."""

    reward: int


class LookInto(NamedTuple):
    """Look through a stack (R4.5.8, R6.8.1)."""

    stack: int


class TakeTile(NamedTuple):
    """Take a tile of the stack looked through (R4.5.8, R6.8.2)."""

    tile: str


class KeepBonus(NamedTuple):
    """Keep a bonus card (R4.5.9)."""

    card: str


class KeepFavor(NamedTuple):
    """Keep a favor (R5.3.1)."""

    favor: str


class SaveCoins(NamedTuple):
    """Put 1000 on the decree (D18)."""


class EndTurn(NamedTuple):
    """End the turn (R7.3.5)."""


class RemoveTiles(NamedTuple):
    """Remove tiles from a stack (D26)."""

    stack: int
    count: int  # type: ignore[assignment]


class Decline(NamedTuple):
    """Do without, or be done."""


CODEC = Codec(
    commands_pb2.Command,
    {
        ChooseFoyer: "choose_foyer",
        KeepDecree: "keep_decree",
        HideRoom: "hide_room",
        DiscardBonus: "discard_bonus",
        ExchangeBonus: "exchange_bonus",
        PlanRooms: "plan_rooms",
        MoveCoins: "move_coins",
        PriceTile: "price_tile",
        LeaveEmpty: "leave_empty",
        AddTile: "add_tile",
        BuyRoom: "buy_room",
        BuyCorridor: "buy_corridor",
        BuyMoat: "buy_moat",
        BuyRenovation: "buy_renovation",
        Pass: "pass",
        TradeSwans: "trade_swans",
        Place: "place",
        AddPassage: "add_passage",
        FinishPlacing: "finish_placing",
        TakeReward: "take_reward",
        TakeCorridor: "take_corridor",
        ChooseReward: "choose_reward",
        LookInto: "look_into",
        TakeTile: "take_tile",
        KeepBonus: "keep_bonus",
        KeepFavor: "keep_favor",
        SaveCoins: "save_coins",
        EndTurn: "end_turn",
        RemoveTiles: "remove_tiles",
        Decline: "decline",
    },
)


def canonical(choice: Choice) -> Choice:
    """The one form of a choice: the fewest quarter turns that look the same, tokens in order of colour."""
    if isinstance(choice, Place) and choice.tile in load().tiles and 0 <= choice.quarter_turns < 4:
        return choice._replace(quarter_turns=distinct_turns(choice.tile)[choice.quarter_turns])
    if isinstance(choice, TradeSwans):
        return TradeSwans(tuple(sorted(choice.colors)))
    return choice


def among(choice: Choice, choices: Iterable[Choice]) -> bool:
    """Whether a choice is one of these. As tuples, choices of two types with equal fields would be equal."""
    return any(type(other) is type(choice) and other == choice for other in choices)
