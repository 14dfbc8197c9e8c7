"""What a worker does about models across tables: gathers results from its partitions; one of them folds the results."""

import asyncio
import logging
from collections.abc import Collection, Sequence
from typing import Final

from projections.across.fold import AcrossStore
from projections.across.gatherer import Gatherer
from projections.across.lag import GATHERING, measure_gathering, measure_models
from projections.across.model import AnyAcrossModel
from projections.across.results import Results
from projections.connection import Connection
from projections.keys import HOME
from projections.lag import Lag
from projections.runner import House
from server.store.errors import StoreError
from server.store.partitions import PARTITIONS

log = logging.getLogger(__name__)

KEY: Final = GATHERING
"""What the leases of this work are called."""


class AcrossFollower:
    """Goes round at a steady beat: standings are for looking at, and a beat late is soon enough for them."""

    def __init__(
        self, house: House, connection: Connection, models: Sequence[AnyAcrossModel], beat_seconds: float
    ) -> None:
        self._house = house
        self._results = Results(connection)
        self._gatherer = Gatherer(house, self._results)
        self._store = AcrossStore(connection, self._results)
        self._models = models
        self._beat_seconds = beat_seconds
        self._wanted: frozenset[int] = frozenset()
        self._told: set[int] = set()

    def look_after(self, partitions: Collection[int]) -> None:
        """From now on gather from these partitions; whoever has the home partition folds the results as well."""
        wanted = frozenset(partitions)
        self._told |= wanted - self._wanted
        self._wanted = wanted

    def tell(self, partition: int) -> None:
        """There is news of a partition."""
        self._told.add(partition)

    def tell_all(self) -> None:
        """News may have been missed."""
        self._told.update(range(PARTITIONS))

    async def lags(self) -> list[Lag]:
        """How what is looked after here stands; what is behind is told of again, for its news may have been missed.

        Raises StoreUnavailable, StoreMalformed.
        """
        found = await measure_gathering(self._results, self._house.feeds, self._wanted)
        self._told |= {lag.partition for lag in found if lag.events}
        if HOME in self._wanted:
            found += await measure_models(self._results, self._house.models, self._models)
        return found

    async def run(self) -> None:
        """Go round until cancelled."""
        while True:
            try:
                await self._round()
            except StoreError as error:
                log.warning("results can't be gathered, trying again: %s", error)
                self.tell_all()
            except Exception:
                log.exception("results can't be gathered, trying again")
                self.tell_all()
            await asyncio.sleep(self._beat_seconds)

    async def _round(self) -> None:
        told, self._told = sorted(self._told & self._wanted), set()
        for partition in told:
            await self._gatherer.gather(partition)
        if HOME in self._wanted:
            for model in self._models:
                await self._store.follow(model)
