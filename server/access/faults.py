"""What went wrong, as a caller hears it: refusals, the store's failures as refusals, and all else as a fault."""

from typing import Any

import structlog

from server.access import correlation
from server.access.errors import internal
from server.games.kernel.rejection import Reason, Rejected
from server.store.errors import OutcomeUnknown, StoreUnavailable

log: Any = structlog.get_logger("ludarium.calls")


def refusal_of(error: Exception, method: str) -> Rejected:
    """The refusal that a caller of `method` gets for any error. An unforeseen one is logged under a correlation id."""
    if isinstance(error, Rejected):
        return error
    if isinstance(error, OutcomeUnknown):
        return outcome_unknown()
    if isinstance(error, StoreUnavailable | TimeoutError):
        return store_unavailable()
    correlation_id = correlation.current() or correlation.new_id()
    log.error("call failed", method=method, correlation_id=correlation_id, exc_info=error)
    return internal(correlation_id)


def store_unavailable() -> Rejected:
    """The store could not be reached in time, and nothing was sent to it."""
    message = "The event store could not be reached in time; nothing was changed. Try again later."
    return Rejected(Reason.REASON_STORE_UNAVAILABLE, message)


def outcome_unknown() -> Rejected:
    """The command was sent to the store and its answer did not come in time."""
    message = (
        "The store's answer did not come in time, so the command may have been carried out or not. "
        "Send it again with the same command id: it is carried out once."
    )
    return Rejected(Reason.REASON_OUTCOME_UNKNOWN, message)
