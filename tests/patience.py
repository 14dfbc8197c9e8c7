"""How long tests wait. A machine that tests may be busy with other things, so nothing that is quick must be quick here.

What will happen is waited for, for as long as PATIENCE. What a test says to be quick is said of a quiet machine, and
the bound is multiplied by `slowness`.
"""

import os
from typing import Final

PATIENCE: Final = 120.0
"""Seconds that anything may take that happens at all."""


def slowness() -> float:
    """How many times as long things take as on a quiet machine: those who want to run, for each processor."""
    return max(1.0, 2.0 * os.getloadavg()[0] / (os.cpu_count() or 1))
