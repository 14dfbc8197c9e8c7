"""Decisions that the actions of Guilds and Queen cards ask for (R9.4, R26.3, R33.5, R36.1)."""

from collections.abc import Iterator
from itertools import combinations

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort import cards, counting, effects
from server.games.belfort.asks.people import DECLINE
from server.games.belfort.choices import (
    Decline,
    Exchange,
    Goods,
    PickCard,
    PickGoods,
    PickGuild,
    PickSeat,
    PickSpace,
    Steal,
)
from server.games.belfort.content import Effect
from server.games.belfort.content.records import GOODS
from server.games.belfort.state import BelfortState, Due
from server.games.belfort.turns.agenda import add, decide_on, gain, goods_message, pay
from server.games.belfort.turns.items import Ask, Item
from server.games.kernel.chance import Chance

K = types_pb2


def _effect(state: BelfortState, due: Due) -> Effect:
    return state.components.guilds[due.source].effects[0]


def _victims(state: BelfortState, due: Due) -> Iterator[Steal]:
    """R9.4: one player for two, or up to three for one each; who has nothing can't be robbed."""
    effect = _effect(state, due)
    others = [seat for seat in range(state.seats) if seat != due.seat and effects.has_any(state, seat, effect.of)]
    for number in range(1, effect.or_from_each_of_up_to + 1):
        yield from (Steal(victims) for victims in combinations(others, number))


def _steal(state: BelfortState, due: Due, choice: Steal, chance: Chance) -> Iterator[Message]:
    """R9.4, R9.5: where the thief has a choice of goods, each is asked for."""
    effect = _effect(state, due)
    amount = effect.from_one if len(choice.victims) == 1 else effect.each
    if len(effect.of) > 1:
        yield from add(
            [
                decide_on(K.DECISION_KIND_PICK_LOOT, due.seat, amount, str(victim), due.source)
                for victim in choice.victims
            ]
        )
        return
    good = GOODS.index(effect.of[0])
    for victim in choice.victims:
        taken = min(amount, state.players[victim].goods[good])
        yield events_pb2.GoodsStolen(
            thief=due.seat,
            victim=victim,
            goods=goods_message([taken * part for part in counting.unit(good)]),
            source=due.source,
        )


def _loot(state: BelfortState, due: Due) -> Iterator[PickGoods]:
    goods = state.players[int(due.thing)].goods
    for number in counting.good_numbers(_effect(state, due).of):
        if goods[number]:
            yield PickGoods(counting.unit(number))


def _take_loot(state: BelfortState, due: Due, choice: PickGoods, chance: Chance) -> Iterator[Message]:
    victim = int(due.thing)
    yield events_pb2.GoodsStolen(thief=due.seat, victim=victim, goods=goods_message(choice.goods), source=due.source)
    if due.amount > 1 and effects.has_any(state, victim, _effect(state, due).of):
        yield from add([due._replace(amount=due.amount - 1)])


def _exchanges(state: BelfortState, due: Due) -> Iterator[Exchange]:
    """R9.4: two spaces of one type, one of them marked at least."""
    excluded = _effect(state, due).exclude
    for space, kind in state.components.spaces.items():
        if not kind or kind in excluded:
            continue
        for one, other in combinations([f"{district}.{space}" for district in state.components.districts], 2):
            if one in state.spaces or other in state.spaces:
                yield Exchange(one, other)


def _exchange(state: BelfortState, due: Due, choice: Exchange, chance: Chance) -> Iterator[Message]:
    yield events_pb2.SpacesExchanged(seat=due.seat, space=choice.space, other_space=choice.other_space)


def _hands(state: BelfortState, due: Due) -> Iterator[PickSeat]:
    yield from (PickSeat(seat) for seat in range(state.seats) if seat != due.seat and state.players[seat].hand)


def _spy(state: BelfortState, due: Due, choice: PickSeat, chance: Chance) -> Iterator[Message]:
    hand = state.players[choice.seat].hand
    yield events_pb2.HandSpied(seat=due.seat, victim=choice.seat, cards=hand)
    yield from add([decide_on(K.DECISION_KIND_TAKE_SPIED_CARD, due.seat, thing=str(choice.seat))])


def _spied(state: BelfortState, due: Due) -> Iterator[PickCard]:
    yield from (PickCard(cards.HAND, kind) for kind in cards.types_in(state, state.players[due.seat].spied))


def _take_spied(state: BelfortState, due: Due, choice: PickCard, chance: Chance) -> Iterator[Message]:
    card = cards.first_of(state, state.players[due.seat].spied, choice.property)
    yield events_pb2.CardStolen(
        thief=events_pb2.CardOfSeat(seat=due.seat, card=card),
        victim=events_pb2.CardOfSeat(seat=int(due.thing), card=card),
    )


def _plain_markers(state: BelfortState, due: Due) -> Iterator[PickSpace]:
    """R26.3: own markers without a coin."""
    for space in sorted(state.spaces):
        marker = state.spaces[space]
        if marker.owner == due.seat + 1 and not marker.decorated:
            yield PickSpace(space)


def _decorate(state: BelfortState, due: Due, choice: PickSpace, chance: Chance) -> Iterator[Message]:
    yield events_pb2.MarkerDecorated(seat=due.seat, space=choice.space)
    if due.amount > 1:
        yield from add([due._replace(amount=due.amount - 1)])


def _copies(state: BelfortState, due: Due) -> Iterator[PickGuild]:
    """R36.1: another Guild with a Worker; a Goon may not copy what is forbidden to it (R24.5.4)."""
    for guild in counting.guilds_with_workers(state):
        if guild != due.source and not (due.thing and guild in state.components.goon_forbidden):
            yield PickGuild(guild)


def _copy(state: BelfortState, due: Due, choice: PickGuild, chance: Chance) -> Iterator[Message]:
    yield events_pb2.GuildCopied(seat=due.seat, guild=choice.guild)
    yield from effects.guild(state, due.seat, choice.guild, chance, goon=bool(due.thing))


def _other_seats(state: BelfortState, due: Due) -> Iterator[PickSeat]:
    yield from (PickSeat(seat) for seat in range(state.seats) if seat != due.seat)


def _swap_crest(state: BelfortState, due: Due, choice: PickSeat, chance: Chance) -> Iterator[Message]:
    yield events_pb2.CrestsExchanged(seat=due.seat, other=choice.seat)


def _mixes(state: BelfortState, due: Due) -> Iterator[PickGoods]:
    """R0.9: Wood and Stone that add up to what is due."""
    wood, stone, _, _ = state.players[due.seat].goods
    for number in range(due.amount, -1, -1):
        if number <= wood and due.amount - number <= stone:
            yield PickGoods(Goods(number, due.amount - number, 0, 0))


def _pay_mix(state: BelfortState, due: Due, choice: PickGoods, chance: Chance) -> Iterator[Message]:
    yield from pay(due.seat, choice.goods, K.REASON_RED_BOARD, due.thing)


def _rebates(state: BelfortState, due: Due) -> Iterator[PickGoods]:
    """R40.4: one of the goods just paid; `thing` lists them by number."""
    yield from (PickGoods(counting.unit(int(number))) for number in due.thing)


def _rebate(state: BelfortState, due: Due, choice: PickGoods, chance: Chance) -> Iterator[Message]:
    yield from gain(due.seat, choice.goods, K.REASON_EFFECT, due.source)


ASKS: dict[int, Ask] = {
    K.DECISION_KIND_STEAL: {
        Steal: Item("R9.4", "Rob one player, or several of one each, who have what is robbed.", _victims, _steal),
        Decline: DECLINE,
    },
    K.DECISION_KIND_PICK_LOOT: {
        PickGoods: Item("R9.4", "The victim has no such good.", _loot, _take_loot),
    },
    K.DECISION_KIND_EXCHANGE: {
        Exchange: Item(
            "R9.4", "Two districts, one type but Gatehouse and Keep, one marker at least.", _exchanges, _exchange
        ),
        Decline: DECLINE,
    },
    K.DECISION_KIND_SPY: {
        PickSeat: Item("R9.4", "That player has no hand to look at.", _hands, _spy),
        Decline: DECLINE,
    },
    K.DECISION_KIND_TAKE_SPIED_CARD: {
        PickCard: Item("R9.4", "No such card is in that hand.", _spied, _take_spied),
    },
    K.DECISION_KIND_DECORATE: {
        PickSpace: Item("R26.3", "That is no undecorated marker of yours.", _plain_markers, _decorate),
        Decline: DECLINE,
    },
    K.DECISION_KIND_COPY_GUILD: {
        PickGuild: Item("R36.1", "Only another Guild with a Worker on it can be copied.", _copies, _copy),
        Decline: DECLINE,
    },
    K.DECISION_KIND_SWAP_CREST: {
        PickSeat: Item("R40.6", "Crests are exchanged with another player.", _other_seats, _swap_crest),
        Decline: DECLINE,
    },
    K.DECISION_KIND_PAY_MIX: {
        PickGoods: Item("R25.8", "Pay Wood and Stone that add up to what is due.", _mixes, _pay_mix),
    },
    K.DECISION_KIND_REBATE: {
        PickGoods: Item("R40.4", "Only a good just paid comes back.", _rebates, _rebate),
        Decline: DECLINE,
    },
}
