"""Processor time and memory of other processes, where the system tells it in /proc."""

import os
from collections.abc import Mapping
from pathlib import Path


def seconds(pids: Mapping[str, int]) -> dict[str, float]:
    """By name, the processor time that a process has used; processes that can't be looked at are left out."""
    used = {name: _used(pid) for name, pid in pids.items()}
    return {name: value for name, value in used.items() if value is not None}


def add(total: dict[str, float], before: Mapping[str, float], after: Mapping[str, float]) -> None:
    """Add what was used between two looks to a total by name."""
    for name, value in after.items():
        if name in before:
            total[name] = total.get(name, 0.0) + value - before[name]


def resident(pid: int) -> int:
    """The bytes of memory that a process holds; 0 where the system does not tell it in /proc."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _used(pid: int) -> float | None:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    ticks = int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")
