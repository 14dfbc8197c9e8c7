"""Settings of a command server, from the environment (`LUDARIUM_…`) or given directly."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from server.access.tokens import SMALLEST_KEY
from server.store.durability import Durability

_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}


class BadSetting(ValueError):
    """A setting that can't be used; the message names the variable and says what was expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a command server runs. Each field is the environment variable `LUDARIUM_<FIELD>`."""

    host: str = "127.0.0.1"
    """The address to listen on."""
    port: int = 7443
    """The port to listen on; 0 takes a free one."""
    redis: str = ""
    """The event store, as redis://, rediss:// or unix:// address; empty starts an embedded one in `data`."""
    data: Path = Path("data")
    """Where the embedded store and the token key made for it are kept."""
    durability: Durability = Durability.LOCAL
    """`local`, or `replicas:N`: how safe an append must be before it is acknowledged."""
    check_store: bool = True
    """Refuse a store whose settings are weaker than the durability promises."""
    token_key: str = ""
    """The key of the bearer tokens, 32 bytes or more; with the embedded store one is made and kept beside the data."""
    guests: bool | None = None
    """Whether callers without a token may make themselves a player; unset: only with the embedded store."""
    idle_abort: float = 30 * 86_400.0
    """Seconds without an event after which a table is aborted; also written as `12h` or `30d`."""
    deadline_poll: float = 30.0
    """Seconds between two looks for tables that are due to be aborted."""
    cache_tables: int = 1000
    """How many tables are kept in memory."""
    watcher_queue: int = 256
    """How many frames may wait for one watcher."""
    metrics_port: int = 0
    """Where Prometheus finds the metrics; 0 for nowhere."""
    archive: Path | None = None
    """The directory of archived tables, the same for all processes of a deployment; unset keeps them in the store."""
    tls_cert: Path | None = None
    """The certificate chain (PEM) to serve TLS with; with `tls_key`."""
    tls_key: Path | None = None
    """The private key (PEM) of the certificate."""
    stop_grace: float = 5.0
    """Seconds that calls under way get to finish when the server stops."""
    log_level: str = "info"
    """The least important messages that are logged: debug, info, warning, error."""
    log_json: bool = False
    """Log one JSON document a line instead of text."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None, **given: Any) -> Self:
        """Settings from `LUDARIUM_…` variables; what is given directly (and is not None) goes before them.

        Raises BadSetting.
        """
        environment = os.environ if environment is None else environment
        read: dict[str, Any] = {}
        for field, parse in _PARSERS.items():
            text = environment.get(f"LUDARIUM_{field.upper()}", "")
            if text:
                read[field] = _parsed(field, text, parse)
        read |= {field: value for field, value in given.items() if value is not None}
        return cls(**read)._checked()

    @property
    def embedded(self) -> bool:
        """Whether the server brings its own store."""
        return not self.redis

    @property
    def guests_allowed(self) -> bool:
        """Whether callers without a token may make themselves a player."""
        return self.embedded if self.guests is None else self.guests

    def with_token_key(self, key: str) -> "Settings":
        """The same settings with another token key."""
        return replace(self, token_key=key)

    def _checked(self) -> Self:
        if not self.token_key and not self.embedded:
            raise BadSetting(
                "LUDARIUM_TOKEN_KEY is not set: give all servers of the deployment the same key of "
                f"{SMALLEST_KEY} bytes or more (only the embedded store makes its own)."
            )
        if self.token_key and len(self.token_key.encode()) < SMALLEST_KEY:
            raise BadSetting(f"LUDARIUM_TOKEN_KEY is too short: it needs {SMALLEST_KEY} bytes or more.")
        if (self.tls_cert is None) != (self.tls_key is None):
            raise BadSetting("LUDARIUM_TLS_CERT and LUDARIUM_TLS_KEY belong together: set both or none.")
        if not 0 <= self.port <= 65_535:
            raise BadSetting(f"LUDARIUM_PORT is a number from 0 to 65535, not {self.port}.")
        return self


def _parsed(field: str, text: str, parse: Any) -> Any:
    try:
        return parse(text)
    except ValueError as error:
        raise BadSetting(f"LUDARIUM_{field.upper()} can't be {text!r}: {error}.") from None


def _switch(text: str) -> bool:
    words = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False}
    if text.lower() not in words:
        raise ValueError("expected on or off")
    return words[text.lower()]


def _seconds(text: str) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smhd]?)", text)
    if match is None:
        raise ValueError("expected seconds, or a number with s, m, h or d after it")
    return float(match[1]) * _UNITS[match[2] or "s"]


def _durability(text: str) -> Durability:
    if text == "local":
        return Durability.LOCAL
    match = re.fullmatch(r"replicas:(\d+)", text)
    if match is None:
        raise ValueError("expected local or replicas:N")
    return Durability.replicas(int(match[1]))


def _level(text: str) -> str:
    if text.lower() not in ("debug", "info", "warning", "error"):
        raise ValueError("expected debug, info, warning or error")
    return text.lower()


_PARSERS: dict[str, Any] = {
    "host": str,
    "port": int,
    "redis": str,
    "data": Path,
    "durability": _durability,
    "check_store": _switch,
    "token_key": str,
    "guests": _switch,
    "idle_abort": _seconds,
    "deadline_poll": _seconds,
    "cache_tables": int,
    "watcher_queue": int,
    "metrics_port": int,
    "archive": Path,
    "tls_cert": Path,
    "tls_key": Path,
    "stop_grace": _seconds,
    "log_level": _level,
    "log_json": _switch,
}
