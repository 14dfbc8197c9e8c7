"""Positions of Castles, made of facts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.choices import Place
from server.games.castles.content import load
from server.games.castles.content.records import COLORS, HALLWAYS, MOATS, SIDES, STAIRS, STANDARD, TOWERS, stack_of
from server.games.castles.game import CASTLES
from server.games.castles.state import CastlesState
from server.games.castles.turns.turn import ACTION, ask, stage
from server.games.kernel.chance import Chance
from server.games.kernel.driver import run
from server.games.kernel.options import build
from server.games.kernel.testkit import Position, given

Castle = Sequence[Mapping[str, Any]]
FOYER: Castle = ({"tile": "foyer", "x": 0, "y": 0, "side": "three"},)
SLOTS = {"nw": 1, "ne": 2, "se": 3}
PASSAGES = {"passage_short": 1, "passage_medium": 2, "passage_long": 3}
ALL_PASSAGES = [types_pb2.PASSAGE_SHORT, types_pb2.PASSAGE_MEDIUM, types_pb2.PASSAGE_LONG]
LEVELS = {"up": 1, "down": 2, None: 0}
Lying = tuple[str, int, int, int]
"""A market room: tile, place among the prices, coins, swan token."""


def playing(
    seats: int = 2,
    *,
    castles: Mapping[int, Castle] | None = None,
    moats: Mapping[int, Sequence[str]] | None = None,
    market: Sequence[Lying] = (),
    pool: Sequence[str] = (),
    coins: Mapping[int, int] | None = None,
    deck: Sequence[int] = (100, 150, 200),
    stacks: Mapping[int, Sequence[str]] | None = None,
    supplies: tuple[int, int, int] = (4, 5, 5),
    bonus_deck: Sequence[str] = ("bonus_hallways", "bonus_stairs", "bonus_coins", "bonus_moats"),
    decrees: Mapping[int, Sequence[str]] | None = None,
    swans: Mapping[int, Sequence[int]] | None = None,
    builder: int = 1,
    active: int | None = 0,
    modules: Sequence[str] = (),
    rulings: Mapping[str, str] | None = None,
) -> Position:
    """A position in which the active seat chooses its action; `None`: just before anybody does."""
    position = given(CASTLES, build(CASTLES, modules, rulings), seats)
    colors = [types_pb2.PlayerColor.ValueType(number + 1) for number in range(seats)]
    position.given(events_pb2.ColorsGiven(colors=colors))
    lay_stacks(position, stacks or {}, supplies)
    cards = [types_pb2.Stack.ValueType(stack_of(size)) for size in deck]
    position.given(events_pb2.RoomDeckBuilt(cards=cards, count=len(cards)))
    position.given(events_pb2.BonusDeckShuffled(cards=bonus_deck, count=len(bonus_deck)))
    for seat in range(seats):
        position.given(*castle_facts(seat, (castles or {}).get(seat, FOYER)))
        position.given(*(events_pb2.MoatPlaced(seat=seat, slot=_slot(slot)) for slot in (moats or {}).get(seat, ())))
        position.given(gain(seat, (coins or {}).get(seat, 100_000)))
        position.given(
            *(events_pb2.DecreeRevealed(seat=seat, decree=decree) for decree in (decrees or {}).get(seat, ()))
        )
        position.given(
            *(events_pb2.SwanTokenTaken(seat=seat, color=_swan(color)) for color in (swans or {}).get(seat, ()))
        )
        if "passages" in modules:
            position.given(events_pb2.PassagesGiven(seat=seat, passages=ALL_PASSAGES))
    position.given(events_pb2.RoundBegan(round=1, master_builder=builder))
    for tile, place, on_it, swan in market:
        position.given(*lies(position, tile, place, on_it, swan))
    position.given(*(events_pb2.RenovationTurnedUp(renovation=cover) for cover in pool))
    position.given(stage(types_pb2.STAGE_TURNS))
    if active is not None:
        position.given(events_pb2.TurnBegan(seat=active, turn=1), *ask(position.state, active, ACTION))
    return position


def lay_stacks(position: Position, stacks: Mapping[int, Sequence[str]], supplies: tuple[int, int, int]) -> None:
    """Stacks by size with these tiles; every other standard stack has one tile of its own."""
    state: CastlesState = position.state
    towers = [TOWERS] if 2 in state.modules else []
    for stack in [*STANDARD, *towers]:
        tiles = stacks.get(stack)
        if tiles is None:
            names = load().towers if stack == TOWERS else load().rooms
            tiles = [name for name in names if load().tiles[name].stack == stack][-2:]
        number = types_pb2.Stack.ValueType(stack)
        position.given(events_pb2.StackBuilt(stack=number, tiles=tiles, count=len(tiles)))
    alike = zip((STAIRS, HALLWAYS, MOATS) if 3 in state.modules else (STAIRS, HALLWAYS), supplies, strict=False)
    for stack, count in alike:
        position.given(events_pb2.StackBuilt(stack=types_pb2.Stack.ValueType(stack), count=count))


def lies(position: Position, tile: str, place: int, coins: int = 0, swan: int = 0) -> list[Message]:
    """The facts by which a tile lies in the market under a price."""
    price = position.state.row.prices[place]
    facts: list[Message] = [
        events_pb2.RoomTurnedUp(tile=tile, stack=types_pb2.Stack.ValueType(load().tiles[tile].stack)),
        events_pb2.RoomPriced(tile=tile, place=place, price=price),
    ]
    if swan:
        facts.append(events_pb2.SwanTokenPlaced(on=tile, color=_swan(swan)))
    if coins:
        facts.append(events_pb2.CoinsAdded(tiles=[tile], coins=coins))
    return facts


def castle_facts(seat: int, rooms: Castle) -> Iterator[Message]:
    """The facts by which a castle stands, rooms as in examples.yaml."""
    for number, room in enumerate(rooms):
        if room["tile"] in ("foyer", "barbican"):
            side = {"three": 1, "four": 2}[room["side"]]
            yield events_pb2.FoyerPlaced(
                seat=seat,
                side=types_pb2.FoyerSide.ValueType(side),
                quarter_turns=room.get("rot", 0) // 90,
                barbican=room["tile"] == "barbican",
            )
            continue
        yield events_pb2.RoomPlaced(
            seat=seat,
            room=number,
            tile=room["tile"],
            x=room["x"],
            y=room["y"],
            quarter_turns=room.get("rot", 0) // 90,
            level=types_pb2.Level.ValueType(LEVELS[room.get("level")]),
            garden=room.get("garden", False),
        )
        if "renovation" in room:
            yield events_pb2.RenovationPlaced(seat=seat, renovation=room["renovation"], room=number)


def passage(name: str, own: Sequence[Any], other: Sequence[Any]) -> types_pb2.PlacedPassage:
    """A secret passage between two entrances given as (x, y, side)."""
    return types_pb2.PlacedPassage(
        passage=types_pb2.Passage.ValueType(PASSAGES[name]), own=_entrance(own), other=_entrance(other)
    )


def gain(seat: int, coins: int) -> Message:
    """Coins from the supply."""
    return events_pb2.CoinsGained(seat=seat, coins=coins, reason=types_pb2.COINS_REASON_START)


def at(tile: str, x: int, y: int, rot: int = 0, level: int = 0) -> Place:
    """A placement as written in examples.yaml."""
    return Place(tile, x, y, rot // 90, level)


def happen(position: Position, events: Iterator[Message]) -> Position:
    """Let a part of the rules run on a position."""
    chance = Chance(b"test")
    position.happened = [event for event, _ in run(CASTLES, position.state, events, chance)]
    return position


def points(position: Position, seat: int = 0, reason: str = "") -> int:
    """Points of a seat among what happened, for a reason of the contract's PointsReason or for all."""
    number = types_pb2.PointsReason.Value(f"POINTS_REASON_{reason}") if reason else None
    scored = position.all(events_pb2.PointsScored)
    return sum(event.points for event in scored if event.seat == seat and number in (None, event.reason))


def _entrance(entrance: Sequence[Any]) -> types_pb2.Entrance:
    x, y, side = entrance
    return types_pb2.Entrance(x=x, y=y, side=types_pb2.Direction.ValueType(SIDES.index(side) + 1))


def _slot(slot: str) -> types_pb2.MoatSlot.ValueType:
    return types_pb2.MoatSlot.ValueType(SLOTS[slot])


def _swan(color: int) -> types_pb2.SwanColor.ValueType:
    return types_pb2.SwanColor.ValueType(color)


__all__ = ["COLORS", "FOYER", "at", "castle_facts", "gain", "happen", "lies", "passage", "playing", "points"]
