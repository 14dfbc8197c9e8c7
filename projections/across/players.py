"""Player statistics: what a player has done, by game."""

from collections.abc import Mapping, Sequence

from google.protobuf.internal.containers import RepeatedScalarFieldContainer
from ludarium.v1 import standings_pb2

from projections.across.model import AcrossModel, identity
from projections.across.results import TableResult

PlayerStatistics = standings_pb2.PlayerStatistics
GameStatistics = standings_pb2.GameStatistics


def touched(result: TableResult) -> Sequence[str]:
    """All who sat there."""
    return sorted({identity(seat.player_id, seat.bot) for seat in result.seats})


def apply(rows: Mapping[str, PlayerStatistics], result: TableResult) -> None:
    """Count a finished table for each seat."""
    for seat in result.seats:
        player_id = identity(seat.player_id, seat.bot)
        rows[player_id].player_id = player_id
        _count(_of_game(rows[player_id], result.game), seat, result)


def _count(games: GameStatistics, seat: standings_pb2.ResultSeat, result: TableResult) -> None:
    scored = not seat.left and not result.early
    if scored and (not games.best_table_id or seat.score > games.best_score):
        games.best_score, games.best_table_id = seat.score, result.table_id
    games.tables += 1
    games.wins += seat.place == 1
    games.points += seat.score if scored else 0
    games.left += seat.left != 0
    _increase(games.places, seat.place)
    _increase(games.tables_by_seats, len(result.seats))
    games.last_time.CopyFrom(result.finish_time)


def _of_game(row: PlayerStatistics, name: str) -> GameStatistics:
    """The statistics of a game, begun in its place in the order of names if it is the first."""
    found = next((game for game in row.games if game.game == name), None)
    if found is not None:
        return found
    row.games.add(game=name)
    row.games.sort(key=lambda game: game.game)
    return next(game for game in row.games if game.game == name)


def _increase(counts: "RepeatedScalarFieldContainer[int]", number: int) -> None:
    """Count one more for a number from 1 on."""
    counts.extend([0] * (number - len(counts)))
    counts[number - 1] += 1


PLAYERS = AcrossModel("players", 1, PlayerStatistics, touched, apply)
