"""Decrees of final scoring (D3, D5, D18 to D27, D33 to D51, D55, D56)."""

from collections.abc import Callable, Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles import final, metrics
from server.games.castles.choices import Decline, RemoveTiles, among
from server.games.castles.content import Decree, Metric
from server.games.castles.content.records import HALLWAYS, STAIRS
from server.games.castles.geometry.castle import Castle
from server.games.castles.geometry.outside import courtyards
from server.games.castles.geometry.paths import longest_path
from server.games.castles.modules.decrees.owned import number, owned
from server.games.castles.points import Points
from server.games.castles.state import CastlesState
from server.games.castles.turns.turn import REMOVE_TILES, ask, scored
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

DECREE = types_pb2.POINTS_REASON_DECREE
REMOVER = "remove_tiles_from_room_stacks"
Count = Callable[[CastlesState, int, Decree], tuple[int, int]]
"""(points, what was counted)."""


def attach(points: Points) -> None:
    """The decrees' steps of final scoring."""
    points.final_start.append(score_at_start)
    points.before_depleted.append(offer_removal)
    points.set_values.append(swan_values)
    points.decrees.append(score_decrees)
    points.leftover.append(leftover_coins)
    points.handlers[REMOVE_TILES, RemoveTiles] = remove
    points.handlers[REMOVE_TILES, Decline] = remove_no_more
    points.lists[REMOVE_TILES] = removals


def score_at_start(state: CastlesState, seat: int) -> Iterator[Message]:
    """R11.2.0.1: D3, D5, D18, in order of number."""
    for decree in _in_order(state, seat):
        step = _START.get(decree.effect)
        if step:
            yield from step(state, seat, decree)


def score_decrees(state: CastlesState, seat: int) -> Iterator[Message]:
    """R11.2.3, in order of number."""
    for decree in _in_order(state, seat):
        count = _FINAL.get(decree.effect)
        if count:
            points, counted = count(state, seat, decree)
            if points:
                yield scored(seat, points, DECREE, card=decree.id, count=counted)


def swan_values(state: CastlesState, seat: int, values: tuple[int, ...]) -> tuple[int, ...]:
    """D25."""
    decree = owned(state, seat, "replace_swan_set_values")
    return decree.set_vp if decree else values


def leftover_coins(state: CastlesState, seat: int) -> Iterator[Message]:
    """D24."""
    decree = owned(state, seat, "extra_vp_per_coins")
    if decree:
        coins = metrics.count(state, seat, Metric(name="coins", type=0, stacks=(), required=0))
        points = decree.numbers["vp"] * (coins // decree.numbers["per"])
        if points:
            yield scored(seat, points, DECREE, card=decree.id, count=coins)


def offer_removal(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """D26."""
    for seat in state.from_builder():
        decree = owned(state, seat, REMOVER)
        if decree and not state.players[seat].removing_done and len(list(removals(state, seat))) > 1:
            yield from ask(state, seat, REMOVE_TILES)
            return


def removals(state: CastlesState, seat: int) -> Iterator[Choice]:
    """D26: so many tiles from each of so many stacks; not moats, not renovations."""
    yield Decline()
    decree = owned(state, seat, REMOVER)
    player = state.players[seat]
    if decree is None or len(player.removed_from) == decree.numbers["max_stacks"]:
        return
    for stack in [*sorted(state.stacks), STAIRS, HALLWAYS]:
        most = min(decree.numbers["tiles_per_stack"], state.tiles_left(stack))
        if stack not in player.removed_from:
            yield from (RemoveTiles(stack, tiles) for tiles in range(1, most + 1))


def remove(state: CastlesState, seat: int, choice: RemoveTiles, chance: Chance) -> Iterator[Message]:
    """D26."""
    if not among(choice, removals(state, seat)):
        raise illegal("D26", "Remove tiles from room stacks that have them, no more than the decree says.")
    tiles = state.stacks.get(choice.stack, [])[: choice.count]
    yield events_pb2.TilesRemoved(
        seat=seat, stack=types_pb2.Stack.ValueType(choice.stack), count=choice.count, tiles=tiles
    )


def remove_no_more(state: CastlesState, seat: int, choice: Decline, chance: Chance) -> Iterator[Message]:
    """D26."""
    yield events_pb2.TilesRemoved(seat=seat)


def contiguous_sets(castle: Castle, size: int) -> dict[int, int]:
    """D27: by type, sets of rooms of that type that are connected."""
    sets: dict[int, int] = {}
    for kind in sorted(metrics.types(castle)):
        left = {room.number for room in metrics.rooms_of_type(castle, kind)}
        while left:
            group, front = set[int](), {left.pop()}
            while front:
                group |= front
                front = {other for at in front for other in castle.connected(at) if other in left}
                left -= front
            sets[kind] = sets.get(kind, 0) + len(group) // size
    return sets


def _in_order(state: CastlesState, seat: int) -> list[Decree]:
    return sorted((state.components.decrees[name] for name in state.players[seat].decrees), key=number)


def _private_favors(state: CastlesState, seat: int, decree: Decree) -> Iterator[Message]:
    """D3.2."""
    favors = state.players[seat].private_favors
    if favors:
        yield events_pb2.CardsRevealed(seat=seat, cards=favors)
    for favor in favors:
        yield from final.rank_favor(state, favor, seat, DECREE)


def _hidden_room(state: CastlesState, seat: int, decree: Decree) -> Iterator[Message]:
    """D5.2."""
    hidden = state.players[seat].hidden_room
    if not hidden:
        return
    yield events_pb2.HiddenRoomRevealed(seat=seat, tile=hidden)
    points = hidden_room_points(state, seat, decree)
    if points:
        yield scored(seat, points, DECREE, card=decree.id)


def hidden_room_points(state: CastlesState, seat: int, decree: Decree) -> int:
    """D5.2: for each room of the same stack and for each of the same type."""
    player = state.players[seat]
    tile = state.tile(player.hidden_room)
    same_size = sum(room.tile.stack == tile.stack for room in player.castle.rooms)
    same_type = sum(bool({*tile.types} & {*room.types}) for room in player.castle.rooms)
    return decree.numbers["vp_same_size"] * same_size + decree.numbers["vp_same_type"] * same_type


def _savings(state: CastlesState, seat: int, decree: Decree) -> Iterator[Message]:
    """D18.1."""
    points = state.players[seat].saved // decree.numbers["vp_per"]
    if points:
        yield scored(seat, points, DECREE, card=decree.id, count=state.players[seat].saved)


def _sizes(state: CastlesState, seat: int, decree: Decree) -> tuple[int, int]:
    """D19: by the number of square feet."""
    count = len({room.tile.size for room in state.players[seat].castle.rooms})
    return decree.numbers["vp"] * count, count


def _types(state: CastlesState, seat: int, decree: Decree) -> tuple[int, int]:
    """D20."""
    count = len(metrics.types(state.players[seat].castle))
    return min(decree.numbers["max"], decree.numbers["vp"] * count), count


def _path(state: CastlesState, seat: int, decree: Decree) -> tuple[int, int]:
    """D21."""
    count = longest_path(state.players[seat].castle)
    return decree.numbers["vp"] * count, count


def _courtyards(state: CastlesState, seat: int, decree: Decree) -> tuple[int, int]:
    """D22."""
    count = len(courtyards(state.players[seat].castle))
    return decree.numbers["vp"] * count, count


def _no_corridors(state: CastlesState, seat: int, decree: Decree) -> tuple[int, int]:
    """D23."""
    corridors = any(room.tile.stack in (STAIRS, HALLWAYS) for room in state.players[seat].castle.rooms)
    return (0 if corridors else decree.numbers["vp"]), 0


def _contiguous(state: CastlesState, seat: int, decree: Decree) -> tuple[int, int]:
    """D27.1, D27.2."""
    count = sum(contiguous_sets(state.players[seat].castle, decree.numbers["set_size"]).values())
    return decree.numbers["vp"] * count, count


def _metric(state: CastlesState, seat: int, decree: Decree) -> tuple[int, int]:
    """D33 to D51, D55, D56."""
    assert decree.metric is not None
    count = metrics.count(state, seat, decree.metric)
    return final.metric_points(count, decree.numbers["vp"], decree.numbers["per"]), count


_START: dict[str, Callable[[CastlesState, int, Decree], Iterator[Message]]] = {
    "take_unused_favors_face_down": _private_favors,
    "hide_top_room_of_a_stack": _hidden_room,
    "end_of_turn_may_bank_coins": _savings,
}
_FINAL: dict[str, Count] = {
    "vp_per_different_size": _sizes,
    "vp_per_different_type": _types,
    "vp_per_room_on_longest_path": _path,
    "vp_per_courtyard": _courtyards,
    "vp_if_no_stairs_or_hallways": _no_corridors,
    "vp_per_set_of_contiguous_same_type_rooms": _contiguous,
    "vp_per_metric": _metric,
}
