"""Results for the tests of models across tables."""

from collections.abc import Sequence

from projections.across.results import TableResult


def result(
    number: int,
    seats: Sequence[tuple[str, int, int]],
    game: str = "alhambra",
    modules: Sequence[str] = (),
    fair: bool = True,
) -> TableResult:
    """The result of the table of that number; a seat is a player (`bot:KIND` for a bot), a score and a place."""
    made = TableResult(table_id=f"TABLE{number:021d}", game=game, modules=modules, fair=fair)
    made.finish_time.seconds = 1_700_000_000 + number
    made.token.version, made.token.event_id = 100, number.to_bytes(8, "big")
    for seat, (player, score, place) in enumerate(seats):
        bot = player.removeprefix("bot:") if player.startswith("bot:") else ""
        made.seats.add(
            seat=seat, player_id=player if not bot else f"id of seat {seat}", bot=bot, score=score, place=place
        )
    return made


ANN_WINS = (("ann", 120, 1), ("ben", 90, 2), ("cleo", 80, 3))
BEN_WINS = (("ann", 100, 2), ("ben", 130, 1), ("cleo", 80, 3))
