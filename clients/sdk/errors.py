"""What can go wrong with a call, as exceptions that carry the machine-readable reason."""

from collections.abc import Mapping
from typing import Any

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status

DOMAIN = "ludarium"


class LudariumError(Exception):
    """A call that did not succeed.

    `status` is the gRPC status, `reason` the reason of the contract without its prefix (`ILLEGAL`; empty when the
    answer carried none), `message` a sentence for people, `rule` the number of the rule that was broken (empty for
    none), `table_version` where the table stood, `metadata` all that the answer's ErrorInfo held.
    """

    def __init__(
        self, status: grpc.StatusCode, message: str, reason: str = "", metadata: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.reason = reason
        self.metadata = dict(metadata or {})

    @property
    def rule(self) -> str:
        """The rule that was broken: `R4.1`; empty when it was none of a game's."""
        return self.metadata.get("rule", "")

    @property
    def table_version(self) -> int | None:
        """The version at which the table was looked at; None where the answer named none."""
        version = self.metadata.get("table_version", "")
        return int(version) if version.isdigit() else None


class Refused(LudariumError):
    """The server looked at the request and said no. Nothing changed; asking again gives the same answer."""


class NotAllowed(Refused):
    """The token is missing, forged or expired, or its role may not do this."""


class NotFound(Refused):
    """There is no such table, or the table has no such version."""


class HistoryWentBack(LudariumError):
    """A failover of the store lost the point that a token names: start from the table's present view."""


class SlowReader(LudariumError):
    """The server ended a stream that was read too slowly: subscribe again after the last token."""


class Unavailable(LudariumError):
    """No answer could be had before the deadline, or the server can't serve the request now. Ask again later."""

    @property
    def wait_seconds(self) -> float:
        """How long the server wants the caller to wait, who has been too fast; 0.0 where it does not say."""
        milliseconds = self.metadata.get("retry_milliseconds", "")
        return int(milliseconds) / 1000 if milliseconds.isdigit() else 0.0


class OutcomeUnknown(Unavailable):
    """A command went out and no answer came: it may have been carried out. Send the same command id again."""


_BY_REASON: dict[str, type[LudariumError]] = {
    "HISTORY_WENT_BACK": HistoryWentBack,
    "SLOW_READER": SlowReader,
    "TOO_MANY_CALLS": Unavailable,
    "OUTCOME_UNKNOWN": OutcomeUnknown,
}
_BY_STATUS: dict[grpc.StatusCode, type[LudariumError]] = {
    grpc.StatusCode.UNAVAILABLE: Unavailable,
    grpc.StatusCode.DEADLINE_EXCEEDED: Unavailable,
    grpc.StatusCode.CANCELLED: Unavailable,
    grpc.StatusCode.UNAUTHENTICATED: NotAllowed,
    grpc.StatusCode.PERMISSION_DENIED: NotAllowed,
    grpc.StatusCode.NOT_FOUND: NotFound,
    grpc.StatusCode.OUT_OF_RANGE: NotFound,
    grpc.StatusCode.INTERNAL: LudariumError,
    grpc.StatusCode.UNKNOWN: LudariumError,
}
_STATUS_BY_NUMBER = {status.value[0]: status for status in grpc.StatusCode}


def error_of(
    status: grpc.StatusCode, message: str, reason: str = "", metadata: Mapping[str, str] | None = None
) -> LudariumError:
    """The typed error for a status and a reason."""
    kind = _BY_REASON.get(reason) or _BY_STATUS.get(status, Refused)
    return kind(status, message, reason, metadata)


def from_rpc(error: grpc.aio.AioRpcError) -> LudariumError:
    """The typed error for a failed call, with what its ErrorInfo says."""
    info = _error_info(error)
    message = error.details() or error.code().name.lower().replace("_", " ")
    if info is None:
        return error_of(error.code(), message)
    return error_of(error.code(), message, info.reason, dict(info.metadata))


def from_number(number: int, message: str, reason: str, metadata: Mapping[str, str]) -> LudariumError:
    """The typed error for a status code given as a number, as a Play stream carries it."""
    return error_of(_STATUS_BY_NUMBER.get(number, grpc.StatusCode.UNKNOWN), message, reason, metadata)


def _error_info(error: grpc.aio.AioRpcError) -> error_details_pb2.ErrorInfo | None:
    try:
        status: Any = rpc_status.from_call(error)
    except ValueError:  # the details contradict the status: some proxy's answer, none of ours
        return None
    for detail in status.details if status is not None else ():
        info = error_details_pb2.ErrorInfo()
        if detail.Unpack(info) and info.domain == DOMAIN:
            return info
    return None
