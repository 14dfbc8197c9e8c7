"""The score over time as a drawing: a line a seat, told apart by colour, dashes, marks and names at their ends."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ludarium.v1 import queries_pb2
from markupsafe import Markup

from clients.web.boards.markers import SHAPES
from clients.web.boards.svg import group, tag

WIDTH: Final = 420
HEIGHT: Final = 240
"""Drawn to be shown about as large as it is: letters keep their size on a telephone."""
LEFT, RIGHT, TOP, BOTTOM = 34, 132, 12, 26
LATE: Final = 0.8
"""Where nothing is scored in so much of a game, the chart is of the rest: Endeavor scores at its end alone."""
_MARK_SIZE: Final = 0.45


@dataclass(frozen=True, slots=True)
class Scale:
    """From versions and points to the units of the drawing."""

    first: int
    versions: int
    low: int
    high: int

    def x(self, version: int) -> float:
        """Where a version is; all before the first is there."""
        shown = max(version - self.first, 0) / max(self.versions - self.first, 1)
        return LEFT + (WIDTH - LEFT - RIGHT) * shown

    def y(self, points: int) -> float:
        """Where so many points are."""
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - points) / max(self.high - self.low, 1)


def chart(board: queries_pb2.Scoreboard, names: Sequence[str], colors: Sequence[str], versions: int) -> Markup:
    """The chart of a scoreboard up to a version, in the colours of the seats; empty when nobody has scored."""
    if not board.history:
        return Markup("")
    totals = [entry.total for entry in board.history if entry.HasField("seat")]
    scale = Scale(_first(board, versions), versions, min([0, *totals]), max([1, *totals]))
    looks = [_look(seat, colors) for seat in range(len(names))]
    lines = [_line(board, seat, scale, looks[seat]) for seat in range(len(names))]
    last = {seat.seat: seat.total for seat in board.seats}
    summary = ", ".join(f"{name} {last.get(seat, 0)}" for seat, name in enumerate(names))
    now = tag("line", x1=0, x2=0, y1=TOP, y2=HEIGHT - BOTTOM, class_="now", hidden=True)
    return tag(
        "svg",
        _axes(scale),
        *lines,
        group(_labels(last, names, scale, looks)),
        now,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        class_="chart",
        role="img",
        aria_label=f"Score over time: {summary}",
        data_left=LEFT,
        data_right=WIDTH - RIGHT,
        data_first=scale.first,
        data_versions=scale.versions,
    )


def _first(board: queries_pb2.Scoreboard, versions: int) -> int:
    """Where the chart begins: with the game, or, where all is scored at its end, shortly before."""
    begins = min(entry.version for entry in board.history)
    return begins - 1 if begins > versions * LATE else 0


def _axes(scale: Scale) -> Markup:
    step = next(
        size for size in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 10**9) if (scale.high - scale.low) <= size * 5
    )
    marks = []
    for points in range(scale.low - scale.low % -step if scale.low else 0, scale.high + 1, step):
        y = scale.y(points)
        marks.append(tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="gridline"))
        marks.append(tag("text", str(points), x=LEFT - 6, y=y + 4, class_="axis end"))
    shown = f"points from moment {scale.first} on" if scale.first else "points over the moments of the game"
    marks.append(tag("text", shown, x=LEFT, y=HEIGHT - 6, class_="axis"))
    return group(marks)


def _look(seat: int, colors: Sequence[str]) -> str:
    """The class of a seat's line: dashes and marks go by the seat, the colour is that of its pieces."""
    return f"series seat-{seat % 6} hue-{colors[seat]}" if seat < len(colors) else f"series seat-{seat % 6}"


def _line(board: queries_pb2.Scoreboard, seat: int, scale: Scale, look: str) -> Markup:
    own = [entry for entry in board.history if entry.HasField("seat") and entry.seat == seat]
    steps = [f"M{scale.x(0):.1f} {scale.y(0):.1f}"]
    for entry in own:
        steps.append(f"H{scale.x(entry.version):.1f}V{scale.y(entry.total):.1f}")
    steps.append(f"H{scale.x(scale.versions):.1f}")
    marks = {entry.version: entry.total for entry in own}
    shapes = [_mark(seat, scale.x(at), scale.y(total)) for at, total in marks.items()]
    return tag("g", tag("path", d="".join(steps), class_="line"), *shapes, class_=look)


def _mark(seat: int, x: float, y: float) -> Markup:
    where = f"translate({x:.1f} {y:.1f}) scale({_MARK_SIZE})"
    return tag("path", d=SHAPES[seat % len(SHAPES)], transform=where)


def _labels(last: dict[int, int], names: Sequence[str], scale: Scale, looks: Sequence[str]) -> list[Markup]:
    """Names at the ends of the lines, kept apart."""
    labels: list[Markup] = []
    lowest = TOP - 10.0
    for seat in sorted(range(len(names)), key=lambda one: -last.get(one, 0)):
        y = max(scale.y(last.get(seat, 0)) + 4, lowest + 13)
        lowest = y
        name = names[seat] if len(names[seat]) <= 13 else f"{names[seat][:12]}…"
        mark = _mark(seat, WIDTH - RIGHT + 10, y - 4)
        text = tag("text", f"{name} {last.get(seat, 0)}", x=WIDTH - RIGHT + 18, y=y, class_="axis")
        labels.append(tag("g", mark, text, class_=looks[seat]))
    return labels
