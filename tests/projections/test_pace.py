"""The pace: partitions with news at nearly the same time step together, and nobody waits after a quiet time."""

import asyncio
import time

from projections.pace import TOGETHER_SECONDS, Pace

BEAT_SECONDS = 2.0


def a_moment_later() -> None:
    """Let so much time pass that who comes now does not come together with who came before."""
    time.sleep(2 * TOGETHER_SECONDS)


async def test_who_comes_after_a_quiet_time_goes_at_once_and_who_comes_later_goes_with_the_next_beat() -> None:
    loop, pace = asyncio.get_running_loop(), Pace(BEAT_SECONDS)
    began = loop.time()
    await pace.turn()
    a_moment_later()
    later = [asyncio.create_task(pace.turn()) for _ in range(3)]
    await asyncio.sleep(0)
    assert not any(task.done() for task in later)
    await asyncio.gather(*later)
    assert loop.time() - began >= BEAT_SECONDS


async def test_who_gives_up_waiting_keeps_nobody_else_from_going_on() -> None:
    pace = Pace(BEAT_SECONDS)
    await pace.turn()
    a_moment_later()
    one, other = asyncio.create_task(pace.turn()), asyncio.create_task(pace.turn())
    await asyncio.sleep(0)
    one.cancel()
    await other
    assert one.cancelled()
