"""The shape of an Alhambra: how long its outer wall is, and how well it can still grow."""

from collections.abc import Mapping

At = tuple[int, int]
Estate = Mapping[At, frozenset[int]]
"""By cell, the sides of the tile there that carry a wall (the numbers of the contract's Side)."""

NORTH, EAST, SOUTH, WEST = range(1, 5)
STEPS: dict[int, At] = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}
_ENDS: dict[int, tuple[At, At]] = {
    NORTH: ((0, 0), (1, 0)),
    EAST: ((1, 0), (1, 1)),
    SOUTH: ((0, 1), (1, 1)),
    WEST: ((0, 0), (0, 1)),
}
"""By side, the corners that its wall joins, counted from the cell's north-western corner."""


def longest_wall(estate: Estate) -> int:
    """The segments of the longest continuous outer wall (R9.4)."""
    joined = _corners(estate)
    seen: set[At] = set()
    longest = 0
    for begin in joined:
        if begin in seen:
            continue
        ends, waiting = 0, [begin]
        seen.add(begin)
        while waiting:
            corner = waiting.pop()
            ends += len(joined[corner])
            for other in joined[corner]:
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
        longest = max(longest, ends // 2)
    return longest


def openings(estate: Estate) -> int:
    """The sides without a wall where a tile could be added; 0 means that nothing can be added any more."""
    return sum(
        side not in walls and (x + step[0], y + step[1]) not in estate
        for (x, y), walls in estate.items()
        for side, step in STEPS.items()
    )


def _corners(estate: Estate) -> dict[At, list[At]]:
    """The outer walls as a graph: by corner, the corners that a wall leads to."""
    joined: dict[At, list[At]] = {}
    for (x, y), walls in estate.items():
        for side in walls:
            step = STEPS[side]
            if (x + step[0], y + step[1]) in estate:
                continue
            (ax, ay), (bx, by) = _ENDS[side]
            one, other = (x + ax, y + ay), (x + bx, y + by)
            joined.setdefault(one, []).append(other)
            joined.setdefault(other, []).append(one)
    return joined
