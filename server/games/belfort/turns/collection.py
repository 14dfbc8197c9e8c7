"""The Collection phase (R5); Less Red Tape uses its parts seat by seat."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort import counting
from server.games.belfort.choices import Goods
from server.games.belfort.state import FOREST, GOLD_FIELD, KINDS, MINE, QUARRY, AreaWorkers, BelfortState, Due, seat_of
from server.games.belfort.turns.agenda import add, gain, goods_message, settle
from server.games.kernel.chance import Chance

K = types_pb2


def resources(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R5.1: everyone collects, with the bonus of each area, then the Workers go back."""
    yield settle()
    yield events_pb2.PhaseBegan(phase=K.PHASE_COLLECTION, month=state.month)
    bonus = bonuses(state)
    for seat in range(state.seats):
        yield from collect(state, seat, bonus[seat])
    yield events_pb2.AreasEmptied()
    for seat in range(state.seats):
        yield from more_goods(state, seat)


def collect(state: BelfortState, seat: int, bonus: Goods) -> Iterator[Message]:
    """R5.1: what a player's Workers in the areas bring."""
    goods = yields(state, seat)
    if any(goods) or any(bonus):
        yield events_pb2.ResourcesCollected(seat=seat, goods=goods_message(goods), bonus=goods_message(bonus))


def more_goods(state: BelfortState, seat: int) -> Iterator[Message]:
    """R40.1: goods at the end of the collection."""
    for part in state.points.collection_bonus:
        for source, goods in part(state, seat):
            yield from gain(seat, goods, K.REASON_EFFECT, source)


def yields(state: BelfortState, seat: int) -> Goods:
    """R5.1: the goods of a player's Workers; Giant tokens count 1 each (R5.1.3)."""
    areas = state.players[seat].areas
    forest, quarry, mine, field = (strengths(state, areas[area - 1]) for area in (FOREST, QUARRY, MINE, GOLD_FIELD))
    elves, dwarves, giants = mine
    pairs = min((elves + dwarves + giants) // 2, min(elves, dwarves) + giants)  # R24.4: the split that yields most
    return Goods(forest[0] + forest[2], quarry[1] + quarry[2], pairs, sum(field))


def strengths(state: BelfortState, area: AreaWorkers) -> tuple[int, int, int]:
    """R0.8: the strength of Elves, Dwarves and Giant tokens."""
    master = state.components.numbers.master_strength
    return area.elves + master * area.master_elves, area.dwarves + master * area.master_dwarves, area.giants


def bonuses(state: BelfortState) -> list[Goods]:
    """R5.1.1: by seat, the bonus of each area for strictly the most strength there."""
    found = [[0, 0, 0, 0] for _ in range(state.seats)]
    for good, area in enumerate((FOREST, QUARRY, MINE, GOLD_FIELD)):
        totals = [sum(strengths(state, player.areas[area - 1])) for player in state.players]
        if max(totals) and totals.count(max(totals)) == 1:
            found[totals.index(max(totals))][good] = state.components.numbers.area_bonus
    return [Goods(*goods) for goods in found]


def recruits(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R5.2: recruits come in the order of the planks."""
    yield settle()
    for plank in sorted(plank for plank in state.planks if plank.startswith("recruiters_desk")):
        yield from recruit(state, plank)


def recruit(state: BelfortState, plank: str) -> Iterator[Message]:
    """R5.2, R31.3.2: one Worker of the same kind, then the placed one comes back."""
    occupant = state.planks[plank]
    seat = seat_of(occupant.owner)
    if seat is None or occupant.kind not in KINDS:
        return
    kind = K.Worker.ValueType(occupant.kind)
    if state.players[seat].reserve[occupant.kind - 1]:
        yield events_pb2.WorkerRecruited(seat=seat, worker=kind, source=plank)
    yield events_pb2.WorkerReclaimed(seat=seat, plank=plank, resolved=True)


def kings_camp(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R5.3: plank by plank, crests are exchanged."""
    yield settle()
    for plank in sorted(plank for plank in state.planks if plank.startswith("kings_camp")):
        seat = state.planks[plank].owner - 1
        other = state.order[int(plank.rpartition(".")[2]) - 1]
        if other != seat:
            yield events_pb2.CrestsExchanged(seat=seat, other=other)
        yield events_pb2.WorkerReclaimed(seat=seat, plank=plank, resolved=True)


def income(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R5.4."""
    yield settle()
    for seat in range(state.seats):
        yield from seat_income(state, seat)


def seat_income(state: BelfortState, seat: int) -> Iterator[Message]:
    """R5.4: one player's income."""
    gold = counting.income(state, seat)
    if gold:
        yield events_pb2.IncomeCounted(seat=seat, gold=gold)


def taxes(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R5.5: a seat pays, unless something may replace its taxes (R24.7)."""
    yield settle()
    instead = [ask for part in state.points.taxes for ask in part(state, due.seat)]
    if instead:
        yield from add(instead)
    else:
        yield from pay_taxes(state, due.seat)


def pay_taxes(state: BelfortState, seat: int) -> Iterator[Message]:
    """R5.5: the tax of the score; unpaid Gold costs points (R5.5.2)."""
    due = max(
        0, counting.tax(state.components, state.players[seat].score) - state.active_effects(seat, "tax_reduction")
    )
    yield from charge(state, seat, due)


def charge(state: BelfortState, seat: int, due: int) -> Iterator[Message]:
    """R5.5.2: Gold, and 1 point for each piece missing, not below 0."""
    if not due:
        return
    player = state.players[seat]
    paid = min(due, player.goods[3])
    yield events_pb2.TaxesPaid(seat=seat, due=due, paid=paid)
    lost = min(due - paid, player.score)
    if lost:
        yield events_pb2.PointsScored(seat=seat, points=-lost, source=K.POINT_SOURCE_TAXES, sharing=1)
