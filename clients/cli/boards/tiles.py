"""How Alhambra's tiles and currencies look in the terminal."""

from ludarium.games.alhambra.v1 import types_pb2, view_pb2

from clients.cli.boards.walls import Piece

TYPES: dict[int, tuple[str, str, str]] = {
    types_pb2.BUILDING_TYPE_PAVILION: ("P", "pavilion", "bold bright_blue"),
    types_pb2.BUILDING_TYPE_SERAGLIO: ("S", "seraglio", "bold bright_red"),
    types_pb2.BUILDING_TYPE_ARCADES: ("A", "arcades", "bold color(173)"),
    types_pb2.BUILDING_TYPE_CHAMBERS: ("C", "chambers", "bold bright_white"),
    types_pb2.BUILDING_TYPE_GARDEN: ("G", "garden", "bold bright_green"),
    types_pb2.BUILDING_TYPE_TOWER: ("T", "tower", "bold bright_magenta"),
}
"""By type: letter, word and style."""
CURRENCIES: dict[int, tuple[str, str]] = {
    types_pb2.CURRENCY_FLORIN: ("florin", "yellow"),
    types_pb2.CURRENCY_DIRHAM: ("dirham", "green"),
    types_pb2.CURRENCY_DENAR: ("denar", "blue"),
    types_pb2.CURRENCY_DUCAT: ("ducat", "color(208)"),
}
"""By currency: word and style."""


def piece(tile: view_pb2.TileView) -> Piece:
    """A tile on a grid: letter and price, `@` for a fountain, `pl` for a plaza, `*` where a handyman stands."""
    if tile.type in TYPES:
        letter, _, style = TYPES[tile.type]
        label = f"{letter}{tile.price}"
    else:
        label, style = ("pl", "bold") if tile.id.startswith("plaza") else ("@", "bold cyan")
    if tile.handyman:
        label, style = f"{label}*", f"{style} reverse"
    return Piece(label, style, frozenset(tile.walls))
