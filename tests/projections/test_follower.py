"""A follower goes on, whatever its worker is given and deprived of meanwhile."""

import asyncio
import logging

import pytest

from projections import follower
from projections.catalogue import PROJECTIONS
from projections.follower import Follower
from projections.lane import Lane
from projections.pace import Pace
from projections.projection import AnyProjection
from projections.runner import House, open_lane
from server.store.partitions import partition_of
from tests.projections.playing import append_new, played_game
from tests.projections.truth import caught_up


async def test_what_is_taken_away_while_it_is_opened_disturbs_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table_id, _ = await append_new(house.streams, played_game()[:50])
    everything = {projection.key: projection for projection in PROJECTIONS}
    follows = Follower(house, partition_of(table_id), Pace())
    opened = []

    async def slowly(house: House, projection: AnyProjection, partition: int) -> Lane:
        opened.append(projection.key)
        follows.look_after({} if len(opened) == 1 else everything)
        return await open_lane(house, projection, partition)

    monkeypatch.setattr(follower, "open_lane", slowly)
    follows.look_after(everything)
    with caplog.at_level(logging.WARNING):
        running = asyncio.create_task(follows.run())
        await caught_up(house, PROJECTIONS)
        running.cancel()
    assert not caplog.records
