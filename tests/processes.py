"""Command servers as processes of their own, that tests may kill."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from server.access.tokens import Tokens

KEY = "a key for tests that has more than thirty-two bytes"


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """A command server on a store; killed, it comes back on the same port."""

    def __init__(self, redis: str, log: Path, **settings: str) -> None:
        """`settings` are further LUDARIUM_… variables, by their field."""
        self.port = free_port()
        self.tokens = Tokens(KEY)
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        self._environment = dict(os.environ)
        for field, value in {"redis": redis, "port": str(self.port), "token_key": KEY, **settings}.items():
            self._environment[f"LUDARIUM_{field.upper()}"] = value

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Start, and wait until it is healthy."""
        self._spawn()
        await self.healthy()

    def _spawn(self) -> None:
        with self._log.open("ab") as log:
            command = [sys.executable, "-m", "server.api.server"]
            self._process = subprocess.Popen(command, env=self._environment, stdout=log, stderr=log)

    async def healthy(self, seconds: float = 120.0) -> None:
        """Wait until it says that it serves."""
        async with asyncio.timeout(seconds), grpc.aio.insecure_channel(self.address) as channel:
            health: Any = health_pb2_grpc.HealthStub(channel)
            while True:
                try:
                    answer = await health.Check(health_pb2.HealthCheckRequest(), wait_for_ready=True)
                except grpc.aio.AioRpcError:
                    answer = None
                if answer is not None and answer.status == health_pb2.HealthCheckResponse.SERVING:
                    return
                assert self._process is None or self._process.poll() is None, self._log.read_text()
                await asyncio.sleep(0.02)

    def kill(self) -> None:
        """End it at once, as kill -9 does."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """End it in good order; gives its exit status."""
        return self._end(signal.SIGTERM)

    def pause(self) -> None:
        """Let it stand still."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def _end(self, sign: signal.Signals) -> int:
        if self._process is None:
            return 0
        process, self._process = self._process, None
        process.send_signal(sign)
        return process.wait(60)
