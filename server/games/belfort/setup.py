"""Set-up (R1, R20, R30.4, R30.6): from the options to the first decision."""

from collections.abc import Iterator, Sequence

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, options_pb2, types_pb2

from server.games.belfort.content import Components, load
from server.games.belfort.content.records import COLORS
from server.games.belfort.modules import attach
from server.games.belfort.state import BelfortState, Player
from server.games.belfort.turns.agenda import add, ask, decide_on, step
from server.games.belfort.turns.flow import proceed
from server.games.kernel.chance import Chance
from server.games.kernel.game import Seating
from server.games.kernel.opening import give_colors, refuse_unknown, wish
from server.games.kernel.rejection import Reason, Rejected

M = options_pb2
MIXES = {
    M.GUILD_MIX_UNSPECIFIED: "normal",
    M.GUILD_MIX_BEGINNER: "beginner",
    M.GUILD_MIX_NORMAL: "normal",
    M.GUILD_MIX_ADVANCED: "advanced",
    M.GUILD_MIX_CUSTOM: "custom",
}
CATEGORIES = ("resource", "basic", "interactive")


def check_options(options: options_pb2.Options, seats: int) -> None:
    """Raise Rejected for options that the contract doesn't know, and for mixes that the rules refuse (R30.4)."""
    refuse_unknown(options, "Belfort", "R30")
    modules: list[int] = list(options.modules)
    if M.MODULE_HERITAGE_PROPERTIES in modules and seats == len(COLORS):
        message = "Heritage Properties need an unused colour: they are for up to 4 players."
        raise Rejected(Reason.REASON_FORBIDDEN_MIX, message, "R30.4")
    if options.guild_mix == M.GUILD_MIX_CUSTOM:
        _check_custom(list(options.guilds), modules, seats)
    elif options.guilds:
        raise Rejected(Reason.REASON_FORBIDDEN_MIX, "Guilds are named only for a custom mix.", "R1.2")


def _check_custom(guilds: list[str], modules: list[int], seats: int) -> None:
    components = load()
    points = attach(modules, seats)
    wanted = components.numbers.guilds
    if len(set(guilds)) != wanted or len(guilds) != wanted:
        raise Rejected(Reason.REASON_FORBIDDEN_MIX, f"A custom mix names {wanted} different Guilds.", "R1.2")
    known = {*guild_pool(components, points.guild_pool, points.excluded_guilds), *points.compulsory_guilds}
    for guild in guilds:
        if guild not in known:
            message = f"The Guild {guild} is unknown, left out, or needs a module that is not on."
            raise Rejected(Reason.REASON_FORBIDDEN_MIX, message, "R1.2.1")
    for guild in points.compulsory_guilds:
        if guild not in guilds:
            raise Rejected(Reason.REASON_FORBIDDEN_MIX, f"A module needs the Guild {guild}.", "R30.4")


def guild_pool(components: Components, added: set[str], excluded: set[str]) -> list[str]:
    """R1.2, R1.2.1: the Guilds of the base game and those that modules add, less those left out."""
    base = {guild.id for guild in components.guilds.values() if guild.module == "base"}
    return [guild for guild in components.guilds if guild in base | added and guild not in excluded]


def guilds_in_play(state: BelfortState) -> list[str]:
    """R1.2, R30.4: the Guilds that may come on the board, in canonical order."""
    if state.mix == "custom":
        return list(state.custom_guilds)
    points, mix = state.points, state.components.mixes[state.mix]
    may_come = {*points.compulsory_guilds}
    for fitting, number in _draws(state):
        may_come.update(fitting if number else ())
    if mix.random > len(points.compulsory_guilds):
        may_come.update(guild_pool(state.components, points.guild_pool, points.excluded_guilds))
    return [guild for guild in state.components.guilds if guild in may_come]


def _draws(state: BelfortState) -> Iterator[tuple[list[str], int]]:
    """By category, the Guilds that fit and how many are drawn; compulsory ones count for theirs (R1.2.2)."""
    components, points = state.components, state.points
    mix = components.mixes[state.mix]
    pool = guild_pool(components, points.guild_pool, points.excluded_guilds)
    for category, number in zip(CATEGORIES, (mix.resource, mix.basic, mix.interactive), strict=True):
        there = sum(1 for guild in points.compulsory_guilds if components.guilds[guild].category == category)
        yield [guild for guild in pool if components.guilds[guild].category == category], max(0, number - there)


def new_state(options: options_pb2.Options, seating: Sequence[Seating]) -> BelfortState:
    """The state before the first event. The wishes for colours are kept in seat order for `set_up`."""
    components = load()
    numbers = components.numbers
    seats = len(seating)
    points = attach(options.modules, seats)
    keep_swap_card = options.swap_crests_card == M.SWAP_CRESTS_CARD_KEPT_WITH_CRESTS
    if not keep_swap_card:
        points.left_out |= components.removed_queen_cards
    players = [
        Player(
            color=wish(seat, COLORS),
            goods=list(numbers.start_goods),
            board=list(numbers.start_workers),
            reserve=list(numbers.reserve_workers),
            markers=numbers.markers,
        )
        for seat in seating
    ]
    heritage = M.MODULE_HERITAGE_PROPERTIES in options.modules
    return BelfortState(
        seats=seats,
        components=components,
        points=points,
        mix=MIXES[options.guild_mix],
        custom_guilds=tuple(options.guilds),
        centaur_discount=options.centaur_reading == M.CENTAUR_READING_DISCOUNT,
        modules=frozenset(options.modules),
        players=players,
        heritage_color=1 if heritage else 0,
        non_player_markers=[numbers.markers] * 2 if seats == 2 else [],
        gnomes=components.players[seats].gnomes,
        month=points.start_month,
        active=seats,
    )


def set_up(state: BelfortState, chance: Chance) -> Iterator[Message]:
    """R30.6 in its order, up to the first decision."""
    yield seat_parties(state)
    yield events_pb2.GuildsDrawn(guilds=draw_guilds(state, chance))
    yield events_pb2.CrestsDealt(order=state.points.seat_order(chance, state.seats))
    if state.points.start_score:
        for seat in range(state.seats):
            yield events_pb2.PointsScored(
                seat=seat, points=state.points.start_score, source=types_pb2.POINT_SOURCE_START, sharing=1
            )
    cards = chance.shuffle(state.components.cards)
    yield events_pb2.DeckShuffled(cards=cards, count=len(cards))
    for part in state.points.before_cards:
        yield from part(state, chance)
    yield from add([step(types_pb2.STEP_BEGIN)])
    if state.points.deal:
        for part in state.points.deal:
            yield from part(state, chance)
        yield from proceed(state, chance)
    else:
        yield from deal_hands(state)


def deal_hands(state: BelfortState) -> Iterator[Message]:
    """R1.5: five cards each, of which three are kept, all at once and in secret."""
    number = state.components.numbers.cards_dealt
    for seat in range(state.seats):
        yield events_pb2.CardsDealt(seat=seat, cards=[state.deck[i] for i in range(number)], count=number)
    for seat in range(state.seats):
        yield ask(decide_on(types_pb2.DECISION_KIND_KEEP_START_CARDS, seat))


def seat_parties(state: BelfortState) -> Message:
    """The players' colours as wished or the first free ones; then those of non-players and Heritage."""
    color = types_pb2.PlayerColor.ValueType
    colors = give_colors([player.color for player in state.players], len(COLORS), color)
    free = [number for number in range(1, len(COLORS) + 1) if number not in colors]
    non_players = [free.pop(0) for _ in state.non_player_markers]
    heritage = free.pop(0) if state.heritage_color else 0
    return events_pb2.PartiesSeated(
        colors=colors, non_players=[color(c) for c in non_players], heritage=color(heritage)
    )


def draw_guilds(state: BelfortState, chance: Chance) -> list[str]:
    """R1.2: compulsory Guilds first; each then counts for its category, and a surplus drops another (R1.2.2)."""
    if state.mix == "custom":
        return chance.shuffle(state.custom_guilds)
    components, points = state.components, state.points
    mix = components.mixes[state.mix]
    compulsory = list(points.compulsory_guilds)
    pool = guild_pool(components, points.guild_pool, points.excluded_guilds)
    drawn: list[str] = []
    for fitting, number in _draws(state):
        drawn += chance.shuffle(fitting)[:number]
    drawn += chance.shuffle(guild for guild in pool if guild not in drawn)[: max(0, mix.random - len(compulsory))]
    while len(compulsory) + len(drawn) > components.numbers.guilds:
        drawn.remove(chance.choose(drawn))
    return chance.shuffle([*compulsory, *drawn])
