"""Correlation: the id under which the logs of all processes have what was done for one call."""

import random
import re
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any, Final

HEADER: Final = "x-request-id"
"""The caller's own id of a call, and the trailer that says under which id it is in the logs."""

TRACE: Final = "traceparent"
"""W3C trace context: its trace id is taken where no id of its own comes with a call."""

_ID: Final = re.compile(r"[A-Za-z0-9._:/+=-]{1,64}")
_TRACE: Final = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}")

_current: ContextVar[str] = ContextVar("correlation_id", default="")


def begin(headers: Mapping[str, str | bytes]) -> str:
    """From now on, in this task and those that it starts, logs carry the id that came with a call, or a new one."""
    correlation_id = _given(headers) or new_id()
    _current.set(correlation_id)
    return correlation_id


def current() -> str:
    """The id of the call that is being answered; empty outside of one."""
    return _current.get()


def new_id() -> str:
    """An id, 16 hexadecimal digits. It is no secret and need not be hard to guess."""
    return f"{random.getrandbits(64):016x}"


def add_correlation(_: Any, __: str, entry: dict[str, Any]) -> dict[str, Any]:
    """A processor of structlog: adds the id to what is logged while a call is being answered."""
    correlation_id = _current.get()
    if correlation_id:
        entry.setdefault("correlation_id", correlation_id)
    return entry


def _given(headers: Mapping[str, str | bytes]) -> str:
    own = headers.get(HEADER)
    if isinstance(own, str) and _ID.fullmatch(own):
        return own
    trace = headers.get(TRACE)
    match = _TRACE.fullmatch(trace) if isinstance(trace, str) else None
    return match[1] if match else ""
