"""Decrees of the master builder's pricing: one gap and one extra tile (D9), coins that move (D10)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2

from server.games.castles.choices import Decline, MoveCoins, among
from server.games.castles.modules.decrees.owned import owned
from server.games.castles.points import Points
from server.games.castles.state import CastlesState
from server.games.castles.turns.turn import MOVE_COINS, ask
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

GAP = "master_builder_leave_gap_and_stack_one"
MOVER = "master_builder_move_coins_between_rooms"
COIN = 1000
"""Coins come in thousands."""


def attach(points: Points) -> None:
    """D9, D10."""
    points.change("market_extra", extra_tiles)
    points.before_pricing.append(offer_moves)
    points.handlers[MOVE_COINS, MoveCoins] = move
    points.handlers[MOVE_COINS, Decline] = stop
    points.lists[MOVE_COINS] = moves


def extra_tiles(state: CastlesState, seat: int, extra: int) -> int:
    """D9.1."""
    decree = owned(state, seat, GAP)
    return decree.numbers["extra"] if decree else extra


def offer_moves(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """D10: before prices are set, while there is anything to move."""
    seat = state.master_builder
    if (
        owned(state, seat, MOVER)
        and not state.moving_done
        and any(isinstance(m, MoveCoins) for m in moves(state, seat))
    ):
        yield from ask(state, seat, MOVE_COINS)


def moves(state: CastlesState, seat: int) -> Iterator[Choice]:
    """D10: any number of coins; a tile that gave takes none in this pricing, and the other way round.

    Every order of coins can be reached so, and the moves come to an end.
    """
    yield Decline()
    decree = owned(state, seat, MOVER)
    most = decree.numbers["max_on_room"] if decree else 0
    givers, takers = {source for source, _ in state.moved}, {target for _, target in state.moved}
    for source in state.market:
        for target in state.market:
            pair = (source.tile, target.tile)
            if source is target or source.tile in takers or target.tile in givers or pair in state.moved:
                continue
            room = max(0, min(source.coins, most - target.coins)) // COIN
            yield from (MoveCoins(*pair, COIN * number) for number in range(1, room + 1))


def move(state: CastlesState, seat: int, choice: MoveCoins, chance: Chance) -> Iterator[Message]:
    """D10."""
    if not among(choice, moves(state, seat)):
        message = "Move thousands that lie there, to no more than the decree's limit; givers take none in one pricing."
        raise illegal("D10", message)
    yield events_pb2.CoinsMoved(source=choice.source, target=choice.target, coins=choice.coins)


def stop(state: CastlesState, seat: int, choice: Decline, chance: Chance) -> Iterator[Message]:
    """D10: no more coins."""
    yield events_pb2.MovingDone(seat=seat)
