"""Points for the largest group of handymen (R13.7)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2, handymen_pb2

from server.games.alhambra.choices import Cell
from server.games.alhambra.grid import neighbours
from server.games.alhambra.module_states import need
from server.games.alhambra.state import AlhambraState


def score(state: AlhambraState, number: int) -> Iterator[Message]:
    """R9.6: a point for each handyman of the largest group; those in the reserve don't count."""
    on_tiles = need(state.handymen).on_tiles
    each = state.components.modules.handymen.points
    for seat, player in enumerate(state.players):
        group = largest_group({cell for cell, tile in player.alhambra.items() if tile in on_tiles})
        if group:
            reason = handymen_pb2.HandymenPoints(group=group)
            yield events_pb2.PointsScored(seat=seat, points=each * group, scoring=number, handymen=reason)


def largest_group(cells: set[Cell]) -> int:
    """R13.7: the most cells that hang together by sides, whatever walls lie between them."""
    left = set(cells)
    largest = 0
    while left:
        front = [left.pop()]
        size = 0
        while front:
            size += 1
            joined = {beyond for _, beyond in neighbours(front.pop())} & left
            left -= joined
            front.extend(joined)
        largest = max(largest, size)
    return largest
