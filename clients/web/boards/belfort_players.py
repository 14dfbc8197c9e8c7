"""The players of Belfort: goods, Workers, cards, buildings with their locks and planks, and the score."""

from typing import Final

from ludarium.games.belfort.v1 import types_pb2, view_pb2
from markupsafe import Markup

from clients.web.boards.belfort_goods import goods_chips, icon, owner_badge, owner_color, property_of, spaced
from clients.web.boards.belfort_work import cards_list, plank, planks
from clients.web.boards.look import Look
from clients.web.boards.parts import score_row, score_table
from clients.web.boards.picks import Picks
from clients.web.boards.svg import tag

HAND, CLIPBOARD = types_pb2.CARD_SOURCE_HAND, types_pb2.CARD_SOURCE_CLIPBOARD
_LOCKS: Final[dict[int, str]] = {types_pb2.LOCK_GNOME: "Gnome", types_pb2.LOCK_CENTAUR: "Centaur"}


def player(view: view_pb2.View, one: view_pb2.PlayerView, look: Look, *, large: bool) -> Markup:
    """Everything of one player."""
    own = look.mine(one.seat)
    active = view.active_seat == one.seat and not view.winners
    name = f"{'▶ ' if active else ''}{'You' if own else look.name(one.seat)}"
    head = look.picks.thing(
        f"seat:{one.seat}", look.name(one.seat), owner_badge(view, look, one.seat + 1), tag("span", name), class_="flat"
    )
    facts = tag("small", f" {owner_color(view, one.seat + 1)} · {one.score} points{_state(view, one)}")
    return tag(
        "section",
        tag("h3", head, facts),
        tag("p", goods_chips(one.goods, all_of_them=True), class_="row"),
        _people(view, one, look if own else Look(look.names)),
        *_hands(view, one, look),
        _built(view, one, look),
        class_=f"panel citizen{' own' * large}{' active' * active}",
    )


def _state(view: view_pb2.View, one: view_pb2.PlayerView) -> str:
    parts = [f"income {one.income}", f"tax {one.tax}"]
    parts += [f"month {one.month}"] if one.month else []
    parts += ["passed"] if one.passed and view.phase == types_pb2.PHASE_PLACEMENT else []
    parts += ["has acted"] if one.acted and view.phase == types_pb2.PHASE_ACTIONS else []
    parts += ["finished"] if one.finished else []
    return "".join(f" · {part}" for part in parts)


def _people(view: view_pb2.View, one: view_pb2.PlayerView, look: Look) -> Markup:
    """Workers on the player board, which are picked to be placed, and what else there is a number of."""
    shown = []
    for worker, letter, word, here, masters, reserve in (
        (types_pb2.WORKER_ELF, "E", "Elves", one.elves, one.master_elves, one.reserve_elves),
        (types_pb2.WORKER_DWARF, "D", "Dwarves", one.dwarves, one.master_dwarves, one.reserve_dwarves),
    ):
        extra = f", {masters} Master{'s' * (masters != 1)}" if masters else ""
        words = f"{here} {word}{extra} ({reserve} in reserve)"
        badge = owner_badge(view, look, one.seat + 1, letter)
        shown.append(look.picks.thing(f"worker:{worker}", words, badge, tag("span", words), class_="flat"))
    counts = f"{one.gnomes} Gnomes · {one.markers} markers left · {one.hand_count} cards"
    counts += f" · {one.key_card_count} Key cards" if one.key_card_count else ""
    return tag("p", *shown, tag("span", counts, class_="note"), class_="row")


def _hands(view: view_pb2.View, one: view_pb2.PlayerView, look: Look) -> list[Markup]:
    """The cards of a player that one may see."""
    picks = look if look.mine(one.seat) else Look(look.names)
    whose = "Your" if look.mine(one.seat) else f"{look.name(one.seat)}'s"
    spying = bool(one.spied)
    parts: list[Markup] = []
    for title, key, cards in (
        ("hand", "" if spying else f"pick:{HAND}", one.hand),
        ("new cards", "drawn", one.drawn),
        ("clipboard", f"pick:{CLIPBOARD}", one.clipboard),
        ("look into another hand", f"pick:{HAND}", one.spied),
    ):
        if cards:
            parts += [tag("h4", f"{whose} {title}"), cards_list(view, picks, [(key, card) for card in cards])]
    if one.key_cards:
        words = ", ".join(spaced(card.removeprefix("key_")) for card in one.key_cards)
        parts.append(tag("p", f"Key cards in hand: {words}", class_="note"))
    parts += [tag("p", f"Discount: {_discount(one_of)}", class_="note") for one_of in one.discounts]
    return parts


def _discount(one: view_pb2.DiscountView) -> str:
    goods = " or ".join(types_pb2.Good.Name(good).removeprefix("GOOD_").lower() for good in one.goods)
    builds = f"{one.builds} building{'s' * (one.builds != 1)}" if one.builds else "buildings"
    return f"{one.amount} {goods} less for {builds}{', Properties only' * one.properties_only}"


def _built(view: view_pb2.View, one: view_pb2.PlayerView, look: Look) -> Markup:
    """Built Properties, each with its lock, Permit and planks."""
    if not one.built:
        return tag("p", "nothing built yet", class_="note")
    picks = look.picks if look.mine(one.seat) else Picks()
    known = planks(view, look)
    shown = [tag("li", *_property(view, built, look, picks, known), class_="built") for built in one.built]
    return tag("ul", *shown, class_="chips")


def _property(
    view: view_pb2.View, built: view_pb2.BuiltView, look: Look, picks: Picks, known: list[str]
) -> list[Markup]:
    kind = property_of(view, built.card)
    drawing = tag("svg", icon(kind.id), viewBox="-11 -11 22 22", width=20, height=20, aria_hidden="true")
    where = f"{kind.name}, income {built.income}"
    parts = [picks.thing(f"built:{built.card}", where, drawing, tag("span", kind.name), class_="flat")]
    if built.has_lock:
        filled = _LOCKS.get(built.lock, "empty lock")
        mark = tag("span", "● " if built.lock else "○ ", filled, class_="lock")
        parts.append(picks.thing(f"lock:{built.card}", f"lock of {kind.name}: {filled}", mark, class_="flat"))
    if built.permit:
        state = "expanded" if built.expanded else "not yet paid"
        parts.append(tag("span", f"Permit {spaced(built.permit.rpartition('_')[0])}, {state}", class_="note"))
    mine = [one for one in known if one.partition(".")[0] in (built.card, built.permit or "-")]
    return parts + [plank(view, look, one, f"plank of {kind.name}") for one in mine]


def scores(view: view_pb2.View, look: Look) -> Markup:
    """Points by what they were for."""
    used: list[int] = []
    for one in view.players:
        used += [int(part.source) for part in one.parts if int(part.source) not in used and part.points]
    known = types_pb2.PointSource.DESCRIPTOR.values_by_number
    names = [spaced(known[source].name.removeprefix("POINT_SOURCE_").lower()) for source in used if source in known]
    rows = []
    for one in view.players:
        points = {int(part.source): part.points for part in one.parts}
        name = [owner_badge(view, look, one.seat + 1), f" {look.name(one.seat)}"]
        rows.append(score_row(name, [points.get(source, 0) for source in used if source in known], one.score))
    return score_table(names, rows)
