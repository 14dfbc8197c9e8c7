"""The longest path of rooms (G.12)."""

from server.games.castles.geometry.castle import Castle


def longest_path(castle: Castle) -> int:
    """How many rooms the longest way visits that enters no room twice."""
    known = castle.memo.get("longest_path")
    if not isinstance(known, int):
        known = longest([set(castle.connected(room.number)) for room in castle.rooms])
        castle.memo["longest_path"] = known
    return known


def longest(neighbours: list[set[int]]) -> int:
    """The number of vertices on a longest simple path of a graph given by its neighbours.

    The search goes on from each vertex depth first, and gives up where what can still be reached is too little.
    """
    around = [sum(1 << other for other in others) for others in neighbours]
    everything = (1 << len(neighbours)) - 1
    best = 1 if neighbours else 0
    ends = sorted(range(len(neighbours)), key=lambda vertex: len(neighbours[vertex]))
    for start in ends:
        best = _extend(around, start, everything & ~(1 << start), 1, best)
    return best


def _extend(around: list[int], at: int, free: int, length: int, best: int) -> int:
    best = max(best, length)
    ahead = around[at] & free
    if not ahead or length + _hope(around, at, free) <= best:
        return best
    while ahead:
        bit = ahead & -ahead
        ahead ^= bit
        best = _extend(around, bit.bit_length() - 1, free & ~bit, length + 1, best)
    return best


def _hope(around: list[int], at: int, free: int) -> int:
    """An upper bound of how many more vertices a path from here can visit: those it can reach, of which a
    path that ends in one dead end can't visit the others."""
    reached, front = 0, around[at] & free
    while front:
        reached |= front
        following = 0
        rest = front
        while rest:
            bit = rest & -rest
            rest ^= bit
            following |= around[bit.bit_length() - 1]
        front = following & free & ~reached
    here = reached | 1 << at
    dead_ends = 0
    rest = reached
    while rest:
        bit = rest & -rest
        rest ^= bit
        ways = around[bit.bit_length() - 1] & here
        dead_ends += ways & (ways - 1) == 0
    return reached.bit_count() - max(0, dead_ends - 1)
