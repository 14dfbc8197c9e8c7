"""The mats of Endeavor: attribute tracks, harbor, buildings, cards, tokens, and glory by what it was for."""

from collections.abc import Sequence
from typing import Final

from ludarium.games.endeavor.v1 import types_pb2, view_pb2
from markupsafe import Markup

from clients.web.boards.endeavor_offers import card
from clients.web.boards.endeavor_pieces import (
    ACTIONS,
    ATTRIBUTES,
    building_face,
    building_words,
    card_words,
    color_of,
    disc_badge,
    token_badge,
    token_of,
)
from clients.web.boards.look import Look
from clients.web.boards.parts import score_row, score_table
from clients.web.boards.svg import tag

_GIVES: Final = ("", "build level", "growth", "payments", "card slots")
_SHORTEST_TRACK: Final = 15
_CELL: Final = 18


def mat(view: view_pb2.View, player: view_pb2.PlayerView, look: Look, *, large: bool) -> Markup:
    """Everything of one player."""
    own = look.mine(player.seat)
    eyes = look if own else Look(look.names)
    active = view.active_seat == player.seat and view.phase == types_pb2.PHASE_ACTION and not view.winners
    name = f"{'▶ ' if active else ''}{'You' if own else look.name(player.seat)}"
    head = look.picks.thing(
        f"seat:{player.seat}",
        look.name(player.seat),
        disc_badge(view, look, player.seat),
        tag("span", name),
        class_="flat",
    )
    parts = [color_of(view, player.seat)]
    parts += ["crown"] if view.crown == player.seat else []
    parts += ["passed"] if player.passed and view.phase == types_pb2.PHASE_ACTION else []
    parts += [f"{player.score} glory"] if player.glory else []
    return tag(
        "section",
        tag("h3", head, tag("small", f" {' · '.join(parts)}")),
        _discs(view, player, look),
        tag("div", *(_track(one, eyes) for one in player.attributes), class_="attributes"),
        _buildings(view, player, look, eyes),
        *_cards(player, eyes, "you" if own else "them"),
        *_tokens(player, eyes),
        _presence(player),
        class_=f"panel mat{' own' * large}{' active' * active}",
    )


def _discs(view: view_pb2.View, player: view_pb2.PlayerView, look: Look) -> Markup:
    one = disc_badge(view, look, player.seat)
    return tag(
        "p",
        tag("span", one, f" ×{player.harbor} in the harbor", class_="count-of"),
        tag("span", f"{player.supply} in supply", class_="note"),
        class_="row",
    )


def _track(one: view_pb2.AttributeView, look: Look) -> Markup:
    """An attribute: its track with the marker, its level and what that gives."""
    length = max(_SHORTEST_TRACK, one.position) + 1
    cells = [
        tag(
            "rect",
            x=number * _CELL + 1,
            y=1,
            width=_CELL - 2,
            height=14,
            rx=3,
            class_="step" + (" reached" if number <= one.position else ""),
        )
        for number in range(length)
    ]
    x = one.position * _CELL + _CELL / 2
    marker = tag("text", str(one.position), x=x, y=12, class_="step-word")
    drawing = tag(
        "svg",
        *cells,
        marker,
        viewBox=f"0 0 {length * _CELL} 16",
        class_="track",
        role="img",
        aria_label=f"{ATTRIBUTES[one.attribute]}: position {one.position}",
    )
    extra = f" · {one.discs} discs as tokens" if one.discs else ""
    words = f"level {one.level}: {_GIVES[one.attribute]} {one.gives} · {one.glory} glory{extra}"
    name = ATTRIBUTES[one.attribute]
    title = look.picks.thing(f"attribute:{one.attribute}", name, tag("span", name), class_="flat")
    return tag("div", tag("strong", title), drawing, tag("small", words), class_="attribute")


def _buildings(view: view_pb2.View, player: view_pb2.PlayerView, look: Look, eyes: Look) -> Markup:
    if not player.buildings:
        return tag("p", "no building yet", class_="note")
    shown = []
    for slot in player.buildings:
        used = tag("span", disc_badge(view, look, player.seat), "used", class_="count-of") if slot.disc else Markup("")
        face = tag("span", *building_face(slot.building), used, class_=f"card-face{' spent' * slot.disc}")
        words = f"slot {slot.slot}, {building_words(slot.building)}{', its disc lies on it' * slot.disc}"
        parts = [eyes.picks.thing(f"slot:{slot.slot}", words, face, class_="card-thing")]
        if slot.building.conscription:
            filled = tag("span", disc_badge(view, look, player.seat), "conscript") if slot.conscript else "no conscript"
            label = f"conscription space of {slot.building.name}"
            parts.append(eyes.picks.thing(f"conscript:{slot.slot}", label, tag("span", filled), class_="flat"))
        shown.append(tag("li", *parts))
    if "conscript:0" in eyes.picks.keys:
        words = "conscript on Conquistadors"
        shown.append(tag("li", eyes.picks.thing("conscript:0", words, tag("span", words))))
    return tag("ul", *shown, class_="chips")


def _cards(player: view_pb2.PlayerView, eyes: Look, whom: str) -> list[Markup]:
    shown = []
    for held in player.cards:
        stack = [card(eyes, held.card, "held")]
        if held.HasField("upper"):
            stack += [tag("span", "with", class_="note"), card(eyes, held.upper, "held")]
        shown.append(tag("li", *stack, class_="count-of"))
    if player.HasField("reserved"):
        reserved = tag("span", f"under Port of Dejima: {card_words(player.reserved)}", class_="chip-words")
        shown.append(tag("li", reserved))
    head = f"Cards, {player.asset_slots} asset and {player.governor_slots} governor slots"
    parts = [tag("h4", head), tag("ul", *shown, class_="chips") if shown else tag("p", "none", class_="note")]
    if player.penalty:
        names = ", ".join(one.name for one in player.penalty)
        parts.append(tag("p", f"Counted against {whom}: {names}", class_="note"))
    return parts


def _tokens(player: view_pb2.PlayerView, eyes: Look) -> list[Markup]:
    shown = []
    for row in (*player.brown_tokens, *player.blue_tokens):
        words = f"{row.count} {token_of(row.token).words} token{'s' * (row.count != 1)}"
        face = tag("span", token_badge(row.token), f" ×{row.count}")
        shown.append(tag("li", eyes.picks.thing(f"own:{row.token}", words, face, class_="flat")))
    return [tag("ul", *shown, class_="chips")] if shown else []


def _presence(player: view_pb2.PlayerView) -> Markup:
    words = ", ".join(f"{row.region.replace('_', ' ').title()} {row.discs}" for row in player.presence if row.discs)
    return tag("p", f"Presence: {words or 'none yet'}", class_="note")


def glory(view: view_pb2.View, look: Look) -> Markup:
    """Glory by what it was for once it is scored; before, what tracks would score."""
    if not any(player.glory for player in view.players):
        return _running(view, look)
    sources: list[int] = []
    for player in view.players:
        sources += [int(row.source) for row in player.glory if row.source not in sources]
    names = [types_pb2.PointSource.Name(types_pb2.PointSource.ValueType(one))[13:] for one in sources]
    heads = [name.replace("_", " ").lower() for name in names]
    rows = []
    for player in view.players:
        points: dict[int, int] = {}
        for row in player.glory:
            points[int(row.source)] = points.get(int(row.source), 0) + row.points
        rows.append(_row(view, look, player.seat, [points.get(one, 0) for one in sources], player.score))
    return score_table(heads, rows, "Glory")


def _running(view: view_pb2.View, look: Look) -> Markup:
    rows = []
    for player in view.players:
        tracks = [one.glory for one in player.attributes]
        rows.append(_row(view, look, player.seat, tracks, sum(tracks)))
    return score_table([name.lower() for name in ATTRIBUTES[1:]], rows, "Glory of the tracks as they stand")


def _row(view: view_pb2.View, look: Look, seat: int, points: Sequence[int], total: int) -> Markup:
    return score_row([disc_badge(view, look, seat), f" {look.name(seat)}"], points, total)


def turn_words(view: view_pb2.View) -> str:
    """What the active player still has to use."""
    joined = " or " if view.turn.mode == types_pb2.ACTION_MODE_CHOICE else " and "
    return joined.join(ACTIONS[action] for action in view.turn.actions)
