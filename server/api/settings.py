"""Settings of a command server, from the environment (`LUDARIUM_…`) or given directly."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from server.access.settings import BadSetting, ServingSettings
from server.access.tokens import SMALLEST_KEY
from server.store.durability import Durability
from server.tables.pulse import OUTAGE_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(ServingSettings):
    """How a command server runs. Each field is the environment variable `LUDARIUM_<FIELD>`.

    Without the address of a store it starts an embedded one in `data`, and makes and keeps a token key beside it.
    """

    port: int = 7443
    """The port to listen on; 0 takes a free one."""
    data: Path = Path("data")
    """Where the embedded store and the token key made for it are kept."""
    durability: Durability = Durability.LOCAL
    """`local`, or `replicas:N`: how safe an append must be before it is acknowledged."""
    check_store: bool = True
    """Refuse a store whose settings are weaker than the durability promises."""
    guests: bool | None = None
    """Whether callers without a token may make themselves a player; unset: only with the embedded store."""
    idle_abort: float = 30 * 86_400.0
    """Seconds without an event after which a table is aborted; also written as `12h` or `30d`."""
    deadline_poll: float = 1.0
    """Seconds between two looks for time-outs that are due, and for idle tables."""
    outage: float = OUTAGE_SECONDS
    """Seconds without any server after which the clocks of running games are given the time back."""
    cache_tables: int = 1000
    """How many tables are kept in memory."""
    watcher_queue: int = 256
    """How many frames may wait for one watcher."""

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
        if self.outage < 3 * self.deadline_poll:
            raise BadSetting("LUDARIUM_OUTAGE must be three times LUDARIUM_DEADLINE_POLL or more.")
        return ServingSettings._checked(self)
