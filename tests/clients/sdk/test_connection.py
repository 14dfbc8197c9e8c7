"""Calls: repeated while nobody answers, refused once and for all when somebody does."""

from typing import Any

import grpc
import pytest
from ludarium.v1 import commands_pb2, decisions_pb2, views_pb2

from clients.sdk.connection import DEFAULT_QUERY, DEFAULT_SERVER, Connection
from clients.sdk.errors import OutcomeUnknown, Refused, Unavailable
from clients.sdk.tables import TableClient
from tests.clients.sdk.fakes import FakeCommands, refuse, serving
from tests.patience import PATIENCE

DECISION = decisions_pb2.DecisionId(version=5)
COMMAND = views_pb2.GameCommand()


async def _unavailable(_: Any, context: Any) -> Any:
    await refuse(context, grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE", "The store can't be reached.")


async def _lost(_: Any, context: Any) -> Any:
    await context.abort(grpc.StatusCode.UNAVAILABLE, "Socket closed")


async def _good(request: Any, _: Any) -> Any:
    return commands_pb2.SubmitResponse(repeated=True)


async def _illegal(_: Any, context: Any) -> Any:
    await refuse(context, grpc.StatusCode.FAILED_PRECONDITION, "ILLEGAL", "You can't.", rule="R4.1", table_version="12")


async def _submit(commands: FakeCommands, deadline: float = PATIENCE) -> commands_pb2.SubmitResponse:
    async with serving(commands) as address, Connection(address, address, "t", deadline=deadline) as connection:
        return await TableClient(connection, "T").submit(DECISION, COMMAND)


async def test_a_command_without_an_answer_is_sent_again_under_the_same_id() -> None:
    commands = FakeCommands([_unavailable, _lost, _good])
    assert (await _submit(commands)).repeated
    assert len({request.command_id for request in commands.submitted}) == 1
    assert len(commands.submitted) == 3


async def test_a_refusal_carries_reason_rule_and_version_and_is_not_repeated() -> None:
    commands = FakeCommands([_illegal])
    with pytest.raises(Refused, match=r"You can't\.") as caught:
        await _submit(commands)
    assert (caught.value.reason, caught.value.rule, caught.value.table_version) == ("ILLEGAL", "R4.1", 12)


async def test_at_the_deadline_a_store_that_was_never_reached_is_said_to_be_unavailable() -> None:
    with pytest.raises(Unavailable, match="store can't be reached") as caught:
        await _submit(FakeCommands([_unavailable] * 50), deadline=2.0)
    assert not isinstance(caught.value, OutcomeUnknown)


async def test_at_the_deadline_a_command_that_may_have_arrived_has_an_unknown_outcome() -> None:
    with pytest.raises(OutcomeUnknown):
        await _submit(FakeCommands([_lost] + [_unavailable] * 50), deadline=2.0)


async def test_nobody_listening_is_no_unknown_outcome() -> None:
    async with Connection("127.0.0.1:1", "127.0.0.1:1", "t", deadline=0.5) as connection:
        with pytest.raises(Unavailable) as caught:
            await TableClient(connection, "T").submit(DECISION, COMMAND)
        assert not isinstance(caught.value, OutcomeUnknown)
        assert await connection.health(0.5) == {"server": False, "query": False}


async def test_addresses_and_token_come_from_the_environment_unless_given(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LUDARIUM_SERVER", "LUDARIUM_QUERY", "LUDARIUM_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    async with Connection() as plain:
        assert (plain.server, plain.query, plain.metadata) == (DEFAULT_SERVER, DEFAULT_QUERY, ())
    monkeypatch.setenv("LUDARIUM_SERVER", "there:1")
    monkeypatch.setenv("LUDARIUM_TOKEN", "secret")
    async with Connection(query="here:2") as told:
        assert (told.server, told.query) == ("there:1", "here:2")
        assert told.metadata == (("authorization", "Bearer secret"),)
        assert told.acting_with("other").metadata == (("authorization", "Bearer other"),)
        assert told.token == "secret"
