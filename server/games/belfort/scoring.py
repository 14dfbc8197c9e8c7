"""Scoring (R10, R23) and the end of the game (R11)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort import counting
from server.games.belfort.state import DWARF, ELF, GNOME, BelfortState, seat_of

K = types_pb2


class Ranked(NamedTuple):
    """A place in a ranking: whose, what was counted in halves, the place, how many share it, the points."""

    owner: int
    half_units: int
    place: int
    sharing: int
    points: int


def third_place_scores(state: BelfortState) -> bool:
    """R10.2.1, R32.3: whether 3rd place scores."""
    return state.components.players[state.seats].third_place_scores or state.seats >= state.points.third_place_from


def rank(counts: dict[int, int], values: Sequence[int], favoured: int | None = None) -> list[Ranked]:
    """R10.2.4: ranks with their points, best first; tied players score one level lower.

    `favoured` ranks alone ahead of those it ties with (R40.7).
    """
    found = []
    for owner in sorted((o for o, count in counts.items() if count), key=lambda o: (-counts[o], o)):
        ahead = sum(1 for other, count in counts.items() if count > counts[owner])
        tied = [other for other, count in counts.items() if count == counts[owner]]
        if favoured in tied:
            tied = [favoured] if owner == favoured else [other for other in tied if other != favoured]
            ahead += owner != favoured
        level = ahead + (len(tied) > 1)
        points = values[level] if level < len(values) else 0
        found.append(Ranked(owner, counts[owner], ahead + 1, len(tied), points))
    return found


def half_units(state: BelfortState, district: str) -> dict[int, int]:
    """R10.2, R10.2.2: by owner, the markers of a district in halves; a decorated one counts 3."""
    counts: dict[int, int] = {}
    decorated = state.components.numbers.decorated_half_units
    for space in state.components.spaces:
        marker = state.spaces.get(f"{district}.{space}")
        if marker:
            counts[marker.owner] = counts.get(marker.owner, 0) + (decorated if marker.decorated else 2)
    return counts


def district_values(state: BelfortState, district: str) -> tuple[int, ...]:
    """R10.2.1, R34.4: what the places of a district score."""
    named = (other(state, district) for other in state.points.district_values)
    key = next((name for name in named if name), "normal")
    return state.components.district_values[key][: 3 if third_place_scores(state) else 2]


def rank_district(state: BelfortState, district: str, values: Sequence[int], seats: Sequence[int]) -> list[Ranked]:
    """The ranking of a district for the seats that score: non-players and Heritage take part (R10.2.3)."""
    return rank(half_units(state, district), values, _favoured(state, "win_district_ties", seats))


def rank_workers(state: BelfortState, kind: int, seats: Sequence[int]) -> list[Ranked]:
    """R10.3: the ranking of a kind of Worker for the seats that score."""
    counts = {seat + 1: 2 * count_workers(state, seat, kind) for seat in range(state.seats)}
    return rank(counts, state.components.worker_values[kind - 1], _favoured(state, "win_worker_ties", seats))


def count_workers(state: BelfortState, seat: int, kind: int) -> int:
    """R10.3: Elves and Dwarves in play, or Gnomes on locks."""
    return counting.gnomes(state, seat) if kind == GNOME else state.in_play(seat, kind)


def score(state: BelfortState, month: int, seats: Sequence[int], alone: int | None = None) -> Iterator[Message]:
    """R10.1: districts, Workers, then what modules add; `alone` is the only seat that scores (R31.4.1)."""
    yield events_pb2.ScoringBegan(month=month, seat=alone)
    for district in state.components.districts:
        ranks = rank_district(state, district, district_values(state, district), seats)
        yield from _score_ranks(ranks, seats, K.POINT_SOURCE_DISTRICTS, district, 0)
    for kind in (ELF, DWARF, GNOME):
        yield from _score_ranks(rank_workers(state, kind, seats), seats, K.POINT_SOURCE_WORKERS, "", kind)
    for part in state.points.scoring:
        yield from part(state, list(seats))


def score_district(
    state: BelfortState, district: str, values: Sequence[int], seats: Sequence[int], source: int
) -> Iterator[Message]:
    """One district with other values (R24.10)."""
    allowed = values[: 3 if third_place_scores(state) else 2]
    yield from _score_ranks(rank_district(state, district, allowed, seats), seats, source, district, 0)


def _score_ranks(
    ranks: Sequence[Ranked], seats: Sequence[int], source: int, thing: str, kind: int
) -> Iterator[Message]:
    for ranked in ranks:
        seat = seat_of(ranked.owner)
        if seat is None or seat not in seats or not ranked.points:
            continue
        yield events_pb2.PointsScored(
            seat=seat,
            points=ranked.points,
            source=types_pb2.PointSource.ValueType(source),
            thing=thing,
            worker=types_pb2.Worker.ValueType(kind),
            place=ranked.place,
            sharing=ranked.sharing,
            half_units=ranked.half_units,
        )


def _favoured(state: BelfortState, op: str, seats: Sequence[int]) -> int | None:
    """R40.7: the owner that wins ties, where it is among those that score (R37.16)."""
    for breaker in state.points.tie_breakers:
        for seat in seats:
            if breaker(state, seat, op):
                return seat + 1
    return None


def standing(state: BelfortState, seat: int) -> tuple[int, int, int, int]:
    """R11.1, R11.2: what decides the game, most important first."""
    player = state.players[seat]
    markers = sum(1 for marker in state.spaces.values() if marker.owner == seat + 1)
    return player.score, player.goods[3], sum(player.goods[:3]), markers


def end_game(state: BelfortState) -> Iterator[Message]:
    """R11: the winners."""
    standings = [standing(state, seat) for seat in range(state.seats)]
    winners = [seat for seat, rank_ in enumerate(standings) if rank_ == max(standings)]
    yield events_pb2.GameEnded(scores=[player.score for player in state.players], winners=winners)
