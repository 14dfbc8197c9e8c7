"""The house that `ludarium up` runs: its data directory, and the notes there by which other commands find it."""

import json
import os
import secrets
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from clients.cli.problem import Problem

KEY_BYTES = 32


@dataclass(slots=True)
class Notes:
    """What a running house tells other commands. Addresses are empty while it is not running."""

    server: str = ""
    query: str = ""
    redis: str = ""
    pid: int = 0
    demo: str = ""
    """The demo table; kept while the house is not running."""


class House:
    """A data directory. Everything in it that holds a secret is readable by its owner alone."""

    def __init__(self, data: Path) -> None:
        self.data = data

    @property
    def store(self) -> Path:
        """Where the embedded store keeps its files."""
        return self.data / "store"

    @property
    def logs(self) -> Path:
        """Where the processes log."""
        return self.data / "logs"

    @property
    def players(self) -> Path:
        """The players of this house that were made from this account."""
        return self.data / "players.json"

    def make(self) -> None:
        """Make the directory. Raises Problem when that is not possible."""
        try:
            self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.logs.mkdir(exist_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            raise Problem(
                f"The data directory {self.data} can't be made: {reason}.", "Name another with --data."
            ) from None

    def key(self) -> str | None:
        """The key of this house's tokens; None where there is none, or it is not ours to read."""
        try:
            return self._key_file.read_text().strip() or None
        except OSError:
            return None

    def key_or_new(self) -> str:
        """The key of this house's tokens, made when there is none yet."""
        key = self.key()
        if key is None:
            key = secrets.token_hex(KEY_BYTES)
            write_secret(self._key_file, key + "\n")
        return key

    def notes(self) -> Notes:
        """The notes; empty ones where there are none or nobody can read them."""
        known = {field.name for field in fields(Notes)}
        return Notes(**{name: value for name, value in read_json(self._notes_file).items() if name in known})

    def note(self, notes: Notes) -> None:
        """Leave notes."""
        write_secret(self._notes_file, json.dumps(asdict(notes), indent=2) + "\n")

    @property
    def _key_file(self) -> Path:
        return self.data / "token.key"

    @property
    def _notes_file(self) -> Path:
        return self.data / "house.json"


def write_secret(path: Path, text: str) -> None:
    """Write a file that its owner alone may read, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
    beside.replace(path)


def read_json(path: Path) -> dict[str, Any]:
    """The JSON object in a file; an empty one where there is none."""
    try:
        read = json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    return read if isinstance(read, dict) else {}
