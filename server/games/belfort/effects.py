"""The effect vocabulary of R40: what the words of the component data do. Both turn structures use it."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort import cards, counting
from server.games.belfort.content import Effect
from server.games.belfort.content.records import GOODS
from server.games.belfort.state import DWARF, ELF, BelfortState
from server.games.belfort.turns.agenda import add, decide_on, gain, step
from server.games.kernel.chance import Chance

K = types_pb2


class Source(NamedTuple):
    """What brings an effect: its id; whether the Goon stands for the Worker; whether it is a Queen card's benefit."""

    id: str
    goon: bool = False
    queen: bool = False


def apply(
    state: BelfortState, seat: int, effects: Sequence[Effect], source: Source, chance: Chance
) -> Iterator[Message]:
    """Carry effects out in their order; a choice that one needs becomes due."""
    for effect in effects:
        yield from OPS[effect.op](state, seat, effect, source, chance)


def guild(state: BelfortState, seat: int, guild_id: str, chance: Chance, goon: bool = False) -> Iterator[Message]:
    """The action of a Guild (R9, R26, R36)."""
    yield from apply(state, seat, state.components.guilds[guild_id].effects, Source(guild_id, goon), chance)


def _gain(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    yield from gain(seat, effect.goods, K.REASON_EFFECT, source.id)
    if effect.points:
        yield events_pb2.PointsScored(
            seat=seat, points=effect.points, source=K.POINT_SOURCE_QUEEN, thing=source.id, sharing=1
        )


def _recruit(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    """R40.2: from the reserve; nothing where it is empty."""
    if sum(state.players[seat].reserve) and state.players[seat].goods[3] >= effect.gold:
        yield from add([decide_on(K.DECISION_KIND_RECRUIT, seat, effect.gold, source=source.id)])


def _take_gnome(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    """R8.10: a Gnome outside the hire limit."""
    if state.gnomes and counting.empty_locks(state, seat) and state.players[seat].goods[3] >= effect.gold:
        yield from add([decide_on(K.DECISION_KIND_PICK_LOCK, seat, effect.gold, source=source.id)])


def _hire_gnome(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    """R40.2: at once by the Queen's favour, else at any later moment of the turn (R26.2.1)."""
    if source.queen:
        yield from _take_gnome(state, seat, effect, source, chance)
    else:
        yield events_pb2.HireOffered(seat=seat, gold=effect.gold)


def _draw_cards(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    """R40.3: under Less Red Tape as R31.6.1 and R31.6.8 say."""
    if effect.source == "pool_or_deck":
        yield from (state.points.library or _library)(state, seat, effect, chance)
    elif effect.keep == effect.count:
        for _ in range(effect.count):
            yield from cards.draw(state, seat, chance, state.points.drawn_to)
    else:
        for _ in range(effect.count):
            yield from cards.draw(state, seat, chance, K.CARD_SOURCE_UNSPECIFIED)
        if state.players[seat].drawn:
            yield from add([decide_on(K.DECISION_KIND_KEEP_DRAWN, seat, effect.keep, source=source.id)])


def _library(state: BelfortState, seat: int, effect: Effect, chance: Chance) -> Iterator[Message]:
    """R8.7: cards of the Draw Pool or the deck, one by one, then the pool is filled."""
    yield from add([decide_on(K.DECISION_KIND_PICK_CARD, seat, effect.count), step(K.STEP_FILL_POOL)])


def _visits(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    yield events_pb2.VisitsGranted(seat=seat, visits=effect.count, source=source.id)


def _discount(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    goods = [K.Good.ValueType(GOODS.index(name) + 1) for name in effect.of]
    yield events_pb2.DiscountGranted(
        seat=seat,
        source=source.id,
        amount=effect.amount,
        goods=goods,
        builds=effect.builds,
        properties_only="wall" not in effect.applies_to,
    )


def _rebate(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    """R40.4: asked by the Queen, who knows what was paid."""
    yield from ()


def _steal(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    if any(has_any(state, other, effect.of) for other in range(state.seats) if other != seat):
        yield from add([decide_on(K.DECISION_KIND_STEAL, seat, source=source.id)])


def has_any(state: BelfortState, seat: int, goods: Sequence[str]) -> bool:
    """Whether a player has any of these goods."""
    return any(state.players[seat].goods[GOODS.index(name)] for name in goods)


def _spy(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    if any(player.hand for other, player in enumerate(state.players) if other != seat):
        yield from add([decide_on(K.DECISION_KIND_SPY, seat, source=source.id)])


def _exchange(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    yield from add([decide_on(K.DECISION_KIND_EXCHANGE, seat, source=source.id)])


def _rob_leaders(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    """R36.5: 1 Gold for each district that somebody else clearly leads."""
    for district in state.components.districts:
        victim = leader(state, district)
        if victim is None or victim == seat:
            continue
        amount = min(effect.gold, state.players[victim].goods[3])
        if amount:
            loot = K.Goods(gold=amount)
            yield events_pb2.GoodsStolen(thief=seat, victim=victim, goods=loot, source=source.id)


def leader(state: BelfortState, district: str) -> int | None:
    """R36.5: the seat with clearly the most markers, decoration ignored; None where it is nobody or no seat."""
    counts: dict[int, int] = {}
    for space in state.components.spaces:
        marker = state.spaces.get(f"{district}.{space}")
        if marker:
            counts[marker.owner] = counts.get(marker.owner, 0) + 1
    most = [owner for owner, count in counts.items() if count == max(counts.values())]
    return most[0] - 1 if len(most) == 1 and most[0] <= 5 else None


def _decorate(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    yield from add([decide_on(K.DECISION_KIND_DECORATE, seat, effect.count, source=source.id)])


def _borrow(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    amount = min(effect.count, sum(state.players[seat].reserve))
    if amount:
        yield from add([decide_on(K.DECISION_KIND_BORROW_WORKERS, seat, amount, source=source.id)])


def _take_permits(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    yield from add([decide_on(K.DECISION_KIND_TAKE_PERMIT, seat, effect.max, source=source.id)])


def _take_leftover(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    """R26.1: the tile left over, if there is one; Less Red Tape: one of the display (R31.6.9)."""
    from server.games.belfort.modules import assistants

    if source.goon:  # R24.5: on the Assistants' Guild a Goon does nothing
        return
    display = [tile.id for tile in state.tiles if tile.holder < 0]
    if state.points.picks_assistant and display:
        yield from add([decide_on(K.DECISION_KIND_TAKE_EXTRA_ASSISTANT, seat, source=source.id)])
    elif len(display) == 1:
        yield from assistants.take(state, seat, display[0], extra=True)


def _copy(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    by = "goon" if source.goon else ""
    yield from add([decide_on(K.DECISION_KIND_COPY_GUILD, seat, thing=by, source=source.id)])


def _retrieve(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    yield from add([decide_on(K.DECISION_KIND_SUMMON, seat, effect.count, source=source.id)])


def _per_worker(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    """R36.4: for own Elves and Dwarves on the planks of own Property cards."""
    goods = [0, 0, 0, 0]
    built = {built.card for built in state.players[seat].built}
    nothing: dict[str, int] = {}
    by_kind: dict[int, dict[str, int]] = {ELF: effect.per_elf, DWARF: effect.per_dwarf}
    for plank, occupant in counting.own_planks(state, seat):
        if plank.partition(".")[0] not in built:
            continue
        for name, amount in by_kind.get(occupant.kind, nothing).items():
            goods[GOODS.index(name)] += amount
    yield from gain(seat, goods, K.REASON_EFFECT, source.id)


def _draw_key_card(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    """R35.2: what the holder of the Key draws is open at once (R35.3)."""
    for _ in range(effect.count):
        if not state.key_deck:
            return
        if state.key_holder == seat:
            yield events_pb2.KeyCardOpened(seat=seat, card=state.key_deck[0])
        else:
            yield events_pb2.KeyCardDrawn(seat=seat, card=state.key_deck[0])


def _take_key(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    if state.key_holder != seat:
        yield events_pb2.KeyTaken(seat=seat, cards=state.players[seat].key_cards)


def _move_parks_or_rex(
    state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance
) -> Iterator[Message]:
    yield from add([decide_on(K.DECISION_KIND_MOVE_PARKS_OR_REX, seat, source=source.id)])


def _swap_crest(state: BelfortState, seat: int, effect: Effect, source: Source, chance: Chance) -> Iterator[Message]:
    yield from add([decide_on(K.DECISION_KIND_SWAP_CREST, seat, source=source.id)])


Op = Callable[[BelfortState, int, Effect, Source, Chance], Iterator[Message]]

OPS: dict[str, Op] = {
    "gain": _gain,
    "recruit_worker": _recruit,
    "take_gnome": _take_gnome,
    "hire_gnome": _hire_gnome,
    "draw_property_cards": _draw_cards,
    "extra_trading_visit": _visits,
    "build_discount": _discount,
    "rebate": _rebate,
    "steal": _steal,
    "spy_hand": _spy,
    "exchange_spaces": _exchange,
    "steal_from_district_leaders": _rob_leaders,
    "decorate_markers": _decorate,
    "borrow_workers": _borrow,
    "take_permits": _take_permits,
    "take_leftover_assistant": _take_leftover,
    "copy_occupied_guild": _copy,
    "retrieve_workers": _retrieve,
    "gain_per_worker_on_own_property_planks": _per_worker,
    "draw_key_card": _draw_key_card,
    "take_key": _take_key,
    "move_parks_or_rex": _move_parks_or_rex,
    "swap_crest": _swap_crest,
}
"""By op, what it does when it happens. Passive ops (R40.1, R40.7) are read by whoever they change."""
