"""Planks: which there are, what they cost, what they do (R0.2, R4.2 to R4.7, R40.9)."""

from collections.abc import Iterator
from typing import NamedTuple

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort import counting, effects
from server.games.belfort.choices import NOTHING, Goods
from server.games.belfort.content.records import PermitType, Plank
from server.games.belfort.state import BelfortState, Built
from server.games.belfort.turns.agenda import add, affords, decide_on, gold, goods_message
from server.games.kernel.chance import Chance

CHAMBER = "queens_chamber"
K = types_pb2


class Fee(NamedTuple):
    """The fee of a plank: goods, who gets them (None: the supply), and hand cards to discard."""

    goods: Goods
    payee: int | None = None
    cards: int = 0


def guild_planks(state: BelfortState) -> list[str]:
    """R4.2: the planks of the five Guilds, in order of districts."""
    return [f"guild.{guild}" for guild in state.guilds]


def free_guild_planks(state: BelfortState) -> list[str]:
    """R4.3, R24.5.2: those without a Worker, an NP Worker or a Goon."""
    return [plank for plank in guild_planks(state) if plank not in state.planks and plank != state.goon_plank]


def desk_plank(state: BelfortState) -> Iterator[str]:
    """R4.5: the lowest free plank of the Recruiter's Desk; its planks are alike."""
    planks = (f"recruiters_desk.{number}" for number in range(1, state.components.numbers.desk_planks + 1))
    yield from [plank for plank in planks if plank not in state.planks][:1]


def camp_plank(state: BelfortState, seat: int) -> Iterator[str]:
    """R4.6: the lowest free plank of the King's Camp, for who has no Worker there."""
    camp = [f"kings_camp.{number}" for number in range(1, state.components.players[state.seats].camp_planks + 1)]
    there = sum(1 for plank in camp if plank in state.planks and state.planks[plank].owner == seat + 1)
    if there < state.components.numbers.camp_limit:
        yield from [plank for plank in camp if plank not in state.planks][:1]


def property_planks(state: BelfortState, seat: int) -> Iterator[str]:
    """R4.7: the free, unlocked planks of a player's Property cards."""
    for built in state.players[seat].built:
        for plank in state.components.properties[built.property].planks:
            name = f"{built.card}.{plank.id}"
            if (built.lock or not plank.locked) and name not in state.planks:
                yield name


def module_planks(state: BelfortState, seat: int) -> Iterator[str]:
    """R4.2: the free planks that modules add."""
    for more in state.points.planks:
        yield from (plank for plank in more(state, seat) if plank not in state.planks)


def record_of(state: BelfortState, plank: str) -> Plank | None:
    """The printed plank of a Property card; None for other planks."""
    card, _, name = plank.partition(".")
    property_type = state.components.cards.get(card)
    if property_type is None:
        return None
    return next((p for p in state.components.properties[property_type].planks if p.id == name), None)


def permit_of(state: BelfortState, plank: str) -> tuple[str, PermitType] | None:
    """The Permit of a plank and its type, as the turn structure has it (R31.6.6); None for other planks."""
    permit = state.components.permits.get(plank.partition(".")[0])
    if permit is None:
        return None
    kind = state.components.permit_types[permit.permit_type]
    return permit.id, state.points.permit_wording(kind)


def permit_planks(permit: str, kind: PermitType) -> list[str]:
    """R25: the planks of a Permit."""
    return [f"{permit}.{number}" for number in range(1, kind.planks + 1)]


def card_with(state: BelfortState, seat: int, permit: str) -> Built:
    """The built Property that a Permit is tucked under."""
    return next(built for built in state.players[seat].built if built.permit == permit)


def fee_of(state: BelfortState, seat: int, plank: str) -> Fee:
    """R4.4 to R4.7, R22.2: what a plank costs a player."""
    guild = state.guild_on(plank)
    if guild is not None:
        amount, payee = counting.guild_fee(state, seat, guild)
        return Fee(gold(amount), payee)
    if plank.startswith("recruiters_desk"):
        return Fee(gold(counting.recruit_fee(state, seat)))
    record = record_of(state, plank)
    if record is not None:
        return Fee(Goods(*record.fee))
    permit = permit_of(state, plank)
    if permit is not None:
        fee = permit[1].fee
        goods = Goods(fee.get("wood", 0), fee.get("stone", 0), fee.get("metal", 0), fee.get("gold", 0))
        return Fee(goods, None, fee.get("property_cards", 0))
    return Fee(NOTHING)


def payable(state: BelfortState, seat: int, plank: str) -> bool:
    """R4.3: whether a player can pay a plank's fee."""
    fee = fee_of(state, seat, plank)
    return affords(state, seat, fee.goods) and len(state.players[seat].hand) >= fee.cards


def place(
    state: BelfortState, seat: int, worker: int, plank: str, chance: Chance, main_action: bool = False
) -> Iterator[Message]:
    """R4.1: a Worker on a plank, its fee paid; a plank that acts on placement acts (R4.11, R31.3.1, R31.5.2)."""
    fee = fee_of(state, seat, plank)
    yield events_pb2.WorkerPlaced(
        seat=seat,
        worker=types_pb2.Worker.ValueType(worker),
        plank=plank,
        fee=goods_message(fee.goods),
        payee=fee.payee,
        main_action=main_action,
    )
    guild = state.guild_on(plank)
    if state.points.acts_at_once:
        yield from act_at_once(state, seat, plank, chance)
    elif guild is not None and state.components.guilds[guild].on_placement:
        yield from effects.guild(state, seat, guild, chance)
    if fee.cards:
        yield from add([decide_on(K.DECISION_KIND_PAY_CARD, seat, fee.cards, plank)])


def act_at_once(state: BelfortState, seat: int, plank: str, chance: Chance) -> Iterator[Message]:
    """R31.3.1, R31.5.2: under Less Red Tape a plank acts when the Worker is placed."""
    permit = permit_of(state, plank)
    if permit is None:
        yield from act(state, seat, plank, chance)
    elif may_expand(state, seat, *permit):
        yield from add([decide_on(K.DECISION_KIND_EXPAND, seat, thing=permit[0])])


def act(state: BelfortState, seat: int, plank: str, chance: Chance, goon: bool = False) -> Iterator[Message]:
    """R8, R9: what a plank does for who stands there; Permits apart."""
    guild = state.guild_on(plank)
    record = record_of(state, plank)
    if guild is not None:
        yield from effects.guild(state, seat, guild, chance, goon)
    elif record is not None:
        yield from effects.apply(state, seat, [record.effect], effects.Source(plank), chance)
    elif plank == CHAMBER:
        yield from add([decide_on(K.DECISION_KIND_MOVE_QUEEN, seat)])


def may_expand(state: BelfortState, seat: int, permit: str, kind: PermitType) -> bool:
    """R22.3, R22.4: Workers on all planks, and the red board can be paid."""
    if not all(plank in state.planks for plank in permit_planks(permit, kind)):
        return False
    red = kind.red_board
    player = state.players[seat]
    goods = (red.get("wood", 0), red.get("stone", 0), red.get("metal", 0), red.get("gold", 0))
    if not affords(state, seat, goods) or player.goods[0] + player.goods[1] < red.get("wood_or_stone", 0):
        return False
    return not red.get("gnome") or counting.gnomes(state, seat) > 0


def expand(state: BelfortState, seat: int, permit: str, kind: PermitType) -> Iterator[Message]:
    """R22.3, R22.6: the red board is paid and the Property expanded; what is to be chosen becomes due."""
    red = kind.red_board
    goods = Goods(red.get("wood", 0), red.get("stone", 0), red.get("metal", 0), red.get("gold", 0))
    if any(goods):
        yield events_pb2.GoodsPaid(seat=seat, goods=goods_message(goods), reason=K.REASON_RED_BOARD, source=permit)
    yield events_pb2.PropertyExpanded(seat=seat, card=card_with(state, seat, permit).card, permit=permit)
    if red.get("wood_or_stone"):
        yield from add([decide_on(K.DECISION_KIND_PAY_MIX, seat, red["wood_or_stone"], permit)])
    if red.get("worker"):
        yield from add([decide_on(K.DECISION_KIND_GIVE_WORKER, seat, red["worker"], permit)])
    if red.get("gnome"):
        yield from add([decide_on(K.DECISION_KIND_GIVE_GNOME, seat, red["gnome"], permit)])
