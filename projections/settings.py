"""Settings of the read side's processes, from the environment (`LUDARIUM_…`) or given directly."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self

from server.access.tokens import SMALLEST_KEY


class BadSetting(ValueError):
    """A setting that can't be used; the message names the variable and says what was expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Settings:
    redis: str = ""
    """The event store, as redis://, rediss:// or unix:// address."""
    host: str = "127.0.0.1"
    """The address to listen on."""
    archive: Path | None = None
    """The directory of archived tables, the same for all processes of a deployment; unset keeps them in the store."""
    metrics_port: int = 0
    """Where Prometheus finds the metrics; 0 for nowhere."""
    log_level: str = "info"
    """The least important messages that are logged: debug, info, warning, error."""
    log_json: bool = False
    """Log one JSON document a line instead of text."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None, **given: Any) -> Self:
        """Settings from `LUDARIUM_<FIELD>`; what is given directly (and is not None) goes before them.

        Raises BadSetting.
        """
        environment = os.environ if environment is None else environment
        read: dict[str, Any] = {}
        for field in fields(cls):
            text = environment.get(f"LUDARIUM_{field.name.upper()}", "")
            if text:
                read[field.name] = _parsed(field.name, text, field.default)
        read |= {name: value for name, value in given.items() if value is not None}
        return cls(**read)._checked()

    def _checked(self) -> Self:
        if not self.redis:
            raise BadSetting("LUDARIUM_REDIS is not set: give the address of the event store, as redis://host:port.")
        return self


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerSettings(_Settings):
    """How a projection worker runs. Each field is the environment variable `LUDARIUM_<FIELD>`."""

    health_port: int = 0
    """The port of the gRPC health service; 0 for none."""
    lease_seconds: float = 6.0
    """How long a worker that died keeps others from taking its partitions over."""
    stalled_after: float = 30.0
    """Seconds for which a projection may stand still behind its feed before health fails."""
    poll_seconds: float = 1.0
    """How long missed news of events goes unnoticed."""
    audit_seconds: float = 30.0
    """Seconds between two audits of a random table; 0 for no audits."""
    cached_tables: int = 2000
    """How many tables are kept folded in memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuerySettings(_Settings):
    """How a query server runs. Each field is the environment variable `LUDARIUM_<FIELD>`."""

    query_port: int = 7444
    """The port to listen on; 0 takes a free one."""
    token_key: str = ""
    """The key of the bearer tokens, 32 bytes or more, the same for all servers of a deployment."""
    freshness_seconds: float = 2.0
    """How long a query waits for the read side to come to the point that was asked for."""
    cached_events: int = 200_000
    """How many events of the tables last asked for are kept in memory for frames, about 1 KB each."""
    tls_cert: Path | None = None
    """The certificate chain (PEM) to serve TLS with; with `tls_key`."""
    tls_key: Path | None = None
    """The private key (PEM) of the certificate."""
    stop_grace: float = 5.0
    """Seconds that calls under way get to finish when the server stops."""

    def _checked(self) -> Self:
        if len(self.token_key.encode()) < SMALLEST_KEY:
            raise BadSetting(f"LUDARIUM_TOKEN_KEY is not set or too short: it needs {SMALLEST_KEY} bytes or more.")
        if (self.tls_cert is None) != (self.tls_key is None):
            raise BadSetting("LUDARIUM_TLS_CERT and LUDARIUM_TLS_KEY belong together: set both or none.")
        if not 0 <= self.query_port <= 65_535:
            raise BadSetting(f"LUDARIUM_QUERY_PORT is a number from 0 to 65535, not {self.query_port}.")
        return _Settings._checked(self)


def _parsed(name: str, text: str, default: Any) -> Any:
    kind, wanted = _KINDS[type(default)]
    try:
        return kind(text)
    except ValueError:
        raise BadSetting(f"LUDARIUM_{name.upper()} can't be {text!r}: expected {wanted}.") from None


def _switch(text: str) -> bool:
    words = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False}
    if text.lower() not in words:
        raise ValueError(text)
    return words[text.lower()]


_KINDS: dict[type, tuple[Callable[[str], Any], str]] = {
    str: (str, "words"),
    int: (int, "a whole number"),
    float: (float, "a number of seconds"),
    bool: (_switch, "on or off"),
    type(None): (Path, "a path"),
}
