"""A backup that is taken while tables are played, and restored into a new store."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Final

from clients.rehearse.callers import Caller
from clients.rehearse.finding import Finding, kept
from clients.rehearse.load import Acknowledged, Ledger
from clients.rehearse.processes import environment
from clients.rehearse.stage import Stage
from clients.rehearse.traffic import Outcome
from server.store.embedded import EmbeddedServer

TABLES: Final = 6
COMMAND_SECONDS: Final = 300.0


async def restore(stage: Stage) -> AsyncIterator[Finding]:
    """Back up under load, lose the store, restore into a new one, and play on there."""
    backup = stage.path("backup")
    with stage.store() as store:
        async with stage.deployed(store.url, servers=2, workers=1) as deployment:
            traffic = deployment.traffic
            await traffic.open_tables(TABLES)
            async with traffic.playing():
                await traffic.some_commands(30)
                before = dict(traffic.ledger.acknowledged)
                code, words = await _ludarium("backup", str(backup), "--redis", store.url)
                await traffic.some_commands(30)
            facts = words[0].rpartition("taken ")[2] if words else ""
            yield Finding("a backup is taken while play goes on", code == 0, facts, words)
    with stage.store() as store:
        code, words = await _ludarium("restore", str(backup), "--redis", store.url, "--yes")
        yield Finding("a restored store is checked, every table of it", code == 0, words[-1] if words else "", words)
        async for finding in _in_the_new_store(stage, store, before, traffic.tables):
            yield finding


async def _in_the_new_store(
    stage: Stage,
    store: EmbeddedServer,
    before: dict[str, Acknowledged],
    tables: list[tuple[str, list[Caller]]],
) -> AsyncIterator[Finding]:
    there = {answer.table_id for answer in before.values()}
    async with stage.deployed(store.url, servers=2, workers=1) as deployment:
        traffic = deployment.traffic
        traffic.tables = [(table_id, players) for table_id, players in tables if table_id in there]
        traffic.ledger = Ledger(acknowledged=before)
        outcome = Outcome()
        await traffic.settle(outcome)
        missing = outcome.comparison.missing
        facts = f"{len(before)} acknowledged before the backup, {len(missing)} missing"
        yield Finding("what was acknowledged before a backup is in it", not missing, facts)
        async with traffic.playing() as outcome:
            await traffic.some_commands(30)
        for finding in kept(outcome):
            yield finding
        yield await deployment.read_models()
        code, words = await _ludarium("verify", "--all", "--redis", store.url)
        yield Finding("verify finds nothing wrong with any table", code == 0, words[-1] if words else "", words)


async def _ludarium(*arguments: str) -> tuple[int, list[str]]:
    """Run the command line as an operator does; its exit status and what it printed."""
    done = await asyncio.to_thread(
        subprocess.run,
        (sys.executable, "-m", "clients.cli", *arguments),
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=COMMAND_SECONDS,
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8", "replace").strip().splitlines()
