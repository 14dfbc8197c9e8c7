"""Settings of the web client, from the environment (`LUDARIUM_…`) or given directly."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from clients.sdk.connection import DEFAULT_QUERY, DEFAULT_SERVER

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 7480


class BadSetting(ValueError):
    """A setting that can't be used; the message names the variable and says what was expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the web client runs."""

    host: str = DEFAULT_HOST
    """LUDARIUM_WEB_HOST: the address to listen on."""
    port: int = DEFAULT_PORT
    """LUDARIUM_WEB_PORT: the port to listen on; 0 takes a free one."""
    server: str = DEFAULT_SERVER
    """LUDARIUM_SERVER: the command server."""
    query: str = DEFAULT_QUERY
    """LUDARIUM_QUERY: the query server."""
    token: str = ""
    """LUDARIUM_WEB_TOKEN: a spectator's token for visitors who have not said who they are. Without it they are asked
    for a name before they see a table."""
    secure_cookies: bool = False
    """LUDARIUM_WEB_SECURE: `on` where browsers reach this over HTTPS, so that cookies travel no other way."""
    metrics_port: int = 0
    """LUDARIUM_METRICS_PORT: where Prometheus finds the metrics, on the same address; 0 for nowhere."""
    patience: float = 4.0
    """LUDARIUM_WEB_PATIENCE: seconds that a page waits for the services before it says that they are away."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None, **given: str | int | None) -> Self:
        """Settings from the environment; what is given and not None goes before. Raises BadSetting."""
        env = os.environ if environment is None else environment
        set_here = {name: value for name, value in given.items() if value is not None}
        return cls(
            host=str(set_here.get("host") or env.get("LUDARIUM_WEB_HOST") or DEFAULT_HOST),
            port=_port("LUDARIUM_WEB_PORT", set_here.get("port", env.get("LUDARIUM_WEB_PORT") or DEFAULT_PORT)),
            server=str(set_here.get("server") or env.get("LUDARIUM_SERVER") or DEFAULT_SERVER),
            query=str(set_here.get("query") or env.get("LUDARIUM_QUERY") or DEFAULT_QUERY),
            token=str(set_here.get("token") or env.get("LUDARIUM_WEB_TOKEN") or ""),
            secure_cookies=_switch("LUDARIUM_WEB_SECURE", env.get("LUDARIUM_WEB_SECURE", "off")),
            metrics_port=_port(
                "LUDARIUM_METRICS_PORT", set_here.get("metrics_port", env.get("LUDARIUM_METRICS_PORT") or 0)
            ),
            patience=_seconds("LUDARIUM_WEB_PATIENCE", env.get("LUDARIUM_WEB_PATIENCE", "4")),
        )


def _port(name: str, value: str | int) -> int:
    if not str(value).isdigit() or int(value) > 65_535:
        raise BadSetting(f"{name} is a number from 0 to 65535, not {value!r}.")
    return int(value)


def _switch(name: str, value: str) -> bool:
    if value not in ("on", "off"):
        raise BadSetting(f"{name} is on or off, not {value!r}.")
    return value == "on"


def _seconds(name: str, value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds <= 60.0:
        raise BadSetting(f"{name} is a number of seconds up to 60, not {value!r}.")
    return seconds
