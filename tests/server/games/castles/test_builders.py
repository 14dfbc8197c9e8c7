"""Every path is walked: bots that build moats, gardens, passages and renovations whenever they can."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from ludarium.games.castles.v1 import events_pb2

from server.games.castles.choices import (
    AddPassage,
    AddTile,
    BuyMoat,
    BuyRenovation,
    ChooseFoyer,
    ExchangeBonus,
    MoveCoins,
    Place,
    PlanRooms,
    RemoveTiles,
    TakeTile,
    TradeSwans,
)
from server.games.castles.game import CASTLES
from server.games.kernel.codec import Choice
from server.games.kernel.game import AnyGame
from server.games.kernel.options import build, largest_mix
from server.games.kernel.simulate import play_checked
from server.games.kernel.state import Decision, GameState

EAGER = (BuyMoat, BuyRenovation, AddPassage, AddTile, ExchangeBonus, MoveCoins, PlanRooms, RemoveTiles, TakeTile)
RARE = {
    "deck_tile_removed",
    "bonus_discard_shown",
    "bonus_exchange_done",
    "coins_moved",
    "moving_done",
    "rooms_planned",
}
RARE |= {"planning_declined", "private_favors_taken", "decree_given_up", "room_hidden", "hidden_room_revealed"}
RARE |= {"coins_saved", "tiles_removed", "start_decree_resolved", "decision_withdrawn", "reward_lost"}
"""What only single decrees or rare turns bring about; tests of their own show it."""


def eager(game: AnyGame, state: GameState, decision: Decision, choices: Sequence[Choice], rng: random.Random) -> int:
    """A bot that builds: moats, gardens beyond the drawbridge, passages, renovations; else at random."""
    wanted = [
        index
        for index, choice in enumerate(choices)
        if isinstance(choice, EAGER)
        or (isinstance(choice, Place) and choice.y >= 22)
        or (isinstance(choice, ChooseFoyer) and choice.side == 2)
        or (isinstance(choice, TradeSwans) and rng.random() < 0.1)
    ]
    return rng.choice(wanted) if wanted and rng.random() < 0.8 else rng.randrange(len(choices))


@pytest.mark.parametrize("seats", [2, 4])
def test_builders_walk_every_path(seats: int) -> None:
    """R6.9.0, R6A.2.1, R8.1.1"""
    counts: Counter[str] = Counter()
    gardens = 0
    for seed in range(6):
        options = build(CASTLES, largest_mix(CASTLES, seats))
        played, events = play_checked(CASTLES, options, [eager] * seats, f"builders {seed}")
        counts += played.event_counts
        gardens += sum(event.castles.room_placed.garden for event in events if event.HasField("castles"))
    assert gardens
    kinds = {field.name for field in events_pb2.Event.DESCRIPTOR.oneofs_by_name["event"].fields}
    assert {kind for kind in kinds if not counts[kind]} <= RARE
