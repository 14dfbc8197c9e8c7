"""Swan tokens (R7): they come with rooms and renovations, are traded for coins, or score in sets."""

from collections import Counter
from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.choices import TradeSwans
from server.games.castles.points import Points
from server.games.castles.state import CastlesState
from server.games.castles.turns.turn import ACTION, END_TURN, REWARD, ask, scored
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal


def attach(points: Points) -> None:
    """R7."""
    points.stacks.append(fill_lake)
    points.revealed.append(lay_token)
    points.trades.append(trades)
    points.handlers[ACTION, TradeSwans] = trade_before_action
    points.handlers[REWARD, TradeSwans] = trade
    points.handlers[END_TURN, TradeSwans] = trade
    points.swan_sets.append(score_sets)


def fill_lake(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R1.2.5.2."""
    tokens = [color for color, number in state.components.swans.items() for _ in range(number)]
    lake = [types_pb2.SwanColor.ValueType(color) for color in chance.shuffle(tokens)]
    yield events_pb2.LakeFilled(tokens=lake, count=len(lake))


def lay_token(state: CastlesState, thing: str, has_icon: bool, chance: Chance) -> Iterator[Message]:
    """R7.1.1: a token of the lake on everything with an icon, while there are any."""
    if has_icon and state.lake:
        yield events_pb2.SwanTokenPlaced(on=thing, color=types_pb2.SwanColor.ValueType(state.lake[0]))


def trades(state: CastlesState, seat: int) -> Iterator[Choice]:
    """R7.3: every multiset of own tokens within the limit of the turn."""
    held = sorted(state.players[seat].swans.items())
    most = state.components.most_traded - state.swans_traded
    if held and most > 0:
        yield from (TradeSwans(colors) for colors in _multisets(held, most) if colors)


def trade_before_action(state: CastlesState, seat: int, choice: TradeSwans, chance: Chance) -> Iterator[Message]:
    """R7.3.5: before the action, which is still to come."""
    yield from trade(state, seat, choice, chance)
    yield from ask(state, seat, ACTION)


def trade(state: CastlesState, seat: int, choice: TradeSwans, chance: Chance) -> Iterator[Message]:
    """R7.3.1, R7.3.2, R7.3.4."""
    wanted = Counter(choice.colors)
    if not wanted or wanted - state.players[seat].swans:
        raise illegal("R7.3.1", "Trade tokens that you hold.")
    if state.swans_traded + len(choice.colors) > state.components.most_traded:
        raise illegal("R7.3.2", f"No more than {state.components.most_traded} tokens may be traded in one turn.")
    coins = state.components.trade_coins[len(choice.colors)]
    colors = [types_pb2.SwanColor.ValueType(color) for color in choice.colors]
    yield events_pb2.SwanTokensTraded(seat=seat, colors=colors, coins=coins)


def score_sets(state: CastlesState, seat: int) -> Iterator[Message]:
    """R7.4: sets of different colours, each as large as can be."""
    values = set_values(state, seat)
    for size in sets(state.players[seat].swans):
        yield scored(seat, values[size], types_pb2.POINTS_REASON_SWAN_SETS, count=size)


def set_values(state: CastlesState, seat: int) -> tuple[int, ...]:
    """R7.4, D25: what a set is worth to a seat, by its number of colours."""
    values = state.components.set_vp
    for change in state.points.set_values:
        values = change(state, seat, values)
    return values


def sets(tokens: Counter[int]) -> list[int]:
    """The sizes of the sets, the largest first."""
    rounds = max(tokens.values(), default=0)
    return [sum(number > done for number in tokens.values()) for done in range(rounds)]


def _multisets(held: list[tuple[int, int]], most: int) -> Iterator[tuple[int, ...]]:
    """Every choice of up to so many tokens, in order of colour."""
    if not held:
        yield ()
        return
    color, number = held[0]
    for taken in range(min(number, most) + 1):
        yield from ((color,) * taken + rest for rest in _multisets(held[1:], most - taken))
