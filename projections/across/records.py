"""Records: the highest scores by game, number of seats and modules."""

from collections.abc import Mapping, Sequence
from typing import Final

from ludarium.v1 import standings_pb2

from projections.across.model import AcrossModel, identity
from projections.across.results import TableResult

GameRecord = standings_pb2.GameRecord

KEPT: Final = 10
EVERY_GAME: Final = ""
"""The facet of all records."""


def touched(result: TableResult) -> Sequence[str]:
    """The record of its game, seats and modules; none for a table whose draws were known, or without scores."""
    if not result.fair or result.early:
        return ()
    return (f"{result.game}:{len(result.seats)}:{'+'.join(result.modules)}",)


def apply(rows: Mapping[str, GameRecord], result: TableResult) -> None:
    """Enter the scores of a finished table."""
    (row,) = rows.values()
    row.game, row.seats = result.game, len(result.seats)
    row.modules[:] = result.modules
    row.tables += 1
    for seat in result.seats:
        if seat.left:
            continue
        row.scores.add(
            score=seat.score,
            player_id=identity(seat.player_id, seat.bot),
            table_id=result.table_id,
            time=result.finish_time,
        )
    row.scores.sort(key=lambda score: -score.score)  # a stable sort: of equal scores the earlier stays first
    del row.scores[KEPT:]


def facets(row: GameRecord) -> frozenset[str]:
    """Records are listed by game and all together."""
    return frozenset((EVERY_GAME, row.game))


def rank(row: GameRecord) -> int:
    """What is played most comes first."""
    return row.tables


RECORDS = AcrossModel("records", 1, GameRecord, touched, apply, facets, rank)
