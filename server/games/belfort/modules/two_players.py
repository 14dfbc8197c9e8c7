"""The game for two with its non-player colours (R12, R31.7). No module: on with two players."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort import building, cards, counting, planks
from server.games.belfort.choices import PickGuild, PickSpace
from server.games.belfort.points import Points
from server.games.belfort.state import OWNER_A, OWNER_B, BelfortState, Due
from server.games.belfort.turns.agenda import add, decide_on, step
from server.games.belfort.turns.items import Ask, Item
from server.games.kernel.chance import Chance

K = types_pb2
REDEALS = 3
"""R12.4, R31.7.2.1: how often pool or row are dealt anew."""


def attach(points: Points, seats: int) -> None:
    """Where the non-player colours reach in."""
    points.calendar += [set_runners]
    points.placement_begins += [workers_due]
    points.turn_over += [build_due]
    points.round_end += [workers_leave]
    points.advanced += [build_on_advance]


def set_runners(state: BelfortState, chance: Chance) -> Iterator[Message]:
    """R12.2.1: fixed for the whole round."""
    yield events_pb2.RunnersSet(runs_a=state.order[0])


def workers_due(state: BelfortState) -> Iterator[Due]:
    """R12.3: A's runner, then B's."""
    yield decide_on(K.DECISION_KIND_PLACE_FOR_NON_PLAYER, state.runs_a, OWNER_A)
    yield decide_on(K.DECISION_KIND_PLACE_FOR_NON_PLAYER, 1 - state.runs_a, OWNER_B)


def build_due(state: BelfortState, seat: int) -> Iterator[Due]:
    """R12.4: for the colour the seat runs."""
    owner = OWNER_A if seat == state.runs_a else OWNER_B
    yield decide_on(K.DECISION_KIND_BUILD_FOR_NON_PLAYER, seat, owner)


def workers_leave(state: BelfortState, chance: Chance) -> Iterator[Message]:
    """R12.3: at the end of the round."""
    if any(occupant.owner in (OWNER_A, OWNER_B) for occupant in state.planks.values()):
        yield events_pb2.NonPlayerWorkersLeft()


def build_on_advance(state: BelfortState, seat: int) -> Iterator[Due]:
    """R31.7.2: A for the first of the two to reach a month, B for the second."""
    second = state.players[1 - seat].month >= state.players[seat].month
    yield decide_on(K.DECISION_KIND_BUILD_FOR_NON_PLAYER, seat, OWNER_B if second else OWNER_A)


def prepare_build(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R12.4, R31.7.2.1: where no card can be placed, the pool or row is dealt anew, three times at most."""
    for _ in range(REDEALS):
        if next(_spaces(state, due), None) is not None or not state.non_player_markers[due.amount - OWNER_A]:
            return
        source = K.CardSource.ValueType(state.points.card_market)
        yield events_pb2.CardsDiscarded(source=source, cards=cards.open_cards(state))
        yield from cards.fill_market(state, chance)


def _spaces(state: BelfortState, due: Due) -> Iterator[PickSpace]:
    markers = state.non_player_markers[due.amount - OWNER_A]
    yield from (PickSpace(space) for space in building.neutral_spaces(state, cards.open_cards(state), markers))


def _build(state: BelfortState, due: Due, choice: PickSpace, chance: Chance) -> Iterator[Message]:
    """R12.6: no building in the sense of fees and benefits."""
    kind = building.type_on(state, choice.space)
    yield events_pb2.NonPlayerBuilt(
        seat=due.seat,
        owner=K.Owner.ValueType(due.amount),
        card=cards.first_of(state, cards.open_cards(state), kind),
        source=K.CardSource.ValueType(state.points.card_market),
        spaces=counting.marked_spaces(choice.space),
    )
    yield from add([step(state.points.refill)])


def _planks(state: BelfortState, due: Due) -> Iterator[PickGuild]:
    """R12.7: any free Guild."""
    yield from (PickGuild(plank.removeprefix("guild.")) for plank in planks.free_guild_planks(state))


def _place(state: BelfortState, due: Due, choice: PickGuild, chance: Chance) -> Iterator[Message]:
    yield events_pb2.NonPlayerWorkerPlaced(owner=K.Owner.ValueType(due.amount), plank=f"guild.{choice.guild}")


ASKS: dict[int, Ask] = {
    K.DECISION_KIND_PLACE_FOR_NON_PLAYER: {
        PickGuild: Item("R12.3", "That Guild's plank is not free.", _planks, _place),
    },
    K.DECISION_KIND_BUILD_FOR_NON_PLAYER: {
        PickSpace: Item("R12.4", "No open card fits there for that colour.", _spaces, _build),
    },
}
