"""Facts about Workers, Gnomes, Assistants and goods."""

from collections.abc import Callable, Mapping
from typing import Any

from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort.state import (
    ELF,
    IMP,
    KINDS,
    NO_LOCK,
    NON_PLAYER,
    OWNER_A,
    OWNER_B,
    AreaWorkers,
    BelfortState,
    Built,
    Discount,
    Occupant,
    Tile,
)

State = BelfortState


def move_goods(state: State, seat: int, goods: types_pb2.Goods, sign: int) -> None:
    """Goods to or from a player."""
    held = state.players[seat].goods
    held[0] += sign * goods.wood
    held[1] += sign * goods.stone
    held[2] += sign * goods.metal
    held[3] += sign * goods.gold


def _pay_fee(state: State, event: Any) -> None:
    move_goods(state, event.seat, event.fee, -1)
    if event.HasField("payee"):
        move_goods(state, event.payee, event.fee, 1)


def worker_placed(state: State, event: events_pb2.WorkerPlaced) -> None:
    """A Worker on a plank."""
    _pay_fee(state, event)
    player = state.players[event.seat]
    player.board[event.worker - 1] -= 1
    player.turn.main_action = player.turn.main_action or event.main_action
    state.planks[event.plank] = Occupant(event.seat + 1, event.worker)


def non_player_worker_placed(state: State, event: events_pb2.NonPlayerWorkerPlaced) -> None:
    """A non-player Worker on a plank."""
    state.planks[event.plank] = Occupant(event.owner, NON_PLAYER)


def goon_placed(state: State, event: events_pb2.GoonPlaced) -> None:
    """The Goon beside a Worker."""
    _pay_fee(state, event)
    player = state.players[event.seat]
    player.goods[3] -= event.extra_gold
    player.turn.main_action = player.turn.main_action or event.main_action
    state.goon_plank, state.goon_seat = event.plank, event.seat


def imp_placed(state: State, event: events_pb2.ImpPlaced) -> None:
    """An Imp on a plank."""
    _pay_fee(state, event)
    state.planks[event.plank] = Occupant(event.seat + 1, IMP)


def passed(state: State, event: events_pb2.Passed) -> None:
    """A seat is out of the phase."""
    state.players[event.seat].passed = True


def workers_sent(state: State, event: events_pb2.WorkersSent) -> None:
    """Workers into areas."""
    player = state.players[event.seat]
    normal = (event.own_area, event.mine, event.gold_field)
    masters = (event.masters_own_area, event.masters_mine, event.masters_gold_field)
    player.board[event.worker - 1] -= sum(normal) + sum(masters)
    elves = event.worker == ELF
    for place, (plain, master) in enumerate(zip(normal, masters, strict=True)):
        index = (0 if elves else 1) if place == 0 else place + 1
        area = player.areas[index]
        player.areas[index] = (
            area._replace(elves=area.elves + plain, master_elves=area.master_elves + master)
            if elves
            else area._replace(dwarves=area.dwarves + plain, master_dwarves=area.master_dwarves + master)
        )


def giants_sent(state: State, event: events_pb2.GiantsSent) -> None:
    """Giant tokens into an area."""
    areas = state.players[event.seat].areas
    areas[event.area - 1] = areas[event.area - 1]._replace(giants=event.tokens)


def gorgon_placed(state: State, event: events_pb2.GorgonPlaced) -> None:
    """The Gorgon in a district."""
    state.gorgon = event.district


def resources_collected(state: State, event: events_pb2.ResourcesCollected) -> None:
    """Goods of the areas."""
    move_goods(state, event.seat, event.goods, 1)
    move_goods(state, event.seat, event.bonus, 1)
    if state.points.keeps_workers:
        goods = (event.goods.wood, event.goods.stone, event.goods.metal, event.goods.gold)
        turn = state.players[event.seat].turn
        turn.collected = [before + more for before, more in zip(turn.collected, goods, strict=True)]


def areas_emptied(state: State, event: events_pb2.AreasEmptied) -> None:
    """All back to the boards."""
    for seat in range(state.seats):
        _empty_areas(state, seat)


def _empty_areas(state: State, seat: int) -> None:
    player = state.players[seat]
    for area in (*player.areas, *player.gathered):
        player.board[0] += area.elves + area.master_elves
        player.board[1] += area.dwarves + area.master_dwarves
    player.areas = [AreaWorkers()] * 4
    player.gathered = [AreaWorkers()] * 4


def areas_gathered(state: State, event: events_pb2.AreasGathered) -> None:
    """What was sent has gathered and stays."""
    player = state.players[event.seat]
    player.gathered = [
        AreaWorkers(*(a + b for a, b in zip(there[:4], sent[:4], strict=True)))
        for there, sent in zip(player.gathered, player.areas, strict=True)
    ]
    player.areas = [AreaWorkers()] * 4


def goods_gained(state: State, event: events_pb2.GoodsGained) -> None:
    """Goods from the supply."""
    move_goods(state, event.seat, event.goods, 1)


def goods_paid(state: State, event: events_pb2.GoodsPaid) -> None:
    """Goods to the supply."""
    move_goods(state, event.seat, event.goods, -1)


def goods_stolen(state: State, event: events_pb2.GoodsStolen) -> None:
    """Goods from one to another."""
    move_goods(state, event.victim, event.goods, -1)
    move_goods(state, event.thief, event.goods, 1)


def worker_recruited(state: State, event: events_pb2.WorkerRecruited) -> None:
    """From the reserve to the board."""
    _from_reserve(state, event.seat, event.worker, 1)


def _from_reserve(state: State, seat: int, kind: int, number: int) -> None:
    player = state.players[seat]
    player.reserve[kind - 1] -= number
    player.board[kind - 1] += number


def workers_borrowed(state: State, event: events_pb2.WorkersBorrowed) -> None:
    """On loan."""
    _from_reserve(state, event.seat, KINDS[0], event.elves)
    _from_reserve(state, event.seat, KINDS[1], event.dwarves)
    state.players[event.seat].borrowed += event.elves + event.dwarves


def workers_given_back(state: State, event: events_pb2.WorkersGivenBack) -> None:
    """The loan is over."""
    _from_reserve(state, event.seat, KINDS[0], -event.elves)
    _from_reserve(state, event.seat, KINDS[1], -event.dwarves)
    state.players[event.seat].borrowed = 0


def worker_given_up(state: State, event: events_pb2.WorkerGivenUp) -> None:
    """To the reserve."""
    _from_reserve(state, event.seat, event.worker, -1)


def worker_reclaimed(state: State, event: events_pb2.WorkerReclaimed) -> None:
    """Off a plank."""
    if event.goon:
        state.goon_plank = ""
        return
    occupant = state.planks.pop(event.plank)
    if occupant.kind in KINDS:
        state.players[event.seat].board[occupant.kind - 1] += 1


def worker_retrieved(state: State, event: events_pb2.WorkerRetrieved) -> None:
    """Out of an area, a Master before a normal one."""
    player = state.players[event.seat]
    area = player.gathered[event.area - 1]
    name = "elves" if event.worker == ELF else "dwarves"
    name = f"master_{name}" if getattr(area, f"master_{name}") else name
    player.gathered[event.area - 1] = area._replace(**{name: getattr(area, name) - 1})
    player.board[event.worker - 1] += 1


def workers_came_back(state: State, event: events_pb2.WorkersCameBack) -> None:
    """All Workers of a seat, from everywhere."""
    board = state.players[event.seat].board
    for plank, occupant in list(state.planks.items()):
        if occupant.owner == event.seat + 1 and occupant.kind in KINDS:
            del state.planks[plank]
            board[occupant.kind - 1] += 1
    _empty_areas(state, event.seat)


def non_player_workers_left(state: State, event: events_pb2.NonPlayerWorkersLeft) -> None:
    """The non-player Workers."""
    state.planks = {p: o for p, o in state.planks.items() if o.owner not in (OWNER_A, OWNER_B)}


def gnome_placed(state: State, event: events_pb2.GnomePlaced) -> None:
    """A lock is filled."""
    player = state.players[event.seat]
    player.goods[3] -= event.gold
    find(state, event.card).lock = event.lock
    player.turn.hired = player.turn.hired or event.hired
    if event.lock == types_pb2.LOCK_GNOME:
        state.gnomes -= 1
    if event.by_clipboard:
        player.turn.offers.pop(0)


def gnome_removed(state: State, event: events_pb2.GnomeRemoved) -> None:
    """A lock is empty."""
    built = find(state, event.card)
    if built.lock == types_pb2.LOCK_GNOME:
        state.gnomes += 1
    built.lock = NO_LOCK
    built.gave_marker = False


def find(state: State, card: str) -> Built:
    """The built Property of a card."""
    return next(built for player in state.players for built in player.built if built.card == card)


def discount_granted(state: State, event: events_pb2.DiscountGranted) -> None:
    """A discount."""
    goods = tuple(good - 1 for good in event.goods)
    discount = Discount(event.source, event.amount, goods, event.builds, event.properties_only)
    state.players[event.seat].discounts.append(discount)


def visits_granted(state: State, event: events_pb2.VisitsGranted) -> None:
    """More visits."""
    state.players[event.seat].turn.extra_visits += event.visits


def hire_offered(state: State, event: events_pb2.HireOffered) -> None:
    """An offer."""
    state.players[event.seat].turn.offers.append(event.gold)


def traded(state: State, event: events_pb2.Traded) -> None:
    """A sale or a purchase, in the visit under way or a new one."""
    player = state.players[event.seat]
    turn = player.turn
    sign = 1 if event.sold else -1
    player.goods[event.good - 1] -= sign
    player.goods[3] += sign * event.gold
    if not turn.visits or (turn.sold if event.sold else turn.bought):
        turn.visits += 1
        turn.sold = turn.bought = False
    if event.sold:
        turn.sold = True
    else:
        turn.bought = True


def metal_bought(state: State, event: events_pb2.MetalBought) -> None:
    """Metal for Gold."""
    player = state.players[event.seat]
    player.goods[3] -= event.gold
    player.goods[2] += event.metal
    player.turn.metal_bought += 1


def income_counted(state: State, event: events_pb2.IncomeCounted) -> None:
    """Income."""
    state.players[event.seat].goods[3] += event.gold


def taxes_paid(state: State, event: events_pb2.TaxesPaid) -> None:
    """Taxes."""
    state.players[event.seat].goods[3] -= event.paid


def assistants_laid_out(state: State, event: events_pb2.AssistantsLaidOut) -> None:
    """The display."""
    state.tiles = [Tile(assistant) for assistant in event.assistants]


def _tile(state: State, assistant: str) -> Tile:
    tile = state.tile(assistant)
    assert tile is not None
    return tile


def assistant_taken(state: State, event: events_pb2.AssistantTaken) -> None:
    """A tile to a player, with its Gold."""
    tile = _tile(state, event.assistant)
    state.players[event.seat].goods[3] += event.gold
    tile.gold, tile.holder, tile.exhausted, tile.extra = 0, event.seat, False, event.extra


def assistant_gilded(state: State, event: events_pb2.AssistantGilded) -> None:
    """Gold on a tile."""
    _tile(state, event.assistant).gold += 1


def assistant_exhausted(state: State, event: events_pb2.AssistantExhausted) -> None:
    """A tile face down."""
    _tile(state, event.assistant).exhausted = True


def assistant_returned(state: State, event: events_pb2.AssistantReturned) -> None:
    """A tile to the display; its tokens leave the board."""
    tile = _tile(state, event.assistant)
    tile.holder, tile.exhausted, tile.extra, tile.declined = -1, False, False, False
    if tile.id == "goon":
        state.goon_plank = ""
    elif tile.id == "imps":
        state.planks = {p: o for p, o in state.planks.items() if o.kind != IMP}
    elif tile.id == "gorgon":
        state.gorgon, state.gorgon_paid, state.gorgon_collected = "", [], False


EVOLVE: Mapping[str, Callable[[State, Any], None]] = {
    "worker_placed": worker_placed,
    "non_player_worker_placed": non_player_worker_placed,
    "goon_placed": goon_placed,
    "imp_placed": imp_placed,
    "passed": passed,
    "workers_sent": workers_sent,
    "giants_sent": giants_sent,
    "gorgon_placed": gorgon_placed,
    "resources_collected": resources_collected,
    "areas_emptied": areas_emptied,
    "areas_gathered": areas_gathered,
    "goods_gained": goods_gained,
    "goods_paid": goods_paid,
    "goods_stolen": goods_stolen,
    "worker_recruited": worker_recruited,
    "workers_borrowed": workers_borrowed,
    "workers_given_back": workers_given_back,
    "worker_given_up": worker_given_up,
    "worker_reclaimed": worker_reclaimed,
    "worker_retrieved": worker_retrieved,
    "workers_came_back": workers_came_back,
    "non_player_workers_left": non_player_workers_left,
    "gnome_placed": gnome_placed,
    "gnome_removed": gnome_removed,
    "discount_granted": discount_granted,
    "visits_granted": visits_granted,
    "hire_offered": hire_offered,
    "traded": traded,
    "metal_bought": metal_bought,
    "income_counted": income_counted,
    "taxes_paid": taxes_paid,
    "assistants_laid_out": assistants_laid_out,
    "assistant_taken": assistant_taken,
    "assistant_gilded": assistant_gilded,
    "assistant_exhausted": assistant_exhausted,
    "assistant_returned": assistant_returned,
}
