"""Settings of the read side's processes, from the environment (`LUDARIUM_…`) or given directly."""

from dataclasses import dataclass
from typing import Self

from server.access.settings import BadSetting, ProcessSettings, ServingSettings
from server.access.tokens import SMALLEST_KEY


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerSettings(ProcessSettings):
    """How a projection worker runs. Each field is the environment variable `LUDARIUM_<FIELD>`."""

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

    def _checked(self) -> Self:
        _require_store(self)
        return ProcessSettings._checked(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuerySettings(ServingSettings):
    """How a query server runs. Each field is the environment variable `LUDARIUM_<FIELD>`."""

    query_port: int = 7444
    """The port to listen on; 0 takes a free one."""
    freshness_seconds: float = 2.0
    """How long a query waits for the read side to come to the point that was asked for."""
    cached_events: int = 200_000
    """How many events of the tables last asked for are kept in memory for frames, about 1 KB each."""
    cached_frame_bytes: int = 128 * 1024 * 1024
    """How many bytes of frames are kept, of closed tables whose replay was streamed."""

    def _checked(self) -> Self:
        ServingSettings._checked(self)
        if not self.token_key:
            raise BadSetting(f"LUDARIUM_TOKEN_KEY is not set: it needs {SMALLEST_KEY} bytes or more.")
        _require_store(self)
        return self


def _require_store(settings: ProcessSettings) -> None:
    if not settings.redis:
        raise BadSetting("LUDARIUM_REDIS is not set: give the address of the event store, as redis://host:port.")
