"""Blocks: pieces of a picture, put side by side or below each other."""

from collections.abc import Iterable, Sequence

from rich.text import Text

WIDTH = 100
"""The columns a board may use."""

Block = list[Text]
"""Lines of text, of any lengths."""

# Box-drawing characters by the weight (0 none, 1 light, 2 heavy) of the lines that go up, right, down and left.
_JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"


def joint(up: int, right: int, down: int, left: int) -> str:
    """The character where lines of these weights meet."""
    return _JOINTS[up * 27 + right * 9 + down * 3 + left]


def width(block: Block) -> int:
    """The columns of the longest line."""
    return max((line.cell_len for line in block), default=0)


def padded(line: Text, columns: int) -> Text:
    """A copy filled up with spaces."""
    copy = line.copy()
    copy.append(" " * (columns - line.cell_len))
    return copy


def beside(blocks: Sequence[Block], gap: int = 2) -> Block:
    """The blocks side by side, tops aligned."""
    height = max((len(block) for block in blocks), default=0)
    widths = [width(block) for block in blocks]
    lines = []
    for row in range(height):
        line = Text()
        for number, block in enumerate(blocks):
            part = block[row] if row < len(block) else Text()
            line.append_text(padded(part, widths[number]))
            line.append(" " * gap if number < len(blocks) - 1 else "")
        lines.append(trimmed(line))
    return lines


def flow(blocks: Iterable[Block], columns: int = WIDTH, gap: int = 2) -> Block:
    """The blocks side by side as long as they fit, then below; rows are parted by an empty line."""
    rows: list[list[Block]] = []
    used = 0
    for block in blocks:
        needed = width(block)
        if rows and used + gap + needed <= columns:
            rows[-1].append(block)
            used += gap + needed
        else:
            rows.append([block])
            used = needed
    return stacked([beside(row, gap) for row in rows])


def stacked(blocks: Iterable[Block]) -> Block:
    """The blocks below each other, parted by empty lines."""
    lines: Block = []
    for block in blocks:
        if not block:
            continue
        if lines:
            lines.append(Text())
        lines.extend(block)
    return lines


def wrapped(line: Text) -> Block:
    """The line, folded at spaces where it is longer than a board is wide."""
    if line.cell_len <= WIDTH:
        return [line]
    parts: Block = []
    current = Text()
    for word in line.split(" "):
        if current and current.cell_len + 1 + word.cell_len > WIDTH:
            parts.append(current)
            current = Text(" " * 12)
        elif current:
            current.append(" ")
        current.append_text(word)
    return [*parts, current]


def trimmed(line: Text) -> Text:
    """A copy without spaces at its end."""
    copy = line.copy()
    copy.rstrip()
    return copy
