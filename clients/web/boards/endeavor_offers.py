"""What lies beside the map of Endeavor: decks, discard pile, buildings, spent tokens, the Prominence tile."""

from typing import Final

from ludarium.games.endeavor.v1 import view_pb2
from markupsafe import Markup

from clients.web.boards.endeavor_pieces import (
    ACTIONS,
    ATTRIBUTES,
    building_face,
    building_words,
    card_face,
    card_words,
    disc,
    disc_badge,
    token_badge,
    token_of,
)
from clients.web.boards.look import Look
from clients.web.boards.svg import group, tag

SLAVERY_NOTE: Final = "A slavery card that is discarded, or held when slavery is abolished, counts against its player."
_TILE_WIDTH: Final = 330


def decks(view: view_pb2.View, look: Look) -> Markup:
    """Every deck with its top card, and the governor that waits there."""
    shown = []
    for region in view.regions:
        for deck in region.decks:
            name = "Slavery" if deck.id == "slavery" else region.name.split(" and ")[0]
            below = ", ".join(map(_short, deck.cards[1:]))
            top = card(look, deck.cards[0]) if deck.cards else tag("span", "empty", class_="note")
            rest = tag("small", f"then {below}", class_="note") if below else Markup("")
            head = tag("strong", f"{name} ", tag("small", f"{len(deck.cards)} cards"))
            waiting = tag("small", f"governor: {card_words(region.governor)}", class_="note")
            governor = waiting if region.HasField("governor") and deck.id != "slavery" else Markup("")
            shown.append(tag("li", head, top, rest, governor))
    note = [tag("p", SLAVERY_NOTE, class_="note")] if not view.abolished else [tag("p", "Slavery is abolished.")]
    pile = tag("ul", *(tag("li", card(look, one)) for one in view.discard), class_="chips")
    discard = [tag("h4", "Discard pile"), pile] if view.discard else []
    lists = [tag("h3", "Cards"), tag("ul", *shown, class_="decks"), *discard, *note]
    return tag("section", *lists, class_="panel decks-panel")


def _short(one: view_pb2.CardView) -> str:
    """A card of a deck whose name is known: its value, and its own name where it has one."""
    name, bracket, _ = one.name.partition(" (")
    return f"{one.value} {name}" if bracket else str(one.value)


def card(look: Look, one: view_pb2.CardView, key: str = "card") -> Markup:
    """A card that can be picked."""
    return look.picks.thing(f"{key}:{one.id}", card_words(one), card_face(one), class_="card-thing")


def stock(view: view_pb2.View, look: Look) -> Markup:
    """The buildings that may still be built, by level."""
    parts = [tag("h3", "Buildings")]
    for level in sorted({row.building.level for row in view.stock}):
        shown = []
        for row in view.stock:
            if row.building.level != level:
                continue
            face = tag("span", *building_face(row.building), tag("small", f"{row.count} left"), class_="card-face")
            words = f"{building_words(row.building)}, {row.count} left"
            shown.append(tag("li", look.picks.thing(f"building:{row.building.id}", words, face, class_="card-thing")))
        parts += [tag("h4", f"Level {level}" if level else "Starting buildings"), tag("ul", *shown, class_="chips")]
    known = {f"{row.building.id}" for row in view.stock}
    others = [one for one in look.picks.cells("building:") if one not in known]
    for one in others:
        words = one.replace("_", " ").capitalize()
        parts.append(
            look.picks.thing(f"building:{one}", words, tag("span", words, class_="card-face"), class_="card-thing")
        )
    return tag("section", *parts, class_="panel stock")


def beside(view: view_pb2.View, look: Look) -> list[Markup]:
    """Spent tokens, what lies on cards, the exploits in play."""
    items = []
    for row in view.blue_discard:
        words = f"spent: {row.count} {token_of(row.token).words}"
        face = tag("span", token_badge(row.token), f" ×{row.count} spent")
        items.append(look.picks.thing(f"spent:{row.token}", words, face, class_="flat"))
    for row in view.on_cards.flota:
        words = f"on Flota des Indias: {row.count} {token_of(row.token).words}"
        face = tag("span", token_badge(row.token), f" ×{row.count} on Flota des Indias")
        items.append(look.picks.thing(f"flota:{row.token}", words, face, class_="flat"))
    things = view.on_cards
    facts = [f"Declaration of Independence: {things.declaration} fortifications"] if things.declaration else []
    facts += (
        [f"Conquistadors: a conscript of {look.name(things.conquistador)}"] if things.HasField("conquistador") else []
    )
    facts += [f"Marriage Alliance: {' and '.join(map(look.name, things.marriage))}"] if things.marriage else []
    facts += [f"Fortifications in the supply: {view.fortifications}"] if view.fortifications else []
    facts += [f"Exploits: {', '.join(view.exploits)}"] if view.exploits else []
    items += [tag("span", fact, class_="chip-words") for fact in facts]
    if not items:
        return []
    return [
        tag(
            "section",
            tag("h3", "Beside the board"),
            tag("ul", *(tag("li", one) for one in items), class_="chips"),
            class_="panel beside",
        )
    ]


def prominence(view: view_pb2.View, look: Look) -> list[Markup]:
    """The Prominence tile: circles in an upper and a lower portion, links between them, or alliances."""
    if not view.HasField("prominence"):
        return []
    tile = view.prominence
    note = (
        f"{ACTIONS[tile.action]} may place a disc here instead. ★ glory for who holds a circle, + gains a disc at once."
    )
    parts = [tag("h3", f"Prominence: {tile.name}"), tag("p", note, class_="note")]
    if tile.spots:
        parts.append(_tile(view, look, tile))
    for alliance in tile.alliances:
        inside = [
            tag("span", disc_badge(view, look, one.seat, look.name(one.seat)), f"×{one.discs}", class_="count-of")
            for one in alliance.discs
        ]
        words = f"{alliance.color} alliance"
        face = tag("span", f"{words}: ", group(inside) if inside else "no discs")
        parts.append(tag("p", look.picks.thing(f"spot:{alliance.id}", words, face)))
    return [tag("section", *parts, class_="panel")]


def _tile(view: view_pb2.View, look: Look, tile: view_pb2.ProminenceView) -> Markup:
    upper, lower = ([one for one in tile.spots if one.lower is below] for below in (False, True))
    at: dict[str, tuple[float, float]] = {}
    for y, row in ((44.0, upper), (126.0, lower)):
        pitch = _TILE_WIDTH / max(len(row), 1)
        at |= {one.id: ((number + 0.5) * pitch, y) for number, one in enumerate(row)}
    lines = []
    for link in tile.links:
        (x1, y1), (x2, y2) = (at.get(end, (0.0, 0.0)) for end in link.ends)
        lines.append(tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_="seaway way-free"))
        if link.glory:
            lines.append(tag("text", f"★{link.glory}", x=(x1 + x2) / 2, y=(y1 + y2) / 2 - 6, class_="spot-word"))
    spots = [_spot(view, look, one, at[one.id]) for one in tile.spots]
    divide = tag("line", x1=0, x2=_TILE_WIDTH, y1=86, y2=86, class_="divide")
    return tag(
        "svg",
        divide,
        *lines,
        *spots,
        viewBox=f"0 0 {_TILE_WIDTH} 168",
        class_="board tile-side",
        role="group",
        aria_label=tile.name,
    )


def _spot(view: view_pb2.View, look: Look, one: view_pb2.SpotView, at: tuple[float, float]) -> Markup:
    marks = ("★" + str(one.glory) if one.glory else "") + ("+" if one.disc_bonus else "")
    held = one.HasField("seat")
    inner = disc(view, look, one.seat, 0, 0, 1.3) if held else tag("text", marks, y=5, class_="spot-word")
    about = [ATTRIBUTES[one.attribute]] if one.attribute else []
    about += [f"{one.glory} glory"] if one.glory else []
    about += ["gains a disc"] if one.disc_bonus else []
    about += [f"held by {look.name(one.seat)}" if held else "free"]
    words = f"{'lower' if one.lower else 'upper'} circle: {', '.join(about)}"
    below = " ".join(
        part for part in ((ATTRIBUTES[one.attribute][:3] if one.attribute else ""), marks if held else "") if part
    )
    shape = look.picks.shape(f"spot:{one.id}", words, tag("circle", r=18, class_="tile city-node"), inner)
    title = Markup("") if f"spot:{one.id}" in look.picks.keys else tag("title", words)
    name = tag("text", below, y=34, class_="spot-word") if below else Markup("")
    return tag(
        "g",
        title,
        shape,
        name,
        transform=f"translate({at[0]:g} {at[1]:g})",
        data_id=f"{one.id}-{one.seat}" if held else None,
    )
