"""The clients of docs/getting-started.md, made as the page says and run against a server: they play whole games."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry

from server.api.server import CommandServer
from server.api.settings import Settings

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
PROTO = ROOT / "proto"

pytestmark = pytest.mark.timeout(600)


@pytest.fixture
async def server(store_url: str) -> AsyncIterator[str]:
    """The address of a command server that lets guests in."""
    key = "a key for tests that has more than thirty-two bytes"
    settings = Settings.from_environment({}, redis=store_url, port=0, token_key=key, guests=True, check_store=False)
    server = CommandServer(settings, CollectorRegistry())
    await server.start()
    yield f"127.0.0.1:{server.port}"
    await server.stop()


@pytest.fixture(scope="module")
def python_client(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The Python client with code that was generated for it."""
    folder = tmp_path_factory.mktemp("python")
    shutil.copy(EXAMPLES / "python" / "client.py", folder)
    files = sorted(str(path.relative_to(PROTO)) for path in PROTO.rglob("*.proto"))
    outputs = ("--python_out=.", "--grpc_python_out=.")
    subprocess.run([sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", *outputs, *files], cwd=folder, check=True)
    return [sys.executable, str(folder / "client.py")]


@pytest.fixture(scope="module")
def typescript_client(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The TypeScript client, compiled; the test is skipped where that can't be done."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("there is no node and npm on this machine, which the TypeScript client needs")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    if int(re.findall(r"\d+", version)[0]) < 20:
        pytest.skip(f"the TypeScript client needs node 20 or later, and this is {version.strip()}")
    folder = tmp_path_factory.mktemp("typescript") / "client"
    shutil.copytree(EXAMPLES / "typescript", folder, ignore=shutil.ignore_patterns("node_modules", "gen", "build"))
    installed = subprocess.run([npm, "ci"], cwd=folder, capture_output=True, text=True, check=False)
    if installed.returncode:
        pytest.skip(f"npm can't install what the TypeScript client needs: {installed.stderr.strip()[-300:]}")
    buf = Path(sys.executable).parent / "buf"
    subprocess.run([str(buf), "generate", str(PROTO)], cwd=folder, check=True)
    subprocess.run([npm, "run", "--silent", "build"], cwd=folder, check=True)
    return [node, str(folder / "build" / "client.js")]


class Player:
    """A client that runs."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, client: list[str], *arguments: str) -> "Player":
        """Start a client; it sees no setting of ours, and for Python nothing of the project."""
        pipe = asyncio.subprocess.PIPE
        environment = {"PATH": os.environ.get("PATH", ""), "HOME": os.environ.get("HOME", "")}
        return cls(await asyncio.create_subprocess_exec(*client, *arguments, stdout=pipe, stderr=pipe, env=environment))

    async def table(self) -> str:
        """The table that it says it sits at."""
        assert self._process.stdout is not None
        line = (await self._process.stdout.readline()).decode()
        match = re.fullmatch(r"table (\w{26}) seat \d\n", line)
        assert match, line + (await self.end())
        return match[1]

    async def end(self) -> str:
        """What it says at the end."""
        out, err = await self._process.communicate()
        assert self._process.returncode == 0, err.decode()
        return out.decode()


async def play(server: str, first: list[str], second: list[str]) -> None:
    """Let one client open a table and another one sit down at it, and see them play to the end."""
    opener = await Player.start(first, "--server", server)
    table = await opener.table()
    guest = await Player.start(second, "--server", server, "--table", table)
    assert await guest.table() == table
    ends = await asyncio.gather(opener.end(), guest.end())
    assert ends[0] == ends[1]
    assert re.fullmatch(r"the end: seat 0 is number \d with -?\d+, seat 1 is number \d with -?\d+\n", ends[0])


async def test_two_python_clients_play_a_game(server: str, python_client: list[str]) -> None:
    await play(server, python_client, python_client)


async def test_the_typescript_client_opens_a_table_for_a_python_client(
    server: str, python_client: list[str], typescript_client: list[str]
) -> None:
    await play(server, typescript_client, python_client)


async def test_the_page_names_what_there_is() -> None:
    page = (ROOT / "docs" / "getting-started.md").read_text("utf-8")
    linked = re.findall(r"\]\(([\w./-]+)\)", page)
    assert {"examples/python/client.py", "examples/typescript/client.ts"} <= set(linked)
    for link in linked:
        assert (ROOT / "docs" / link).exists(), link
