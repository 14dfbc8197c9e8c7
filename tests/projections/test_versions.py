"""Two versions of a projection are kept side by side, so that an upgrade can be rolled forward and back."""

from dataclasses import replace

from projections.catalogue import PROJECTIONS
from projections.lobby import LOBBY
from projections.runner import House
from projections.settings import WorkerSettings
from projections.worker import Worker
from server.store.partitions import PARTITIONS, feed_key
from tests.projections.playing import append_new, played_game
from tests.projections.truth import assert_true, caught_up

LATER = replace(LOBBY, version=LOBBY.version + 1)
NEXT_RELEASE = [*(projection for projection in PROJECTIONS if projection is not LOBBY), LATER]


async def test_old_and_new_workers_keep_both_versions_up_to_date(house: House, settings: WorkerSettings) -> None:
    old = await Worker.connect(settings)
    await old.start()
    await append_new(house.streams, played_game()[:200])
    await caught_up(house, PROJECTIONS)
    new = await Worker.connect(settings, projections=NEXT_RELEASE)
    await new.start()
    await append_new(house.streams, played_game(seed="1")[:200])
    await caught_up(house, [*PROJECTIONS, LATER], within=60)
    assert await assert_true(house, [*PROJECTIONS, LATER]) == 2
    await new.stop()  # back-out
    await append_new(house.streams, played_game(seed="2")[:200])
    await caught_up(house, PROJECTIONS, within=60)
    await old.stop()
    assert await assert_true(house, PROJECTIONS) == 3


async def test_a_new_version_is_filled_from_the_streams_where_the_feed_was_trimmed(
    house: House, settings: WorkerSettings
) -> None:
    await append_new(house.streams, played_game()[:200])
    for partition in range(PARTITIONS):
        await house.models._connection.ask(partition, "XTRIM", feed_key(partition), "MAXLEN", 3)
    new = await Worker.connect(settings, projections=NEXT_RELEASE)
    await new.start()
    await caught_up(house, NEXT_RELEASE, within=60)
    await new.stop()
    assert await assert_true(house, NEXT_RELEASE) == 1
