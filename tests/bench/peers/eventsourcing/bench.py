"""Commands a second, and events replayed a second, of the eventsourcing library on a trivial aggregate.

    python bench.py TABLES SECONDS

Once with its recorder in memory (POPO) and once with SQLite on a file, as the library sets it up. It has no server, so
nothing crosses a process: a command is load, call, save, in turn at each of the aggregates.
"""

import json
import os
import platform
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Counter(Aggregate):
    """Counts its moves."""

    @event("Begun")
    def __init__(self) -> None:
        self.moves = 0

    @event("Counted")
    def count(self) -> None:
        """Make a move."""
        self.moves += 1


class Counters(Application[UUID]):
    """All counters."""

    def begin(self) -> UUID:
        """A new counter."""
        counter = Counter()
        self.save(counter)
        return counter.id

    def count(self, counter_id: UUID) -> None:
        """Make a move with one."""
        counter: Counter = self.repository.get(counter_id)
        counter.count()
        self.save(counter)


def commands_per_second(application: Counters, tables: int, seconds: float) -> float:
    """Moves at all counters in turn."""
    counters = [application.begin() for _ in range(tables)]
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        application.count(counters[done % tables])
        done += 1
    return done / (time.perf_counter() - began)


def replayed_per_second(application: Counters, events: int) -> float:
    """A counter with so many events, loaded anew."""
    counter = Counter()
    for _ in range(events - 1):
        counter.count()
    application.save(counter)
    began = time.perf_counter()
    application.repository.get(counter.id)
    return events / (time.perf_counter() - began)


def main() -> None:
    """Measure both and print one JSON document."""
    tables, seconds = int(sys.argv[1]), float(sys.argv[2])
    cached = {"AGGREGATE_CACHE_MAXSIZE": str(2 * tables)}
    memory = Counters(env=cached)
    with tempfile.TemporaryDirectory(prefix="peer-eventsourcing-") as directory:
        environment = {
            "PERSISTENCE_MODULE": "eventsourcing.sqlite",
            "SQLITE_DBNAME": os.fspath(Path(directory) / "events.db"),
        }
        files = Counters(env=environment | cached)
        figures = {
            "version": version("eventsourcing"),
            "runtime": f"Python {platform.python_version()}",
            "aggregates": tables,
            "commands_per_second_in_memory": round(commands_per_second(memory, tables, seconds)),
            "commands_per_second_in_sqlite": round(commands_per_second(files, tables, seconds)),
            "replayed_events_per_second_in_sqlite": round(replayed_per_second(files, 1500)),
            "persistence": "in memory: its POPO recorder; in SQLite: a file, in WAL mode; aggregates cached",
        }
        files.close()
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
