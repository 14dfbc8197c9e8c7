"""Lag across tables: how far results are gathered from the feeds, and how far the models have counted the results."""

import asyncio
import time
from collections.abc import Collection, Sequence
from typing import Final

from projections.across.model import AnyAcrossModel
from projections.across.results import NAME, Results
from projections.feed import Feeds
from projections.keys import HOME, model_keys
from projections.lag import Lag, oldest_unread
from projections.models import Models
from server.store.points import FEED_START

GATHERING: Final = f"{NAME}.1"
"""What the gathering of results is called, among projections and leases."""


async def measure_gathering(results: Results, feeds: Feeds, partitions: Collection[int]) -> list[Lag]:
    """How far the results of these partitions are gathered. Raises StoreUnavailable, StoreMalformed."""
    if not partitions:
        return []
    numbers = sorted(partitions)
    places = await results.places()
    heads = await asyncio.gather(*(feeds.head(number) for number in numbers))
    positions = [places.get(number, FEED_START).position for number in numbers]
    ages = await asyncio.gather(
        *(
            oldest_unread(feeds, number, at, head.position)
            for number, at, head in zip(numbers, positions, heads, strict=True)
        )
    )
    return [
        Lag(GATHERING, number, position, head.position, seconds, parked=0)
        for number, position, head, seconds in zip(numbers, positions, heads, ages, strict=True)
    ]


async def measure_models(results: Results, models: Models, across: Sequence[AnyAcrossModel]) -> list[Lag]:
    """How far these models have counted: in results, which are their feed. Raises StoreUnavailable, StoreMalformed."""
    count = await results.count()
    return await asyncio.gather(*(_measure(results, models, model, count) for model in across))


async def _measure(results: Results, models: Models, model: AnyAcrossModel, count: int) -> Lag:
    cursor = await models.cursor(model_keys(model.key, HOME))
    position = cursor.place.position if cursor else 0
    seconds = 0.0
    if position < count:
        for oldest in await results.after(position, limit=1):
            ended = oldest.result.finish_time
            seconds = max(0.0, time.time() - ended.seconds - ended.nanos / 1e9)
    return Lag(model.key, HOME, position, count, seconds, parked=0)
