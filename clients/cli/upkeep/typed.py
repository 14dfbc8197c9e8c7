"""How this program is called here."""

import os
import shutil
import sys
from pathlib import Path


def program() -> str:
    """`ludarium` where the shell finds this very program by that name, else the path it was started by."""
    started = Path(sys.argv[0])
    found = shutil.which("ludarium")
    if started.name == "__main__.py" or (found and Path(found).resolve() == started.resolve()):
        return "ludarium"
    return os.path.relpath(started) if started.is_absolute() and started.is_relative_to(Path.cwd()) else str(started)
