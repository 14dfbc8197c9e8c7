"""Players' pieces: whose a piece is shows by shape and colour, what it is by the letter on it."""

from typing import Final

from markupsafe import Markup

from clients.web.boards.svg import tag

SHAPES: Final = (
    "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z",
    "M-9 -9h18v18h-18z",
    "M0 -11.5L12 9h-24z",
    "M0 -12.5L12.5 0L0 12.5L-12.5 0z",
    "M0 11.5L12 -9h-24z",
    "M-4 -11h8v7h7v8h-7v7h-8v-7h-7v-8h7z",
)
"""By seat, an outline about 20 across around the origin."""
NEUTRAL: Final = "M-6 -11h12l6 11l-6 11h-12l-6 -11z"
"""The outline of what belongs to no seat."""
_LETTER_AT: Final = {2: 3.5, 4: -2.5}
"""Where the letter lies a little lower or higher than the middle."""


def piece(seat: int | None, color: str, letter: str, x: float = 0, y: float = 0, scale: float = 1.0) -> Markup:
    """A piece inside a drawing; `seat` None for one that is nobody's."""
    outline = NEUTRAL if seat is None else SHAPES[seat % len(SHAPES)]
    shape = tag("path", d=outline, class_=f"piece-shape paint-{color}")
    middle = 4.5 + (_LETTER_AT.get(seat % len(SHAPES), 0.0) if seat is not None else 0.0)
    text = tag("text", letter, y=middle, class_=f"piece-letter ink-{color}") if letter else Markup("")
    where = f"translate({x:g} {y:g})" + (f" scale({scale:g})" if scale != 1.0 else "")
    return tag("g", shape, text, transform=where, class_="token")


def badge(seat: int | None, color: str, letter: str, words: str = "", size: int = 24) -> Markup:
    """A piece beside words, as a small drawing of its own; told as `words` if it says more than what stands beside."""
    return tag(
        "svg",
        piece(seat, color, letter),
        viewBox="-13 -13 26 26",
        width=size,
        height=size,
        class_="piece-badge",
        role="img" if words else None,
        aria_label=words or None,
        aria_hidden=None if words else "true",
    )


def color_word(name: str) -> str:
    """`PLAYER_COLOR_RED` is red; what nobody has given is none."""
    word = name.removeprefix("PLAYER_COLOR_").lower()
    return "none" if word in ("", "unspecified") else word
