"""Everything in the box is used: over a few greedy and random games no component stays idle."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from clients.bots.greedy import belfort as greedy
from clients.bots.kinds import best
from server.games.belfort.content import load
from server.games.belfort.game import BELFORT
from server.games.kernel.options import build, largest_mix
from server.games.kernel.redact import redact
from server.games.kernel.simulate import Simulation


def used(seats: int, modules: Sequence[str], games: int, mix: str = "advanced") -> Counter[str]:
    """How often each Assistant, Guild, Permit, Queen card and Key card was used."""
    tally: Counter[str] = Counter()
    for number in range(games):
        simulation = Simulation(BELFORT, build(BELFORT, modules, {"guild-mix": mix}), seats, f"use {number}")
        rng = random.Random(number)
        while not simulation.table.closed:
            state: Any = simulation.table.running()
            decision = state.decisions[0]
            choices = list(BELFORT.legal(state, decision))
            index = rng.randrange(len(choices))
            if (decision.seat + number) % 2:
                view = BELFORT.view(state)
                redact(view, decision.seat)
                index = best(greedy.values(view, [BELFORT.codec.encode(c) for c in choices], decision.seat), rng)
            queen_card, queen = state.queen_card, state.queen
            for event in simulation.play(decision, choices[index]):
                if event.WhichOneof("payload") == "belfort":
                    count(event.belfort, tally, queen_card, queen)
            if state.key_holder >= 0:
                tally.update(state.players[state.key_holder].key_cards)
    return tally


def count(event: Any, tally: Counter[str], queen_card: str, queen: str) -> None:
    match event.WhichOneof("event"):
        case "assistant_exhausted":
            tally[event.assistant_exhausted.assistant] += 1
        case "worker_placed":
            tally[event.worker_placed.plank.removeprefix("guild.")] += 1
        case "property_expanded":
            tally[event.property_expanded.permit.rpartition("_")[0]] += 1
        case "wall_built" | "guild_built":
            built = getattr(event, event.WhichOneof("event"))
            tally[queen_card] += built.space.startswith(queen or "-")
        case "property_built":
            tally[queen_card] += event.property_built.spaces[0].startswith(queen or "-")


@pytest.mark.parametrize("tape", [False, True])
def test_no_component_stays_idle(tape: bool) -> None:
    """R20.4, R22.3, R24, R33.5, R35.3, R36"""
    modules = [name for name in largest_mix(BELFORT, 4) if tape or name != "less-red-tape"]
    tally = used(4, modules, 40) + used(4, [m for m in modules if m not in ("key-to-belfort", "parks-and-rex")], 30)
    components = load()
    guilds, tiles, keys, queens = components.excluded_with_lrt if tape else [frozenset[str]()] * 4
    wanted = [*components.guilds, *components.assistants, *components.permit_types]
    wanted += [*components.queen_cards, *components.key_cards]
    left_out = {*guilds, *tiles, *keys, *queens, "queen_swap_turn_order_crests"}
    assert [name for name in wanted if not tally[name] and name not in left_out] == []
