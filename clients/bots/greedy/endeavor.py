"""The greedy bot for Endeavor: never idle, takes what scores, and builds up its attributes while there is time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludarium.games.endeavor.v1 import commands_pb2, types_pb2, view_pb2

ROUNDS = 7
SYMBOL = 0.9
"""Glory that a step of an attribute is worth by itself: tracks score about that much."""
GROWTH = {
    types_pb2.ATTRIBUTE_INDUSTRY: 0.35,
    types_pb2.ATTRIBUTE_CULTURE: 0.4,
    types_pb2.ATTRIBUTE_WEALTH: 0.3,
    types_pb2.ATTRIBUTE_INFLUENCE: 0.1,
}
"""What a step is worth besides, for each round that is left."""
ACTION_WORTH = {
    types_pb2.ACTION_OCCUPY: 1.6,
    types_pb2.ACTION_ATTACK: 1.0,
    types_pb2.ACTION_SHIP: 1.5,
    types_pb2.ACTION_DRAW: 1.2,
    types_pb2.ACTION_PAYMENT: 0.7,
    types_pb2.ACTION_TRADE: 0.2,
    types_pb2.ACTION_FORTIFY: 0.2,
    types_pb2.ACTION_DRAW_MINUS_1: 1.3,
}
"""What having an action is worth, for each round that is left."""
BLUE_TOKEN = 1.4
DISC = 0.4
"""What a disc in the harbor is worth."""
SLAVERY = 2.5
"""What a slavery card is expected to cost once it is lost."""
WORST = -1e9
LONG = 25
"""Turns a seat and round, after which the bot stops: buildings that pay each other could go on for ever."""


@dataclass(slots=True)
class _Table:
    """What a seat knows, in the form in which it is reckoned with."""

    view: view_pb2.View
    me: view_pb2.PlayerView
    seat: int
    left: int
    """Rounds left after this one."""
    spaces: dict[str, view_pb2.SpaceView]
    cards: dict[str, view_pb2.CardView]
    buildings: dict[str, view_pb2.BuildingView]

    def slot(self, number: int) -> view_pb2.SlotView:
        return self.me.buildings[number - 1]


def values(view: view_pb2.View, choices: Sequence[commands_pb2.Command], seat: int) -> list[float]:
    """What each choice is worth to `seat`."""
    table = _table(view, seat)
    return [_value(table, command) for command in choices]


def _value(table: _Table, command: commands_pb2.Command) -> float:
    name = command.WhichOneof("command")
    return _VALUES[name](table, getattr(command, name)) if name in _VALUES else WORST


def _table(view: view_pb2.View, seat: int) -> _Table:
    me = view.players[seat]
    on_decks = [card for region in view.regions for deck in region.decks for card in deck.cards]
    held = [card for unit in me.cards for card in (unit.card, unit.upper)]
    return _Table(
        view=view,
        me=me,
        seat=seat,
        left=max(0, ROUNDS - view.round),
        spaces={space.id: space for region in view.regions for space in region.spaces},
        cards={card.id: card for card in (*on_decks, *view.discard, *held, me.reserved)},
        buildings={row.building.id: row.building for row in view.stock},
    )


def _symbols(table: _Table, symbols: view_pb2.SymbolsView) -> float:
    steps = (symbols.industry, symbols.culture, symbols.wealth, symbols.influence)
    return symbols.glory + sum(n * _step(table, number) for number, n in enumerate(steps, start=1))


def _step(table: _Table, attribute: int) -> float:
    """A step of an attribute."""
    return SYMBOL + GROWTH.get(types_pb2.Attribute.ValueType(attribute), 0.0) * table.left


def _token(table: _Table, token: str) -> float:
    """A trade token: brown ones are steps, blue ones actions."""
    word = token.removeprefix("token_").upper()
    if f"ATTRIBUTE_{word}" in types_pb2.Attribute.keys():  # noqa: SIM118
        return _step(table, types_pb2.Attribute.Value(f"ATTRIBUTE_{word}"))
    return BLUE_TOKEN if token else 0.0


def _build(table: _Table, command: commands_pb2.Build) -> float:
    record = table.buildings[command.building]
    return _symbols(table, record.symbols) + _actions(table, record)


def _actions(table: _Table, record: view_pb2.BuildingView) -> float:
    """The actions of a building; those of a choice only stand in for each other."""
    worths = sorted((ACTION_WORTH.get(action, 0.0) for action in record.actions), reverse=True)
    if record.mode == types_pb2.ACTION_MODE_CHOICE:
        worths = [worths[0] + 0.3]
    conscript = ACTION_WORTH.get(record.conscription, 0.0)
    owned = sum(1 for slot in table.me.buildings if slot.building.actions)
    return (sum(worths) + conscript) * (table.left + 1) * (0.5 if owned >= 4 else 0.8)


def _starting(table: _Table, command: commands_pb2.ChooseStartingSide) -> float:
    return 1.0 if command.building == "colonial_house" else 0.5


def _pay(table: _Table, command: commands_pb2.Pay) -> float:
    return 2.0 + sum(ACTION_WORTH.get(action, 0.0) for action in table.slot(command.slot).building.actions)


def _activate(table: _Table, command: commands_pb2.Activate) -> float:
    record = table.slot(command.slot).building
    return 3.0 + sum(ACTION_WORTH.get(action, 0.0) for action in record.actions)


def _spend(table: _Table, command: commands_pb2.SpendToken) -> float:
    if command.token == "token_payment":  # noqa: S105
        return 2.5
    discs = table.me.harbor
    return 3.5 if command.token == "token_draw" or discs > 1 else 2.0  # noqa: S105


def _gain_of_space(table: _Table, space: str) -> float:
    """Glory of a space with its links, their tokens and its own."""
    record = table.spaces[space]
    gain = record.glory + _token(table, record.token)
    for link in table.view.links:
        if space in link.ends:
            other = table.spaces[next(end for end in link.ends if end != space)]
            mine = other.HasField("seat") and other.seat == table.seat
            gain += link.glory + _token(table, link.token) if mine else 0.25
    return gain


def _occupy(table: _Table, command: commands_pb2.Occupy) -> float:
    return _gain_of_space(table, command.space)


def _attack(table: _Table, command: commands_pb2.Attack) -> float:
    fortified = table.spaces[command.space].fortified
    return _gain_of_space(table, command.space) + 0.6 - (2 if fortified else 1) * DISC - 0.1 * len(command.casualties)


def _ship_to_track(table: _Table, command: commands_pb2.ShipToTrack) -> float:
    region = next(region for region in table.view.regions if region.id == command.region)
    free = [space for space in region.track if not space.HasField("seat")]
    mine = sum(1 for space in region.track if space.HasField("seat") and space.seat == table.seat)
    gain = _token(table, free[0].token) + 0.25 * mine + 0.1 * (len(region.track) - len(free))
    return gain + (2.0 if len(free) == 1 else 0.0) + (0.5 if table.left > 2 else 0.0)


def _ship_to_sea(table: _Table, command: commands_pb2.ShipToSea) -> float:
    presence = next(row.discs for row in table.me.presence if row.region == command.region)
    return 1.0 / (1 + presence) if table.left else 0.1


def _draw(table: _Table, command: commands_pb2.Draw) -> float:
    """The symbols, as far as there is room for the card."""
    card = table.cards[command.card]
    room = table.me.asset_slots + table.me.governor_slots - len(table.me.cards)
    worth = _symbols(table, card.symbols) + (1.0 if card.effect else 0.0)
    if card.deck == "slavery":
        worth -= SLAVERY
    return worth if room > 0 else worth * 0.5


def _discard(table: _Table, command: commands_pb2.Discard) -> float:
    """Only what is worth least, and only where cards don't fit (Keep is worth more)."""
    unit = next((u for u in table.me.cards if u.card.id == command.card), None)
    if unit is None:
        return -50.0
    worth = _symbols(table, unit.card.symbols) + _symbols(table, unit.upper.symbols)
    penalty = sum(1.0 for card in (unit.card, unit.upper) if card.deck == "slavery")
    return -worth - penalty - 2.0 * unit.card.symbols.influence


def _place_on_tile(table: _Table, command: commands_pb2.PlaceOnTile) -> float:
    spot = next((spot for spot in table.view.prominence.spots if spot.id == command.place), None)
    if spot is None:
        return 2.2
    gain = spot.glory + (0.8 if spot.disc_bonus else 0.0) + (1.0 if spot.attribute else 0.3)
    for link in table.view.prominence.links:
        others = [s for s in table.view.prominence.spots if s.id in link.ends and s.id != command.place]
        if command.place in link.ends and others[0].HasField("seat") and others[0].seat == table.seat:
            gain += link.glory
    return gain


def _trade(table: _Table, command: commands_pb2.Trade) -> float:
    places = {space.id: space.token for space in table.spaces.values()}
    places |= {link.id: link.token for link in table.view.links}
    places |= {space.place: space.token for region in table.view.regions for space in region.track}
    return 0.3 + _token(table, places[command.place]) - _token(table, command.token)


def _fortify(table: _Table, command: commands_pb2.Fortify) -> float:
    return 0.4 * _gain_of_space(table, command.space)


def _lose_disc(table: _Table, command: commands_pb2.LoseDisc) -> float:
    return -_pay(table, commands_pb2.Pay(slot=command.slot)) - (3.0 if command.conscript else 0.0)


def _spend_wealth(table: _Table, command: commands_pb2.SpendWealth) -> float:
    return 0.5 if table.left else -0.5


def _pair(table: _Table, command: commands_pb2.ChoosePair) -> float:
    return 1.0 if table.seat in (command.first, command.second) else 0.0


def _pass(table: _Table, command: commands_pb2.Pass) -> float:
    """The last resort, unless the round has become endless."""
    endless = table.view.turn.number > LONG * len(table.view.players) * table.view.round
    return 100.0 if endless else -5.0


def _move_to_sea(table: _Table, command: commands_pb2.MoveToSea) -> float:
    return 0.0


def _constant(worth: float) -> Callable[[_Table, Any], float]:
    return lambda table, command: worth


_VALUES: dict[str, Callable[[_Table, Any], float]] = {
    "choose_starting_side": _starting,
    "build": _build,
    "place_conscript": _constant(0.0),
    "pay": _pay,
    "activate": _activate,
    "spend_token": _spend,
    "pass": _pass,
    "move_to_sea": _move_to_sea,
    "occupy": _occupy,
    "attack": _attack,
    "ship_to_track": _ship_to_track,
    "ship_to_sea": _ship_to_sea,
    "ship_to_fleet": _occupy,
    "draw": _draw,
    "trade": _trade,
    "fortify": _fortify,
    "place_on_tile": _place_on_tile,
    "take_from_flota": _constant(BLUE_TOKEN + 0.6),
    "use_rosetta": _constant(0.9),
    "mobilize": _constant(2.0),
    "stack": _constant(0.5),
    "load_flota": lambda table, command: command.tokens,
    "claim_token": _constant(BLUE_TOKEN),
    "choose_pair": _pair,
    "lose_disc": _lose_disc,
    "spend_wealth": _spend_wealth,
    "repel": _constant(1.0),
    "discard": _discard,
    "reserve": _constant(0.5),
    "take_back": _constant(-1.0),
    "keep": _constant(0.2),
    "decline": _constant(-0.1),
    "spice_ship": _constant(2.5),
    "move_to_track": _constant(1.0),
}
