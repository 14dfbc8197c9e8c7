"""The gatherer: reads every partition's feed and adds the results of tables that end to the results stream."""

import asyncio
import logging

from projections.across.results import Results, TableResult, ends_a_game, result_of
from projections.folding import Event
from projections.rebuild import find_sources
from projections.runner import House
from server.store.points import FEED_START, FeedPlace

log = logging.getLogger(__name__)


class Gatherer:
    """Gathers results. Several may be at work: each step goes through only from the cursor that it began at."""

    def __init__(self, house: House, results: Results) -> None:
        self._house = house
        self._results = results

    async def gather(self, partition: int) -> int:
        """Gather what a partition's feed tells that is new; gives the number of results that were added.

        Raises StoreUnavailable, OutcomeUnknown or StoreMalformed.
        """
        place = (await self._results.places()).get(partition, FEED_START)
        total = 0
        while True:
            run = await self._house.feeds.after(partition, place)
            if run.lost:
                return total + await self._gather_anew(partition, place)
            if not run.entries:
                return total
            ended = [entry.table_id for entry in run.entries if ends_a_game(Event.FromString(entry.data))]
            added = await self._results.add(partition, place, run.entries[-1].place, await self._read(ended))
            if added is None:
                return total
            total += added
            place = run.entries[-1].place
            if not run.more:
                return total

    async def _gather_anew(self, partition: int, place: FeedPlace) -> int:
        """Look at every table of a partition whose feed does not go on from the cursor."""
        log.warning("the feed of partition %d does not go on: its tables are looked at for results", partition)
        (source,) = await find_sources(self._house, (partition,))
        played_here = set(source.tables) - await self._house.streams.archive.imported(partition)
        added = await self._results.add(partition, place, source.head, await self._read(sorted(played_here)))
        return added or 0

    async def _read(self, table_ids: list[str]) -> list[TableResult]:
        results = []
        for table_id in table_ids:
            result = result_of(await self._house.streams.read(table_id), self._house.games)
            if result is not None:
                results.append(result)
            await asyncio.sleep(0)
        return results
