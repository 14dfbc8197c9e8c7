"""Builders: bots that build and use whatever they legally can. They play badly, and walk rare paths."""

from collections.abc import Iterator, Mapping
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
}
"""By game, the commands that a builder likes to give."""


ENDEAVOR: Final[Mapping[str, float]] = {
    "pass": 0.02,
    "decline": 0.1,
    "keep": 5.0,
    "discard": 0.3,
    "ship_to_track": 8.0,
    "ship_to_sea": 3.0,
    "ship_to_fleet": 2.0,
    "occupy": 2.0,
    "draw": 4.0,
    "mobilize": 8.0,
    "use_rosetta": 3.0,
    "stack": 2.0,
    "take_from_flota": 6.0,
    "trade": 0.02,
    "place_on_tile": 0.4,
    "spice_ship": 2.0,
    "move_to_track": 0.5,
}
"""What commands of Endeavor weigh, 1 for all others: rich games need regions opened, high buildings and high cards."""


def choose_to_build(situation: Situation, rng: Random) -> int:
    """A choice that the builder likes, mostly; else any."""
    if situation.name == "endeavor":
        return rng.choices(range(len(situation.choices)), list(_in_endeavor(situation)))[0]
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


def _in_endeavor(situation: Situation) -> Iterator[float]:
    """The weights of the choices: high buildings with industry or conscripts, and high cards, weigh more."""
    buildings = {stock.building.id: stock.building for stock in situation.view.stock}
    for command in situation.choices:
        name = command.WhichOneof("command") or ""
        weight = ENDEAVOR.get(name, 1.0)
        if name == "build":
            building = buildings[command.build.building]
            weight = building.level**3 + 6.0 * building.symbols.industry + 6.0 * bool(building.conscription)
        elif name == "draw":
            value = command.draw.card.rpartition("_")[2]
            weight += 2.0 * int(value) if value.isdigit() else 0.0
        yield weight
