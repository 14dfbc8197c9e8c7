"""What is played through the command server's doors is seen through the query server's."""

import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import pytest
from ludarium.games.alhambra.v1 import options_pb2
from ludarium.v1 import (
    commands_pb2,
    commands_pb2_grpc,
    events_pb2,
    players_pb2,
    queries_pb2,
    queries_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
    views_pb2,
)
from prometheus_client import CollectorRegistry

from projections.catalogue import PROJECTIONS
from projections.process import WorkerProcess
from projections.query.server import QueryServer
from projections.settings import QuerySettings, WorkerSettings
from server.access.tokens import Tokens
from server.api.server import CommandServer
from server.api.settings import Settings

KEY = "a key for tests that is 32 bytes or longer"
COMMANDS = 80


@dataclass(frozen=True)
class Deployment:
    """The services of a whole deployment."""

    tables: Any
    commands: Any
    queries: Any


@pytest.fixture
async def deployment(tmp_path: Path) -> AsyncIterator[Deployment]:
    server = CommandServer(Settings(data=tmp_path, port=0, token_key=KEY), CollectorRegistry())
    await server.start()
    worker = WorkerProcess(WorkerSettings(redis=server.redis), PROJECTIONS, CollectorRegistry())
    await worker.start()
    query = QueryServer(QuerySettings(redis=server.redis, query_port=0, token_key=KEY), CollectorRegistry())
    await query.start()
    async with (
        grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as commands,
        grpc.aio.insecure_channel(f"127.0.0.1:{query.port}") as queries,
    ):
        yield Deployment(
            tables_pb2_grpc.TableServiceStub(commands),
            commands_pb2_grpc.CommandServiceStub(commands),
            queries_pb2_grpc.QueryServiceStub(queries),
        )
    await query.stop()
    await worker.stop()
    await server.stop()


def as_player(player_id: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {Tokens(KEY).issue(player_id, players_pb2.ROLE_PLAYER)}"),)


async def started_table(deployment: Deployment, players: list[str]) -> str:
    """A table of these players whose game has begun."""
    options = views_pb2.GameOptions(alhambra=options_pb2.Options())
    request = tables_pb2.CreateTableRequest(options=options, seats=len(players), request_id=str(uuid4()))
    table_id = (await deployment.tables.CreateTable(request, metadata=as_player(players[0]))).table.table_id
    for player in players:
        join = tables_pb2.JoinTableRequest(table_id=table_id, request_id=str(uuid4()))
        await deployment.tables.JoinTable(join, metadata=as_player(player))
    start = tables_pb2.StartTableRequest(table_id=table_id, request_id=str(uuid4()))
    await deployment.tables.StartTable(start, metadata=as_player(players[0]))
    return str(table_id)


async def play_one(deployment: Deployment, table_id: str, players: list[str], rng: random.Random) -> events_pb2.Token:
    """Answer the open decision by any legal choice; gives the point after it."""
    shown = await deployment.tables.GetTable(
        tables_pb2.GetTableRequest(table_id=table_id), metadata=as_player(players[0])
    )
    decision = shown.decisions[0]
    caller = as_player(players[decision.seat])
    listed = await deployment.commands.ListChoices(
        commands_pb2.ListChoicesRequest(table_id=table_id, decision=decision.id), metadata=caller
    )
    submit = commands_pb2.SubmitRequest(
        table_id=table_id,
        command_id=str(uuid4()),
        decision=decision.id,
        command=rng.choice(listed.choices).command,
    )
    token: events_pb2.Token = (await deployment.commands.Submit(submit, metadata=caller)).token
    return token


async def test_whoever_asks_with_the_token_of_a_command_sees_it(deployment: Deployment) -> None:
    players, rng = ["ann", "ben", "cleo"], random.Random(1)
    table_id = await started_table(deployment, players)
    for _ in range(COMMANDS):
        token = await play_one(deployment, table_id, players, rng)
        request = queries_pb2.GetScoreboardRequest(table_id=table_id, at_least=token)
        answer = await deployment.queries.GetScoreboard(request, metadata=as_player("ann"))
        assert not answer.behind
        assert answer.scoreboard.token == token

    table = await deployment.tables.GetTable(tables_pb2.GetTableRequest(table_id=table_id), metadata=as_player("ben"))
    frame = await deployment.queries.GetFrame(
        queries_pb2.GetFrameRequest(table_id=table_id, viewer=queries_pb2.ReplayViewer(seat=1)),
        metadata=as_player("ben"),
    )
    mine = await deployment.queries.ListTables(
        queries_pb2.ListTablesRequest(player_id="ben", status=tables_pb2.TABLE_STATUS_RUNNING),
        metadata=as_player("ben"),
    )
    assert frame.frame.view == table.view
    assert frame.frame.decisions == table.decisions
    assert [row.table for row in mine.rows] == [table.table]
    assert list(mine.rows[0].waiting_for) == [decision.seat for decision in table.decisions]


async def test_an_undo_through_the_doors_is_seen(deployment: Deployment) -> None:
    players, rng = ["ann", "ben"], random.Random(2)
    table_id = await started_table(deployment, players)
    undone = 0
    for _ in range(COMMANDS):
        token = await play_one(deployment, table_id, players, rng)
        for player in players:
            shown = await deployment.tables.GetTable(
                tables_pb2.GetTableRequest(table_id=table_id), metadata=as_player(player)
            )
            if not shown.undo_points:
                continue
            undo = commands_pb2.UndoRequest(
                table_id=table_id, command_id=str(uuid4()), to_version=shown.undo_points[0].to_version
            )
            token = (await deployment.commands.Undo(undo, metadata=as_player(player))).token
            undone += 1
            break
        if undone > 3:
            break
    request = queries_pb2.GetReplayIndexRequest(table_id=table_id, at_least=token)
    answer = await deployment.queries.GetReplayIndex(request, metadata=as_player("ann"))

    assert undone
    assert not answer.behind
    assert answer.index.versions == token.version
    assert answer.index.steps[-1] == token.version
    assert len(answer.index.steps) < token.version
