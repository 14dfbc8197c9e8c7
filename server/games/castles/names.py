"""Things as people call them: tiles and cards, stacks, slots, rewards."""

from collections.abc import Iterable

from ludarium.games.castles.v1 import types_pb2

from server.games.castles.content import load
from server.games.castles.content.records import TYPES
from server.games.kernel.words import listed

SIDES = ("north", "east", "south", "west")
PASSAGES = ("", "Short", "Medium", "Long")
SLOTS = ("", "north-west", "north-east", "south-east")
REWARDS = ("", *TYPES, "tower", "moat")
_STACKS = {
    types_pb2.STACK_TOWERS: "towers",
    types_pb2.STACK_STAIRS: "stairs",
    types_pb2.STACK_HALLWAYS: "hallway",
    types_pb2.STACK_MOATS: "moats",
}


def thing(name: str) -> str:
    """A tile or card as people call it: `Pink Cabinet`, `favor count food`."""
    tile = load().tiles.get(name)
    return tile.name if tile else name.replace("_", " ")


def things(names: Iterable[str]) -> str:
    """Several tiles or cards, with commas and an `and`."""
    return listed(map(thing, names))


def stack_words(stack: int) -> str:
    """`250`, `towers`, `stairs`."""
    return _STACKS.get(types_pb2.Stack.ValueType(stack)) or types_pb2.Stack.Name(
        types_pb2.Stack.ValueType(stack)
    ).removeprefix("STACK_")
