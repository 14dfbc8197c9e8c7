"""The Actions phase (R6): turns, their actions and their end. Less Red Tape uses the same actions (R31.5)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort import building, counting, locks, planks
from server.games.belfort.choices import Build, Buy, BuyMetal, EndTurn, HireGnome, Reclaim, Resolve, Sell
from server.games.belfort.state import KINDS, BelfortState, Due
from server.games.belfort.turns import reasons
from server.games.belfort.turns.agenda import add, ask, decide_on, settle, step
from server.games.belfort.turns.items import Ask, Item
from server.games.kernel.chance import Chance

K = types_pb2
GOON = "goon"


def actions(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R6.1: the next seat's turn; when all have had theirs, scoring where it is due and the end of the round."""
    if state.phase != K.PHASE_ACTIONS:
        yield events_pb2.PhaseBegan(phase=K.PHASE_ACTIONS, month=state.month)
    seat = next((seat for seat in state.order if not state.players[seat].acted), None)
    if seat is not None:
        yield events_pb2.TurnBegan(seat=seat)
        yield from add([step(K.STEP_TURN, seat)])
        return
    yield settle()
    scoring = [step(K.STEP_SCORING)] if state.components.months[state.month - 1].scoring else []
    yield from add([*scoring, step(K.STEP_ROUND_END)])


def turn(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R6.1: another action."""
    yield ask(decide_on(K.DECISION_KIND_TAKE_ACTION, due.seat))


def resolvable(state: BelfortState, due: Due) -> Iterator[Resolve]:
    """R6.2: planks that do something now; on-placement planks have no effect any more."""
    seat = due.seat
    if state.goon_plank and state.goon_seat == seat and _acts_now(state, state.goon_plank):
        yield Resolve(f"{GOON}.{state.goon_plank}")
    expanded: set[str] = set()
    for plank, _ in counting.own_planks(state, seat):
        permit = planks.permit_of(state, plank)
        if permit is None:
            if _acts_now(state, plank):
                yield Resolve(plank)
        elif permit[0] not in expanded and planks.may_expand(state, seat, *permit):
            expanded.add(permit[0])
            yield Resolve(plank)


def _acts_now(state: BelfortState, plank: str) -> bool:
    guild = state.guild_on(plank)
    return guild is None or not state.components.guilds[guild].on_placement


def reclaimable(state: BelfortState, due: Due) -> Iterator[Reclaim]:
    """R6.2: any own Worker or token may come back without effect; those of one Permit together (R6.2.1)."""
    seat = due.seat
    if state.goon_plank and state.goon_seat == seat:
        yield Reclaim(f"{GOON}.{state.goon_plank}")
    seen: set[str] = set()
    for plank, _ in counting.own_planks(state, seat):
        permit = planks.permit_of(state, plank)
        if permit is None:
            yield Reclaim(plank)
        elif permit[0] not in seen:
            seen.add(permit[0])
            yield Reclaim(plank)


def resolve(state: BelfortState, due: Due, choice: Resolve, chance: Chance) -> Iterator[Message]:
    """R6.2: the Worker comes back and the plank acts; a Permit's red board is paid (R22.3)."""
    seat, plank = due.seat, choice.plank
    goon = plank.startswith(GOON + ".")
    plank = plank.removeprefix(GOON + ".")
    permit = planks.permit_of(state, plank)
    yield from take_back(state, seat, plank, goon, resolved=True)
    if permit is not None:
        yield from planks.expand(state, seat, *permit)
    else:
        yield from planks.act(state, seat, plank, chance, goon)


def reclaim(state: BelfortState, due: Due, choice: Reclaim, chance: Chance) -> Iterator[Message]:
    """R6.2, R22.5: the Worker comes back, nothing else."""
    plank = choice.plank.removeprefix(GOON + ".")
    yield from take_back(state, due.seat, plank, plank != choice.plank, resolved=False)


def take_back(state: BelfortState, seat: int, plank: str, goon: bool, resolved: bool) -> Iterator[Message]:
    """A Worker or token leaves its plank; both Workers of a Permit together (R6.2.1)."""
    permit = planks.permit_of(state, plank)
    out = [plank] if permit is None else [p for p in planks.permit_planks(*permit) if p in state.planks]
    for one in out:
        yield events_pb2.WorkerReclaimed(seat=seat, plank=one, goon=goon, resolved=resolved)


def buildable(state: BelfortState, due: Due) -> Iterator[Build]:
    """R6.3, R7: anything that can be paid."""
    return building.options(state, due.seat)


def build(state: BelfortState, due: Due, choice: Build, chance: Chance) -> Iterator[Message]:
    """R7."""
    yield from building.build(state, due.seat, choice, chance)


def hirable(state: BelfortState, due: Due) -> Iterator[HireGnome]:
    """R6.4: a Gnome for an empty lock, once per turn; by a Clipboard Makers' offer besides (R26.2)."""
    seat = due.seat
    player = state.players[seat]
    empty = counting.empty_locks(state, seat) if state.gnomes else []
    if not empty:
        return
    offers = player.turn.offers
    for built in empty:
        if not player.turn.hired and player.goods[3] >= hire_price(state, seat):
            yield HireGnome(built.card, False, False)
        if offers and player.goods[3] >= offers[0]:
            yield HireGnome(built.card, False, True)
        for more in state.points.hires:
            yield from more(state, seat, built.card)


def hire_price(state: BelfortState, seat: int, full: int | None = None) -> int:
    """R6.4, R40.2: the price of the hire of the turn."""
    price = state.components.numbers.gnome_hire if full is None else full
    return max(0, price - state.active_effects(seat, "gnome_hire_discount"))


def hire(state: BelfortState, due: Due, choice: HireGnome, chance: Chance) -> Iterator[Message]:
    """R6.4."""
    seat = due.seat
    gold = hire_price(state, seat)
    if choice.with_centaur:
        for price in state.points.centaur_price:
            gold = hire_price(state, seat, price(state, seat))
        yield events_pb2.AssistantExhausted(seat=seat, assistant="centaur")
    if choice.with_clipboard:
        gold = state.players[seat].turn.offers[0]
    yield from locks.fill(
        state,
        seat,
        choice.card,
        chance,
        gold=gold,
        hired=not choice.with_clipboard,
        by_clipboard=choice.with_clipboard,
    )


def visits_allowed(state: BelfortState, seat: int) -> int:
    """R6.5: visits to the Trading Post in this turn."""
    extra = state.players[seat].turn.extra_visits + state.active_effects(seat, "extra_trading_visit")
    return state.components.numbers.visits + extra


def sellable(state: BelfortState, due: Due) -> Iterator[Sell]:
    """R6.5: one sale a visit."""
    player = state.players[due.seat]
    if (player.turn.visits and not player.turn.sold) or player.turn.visits < visits_allowed(state, due.seat):
        yield from (Sell(good + 1) for good in range(3) if player.goods[good])


def sell(state: BelfortState, due: Due, choice: Sell, chance: Chance) -> Iterator[Message]:
    """R6.5."""
    gold = state.components.sell[choice.good - 1]
    yield events_pb2.Traded(seat=due.seat, good=K.Good.ValueType(choice.good), sold=True, gold=gold)


def purchasable(state: BelfortState, due: Due) -> Iterator[Buy]:
    """R6.5: one purchase a visit."""
    player = state.players[due.seat]
    if (player.turn.visits and not player.turn.bought) or player.turn.visits < visits_allowed(state, due.seat):
        yield from (Buy(good + 1) for good in range(3) if player.goods[3] >= state.components.buy[good])


def buy(state: BelfortState, due: Due, choice: Buy, chance: Chance) -> Iterator[Message]:
    """R6.5."""
    gold = state.components.buy[choice.good - 1]
    yield events_pb2.Traded(seat=due.seat, good=K.Good.ValueType(choice.good), sold=False, gold=gold)


def metal_for_sale(state: BelfortState, due: Due) -> Iterator[BuyMetal]:
    """R8.2: once a turn for each gnomed Blacksmith; under Less Red Tape only while building (R31.6.2)."""
    player = state.players[due.seat]
    lock = state.components.properties["blacksmith"].lock
    if lock is None or not all(allowed(state, due.seat) for allowed in state.points.sells_metal):
        return
    if player.turn.metal_bought < state.active_effects(due.seat, "buy_metal") and player.goods[3] >= lock.gold:
        yield BuyMetal()


def buy_metal(state: BelfortState, due: Due, choice: BuyMetal, chance: Chance) -> Iterator[Message]:
    """R8.2."""
    lock = state.components.properties["blacksmith"].lock
    assert lock is not None
    yield events_pb2.MetalBought(seat=due.seat, gold=lock.gold, metal=lock.metal)


def ending(state: BelfortState, due: Due) -> Iterator[EndTurn]:
    """R6: whenever an action is asked."""
    yield EndTurn()


def end_turn(state: BelfortState, due: Due, choice: EndTurn, chance: Chance) -> Iterator[Message]:
    """R6.7 in its order: Workers still out come back, a card is bought, the pool filled, then what modules add."""
    seat = due.seat
    yield settle()
    if any(occupant.kind in KINDS for _, occupant in counting.own_planks(state, seat)):
        yield events_pb2.WorkersCameBack(seat=seat)
    player = state.players[seat]
    dues: list[Due] = []
    if player.goods[3] >= state.components.numbers.card_price:
        dues.append(decide_on(K.DECISION_KIND_BUY_CARD, seat))
    dues.append(step(K.STEP_FILL_POOL))
    dues.extend(due for part in state.points.turn_end for due in part(state, seat))
    dues.extend(give_back(state, seat))
    dues.extend(due for part in state.points.turn_over for due in part(state, seat))
    yield from add(dues)


def give_back(state: BelfortState, seat: int) -> Iterator[Due]:
    """R26.4: borrowed Workers are owed."""
    if state.players[seat].borrowed:
        yield decide_on(K.DECISION_KIND_RETURN_WORKERS, seat, state.players[seat].borrowed)


HIRE = Item("R6.4", "A Gnome is hired once per turn, for its price, onto an empty lock of yours.", hirable, hire)
SELL = Item("R6.5", "The Trading Post takes one unit that you have, once a visit.", sellable, sell)
BUY = Item("R6.5", "The Trading Post sells one unit that you can pay, once a visit.", purchasable, buy)
BUY_METAL = Item("R8.2", "Each gnomed Blacksmith sells Metal once per turn.", metal_for_sale, buy_metal)
BUILD = Item("R7.1", "You can't pay for that so.", buildable, build, reasons.of_building)

TAKE_ACTION: Ask = {
    Resolve: Item("R6.2", "That plank does nothing for you now.", resolvable, resolve),
    Reclaim: Item("R6.2", "You have nothing on that plank.", reclaimable, reclaim),
    Build: BUILD,
    HireGnome: HIRE,
    Sell: SELL,
    Buy: BUY,
    BuyMetal: BUY_METAL,
    EndTurn: Item("R6", "The turn can be ended now.", ending, end_turn),
}
