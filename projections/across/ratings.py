"""Ratings by game (Plackett-Luce, a Bayesian rating of tables of any number), and the leaderboards made of them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Final

from ludarium.v1 import standings_pb2
from openskill.models import PlackettLuce

from projections.across.model import AcrossModel, identity
from projections.across.results import TableResult

Rating = standings_pb2.Rating

START: Final = 25.0
DIGITS: Final = 6
"""Ratings are rounded after each table, so that the same results give the same bytes on any processor."""
_RANK_OFFSET: Final = 1 << 40

_RULES: Final = PlackettLuce(mu=START, sigma=START / 3)


def row_key(game: str, player_id: str) -> str:
    """The key of a player's row."""
    return f"{game}:{player_id}"


def touched(result: TableResult) -> Sequence[str]:
    """The ratings of all who sat there; none for a table whose draws were known, or with only one rated party."""
    players = {identity(seat.player_id, seat.bot) for seat in result.seats}
    if not result.fair or len(players) < 2:
        return ()
    return [row_key(result.game, player) for player in sorted(players)]


def apply(rows: Mapping[str, Rating], result: TableResult) -> None:
    """Move the ratings by the places. Bots of one kind share a rating, which moves by the mean of their seats."""
    keys = [row_key(result.game, identity(seat.player_id, seat.bot)) for seat in result.seats]
    teams = [[_RULES.rating(*_standing(rows[key]))] for key in keys]
    moved: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for key, (rating,) in zip(
        keys, _RULES.rate(teams, ranks=[float(seat.place) for seat in result.seats]), strict=True
    ):
        moved[key].append((rating.mu, rating.sigma))
    for key, standings in moved.items():
        row = rows[key]
        row.game, row.player_id = result.game, key.partition(":")[2]
        row.estimate = round(fmean(mu for mu, _ in standings), DIGITS)
        row.deviation = round(fmean(sigma for _, sigma in standings), DIGITS)
        row.cautious = round(row.estimate - 3 * row.deviation, DIGITS)
        row.tables += 1
        row.last_time.CopyFrom(result.finish_time)


def facets(row: Rating) -> frozenset[str]:
    """Leaderboards are by game."""
    return frozenset((row.game,))


def rank(row: Rating) -> int:
    """The highest cautious rating comes first."""
    return max(0, _RANK_OFFSET + round(row.cautious * 10**DIGITS))


def _standing(row: Rating) -> tuple[float, float]:
    return (row.estimate, row.deviation) if row.tables else (START, START / 3)


RATINGS = AcrossModel("ratings", 1, Rating, touched, apply, facets, rank)
