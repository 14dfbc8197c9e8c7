"""The table of Endeavor: round, map, mats, decks and buildings, drawn from the view alone."""

from typing import Final

from ludarium.games.endeavor.v1 import commands_pb2, types_pb2, view_pb2
from markupsafe import Markup

from clients.web.boards import endeavor_offers, endeavor_players
from clients.web.boards.endeavor_map import legend, world
from clients.web.boards.endeavor_pieces import disc_badge
from clients.web.boards.look import Look
from clients.web.boards.parts import around, phases
from clients.web.boards.picks import Keys, Things, one_thing
from clients.web.boards.svg import tag

ROUNDS: Final = 7
PHASES: Final = ("Build", "Growth", "Payment", "Action", "Discard")
_ONE: Final[Things] = {
    "choose_starting_side": ("building", "building"),
    "build": ("building", "building"),
    "place_conscript": ("conscript", "slot"),
    "mobilize": ("conscript", "slot"),
    "pay": ("slot", "slot"),
    "activate": ("slot", "slot"),
    "spend_token": ("own", "token"),
    "occupy": ("space", "space"),
    "fortify": ("space", "space"),
    "ship_to_fleet": ("space", "space"),
    "ship_to_track": ("track", "region"),
    "ship_to_sea": ("sea", "region"),
    "spice_ship": ("sea", "region"),
    "draw": ("card", "card"),
    "place_on_tile": ("spot", "place"),
    "take_from_flota": ("flota", "token"),
    "claim_token": ("spent", "token"),
    "discard": ("held", "card"),
    "reserve": ("held", "card"),
}


def keys(command: commands_pb2.Command) -> Keys:
    """What is clicked for an answer; nothing for those that are given by their words."""
    kind = command.WhichOneof("command") or ""
    match kind:
        case "attack":
            return (f"space:{command.attack.space}", *(f"spot:{one}" for one in command.attack.casualties))
        case "trade":
            return (f"own:{command.trade.token}", f"space:{command.trade.place}")
        case "move_to_sea":
            return (f"spot:{command.move_to_sea.spot}", f"sea:{command.move_to_sea.region}")
        case "move_to_track":
            return (f"sea:{command.move_to_track.region}", f"attribute:{command.move_to_track.attribute}")
        case "stack":
            return (f"held:{command.stack.on}", f"held:{command.stack.card}")
        case "choose_pair":
            return (f"seat:{command.choose_pair.first}", f"seat:{command.choose_pair.second}")
        case "lose_disc":
            lost = command.lose_disc
            return (f"{'conscript' if lost.conscript else 'slot'}:{lost.slot}",)
        case _:
            return one_thing(command, kind, _ONE)


def draw(view: view_pb2.View, look: Look) -> Markup:
    """The whole table."""
    players = around(view.players, look)
    return tag(
        "div",
        _state(view, look),
        tag("section", world(view, look), legend(), class_="panel plan"),
        endeavor_players.mat(view, players[0], look, large=True),
        *endeavor_offers.prominence(view, look),
        endeavor_offers.stock(view, look),
        endeavor_offers.decks(view, look),
        *endeavor_offers.beside(view, look),
        *(endeavor_players.mat(view, one, look, large=False) for one in players[1:]),
        endeavor_players.glory(view, look),
        class_="endeavor",
    )


def _state(view: view_pb2.View, look: Look) -> Markup:
    if view.winners:
        return tag("p", f"The game is over: {' and '.join(map(look.name, view.winners))} won.", class_="state")
    parts = [
        phases(map(str, range(1, ROUNDS + 1)), view.round, f"Round {view.round} of {ROUNDS}"),
        phases(PHASES, view.phase, "Phases"),
    ]
    facts = [tag("span", "Crown: ", disc_badge(view, look, view.crown), look.name(view.crown), class_="count-of")]
    if view.phase == types_pb2.PHASE_ACTION:
        to_use = endeavor_players.turn_words(view)
        active = f"{look.name(view.active_seat)} to play{f', still to use: {to_use}' if to_use else ''}"
        facts.append(tag("span", disc_badge(view, look, view.active_seat), active, class_="count-of"))
    facts += [tag("span", "Slavery is abolished.")] if view.abolished else []
    facts.append(tag("span", f"side {view.board_side} of the board", class_="note"))
    return tag("section", *parts, tag("p", *facts, class_="row"), class_="panel calendar")
