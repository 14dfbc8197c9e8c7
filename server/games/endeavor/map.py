"""What the board says about a player: presence, reach, links (R1.4, R8, R9.4)."""

from collections.abc import Iterator

from server.games.endeavor.content import Link
from server.games.endeavor.content.records import EUROPE
from server.games.endeavor.state import EndeavorState


def presence(state: EndeavorState, seat: int, region: str) -> int:
    """R1.4: how many discs of a seat are in a region."""
    return presences(state, region)[seat]


def presences(state: EndeavorState, region: str) -> tuple[int, ...]:
    """R1.4: by seat, discs on the track, in the open sea, in cities and fleets; in Europe on the Prominence tile."""
    discs = list(map(state.control.get, state.board.spaces_of[region]))
    if region != EUROPE:
        discs += state.tracks[region]
        return tuple([discs.count(seat) + at_sea for seat, at_sea in enumerate(state.seas[region])])
    further = state.points.presence
    return tuple([discs.count(seat) + sum(more(state, seat) for more in further) for seat in range(state.seats)])


def reaches(state: EndeavorState, seat: int, region: str) -> bool:
    """R8.1.1: whether a region is open and, outside Europe, the player is present there."""
    if not state.open[region]:
        return False
    return not state.board.regions[region].needs_presence or presence(state, seat, region) > 0


def own_spaces(state: EndeavorState, seat: int, region: str, *, city: bool) -> list[str]:
    """The cities, or the fleets, that a seat controls in a region."""
    spaces, control = state.board.spaces, state.control
    return [s for s in state.board.spaces_of[region] if spaces[s].city == city and control.get(s) == seat]


def own_links(state: EndeavorState, seat: int) -> Iterator[Link]:
    """The links whose two ends a seat controls (R11.3)."""
    control = state.control
    for link in state.board.links.values():
        if control.get(link.ends[0]) == seat and control.get(link.ends[1]) == seat:
            yield link


def claimable_links(state: EndeavorState, seat: int, space: str) -> list[str]:
    """R9.4: the links from a space whose other end the seat controls and that still have a token."""
    return [
        link.id
        for link in state.board.links_of[space]
        if link.id in state.tokens and state.control.get(link.other_end(space)) == seat
    ]
