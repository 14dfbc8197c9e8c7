"""Goods, cards and spaces of Belfort as small pieces of markup."""

from typing import Final

from ludarium.games.belfort.v1 import types_pb2, view_pb2
from markupsafe import Markup

from clients.web.boards.look import Look
from clients.web.boards.markers import badge, color_word, piece
from clients.web.boards.svg import group, tag

GOODS: Final = (("wood", "W"), ("stone", "S"), ("metal", "M"), ("gold", "G"))
"""Goods with their letters."""
WORKERS: Final = ("", "Elf", "Dwarf", "Gnome", "Imp", "Worker")
NEUTRALS: Final[dict[int, tuple[str, str]]] = {
    types_pb2.OWNER_NON_PLAYER_A: ("A", "non-player A"),
    types_pb2.OWNER_NON_PLAYER_B: ("B", "non-player B"),
    types_pb2.OWNER_HERITAGE: ("H", "Heritage"),
}
_ICONS: Final = {
    "bank": "M-7 8h14M-8 -3L0 -9L8 -3zM-5 -2v8M0 -2v8M5 -2v8",
    "blacksmith": "M-9 -3h18l-4 4h-5v4h4v3h-9v-3h2v-4h-3z",
    "gardens": "M0 9V1M0 1c-8 0 -8 -10 0 -10c8 0 8 10 0 10z",
    "gatehouse": "M-9 9v-18h4v3h3v-3h4v3h3v-3h4v18h-6v-5a3 3 0 0 0 -6 0v5z",
    "inn": "M-9 8v-14M-9 3h18v5M9 3v-3h-11v3M-6 -1a2 2 0 1 0 .1 0",
    "keep": "M-9 9v-12h3v-5h3v3h6v-3h3v5h3v12zM-2 9v-6h4v6",
    "library": "M-9 -7q5 -2 9 1q4 -3 9 -1v14q-5 -2 -9 1q-4 -3 -9 -1zM0 -6v14",
    "market": "M-9 -3l2 -5h14l2 5zM-7 -3v11M7 -3v11M-7 4h14",
    "pub": "M-7 -7h10v15h-10zM3 -4h5v8h-5M-4 -3v7M0 -3v7",
    "tower": "M-5 9v-12h-2v-5h3v2h2v-2h4v2h2v-2h3v5h-2v12zM0 0v4",
    "wall": "M-9 6v-12h4v4h3v-4h4v4h3v-4h4v12z",
    "guild": "M0 -9l8 3v5q0 7 -8 10q-8 -3 -8 -10v-5z",
}
"""By type of building, a line drawing about 20 across."""


def icon(kind: str, scale: float = 1.0, x: float = 0, y: float = 0) -> Markup:
    """The line drawing of a type of building."""
    return tag("path", d=_ICONS.get(kind, ""), class_="icon", transform=f"translate({x:g} {y:g}) scale({scale:g})")


def goods_words(goods: types_pb2.Goods) -> str:
    """`2 wood, 3 stone`."""
    return ", ".join(f"{getattr(goods, name)} {name}" for name, _ in GOODS if getattr(goods, name)) or "free"


def goods_chips(goods: types_pb2.Goods, *, all_of_them: bool = False) -> Markup:
    """Goods as chips with their letters; those of which there are none are left out unless all are wanted."""
    shown = [
        tag("span", tag("b", str(getattr(goods, name))), letter, class_=f"good good-{name}")
        for name, letter in GOODS
        if getattr(goods, name) or all_of_them
    ]
    return tag("span", *shown, class_="goods", role="img", aria_label=goods_words(goods)) if shown else Markup("free")


def owner_words(look: Look, owner: int) -> str:
    """Whose something is."""
    return NEUTRALS[owner][1] if owner in NEUTRALS else look.name(owner - 1)


def owner_color(view: view_pb2.View, owner: int) -> str:
    """The colour of a player, of a non-player, or of the Heritage."""
    if owner == types_pb2.OWNER_HERITAGE:
        return color_word(types_pb2.PlayerColor.Name(view.heritage))
    if owner in NEUTRALS:
        colors = [one.color for one in view.non_players if one.owner == owner]
        return color_word(types_pb2.PlayerColor.Name(colors[0])) if colors else "none"
    seat = owner - 1
    return color_word(types_pb2.PlayerColor.Name(view.players[seat].color)) if seat < len(view.players) else "none"


def owner_piece(view: view_pb2.View, look: Look, owner: int, letter: str, x: float, y: float, scale: float) -> Markup:
    """A piece of theirs inside a drawing."""
    seat = None if owner in NEUTRALS else owner - 1
    return piece(seat, owner_color(view, owner), letter or _letter(look, owner), x, y, scale)


def owner_badge(view: view_pb2.View, look: Look, owner: int, letter: str = "", words: str = "") -> Markup:
    """A piece of theirs beside words."""
    seat = None if owner in NEUTRALS else owner - 1
    return badge(seat, owner_color(view, owner), letter or _letter(look, owner), words)


def worker_badge(view: view_pb2.View, look: Look, owner: int, worker: int) -> Markup:
    """A Worker on a plank: its letter is E, D, I for an Imp, or that of a non-player."""
    letter = "" if worker == types_pb2.WORKER_NON_PLAYER else WORKERS[worker][0]
    return owner_badge(view, look, owner, letter, f"{WORKERS[worker]} of {owner_words(look, owner)}")


def property_of(view: view_pb2.View, card: str) -> view_pb2.PropertyTypeView:
    """The type of a card, by the card's id or the type's."""
    wanted = card.rpartition("_")[0] if card.rpartition("_")[2].isdigit() else card
    known = {kind.id: kind for kind in view.prices.properties}
    return known.get(wanted) or view_pb2.PropertyTypeView(id=wanted, name=wanted.replace("_", " ").capitalize())


def card_face(kind: view_pb2.PropertyTypeView) -> Markup:
    """A Property card: drawing, name, cost, income, lock."""
    lock = tag("span", "lock", class_="note") if kind.has_lock else Markup("")
    return group(
        [
            tag("svg", icon(kind.id), viewBox="-11 -11 22 22", width=22, height=22, aria_hidden="true"),
            tag("strong", kind.name),
            goods_chips(kind.cost),
            tag("span", f"income {kind.income}", class_="note"),
            lock,
        ]
    )


def card_words(kind: view_pb2.PropertyTypeView) -> str:
    """A Property card in words."""
    lock = ", has a Gnome Lock" if kind.has_lock else ""
    return f"{kind.name}: costs {goods_words(kind.cost)}, income {kind.income}{lock}"


def spaced(name: str) -> str:
    """`recruiters_desk` is recruiters desk."""
    return name.replace("_", " ")


def _letter(look: Look, owner: int) -> str:
    return NEUTRALS[owner][0] if owner in NEUTRALS else look.letter(owner - 1)
