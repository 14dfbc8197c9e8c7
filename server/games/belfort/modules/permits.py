"""Permits and Expansions (R22, R23, R25). Part of The Expansion Expansion."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort import counting, planks
from server.games.belfort.asks.people import DECLINE
from server.games.belfort.choices import Decline, Expand, TakePermit
from server.games.belfort.content.records import GOODS, PermitScoring
from server.games.belfort.modules.assistants import exhaust
from server.games.belfort.state import DWARF, ELF, BelfortState, Built, Due
from server.games.belfort.turns.agenda import add
from server.games.belfort.turns.items import Ask, Item
from server.games.kernel.chance import Chance

K = types_pb2


def lay_out(state: BelfortState, chance: Chance) -> Iterator[Message]:
    """R20.3: one of each with 2 or 3 players, else two."""
    found = [permit.id for permit in state.components.permits.values() if permit.min_players <= state.seats]
    yield events_pb2.PermitsLaidOut(permits=found)


def permit_planks(state: BelfortState, seat: int) -> Iterator[str]:
    """R22.2: the planks of Permits under Properties that are not expanded."""
    for built in state.players[seat].built:
        if built.permit and not built.expanded:
            found = planks.permit_of(state, built.permit)
            if found is not None:
                yield from planks.permit_planks(*found)


def tuckable(state: BelfortState, seat: int) -> Iterator[tuple[str, str]]:
    """R22.1: each Permit still in the deck with each built Property of its type that has none."""
    for kind in state.components.permit_types.values():
        if any(state.components.permits[permit].permit_type == kind.id for permit in state.permits):
            for built in state.players[seat].built:
                if built.property == kind.property and not built.permit:
                    yield kind.id, built.card


def first_copy(state: BelfortState, kind: str) -> str:
    """A Permit of that type of the deck."""
    return next(permit for permit in state.permits if state.components.permits[permit].permit_type == kind)


def _by_assistant(state: BelfortState, due: Due) -> Iterator[TakePermit]:
    """R21.1, R22.1: for an Assistant that is not exhausted."""
    ready = [tile.id for tile in state.tiles if tile.holder == due.seat and not tile.exhausted]
    if ready:
        for kind, card in tuckable(state, due.seat):
            yield from (TakePermit(kind, card, assistant) for assistant in ready)


def _take(state: BelfortState, due: Due, choice: TakePermit, chance: Chance) -> Iterator[Message]:
    yield exhaust(due.seat, choice.assistant)
    permit = first_copy(state, choice.permit_type)
    yield events_pb2.PermitTaken(seat=due.seat, permit=permit, card=choice.card)


def _planned(state: BelfortState, due: Due) -> Iterator[TakePermit]:
    """R26.5: without an Assistant."""
    yield from (TakePermit(kind, card, "") for kind, card in tuckable(state, due.seat))


def _plan(state: BelfortState, due: Due, choice: TakePermit, chance: Chance) -> Iterator[Message]:
    permit = first_copy(state, choice.permit_type)
    yield events_pb2.PermitTaken(seat=due.seat, permit=permit, card=choice.card)
    if due.amount > 1:
        yield from add([due._replace(amount=due.amount - 1)])


def _expandable(state: BelfortState, due: Due) -> Iterator[Expand]:
    found = planks.permit_of(state, due.thing)
    if found is not None and planks.may_expand(state, due.seat, *found):
        yield Expand()


def _expand(state: BelfortState, due: Due, choice: Expand, chance: Chance) -> Iterator[Message]:
    """R31.5.2."""
    found = planks.permit_of(state, due.thing)
    assert found is not None
    yield from planks.expand(state, due.seat, *found)


def score(state: BelfortState, seats: list[int]) -> Iterator[Message]:
    """R23: each expanded Property scores by its Permit, on its own (R23.4)."""
    for seat in seats:
        for built in state.players[seat].built:
            points = expansion_points(state, seat, built) if built.expanded else 0
            if points:
                yield events_pb2.PointsScored(
                    seat=seat, points=points, source=K.POINT_SOURCE_EXPANSIONS, thing=built.permit, sharing=1
                )


def expansion_points(state: BelfortState, seat: int, built: Built) -> int:
    """R25: what an expanded Property scores now."""
    found = planks.permit_of(state, built.permit)
    assert found is not None
    rule = found[1].scoring
    number = _counted(state, seat, rule)
    groups = -(-number // rule.every) if rule.round == "up" else number // rule.every
    points = groups * rule.points
    return min(points, rule.max) if rule.max else points


def _counted(state: BelfortState, seat: int, rule: PermitScoring) -> int:
    """R40.8: what a Permit counts."""
    player = state.players[seat]
    own = [space for space, marker in state.spaces.items() if marker.owner == seat + 1]
    match rule.op:
        case "per_gold":
            return player.goods[3]
        case "per_build_cost":
            return counting.build_costs(state, seat, GOODS.index(rule.resource))
        case "per_wall":
            return sum(1 for space in own if space.partition(".")[2].startswith("wall"))
        case "per_worker_set":
            return min(state.in_play(seat, ELF), state.in_play(seat, DWARF), counting.gnomes(state, seat))
        case "per_district_with_marker":
            return len({space.partition(".")[0] for space in own})
        case "per_hand_card":
            return len(player.hand)
        case "per_top_shelf_card":
            return len(state.shelf)
        case "per_guild":
            return sum(1 for space in own if space.endswith(".guild"))
        case "per_permit_owned":
            return sum(1 for built in player.built if built.permit)
        case _:
            raise ValueError(f"no Permit counts by {rule.op}")


TAKE = Item("R22.1", "Exhaust an Assistant for a Permit whose Property you have built.", _by_assistant, _take)

ASKS: dict[int, Ask] = {
    K.DECISION_KIND_TAKE_PERMIT: {
        TakePermit: Item("R26.5", "No such Permit fits a Property of yours.", _planned, _plan),
        Decline: DECLINE,
    },
    K.DECISION_KIND_EXPAND: {
        Expand: Item("R22.3", "The red board can't be paid.", _expandable, _expand),
        Decline: DECLINE,
    },
}
