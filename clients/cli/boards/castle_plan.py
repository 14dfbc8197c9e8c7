"""The plan of a castle, to scale: a cell is two columns wide and one row high."""

from collections.abc import Iterable

from ludarium.games.castles.v1 import types_pb2, view_pb2
from rich.text import Text

from clients.cli.boards.blocks import WIDTH, Block, trimmed

TYPES: dict[int, tuple[str, str, str]] = {
    types_pb2.ROOM_TYPE_ACTIVITY: ("A", "activity", "color(208)"),
    types_pb2.ROOM_TYPE_CORRIDOR: ("C", "corridor", "bright_white"),
    types_pb2.ROOM_TYPE_DOWNSTAIRS: ("D", "downstairs", "bright_black"),
    types_pb2.ROOM_TYPE_FOOD: ("F", "food", "bright_yellow"),
    types_pb2.ROOM_TYPE_LIVING: ("L", "living", "bright_magenta"),
    types_pb2.ROOM_TYPE_OUTDOOR: ("O", "outdoor", "bright_green"),
    types_pb2.ROOM_TYPE_SLEEPING: ("S", "sleeping", "bright_blue"),
    types_pb2.ROOM_TYPE_UTILITY: ("U", "utility", "bright_red"),
}
"""By type: letter, word and style."""
WATER, PASSAGE = "blue", "bold cyan"
OPEN = {
    types_pb2.DIRECTION_NORTH: "▲",
    types_pb2.DIRECTION_EAST: "▶",
    types_pb2.DIRECTION_SOUTH: "▼",
    types_pb2.DIRECTION_WEST: "◀",
}
CONNECTED, BLOCKED, FENCE = "•", "×", "#"
At = tuple[int, int]
Glyph = tuple[str, str]
"""Two characters and their style."""


def plan(castle: view_pb2.CastleView) -> Block:
    """The castle in lines of at most the board's width; very wide castles have narrow cells."""
    glyphs = _glyphs(castle)
    if not glyphs:
        return [Text("(no castle yet)", "dim")]
    xs, ys = [x for x, _ in glyphs], [y for _, y in glyphs]
    narrow = 2 * (max(xs) - min(xs) + 1) + 4 > WIDTH
    lines = [_ruler(min(xs), max(xs), 1 if narrow else 2)]
    for y in range(min(ys), max(ys) + 1):
        line = Text(f"{y:>3} ", "dim")
        for x in range(min(xs), max(xs) + 1):
            text, style = glyphs.get((x, y), ("  ", ""))
            line.append(text[0] if narrow and text[0] not in " ·" else text[1] if narrow else text, style)
        lines.append(trimmed(line))
    return lines


def _ruler(first: int, last: int, wide: int) -> Text:
    """The columns' numbers above them, every fifth: a choice says `at 5, -2`."""
    ruler = " " * 4
    for x in range(first - first % -5, last + 1, 5):
        ruler = f"{ruler:<{4 + (x - first) * wide}}{x}"
    return Text(ruler.rstrip(), "dim")


def room_label(room: view_pb2.RoomView) -> Text:
    """`4 Focus Room L100 ✓`: number, name, types, square feet, and whether it is complete."""
    letters = "".join(TYPES[kind][0] for kind in room.tile.types)
    label = Text(f"{room.number} {room.tile.name} ")
    label.append(f"{letters}{room.tile.square_feet}", TYPES[room.tile.types[0]][2])
    if room.covered:
        label.append(" renovated", "dim")
    if room.garden:
        label.append(" garden", "dim")
    if room.complete:
        label.append(" ✓", "bold green")
    return label


def _glyphs(castle: view_pb2.CastleView) -> dict[At, Glyph]:
    glyphs: dict[At, Glyph] = {}
    for moat in castle.moats:
        glyphs |= {(cell.x, cell.y): ("≈≈", WATER) for cell in moat.cells}
    for room in castle.rooms:
        _draw_room(glyphs, room)
    for passage in castle.passages:
        glyphs |= {(cell.x, cell.y): ("░░", PASSAGE) for cell in passage.cells}
        for end in (passage.passage.own, passage.passage.other):
            old = glyphs.get((end.x, end.y), ("  ", ""))[0]
            glyphs[end.x, end.y] = (_beside("§", end.side, old), PASSAGE)
    return glyphs


def _draw_room(glyphs: dict[At, Glyph], room: view_pb2.RoomView) -> None:
    letter, _, style = TYPES[room.tile.types[0]]
    second = TYPES[room.tile.types[-1]][0]
    cells = sorted(cells_of(room.outline, room.x, room.y), key=lambda at: (at[1], at[0]))
    shade = style if room.number % 2 else f"{style} on color(236)"
    for x, y in cells:
        glyphs[x, y] = (f"{letter.lower()}{second.lower() if second != letter else ' '}", shade)
    for fenced in room.fence_cells:
        glyphs[fenced.x, fenced.y] = (FENCE * 2, shade)
    for door in room.doors:
        at = (door.entrance.x, door.entrance.y)
        if at in glyphs:
            glyphs[at] = (_beside(_door_sign(door), door.entrance.side, glyphs[at][0]), shade)
    _write_number(glyphs, room, cells, shade)


def _write_number(glyphs: dict[At, Glyph], room: view_pb2.RoomView, cells: list[At], style: str) -> None:
    """The room's number in the cell nearest its middle that has no door or fence."""
    doors = {(door.entrance.x, door.entrance.y) for door in room.doors}
    fences = {(fence.x, fence.y) for fence in room.fence_cells}
    free = [at for at in cells if at not in doors | fences]
    if not free:
        return
    middle_x = sum(x for x, _ in cells) / len(cells)
    middle_y = sum(y for _, y in cells) / len(cells)
    x, y = min(free, key=lambda at: abs(at[0] - middle_x) + abs(at[1] - middle_y))
    glyphs[x, y] = (f"{room.number:<2}", f"bold {style}")


def cells_of(outline: view_pb2.Outline, x: int, y: int) -> Iterable[At]:
    """The cells of a shape: whole ones, halves, and those of a circle whose middle it covers."""
    yield from ((cell.x, cell.y) for cell in outline.cells)
    yield from ((half.x, half.y) for half in outline.half_cells)
    size = outline.diameter
    for row in range(size):
        for column in range(size):
            if (2 * column + 1 - size) ** 2 + (2 * row + 1 - size) ** 2 <= size**2 + 1:
                yield x + column, y + row


def _door_sign(door: view_pb2.DoorView) -> str:
    if door.state == view_pb2.DOOR_STATE_CONNECTED:
        return CONNECTED
    return BLOCKED if door.state == view_pb2.DOOR_STATE_BLOCKED else OPEN[door.entrance.side]


def _beside(sign: str, side: int, old: str) -> str:
    """A sign on the door's side of its cell: east doors stand on the right, all others on the left."""
    if side == types_pb2.DIRECTION_EAST:
        return f"{old[0]}{sign}"
    both_ways = {old[0], sign} == {OPEN[types_pb2.DIRECTION_NORTH], OPEN[types_pb2.DIRECTION_SOUTH]}
    return f"{'↕' if both_ways else sign}{old[1]}"
