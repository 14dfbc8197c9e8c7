"""Standalone pictures: a table as its board module draws it for the browser, laid out as one SVG document.

Every drawn game comes along by itself: what its module gives is markup, and this lays markup out.
"""

from collections.abc import Sequence
from typing import Final
from xml.etree import ElementTree

from ludarium.v1 import views_pb2
from markupsafe import Markup

from clients.web import boards
from clients.web.boards.svg import tag
from clients.web.picture.boxes import GAP, Box, pile
from clients.web.picture.flow import Flow
from clients.web.picture.styles import Styles, load

__all__ = ["picture"]

WIDTH: Final = 1160
"""How wide a picture is; tall as need be."""
MARGIN: Final = 20
_WHOLE: Final = WIDTH - 2 * MARGIN
_HALF: Final = (_WHOLE - GAP) / 2
_PADDING: Final = 12
_ACROSS: Final = frozenset({"state", "calendar"})
"""What stands across the top of a board: how the game stands."""
_FLATTER: Final = 0.6


def picture(view: views_pb2.GameView, names: Sequence[str], seat: int | None, heading: str) -> str:
    """An SVG document of the table as `seat` sees it (None: a spectator), below a heading."""
    styles = load()
    board = ElementTree.fromstring(str(boards.draw(view, names, seat)))  # noqa: S314 - our own markup
    flow = Flow(styles, board)
    head = flow.text(heading, _WHOLE, size=20, bold=True)
    table = pile([head, *_rows(flow, board)], GAP)
    height = table.height + 2 * MARGIN
    return str(
        tag(
            "svg",
            tag("title", heading),
            tag("style", Markup(styles.used_in(board))),  # noqa: S704 - our own style sheet
            tag("rect", width=WIDTH, height=f"{height:g}", fill=styles.color("ground")),
            tag("g", table.markup, transform=f"translate({MARGIN} {MARGIN})"),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDTH} {height:g}",
            width=WIDTH,
            height=f"{height:g}",
            font_family="system-ui, sans-serif",
        )
    )


def _rows(flow: Flow, board: ElementTree.Element) -> list[Box]:
    """The parts of the board: in two columns those that fit into half the width, the others across."""
    rows: list[Box] = []
    columns: tuple[list[Box], list[Box]] = ([], [])
    for part in board:
        narrow = flow.block(part, _HALF - 2 * _PADDING)
        wide = flow.block(part, _WHOLE - 2 * _PADDING).within(_WHOLE - 2 * _PADDING)
        if _wants_half(part, narrow, wide):
            shorter = min(columns, key=lambda column: pile(column, GAP).height)
            shorter.append(_panel(flow.styles, narrow, _HALF))
            continue
        rows += [_beside(columns), _panel(flow.styles, wide, _WHOLE)]
        columns = ([], [])
    return [*rows, _beside(columns)]


def _wants_half(part: ElementTree.Element, narrow: Box, wide: Box) -> bool:
    """Whether a part stands well in a column: it fits, and would not be much flatter across the whole."""
    if _ACROSS & set(part.get("class", "").split()):
        return False
    return narrow.width <= _HALF - 2 * _PADDING and wide.height > _FLATTER * narrow.height


def _beside(columns: Sequence[Sequence[Box]]) -> Box:
    """Two columns; empty ones take no room."""
    left, right = (pile(column, GAP) for column in columns)
    return Box(_WHOLE, max(left.height, right.height), left.at(0, 0) + right.at(_HALF + GAP, 0))


def _panel(styles: Styles, content: Box, width: float) -> Box:
    """A part of the table on its ground."""
    height = content.height + 2 * _PADDING
    ground = tag("rect", width=f"{width:g}", height=f"{height:g}", rx=8, **styles.panel)
    return Box(width, height, ground + content.at(_PADDING, _PADDING))
