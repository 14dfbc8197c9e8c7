"""The greedy bot for Belfort: values what each choice brings, in points, and takes the best."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludarium.games.belfort.v1 import commands_pb2, types_pb2, view_pb2

from clients.bots.greedy.belfort_majorities import marker_gain, scorings_left

GOODS = ("wood", "stone", "metal", "gold")
TARGETS = {"wood": (6, 0.9, 0.35), "stone": (7, 0.9, 0.35), "metal": (3, 1.5, 0.6), "gold": (7, 0.8, 0.3)}
"""By good: how much is wanted, what a piece is worth up to that, and beyond."""
END = 0.3
"""What ending a turn is worth: an action must beat it."""
IN_AREA = 1.25
"""What a Worker brings in a resource area: a plank must beat it."""
CARDS = {
    "bank": 3.2,
    "blacksmith": 2.8,
    "gardens": 2.8,
    "gatehouse": 3.0,
    "inn": 2.6,
    "keep": 4.2,
    "library": 2.6,
    "market": 3.0,
    "pub": 3.0,
    "tower": 2.4,
}
"""What a card in hand is worth."""
GUILDS = {
    "architects": 2.6,
    "librarians": 2.2,
    "merchants": 1.0,
    "recruiters": 4.0,
    "bankers": 3.4,
    "masons": 3.0,
    "miners": 3.4,
    "sawyers": 3.0,
    "bandits": 2.6,
    "spies": 2.0,
    "thieves": 2.4,
    "wizards": 0.5,
    "assistants": 2.5,
    "clipboard_makers": 3.0,
    "decorators": 3.0,
    "non_human_resources": 2.0,
    "planners": 2.5,
    "employee_of_the_month": 0.5,
    "landlords": 1.5,
    "locksmiths": 2.6,
    "parks_and_rex": 1.0,
    "printers": 2.2,
    "summoners": 0.2,
}
"""What a Guild's action is worth."""


@dataclass(slots=True)
class _Table:
    """What a seat knows, in the form in which it is reckoned with."""

    view: view_pb2.View
    seat: int
    me: view_pb2.PlayerView
    goods: dict[str, int]
    types: dict[str, view_pb2.PropertyTypeView]
    left: float


def values(view: view_pb2.View, choices: Sequence[commands_pb2.Command], seat: int) -> list[float]:
    """What each choice is worth to `seat`."""
    me = view.players[seat]
    goods = {name: getattr(me.goods, name) for name in GOODS}
    types = {kind.id: kind for kind in view.prices.properties}
    table = _Table(view, seat, me, goods, types, scorings_left(view, me))
    return [_value(table, command) for command in choices]


def _value(table: _Table, command: commands_pb2.Command) -> float:
    name = command.WhichOneof("command") or ""
    return _VALUES.get(name, _nothing)(table, getattr(command, name))


def _nothing(table: _Table, command: Any) -> float:
    return 0.0


def worth(goods: dict[str, int]) -> float:
    """What goods are worth, less for those that are plenty."""
    total = 0.0
    for name, (target, needed, more) in TARGETS.items():
        amount = goods[name]
        total += needed * min(amount, target) + more * max(0, amount - target)
    return total


def _change(table: _Table, **amounts: int) -> float:
    after = {name: table.goods[name] + amounts.get(name, 0) for name in GOODS}
    return worth(after) - worth(table.goods)


def _gain(table: _Table, goods: types_pb2.Goods, sign: int = 1) -> float:
    return _change(table, **{name: sign * getattr(goods, name) for name in GOODS})


def _build(table: _Table, command: commands_pb2.Build) -> float:
    """Majorities first; a Property's income and lock besides; the goods are what they are for."""
    district, _, place = command.space.partition(".")
    value = 5.0 + marker_gain(table.view, table.seat, district, 4 if place == "keep_left" else 2)
    if command.source:
        kind = table.types.get(_type_of(place))
        if kind is not None:
            rounds = max(0.0, 2 * table.left)
            value += 0.5 * kind.income * rounds + (1.0 if kind.has_lock else 0.0)
            value += 0.35 * _gain(table, kind.cost, -1)
    elif place == "guild":
        value += 0.5 * table.left - 1.5
    else:
        value += 0.35 * _gain(table, table.view.prices.wall, -1)
    if district == table.view.queen:
        value += 1.5
    return value


def _type_of(place: str) -> str:
    return place.removesuffix("_left").removesuffix("_right")


def _place_worker(table: _Table, command: commands_pb2.PlaceWorker) -> float:
    plank = command.plank
    tilt = 0.02 * (table.me.elves - table.me.dwarves) * (1 if command.worker == types_pb2.WORKER_ELF else -1)
    first, _, rest = plank.partition(".")
    if first == "guild":
        free = any(s.space.endswith(".guild") and s.owner == table.seat + 1 for d in table.view.districts
                   if d.guild.id == rest for s in d.spaces)  # fmt: skip
        return _guild(table, rest) - (0.0 if free else 0.7) + tilt
    if first == "recruiters_desk":
        reserve = table.me.reserve_elves if command.worker == types_pb2.WORKER_ELF else table.me.reserve_dwarves
        return (2.0 * table.left - 1.6 if reserve else -2.0) + tilt
    if first == "kings_camp":
        return (0.6 if list(table.view.order)[:1] != [table.seat] else -1.0) + tilt
    if first == "queens_chamber":
        return 0.8 + tilt
    if rest.isdigit():
        return (4.0 if table.left > 0 else 0.0) + tilt
    return 2.6 + tilt


def _guild(table: _Table, guild: str) -> float:
    value = GUILDS.get(guild, 1.5)
    if guild == "recruiters":
        value *= min(1.0, table.left / 2)
    if guild == "employee_of_the_month":
        cards = {built.card for built in table.me.built}
        standing = [p for p in table.view.planks if p.owner == table.seat + 1 and p.plank.partition(".")[0] in cards]
        value += 1.8 * len(standing)
    return value


def _pass(table: _Table, command: commands_pb2.Pass) -> float:
    return IN_AREA if table.me.elves + table.me.dwarves else 0.1


def _send(table: _Table, command: commands_pb2.SendWorkers) -> float:
    elves = table.view.asked.decision == types_pb2.DECISION_KIND_SEND_ELVES
    own = command.own_area + 2 * command.masters_own_area
    mine = command.mine + 2 * command.masters_mine
    field = command.gold_field + 2 * command.masters_gold_field
    if elves:
        others = table.me.dwarves
    else:
        others = sum(a.elves + 2 * a.master_elves for a in table.me.areas if a.area == types_pb2.AREA_MINE)
    pairs = min(mine, others)
    amounts = {"wood" if elves else "stone": own, "metal": pairs, "gold": field}
    value = _change(table, **amounts) - (0.55 * _change(table, metal=pairs) if elves else 0.0)
    return value - 0.2 * max(0, mine - others)


def _hire(table: _Table, command: commands_pb2.HireGnome) -> float:
    price = 0 if command.with_centaur else 1 if command.with_clipboard else table.view.prices.gnome
    return 1.2 * table.left + _lock(table, command.card) + _change(table, gold=-price)


def _lock(table: _Table, card: str) -> float:
    kind = card.rpartition("_")[0]
    rounds = 2 * table.left
    values = {"bank": 1.6, "gatehouse": 2.0, "pub": 0.9, "gardens": 0.9, "inn": 1.0, "library": 0.6, "market": 0.5,
              "blacksmith": 0.5}  # fmt: skip
    return values.get(kind, 0.3) * rounds * 0.5


def _lacks_one(table: _Table, good: str) -> bool:
    """Whether one more of a good lets something be built."""
    costs = [table.view.prices.wall, *(d.guild.cost for d in table.view.districts)]
    costs += [table.types[card.rpartition("_")[0]].cost for card in [*table.me.hand, *table.view.row]]
    for cost in costs:
        missing = {name: getattr(cost, name) - table.goods[name] for name in GOODS}
        if missing[good] == 1 and all(amount <= 0 for name, amount in missing.items() if name != good):
            return True
    return False


def _buy(table: _Table, command: commands_pb2.Buy) -> float:
    good = GOODS[command.good - 1]
    value = _change(table, **{good: 1, "gold": -getattr(table.view.prices.buy, good)})
    return value + (4.0 if _lacks_one(table, good) else -1.0)


def _sell(table: _Table, command: commands_pb2.Sell) -> float:
    good = GOODS[command.good - 1]
    return _change(table, **{good: -1, "gold": getattr(table.view.prices.sell, good)}) - 0.3


def _keep(table: _Table, command: commands_pb2.KeepCards) -> float:
    return sum(CARDS[kind] for kind in command.properties) - 0.4 * (
        len(command.properties) - len(set(command.properties))
    )


def _pick_card(table: _Table, command: commands_pb2.PickCard) -> float:
    value = CARDS.get(command.property, 2.8)
    decision = table.view.asked.decision
    if decision in (types_pb2.DECISION_KIND_PAY_CARD, types_pb2.DECISION_KIND_DROP_ROW_CARD):
        return -value
    if decision == types_pb2.DECISION_KIND_BUY_CARD and not table.view.asked.thing:
        held = [card.rpartition("_")[0] for card in table.me.hand]
        wanted = max(0.0, 4.0 - len(held)) * 0.8 + (0.4 if command.property not in held else -0.4)
        return (
            0.3 * value + wanted - 1.6 + (0.0 if table.left > 0 else -9.0) - (1.0 if table.goods["gold"] < 3 else 0.0)
        )
    return value


def _assistant(table: _Table, command: commands_pb2.ChooseAssistant) -> float:
    values = {"centaur": 2.5, "djinn": 1.0, "gargoyle": 2.0, "giant": 2.4, "goon": 2.2, "gorgon": 1.6, "halfling": 1.8,
              "hobgoblin": 2.4, "imps": 2.0, "pixie": 2.0}  # fmt: skip
    gold = sum(tile.gold for tile in table.view.assistants if tile.id == command.assistant)
    return values.get(command.assistant, 1.0) + 0.8 * gold


def _use(table: _Table, command: commands_pb2.UseAssistant) -> float:
    if command.assistant == "halfling":
        return 0.8 * table.me.tax - 1.0
    if command.assistant == "hobgoblin":
        return 1.0 if table.me.hand_count or table.view.row else -1.0
    return 0.4 * marker_gain(table.view, table.seat, command.district, 0, rank_now=True)


def _djinn(table: _Table, command: commands_pb2.UseDjinn) -> float:
    return 0.4 * _gain(table, command.goods) - 1.2 * command.points


def _permit(table: _Table, command: commands_pb2.TakePermit) -> float:
    return 1.6 * table.left - 1.2


def _space(table: _Table, command: commands_pb2.PickSpace) -> float:
    district = command.space.partition(".")[0]
    gain = marker_gain(table.view, table.seat, district, 1)
    decision = table.view.asked.decision
    if decision in (types_pb2.DECISION_KIND_REMOVE_MARKER, types_pb2.DECISION_KIND_BUILD_FOR_NON_PLAYER):
        return -gain
    return gain


def _pick_worker(table: _Table, command: commands_pb2.PickWorker) -> float:
    elves = 7 - table.me.reserve_elves
    dwarves = 7 - table.me.reserve_dwarves
    fewer = (command.worker == types_pb2.WORKER_ELF) == (elves <= dwarves)
    giving = table.view.asked.decision == types_pb2.DECISION_KIND_GIVE_WORKER
    return 1.5 + (0.2 if fewer != giving else 0.0) - 0.6 * table.view.asked.amount * (not giving)


def _steal(table: _Table, command: commands_pb2.Steal) -> float:
    each = 2 if len(command.victims) == 1 else 1
    good = "gold" if table.view.asked.source == "thieves" else "metal"
    loot = 0
    for victim in command.victims:
        goods = table.view.players[victim].goods
        loot += min(each, goods.gold if good == "gold" else goods.wood + goods.stone + goods.metal)
    return float(loot)


def _move(table: _Table, command: commands_pb2.MovePawn) -> float:
    gain = marker_gain(table.view, table.seat, command.district, 2)
    return 0.3 * gain if command.pawn == types_pb2.PAWN_QUEEN else 0.1 * gain - 0.2


def _resolve(table: _Table, command: commands_pb2.Resolve) -> float:
    return 9.0


def _reclaim(table: _Table, command: commands_pb2.Reclaim) -> float:
    return -1.0


def _gather(table: _Table, command: commands_pb2.Gather) -> float:
    return 0.9 + 0.45 * (table.me.elves + table.me.dwarves)


def _collect(table: _Table, command: commands_pb2.Collect) -> float:
    return 0.8


def _goon(table: _Table, command: commands_pb2.PlaceGoon) -> float:
    return _guild(table, command.plank.removeprefix("guild.")) - 0.4 + IN_AREA


def _imp(table: _Table, command: commands_pb2.PlaceImp) -> float:
    return 2.2 + IN_AREA


def _exchange(table: _Table, command: commands_pb2.Exchange) -> float:
    return -0.5


_VALUES: dict[str, Callable[[_Table, Any], float]] = {
    "keep_cards": _keep,
    "pick_card": _pick_card,
    "choose_assistant": _assistant,
    "place_worker": _place_worker,
    "place_goon": _goon,
    "place_imp": _imp,
    "pass": _pass,
    "send_workers": _send,
    "send_giants": lambda table, command: 1.0 if command.area in (1, 2) else 0.5,
    "place_gorgon": lambda table, command: 0.2 + 0.1 * marker_gain(table.view, table.seat, command.district, 2),
    "use_assistant": _use,
    "use_djinn": _djinn,
    "resolve": _resolve,
    "reclaim": _reclaim,
    "build": _build,
    "hire_gnome": _hire,
    "sell": _sell,
    "buy": _buy,
    "buy_metal": lambda table, command: 0.5 if table.goods["metal"] < 3 else 0.1,
    "take_permit": _permit,
    "move_pawn": _move,
    "pick_space": _space,
    "pick_lock": lambda table, command: 1.0 + _lock(table, command.card),
    "pick_worker": _pick_worker,
    "pick_goods": lambda table, command: abs(_gain(table, command.goods)),
    "count_workers": lambda table, command: 0.0,
    "pick_guild": lambda table, command: _guild(table, command.guild),
    "retrieve": lambda table, command: -0.2,
    "retrieve_from_area": lambda table, command: 1.0,
    "steal": _steal,
    "exchange": _exchange,
    "pick_seat": lambda table, command: 0.5,
    "gather": _gather,
    "collect": _collect,
    "end_turn": lambda table, command: END,
    "decline": lambda table, command: 0.0,
    "expand": lambda table, command: 3.0,
}
