"""Attack (R8.2)."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from server.games.endeavor.choices import Attack
from server.games.endeavor.map import reaches
from server.games.endeavor.points import Means, Refusal
from server.games.endeavor.state import EndeavorState


def casualties(state: EndeavorState, space: str) -> int:
    """R8.2.2: discs that an attack on a space costs, besides the one that takes it."""
    return state.components.numbers.casualties + sum(more(state, space) for more in state.points.casualties)


def casualty_spots(state: EndeavorState, seat: int) -> list[str]:
    """R16.6: spots of the tile whose discs the seat may lose as casualties."""
    return [spot for source in state.points.casualty_spots for spot in source(state, seat)]


def refuse(state: EndeavorState, seat: int, choice: Attack, means: Means) -> Refusal | None:
    """R8.2: why a space may not be attacked so; None where it may."""
    space, lost = choice
    return (
        refuse_target(state, seat, space, means)
        or _refuse_spots(state, seat, space, lost)
        or _refuse_cost(state, space, lost, means)
    )


def refuse_target(state: EndeavorState, seat: int, space: str, means: Means) -> Refusal | None:
    """R8.2.1, R8.2.4: whether the space may be aimed at."""
    record = state.board.spaces.get(space)
    if record is None:
        return Refusal("R8.2.1", f"{space} is neither a city nor a fleet.")
    defender = state.control.get(space)
    if defender == seat:
        return Refusal("R8.2.6", f"{record.name} is yours.")
    if defender is None:
        return Refusal("R8.2.1", f"Nobody controls {record.name}.")
    if means.region is not None and record.region != means.region:
        return Refusal("R14.10", "Conquistadors attack in South America only.")
    if not state.open[record.region]:
        return Refusal("R8.2.1", f"{record.name} lies in a region that is not open.")
    if not reaches(state, seat, record.region):
        return Refusal("R8.2.1", f"You have no presence in the region of {record.name}.")
    return next(filter(None, (ban(state, seat, space) for ban in state.points.forbids_attack)), None)


def ways(state: EndeavorState, seat: int, action: int, means: Means) -> Iterator[Attack]:
    """R8.2: every attack, each way to bear its casualties once."""
    spots = casualty_spots(state, seat)
    discs = means.harbor - (0 if means.conscript else 1)
    if discs + len(spots) < 1 or discs < 0:
        return
    for region, names in state.board.spaces_of.items():
        if not reaches(state, seat, region):
            continue
        for name in names:
            if state.control.get(name, seat) == seat or refuse_target(state, seat, name, means):
                continue
            needed = casualties(state, name)
            for number in range(max(0, needed - discs), min(needed, len(spots)) + 1):
                yield from (Attack(name, lost) for lost in combinations(spots, number))


def _refuse_spots(state: EndeavorState, seat: int, space: str, lost: Sequence[str]) -> Refusal | None:
    if not lost:
        return None
    spots = casualty_spots(state, seat)
    if list(lost) != [spot for spot in spots if spot in lost]:
        return Refusal("R16.6", "Casualties from the tile are own discs of its lower portion, in the tile's order.")
    if len(lost) > casualties(state, space):
        return Refusal("R16.6", "There are not that many casualties.")
    return None


def _refuse_cost(state: EndeavorState, space: str, lost: Sequence[str], means: Means) -> Refusal | None:
    needed = casualties(state, space) - len(lost) + (0 if means.conscript else 1)
    if needed > means.harbor:
        return Refusal("R8.2.2", f"The attack takes {needed} discs of your harbor; you have {means.harbor}.")
    return None
