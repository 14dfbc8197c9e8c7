"""Settings of a process, from the environment (`LUDARIUM_…`) or given directly: what both sides share."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from types import NoneType
from typing import Any, Final, Self, get_args, get_type_hints

from server.access.hosts import NO_HOSTS, AllowedHosts
from server.access.logs import LogLevel
from server.access.oidc import Issuer, IssuerSettings
from server.access.rates import Rates
from server.access.tokens import SMALLEST_KEY
from server.store.durability import Durability

_UNITS: Final = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}
_AGE_EXPOSED: Final = 3600.0
_PLAYER_RATE_EXPOSED: Final = 100
_ADDRESS_RATE_EXPOSED: Final = 1000
_SWITCH: Final = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False}


class BadSetting(ValueError):
    """A setting that can't be used; the message names the variable and says what was expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessSettings:
    """What every process needs. Each field is the environment variable `LUDARIUM_<FIELD>`, read by the field's type."""

    host: str = "127.0.0.1"
    """The address to listen on."""
    redis: str = ""
    """The event store, as redis://, rediss:// or unix:// address."""
    archive: Path | None = None
    """The directory of archived tables, the same for all processes of a deployment; unset keeps them in the store."""
    metrics_port: int = 0
    """Where Prometheus finds the metrics; 0 for nowhere."""
    webhook_hosts: AllowedHosts = NO_HOSTS
    """Where players may have notices of their turns posted: hosts, *.domains and whole origins, apart by commas."""
    health_port: int = 0
    """Where the gRPC health service answers without TLS, as for the probes of Kubernetes; 0 for nowhere."""
    log_level: LogLevel = LogLevel.INFO
    """The least important messages that are logged: debug, info, warning, error."""
    log_json: bool = False
    """Log one JSON document a line instead of text."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None, **given: Any) -> Self:
        """Settings from `LUDARIUM_…` variables; what is given directly (and is not None) goes before them.

        Raises BadSetting.
        """
        environment = os.environ if environment is None else environment
        kinds = get_type_hints(cls)
        read: dict[str, Any] = {}
        for field in fields(cls):
            value = given.get(field.name)
            if value is None:
                value = environment.get(f"LUDARIUM_{field.name.upper()}") or None
            if value is not None:
                read[field.name] = _read(field.name, value, kinds[field.name])
        return cls(**read)._checked()

    def _checked(self) -> Self:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name.endswith("port") and not 0 <= value <= 65_535:
                raise BadSetting(f"LUDARIUM_{field.name.upper()} is a number from 0 to 65535, not {value}.")
        return self


@dataclass(frozen=True, slots=True, kw_only=True)
class ServingSettings(ProcessSettings):
    """What a process needs besides that answers callers over gRPC."""

    token_key: str = ""
    """The key of the bearer tokens, 32 bytes or more, the same for all servers of a deployment."""
    tls_cert: Path | None = None
    """The certificate chain (PEM) to serve TLS with; with `tls_key`."""
    tls_key: Path | None = None
    """The private key (PEM) of the certificate."""
    client_ca: Path | None = None
    """The authority (PEM) whose certificates callers must show; unset, they need none."""
    connection_age: float | None = None
    """Seconds after which a connection is ended in good order, so that its client connects anew, perhaps elsewhere;
    0 for never. Unset: an hour where others than this machine can reach the server."""
    rate_player: int | None = None
    """Calls a second that one player may make; 0 for no limit. Unset: 100 where others can reach the server."""
    rate_address: int | None = None
    """Calls a second from one address, where one without a valid token counts as 20; 0 for no limit. Unset: 1000 where
    others can reach the server."""
    oidc_issuer: str = ""
    """The OpenID Connect issuer whose tokens are taken beside our own; empty for none."""
    oidc_audience: str = "ludarium"
    """Whom the issuer's tokens must be meant for."""
    oidc_jwks: str = ""
    """The issuer's keys: an https:// address or a file; empty finds them by the issuer's discovery document."""
    oidc_role_claim: str = "ludarium_role"
    """The claim of the issuer's tokens that holds a role or several; without it the bearer is a player."""
    player_key: str = ""
    """Which player an issuer's subject is follows from this key, 32 bytes or more; it must never change."""
    share_port: bool = False
    """Let other processes listen on the same port (SO_REUSEPORT): the system then shares callers out among them."""
    stop_grace: float = 5.0
    """Seconds that calls under way get to finish when the server stops."""

    @property
    def exposed(self) -> bool:
        """Whether others than this machine can reach the server, as far as its address tells."""
        return self.host not in ("127.0.0.1", "::1", "localhost")

    @property
    def longest_connection(self) -> float:
        """Seconds that a connection lasts; 0 for no limit."""
        return _unless_set(self.connection_age, _AGE_EXPOSED if self.exposed else 0)

    def issuer(self) -> Issuer | None:
        """Reads the tokens of the OIDC issuer, where there is one."""
        if not self.oidc_issuer:
            return None
        return Issuer(
            IssuerSettings(self.oidc_issuer, self.oidc_audience, self.oidc_jwks, self.oidc_role_claim, self.player_key)
        )

    def rates(self) -> Rates:
        """How often callers may call."""
        return Rates(
            _unless_set(self.rate_player, _PLAYER_RATE_EXPOSED if self.exposed else 0),
            _unless_set(self.rate_address, _ADDRESS_RATE_EXPOSED if self.exposed else 0),
        )

    def _checked(self) -> Self:
        if self.token_key and len(self.token_key.encode()) < SMALLEST_KEY:
            raise BadSetting(f"LUDARIUM_TOKEN_KEY is too short: it needs {SMALLEST_KEY} bytes or more.")
        if (self.tls_cert is None) != (self.tls_key is None):
            raise BadSetting("LUDARIUM_TLS_CERT and LUDARIUM_TLS_KEY belong together: set both or none.")
        if self.client_ca is not None and self.tls_cert is None:
            raise BadSetting("LUDARIUM_CLIENT_CA asks callers for certificates, which needs LUDARIUM_TLS_CERT as well.")
        if self.oidc_issuer and len(self.player_key.encode()) < SMALLEST_KEY:
            raise BadSetting(
                f"LUDARIUM_OIDC_ISSUER needs LUDARIUM_PLAYER_KEY, {SMALLEST_KEY} bytes or more, the same for all "
                "servers and for ever: it decides which player a person is."
            )
        return ProcessSettings._checked(self)


def _unless_set(value: float | None, otherwise: float) -> float:
    return otherwise if value is None else value


def _read(name: str, value: Any, hint: Any) -> Any:
    if not isinstance(value, str):
        return value
    kind = next(part for part in get_args(hint) or (hint,) if part is not NoneType)
    try:
        return _READERS[kind](value)
    except ValueError as error:
        raise BadSetting(f"LUDARIUM_{name.upper()} can't be {value!r}: {error}.") from None


def _number(text: str) -> int:
    if re.fullmatch(r"-?\d+", text) is None:
        raise ValueError("expected a whole number")
    return int(text)


def _switch(text: str) -> bool:
    if text.lower() not in _SWITCH:
        raise ValueError("expected on or off")
    return _SWITCH[text.lower()]


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


def _level(text: str) -> LogLevel:
    try:
        return LogLevel(text.lower())
    except ValueError:
        raise ValueError(f"expected one of {', '.join(LogLevel)}") from None


_READERS: Final[dict[Any, Callable[[str], Any]]] = {
    str: str,
    int: _number,
    float: _seconds,
    bool: _switch,
    Path: Path,
    Durability: _durability,
    LogLevel: _level,
    AllowedHosts: AllowedHosts.parse,
}
