"""The worked examples whose kind says how to run them, and the promise that every example is a test."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from server.games.alhambra import grid, scoring
from server.games.alhambra.choices import Cell
from server.games.alhambra.content import load
from server.games.alhambra.content.records import SIDES, TYPES

HERE = Path(__file__).parent
EXAMPLES: list[dict[str, Any]] = yaml.safe_load((HERE / "examples.yaml").read_text())["examples"]
BY_KIND = ("placement", "redesign", "wall_length", "majority")


def of_kind(kind: str) -> list[Any]:
    """The examples of a kind, as parameters named by their ids; gate bonuses are run with their module."""
    chosen = [example for example in EXAMPLES if example["kind"] == kind and "by_bonus" not in example["given"]]
    return [pytest.param(example, id=example["id"]) for example in chosen]


def tiles_and_walls(given: dict[str, Any]) -> tuple[grid.Tiles, grid.Walls]:
    tiles = {Cell(spot["x"], spot["y"]): spot["tile"] for spot in given["board"]}
    walls = {tile.id: tile.walls for tile in load().buildings.values()} | {"fountain": 0}
    for tile, sides in given.get("wall_pieces", {}).items():
        walls[tile] |= sum(1 << SIDES.index(side) for side in sides)
    return tiles, walls


@pytest.mark.parametrize("example", of_kind("placement"))
def test_placements(example: dict[str, Any]) -> None:
    tiles, walls = tiles_and_walls(example["given"])
    when, expect = example["when"], example["expect"]
    cell = Cell(when["x"], when["y"])
    assert grid.may_lie(tiles, walls, when["tile"], cell) is expect["legal"]
    assert grid.broken_rules_of_new(tiles, walls, when["tile"], cell) == expect["violates"]


@pytest.mark.parametrize("example", of_kind("redesign"))
def test_redesigns(example: dict[str, Any]) -> None:
    tiles, walls = tiles_and_walls(example["given"])
    when, expect = example["when"], example["expect"]
    replaced = when.get("other_tile", when["tile"])
    cell = next(cell for cell, tile in tiles.items() if tile == replaced)
    if when["redesign_kind"] == "store":
        broken = grid.broken_rules_of_removal(tiles, walls, cell)
        assert (cell in grid.removable(tiles, walls)) is expect["legal"]
    else:
        broken = grid.broken_rules_of_exchange(tiles, walls, when["tile"], cell)
        assert grid.may_replace(tiles, walls, when["tile"], cell) is expect["legal"]
    assert broken == expect["violates"]


@pytest.mark.parametrize("example", of_kind("wall_length"))
def test_walls(example: dict[str, Any]) -> None:
    tiles, walls = tiles_and_walls(example["given"])
    assert grid.longest_wall(tiles, walls) == example["expect"]["wall_points"]


@pytest.mark.parametrize("example", of_kind("majority"))
def test_majorities(example: dict[str, Any]) -> None:
    given = example["given"]
    table = load().majority_points[TYPES.index(given["type"]) + 1][given["scoring"] - 1]
    names = list(given["half_units"])
    points = dict.fromkeys(names, 0)
    for index, place, sharing in scoring.places(list(given["half_units"].values())):
        points[names[index]] = scoring.majority_points(table, place, sharing)
    assert points == example["expect"]["points"]


def test_every_example_is_a_test() -> None:
    written = " ".join(path.read_text() for path in HERE.glob("test_*.py"))
    functions = set(re.findall(r"def test_(ex_\w+)", written))
    by_kind = {parameter.id for kind in BY_KIND for parameter in of_kind(kind)}
    missing = [example["id"] for example in EXAMPLES if example["id"] not in functions | by_kind]
    open_examples = HERE / "open_examples.txt"
    assert missing == (open_examples.read_text().split() if open_examples.exists() else [])
