"""A follower: runs the lanes of one partition for as long as they are its worker's, and mends what goes wrong."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Final

from projections.lane import OutpacedError
from projections.pace import Pace
from projections.projection import AnyProjection
from projections.rebuild import RebuildFailedError, find_sources, rebuild_partition
from projections.runner import FeedLostError, House, Runner, open_lane
from server.store.backoff import Backoff
from server.store.errors import StoreError

log = logging.getLogger(__name__)

MEND_AGAIN_SECONDS: Final = 1.0
"""How long a partition that could not be rebuilt waits for the next attempt."""


class Follower:
    """Follows one partition's feed, batch by batch, whenever it is woken."""

    def __init__(self, house: House, number: int, pace: Pace) -> None:
        """Whoever makes it wakes it every now and then, lest missed news goes unnoticed."""
        self.number = number
        self.wake = asyncio.Event()
        """Set when the feed has news."""
        self._house = house
        self._pace = pace
        self._wanted: Mapping[str, AnyProjection] = {}
        self._runner = Runner(house, number)
        self._fresh = False

    def look_after(self, projections: Mapping[str, AnyProjection]) -> None:
        """From now on run these projections here, and no others."""
        if projections.keys() != self._wanted.keys():
            self._wanted = projections
            self.wake.set()

    async def run(self) -> None:
        """Run until cancelled."""
        backoff = Backoff()
        while True:
            try:
                while await self._step():
                    backoff.succeed()
                backoff.succeed()
                await self.wake.wait()
                await self._pace.turn()
            except OutpacedError as error:
                log.info("another was faster, reading anew: %s", error)
                self._forget()
            except FeedLostError as error:
                await self._mend(error)
            except StoreError as error:
                log.warning("partition %d can't be followed, trying again: %s", self.number, error)
                self._forget()
                await backoff.pause()
            except Exception:
                log.exception("partition %d can't be followed, trying again", self.number)
                self._forget()
                await backoff.pause()

    async def _step(self) -> bool:
        self.wake.clear()
        await self._settle_lanes()
        more = await self._runner.step()
        self._fresh = False
        return more

    async def _settle_lanes(self) -> None:
        """Let go the lanes that are another's and open those that are new here."""
        lanes, wanted = self._runner.lanes, self._wanted  # what is wanted may be another while a lane is opened
        for key in lanes.keys() - wanted.keys():
            del lanes[key]
        for key in sorted(wanted.keys() - lanes.keys()):
            lanes[key] = await open_lane(self._house, wanted[key], self.number)
            self._fresh = True

    def _forget(self) -> None:
        self._runner.lanes.clear()
        self._house.tables.forget(self.number)

    async def _mend(self, error: FeedLostError) -> None:
        """Read the cursors anew; where the stored ones are lost too, fill the rows from the tables' streams."""
        log.warning("%s", error)
        lost = [lane.projection for lane in self._runner.lanes.values() if lane.cursor.place == error.place]
        stored_is_lost = self._fresh
        self._forget()
        if not stored_is_lost:
            return
        try:
            for projection in lost:
                (source,) = await find_sources(self._house, (self.number,))
                await rebuild_partition(self._house, projection, source, force=True)
        except (StoreError, RebuildFailedError) as store_error:
            log.warning("partition %d can't be rebuilt yet: %s", self.number, store_error)
            await asyncio.sleep(MEND_AGAIN_SECONDS)
