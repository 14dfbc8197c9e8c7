"""Reading board.yaml: the two sides of the board."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from server.games.endeavor.content.records import Board, Link, Region, Space
from server.games.kernel.content import read


class _RegionRow(msgspec.Struct):
    id: str
    name: str
    starts_open: bool
    presence_needed_to_occupy_or_attack: bool
    governor: str | None
    open_sea: bool


class _TrackRow(msgspec.Struct):
    region: str
    length: dict[str, int]


class _SpaceRow(msgspec.Struct):
    id: str
    name: str
    region: str
    kind: str
    sides: list[str]
    token_space: bool
    glory: int


class _LinkRow(msgspec.Struct):
    id: str
    ends: tuple[str, str]
    shape: dict[str, str]
    glory: int


class _SideRow(msgspec.Struct):
    id: str
    players: list[int]


class _File(msgspec.Struct):
    sides: list[_SideRow]
    default_side: dict[str, str]
    regions: list[_RegionRow]
    shipping_tracks: list[_TrackRow]
    spaces: list[_SpaceRow]
    links: list[_LinkRow]


def read_boards(path: Path) -> tuple[dict[str, Board], dict[int, str], dict[str, tuple[int, ...]]]:
    """The sides, the default side by number of seats, and the numbers of seats that each side is for."""
    file = read(path, _File)
    boards = {side.id: _board(file, side.id) for side in file.sides}
    default = {int(seats): side for seats, side in file.default_side.items()}
    return boards, default, {side.id: tuple(side.players) for side in file.sides}


def _board(file: _File, side: str) -> Board:
    spaces = {row.id: _space(row) for row in file.spaces if side in row.sides}
    links = {row.id: _link(row, side) for row in file.links if side in row.shape}
    lengths = {row.region: row.length[side] for row in file.shipping_tracks}
    places = {region: tuple(f"{region}_track_{i}" for i in range(1, n + 1)) for region, n in lengths.items()}
    with_token = [row.id for row in file.spaces if row.id in spaces and row.token_space]
    circular = [link.id for link in links.values() if link.circle]
    return Board(
        side=side,
        regions={row.id: _region(row) for row in file.regions},
        track_length=lengths,
        spaces=spaces,
        spaces_of={row.id: tuple(_ids(spaces.values(), row.id)) for row in file.regions},
        links=links,
        links_of={space: tuple(link for link in links.values() if space in link.ends) for space in spaces},
        track_places=places,
        circles=(*(place for track in places.values() for place in track), *with_token, *circular),
    )


def _ids(spaces: Iterable[Space], region: str) -> list[str]:
    return [space.id for space in spaces if space.region == region]


def _space(row: _SpaceRow) -> Space:
    return Space(id=row.id, name=row.name, region=row.region, city=row.kind == "city", glory=row.glory)


def _link(row: _LinkRow, side: str) -> Link:
    return Link(id=row.id, ends=row.ends, circle=row.shape[side] == "circle", glory=row.glory)


def _region(row: _RegionRow) -> Region:
    values: dict[str, Any] = {"id": row.id, "name": row.name, "starts_open": row.starts_open}
    return Region(
        **values, needs_presence=row.presence_needed_to_occupy_or_attack, governor=row.governor, sea=row.open_sea
    )
