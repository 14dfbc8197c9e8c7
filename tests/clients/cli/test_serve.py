"""`ludarium serve --processes`: several command servers on one port."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil

from clients.cli.house import House
from clients.sdk.connection import Connection
from tests.clients.cli.running import clean_environment, command

PATIENCE_SECONDS = 120.0


def until(holds: Callable[[], bool]) -> None:
    """Wait for a condition."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < deadline, "it never came about"
        time.sleep(0.1)


def listening_on(port: int, parent: psutil.Process) -> set[int]:
    """The processes, of a parent and below it, that listen on a port."""
    found = set()
    for process in (parent, *parent.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            sockets = process.net_connections("tcp")
            if any(one.status == psutil.CONN_LISTEN and one.laddr.port == port for one in sockets):
                found.add(process.pid)
    return found


async def serves(address: str) -> bool:
    """Whether a server there says that it serves."""
    async with Connection(address, address, "none") as connection:
        return (await connection.health())["server"]


def test_two_servers_share_a_port_and_one_that_dies_is_started_again(tmp_path: Path) -> None:
    arguments = ("serve", "--processes", "2", "--port", "0", "--data", str(tmp_path / "data"))
    with subprocess.Popen(command(arguments), env=clean_environment(), stderr=subprocess.DEVNULL) as served:
        try:
            house, parent = House(tmp_path / "data"), psutil.Process(served.pid)
            until(lambda: bool(house.notes().server))
            address = house.notes().server
            port = int(address.rpartition(":")[2])
            until(lambda: len(listening_on(port, parent)) == 2)
            (other,) = listening_on(port, parent) - {served.pid}
            os.kill(other, signal.SIGKILL)
            until(lambda: len(listening_on(port, parent) - {other}) == 2)
            until(lambda: asyncio.run(serves(address)))
        finally:
            served.terminate()
