"""Every path is walked: bots that build moats, gardens, passages and renovations whenever they can."""

import pytest
from ludarium.games.castles.v1 import events_pb2

from clients.cli.simulation import run_games
from server.games.castles.game import CASTLES
from server.games.kernel.options import build, largest_mix

RARE = {
    "deck_tile_removed",
    "bonus_discard_shown",
    "bonus_exchange_done",
    "coins_moved",
    "moving_done",
    "rooms_planned",
}
RARE |= {
    "place_left_empty",
    "planning_declined",
    "private_favors_taken",
    "decree_given_up",
    "room_hidden",
    "hidden_room_revealed",
}
RARE |= {"coins_saved", "tiles_removed", "start_decree_resolved", "decision_withdrawn", "reward_lost"}
"""What only single decrees or rare turns bring about; tests of their own show it."""


@pytest.mark.parametrize("seats", [2, 4])
def test_builders_walk_every_path(seats: int) -> None:
    """R6.9.0, R6A.2.1, R8.1.1"""
    options = build(CASTLES, largest_mix(CASTLES, seats))
    tally = run_games(CASTLES, options, seats, ["builders"], 6, "walks", checked=True, usage=True)
    assert tally.uses["place"]["garden"]
    kinds = {field.name for field in events_pb2.Event.DESCRIPTOR.oneofs_by_name["event"].fields}
    assert {kind for kind in kinds if not tally.event_counts[kind]} <= RARE
    idle = {kind for module in CASTLES.usage.events for kind, n in tally.uses.get(module, {}).items() if not n}
    assert idle <= RARE
