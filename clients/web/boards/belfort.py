"""The table of Belfort: calendar, city, Guilds, planks, cards and players, drawn from the view alone."""

from typing import Final

from ludarium.games.belfort.v1 import commands_pb2, view_pb2
from markupsafe import Markup

from clients.web.boards import belfort_players, belfort_work
from clients.web.boards.belfort_city import city, codes
from clients.web.boards.belfort_goods import owner_badge
from clients.web.boards.look import Look
from clients.web.boards.parts import around, phases
from clients.web.boards.picks import Keys, Things, one_thing
from clients.web.boards.svg import tag

SEASONS: Final = (("Spring", 3), ("Summer", 2), ("Autumn", 2))
"""Seasons with their months; a season ends with a scoring (R2.1, R2.2)."""
PHASES: Final = ("Calendar", "Placement", "Collection", "Actions", "Scoring")


def keys(command: commands_pb2.Command) -> Keys:
    """What is clicked for an answer; nothing for those that are given by their words."""
    kind = command.WhichOneof("command") or ""
    match kind:
        case "keep_cards":
            return tuple(f"drawn:{one}" for one in command.keep_cards.properties)
        case "pick_card":
            return (f"pick:{command.pick_card.source}:{command.pick_card.property}",)
        case "place_worker":
            return (f"worker:{command.place_worker.worker}", f"plank:{command.place_worker.plank}")
        case "place_goon":
            return ("assistant:goon", f"plank:{command.place_goon.plank}")
        case "place_imp":
            return (f"plank:{command.place_imp.plank}",)
        case "send_workers":
            return _sent(command.send_workers)
        case "build":
            return _built(command.build)
        case "take_permit":
            return (f"permit:{command.take_permit.permit_type}", f"built:{command.take_permit.card}")
        case "move_pawn":
            return (f"pawn:{command.move_pawn.pawn}", f"district:{command.move_pawn.district}")
        case "use_assistant":
            use = command.use_assistant
            return (f"assistant:{use.assistant}", *([f"district:{use.district}"] if use.district else []))
        case "steal":
            return tuple(f"seat:{victim}" for victim in command.steal.victims)
        case "exchange":
            return (f"space:{command.exchange.space}", f"space:{command.exchange.other_space}")
        case "retrieve_from_area":
            retrieved = command.retrieve_from_area
            return (f"area:{retrieved.area}", f"worker:{retrieved.worker}")
        case _:
            return one_thing(command, kind, _ONE)


_ONE: Final[Things] = {
    "choose_assistant": ("assistant", "assistant"),
    "send_giants": ("area", "area"),
    "place_gorgon": ("district", "district"),
    "resolve": ("plank", "plank"),
    "reclaim": ("plank", "plank"),
    "retrieve": ("plank", "plank"),
    "hire_gnome": ("lock", "card"),
    "pick_lock": ("lock", "card"),
    "sell": ("sell", "good"),
    "buy": ("buy", "good"),
    "pick_space": ("space", "space"),
    "pick_worker": ("worker", "worker"),
    "pick_guild": ("guild", "guild"),
    "pick_seat": ("seat", "seat"),
}


def _sent(sent: commands_pb2.SendWorkers) -> Keys:
    fields = ("own_area", "mine", "gold_field", "masters_own_area", "masters_mine", "masters_gold_field")
    return tuple(f"send:{field}" for field in fields for _ in range(getattr(sent, field)))


def _built(build: commands_pb2.Build) -> Keys:
    """A space; before it the card, where one is laid out for it."""
    space = (f"space:{build.space}",)
    if not build.source:
        return space
    kind = build.space.partition(".")[2].removesuffix("_left").removesuffix("_right")
    return (f"pick:{build.source}:{kind}", *space)


def draw(view: view_pb2.View, look: Look) -> Markup:
    """The whole table."""
    players = around(view.players, look)
    return tag(
        "div",
        _state(view, look),
        tag("section", city(view, look), codes(), class_="panel plan"),
        belfort_work.guilds(view, look),
        belfort_players.player(view, players[0], look, large=True),
        belfort_work.town(view, look),
        belfort_work.trading_post(view, look),
        belfort_work.offers(view, look),
        *belfort_work.extras(view, look),
        *(belfort_players.player(view, one, look, large=False) for one in players[1:]),
        belfort_players.scores(view, look),
        class_="belfort",
    )


def _state(view: view_pb2.View, look: Look) -> Markup:
    if view.winners:
        return tag("p", f"The game is over: {' and '.join(map(look.name, view.winners))} won.", class_="state")
    order = [tag("span", owner_badge(view, look, seat + 1), look.name(seat), class_="count-of") for seat in view.order]
    parts = [_calendar(view, look)]
    if view.phase:
        parts.append(phases(PHASES, view.phase, "Phases"))
    parts.append(tag("p", tag("span", "Turn order:", class_="note"), *order, class_="row"))
    return tag("section", *parts, class_="panel calendar")


def _calendar(view: view_pb2.View, look: Look) -> Markup:
    """The seven months by season; a star where a season is scored, pieces where everyone has a month of their own."""
    months = []
    month = 0
    for season, length in SEASONS:
        for number in range(1, length + 1):
            month += 1
            here = [owner_badge(view, look, one.seat + 1) for one in view.players if one.month == month]
            now = bool(view.month == month or here)
            star = " ★" if number == length else ""
            words = tag("span", f"{season} {month}{star}")
            label = f"month {month}, {season}{', scoring' if star else ''}{', now' if view.month == month else ''}"
            look_of = f"month season-{season.lower()}{' now' * now}"
            months.append(tag("li", words, *here, class_=look_of, aria_label=label))
    return tag("ol", *months, class_="months", aria_label="Calendar")
