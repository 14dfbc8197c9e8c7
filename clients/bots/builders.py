"""Builders: bots that build and use whatever they legally can. They play badly, and walk rare paths."""

from collections.abc import Mapping
from random import Random
from typing import Final

from ludarium.games.castles.v1 import types_pb2

from clients.bots.situation import Situation

EAGERNESS: Final = 0.8
"""How often a builder does what it likes; else it does anything."""
TRADES: Final = 0.15
"""How often it trades swan tokens: always would leave no sets to score."""

LIKED: Final[Mapping[str, frozenset[str]]] = {
    "alhambra": frozenset(
        {"buy", "build", "place", "put_on_market", "put_on_tile", "place_key", "move", "add_wall_piece", "buy_at_gate"}
        | {"pay_card", "take_semi_building", "place_plaza", "take_points", "take_project", "take_color_set"}
        | {"complete_projects", "roll_die"}
    ),
    "castles": frozenset(
        {"buy_moat", "buy_renovation", "add_passage", "add_tile", "exchange_bonus", "move_coins", "plan_rooms"}
        | {"remove_tiles", "take_tile"}
    ),
    "belfort": frozenset(
        {"build", "expand", "take_permit", "use_assistant", "use_djinn", "hire_gnome", "buy_metal", "place_gorgon"}
        | {"exchange", "retrieve", "retrieve_from_area", "reclaim", "place_goon", "place_imp", "steal", "move_pawn"}
    ),
    "endeavor": frozenset(
        {
            "build",
            "activate",
            "spend_token",
            "occupy",
            "attack",
            "ship_to_track",
            "ship_to_sea",
            "ship_to_fleet",
            "draw",
        }
        | {"trade", "fortify", "place_on_tile", "take_from_flota", "use_rosetta", "mobilize", "stack", "load_flota"}
        | {"claim_token", "choose_pair", "spend_wealth", "repel", "reserve", "take_back", "spice_ship", "move_to_track"}
    ),
}
"""By game, the commands that a builder likes to give."""


def choose_to_build(situation: Situation, rng: Random) -> int:
    """A choice that the builder likes, mostly; else any."""
    liked = LIKED.get(situation.name, frozenset())
    names = [command.WhichOneof("command") for command in situation.choices]
    wanted = [index for index, name in enumerate(names) if name in liked]
    if situation.name == "castles":
        wanted += _in_castles(situation, rng)
    return rng.choice(wanted) if wanted and rng.random() < EAGERNESS else rng.randrange(len(names))


def _in_castles(situation: Situation, rng: Random) -> list[int]:
    """Foyers with the most entrances, rooms beyond the drawbridge, and now and then a trade of swan tokens."""
    rooms = situation.view.players[situation.seat].castle.rooms
    bridge = max((door.entrance.y for door in rooms[0].doors), default=0) if rooms else 0
    trading = rng.random() < TRADES
    wanted = []
    for index, command in enumerate(situation.choices):
        match command.WhichOneof("command"):
            case "choose_foyer" if command.choose_foyer.side == types_pb2.FOYER_SIDE_FOUR:
                wanted.append(index)
            case "place" if rooms and command.place.y > bridge:
                wanted.append(index)
            case "trade_swans" if trading:
                wanted.append(index)
    return wanted
