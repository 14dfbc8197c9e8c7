"""Refusals on the wire: a Rejected as a gRPC status with an ErrorInfo (AIP-193)."""

from typing import Any, Final

import grpc
from google.protobuf import any_pb2
from google.protobuf.message import Message
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status
from ludarium.v1 import errors_pb2

from server.access.correlation import HEADER
from server.games.kernel.rejection import Reason, Rejected

DOMAIN: Final = "ludarium"

CODES: Final[dict[errors_pb2.Reason.ValueType, grpc.StatusCode]] = {
    errors_pb2.REASON_MALFORMED: grpc.StatusCode.INVALID_ARGUMENT,
    errors_pb2.REASON_NO_VALID_TOKEN: grpc.StatusCode.UNAUTHENTICATED,
    errors_pb2.REASON_NOT_ALLOWED: grpc.StatusCode.PERMISSION_DENIED,
    errors_pb2.REASON_UNKNOWN_TABLE: grpc.StatusCode.NOT_FOUND,
    errors_pb2.REASON_UNKNOWN_GAME: grpc.StatusCode.INVALID_ARGUMENT,
    errors_pb2.REASON_UNKNOWN_MODULE: grpc.StatusCode.INVALID_ARGUMENT,
    errors_pb2.REASON_FORBIDDEN_MIX: grpc.StatusCode.INVALID_ARGUMENT,
    errors_pb2.REASON_WRONG_SEAT_COUNT: grpc.StatusCode.INVALID_ARGUMENT,
    errors_pb2.REASON_TABLE_NOT_OPEN: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_TABLE_FULL: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_SEAT_TAKEN: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_ALREADY_SEATED: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_NOT_SEATED: grpc.StatusCode.PERMISSION_DENIED,
    errors_pb2.REASON_SEATS_FREE: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_NOT_STARTED: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_TABLE_CLOSED: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_NOT_YOUR_DECISION: grpc.StatusCode.PERMISSION_DENIED,
    errors_pb2.REASON_DECISION_NOT_OPEN: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_ILLEGAL: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_STALE_VERSION: grpc.StatusCode.ABORTED,
    errors_pb2.REASON_COMMAND_ID_REUSED: grpc.StatusCode.ALREADY_EXISTS,
    errors_pb2.REASON_UNDO_CLOSED: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_NO_UNDO_ASKED: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_STORE_UNAVAILABLE: grpc.StatusCode.UNAVAILABLE,
    errors_pb2.REASON_OUTCOME_UNKNOWN: grpc.StatusCode.UNAVAILABLE,
    errors_pb2.REASON_NEEDS_NEWER_SERVER: grpc.StatusCode.UNAVAILABLE,
    errors_pb2.REASON_HISTORY_WENT_BACK: grpc.StatusCode.OUT_OF_RANGE,
    errors_pb2.REASON_SLOW_READER: grpc.StatusCode.RESOURCE_EXHAUSTED,
    errors_pb2.REASON_NOT_FRESH_ENOUGH: grpc.StatusCode.UNAVAILABLE,
    errors_pb2.REASON_TOO_LARGE: grpc.StatusCode.RESOURCE_EXHAUSTED,
    errors_pb2.REASON_NO_SUCH_VERSION: grpc.StatusCode.OUT_OF_RANGE,
    errors_pb2.REASON_INTERNAL: grpc.StatusCode.INTERNAL,
    errors_pb2.REASON_UNKNOWN_PROJECTION: grpc.StatusCode.NOT_FOUND,
    errors_pb2.REASON_NOT_PARKED: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_STILL_STUCK: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_REBUILD_FAILED: grpc.StatusCode.ABORTED,
    errors_pb2.REASON_WRONG_INVITATION: grpc.StatusCode.PERMISSION_DENIED,
    errors_pb2.REASON_NO_SPECTATORS: grpc.StatusCode.PERMISSION_DENIED,
    errors_pb2.REASON_TIME_NOT_OUT: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_GAME_NOT_OVER: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_WITHOUT_SWANS: grpc.StatusCode.FAILED_PRECONDITION,
    errors_pb2.REASON_UNKNOWN_PLAYER: grpc.StatusCode.NOT_FOUND,
    errors_pb2.REASON_TOO_MANY_CALLS: grpc.StatusCode.RESOURCE_EXHAUSTED,
}
"""The gRPC code of each reason, as the contract's comments promise it."""


def code_of(rejection: Rejected) -> grpc.StatusCode:
    """The gRPC code of a refusal."""
    return CODES.get(rejection.reason, grpc.StatusCode.INTERNAL)


def metadata_of(rejection: Rejected) -> dict[str, str]:
    """The metadata of a refusal's ErrorInfo: the broken rule and whatever the reason promises."""
    rule = {"rule": rejection.rule} if rejection.rule else {}
    return rule | rejection.metadata


def status_of(rejection: Rejected, correlation_id: str = "") -> Any:
    """The refusal as a grpc.Status: for `context.abort_with_status`.

    Its details hold an ErrorInfo, and a RetryInfo where the caller is to wait; a trailer has the correlation id.
    """
    info = error_details_pb2.ErrorInfo(reason=rejection.reason_name, domain=DOMAIN, metadata=metadata_of(rejection))
    details = [_packed(info)]
    if "retry_milliseconds" in rejection.metadata:
        retry = error_details_pb2.RetryInfo()
        retry.retry_delay.FromMilliseconds(int(rejection.metadata["retry_milliseconds"]))
        details.append(_packed(retry))
    code = code_pb2.Code.Value(code_of(rejection).name)
    status = rpc_status.to_status(status_pb2.Status(code=code, message=rejection.message, details=details))
    trailers = (*status.trailing_metadata, (HEADER, correlation_id)) if correlation_id else status.trailing_metadata
    return status._replace(trailing_metadata=trailers)


def _packed(message: Message) -> any_pb2.Any:
    packed = any_pb2.Any()
    packed.Pack(message)
    return packed


def internal(correlation_id: str) -> Rejected:
    """The refusal for a fault that nobody foresaw; the logs have it under the correlation id."""
    message = f"The server failed; whoever runs it finds the cause under {correlation_id} in its logs."
    return Rejected(Reason.REASON_INTERNAL, message, correlation_id=correlation_id)
