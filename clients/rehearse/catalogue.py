"""The catalogue: everything that is rehearsed, in the order in which it is."""

import tempfile
from collections.abc import AsyncIterator, Collection
from pathlib import Path
from typing import Final

from clients.rehearse.defences import Defence
from clients.rehearse.entries.clock import clock
from clients.rehearse.entries.cut import cut
from clients.rehearse.entries.disk import disk
from clients.rehearse.entries.failover import failover, failover_local
from clients.rehearse.entries.kill import kill
from clients.rehearse.entries.pause import pause
from clients.rehearse.entries.restore import restore
from clients.rehearse.entries.stop import stop
from clients.rehearse.entries.streams import streams
from clients.rehearse.entries.trim import trim
from clients.rehearse.entries.twice import twice
from clients.rehearse.entries.upgrade import upgrade
from clients.rehearse.finding import Entry, Finding
from clients.rehearse.stage import Size, Stage

CATALOGUE: Final = (
    Entry("kill", "kill -9 of server, worker, query server, store and bots", kill),
    Entry("pause", "processes that stand still past their lease, and wake", pause),
    Entry("cut", "connections killed, cut and black-holed", cut),
    Entry("twice", "commands, events and news delivered twice", twice),
    Entry("trim", "feeds trimmed while their readers sleep", trim),
    Entry("clock", "one server's clock stepped back and on", clock),
    Entry("disk", "the store's disk fills up", disk),
    Entry("stop", "SIGTERM under load", stop),
    Entry("restore", "a backup under load, restored into a new store", restore),
    Entry("upgrade", "servers and workers rolled from the previous commit to this version and back", upgrade),
    Entry("streams", "watch streams opened and cancelled by the thousand", streams),
    Entry("failover", "resharding, planned and unplanned failover; replies wait for replicas", failover),
    Entry("failover-local", "resharding and unplanned failover; replies wait for no replica", failover_local),
)


async def rehearse(
    entry: Entry, size: Size, broken: Collection[Defence] = (), where: Path | None = None
) -> AsyncIterator[Finding]:
    """Run one entry on a stage of its own and give its findings as they come; a rehearsal that fails is a finding."""
    with tempfile.TemporaryDirectory(
        prefix=f"ludarium-{entry.name}-", dir=where, ignore_cleanup_errors=True
    ) as directory:
        try:
            async for finding in entry.run(Stage(Path(directory), size, frozenset(broken))):
                yield finding
        except Exception as error:
            words = f"{type(error).__name__}: {error}".strip(": ")
            yield Finding("the rehearsal comes to its end", False, words.splitlines()[0][:200], words.splitlines())
