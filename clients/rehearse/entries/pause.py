"""Processes that stand still for longer than others wait for them, and then go on."""

import asyncio
import sys
from collections.abc import AsyncIterator

from clients.rehearse.finding import Finding, kept
from clients.rehearse.stage import Deployment, Stage, until_dead, until_still

TABLES = 6
LEASE_SECONDS = 1.0


async def pause(stage: Stage) -> AsyncIterator[Finding]:
    """Halt a worker between fold and commit until another has taken over; halt a server while another plays on.

    The worker's commit goes out when it wakes, long after its lease, and it dies behind it: the worst that can happen.
    """
    if sys.platform != "linux":
        yield Finding("a worker that wakes past its lease does no harm", None, "seen on Linux only")
        return
    with stage.store() as store:
        async with stage.deployed(store.url, servers=2, workers=2, lease_seconds=str(LEASE_SECONDS)) as deployment:
            await deployment.traffic.open_tables(TABLES)
            sleeper = deployment.workers[0]
            async with deployment.traffic.playing() as outcome:
                for turn in range(stage.size.rounds):
                    if turn:
                        sleeper.resume()
                        await until_dead([sleeper])
                    await _halt_worker(stage, deployment)
                    deployment.servers[1].pause()
                    await deployment.traffic.some_commands(20)
                    await asyncio.sleep(2 * LEASE_SECONDS)
                    deployment.servers[1].resume()
                    await deployment.traffic.some_commands(20)
            for finding in kept(outcome):
                yield finding
            others = await deployment.read_models()
            yield Finding(
                "another worker takes over from one that stands still", others.held, others.facts, others.problems
            )
            sleeper.resume()
            await until_dead([sleeper])
            yield await deployment.read_models()


async def _halt_worker(stage: Stage, deployment: Deployment) -> None:
    """Start the first worker so that it stops before its next commit, and wait until it stands."""
    sleeper, halt = deployment.workers[0], stage.path("halt")
    sleeper.kill()
    deployment.bend(sleeper, "--halt", str(halt))
    await sleeper.start()
    await deployment.traffic.some_commands()
    halt.touch()
    await until_still(sleeper)
