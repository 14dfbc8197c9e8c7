"""The Alhambra of one player: which arrangements are valid (R6) and how long its wall is (R9.4).

Walls are bits: 1 << side, sides north 0, east 1, south 2, west 3.
"""

from collections.abc import Collection, Container, Iterator, Mapping
from functools import cache, lru_cache

from server.games.alhambra.choices import Cell

ORIGIN = Cell(0, 0)
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
RING = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight cells around a cell, clockwise from the north; the even ones share a side with it."""

Tiles = dict[Cell, str]
Walls = dict[str, int]
"""By tile id, its sides with a wall, printed or added (R0.8)."""


@cache
def neighbours(cell: Cell) -> tuple[tuple[int, Cell], ...]:
    """The four sides of a cell and the cells beyond them."""
    return tuple((side, Cell(cell.x + dx, cell.y + dy)) for side, (dx, dy) in enumerate(STEPS))


def sides_match(tiles: Tiles, walls: Walls, tile: str, cell: Cell) -> bool:
    """R6.2: on every side where the tile would touch another, both have a wall or neither has."""
    own = walls[tile]
    for side, beyond in neighbours(cell):
        other = tiles.get(beyond)
        if other is not None and (own >> side & 1) != (walls[other] >> (side ^ 2) & 1):
            return False
    return True


def is_joined(tiles: Tiles, walls: Walls, tile: str, cell: Cell) -> bool:
    """R6.3, R6.4 for a new tile: some touching side is open, so the fountain can be walked to from it."""
    own = walls[tile]
    return any(not own >> side & 1 and beyond in tiles for side, beyond in neighbours(cell))


def leaves_no_hole(tiles: Container[Cell], cell: Cell) -> bool:
    """R6.5 for a new tile: the empty cells beside it stay connected to each other around it.

    Enough because the tiles hang together and had no hole before: were the empty sides cut apart within the ring of
    eight cells, tiles on both sides of the cut would close a loop through the new one.
    """
    occupied = 0
    for bit, around in _ring(cell):
        if around in tiles:
            occupied |= bit
    return _JOINED[occupied]


def _joins_empty_sides(occupied: int) -> bool:
    """Whether, of the ring of eight cells, the empty ones at the sides are connected; bits are those of `_ring`."""
    empty = [not occupied >> place & 1 for place in range(8)]
    runs = sum(1 for place in range(0, 8, 2) if empty[place] and not (empty[place - 1] and empty[place - 2]))
    return runs <= 1


_JOINED = tuple(_joins_empty_sides(occupied) for occupied in range(256))


@cache
def _ring(cell: Cell) -> tuple[tuple[int, Cell], ...]:
    return tuple((1 << place, Cell(cell.x + dx, cell.y + dy)) for place, (dx, dy) in enumerate(RING))


def broken_rules_of_new(tiles: Tiles, walls: Walls, tile: str, cell: Cell) -> list[str]:
    """R6.8: the rules that a new tile on a cell would break; empty when it may lie there."""
    if cell in tiles:
        return ["R6.6"]
    broken = []
    if not sides_match(tiles, walls, tile, cell):
        broken.append("R6.2")
    if not is_joined_by_match(tiles, walls, tile, cell):
        broken.append("R6.3")
    if not leaves_no_hole(tiles, cell):
        broken.append("R6.5")
    return broken


def is_joined_by_match(tiles: Tiles, walls: Walls, tile: str, cell: Cell) -> bool:
    """R6.3 also where sides don't match: a step needs both touching sides to be open."""
    own = walls[tile]
    for side, beyond in neighbours(cell):
        other = tiles.get(beyond)
        if other is not None and not own >> side & 1 and not walls[other] >> (side ^ 2) & 1:
            return True
    return False


def may_lie(tiles: Tiles, walls: Walls, tile: str, cell: Cell) -> bool:
    """Whether a new tile may lie on an empty cell (R6.2 to R6.6)."""
    return (
        cell not in tiles
        and is_joined(tiles, walls, tile, cell)
        and sides_match(tiles, walls, tile, cell)
        and leaves_no_hole(tiles, cell)
    )


Site = tuple[Cell, int, int]
"""A cell, and what its neighbours ask of a tile there: the sides that touch one, and those of them with a wall.

R6.2 holds for a tile whose walls on the touching sides are just those; R6.3 and R6.4 if one of these sides has none.
"""


Placed = tuple[tuple[Cell, str, int], ...]
"""An arrangement as a key: every cell with its tile and the tile's walls."""


def placed_of(tiles: Tiles, walls: Walls) -> Placed:
    """An arrangement as a key for what is kept of it."""
    return tuple([(cell, tile, walls[tile]) for cell, tile in tiles.items()])


class Rim:
    """The empty cells beside an arrangement's tiles, from north-west to south-east."""

    def __init__(self, placed: Placed) -> None:
        self._tiles = {cell: own for cell, _, own in placed}
        self._sites = [_site(self._tiles, cell) for cell in rim(self._tiles)]
        self._holeless: dict[Cell, bool] = {}

    def cells_for(self, own: int) -> list[Cell]:
        """The cells where a new tile with these walls may lie (R6.2 to R6.6)."""
        return [
            cell
            for cell, touching, walled in self._sites
            if own & touching == walled and touching & ~own and self._leaves_no_hole(cell)
        ]

    def _leaves_no_hole(self, cell: Cell) -> bool:
        known = self._holeless.get(cell)
        if known is None:
            known = self._holeless[cell] = leaves_no_hole(self._tiles, cell)
        return known


@lru_cache(maxsize=1024)
def rim_of(placed: Placed) -> Rim:
    """The rim of an arrangement, kept as long as that is asked about."""
    return Rim(placed)


@lru_cache(maxsize=1024)
def built_sites(placed: Placed) -> tuple[Site, ...]:
    """The occupied cells, without the fountain's, in order: where a tile may take another's place (R7.1)."""
    tiles = {cell: own for cell, _, own in placed}
    return tuple([_site(tiles, cell) for cell in sorted(tiles) if cell != ORIGIN])


@cache
def _sides(cell: Cell) -> tuple[tuple[int, int, Cell], ...]:
    """The four sides of a cell as bits: its own side, the side that touches it, and the cell beyond."""
    return tuple((1 << side, 1 << (side ^ 2), beyond) for side, beyond in neighbours(cell))


def _site(tiles: Mapping[Cell, int], cell: Cell) -> Site:
    touching = walled = 0
    for side, opposite, beyond in _sides(cell):
        other = tiles.get(beyond)
        if other is not None:
            touching |= side
            if other & opposite:
                walled |= side
    return cell, touching, walled


def rim(tiles: Collection[Cell]) -> list[Cell]:
    """The empty cells that touch a tile by a side, from north-west to south-east."""
    cells = {beyond for cell in tiles for _, beyond in neighbours(cell) if beyond not in tiles}
    return sorted(cells, key=lambda cell: (cell.y, cell.x))


def all_reachable(tiles: Tiles, walls: Walls) -> bool:
    """R6.3 for a whole Alhambra: every tile can be walked to from the fountain."""
    seen = {ORIGIN}
    front = [ORIGIN]
    while front:
        cell = front.pop()
        own = walls[tiles[cell]]
        for side, beyond in neighbours(cell):
            other = tiles.get(beyond)
            if other is None or beyond in seen or own >> side & 1 or walls[other] >> (side ^ 2) & 1:
                continue
            seen.add(beyond)
            front.append(beyond)
    return len(seen) == len(tiles)


def removable(tiles: Tiles, walls: Walls) -> list[Cell]:
    """The cells whose tile may be taken away: no cut point of the walks from the fountain, with an empty side."""
    sides = {cell: walls[tile] for cell, tile in tiles.items()}
    cuts = _cut_cells(sides)
    return [
        cell
        for cell in sides
        if cell != ORIGIN and cell not in cuts and any(beyond not in sides for _, _, beyond in _sides(cell))
    ]


def _cut_cells(sides: Mapping[Cell, int]) -> set[Cell]:
    """The cells without which another tile can't be walked to (articulation points, by Tarjan's depth-first search)."""
    order: dict[Cell, int] = {}
    cuts: set[Cell] = set()

    def visit(cell: Cell, parent: Cell | None) -> int:
        """The lowest number that can be reached from a cell and those behind it, round its parent."""
        number = lowest = order[cell] = len(order)
        own = sides[cell]
        for side, opposite, beyond in _sides(cell):
            if own & side or beyond == parent:
                continue
            other = sides.get(beyond)
            if other is None or other & opposite:
                continue
            known = order.get(beyond)
            if known is None:
                known = visit(beyond, cell)
                if known >= number:
                    cuts.add(cell)
            if known < lowest:
                lowest = known
        return lowest

    visit(ORIGIN, None)
    return cuts


def broken_rules_of_removal(tiles: Tiles, walls: Walls, cell: Cell) -> list[str]:
    """R6.8: the rules that taking the tile of a cell away would break."""
    rest = {place: tile for place, tile in tiles.items() if place != cell}
    broken = []
    if not all_reachable(rest, walls):
        broken.append("R6.3")
    if all(beyond in tiles for _, beyond in neighbours(cell)):
        broken.append("R6.5")
    return broken


def broken_rules_of_exchange(tiles: Tiles, walls: Walls, tile: str, cell: Cell) -> list[str]:
    """The rules that putting another tile on an occupied cell would break.

    Where sides match, the new tile is as open towards each neighbour as the old one, so only R6.2 needs a look first.
    """
    if may_replace(tiles, walls, tile, cell):
        return []
    cut_off = not all_reachable({**tiles, cell: tile}, walls)
    return ["R6.2", "R6.3"] if cut_off else ["R6.2"]


def may_replace(tiles: Tiles, walls: Walls, tile: str, cell: Cell) -> bool:
    """Whether another tile may take an occupied cell other than the fountain's (R7.1)."""
    return sides_match(tiles, walls, tile, cell)


def has_no_hole(tiles: Tiles) -> bool:
    """R6.5 to the letter: every empty cell reaches the outside by steps through empty cells."""
    xs, ys = [cell.x for cell in tiles], [cell.y for cell in tiles]
    columns, rows = range(min(xs) - 1, max(xs) + 2), range(min(ys) - 1, max(ys) + 2)
    start = Cell(columns.start, rows.start)
    seen, front = {start}, [start]
    while front:
        for _, beyond in neighbours(front.pop()):
            if beyond.x in columns and beyond.y in rows and beyond not in tiles and beyond not in seen:
                seen.add(beyond)
                front.append(beyond)
    return len(seen) + len(tiles) == len(columns) * len(rows)


def broken_rules_of_move(tiles: Tiles, walls: Walls, cell: Cell, target: Cell) -> list[str]:
    """The rules that moving the tile of a cell would break; only the final arrangement counts (R11.5.1)."""
    if target in tiles:
        return ["R6.6"]
    rest = {place: tile for place, tile in tiles.items() if place != cell}
    moved = {**rest, target: tiles[cell]}
    broken = []
    if not sides_match(rest, walls, tiles[cell], target):
        broken.append("R6.2")
    if not all_reachable(moved, walls):
        broken.append("R6.3")
    if not has_no_hole(moved):
        broken.append("R6.5")
    return broken


def moves_of(tiles: Tiles, walls: Walls, cell: Cell, free: bool) -> Iterator[Cell]:
    """Where the tile of a cell may be moved to (R11.5.1); `free` says that it may as well be taken away."""
    if cell == ORIGIN or all(beyond in tiles for _, beyond in neighbours(cell)):
        return
    tile = tiles[cell]
    rest = {place: other for place, other in tiles.items() if place != cell}
    for target in rim(rest):
        if target == cell:
            continue
        if free:
            if may_lie(rest, walls, tile, target):
                yield target
        elif sides_match(rest, walls, tile, target) and _holds_together(rest, walls, tile, target):
            yield target


def _holds_together(rest: Tiles, walls: Walls, tile: str, target: Cell) -> bool:
    """Whether a tile without which the rest falls apart joins it again elsewhere: it needs two open sides for that."""
    own = walls[tile]
    if sum(1 for side, beyond in neighbours(target) if beyond in rest and not own >> side & 1) < 2:
        return False
    moved = {**rest, target: tile}
    return all_reachable(moved, walls) and has_no_hole(moved)


def longest_wall(tiles: Tiles, walls: Walls) -> int:
    """R9.4: segments of the longest continuous outer wall."""
    segments = [
        _ends(cell, side)
        for cell, tile in tiles.items()
        for side, beyond in neighbours(cell)
        if walls[tile] >> side & 1 and beyond not in tiles
    ]
    by_end: dict[Cell, list[int]] = {}
    for number, ends in enumerate(segments):
        for end in ends:
            by_end.setdefault(end, []).append(number)
    longest = 0
    left = set(range(len(segments)))
    while left:
        front = [left.pop()]
        length = 0
        while front:
            length += 1
            for end in segments[front.pop()]:
                joined = [number for number in by_end[end] if number in left]
                left.difference_update(joined)
                front.extend(joined)
        longest = max(longest, length)
    return longest


def _ends(cell: Cell, side: int) -> tuple[Cell, Cell]:
    """The two corner points of a side; the north-west corner of a cell has the cell's own coordinates."""
    x, y = cell
    corners = (Cell(x, y), Cell(x + 1, y), Cell(x + 1, y + 1), Cell(x, y + 1))
    return corners[side], corners[(side + 1) % 4]
