"""What went wrong, as a caller hears it: refusals, the store's failures as refusals, and all else as a fault."""

import secrets
from typing import Any

import structlog

from server.access.errors import internal
from server.games.kernel.rejection import Rejected
from server.store.errors import OutcomeUnknown, StoreUnavailable
from server.tables import refusals

log: Any = structlog.get_logger("ludarium.api")


def refusal_of(error: Exception, method: str) -> Rejected:
    """The refusal that a caller of `method` gets for any error. An unforeseen one is logged under a correlation id."""
    if isinstance(error, Rejected):
        return error
    if isinstance(error, OutcomeUnknown):
        return refusals.outcome_unknown()
    if isinstance(error, StoreUnavailable | TimeoutError):
        return refusals.store_unavailable()
    correlation_id = secrets.token_hex(8)
    log.error("call failed", method=method, correlation_id=correlation_id, exc_info=error)
    return internal(correlation_id)
