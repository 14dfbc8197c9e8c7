"""What a placement takes and pays before it lies, and what it closes after (R3.2, R3.4, R6.8)."""

from collections.abc import Callable, Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.content.records import HALLWAYS, STAIRS
from server.games.castles.state import CastlesState, Pending
from server.games.kernel.chance import Chance

Stack = types_pb2.Stack.ValueType


def price_of_room(state: CastlesState, seat: int, tile: str) -> int:
    """R2.2, D54: the price of a market room."""
    lying = state.market_tile(tile)
    assert lying is not None
    assert lying.place is not None
    return state.points.amount("room_price", state, seat, state.row.prices[lying.place])


def price_of_corridor(state: CastlesState, seat: int) -> int:
    """R3.1b, D53."""
    return state.points.amount("corridor_price", state, seat, state.components.amounts.stairs_or_hallway_cost)


def price_of_renovation(state: CastlesState, seat: int) -> int:
    """R8.1.1, D32."""
    return state.points.amount("renovation_price", state, seat, state.components.amounts.renovation_cost)


def paid_to(state: CastlesState, seat: int) -> int | None:
    """R3.2: the master builder; None, the supply, for what the master builder buys."""
    return None if seat == state.master_builder else state.master_builder


def settle(state: CastlesState, seat: int, pending: Pending) -> Iterator[Message]:
    """R3.2: pay for a placement and take its tile from where it lies."""
    yield from _SETTLE[pending.source](state, seat, pending)


def shuffle_back(state: CastlesState, seat: int, chance: Chance) -> Iterator[Message]:
    """R4.5.8, R6.8.2: what is left of a stack that was looked through is shuffled."""
    stack = state.players[seat].looked_stack
    if stack:
        tiles = chance.shuffle(state.stacks[stack])
        yield events_pb2.StackShuffled(stack=Stack(stack), tiles=tiles, count=len(tiles))


def close_reward(state: CastlesState, seat: int, pending: Pending) -> Iterator[Message]:
    """A free placement is what its reward was for; one of two corridors (D11) leaves it open."""
    if pending.source == types_pb2.PLACEMENT_SOURCE_MOAT_REWARD:
        yield events_pb2.RewardDone(seat=seat, number=state.begun)
    elif pending.source == types_pb2.PLACEMENT_SOURCE_CORRIDOR_REWARD:
        both = state.points.amount("corridor_tiles", state, seat, 1) > 1
        if not both or state.corridor_first == 0:
            yield events_pb2.RewardDone(seat=seat, number=state.begun)


def _market(state: CastlesState, seat: int, pending: Pending) -> Iterator[Message]:
    lying = state.market_tile(pending.tile)
    assert lying is not None
    swan, coins = lying.swan, lying.coins
    yield events_pb2.RoomBought(
        seat=seat,
        tile=pending.tile,
        price=price_of_room(state, seat, pending.tile),
        paid_to=paid_to(state, seat),
        coins_on_it=coins,
    )
    if swan:
        yield events_pb2.SwanTokenTaken(seat=seat, color=types_pb2.SwanColor.ValueType(swan))
    for step in state.points.bought:
        yield from step(state, seat, coins)


def _corridor(state: CastlesState, seat: int, pending: Pending) -> Iterator[Message]:
    price = price_of_corridor(state, seat)
    yield events_pb2.CorridorTaken(seat=seat, stack=_stack(pending), price=price, paid_to=paid_to(state, seat))


def _free_corridor(state: CastlesState, seat: int, pending: Pending) -> Iterator[Message]:
    yield events_pb2.CorridorTaken(seat=seat, stack=_stack(pending))


def _moat_reward(state: CastlesState, seat: int, pending: Pending) -> Iterator[Message]:
    stack = Stack(state.players[seat].looked_stack)
    yield events_pb2.StackTileTaken(seat=seat, tile=pending.tile, stack=stack)


def _renovation(state: CastlesState, seat: int, pending: Pending) -> Iterator[Message]:
    lying = next(lying for lying in state.pool if lying.renovation == pending.tile)
    price = price_of_renovation(state, seat)
    yield events_pb2.RenovationBought(seat=seat, renovation=pending.tile, price=price, paid_to=paid_to(state, seat))
    if lying.swan:
        yield events_pb2.SwanTokenTaken(seat=seat, color=types_pb2.SwanColor.ValueType(lying.swan))


def _stack(pending: Pending) -> types_pb2.Stack.ValueType:
    return Stack(STAIRS if pending.tile == "stairs" else HALLWAYS)


_SETTLE: dict[int, Callable[[CastlesState, int, Pending], Iterator[Message]]] = {
    types_pb2.PLACEMENT_SOURCE_MARKET: _market,
    types_pb2.PLACEMENT_SOURCE_CORRIDOR: _corridor,
    types_pb2.PLACEMENT_SOURCE_CORRIDOR_REWARD: _free_corridor,
    types_pb2.PLACEMENT_SOURCE_GRAND_APPROACH: _free_corridor,
    types_pb2.PLACEMENT_SOURCE_MOAT_REWARD: _moat_reward,
    types_pb2.PLACEMENT_SOURCE_RENOVATION: _renovation,
}
