"""The Specialties of the Assistants (R24), in both turn structures."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort import cards, counting, effects, planks, scoring
from server.games.belfort.asks.cards import take
from server.games.belfort.asks.people import DECLINE, decline, declined
from server.games.belfort.choices import (
    Decline,
    Goods,
    HireGnome,
    PickCard,
    PlaceGoon,
    PlaceGorgon,
    PlaceImp,
    SendGiants,
    UseAssistant,
    UseDjinn,
)
from server.games.belfort.content.records import GOODS, SEASONS
from server.games.belfort.modules import assistants as a
from server.games.belfort.state import AREAS, DWARF, ELF, NON_PLAYER, BelfortState, Due
from server.games.belfort.turns.actions import hire_price
from server.games.belfort.turns.agenda import add, affords, decide_on, gain, gold, goods_message, step
from server.games.belfort.turns.collection import charge, pay_taxes
from server.games.belfort.turns.items import Ask, Item
from server.games.kernel.chance import Chance

K = types_pb2


# Placement: Goon and Imps (R24.5, R24.9)


def _goon_fee(state: BelfortState, seat: int, guild: str) -> tuple[int, int | None, int]:
    """R24.5, R24.5.1: the Guild's fee, who gets it, and Gold to the supply besides."""
    amount, payee = counting.guild_fee(state, seat, guild)
    if not state.value(seat, a.GOON, "guild_fee"):
        amount, payee = 0, None
    return amount, payee, state.value(seat, a.GOON, "supply_gold")


def goon_planks(state: BelfortState, due: Due) -> Iterator[PlaceGoon]:
    """R24.5: a Guild with another's Worker that the Goon may join and its owner can pay."""
    seat = due.seat
    if not state.ready(seat, a.GOON) or state.goon_plank:
        return
    if state.points.acts_at_once and (state.players[seat].turn.main_action or not any(state.players[seat].board)):
        return
    for guild in state.guilds:
        there = state.planks.get(f"guild.{guild}")
        if there is None or there.owner == seat + 1 or there.kind not in (ELF, DWARF, NON_PLAYER):
            continue
        fee, _, extra = _goon_fee(state, seat, guild)
        if guild not in state.components.goon_forbidden and state.players[seat].goods[3] >= fee + extra:
            yield PlaceGoon(f"guild.{guild}")


def place_goon(state: BelfortState, due: Due, choice: PlaceGoon, chance: Chance) -> Iterator[Message]:
    """R24.5: on-placement Guilds act now, under Less Red Tape all do (R31.5.4)."""
    seat = due.seat
    guild = choice.plank.removeprefix("guild.")
    fee, payee, extra = _goon_fee(state, seat, guild)
    yield a.exhaust(seat, a.GOON)
    yield events_pb2.GoonPlaced(
        seat=seat,
        plank=choice.plank,
        fee=goods_message(gold(fee)),
        payee=payee,
        extra_gold=extra,
        main_action=state.points.acts_at_once,
    )
    if state.points.acts_at_once or state.components.guilds[guild].on_placement:
        yield from effects.guild(state, seat, guild, chance, goon=True)


def imp_planks(state: BelfortState, due: Due) -> Iterator[PlaceImp]:
    """R24.9: a free, unlocked plank of anybody's built Property card whose fee can be paid."""
    first = due.decision != K.DECISION_KIND_PLACE_IMP
    if first and not state.ready(due.seat, a.IMPS):
        return
    for seat in range(state.seats):
        for plank in planks.property_planks(state, seat):
            record = planks.record_of(state, plank)
            if record is not None and affords(state, due.seat, record.fee):
                yield PlaceImp(plank)


def place_imp(state: BelfortState, due: Due, choice: PlaceImp, chance: Chance) -> Iterator[Message]:
    """R24.9: up to X of them; the fee goes to the card's owner if that is an opponent (R24.9.1)."""
    seat = due.seat
    first = due.decision != K.DECISION_KIND_PLACE_IMP
    more = (state.value(seat, a.IMPS, "x") if first else due.amount) - 1
    if first:
        yield a.exhaust(seat, a.IMPS)
    record = planks.record_of(state, choice.plank)
    assert record is not None
    card = choice.plank.partition(".")[0]
    owner = next(other for other, player in enumerate(state.players) if player.find(card))
    yield events_pb2.ImpPlaced(
        seat=seat,
        plank=choice.plank,
        fee=goods_message(record.fee),
        payee=owner if owner != seat and any(record.fee) else None,
    )
    if more > 0:
        yield from add([decide_on(K.DECISION_KIND_PLACE_IMP, seat, more)])
    if state.points.acts_at_once:
        yield from planks.act(state, seat, choice.plank, chance)


# Passing: Giant and Gorgon (R24.4, R24.6)


def on_passing(state: BelfortState, seat: int) -> Iterator[Due]:
    """R4.8.1: both may be used."""
    if state.ready(seat, a.GIANT):
        yield decide_on(K.DECISION_KIND_SEND_GIANTS, seat, state.value(seat, a.GIANT, "x"))
    if state.ready(seat, a.GORGON):
        yield decide_on(K.DECISION_KIND_PLACE_GORGON, seat)


def _areas(state: BelfortState, due: Due) -> Iterator[SendGiants]:
    yield from (SendGiants(area) for area in AREAS)


def _send_giants(state: BelfortState, due: Due, choice: SendGiants, chance: Chance) -> Iterator[Message]:
    yield a.exhaust(due.seat, a.GIANT)
    yield events_pb2.GiantsSent(seat=due.seat, area=K.Area.ValueType(choice.area), tokens=due.amount)


def _districts(state: BelfortState, due: Due) -> Iterator[PlaceGorgon]:
    yield from (PlaceGorgon(district) for district in state.components.districts)


def _place_gorgon(state: BelfortState, due: Due, choice: PlaceGorgon, chance: Chance) -> Iterator[Message]:
    yield a.exhaust(due.seat, a.GORGON)
    yield events_pb2.GorgonPlaced(seat=due.seat, district=choice.district)


def _keeping_gorgon(state: BelfortState, due: Due) -> Iterator[Decline]:
    """R31.6.3.1: under Less Red Tape placing her is compulsory."""
    if due.decision not in state.points.compulsory:
        yield Decline()


def gorgon_fee(state: BelfortState, seat: int, district: str) -> int:
    """R24.6, R31.6.3: what another player pays once before building in her district."""
    tile = state.tile(a.GORGON)
    if tile is None or state.gorgon != district or tile.holder in (-1, seat) or seat in state.gorgon_paid:
        return 0
    return state.value(tile.holder, a.GORGON, "x_gold")


def pay_gorgon(state: BelfortState, seat: int, district: str) -> Iterator[Message]:
    """R24.6.1."""
    fee = gorgon_fee(state, seat, district)
    if fee:
        yield events_pb2.GorgonMet(seat=seat, gold=fee)


def gorgon_reward(state: BelfortState, seat: int, district: str, paid: Goods, chance: Chance) -> Iterator[Message]:
    """R24.6: the first time her owner builds there."""
    tile = state.tile(a.GORGON)
    if tile is not None and state.gorgon == district and tile.holder == seat and not state.gorgon_collected:
        yield events_pb2.GorgonMet(seat=seat, gold=state.value(seat, a.GORGON, "x_gold"), reward=True)


# Taxes: Halfling (R24.7)


def at_taxes(state: BelfortState, seat: int) -> Iterator[Due]:
    """R24.7: he may replace the tax."""
    if state.ready(seat, a.HALFLING):
        yield decide_on(K.DECISION_KIND_USE_HALFLING, seat)


def _halfling(state: BelfortState, due: Due) -> Iterator[UseAssistant]:
    yield UseAssistant(a.HALFLING, "")


def _cook_books(state: BelfortState, due: Due, choice: UseAssistant, chance: Chance) -> Iterator[Message]:
    delta = state.value(due.seat, a.HALFLING, "gold_delta")
    yield a.exhaust(due.seat, a.HALFLING)
    if delta > 0:
        yield from gain(due.seat, gold(delta), K.REASON_HALFLING, a.HALFLING)
    yield from charge(state, due.seat, -min(delta, 0))


def _pay(state: BelfortState, due: Due, choice: Decline, chance: Chance) -> Iterator[Message]:
    yield declined(due)
    yield from pay_taxes(state, due.seat)


# Actions: Hobgoblin, Pixie, Djinn, Centaur (R24.8, R24.10, R24.2, R24.1.4)


def _usable(state: BelfortState, due: Due) -> Iterator[UseAssistant]:
    if state.ready(due.seat, a.HOBGOBLIN):
        yield UseAssistant(a.HOBGOBLIN, "")
    if state.ready(due.seat, a.PIXIE):
        yield from (UseAssistant(a.PIXIE, district) for district in state.components.districts)


def _use(state: BelfortState, due: Due, choice: UseAssistant, chance: Chance) -> Iterator[Message]:
    seat = due.seat
    yield a.exhaust(seat, choice.assistant)
    if choice.assistant == a.PIXIE:
        values = state.components.district_values[f"pixie_{SEASONS[state.season(seat)]}"]
        seats = [seat] if state.points.scores_alone else range(state.seats)  # R24.10.1
        yield from scoring.score_district(state, choice.district, values, seats, K.POINT_SOURCE_PIXIE)
        return
    record = state.components.assistants[a.HOBGOBLIN]
    yield events_pb2.DiscountGranted(
        seat=seat,
        source=a.HOBGOBLIN,
        amount=record.discount,
        goods=[K.Good.ValueType(GOODS.index(name) + 1) for name in record.discount_of],
        builds=state.value(seat, a.HOBGOBLIN, "properties"),
        properties_only=True,
    )


def _bargains(state: BelfortState, due: Due) -> Iterator[UseDjinn]:
    """R24.2: X points for X Metal, or for Y of Gold, Wood and Stone; also an earlier season's pair (R24.2.1)."""
    seat = due.seat
    if not state.ready(seat, a.DJINN):
        return
    for season in range(state.season(seat) + 1):
        pair = state.components.assistants[a.DJINN].values[season]
        points, goods = pair["x"], pair["y"]
        if state.players[seat].score < points:
            return
        yield UseDjinn(points, Goods(0, 0, points, 0))
        for wood in range(goods, -1, -1):
            for stone in range(goods - wood, -1, -1):
                yield UseDjinn(points, Goods(wood, stone, 0, goods - wood - stone))


def _bargain(state: BelfortState, due: Due, choice: UseDjinn, chance: Chance) -> Iterator[Message]:
    yield a.exhaust(due.seat, a.DJINN)
    yield events_pb2.PointsScored(
        seat=due.seat, points=-choice.points, source=K.POINT_SOURCE_DJINN, thing=a.DJINN, sharing=1
    )
    yield from gain(due.seat, choice.goods, K.REASON_DJINN, a.DJINN)


def centaur_price(state: BelfortState, seat: int) -> int:
    """R24.1.4: the seasonal value is the price, or by option the discount; `free` is free either way."""
    value = state.value(seat, a.CENTAUR, "hire_price_gold")
    return state.components.numbers.gnome_hire - value if state.centaur_discount and value else value


def centaur_hire(state: BelfortState, seat: int, card: str) -> Iterator[HireGnome]:
    """R24.1.4: the normal hire of the turn at another price."""
    player = state.players[seat]
    if not state.ready(seat, a.CENTAUR) or player.turn.hired:
        return
    if player.goods[3] >= hire_price(state, seat, centaur_price(state, seat)):
        yield HireGnome(card, True, False)


# Turn end: Gargoyle (R24.3)


def at_turn_end(state: BelfortState, seat: int) -> Iterator[Due]:
    """R24.3."""
    if state.ready(seat, a.GARGOYLE):
        yield decide_on(K.DECISION_KIND_USE_GARGOYLE, seat, state.value(seat, a.GARGOYLE, "x"))


def _drafts(state: BelfortState, due: Due) -> Iterator[PickCard]:
    yield from (PickCard(cards.POOL, kind) for kind in cards.types_in(state, state.pool))
    yield from (PickCard(cards.DISCARD, kind) for kind in cards.types_in(state, state.discard))


def _draft(state: BelfortState, due: Due, choice: PickCard, chance: Chance) -> Iterator[Message]:
    """R24.3.1: as many as the season says, if that many are there."""
    if not due.thing:
        yield a.exhaust(due.seat, a.GARGOYLE)
        yield from add([step(K.STEP_FILL_POOL)])
    yield from take(state, due.seat, choice, chance)
    if due.amount > 1 and (state.pool or state.discard):
        yield from add([decide_on(due.decision, due.seat, due.amount - 1, "more")])


def _no_draft(state: BelfortState, due: Due) -> Iterator[Decline]:
    if not due.thing:
        yield Decline()


USE = Item("R24", "You hold no such Assistant that is ready for this.", _usable, _use)
DJINN = Item(
    "R24.2",
    "The Djinn gives Metal, or Gold, Wood and Stone, for as many points as the season says.",
    _bargains,
    _bargain,
)
GOON = Item("R24.5", "The Goon joins another's Worker on a Guild, for its price.", goon_planks, place_goon)
IMP = Item("R24.9", "Imps go to free, unlocked planks of Property cards.", imp_planks, place_imp)

ASKS: dict[int, Ask] = {
    K.DECISION_KIND_SEND_GIANTS: {
        SendGiants: Item("R24.4", "There is no such area.", _areas, _send_giants),
        Decline: DECLINE,
    },
    K.DECISION_KIND_PLACE_GORGON: {
        PlaceGorgon: Item("R24.6", "There is no such district.", _districts, _place_gorgon),
        Decline: Item("R31.6.3", "The Gorgon must be placed.", _keeping_gorgon, decline),
    },
    K.DECISION_KIND_PLACE_IMP: {PlaceImp: IMP, Decline: DECLINE},
    K.DECISION_KIND_USE_HALFLING: {
        UseAssistant: Item("R24.7", "Only the Halfling replaces taxes.", _halfling, _cook_books),
        Decline: Item("R24.7", "The Halfling may be declined.", lambda state, due: iter((Decline(),)), _pay),
    },
    K.DECISION_KIND_USE_GARGOYLE: {
        PickCard: Item("R24.3", "No such card lies in pool or discard pile.", _drafts, _draft),
        Decline: Item("R24.3", "The Gargoyle takes as many cards as the season says.", _no_draft, decline),
    },
}
