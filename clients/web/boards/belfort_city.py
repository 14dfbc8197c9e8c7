"""The city of Belfort: five districts around the castle, each with its fifteen spaces, walls outside, guild inside."""

from math import cos, pi, sin, tan
from typing import Final, NamedTuple

from ludarium.games.belfort.v1 import view_pb2
from markupsafe import Markup

from clients.web.boards.belfort_goods import icon, owner_piece, owner_words, spaced
from clients.web.boards.look import Look
from clients.web.boards.picks import Picks
from clients.web.boards.svg import group, tag

EDGE: Final = 328.0
"""From the middle to the outer wall."""
FIFTH: Final = 2 * pi / 5
CORNER: Final = EDGE / cos(FIFTH / 2)
CELL: Final = 56.0
_MARGIN: Final = 6


class Place(NamedTuple):
    """Where a space lies in its district: away from the middle, and clockwise from the district's axis."""

    code: str
    out: float
    along: float


PLACES: Final[dict[str, Place]] = {
    "wall_left": Place("Wa", 319, -78),
    "wall_right": Place("Wa", 319, 78),
    "bank": Place("Ba", 276, -96),
    "blacksmith": Place("Bl", 276, -32),
    "market": Place("Ma", 276, 32),
    "inn": Place("In", 276, 96),
    "library": Place("Li", 216, -90),
    "pub": Place("Pu", 216, -30),
    "gardens": Place("Ga", 216, 30),
    "tower": Place("To", 216, 90),
    "keep_left": Place("Ke", 156, -29),
    "keep_right": Place("Ke", 156, 29),
    "gatehouse_left": Place("", 0, 0),
    "gatehouse_right": Place("", 0, 0),
    "guild": Place("Gu", 94, 0),
}
_GATE_OUT: Final = 318.0
"""How far out along the border a Gatehouse stands."""
_PAWNS: Final = ((116.0, 56.0), (116.0, -56.0), (150.0, 82.0), (52.0, 0.0))


def city(view: view_pb2.View, look: Look) -> Markup:
    """The drawing of the whole city."""
    half = CORNER * sin(FIFTH)
    top, bottom = -EDGE, CORNER
    box = (-half - _MARGIN, top - _MARGIN, 2 * (half + _MARGIN), bottom - top + 2 * _MARGIN)
    wedges = [_wedge(number) for number in range(len(view.districts))]
    inner = [_district(view, district, number, look) for number, district in enumerate(view.districts)]
    return tag(
        "svg",
        *wedges,
        tag("circle", r=44, class_="hill"),
        tag("text", "Castle", y=5, class_="hill-name", aria_hidden="true"),
        *inner,
        viewBox=" ".join(f"{one:.1f}" for one in box),
        class_="city board",
        role="group",
        aria_label="The city: five districts, clockwise from the top",
    )


def codes() -> Markup:
    """What the letters on spaces stand for."""
    named = {
        place.code: spaced(name.removesuffix("_left").removesuffix("_right"))
        for name, place in PLACES.items()
        if place.code
    }
    words = " · ".join(f"{code} {name}" for code, name in named.items())
    return tag("p", f"{words} · the towers on the borders are Gatehouses", class_="note codes")


def _turn(number: int) -> float:
    """The direction of a district from the middle; the first is at the top."""
    return -pi / 2 + number * FIFTH


def _at(number: int, out: float, along: float) -> tuple[float, float]:
    turn = _turn(number)
    return out * cos(turn) - along * sin(turn), out * sin(turn) + along * cos(turn)


def _wedge(number: int) -> Markup:
    side = EDGE * tan(FIFTH / 2)
    corners = [(0.0, 0.0), _at(number, EDGE, -side), _at(number, EDGE, side)]
    d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "z"
    return tag("path", d=d, class_=f"wedge wedge-{number % 5}")


def _district(view: view_pb2.View, district: view_pb2.DistrictView, number: int, look: Look) -> Markup:
    there = {one.space.partition(".")[2]: one for one in district.spaces}
    shown = [_street(number, 246), _street(number, 186)]
    for name in PLACES:
        shown.append(_space(view, look, number, f"{district.id}.{name}", there.get(name)))
    return tag("g", *shown, _label(district, number, look.picks), *_pawns(view, district.id, number), class_="district")


def _street(number: int, out: float) -> Markup:
    half = out * tan(FIFTH / 2) - 12
    (x1, y1), (x2, y2) = _at(number, out, -half), _at(number, out, half)
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_="street")


def _space(view: view_pb2.View, look: Look, number: int, space: str, marked: view_pb2.SpaceView | None) -> Markup:
    """A space: its outline lies as the district lies, its letters and pieces stand upright."""
    name = space.partition(".")[2]
    kind = name.removesuffix("_left").removesuffix("_right")
    (x, y), outline = _outline(name, number)
    words = _words(space, kind, marked, look)
    pieces = [_content(view, look, kind, PLACES[name].code, marked)]
    shape = look.picks.shape(f"space:{space}", words, outline, *pieces)
    title = Markup("") if f"space:{space}" in look.picks.keys else tag("title", words)
    owned = f"{space}-{marked.owner}" if marked is not None and marked.owner else None
    return tag("g", title, shape, transform=f"translate({x:.1f} {y:.1f})", data_id=owned)


def _outline(name: str, number: int) -> tuple[tuple[float, float], Markup]:
    """Where the middle of a space is, and its shape around it."""
    place = PLACES[name]
    degrees = number * 72
    if name.startswith("gatehouse"):
        side = -1 if name.endswith("left") else 1
        border = FIFTH / 2 * side
        out = _GATE_OUT * cos(border) + 21 * sin(FIFTH / 2)
        along = _GATE_OUT * sin(border) - side * 21 * cos(FIFTH / 2)
        turn = f"rotate({degrees + side * 36:g})"
        d = "M-20 -26h36v52h-36z" if side > 0 else "M-16 -26h36v52h-36z"
        return _at(number, out, along), tag("path", d=d, class_="tile space gate", transform=turn)
    width, height = (122.0, 24.0) if name.startswith("wall") else (CELL, CELL)
    rect = tag(
        "rect",
        x=-width / 2,
        y=-height / 2,
        width=width,
        height=height,
        rx=4,
        class_="tile space" + (" rampart" if name.startswith("wall") else " guild-space" if name == "guild" else ""),
        transform=f"rotate({degrees})" if degrees else None,
    )
    return _at(number, place.out, place.along), rect


def _content(view: view_pb2.View, look: Look, kind: str, code: str, marked: view_pb2.SpaceView | None) -> Markup:
    """What stands on a space: the piece of its owner, or its letters and drawing while it is free."""
    low = kind in ("wall", "gatehouse")
    if marked is not None and marked.owner:
        scale = 1.15 if kind == "wall" else 1.4 if kind == "gatehouse" else 1.5
        shown = [owner_piece(view, look, marked.owner, "", 0, 0 if low else 8, scale)]
        if marked.decorated:
            shown.append(tag("text", "+½", x=14, y=-6, class_="decorated"))
        return group([*shown, Markup("") if low else tag("text", code, y=-13, class_="code small")])
    if marked is not None and marked.reserved_for:
        kept = owner_piece(view, look, marked.reserved_for, "", 0, 0 if low else 8, 0.9)
        return tag("g", kept, class_="kept")
    if kind == "gatehouse":
        return icon("gatehouse", 1.3)
    if kind == "wall":
        return icon("wall", 0.9)
    return group([tag("text", code, y=-4, class_="code"), icon(kind, 0.95, 0, 13)])


def _words(space: str, kind: str, marked: view_pb2.SpaceView | None, look: Look) -> str:
    where = f"{spaced(kind).capitalize()} in {space.partition('.')[0]}"
    if marked is None:
        return f"{where}, free"
    parts = [where]
    parts += [f"of {owner_words(look, marked.owner)}"] if marked.owner else []
    parts += [f"kept for {owner_words(look, marked.reserved_for)}"] if marked.reserved_for else []
    parts += ["decorated"] if marked.decorated else []
    parts += ["its marker was removed"] if marked.vacated else []
    return ", ".join(parts)


def _label(district: view_pb2.DistrictView, number: int, picks: Picks) -> Markup:
    x, y = _at(number, 152, -86)
    key = f"district:{district.id}"
    plate = tag("rect", x=-20, y=-15, width=40, height=30, rx=15, class_="tile plate")
    name = picks.shape(key, f"district {district.id}", plate, tag("text", district.id, y=6, class_="plate-name"))
    return tag("g", name, transform=f"translate({x:.1f} {y:.1f})")


def _pawns(view: view_pb2.View, district: str, number: int) -> list[Markup]:
    """The Queen, Ms. Parks, Mr. Rex and the Gorgon, where they are here."""
    walkers = (("Q", "the Queen", view.queen), ("P", "Ms. Parks", view.parks), ("R", "Mr. Rex", view.rex))
    here = [
        (letter, words) for letter, words, where in (*walkers, ("G", "the Gorgon", view.gorgon)) if where == district
    ]
    shown = []
    for (letter, words), (out, along) in zip(here, _PAWNS, strict=False):
        x, y = _at(number, out, along)
        body = tag(
            "path", d="M0 -20a8 8 0 0 1 5 14l9 22h-28l9 -22a8 8 0 0 1 5 -14z", class_=f"pawn pawn-{letter.lower()}"
        )
        name = tag("text", letter, y=11, class_="pawn-letter")
        shown.append(tag("g", tag("title", words), body, name, transform=f"translate({x:.1f} {y:.1f})"))
    return shown
