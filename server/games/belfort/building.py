"""Building (R7), in the order of R37.1: fees, cost and marker, rewards."""

from collections.abc import Generator, Iterator, Sequence

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort import cards, counting
from server.games.belfort.choices import Build, Goods
from server.games.belfort.content.records import Cost
from server.games.belfort.state import BelfortState
from server.games.belfort.turns.agenda import add, goods_message, step
from server.games.kernel.chance import Chance

NO_CARD = types_pb2.CARD_SOURCE_UNSPECIFIED
K = types_pb2


def sources(state: BelfortState, seat: int) -> list[tuple[int, Sequence[str]]]:
    """R7.1, R31.3.3: where the Property cards lie that a player may build."""
    instead = state.points.card_sources
    return instead(state, seat) if instead else [(cards.HAND, state.players[seat].hand)]


def options(state: BelfortState, seat: int) -> Iterator[Build]:
    """R7: everything a player may build and pay for now."""
    player = state.players[seat]
    if not player.markers:
        return
    for source, found in sources(state, seat):
        for kind in cards.types_in(state, found):
            cost = state.components.properties[kind].cost
            spaces = counting.spaces_for(state, kind, player.markers)
            yield from _payable(state, seat, spaces, source, cost, True)
    unbuilt = (f"{district}.guild" for district in state.components.districts)
    for number, space in enumerate(unbuilt):
        if space not in state.spaces:
            cost = state.components.guilds[state.guilds[number]].cost
            yield from _payable(state, seat, iter((space,)), NO_CARD, cost, False)
    walls = (
        f"{district}.{wall}"
        for district in state.components.districts
        for wall in ("wall_left", "wall_right")
        if f"{district}.{wall}" not in state.spaces
    )
    yield from _payable(state, seat, walls, NO_CARD, state.components.numbers.wall_cost, False)


def _payable(
    state: BelfortState, seat: int, spaces: Iterator[str], source: int, cost: Cost, is_property: bool
) -> Iterator[Build]:
    wood, stone, metal, gold = state.players[seat].goods
    ways = [
        discount
        for discount in counting.discounts(state, seat, cost, is_property)
        if wood >= cost[0] - discount.wood and stone >= cost[1] - discount.stone and metal >= cost[2] - discount.metal
    ]
    if not ways:
        return
    for space in spaces:
        if gold >= cost[3] + fee(state, seat, space[:2]):
            for discount in ways:
                yield Build(space, source, discount)


def fee(state: BelfortState, seat: int, district: str) -> int:
    """R24.6: Gold to pay before building there."""
    return sum(part(state, seat, district) for part in state.points.build_fee)


def build(state: BelfortState, seat: int, choice: Build, chance: Chance) -> Iterator[Message]:
    """R7.10: nothing comes between paying and placing the marker."""
    district, _, space = choice.space.partition(".")
    for before in state.points.before_build:
        yield from before(state, seat, district)
    if choice.source:
        paid = yield from _build_property(state, seat, choice)
    elif space == "guild":
        guild = state.components.guilds[state.guilds[state.components.districts.index(district)]]
        paid = counting.less(guild.cost, choice.discount)
        yield events_pb2.GuildBuilt(
            seat=seat,
            space=choice.space,
            guild=guild.id,
            paid=goods_message(paid),
            discount=goods_message(choice.discount),
        )
    else:
        paid = counting.less(state.components.numbers.wall_cost, choice.discount)
        yield events_pb2.WallBuilt(
            seat=seat, space=choice.space, paid=goods_message(paid), discount=goods_message(choice.discount)
        )
    if choice.source == cards.ROW:
        yield from add([step(K.STEP_FILL_ROW)])
    for after in state.points.after_build:
        yield from after(state, seat, district, paid, chance)
    if choice.source == cards.SHELF:
        yield from cards.turn_up(state, chance, cards.SHELF)


def _build_property(state: BelfortState, seat: int, choice: Build) -> Generator[Message, None, Goods]:
    kind = type_on(state, choice.space)
    found = next(held for source, held in sources(state, seat) if source == choice.source)
    paid = counting.less(state.components.properties[kind].cost, choice.discount)
    yield events_pb2.PropertyBuilt(
        seat=seat,
        card=cards.first_of(state, found, kind),
        source=types_pb2.CardSource.ValueType(choice.source),
        spaces=counting.marked_spaces(choice.space),
        paid=goods_message(paid),
        discount=goods_message(choice.discount),
    )
    return paid


def type_on(state: BelfortState, space: str) -> str:
    """The property type that a space is for."""
    return state.components.spaces[space.partition(".")[2]]


def neutral_spaces(state: BelfortState, found: Sequence[str], markers: int) -> Iterator[str]:
    """R12.4, R31.7.2: where one of these cards may be built for a non-player colour."""
    for kind in cards.types_in(state, found):
        yield from counting.spaces_for(state, kind, markers)
