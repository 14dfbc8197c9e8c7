"""Holds read models to the truth: a fresh fold of every stream."""

import asyncio
import time
from collections.abc import Callable, Iterable

from clients.rehearse.truth import behind, differences, stored_model, true_model
from projections.projection import AnyProjection
from projections.runner import House

__all__ = ["assert_true", "caught_up", "eventually", "stored_model", "true_model"]


async def assert_true(house: House, projections: Iterable[AnyProjection]) -> int:
    """Every read model equals a fresh fold of all streams; gives the number of tables."""
    tables, wrong = await differences(house, projections)
    assert wrong == []
    return tables


async def caught_up(house: House, projections: Iterable[AnyProjection], within: float = 30.0) -> None:
    """Wait until every read model has come to the head of its feed."""
    wanted = list(projections)
    await eventually(lambda: behind(house, wanted), within)


async def eventually(missing: Callable[[], object], within: float = 10.0) -> None:
    """Wait until what is missing (a value, or an awaitable of one) is nothing."""
    deadline = time.monotonic() + within
    while True:
        found = missing()
        if asyncio.iscoroutine(found):
            found = await found
        if not found:
            return
        assert time.monotonic() < deadline, f"still missing after {within} s: {found}"
        await asyncio.sleep(0.02)
