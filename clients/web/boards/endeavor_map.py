"""The map of Endeavor: regions with their shipping tracks and open seas, cities, fleets, and the links between them."""

from typing import Final

from ludarium.games.endeavor.v1 import types_pb2, view_pb2
from markupsafe import Markup

from clients.web.boards.endeavor_atlas import BENDS, ELSEWHERE, HEIGHT, LANDS, MIDDLES, SPOTS, WIDTH, At, Land, Spot
from clients.web.boards.endeavor_pieces import color_of, disc, token_of, token_shape
from clients.web.boards.look import Look
from clients.web.boards.svg import tag

_NODE: Final = 18
_NAMES: Final[dict[str, tuple[float, float, str]]] = {
    "below": (0, 34, "middle"),
    "above": (0, -24, "middle"),
    "right": (24, 5, "start"),
}
_MARGIN: Final = 14
_LETTER: Final = 8.4
"""About how wide a letter of a name is."""


def world(view: view_pb2.View, look: Look) -> Markup:
    """The drawing of the whole map."""
    spots = _spots(view)
    lands = [_land(view, look, region) for region in view.regions]
    links = [_link(view, look, link, spots) for link in view.links]
    spaces = [_space(view, look, space, spots[space.id], region) for region in view.regions for space in region.spaces]
    drawing = tag(
        "svg",
        *lands,
        *links,
        *spaces,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        class_="world board",
        role="group",
        aria_label=f"The map, side {view.board_side}",
    )
    return tag("div", drawing, class_="scroll map-scroll", tabindex=0, role="group", aria_label="Map")


def legend() -> Markup:
    """What shapes and letters on the map mean."""
    words = "Round tokens raise an attribute, square ones give an action; boats are fleets; a ring is a fortification. "
    words += "A link between two cities of one player is drawn in their colour, with their letter."
    return tag("p", words, class_="note")


def _spots(view: view_pb2.View) -> dict[str, Spot]:
    """Where everything lies; what the atlas does not know gets a place in its region."""
    spots = dict(SPOTS)
    for region in view.regions:
        land = LANDS.get(region.id, ELSEWHERE)
        unknown = [space for space in region.spaces if space.id not in spots]
        for number, space in enumerate(unknown):
            x = land.left + 50 + number % 3 * (land.right - land.left - 90) / 2
            spots[space.id] = Spot(x, land.top + 130 + number // 3 * 62)
    return spots


def _land(view: view_pb2.View, look: Look, region: view_pb2.RegionView) -> Markup:
    """A region's frame with its name, track and sea."""
    land = LANDS.get(region.id, ELSEWHERE)
    state = "open" if region.open else "closed"
    frame = tag(
        "rect",
        x=land.left,
        y=land.top,
        width=land.right - land.left,
        height=land.bottom - land.top,
        rx=10,
        class_=f"land {state}",
    )
    name = tag("text", region.name.split(" and ")[0], x=land.left + 12, y=land.top + 24, class_="land-name")
    decks = " · ".join(f"{len(deck.cards)} cards" for deck in region.decks if deck.id != "slavery")
    aside = tag("text", decks, x=land.right - 10, y=land.top + 23, class_="land-deck")
    parts = [frame, name, aside]
    if region.track:
        parts.append(_track(view, look, region, land))
    if region.has_sea:
        parts.append(_sea(view, look, region, land))
    return tag("g", *parts)


def _rows(land: Land) -> At:
    """How far down the track and the sea of a region are."""
    return (land.bottom - 52, land.bottom - 18) if land.track_below else (land.top + 52, land.top + 86)


def _track(view: view_pb2.View, look: Look, region: view_pb2.RegionView, land: Land) -> Markup:
    """The shipping track; the whole of it is picked to ship there, its spaces to trade."""
    y, _ = _rows(land)
    pitch = (land.right - land.left - 2 * _MARGIN) / len(region.track)
    spaces = [
        _track_space(view, look, space, land.left + _MARGIN + (number + 0.5) * pitch, y)
        for number, space in enumerate(region.track)
    ]
    filled = sum(1 for space in region.track if space.HasField("seat"))
    words = f"shipping track of {region.name}, {filled} of {len(region.track)} filled"
    lane = tag(
        "rect",
        x=land.left + 6,
        y=y - 16,
        width=land.right - land.left - 12,
        height=32,
        rx=16,
        class_="lane tile",
    )
    return tag("g", look.picks.shape(f"track:{region.id}", words, lane), *spaces)


def _track_space(view: view_pb2.View, look: Look, space: view_pb2.TrackSpaceView, x: float, y: float) -> Markup:
    hole = tag("circle", r=12, class_="hole")
    inner = Markup("")
    who = None
    words = "free space of the track"
    if space.HasField("seat"):
        inner, who = disc(view, look, space.seat, 0, 0, 1.05), f"{space.place}-{space.seat}"
        words = f"disc of {look.name(space.seat)}"
    elif space.token:
        inner, words = token_shape(space.token, 0, 0, 0.92), f"{token_of(space.token).words} token on the track"
    shape = look.picks.shape(f"space:{space.place}", words, hole, inner, _halo(look, f"space:{space.place}", 14))
    passive = "untouched" if f"space:{space.place}" not in look.picks.keys else None
    return tag("g", shape, transform=f"translate({x:.1f} {y:.1f})", class_=passive, data_id=who)


def _sea(view: view_pb2.View, look: Look, region: view_pb2.RegionView, land: Land) -> Markup:
    """The open sea with the discs in it."""
    _, y = _rows(land)
    water = tag(
        "rect",
        x=land.left + 6,
        y=y - 14,
        width=land.right - land.left - 12,
        height=28,
        rx=6,
        class_="sea tile",
    )
    title = tag("text", "open sea" if region.open else "sea closed", x=land.left + 16, y=y + 5, class_="sea-name")
    shown = []
    for number, one in enumerate(region.sea):
        x = land.left + 98 + number * 34
        count = tag("text", f"{one.discs}", x=x + 12, y=y + 5, class_="sea-count")
        shown += [disc(view, look, one.seat, x, y, 0.9), count]
    words = ", ".join(f"{look.name(one.seat)} {one.discs}" for one in region.sea) or "empty"
    label = f"open sea of {region.name}: {words}"
    shape = look.picks.shape(f"sea:{region.id}", label, water, title, *shown)
    return tag("g", shape)


def _link(view: view_pb2.View, look: Look, link: view_pb2.LinkView, spots: dict[str, Spot]) -> Markup:
    """A link: a line with the place of its token, or the letter of who holds both its ends."""
    start, end = (spots.get(one, Spot(0, 0)) for one in link.ends)
    a, b = (start.x, start.y), (end.x, end.y)
    bend = BENDS.get(link.id, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
    x, y = _along(a, bend, b, MIDDLES.get(link.id, 0.5))
    path = f"M{a[0]:g} {a[1]:g}Q{bend[0]:g} {bend[1]:g} {b[0]:g} {b[1]:g}"
    holder = _holder(view, link)
    paint = f"way-held held-{color_of(view, holder)}" if holder is not None else "way-free"
    line = tag("path", d=path, class_=f"seaway {paint}")
    words = f"link of {_between(view, link)}" + (f", held by {look.name(holder)}" if holder is not None else "")
    if link.token:
        mark = token_shape(link.token, 0, 0, 0.95)
        words += f", {token_of(link.token).words} token"
    elif holder is not None:
        mark = disc(view, look, holder, 0, 0, 0.7)
    else:
        mark = tag(
            "path", d="M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z" if link.circle else "M-5 -5h10v10h-10z", class_="knot"
        )
    key = f"space:{link.id}"
    shape = look.picks.shape(key, words, mark, _halo(look, key, 15))
    title = Markup("") if key in look.picks.keys else tag("title", words)
    return tag("g", line, tag("g", title, shape, transform=f"translate({x:.1f} {y:.1f})"))


def _holder(view: view_pb2.View, link: view_pb2.LinkView) -> int | None:
    """Who holds both ends."""
    seats = [
        space.seat if space.HasField("seat") else None
        for region in view.regions
        for space in region.spaces
        if space.id in link.ends
    ]
    return seats[0] if len(seats) == 2 and seats[0] == seats[1] else None


def _between(view: view_pb2.View, link: view_pb2.LinkView) -> str:
    names = {space.id: space.name for region in view.regions for space in region.spaces}
    return " and ".join(names.get(end, end) for end in link.ends)


def _along(a: At, bend: At, b: At, t: float) -> At:
    """A point of a quadratic curve."""
    u = 1 - t
    return tuple(u * u * p + 2 * u * t * q + t * t * r for p, q, r in zip(a, bend, b, strict=True))  # type: ignore[return-value]


def _space(
    view: view_pb2.View, look: Look, space: view_pb2.SpaceView, spot: Spot, region: view_pb2.RegionView
) -> Markup:
    """A city or a fleet: who holds it, or the token to be taken."""
    fleet = space.kind == types_pb2.SPACE_KIND_FLEET
    outline = (
        "M-20 -10h40l-8 24h-24z" if fleet else f"M-{_NODE} 0a{_NODE} {_NODE} 0 1 0 36 0a{_NODE} {_NODE} 0 1 0 -36 0z"
    )
    parts = [tag("path", d=outline, class_="tile city-node fleet" if fleet else "tile city-node")]
    held = space.HasField("seat")
    if space.fortified:
        parts.append(tag("circle", r=_NODE + 5, class_="fort"))
    if held:
        parts.append(disc(view, look, space.seat, 0, 0, 1.35))
    elif space.token:
        parts.append(token_shape(space.token))
    who = (
        f"held by {look.name(space.seat)}"
        if held
        else f"{token_of(space.token).words} token"
        if space.token
        else "empty"
    )
    words = f"{space.name}, {'fleet' if fleet else 'city'} in {region.name}, {who}{', fortified' * space.fortified}"
    key = f"space:{space.id}"
    shape = look.picks.shape(key, words, *parts)
    title = Markup("") if key in look.picks.keys else tag("title", words)
    return tag(
        "g",
        title,
        shape,
        _name(space, spot, fleet),
        transform=f"translate({spot.x:g} {spot.y:g})",
        data_id=f"{space.id}-{space.seat}" if held else None,
    )


def _name(space: view_pb2.SpaceView, spot: Spot, fleet: bool) -> Markup:
    """The name of a space on its side; kept inside the map."""
    dx, dy, anchor = _NAMES[spot.name]
    name = space.name.removesuffix(" Fleet") if fleet else space.name
    if anchor == "middle":
        over = spot.x + len(name) * _LETTER / 2 - (WIDTH - 12)
        under = 14 - (spot.x - len(name) * _LETTER / 2)
        dx += under if under > 0 else -over if over > 0 else 0
    return tag(
        "text", name, x=round(dx, 1), y=dy, class_=f"place-name {anchor}{' fleet-name' * fleet}", aria_hidden="true"
    )


def _halo(look: Look, key: str, radius: int) -> Markup:
    """What shows that a small thing can be picked."""
    return tag("circle", r=radius, class_="tile halo") if key in look.picks.keys else Markup("")
