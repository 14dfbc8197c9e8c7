"""A private house for one player, running as long as it is played in."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from clients.cli.problem import Problem
from clients.cli.reach import Where
from clients.sdk.connection import Connection

STOP_SECONDS = 30.0


@contextmanager
def private_house(where: Where) -> Iterator[None]:
    """A house on the person's data directory, unless one answers already. Raises Problem when it does not come up."""
    if _answers(where):
        yield
        return
    command = (
        sys.executable,
        "-m",
        "clients.cli",
        "up",
        "--data",
        str(where.data),
        "--no-demo",
        "--port",
        "0",
        "--json",
    )
    house = subprocess.Popen(
        [*command, "--pace", "0.3"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert house.stdout is not None
        if not house.stdout.readline():
            complaint = house.stderr.read() if house.stderr is not None else ""
            raise Problem("The private server did not come up.", complaint.strip())
        yield
    finally:
        house.terminate()
        try:
            house.communicate(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            house.kill()
            house.communicate()


def _answers(where: Where) -> bool:
    import asyncio

    async def ask() -> bool:
        async with Connection(*where.addresses, "none") as connection:
            return all((await connection.health(1.0)).values())

    return asyncio.run(ask())
