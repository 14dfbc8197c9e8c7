"""The processes of a scratch deployment, each of which may be killed, paused and started again where it was."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from server.access.tokens import Tokens
from server.store.embedded import free_port

KEY: Final = "a key for rehearsals that has more than thirty-two bytes"
HEALTHY_SECONDS: Final = 120.0
END_SECONDS: Final = 60.0


def environment() -> dict[str, str]:
    """This process's environment without its settings for Ludarium: nothing leads out of a scratch deployment."""
    return {name: value for name, value in os.environ.items() if not name.startswith("LUDARIUM_")}


class Process:
    """A process on a store; killed, it comes back on the same port."""

    module: ClassVar[str]
    """What Python runs."""
    arguments: ClassVar[tuple[str, ...]] = ()
    port_setting: ClassVar[str] = ""
    """The setting that takes the port on which its health is served; "" for a process without one."""

    def __init__(
        self, redis: str, log: Path, *, code: Path | None = None, bent: Sequence[str] = (), **settings: str
    ) -> None:
        """`settings` are further LUDARIUM_… variables, by their field.

        `code` is the directory of another version of this software. `bent` are arguments for `clients.rehearse.bent`.
        """
        self.port = free_port()
        self.redis = redis
        self.log = log
        """What it says about itself."""
        self._code = code
        self._bent = bent
        self._settings = {"redis": redis, "token_key": KEY, **settings}
        if self.port_setting:
            self._settings.setdefault(self.port_setting, str(self.port))
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int | None:
        """Its process id; None while it is not running."""
        return self._process.pid if self._process is not None and self._process.poll() is None else None

    async def start(self) -> None:
        """Start, and wait until it is healthy."""
        self.spawn()
        await self.healthy()

    def spawn(self) -> None:
        """Start, and don't wait."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command(), env=self._environment(), cwd=self._code, stdout=log, stderr=log
            )

    async def healthy(self, seconds: float = HEALTHY_SECONDS) -> None:
        """Wait until it says that it serves. Raises TimeoutError, or AssertionError with its last words if it ended."""
        if not self.port_setting:
            return
        async with asyncio.timeout(seconds), grpc.aio.insecure_channel(self.address) as channel:
            health: Any = health_pb2_grpc.HealthStub(channel)
            while True:
                try:
                    answer = await health.Check(health_pb2.HealthCheckRequest(), wait_for_ready=True, timeout=2.0)
                except grpc.aio.AioRpcError:
                    answer = None
                if answer is not None and answer.status == health_pb2.HealthCheckResponse.SERVING:
                    return
                assert self._process is None or self._process.poll() is None, self.last_words()
                await asyncio.sleep(0.02)

    def last_words(self, characters: int = 2000) -> str:
        """The end of its log."""
        return self.log.read_text("utf-8", "replace")[-characters:]

    def bend(self, *bent: str) -> None:
        """From the next start on run it with these arguments for `clients.rehearse.bent`."""
        self._bent = bent

    def run_code(self, code: Path | None) -> None:
        """From the next start on run another version of this software."""
        self._code = code

    def kill(self) -> None:
        """End it at once, as kill -9 does."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """End it in good order; gives its exit status."""
        return self._end(signal.SIGTERM)

    def pause(self) -> None:
        """Let it stand still."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)

    def _signal(self, sign: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(sign)

    def _end(self, sign: signal.Signals) -> int:
        if self._process is None:
            return 0
        process, self._process = self._process, None
        process.send_signal(sign)
        return process.wait(END_SECONDS)

    def _command(self) -> list[str]:
        if self._bent:
            return [sys.executable, "-m", "clients.rehearse.bent", *self._bent, self.module, *self.arguments]
        return [sys.executable, "-m", self.module, *self.arguments]

    def _environment(self) -> dict[str, str]:
        own = environment() | {f"LUDARIUM_{name.upper()}": value for name, value in self._settings.items()}
        if self._code is not None:
            own["PYTHONPATH"] = os.pathsep.join((str(self._code), str(self._code / "build" / "contract")))
        return own


class ServerProcess(Process):
    """A command server."""

    module = "server.api.server"
    port_setting = "port"

    def __init__(self, redis: str, log: Path, **how: Any) -> None:
        super().__init__(redis, log, **how)
        self.tokens = Tokens(KEY)


class WorkerProcess(Process):
    """A projection worker."""

    module = "projections.process"
    port_setting = "health_port"


class QueryProcess(Process):
    """A query server."""

    module = "projections.query.server"
    port_setting = "query_port"


class BotsProcess(Process):
    """The bots."""

    module = "clients.cli"
    arguments = ("bots",)
