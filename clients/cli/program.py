"""How this program is called here, so that printed commands can be typed as they stand."""

import os
import shutil
import sys
from pathlib import Path

from clients.cli.options import HOME


def program() -> str:
    """`ludarium` where the shell finds this very program by that name, else the path it was started by."""
    started = Path(sys.argv[0])
    found = shutil.which("ludarium")
    if started.name == "__main__.py" or (found and Path(found).resolve() == started.resolve()):
        return "ludarium"
    return os.path.relpath(started) if started.is_absolute() and started.is_relative_to(Path.cwd()) else str(started)


def as_typed(command: str, data: Path = HOME) -> str:
    """A command as it can be typed here, with the data directory where that is not the usual one."""
    return f"{program()} {command}" + ("" if data == HOME else f" --data {data}")
