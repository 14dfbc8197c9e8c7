"""The component records of the modules and their loader; see records.py for the base game."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from server.games.kernel.content import Record, read

BONUSES = (
    "redesign",
    "wall_piece",
    "buy_building",
    "money_card",
    "semi_building",
    "swap_buildings",
    "plaza",
    "points_1",
    "points_2",
)
"""In the order of the contract's GateBonus, which counts from 1."""

Colors = tuple[int, ...]
"""Colour tiles: how many of each colour, in the order of the contract's Color."""


class Project(Record, frozen=True):
    """A project tile: the type (1 to 6) it decorates and the colour tiles it requires."""

    id: str
    type: int
    star: bool
    requires: Colors


class GateBoard(Record, frozen=True):
    """Gates Without End: gates clockwise by player colour (1 to 6), keys by id with six bonuses (1 to 9), supplies."""

    gates: tuple[int, ...]
    keys: Mapping[str, tuple[int, ...]]
    plazas: tuple[str, ...]
    wall_pieces: int
    semi_buildings: tuple[int, ...]
    price: int


class ProjectBoard(Record, frozen=True):
    """Fresh Colors: projects by id, by column (index 0 to 3) its sets of colour tiles, supply and limits."""

    projects: Mapping[str, Project]
    sets: tuple[tuple[Colors, ...], ...]
    supply: Colors
    color_limit: int
    incomplete_limit: int
    completed_at_once: int
    star_from_players: int
    """The smallest number of players that uses the projects with a star (R2.11)."""
    points: int
    """For each decorated building (R12.7)."""


class HandymenSet(Record, frozen=True):
    """Handymen: how many each player has, how many dice there are, and points for each in the largest group."""

    of_player: int
    dice: int
    points: int


class ModuleComponents(Record, frozen=True):
    """What the three modules bring."""

    handymen: HandymenSet
    gates: GateBoard
    projects: ProjectBoard


class _Gate(msgspec.Struct):
    index: int
    player_color: str


class _Id(msgspec.Struct):
    id: str


class _Semi(msgspec.Struct):
    type: str


class _Supplies(msgspec.Struct):
    plaza_tiles: list[_Id]
    wall_pieces: list[_Id]
    semi_buildings: list[_Semi]


class _Key(msgspec.Struct):
    id: str
    sides: list[str]


class _Project(msgspec.Struct):
    id: str
    type: str
    star: bool
    requires: dict[str, int]


class _Column(msgspec.Struct):
    space: int
    color_sets: list[dict[str, int]]


class _Color(msgspec.Struct):
    color: str


class _Handyman(msgspec.Struct):
    player_color: str


class _Handymen(msgspec.Struct):
    handymen: list[_Handyman]
    dice: list[_Id]


class _Setup(msgspec.Struct):
    player_counts: list[dict[str, Any]]
    color_tile_limit: int
    incomplete_project_limit: int
    projects_completed_per_action_max: int
    gate_purchase_price: int


class _Scoring(msgspec.Struct):
    decorated_building_points: int
    handyman_group_points_per_handyman: int


class _Type(msgspec.Struct):
    id: str
    color: str


class _Enums(msgspec.Struct):
    building_types: list[_Type]
    player_colors: list[_Id]


def load_modules(folder: Path) -> ModuleComponents:
    """The modules' part of a content version. Raises msgspec.ValidationError when a file doesn't fit its records."""
    enums = read(folder / "enums.yaml", _Enums)
    setup = read(folder / "setup.yaml", _Setup)
    scoring = read(folder / "scoring.yaml", _Scoring)
    return ModuleComponents(
        handymen=_handymen(folder, enums, scoring),
        gates=_gate_board(folder, enums, setup),
        projects=_project_board(folder, enums, setup, scoring),
    )


def _handymen(folder: Path, enums: _Enums, scoring: _Scoring) -> HandymenSet:
    pieces = read(folder / "handymen.yaml", _Handymen)
    of_player = len(pieces.handymen) // len(enums.player_colors)
    return HandymenSet(of_player=of_player, dice=len(pieces.dice), points=scoring.handyman_group_points_per_handyman)


def _gate_board(folder: Path, enums: _Enums, setup: _Setup) -> GateBoard:
    gates = read(folder / "gate_board.yaml", dict[str, list[_Gate]])["gates"]
    keys = read(folder / "key_tiles.yaml", dict[str, list[_Key]])["key_tiles"]
    supplies = read(folder / "gate_supplies.yaml", _Supplies)
    kinds = tuple(bonus.id for bonus in read(folder / "gate_bonuses.yaml", dict[str, list[_Id]])["gate_bonuses"])
    if kinds != BONUSES:
        raise msgspec.ValidationError(f"gate_bonuses.yaml: expected the bonuses {', '.join(BONUSES)}")
    player_colors = [color.id for color in enums.player_colors]
    types = [kind.id for kind in enums.building_types]
    return GateBoard(
        gates=tuple(player_colors.index(gate.player_color) + 1 for gate in sorted(gates, key=lambda gate: gate.index)),
        keys={key.id: tuple(BONUSES.index(side) + 1 for side in key.sides) for key in keys},
        plazas=tuple(plaza.id for plaza in supplies.plaza_tiles),
        wall_pieces=len(supplies.wall_pieces),
        semi_buildings=tuple(sorted(types.index(semi.type) + 1 for semi in supplies.semi_buildings)),
        price=setup.gate_purchase_price,
    )


def _project_board(folder: Path, enums: _Enums, setup: _Setup, scoring: _Scoring) -> ProjectBoard:
    projects = read(folder / "project_tiles.yaml", dict[str, list[_Project]])["project_tiles"]
    columns = read(folder / "project_board.yaml", dict[str, list[_Column]])["project_columns"]
    tiles = read(folder / "color_tiles.yaml", dict[str, list[_Color]])["color_tiles"]
    colors = [kind.color for kind in enums.building_types]
    types = [kind.id for kind in enums.building_types]
    with_star = [row["players"] for row in setup.player_counts if row["project_tiles_with_star_used"]]
    return ProjectBoard(
        projects={
            tile.id: Project(
                id=tile.id, type=types.index(tile.type) + 1, star=tile.star, requires=_counts(colors, tile.requires)
            )
            for tile in projects
        },
        sets=tuple(
            tuple(_counts(colors, offered) for offered in column.color_sets)
            for column in sorted(columns, key=lambda column: column.space)
        ),
        supply=tuple(sum(tile.color == color for tile in tiles) for color in colors),
        color_limit=setup.color_tile_limit,
        incomplete_limit=setup.incomplete_project_limit,
        completed_at_once=setup.projects_completed_per_action_max,
        star_from_players=min(with_star),
        points=scoring.decorated_building_points,
    )


def _counts(colors: list[str], required: Mapping[str, int]) -> Colors:
    unknown = set(required) - set(colors)
    if unknown:
        raise msgspec.ValidationError(f"no such colour tiles: {sorted(unknown)}")
    return tuple(required.get(color, 0) for color in colors)
