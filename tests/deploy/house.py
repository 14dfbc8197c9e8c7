"""Every process of a deployment, with every setting that an operator would turn on."""

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from prometheus_client.parser import text_string_to_metric_families
from redis import Redis

from clients.rehearse.processes import KEY
from server.access.tokens import Tokens
from server.store.embedded import EmbeddedServer, free_port
from tests.server.access.certificates import Authority

MODULES = {"server": "server.api.server", "query": "projections.query.server", "worker": "projections.process"}
CLIENTS = ("bots", "web")
"""Processes that serve no gRPC: `ludarium bots`, `ludarium web`."""
ROLES = (*MODULES, *CLIENTS)
PASSWORD = "the-password-of-the-store"
PATIENCE = 120.0


class WatchedHouse:
    """The processes, what they measure and what they log."""

    def __init__(self, folder: Path, redis: str) -> None:
        self.tokens = Tokens(KEY)
        self._folder = folder
        self._authority = Authority(folder)
        pair = self._authority.pair("house")
        ports = {name: free_port() for name in ("port", "query_port", "web_port")}
        self._addresses = {"server": f"localhost:{ports['port']}", "query": f"localhost:{ports['query_port']}"}
        self.viewer = f"http://localhost:{ports['web_port']}/"
        self._metrics = {role: free_port() for role in ROLES}
        self._health = {role: free_port() for role in MODULES}
        self._settings = {
            "host": "localhost",
            "web_host": "localhost",
            **self._addresses,
            "redis": redis,
            "token_key": KEY,
            "tls_cert": str(pair.certificate),
            "tls_key": str(pair.key),
            "log_json": "on",
            "log_level": "debug",
            "check_store": "off",
            "data": str(folder / "data"),
            "tls": str(self._authority.certificate),
            **{name: str(port) for name, port in ports.items()},
        }

    @contextmanager
    def running(self) -> Iterator["WatchedHouse"]:
        """Start the processes, wait until all are well, and stop them at the end."""
        with ExitStack() as stack:
            for role in ROLES:
                command = (MODULES[role],) if role in MODULES else ("clients.cli", role)
                process = self._start(role, *command)
                stack.callback(process.wait, 60)
                stack.callback(process.terminate)
            for role in MODULES:
                eventually(partial(self.serves, role), f"{role} is not well")
            for role in CLIENTS:
                eventually(partial(self.measures, role), f"{role} does not come up")
            yield self

    def serves(self, role: str, service: str = "") -> bool:
        """Whether a process says so where the kubelet asks."""
        with grpc.insecure_channel(f"localhost:{self._health[role]}") as channel:
            stub: Any = health_pb2_grpc.HealthStub(channel)
            try:
                answer = stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=5)
            except grpc.RpcError:
                return False
            return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)

    def channel(self, role: str) -> grpc.Channel:
        """A connection to a process's services."""
        credentials = grpc.ssl_channel_credentials(self._authority.certificate.read_bytes())
        return grpc.secure_channel(self._addresses[role], credentials)

    def measures(self, role: str) -> bool:
        """Whether Prometheus finds a process."""
        try:
            return bool(self.metrics(role))
        except OSError:
            return False

    def metrics(self, role: str) -> set[str]:
        """The names of everything that Prometheus finds there, whether it has been counted yet or not."""
        with urllib.request.urlopen(f"http://localhost:{self._metrics[role]}/metrics", timeout=10) as answer:
            text = answer.read().decode()
        names: set[str] = set()
        for family in text_string_to_metric_families(text):
            suffixes = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum")}.get(family.type, ("",))
            names |= {family.name + suffix for suffix in suffixes} | {sample.name for sample in family.samples}
        return names

    def log(self, role: str) -> str:
        """All that a process has logged."""
        file = self._folder / f"{role}.log"
        return file.read_text() if file.exists() else ""

    def entries(self, role: str) -> list[dict[str, Any]]:
        """The same, line by line."""
        return [json.loads(line) for line in self.log(role).splitlines()]

    def _start(self, role: str, *command: str) -> subprocess.Popen[bytes]:
        settings = self._settings | {"metrics_port": str(self._metrics[role])}
        settings["health_port"] = str(self._health.get(role, 0))
        environment = os.environ | {f"LUDARIUM_{name.upper()}": value for name, value in settings.items()}
        with (self._folder / f"{role}.log").open("wb") as log:
            return subprocess.Popen([sys.executable, "-m", *command], env=environment, stdout=log, stderr=log)


@contextmanager
def store_with_password(folder: Path) -> Iterator[str]:
    """A store that lets in whoever has the password; gives the address that holds it."""
    with EmbeddedServer(folder / "store") as store:
        client = Redis.from_url(store.url)
        client.config_set("requirepass", PASSWORD)
        client.close()
        yield f"{store.url}{'&' if '?' in store.url else '?'}password={PASSWORD}"


def eventually(true: Callable[[], bool], otherwise: str) -> None:
    """Wait until something is so."""
    patience = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < patience, otherwise
        time.sleep(0.1)
