"""Processor time of other processes, where the system tells it in /proc."""

import os
from collections.abc import Mapping
from pathlib import Path


def seconds(pids: Mapping[str, int]) -> dict[str, float]:
    """By name, the processor time that a process has used; processes that can't be looked at are left out."""
    used = {name: _used(pid) for name, pid in pids.items()}
    return {name: value for name, value in used.items() if value is not None}


def per_command(before: Mapping[str, float], after: Mapping[str, float], commands: int) -> dict[str, int]:
    """By name, microseconds of processor time a command."""
    return {name: round(1e6 * (after[name] - before[name]) / commands) for name in after if name in before}


def _used(pid: int) -> float | None:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    ticks = int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")
