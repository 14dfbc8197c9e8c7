"""Servers that misbehave on purpose, each as its test says."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import grpc
from google.protobuf import any_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status
from ludarium.v1 import commands_pb2, events_pb2, tables_pb2

Subscribe = Callable[[events_pb2.SubscribeRequest, Any], AsyncIterator[events_pb2.SubscribeResponse]]


async def refuse(context: Any, code: grpc.StatusCode, reason: str, message: str = "no", **metadata: str) -> None:
    """End a call as the real servers do."""
    detail = any_pb2.Any()
    detail.Pack(error_details_pb2.ErrorInfo(reason=reason, domain="ludarium", metadata=metadata))
    status = status_pb2.Status(code=code_pb2.Code.Value(code.name), message=message, details=[detail])
    await context.abort_with_status(rpc_status.to_status(status))


def frame(version: int, **fields: Any) -> events_pb2.SubscribeResponse:
    """A frame whose token has that version."""
    token = events_pb2.Token(version=version, event_id=version.to_bytes(8, "big"))
    return events_pb2.SubscribeResponse(frame=events_pb2.Frame(table_id="T", token=token, **fields))


class FakeEvents:
    """Answers the first subscription with the first function, the second with the second; notes what was asked for."""

    def __init__(self, answers: Sequence[Subscribe]) -> None:
        self._answers = list(answers)
        self.requests: list[events_pb2.SubscribeRequest] = []

    def handler(self) -> grpc.GenericRpcHandler:
        """What a server needs of it."""
        subscribe = grpc.unary_stream_rpc_method_handler(
            self._subscribe, events_pb2.SubscribeRequest.FromString, events_pb2.SubscribeResponse.SerializeToString
        )
        return grpc.method_handlers_generic_handler("ludarium.v1.EventService", {"Subscribe": subscribe})

    async def _subscribe(self, request: events_pb2.SubscribeRequest, context: Any) -> Any:
        self.requests.append(request)
        async for response in self._answers.pop(0)(request, context):
            yield response


class FakeTables:
    """Shows a table that stands at a version."""

    def __init__(self, version: int) -> None:
        self._version = version

    def handler(self) -> grpc.GenericRpcHandler:
        """What a server needs of it."""
        get_table = grpc.unary_unary_rpc_method_handler(
            self._get_table, tables_pb2.GetTableRequest.FromString, tables_pb2.GetTableResponse.SerializeToString
        )
        return grpc.method_handlers_generic_handler("ludarium.v1.TableService", {"GetTable": get_table})

    async def _get_table(self, request: tables_pb2.GetTableRequest, context: Any) -> tables_pb2.GetTableResponse:
        return tables_pb2.GetTableResponse(token=frame(self._version).frame.token)


class FakeCommands:
    """Answers each Submit, and each Play, with the next function; notes what was submitted."""

    def __init__(self, submits: Sequence[Callable[[Any, Any], Awaitable[Any]]] = (), plays: Sequence[Any] = ()) -> None:
        self._submits = list(submits)
        self._plays = list(plays)
        self.submitted: list[commands_pb2.SubmitRequest] = []

    def handler(self) -> grpc.GenericRpcHandler:
        """What a server needs of it."""
        submit = grpc.unary_unary_rpc_method_handler(
            self._submit, commands_pb2.SubmitRequest.FromString, commands_pb2.SubmitResponse.SerializeToString
        )
        play = grpc.stream_stream_rpc_method_handler(
            self._play, commands_pb2.PlayRequest.FromString, commands_pb2.PlayResponse.SerializeToString
        )
        return grpc.method_handlers_generic_handler("ludarium.v1.CommandService", {"Submit": submit, "Play": play})

    async def _submit(self, request: commands_pb2.SubmitRequest, context: Any) -> Any:
        self.submitted.append(request)
        return await self._submits.pop(0)(request, context)

    async def _play(self, requests: Any, context: Any) -> Any:
        async for response in self._plays.pop(0)(requests, context):
            yield response


@asynccontextmanager
async def serving(*services: FakeEvents | FakeTables | FakeCommands) -> AsyncIterator[str]:
    """A server with these fakes; gives its address."""
    server = grpc.aio.server()
    server.add_generic_rpc_handlers(tuple(service.handler() for service in services))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await server.stop(None)
