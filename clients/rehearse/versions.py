"""Other versions of this software: the previous commit's, and one that is a step ahead, each in its directory."""

import shutil
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from typing import Final

import server

ROOT: Final = Path(server.__file__).parents[1]
PARTS: Final = ("server", "projections", "clients", "proto", "build_contract.py")
BUILD_SECONDS: Final = 300.0

UNKNOWN: Final = b"\x9a\x06\x00"
"""A table event that only the version ahead knows: field 99, `noted`, with nothing in it."""

_CHANGES: Final = (
    (
        "proto/ludarium/v1/table_events.proto",
        "  oneof event {\n",
        "  oneof event {\n    // A remark.\n    TableNoted noted = 99;\n",
    ),
    (
        "server/games/kernel/table.py",
        '            case "aborted":\n',
        '            case "noted":\n                pass\n            case "aborted":\n',
    ),
    ("server/store/functions/append.lua", "-- There is no rollback", "-- (A step ahead.) There is no rollback"),
)


class NoVersionError(Exception):
    """There is no such version here; the message says why."""


def previous(directory: Path) -> str:
    """Put the previous commit's code into a directory, with a contract of its own; gives the commit.

    Raises NoVersionError where this is no clone with a commit before the present one.
    """
    if shutil.which("git") is None:
        raise NoVersionError("git is missing")
    try:
        commit = _git("rev-parse", "--short", "HEAD~1").decode().strip()
        tar = _git("archive", "--format=tar", "HEAD~1", *PARTS)
    except subprocess.CalledProcessError:
        raise NoVersionError("this is no clone of the repository with a commit before the present one") from None
    with tarfile.open(fileobj=BytesIO(tar)) as archive:
        archive.extractall(directory, filter="data")
    _build(directory)
    return commit


def ahead(directory: Path) -> None:
    """Put this version's code into a directory, one event type and one function library further.

    Raises NoVersionError where the contract's sources are not there.
    """
    if not (ROOT / "proto").is_dir():
        raise NoVersionError("the contract's sources are not installed")
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, directory / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, directory / part)
    for name, old, new in _CHANGES:
        path = directory / name
        text = path.read_text("utf-8")
        assert old in text, f"{name} reads otherwise by now: {old!r} is not in it"
        path.write_text(text.replace(old, new, 1), "utf-8")
    with (directory / "proto/ludarium/v1/table_events.proto").open("a") as proto:
        proto.write("\n// A remark.\nmessage TableNoted {}\n")
    _build(directory)


def _git(*arguments: str) -> bytes:
    return subprocess.run(("git", "-C", str(ROOT), *arguments), check=True, capture_output=True).stdout


def _build(directory: Path) -> None:
    """Compile the contract of the code in a directory."""
    command = (sys.executable, "build_contract.py")
    built = subprocess.run(command, cwd=directory, capture_output=True, timeout=BUILD_SECONDS, check=False)
    if built.returncode:
        raise NoVersionError(f"its contract can't be built: {built.stderr.decode('utf-8', 'replace').strip()[-200:]}")
