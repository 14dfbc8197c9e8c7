"""What favors, bonus cards and decrees count (section F of the rules)."""

from collections.abc import Callable

from server.games.castles.content import Metric
from server.games.castles.content.records import HALLWAYS, STAIRS, STANDARD, TOWERS, size_of
from server.games.castles.geometry.castle import Castle, Room
from server.games.castles.geometry.outside import courtyards, external_doors
from server.games.castles.geometry.paths import longest_path
from server.games.castles.state import CastlesState, Player

SWAN_STACKS = (4, 5, 6, 7)
"""250, 300, 350, 400 (F12, F13)."""


def count(state: CastlesState, seat: int, metric: Metric) -> int:
    """How much a seat has of a metric."""
    return METRICS[metric.name](state, state.players[seat], metric)


def rooms_of_type(castle: Castle, kind: int) -> list[Room]:
    """F1.1: rooms of a type; renovated ones count for both of theirs."""
    return [room for room in castle.rooms if kind in room.types]


def square_feet(state: CastlesState, player: Player) -> int:
    """F22: all rooms and moats."""
    moats = len(player.castle.moats) * state.components.moat_size
    return sum(room.tile.size for room in player.castle.rooms) + moats


def depleted_tiles(state: CastlesState, seat: int, stack: int) -> int:
    """R11.2.1.1, R11.2.1.2: a seat's tiles of a stack."""
    rooms = sum(room.tile.stack == stack for room in state.players[seat].castle.rooms)
    return rooms + sum(more(state, seat, stack) for more in state.points.depleted)


def depleted_stacks(state: CastlesState) -> list[int]:
    """R11.2.1.3, R11.1.3: the stacks in play that are empty."""
    rooms = [stack for stack in sorted(state.stacks) if not state.stacks[stack]]
    return rooms + [stack for stack, tiles in sorted(state.supplies.items()) if not tiles]


def _square_feet_by_type(state: CastlesState, player: Player, metric: Metric) -> int:
    return sum(room.tile.size for room in rooms_of_type(player.castle, metric.type))


def _sizes(castle: Castle) -> set[int]:
    return {size_of(room.tile.stack) for room in castle.rooms if room.tile.stack in (*STANDARD, TOWERS)}


def types(castle: Castle) -> set[int]:
    """The different types of a castle's rooms."""
    return {kind for room in castle.rooms for kind in room.types}


def _without_icon(state: CastlesState, player: Player, metric: Metric) -> int:
    rooms = sum(room.tile.stack not in SWAN_STACKS for room in player.castle.rooms)
    return rooms + len(player.castle.moats)


def _last_builder(state: CastlesState, player: Player, metric: Metric) -> int:
    return int(state.players[state.last_master_builder] is player)


def _tiles_of_depleted(state: CastlesState, player: Player, metric: Metric) -> int:
    seat = next(seat for seat, other in enumerate(state.players) if other is player)
    return sum(depleted_tiles(state, seat, stack) for stack in depleted_stacks(state))


METRICS: dict[str, Callable[[CastlesState, Player, Metric], int]] = {
    "room_count_by_type": lambda s, p, m: len(rooms_of_type(p.castle, m.type)),
    "square_feet_by_type": _square_feet_by_type,
    "room_count_by_sizes": lambda s, p, m: sum(room.tile.stack in m.stacks for room in p.castle.rooms),
    "coins": lambda s, p, m: p.coins + p.saved,
    "external_entrances": lambda s, p, m: len(external_doors(p.castle)),
    "complete_rooms": lambda s, p, m: sum(room.complete for room in p.castle.rooms),
    "incomplete_rooms": lambda s, p, m: sum(not room.complete for room in p.castle.rooms),
    "tower_count": lambda s, p, m: sum(room.tile.stack == TOWERS for room in p.castle.rooms),
    "moat_count": lambda s, p, m: len(p.castle.moats),
    "swan_token_count": lambda s, p, m: p.swans.total(),
    "renovation_count": lambda s, p, m: sum(room.shows is not room.tile for room in p.castle.rooms),
    "room_count": lambda s, p, m: len(p.castle.rooms),
    "longest_path": lambda s, p, m: longest_path(p.castle),
    "rooms_without_swan_icon": _without_icon,
    "rooms_with_swan_icon": lambda s, p, m: sum(room.tile.stack in SWAN_STACKS for room in p.castle.rooms),
    "fewest_vps": lambda s, p, m: p.score,
    "unique_sizes": lambda s, p, m: len(_sizes(p.castle)),
    "unique_types_plus_moat": lambda s, p, m: len(types(p.castle)) + bool(p.castle.moats),
    "courtyards": lambda s, p, m: len(courtyards(p.castle)),
    "hallway_count": lambda s, p, m: sum(room.tile.stack == HALLWAYS for room in p.castle.rooms),
    "stairs_count": lambda s, p, m: sum(room.tile.stack == STAIRS for room in p.castle.rooms),
    "all_sizes": lambda s, p, m: int(len(_sizes(p.castle)) >= m.required),
    "all_types": lambda s, p, m: int(len(types(p.castle)) >= m.required),
    "tiles_of_depleted_stacks": _tiles_of_depleted,
    "castle_square_feet": lambda s, p, m: square_feet(s, p),
    "public_favors_ranked_sole_first": lambda s, p, m: p.places_first,
    "was_master_builder_in_last_round": _last_builder,
}
