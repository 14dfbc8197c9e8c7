"""Where Workers go in Belfort, and what is on offer: Guilds, planks, areas, prices, cards, Assistants, Permits."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from ludarium.games.belfort.v1 import types_pb2, view_pb2
from markupsafe import Markup

from clients.web.boards.belfort_goods import (
    GOODS,
    card_face,
    card_words,
    goods_chips,
    owner_badge,
    owner_words,
    property_of,
    spaced,
    worker_badge,
)
from clients.web.boards.look import Look
from clients.web.boards.svg import tag

AREAS: Final[dict[int, tuple[str, str]]] = {
    types_pb2.AREA_FOREST: ("Forest", "1 wood for each Elf"),
    types_pb2.AREA_QUARRY: ("Quarry", "1 stone for each Dwarf"),
    types_pb2.AREA_MINE: ("Mine", "1 metal for each pair"),
    types_pb2.AREA_GOLD_FIELD: ("Gold field", "1 gold for each Worker"),
}
_SENT: Final[dict[int, str]] = {types_pb2.AREA_MINE: "mine", types_pb2.AREA_GOLD_FIELD: "gold_field"}
_TOWN: Final = ("recruiters_desk", "kings_camp", "queens_chamber")
POOL, DECK, DISCARD = types_pb2.CARD_SOURCE_POOL, types_pb2.CARD_SOURCE_DECK, types_pb2.CARD_SOURCE_DISCARD
ROW, SHELF = types_pb2.CARD_SOURCE_ROW, types_pb2.CARD_SOURCE_SHELF


def planks(view: view_pb2.View, look: Look) -> list[str]:
    """Every plank that somebody stands on or that can be picked, in order."""
    known = [one.plank for one in view.planks]
    known += [f"goon.{view.goon_plank}"] if view.goon_plank else []
    return known + [one for one in look.picks.cells("plank:") if one not in known]


def plank(view: view_pb2.View, look: Look, name: str, words: str) -> Markup:
    """A plank with who stands on it."""
    standing = [worker_badge(view, look, one.owner, one.worker) for one in view.planks if one.plank == name]
    who = [f"{owner_words(look, one.owner)} stands there" for one in view.planks if one.plank == name]
    if name.startswith("goon."):
        standing = [owner_badge(view, look, view.goon_seat + 1, "G", f"Goon of {look.name(view.goon_seat)}")]
    free = tag("span", "free", class_="free-plank")
    label = ", ".join([words, *who]) if standing else f"{words}, free"
    return look.picks.thing(f"plank:{name}", label, *(standing or [free]), class_="plank")


def guilds(view: view_pb2.View, look: Look) -> Markup:
    """A card a district: its Guild with its plank, what it scores now, and who has how many markers there."""
    return tag("div", *(_guild(view, look, district) for district in view.districts), class_="guilds")


def _guild(view: view_pb2.View, look: Look, district: view_pb2.DistrictView) -> Markup:
    guild = district.guild
    name = look.picks.thing(
        f"guild:{guild.id}", guild.name, tag("span", guild.name, class_="guild-name"), class_="flat"
    )
    places = "·".join(str(points) for points in district.values if points) or "no"
    owners = [one.owner for one in district.spaces if one.space.endswith(".guild") and one.owner]
    built = (
        [tag("span", "built by ", owner_badge(view, look, owners[0]), owner_words(look, owners[0]))] if owners else []
    )
    mine = [f"guild.{guild.id}", *(one for one in planks(view, look) if one == f"goon.guild.{guild.id}")]
    return tag(
        "section",
        tag("h4", tag("span", district.id, class_="plate-word"), " ", name, tag("small", f" {places} points")),
        tag("p", guild.action, tag("em", " at once") if guild.on_placement else "", class_="action"),
        tag(
            "p",
            *(plank(view, look, one, f"plank of {guild.name}") for one in mine),
            tag("span", *(built or [Markup("to build: "), goods_chips(guild.cost)])),
            class_="row",
        ),
        _majority(view, look, district),
        class_="guild",
    )


def _majority(view: view_pb2.View, look: Look, district: view_pb2.DistrictView) -> Markup:
    """How many markers everyone has in a district; a decorated one counts a half more."""
    counts: Counter[int] = Counter()
    for space in district.spaces:
        if space.owner:
            counts[space.owner] += 2 + space.decorated
    if not counts:
        return tag("p", "no markers yet", class_="note")
    shown = [
        tag(
            "span", owner_badge(view, look, owner), f"{halves / 2:g}", class_="count-of", title=owner_words(look, owner)
        )
        for owner, halves in sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    ]
    return tag("p", *shown, class_="row majority")


def town(view: view_pb2.View, look: Look) -> Markup:
    """The planks beside the districts, and the resource areas."""
    known = planks(view, look)
    carded = ("guild.", "goon.")
    parts = []
    for place in _TOWN:
        here = [one for one in known if one.partition(".")[0] == place]
        shown = [plank(view, look, one, spaced(one.replace(".", " "))) for one in here]
        if shown or (place != "queens_chamber" or view.queen):
            parts.append(tag("li", tag("strong", _title(place)), *(shown or [tag("span", "nobody", class_="note")])))
    cards = {one.card for player in view.players for one in player.built}
    permits = {one.permit for player in view.players for one in player.built if one.permit}
    for one in known:
        first = one.partition(".")[0]
        if not one.startswith(carded) and first not in _TOWN and first not in cards | permits:
            parts.append(tag("li", plank(view, look, one, spaced(one))))
    return tag(
        "section",
        tag("h3", "Planks of the city"),
        tag("ul", *parts, class_="places"),
        tag("h3", "Resource areas"),
        tag("ul", *(_area(view, look, area) for area in AREAS), class_="places"),
        class_="panel town",
    )


def _title(place: str) -> str:
    return {"recruiters_desk": "Recruiter's Desk", "kings_camp": "King's Camp"}.get(place, "Queen's Chamber")


def _area(view: view_pb2.View, look: Look, area: int) -> Markup:
    """An area: who has how many there, and Workers that can be sent to it."""
    name, words = AREAS[area]
    shown: list[Markup] = []
    for player in view.players:
        for one in (*player.areas, *player.gathered):
            if one.area == area:
                shown += _workers_in(view, look, player.seat, one)
    title = look.picks.thing(f"area:{area}", name, tag("strong", name), class_="flat")
    sent = _SENT.get(area, "own_area" if _own_area(view) == area else "")
    senders: list[Markup] = []
    for key, word in ((sent, "one"), (f"masters_{sent}", "a Master")):
        many = look.picks.most(f"send:{key}") if sent else 0
        arrow = tag("span", "+1" if word == "one" else "+1 Master")
        senders += [look.picks.thing(f"send:{key}", f"send {word} to the {name}", arrow) for _ in range(many)]
    return tag("li", title, tag("span", words, class_="note"), tag("span", *shown, *senders, class_="row"))


def _own_area(view: view_pb2.View) -> int:
    elves = view.asked.decision == types_pb2.DECISION_KIND_SEND_ELVES
    return types_pb2.AREA_FOREST if elves else types_pb2.AREA_QUARRY


def _workers_in(view: view_pb2.View, look: Look, seat: int, one: view_pb2.AreaView) -> list[Markup]:
    counts = (
        ("E", "Elves", one.elves),
        ("D", "Dwarves", one.dwarves),
        ("É", "Master Elves", one.master_elves),
        ("Đ", "Master Dwarves", one.master_dwarves),
        ("G", "Giants", one.giants),
    )
    return [
        tag(
            "span",
            owner_badge(view, look, seat + 1, letter, f"{count} {words} of {look.name(seat)}"),
            f"×{count}",
            class_="count-of",
        )
        for letter, words, count in counts
        if count
    ]


def trading_post(view: view_pb2.View, look: Look) -> Markup:
    """Prices of goods, which are pressed to sell and to buy, and what else things cost."""
    rows = []
    for number, (name, letter) in enumerate(GOODS[:3], start=1):
        sell, buy = getattr(view.prices.sell, name), getattr(view.prices.buy, name)
        cells = [
            look.picks.thing(f"{verb}:{number}", f"{verb} 1 {name} for {price} gold", tag("span", f"{verb} {price}"))
            for verb, price in (("sell", sell), ("buy", buy))
        ]
        chip = tag("span", letter, class_=f"good good-{name}")
        rows.append(tag("tr", tag("th", chip, f" {name}", scope="row"), *(tag("td", one) for one in cells)))
    others = tag("p", "Wall ", goods_chips(view.prices.wall), f" · Gnome {view.prices.gnome} gold", class_="note")
    card = tag("p", f"A card at the turn's end: {view.prices.card} gold", class_="note")
    head = tag("h3", "Trading Post")
    return tag("section", head, tag("table", tag("tbody", *rows)), others, card, class_="panel post")


def offers(view: view_pb2.View, look: Look) -> Markup:
    """The cards that lie open, and the piles."""
    parts = [tag("h3", "Property cards")]
    for title, source, cards in (
        ("Draw Pool", POOL, view.pool),
        ("Property Row", ROW, view.row),
        ("Top shelf", SHELF, view.shelf),
    ):
        if cards:
            parts += [tag("h4", title), cards_list(view, look, [(f"pick:{source}", card) for card in cards])]
    deck = look.picks.thing(f"pick:{DECK}:", "the top card of the deck", tag("span", f"deck {view.deck_count}"))
    parts.append(tag("p", deck, tag("span", f" Gnomes left {view.gnomes}", class_="note"), class_="row"))
    parts += _discard(view, look)
    return tag("section", *parts, class_="panel offers")


def _discard(view: view_pb2.View, look: Look) -> list[Markup]:
    if look.picks.cells(f"pick:{DISCARD}:"):
        return [tag("h4", "Discard pile"), cards_list(view, look, [(f"pick:{DISCARD}", one) for one in view.discard])]
    counts = Counter(property_of(view, card).name for card in view.discard)
    words = ", ".join(f"{name}{f' ×{count}' * (count > 1)}" for name, count in sorted(counts.items()))
    return [tag("p", f"Discard pile: {words}", class_="note")] if words else []


def cards_list(view: view_pb2.View, look: Look, cards: Sequence[tuple[str, str]]) -> Markup:
    """Cards side by side, each by the beginning of its key and its id."""
    shown = []
    for prefix, card in cards:
        kind = property_of(view, card)
        face = tag("span", card_face(kind), class_="card-face")
        shown.append(tag("li", look.picks.thing(f"{prefix}:{kind.id}", card_words(kind), face, class_="card-thing")))
    return tag("ul", *shown, class_="cards")


def extras(view: view_pb2.View, look: Look) -> list[Markup]:
    """What modules lay out: Assistants, Permits, the Queen, the Key."""
    return [
        *_panel("Assistants", (_assistant(look, one) for one in view.assistants)),
        *_panel("Permits", _permits(view, look)),
        *_panel("People and the Key", _people(view, look)),
    ]


def _panel(title: str, items: Iterable[Markup]) -> list[Markup]:
    shown = [tag("li", one) for one in items]
    return [tag("section", tag("h3", title), tag("ul", *shown, class_="chips"), class_="panel")] if shown else []


def _assistant(look: Look, one: view_pb2.AssistantView) -> Markup:
    parts = [spaced(one.id).capitalize()]
    parts += [f"+{one.gold} gold"] if one.gold else []
    parts += [f"with {look.name(one.holder)}"] if one.HasField("holder") else []
    parts += ["used up"] if one.exhausted else []
    words = ", ".join(parts)
    return look.picks.thing(f"assistant:{one.id}", words, tag("span", words, class_="chip-words"))


def _permits(view: view_pb2.View, look: Look) -> list[Markup]:
    kinds = Counter(permit.rpartition("_")[0] for permit in view.permits)
    shown = []
    for kind, count in kinds.items():
        words = f"{spaced(kind).capitalize()}{f' ×{count}' * (count > 1)}"
        shown.append(look.picks.thing(f"permit:{kind}", words, tag("span", words, class_="chip-words")))
    return shown


def _people(view: view_pb2.View, look: Look) -> list[Markup]:
    pawns = (
        (types_pb2.PAWN_QUEEN, "The Queen", view.queen, f"building there brings {view.queen_favor}"),
        (types_pb2.PAWN_PARKS, "Ms. Parks", view.parks, ""),
        (types_pb2.PAWN_REX, "Mr. Rex", view.rex, ""),
    )
    shown = []
    for pawn, name, where, favor in pawns:
        if where:
            more = f", {favor}" if favor and view.queen_favor else ""
            words = f"{name} in {where}{more}"
            shown.append(look.picks.thing(f"pawn:{pawn}", words, tag("span", words, class_="chip-words")))
    if view.gorgon:
        shown.append(tag("span", f"The Gorgon in {view.gorgon}", class_="chip-words"))
    if view.HasField("key_holder"):
        cards = [spaced(one.removeprefix("key_")) for one in view.players[view.key_holder].open_key_cards]
        words = f"The Key with {look.name(view.key_holder)}: {', '.join(cards) or 'no cards'}"
        shown.append(tag("span", words, class_="chip-words"))
    return shown
