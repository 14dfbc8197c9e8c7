"""What the tests of the worked examples share."""

from pathlib import Path
from typing import Any

import yaml
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.choices import (
    AddPassage,
    BuyRoom,
    Entrance,
    FinishPlacing,
)
from server.games.kernel.testkit import Position
from tests.server.games.castles.table import passage, playing

HERE = Path(__file__).parent
EXAMPLES: dict[str, dict[str, Any]] = {
    example["id"]: example for example in yaml.safe_load((HERE / "examples.yaml").read_text())["examples"]
}
SHAPES = [name for name, example in EXAMPLES.items() if "a" in example.get("given", {}) and name.startswith("geo")]


def of(name: str) -> tuple[dict[str, Any], Any]:
    return EXAMPLES[name].get("given", {}), EXAMPLES[name]["expect"]


def placing(name: str, tile: str) -> Position:
    """The example's castle with a tile chosen to be placed."""
    given, _ = of(name)
    if "continues" in given:
        given = {**of(given["continues"])[0], **given}
    position = playing(
        castles={0: given["castle"]},
        moats={0: given.get("moats_placed", ())},
        market=[(tile, 0, 0, 0)],
        modules=given.get("modules", ()),
    )
    return position.when(0, BuyRoom(tile))


def joined(name: str) -> list[AddPassage]:
    choices = []
    for part in EXAMPLES[name]["passages"]:
        placed = passage(part["id"], *part["entrances"])
        own, other = placed.own, placed.other
        choices.append(
            AddPassage(placed.passage, Entrance(own.x, own.y, own.side), Entrance(other.x, other.y, other.side))
        )
    return choices


def with_passages(position: Position, name: str) -> Position:
    happened = list(position.happened)
    for choice in joined(name):
        position.when(0, choice)
        happened += position.happened
        assert position.rejection is None
    if not any(isinstance(event, events_pb2.RoomPlaced | events_pb2.RenovationPlaced) for event in happened):
        position.when(0, FinishPlacing())
        happened += position.happened
    position.happened = happened
    return position


def numbers(position: Position, kind: str) -> list[int]:
    """Points for a reason, one by one, in order."""
    reason = types_pb2.PointsReason.Value(f"POINTS_REASON_{kind}")
    return [event.points for event in position.all(events_pb2.PointsScored) if event.reason == reason]


def names(position: Position, rooms: list[int]) -> list[str]:
    return [position.state.players[0].castle.rooms[number].tile.id for number in rooms]
