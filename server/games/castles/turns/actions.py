"""The action of a turn (R3.1)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.choices import BuyCorridor, BuyRoom, EndTurn, Pass
from server.games.castles.content.records import HALLWAYS, STAIRS
from server.games.castles.geometry.placements import has_spot
from server.games.castles.state import CastlesState, MarketTile
from server.games.castles.turns import payment, placing
from server.games.castles.turns.rewards import CORRIDORS
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal


def choices(state: CastlesState, seat: int) -> Iterator[Choice]:
    """Everything that the seat can pay for and place at once (R3.3, R3.5), and a pass."""
    castle, ways = state.players[seat].castle, placing.ways(state, seat)
    for lying in state.market:
        if _can_pay(state, seat, lying) and has_spot(castle, state.tile(lying.tile), ways):
            yield BuyRoom(lying.tile)
    if state.players[seat].coins >= payment.price_of_corridor(state, seat):
        for stack, tile in CORRIDORS.items():
            if state.supplies[stack] and has_spot(castle, state.tile(tile), ways):
                yield BuyCorridor(stack)
    for lister in state.points.actions:
        yield from lister(state, seat)
    yield Pass()
    for lister in state.points.trades:
        yield from lister(state, seat)


def buy_room(state: CastlesState, seat: int, choice: BuyRoom, chance: Chance) -> Iterator[Message]:
    """R3.1a: a room of the market; it is paid for when it is placed."""
    lying = state.market_tile(choice.tile)
    if lying is None:
        raise illegal("R3.1a", f"{choice.tile} does not lie in the market.")
    helps = state.coins_help_pay
    if not _can_pay(state, seat, lying):
        raise illegal("R3.4.1", f"You can't pay its price{', not even with the coins that lie on it' * helps}.")
    if not has_spot(state.players[seat].castle, state.tile(choice.tile), placing.ways(state, seat)):
        raise illegal("R3.3", f"{state.tile(choice.tile).name} can't be placed in your castle.")
    yield from placing.choose(state, seat, choice.tile, placing.S_MARKET)


def buy_corridor(state: CastlesState, seat: int, choice: BuyCorridor, chance: Chance) -> Iterator[Message]:
    """R3.1b: stairs or a hallway."""
    if choice.stack not in (STAIRS, HALLWAYS) or not state.supplies[choice.stack]:
        raise illegal("R3.1b", "There are none left of these; only stairs and hallways can be bought so.")
    if state.players[seat].coins < payment.price_of_corridor(state, seat):
        raise illegal("R3.5", f"Stairs and hallways cost {payment.price_of_corridor(state, seat)}.")
    tile = CORRIDORS[choice.stack]
    if not has_spot(state.players[seat].castle, state.tile(tile), placing.ways(state, seat)):
        raise illegal("R3.3", f"The {tile} can't be placed in your castle.")
    yield from placing.choose(state, seat, tile, placing.S_CORRIDOR)


def pass_turn(state: CastlesState, seat: int, choice: Pass, chance: Chance) -> Iterator[Message]:
    """R3.1e."""
    coins = state.points.amount("pass_income", state, seat, state.components.amounts.pass_income)
    yield events_pb2.PassTaken(seat=seat)
    yield events_pb2.CoinsGained(seat=seat, coins=coins, reason=types_pb2.COINS_REASON_PASS)


def end_turn_choices(state: CastlesState, seat: int) -> Iterator[Choice]:
    """R7.3.5: end the turn, or what may still be done."""
    yield EndTurn()
    for lister in state.points.trades:
        yield from lister(state, seat)


def end_turn(state: CastlesState, seat: int, choice: EndTurn, chance: Chance) -> Iterator[Message]:
    """R7.3.5."""
    yield events_pb2.TurnClosing(seat=seat)


def could_place(state: CastlesState, seat: int) -> bool:
    """Whether a room of the market, stairs or a hallway could be placed, whatever it cost (R11.1.7)."""
    castle, ways = state.players[seat].castle, placing.ways(state, seat)
    names = [lying.tile for lying in state.market]
    names += [tile for stack, tile in CORRIDORS.items() if state.supplies[stack]]
    return any(has_spot(castle, state.tile(name), ways) for name in names)


def _can_pay(state: CastlesState, seat: int, lying: MarketTile) -> bool:
    """R3.4.1: coins on the tile help to pay for it, unless the table has it otherwise."""
    coins = state.players[seat].coins + (lying.coins if state.coins_help_pay else 0)
    return coins >= payment.price_of_room(state, seat, lying.tile)
