"""Overlap and contact of two forms, exactly (G.4, G.5).

Numbers are whole: lengths are doubled, squared distances taken eightfold.
"""

from functools import cache

from server.games.castles.content import load
from server.games.castles.geometry.cells import column, row
from server.games.castles.geometry.forms import CIRCLE, MASK_ROW, SUBCELLS, Form

_MARGIN = 40
"""Raster columns and rows kept free around a form, so that shifts never wrap."""


@cache
def parts_overlap(kept: int, form: Form | None, other_kept: int, other: Form | None, dx: int, dy: int) -> bool:
    """Whether two partly covered shares of one cell have interior points in common.

    `kept` is the corner or CIRCLE; for a circle, its form (None for a polygon). (dx, dy): where in its box the cell
    lies for the first circle, or, with two circles, the offset from the first to the second.
    """
    if kept == CIRCLE and other_kept == CIRCLE:
        assert form is not None
        assert other is not None
        return circles(form.diameter, other.diameter, dx, dy) < 0
    if kept == CIRCLE:
        assert form is not None
        return _distance8(form.diameter, form.diameter, 2 * dx, 2 * dy, other_kept) < 8 * form.diameter**2
    return (kept + 2) % 4 != other_kept


def circles(a: int, b: int, dx: int, dy: int) -> int:
    """G.4.2, G.5.2: below 0 two circles overlap, at 0 they touch, above they are apart. (dx, dy): from a to b."""
    return (2 * dx + b - a) ** 2 + (2 * dy + b - a) ** 2 - (a + b) ** 2


def relation(a: Form, b: Form, dx: int, dy: int) -> int:
    """Below 0: a and b overlap; 0: they touch; above: apart. (dx, dy): from a's top-left cell to b's."""
    if dx > a.width or dy > a.height or -dx > b.width or -dy > b.height:
        return 1
    if a.diameter and b.diameter:
        return circles(a.diameter, b.diameter, dx, dy)
    if a.diameter:
        return _circle_polygon(a, b, dx, dy)
    if b.diameter:
        return _circle_polygon(b, a, -dx, -dy)
    if _polygons_overlap(a, b, dx, dy):
        return -1
    return 0 if _masks_meet(a, b, dx, dy) else 1


@cache
def touch(a: Form, b: Form, dx: int, dy: int) -> bool:
    """G.5: whether two forms that don't overlap meet."""
    return relation(a, b, dx, dy) == 0


@cache
def touch_elsewhere(a: Form, b: Form, dx: int, dy: int, x: int, y: int, upright: bool) -> bool:
    """R6A.7: whether they meet anywhere but on a closed unit edge.

    (x, y) is the edge's north or west end, in cells from a's top-left corner; `upright` runs it south, else east.
    """
    if a.diameter or b.diameter:
        return any(not _on_edge(point, x, y, upright) for point in _tangents(a, b, dx, dy))
    return any(not _on_edge(point, x, y, upright) for point in _meeting_points(a, b, dx, dy))


def _on_edge(point: tuple[int, int], x: int, y: int, upright: bool) -> bool:
    """Whether a point, in eighths of a cell, lies on the closed edge."""
    px, py = point
    if upright:
        return px == 8 * x and 8 * y <= py <= 8 * y + 8
    return py == 8 * y and 8 * x <= px <= 8 * x + 8


def _meeting_points(a: Form, b: Form, dx: int, dy: int) -> set[tuple[int, int]]:
    """For each pair of sub-cells that meet, the middle of what they share, in eighths of a cell."""
    points: set[tuple[int, int]] = set()
    for sub_x in range(SUBCELLS * a.width):
        for sub_y in range(SUBCELLS * a.height):
            if not a.covers(sub_x, sub_y):
                continue
            for step_x in (-1, 0, 1):
                for step_y in (-1, 0, 1):
                    if b.covers(sub_x + step_x - SUBCELLS * dx, sub_y + step_y - SUBCELLS * dy):
                        points.add((2 * sub_x + 1 + step_x, 2 * sub_y + 1 + step_y))
    return points


def _tangents(a: Form, b: Form, dx: int, dy: int) -> list[tuple[int, int]]:
    """Where a circle touches, in eighths of a cell: on the axis points of the circle, or between two centres."""
    if a.diameter and b.diameter:
        ax, ay = 4 * a.diameter, 4 * a.diameter
        bx, by = 8 * dx + 4 * b.diameter, 8 * dy + 4 * b.diameter
        total = a.diameter + b.diameter
        return [(ax + (bx - ax) * a.diameter // total, ay + (by - ay) * a.diameter // total)]
    circle, polygon = (a, b) if a.diameter else (b, a)
    ox, oy = (0, 0) if a.diameter else (8 * dx, 8 * dy)
    px, py = (8 * dx, 8 * dy) if a.diameter else (0, 0)
    reach = 4 * circle.diameter
    found = []
    for step_x, step_y in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        x, y = ox + reach + step_x * reach, oy + reach + step_y * reach
        outside_x, outside_y = (x + step_x - px) // 2, (y + step_y - py) // 2
        if polygon.covers(outside_x, outside_y):
            found.append((x, y))
    return found


def _polygons_overlap(a: Form, b: Form, dx: int, dy: int) -> bool:
    shift = dy * (1 << 12) + dx
    b_full = {shift + offset for offset in b.full}
    b_parts = {shift + part.offset: part.kept for part in b.parts}
    if not b_full.isdisjoint(a.cells) or not b_parts.keys().isdisjoint(a.full):
        return True
    return any(part.offset in b_parts and (part.kept + 2) % 4 != b_parts[part.offset] for part in a.parts)


def _masks_meet(a: Form, b: Form, dx: int, dy: int) -> bool:
    """G.5.1: rasters share a sub-cell, an edge or (G.5.3) a corner."""
    shift = (SUBCELLS * dy + _MARGIN) * MASK_ROW + SUBCELLS * dx + _MARGIN
    return bool(_around(a) & (b.mask << shift))


@cache
def _around(form: Form) -> int:
    bits = form.mask << (_MARGIN * MASK_ROW + _MARGIN)
    wide = bits | bits << 1 | bits >> 1
    if load().amounts.corner_touch_is_adjacent:
        return wide | wide << MASK_ROW | wide >> MASK_ROW
    return wide | bits << MASK_ROW | bits >> MASK_ROW


def _circle_polygon(circle: Form, polygon: Form, dx: int, dy: int) -> int:
    """G.4.3, G.5.2: distance from the centre to the nearest full or half cell, against the radius."""
    size = circle.diameter
    nearest = min(
        _distance8(size, size, 2 * (dx + column(part)), 2 * (dy + row(part)), kept) for part, kept in _pieces(polygon)
    )
    return nearest - 8 * size**2


def _pieces(polygon: Form) -> list[tuple[int, int | None]]:
    return [(offset, None) for offset in polygon.full] + [(part.offset, part.kept) for part in polygon.parts]


def _distance8(px: int, py: int, x: int, y: int, kept: int | None) -> int:
    """Eight times the squared distance from a point to a cell (`kept` None) or half cell, in doubled lengths.

    (x, y) is the cell's top-left corner; the cell is 2 long.
    """
    if kept is None or kept == CIRCLE:
        across = max(x - px, 0, px - x - 2)
        down = max(y - py, 0, py - y - 2)
        return 8 * (across**2 + down**2)
    corners = [(x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)]
    triangle = [corners[kept], corners[(kept + 1) % 4], corners[(kept + 3) % 4]]
    if _inside(px, py, triangle):
        return 0
    return min(_segment8(px, py, triangle[i], triangle[(i + 1) % 3]) for i in range(3))


def _inside(px: int, py: int, corners: list[tuple[int, int]]) -> bool:
    signs = []
    for i, (ax, ay) in enumerate(corners):
        bx, by = corners[(i + 1) % 3]
        signs.append((bx - ax) * (py - ay) - (by - ay) * (px - ax))
    return all(sign >= 0 for sign in signs) or all(sign <= 0 for sign in signs)


def _segment8(px: int, py: int, a: tuple[int, int], b: tuple[int, int]) -> int:
    """Eight times the squared distance to a segment whose squared length is 4 or 8."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = (px - a[0]) * dx + (py - a[1]) * dy
    if along <= 0:
        return 8 * ((px - a[0]) ** 2 + (py - a[1]) ** 2)
    if along >= length:
        return 8 * ((px - b[0]) ** 2 + (py - b[1]) ** 2)
    across = dx * (py - a[1]) - dy * (px - a[0])
    return 8 // length * across * across
