"""Rolling upgrades: old and new side by side on one store, forwards and back."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Sequence
from pathlib import Path
from typing import Any

import grpc
from ludarium.v1 import commands_pb2, events_pb2, table_events_pb2, tables_pb2
from redis.asyncio import Redis

from clients.rehearse.callers import Caller, Channel, refusal_in
from clients.rehearse.finding import Finding, kept
from clients.rehearse.processes import Process
from clients.rehearse.stage import Deployment, Stage
from clients.rehearse.versions import UNKNOWN, NoVersionError, ahead, previous
from server.store.embedded import EmbeddedServer
from server.store.outcomes import Appended
from server.store.store import EventStore

TABLES = 6


async def upgrade(stage: Stage) -> AsyncIterator[Finding]:
    """Roll servers and workers from the previous commit to this version, back out, and on; then a step ahead."""
    old, new = stage.path("previous"), stage.path("ahead")
    try:
        commit = await asyncio.to_thread(previous, old)
        await asyncio.to_thread(ahead, new)
    except NoVersionError as error:
        yield Finding("a rolling upgrade loses no event and fails no command", None, str(error))
        return
    with stage.store() as store:
        async with stage.deployed(store.url, servers=2, workers=2, code=old) as deployment:
            traffic = deployment.traffic
            await traffic.open_tables(TABLES)
            async with traffic.playing() as outcome:
                await traffic.some_commands()
                for code in (None, old, None):  # upgrade, back-out, upgrade
                    for process in deployment.processes:
                        await _exchange(process, code)
                        await traffic.some_commands()
                await _exchange(deployment.servers[1], new)
                await traffic.some_commands()
            refused = dict(traffic.ledger.refused)
            facts = f"from {commit}: {len(traffic.ledger.sent)} commands, {traffic.ledger.retries} calls sent again"
            yield Finding("a rolling upgrade fails no command", not refused, facts, [f"{refused}"] if refused else [])
            for finding in kept(outcome):
                yield finding
            yield await deployment.read_models()
            yield await _libraries(store)
            async for finding in _unknown_event(deployment, store):
                yield finding


async def _exchange(process: Process, code: Path | None) -> None:
    """Stop a process in good order, and start it with other code."""
    await asyncio.to_thread(process.stop)
    process.run_code(code)
    await process.start()


async def _libraries(store: EmbeddedServer) -> Finding:
    """Whether each version's append function is there."""
    async with Redis.from_url(store.url) as redis:
        listed = await redis.execute_command("FUNCTION", "LIST", "LIBRARYNAME", "ludarium_append_*")  # type: ignore[no-untyped-call]
    return Finding(
        "each version calls its own functions", len(listed) >= 2, f"{len(listed)} append libraries side by side"
    )


async def _unknown_event(deployment: Deployment, store: EmbeddedServer) -> AsyncIterator[Finding]:
    """Put an event on a table that only the version ahead knows, and ask both versions for the table."""
    now, later = deployment.traffic.channels
    played = [
        (table_id, players) for table_id, players in deployment.traffic.tables if await _runs(now, table_id, players)
    ]
    (strange, players), (other, others) = played[0], played[1]
    await _append_unknown(store.url, strange)
    answers = [
        await _asked(now, strange, players),
        await _asked(later, strange, players),
        await _asked(now, other, others),
    ]
    wanted = ["NEEDS_NEWER_SERVER", "OK", "OK"]
    facts = f"this version: {answers[0]}, the one ahead: {answers[1]}, another table: {answers[2]}"
    yield Finding(
        "an event that a server does not know is NEEDS_NEWER_SERVER, that table alone", answers == wanted, facts
    )
    player, command = await later.next_command(strange, players)
    refused = await _submitted(now, player, command)
    done = await _submitted(later, player, command)
    facts = f"this version: {refused}, the one ahead: {done}"
    yield Finding("a newer server plays on", (refused, done) == ("NEEDS_NEWER_SERVER", "OK"), facts)


async def _runs(channel: Channel, table_id: str, players: Sequence[Caller]) -> bool:
    seen = await channel.look(table_id, players[0])
    return bool(seen.decisions)


async def _append_unknown(url: str, table_id: str) -> None:
    streams = await EventStore.connect(url, check=False)
    last = await streams.last(table_id)
    event = events_pb2.Event(version=last.version + 1, event_id=os.urandom(8), last=True)
    event.time.FromMilliseconds(time.time_ns() // 1_000_000)
    event.table.CopyFrom(table_events_pb2.TableEvent.FromString(UNKNOWN))
    outcome = await streams.append(
        table_id, last, [event], actor="rehearsal", command_id="noted", digest=b"", keep_deadline=True
    )
    assert isinstance(outcome, Appended)
    await streams.close()


async def _asked(channel: Channel, table_id: str, players: Sequence[Caller]) -> str:
    look = tables_pb2.GetTableRequest(table_id=table_id)
    return await _answer(channel.tables.GetTable(look, metadata=players[0].metadata))


async def _submitted(channel: Channel, player: Caller, command: commands_pb2.SubmitRequest) -> str:
    return await _answer(channel.commands.Submit(command, metadata=player.metadata))


async def _answer(call: Awaitable[Any]) -> str:
    try:
        await call
    except grpc.aio.AioRpcError as error:
        return refusal_in(error).reason
    return "OK"
