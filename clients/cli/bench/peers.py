"""Peers side by side: what others do on this machine, by the scripts of tests/bench/peers."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from clients.cli.upkeep.child import Say

SCRIPTS = Path("tests/bench/peers")
BUILD = Path("build/peers")
"""Where the peers are installed, apart from everything of ours."""
TABLES = 64
SET_UP_SECONDS = 120.0
RUN_SECONDS = 60.0


def measure(seconds: float, say: Say) -> dict[str, Any]:
    """What each peer came to, or in words why it was left out."""
    if not SCRIPTS.is_dir():
        return {"left_out": f"there is no {SCRIPTS} here"}
    return {"boardgame.io": _boardgame_io(seconds, say), "eventsourcing": _eventsourcing(seconds, say)}


def _boardgame_io(seconds: float, say: Say) -> dict[str, Any]:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return {"left_out": "node and npm are not on this machine"}
    say("boardgame.io …")
    home = _home("boardgame.io")
    return _run([[npm, "install", "--no-audit", "--no-fund", "--silent"]], [node, "bench.mjs"], home, seconds)


def _eventsourcing(seconds: float, say: Say) -> dict[str, Any]:
    say("eventsourcing …")
    home = _home("eventsourcing")
    python = str(home / "venv/bin/python")
    install = [python, "-m", "pip", "install", "--quiet", "--requirement", "requirements.txt"]
    return _run([[sys.executable, "-m", "venv", "venv"], install], [python, "bench.py"], home, seconds)


def _home(peer: str) -> Path:
    """A directory for a peer, with its scripts."""
    home = (BUILD / peer).resolve()
    shutil.copytree(SCRIPTS / peer, home, dirs_exist_ok=True)
    return home


def _run(install: list[list[str]], command: list[str], home: Path, seconds: float) -> dict[str, Any]:
    """Install, then run a script that prints one JSON document."""
    try:
        for step in install:
            _output(step, home, SET_UP_SECONDS)
        return dict(json.loads(_output([*command, str(TABLES), str(seconds)], home, 4 * seconds + RUN_SECONDS)))
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        return {"left_out": f"it did not run here: {error}"}


def _output(command: list[str], home: Path, within: float) -> str:
    return subprocess.run(
        command, cwd=home, stdin=subprocess.DEVNULL, capture_output=True, check=True, text=True, timeout=within
    ).stdout
