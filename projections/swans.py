"""Swan tokens (Castles, R7): by seat and colour what was taken, traded and is in hand, and what the sets are worth.

The rows of tables without swan tokens stay empty.
"""

from collections import Counter
from typing import Final, cast

from ludarium.games.castles.v1 import events_pb2 as castles_pb2
from ludarium.games.castles.v1 import options_pb2, types_pb2
from ludarium.v1 import events_pb2, swans_pb2, table_events_pb2

from projections.projection import Projection, TableContext
from server.games.castles.modules.swans import set_values, sets
from server.games.castles.state import CastlesState

SwanTally = swans_pb2.SwanTally
SeatSwans = swans_pb2.SeatSwans

COLORS: Final = [color for color in types_pb2.SwanColor.values() if color]
"""All colours, in order."""


def with_swans(opened: table_events_pb2.TableOpened) -> bool:
    """Whether a table is played with swan tokens."""
    return options_pb2.MODULE_SWANS in opened.options.castles.modules


def apply(tally: SwanTally, event: events_pb2.Event, context: TableContext) -> None:
    """Note the tokens that an event moves."""
    if event.WhichOneof("payload") == "table":
        _apply_table_event(tally, event, context)
    elif with_swans(context.opened):
        _apply_game_event(tally, event.version, event.castles, context)


def _apply_table_event(tally: SwanTally, event: events_pb2.Event, context: TableContext) -> None:
    if not with_swans(context.opened):
        return
    match event.table.WhichOneof("event"):
        case "opened":
            tally.table_id = context.opened.table_id
            tally.seats.extend(_nothing(seat) for seat in range(context.opened.seats))
        case "finished" | "aborted":
            tally.finished = True


def _apply_game_event(tally: SwanTally, version: int, event: castles_pb2.Event, context: TableContext) -> None:
    match event.WhichOneof("event"):
        case "lake_filled":
            tally.in_lake = event.lake_filled.count
        case "swan_token_placed":
            tally.in_lake -= 1
            tally.on_offer[:] = sorted([*tally.on_offer, event.swan_token_placed.color])
        case "swan_token_taken":
            taken = event.swan_token_taken
            tally.on_offer.remove(taken.color)
            _take(tally.seats[taken.seat], taken)
            change = tally.history.add(version=version, seat=taken.seat, taken=taken.color)
            _reckon(tally.seats[taken.seat], change, context)
        case "swan_tokens_traded":
            traded = event.swan_tokens_traded
            _trade(tally.seats[traded.seat], traded)
            change = tally.history.add(version=version, seat=traded.seat, traded=traded.colors, coins=traded.coins)
            _reckon(tally.seats[traded.seat], change, context)


def _nothing(seat: int) -> SeatSwans:
    return SeatSwans(seat=seat, colors=[swans_pb2.SwanColorTally(color=color) for color in COLORS])


def _take(seat: SeatSwans, taken: castles_pb2.SwanTokenTaken) -> None:
    color = _of(seat, taken.color)
    color.taken += 1
    color.in_hand += 1
    seat.in_hand += 1


def _trade(seat: SeatSwans, traded: castles_pb2.SwanTokensTraded) -> None:
    for number in traded.colors:
        color = _of(seat, number)
        color.traded += 1
        color.in_hand -= 1
    seat.in_hand -= len(traded.colors)
    seat.traded += len(traded.colors)
    seat.trades += 1
    seat.coins += traded.coins


def _of(seat: SeatSwans, color: int) -> swans_pb2.SwanColorTally:
    return seat.colors[COLORS.index(types_pb2.SwanColor.ValueType(color))]


def _reckon(seat: SeatSwans, change: swans_pb2.SwanChange, context: TableContext) -> None:
    """Value the sets in hand, and note in the change how the seat stands after it."""
    values = set_values(cast(CastlesState, context.table.state), seat.seat)
    in_hand: Counter[int] = Counter({color.color: color.in_hand for color in seat.colors if color.in_hand})
    del seat.sets[:]
    seat.sets.extend(swans_pb2.SwanSet(colors=size, points=values[size]) for size in sets(in_hand))
    seat.set_points = sum(one.points for one in seat.sets)
    change.in_hand[:] = [color.in_hand for color in seat.colors]
    change.coins_in_all, change.set_points = seat.coins, seat.set_points


SWANS = Projection(name="swans", version=1, start=SwanTally, apply=apply, folds=True)
