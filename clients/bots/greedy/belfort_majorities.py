"""What a marker in a district of Belfort is worth, in points of the scorings to come."""

from ludarium.games.belfort.v1 import view_pb2

SCORING_MONTHS = (3, 5, 7)
PRESENCE = 0.35
"""What a marker is worth for rankings that may still change, a scoring left."""


def scorings_left(view: view_pb2.View, me: view_pb2.PlayerView) -> float:
    """How many scorings are still to come for a player."""
    month = me.month if me.month or view.row else view.month
    return float(sum(1 for scoring in SCORING_MONTHS if scoring > month or (scoring == month and not view.row)))


def marker_gain(view: view_pb2.View, seat: int, district: str, half_units: int, *, rank_now: bool = False) -> float:
    """Points more, over the scorings left, for so many more half markers; or those of the present rank."""
    found = next((d for d in view.districts if d.id == district), None)
    if found is None:
        return 0.0
    counts: dict[int, int] = {}
    for space in found.spaces:
        if space.owner:
            counts[space.owner] = counts.get(space.owner, 0) + (3 if space.decorated else 2)
    mine = counts.pop(seat + 1, 0)
    rivals = list(counts.values())
    now = _points(mine, rivals, list(found.values))
    if rank_now:
        return now
    left = scorings_left(view, view.players[seat])
    after = _points(mine + half_units, rivals, list(found.values))
    return left * (after - now + PRESENCE * half_units / 2)


def _points(mine: int, rivals: list[int], values: list[int]) -> float:
    if not mine:
        return 0.0
    ahead = sum(1 for count in rivals if count > mine)
    level = ahead + (1 if mine in rivals else 0)
    return float(values[level]) if level < len(values) else 0.0
