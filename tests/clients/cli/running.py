"""The command line as people and scripts run it: a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.patience import PATIENCE

SECONDS = 2 * PATIENCE

Here = Callable[..., "Ran"]
"""Runs a command inside the test's process: quicker, with the same exit code and output."""


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """What it printed, as JSON."""
        assert self.out, self.err
        return json.loads(self.out)


def ludarium(*arguments: str, typed: str = "", **environment: str) -> Ran:
    """Run `ludarium …` in a pipe, with these lines typed, and without settings from around the tests."""
    ran = subprocess.run(
        command(arguments),
        input=typed,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env=clean_environment() | environment,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def command(arguments: Sequence[str]) -> list[str]:
    """The program and its arguments."""
    return [sys.executable, "-m", "clients.cli", *arguments]


def clean_environment() -> dict[str, str]:
    """Our environment without settings of Ludarium."""
    return {name: value for name, value in os.environ.items() if not name.startswith("LUDARIUM_")}
