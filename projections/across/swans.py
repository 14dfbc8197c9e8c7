"""The swan tokens of players: in all, and table by table."""

from collections.abc import Mapping, Sequence
from typing import Final

from ludarium.v1 import standings_pb2, swans_pb2

from projections.across.model import AcrossModel, identity
from projections.across.results import TableResult
from projections.swans import COLORS

PlayerSwans = swans_pb2.PlayerSwans
PlayerSwanTable = swans_pb2.PlayerSwanTable

_SIZES: Final = range(1, len(COLORS) + 1)


def with_swans(result: TableResult) -> Sequence[standings_pb2.ResultSeat]:
    """The seats of a table that was played to its end with swan tokens, but for those whose players left."""
    if result.early:
        return []
    return [seat for seat in result.seats if seat.HasField("swans") and not seat.left]


def touched_players(result: TableResult) -> Sequence[str]:
    """All who sat there."""
    return sorted({identity(seat.player_id, seat.bot) for seat in with_swans(result)})


def add_up(rows: Mapping[str, PlayerSwans], result: TableResult) -> None:
    """Add each seat's tokens to its player's."""
    for seat in with_swans(result):
        player_id = identity(seat.player_id, seat.bot)
        _add(rows[player_id], player_id, seat.swans)
        rows[player_id].last_time.CopyFrom(result.finish_time)


def _add(row: PlayerSwans, player_id: str, swans: swans_pb2.SeatSwans) -> None:
    if not row.tables:
        row.player_id = player_id
        row.colors.extend(swans_pb2.SwanColorTally(color=color) for color in COLORS)
        row.sets.extend(0 for _ in _SIZES)
    row.tables += 1
    row.trades += swans.trades
    row.coins += swans.coins
    row.set_points += swans.set_points
    for color, more in zip(row.colors, swans.colors, strict=True):
        color.taken += more.taken
        color.traded += more.traded
        color.in_hand += more.in_hand
    for one in swans.sets:
        row.sets[one.colors - 1] += 1


def touched_tables(result: TableResult) -> Sequence[str]:
    """A row a seat."""
    return [_table_key(result, seat) for seat in with_swans(result)]


def enter(rows: Mapping[str, PlayerSwanTable], result: TableResult) -> None:
    """Enter the table in each player's history."""
    for seat in with_swans(result):
        row = rows[_table_key(result, seat)]
        row.player_id = identity(seat.player_id, seat.bot)
        row.table_id = result.table_id
        row.finish_time.CopyFrom(result.finish_time)
        row.place, row.score = seat.place, seat.score
        row.swans.CopyFrom(seat.swans)


def _table_key(result: TableResult, seat: standings_pb2.ResultSeat) -> str:
    return f"{result.table_id}:{seat.seat}"


def facets(row: PlayerSwanTable) -> frozenset[str]:
    """Tables are listed by player."""
    return frozenset((row.player_id,))


def rank(row: PlayerSwanTable) -> int:
    """The table that ended last comes first."""
    return row.finish_time.seconds * 1000 + row.finish_time.nanos // 1_000_000


PLAYER_SWANS = AcrossModel("player-swans", 1, PlayerSwans, touched_players, add_up)
SWAN_TABLES = AcrossModel("swan-tables", 1, PlayerSwanTable, touched_tables, enter, facets, rank)
