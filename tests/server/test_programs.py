"""Programs are started without the handlers that gRPC runs at forks, and end with those who started them."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
import uvloop

from projections.query.rebuilding import RebuildProcess
from server import programs
from server.store.embedded import EmbeddedServer
from tests.patience import PATIENCE

only_on_linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems end no process with its parent")

REGISTER = "__register_atfork"
"""What pthread_atfork is in glibc."""

PARENT = """
import subprocess, sys
from server import programs
sleeper = programs.start(programs.ending_with_us(("/bin/sleep", "1000")), stdout=subprocess.DEVNULL)
print(sleeper.pid, flush=True)
sys.stdin.read()
"""


class Forks:
    """Counts the calls of handlers such as gRPC's, from the moment it is made."""

    def __init__(self) -> None:
        self.count = 0
        self._handler = ctypes.CFUNCTYPE(None)(self._note)
        ctypes.CDLL(None)[REGISTER](self._handler, None, None, None)
        _kept.append(self)

    def _note(self) -> None:
        self.count += 1


_kept: list[Forks] = []  # a handler can't be unregistered, so it must stay


@pytest.fixture
def forks() -> Forks:
    if not hasattr(ctypes.CDLL(None), REGISTER):
        pytest.skip("counting forks needs glibc")
    return Forks()


def test_a_fork_would_be_noticed(forks: Forks) -> None:
    subprocess.run(["/bin/true"], preexec_fn=lambda: None, check=True)
    assert forks.count == 1


def test_the_embedded_store_starts_without_a_fork(forks: Forks, tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path):
        pass
    assert forks.count == 0


def test_a_rebuild_starts_without_a_fork_on_uvloop_too(forks: Forks) -> None:
    async def rebuild() -> None:
        process = RebuildProcess("redis://nowhere", "lobby")
        await process.stop()

    uvloop.run(rebuild())
    assert forks.count == 0


@only_on_linux
def test_a_program_ends_with_whoever_started_it() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdin=-1, stdout=-1, text=True) as parent:
        assert parent.stdout is not None
        sleeper = psutil.Process(int(parent.stdout.readline()))
        parent.kill()
        sleeper.wait(timeout=PATIENCE)


@only_on_linux
def test_a_program_whose_starter_is_gone_already_does_not_begin() -> None:
    *launcher, starter, program, argument = programs.ending_with_us(("/bin/echo", "begun"))
    assert starter == str(os.getpid())
    answer = subprocess.run([*launcher, "1000000000", program, argument], stdout=-1, check=False)
    assert (answer.returncode, answer.stdout) == (1, b"")
