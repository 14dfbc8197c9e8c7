"""Running one of the processes in the foreground: what keeps it from that, in words."""

import asyncio
import signal
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from clients.cli.house import House
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from server.access.settings import ProcessSettings

Answer = TypeVar("Answer")


def run_process(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a process's main coroutine to its end. Raises Problem for settings and stores that can't be used."""
    import uvloop

    from server.access.settings import BadSetting
    from server.store.errors import StoreError

    try:
        uvloop.run(work())
    except BadSetting as bad_setting:
        raise Problem(str(bad_setting)) from None
    except (StoreError, OSError) as error:
        raise Problem(f"{str(error)[:1].upper()}{str(error)[1:]}".rstrip(".") + ".") from None


def process_settings(log_level: str | None, metrics_port: int | None = None) -> "ProcessSettings":
    """The settings that every process has, by which it logs from now on. Raises Problem for one that can't be used."""
    from server.access.logs import configure_logs
    from server.access.settings import BadSetting, ProcessSettings

    try:
        settings = ProcessSettings.from_environment(log_level=log_level, metrics_port=metrics_port)
    except BadSetting as bad_setting:
        raise Problem(str(bad_setting)) from None
    configure_logs(settings.log_level, as_json=settings.log_json)
    return settings


async def until_stopped(work: Coroutine[Any, Any, None]) -> None:
    """Run until SIGTERM or SIGINT, then cancel the work and wait for its end."""
    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, task.cancel)
    with suppress(asyncio.CancelledError):
        await task


def store_of(redis: str | None, data: Path) -> str | None:
    """The event store's address: the given one, else that of the house on these data; None for neither."""
    return redis or House(data).notes().redis or None


def run_on_store(work: Callable[[str], Coroutine[Any, Any, Answer]], redis: str | None, data: Path) -> Answer:
    """Do some work on the event store, whose address it is given. Raises Problem for a store that is not there."""
    from server.store.errors import StoreError

    address = store_of(redis, data)
    if address is None:
        raise Problem("There is no event store here.", "Give it with --redis or LUDARIUM_REDIS, or --data.")
    try:
        return asyncio.run(work(address))
    except StoreError as error:
        raise Problem(f"{error}.") from None


def key_of(data: Path) -> str | None:
    """The token key of the house on these data, unless the environment names one (LUDARIUM_TOKEN_KEY)."""
    import os

    return os.environ.get("LUDARIUM_TOKEN_KEY") or House(data).key()
