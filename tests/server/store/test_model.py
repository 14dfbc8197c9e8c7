"""The append function against a model of it in plain Python, under any sequence of commands."""

import asyncio
import os
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ludarium.v1.events_pb2 import Event

from server.store.outcomes import Appended, Conflict, Outcome, Reused, Seen
from server.store.points import NOWHERE, Point
from server.store.store import EventStore
from tests.server.store.writing import events_after, new_table, point_of, stored

EXPECTATIONS = ("the last point", "nowhere", "one before", "one after", "another event")


@dataclass(frozen=True, slots=True)
class Command:
    table: int
    expecting: str
    command_id: str
    digest: bytes
    count: int
    deadline_ms: int | None
    keep_deadline: bool


COMMANDS = st.lists(
    st.builds(
        Command,
        table=st.integers(0, 1),
        expecting=st.sampled_from(EXPECTATIONS[:1] * 4 + EXPECTATIONS),
        command_id=st.sampled_from("abcdefgh"),
        digest=st.sampled_from((b"x" * 32, b"\0" * 32, b"")),
        count=st.integers(0, 3),
        deadline_ms=st.none() | st.integers(1, 10**13),
        keep_deadline=st.booleans(),
    ),
    max_size=25,
)


@dataclass(slots=True)
class TableModel:
    """What a table should hold."""

    events: list[Event] = field(default_factory=list)
    commands: dict[str, tuple[int, int, bytes]] = field(default_factory=dict)
    deadline_ms: int | None = None

    @property
    def last(self) -> Point:
        return point_of(self.events[-1]) if self.events else NOWHERE

    def expectation(self, kind: str) -> Point:
        match kind:
            case "the last point":
                return self.last
            case "one before" if len(self.events) > 1:
                return point_of(self.events[-2])
            case "one after":
                return Point(self.last.version + 1, b"12345678")
            case "another event" if self.events:
                return Point(self.last.version, os.urandom(8))
        return NOWHERE

    def append(self, command: Command, expected: Point, events: list[Event]) -> Outcome:
        known = self.commands.get(command.command_id)
        if known is not None:
            return Seen(*known[:2]) if known[2] == command.digest else Reused()
        if expected != self.last:
            return Conflict(self.last)
        self.commands[command.command_id] = (expected.version + 1, expected.version + len(events), command.digest)
        self.events += events
        if not command.keep_deadline:
            self.deadline_ms = command.deadline_ms
        return Appended(tuple(map(point_of, events)))


@pytest.fixture
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


def test_the_store_behaves_as_the_model_does(store_url: str, runner: asyncio.Runner) -> None:
    store = runner.run(EventStore.connect(store_url, check=False))

    @settings(max_examples=60, deadline=None)
    @given(COMMANDS)
    def behaves_alike(commands: list[Command]) -> None:
        runner.run(_compare(store, commands))

    behaves_alike()
    runner.run(store.close())


async def _compare(store: EventStore, commands: list[Command]) -> None:
    tables = [(new_table(), TableModel()) for _ in range(2)]
    for command in commands:
        table, model = tables[command.table]
        expected = model.expectation(command.expecting)
        events = events_after(expected, command.count)
        outcome = await store.append(
            table,
            expected,
            events,
            actor="seat:0",
            command_id=command.command_id,
            digest=command.digest,
            deadline_ms=command.deadline_ms,
            keep_deadline=command.keep_deadline,
        )
        assert outcome == model.append(command, expected, events)
    due = dict(await store.due_deadlines(10**14, limit=10**6))
    for table, model in tables:
        assert await store.last(table) == model.last
        assert await store.read(table) == stored(model.events)
        assert due.get(table) == model.deadline_ms
