"""The embedded server: data that survives, one owner of the data, no server left behind."""

import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from server.store import embedded
from server.store.embedded import EmbeddedServer, server_program
from server.store.errors import StoreUnavailable
from server.store.points import NOWHERE
from server.store.store import EventStore
from tests.patience import PATIENCE
from tests.server.store.writing import grow, new_table

PARENT = """
import sys
from pathlib import Path
from server.store.embedded import EmbeddedServer
server = EmbeddedServer(Path(sys.argv[1]))
server.start()
print(server.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("ending", ["stop", "kill"])
async def test_data_survives_the_end_of_the_server(tmp_path: Path, ending: str) -> None:
    server = EmbeddedServer(tmp_path)
    server.start()
    store, table = await EventStore.connect(server.url), new_table()
    end = await grow(store, table, count=3)
    getattr(server, ending)()
    assert server.pid is None
    server.start()
    assert await store.last(table) == end
    assert (await grow(store, table, end)).version == 4
    await store.close()
    server.stop()


async def test_another_server_on_the_same_directory_finds_the_data(tmp_path: Path) -> None:
    table = new_table()
    with EmbeddedServer(tmp_path) as server:
        store = await EventStore.connect(server.url)
        end = await grow(store, table)
        await store.close()
    with EmbeddedServer(tmp_path) as server:
        store = await EventStore.connect(server.url)
        assert await store.last(table) == end
        await store.close()


def test_data_in_use_is_refused(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path), pytest.raises(StoreUnavailable, match="is in use by another embedded store"):
        EmbeddedServer(tmp_path).start()
    with EmbeddedServer(tmp_path) as server:
        assert server.pid is not None


def test_starting_twice_and_stopping_twice_do_no_harm(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path)
    server.start()
    pid = server.pid
    server.start()
    assert server.pid == pid
    server.stop()
    server.stop()


async def test_a_unix_socket_can_take_the_place_of_a_port(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path, unix_socket=tmp_path / "s") as server:
        store = await EventStore.connect(server.url)
        assert await store.last(new_table()) == NOWHERE
        await store.close()


def test_the_server_listens_on_this_machine_only(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path) as server:
        assert server.pid is not None
        listening = psutil.Process(server.pid).net_connections()
        assert {connection.laddr.ip for connection in listening if connection.status == "LISTEN"} == {"127.0.0.1"}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux stops a process with its parent")
def test_no_server_is_left_behind_when_its_parent_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT, str(tmp_path)], stdin=-1, stdout=-1, text=True) as parent:
        assert parent.stdout is not None
        server = psutil.Process(int(parent.stdout.readline()))
        parent.kill()
        server.wait(timeout=PATIENCE)
    with EmbeddedServer(tmp_path) as next_server:
        assert next_server.pid is not None


def test_a_server_that_ends_at_once_says_why(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match=r"ended at once; it said: .*nonsense"):
        EmbeddedServer(tmp_path, options=("--nonsense", "1")).start()


def test_without_the_wheel_a_server_of_the_machine_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "redis-server"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr(embedded, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert server_program() == program
    program.unlink()
    with pytest.raises(StoreUnavailable, match="there is no Valkey or Redis server on this machine"):
        server_program()
