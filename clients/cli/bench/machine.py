"""What the figures were measured on."""

import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

from server.store.embedded import server_program


def describe(data: Path) -> dict[str, Any]:
    """The machine, the software, and the file system that the store writes to."""
    return {
        "cpus": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "cpu": _cpu(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "grpcio": version("grpcio"),
        "protobuf": version("protobuf"),
        "store": _first_line([str(server_program()), "--version"]),
        "filesystem": file_system(data),
        "load_average_before": round(os.getloadavg()[0], 2),
    }


def file_system(path: Path) -> str:
    """The type of the file system that a path lies on; empty where that can't be told."""
    try:
        mounts = [line.split()[1:3] for line in Path("/proc/mounts").read_text().splitlines()]
    except OSError:
        return ""
    resolved = path.resolve()
    below = [(where, kind) for where, kind in mounts if resolved.is_relative_to(where)]
    return max(below, key=lambda mount: len(mount[0]))[1] if below else ""


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def _first_line(command: list[str]) -> str:
    answer = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return answer.splitlines()[0] if answer else ""
