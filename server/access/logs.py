"""Logs: one line a message, as text for people or JSON for machines. What is secret is never handed to them."""

import logging
import sys
from enum import StrEnum
from typing import Any, Final

import structlog

from server.access.correlation import add_correlation

AUDIT: Final = "ludarium.audit"
"""The logger of what operators do, whose lines are never left out."""


class LogLevel(StrEnum):
    """How important a message is."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def configure_logs(level: LogLevel, *, as_json: bool) -> None:
    """Send this process's logs to stderr, from `level` on."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        add_correlation,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    renderer: Any = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=False)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    processors = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer]
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=processors, foreign_pre_chain=shared))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.getLogger(AUDIT).setLevel(logging.INFO)  # whatever else is left out
