"""Everything in the box is used: over a few greedy and random games no component stays idle."""

from collections import Counter
from collections.abc import Sequence

import pytest

from clients.cli.simulation import run_games
from server.games.belfort.game import BELFORT
from server.games.kernel.options import build, largest_mix
from server.games.kernel.usage import Uses


def used(modules: Sequence[str], games: int, mix: str = "advanced") -> Uses:
    """How often each Assistant, Guild, Permit, Queen card and Key card was used."""
    options = build(BELFORT, modules, {"guild-mix": mix})
    return run_games(BELFORT, options, 4, ["random", "greedy"], games, "use", checked=True, usage=True).uses


@pytest.mark.parametrize("tape", [False, True])
def test_no_component_stays_idle(tape: bool) -> None:
    """R20.4, R22.3, R24, R33.5, R35.3, R36"""
    modules = [name for name in largest_mix(BELFORT, 4) if tape or name != "less-red-tape"]
    uses = used(modules, 40)
    for sort, counts in used([m for m in modules if m not in ("key-to-belfort", "parks-and-rex")], 30).items():
        uses.setdefault(sort, Counter()).update(counts)
    components = ("guild", "assistant", "permit", "queen card", "key card", "property")
    assert {sort: [name for name, count in uses[sort].items() if not count] for sort in components} == {
        sort: [] for sort in components
    }
