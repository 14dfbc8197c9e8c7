"""The gate: a sheet against an earlier one, by ratios that were measured within one run, so that machines may differ.

A rate of commands is taken as a share of the bare echo of its own run, and what the processor alone does (rules, fold)
as a multiple of the same run's yardstick. A rebuild is not compared: what it costs to begin weighs more in a quick run,
which has fewer events.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

TOLERANCE = 0.3
"""By how much a ratio may fall short: short slices on a busy machine differ by a fifth from one run to the next."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A ratio then and now."""

    name: str
    before: float
    now: float

    def holds(self, tolerance: float) -> bool:
        """Whether it did not fall by more than that."""
        return self.now >= self.before * (1 - tolerance)


def ratios(sheet: Mapping[str, Any]) -> dict[str, float]:
    """The ratios of a sheet, by name; more is better in all of them."""
    found: dict[str, float] = {}
    for level in sheet["levels"]:
        for kind in ("unary_always", "stream_always"):
            if kind in level:
                found[f"{kind.replace('_', ', ')}, {level['tables']} tables: share of the echo"] = level[kind][
                    "share_of_echo"
                ]
    yardstick = sheet["yardstick_calls_per_second"] / 1e6
    for name, game in sheet["games"].items():
        for figure in ("decisions_per_second", "decisions_per_second_all_modules", "replay_events_per_second"):
            found[f"{name}: {figure.replace('_', ' ')} a million calls"] = game[figure] / yardstick
    return found


def compare(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[Compared]:
    """Every ratio that both sheets have."""
    earlier, present = ratios(before), ratios(now)
    return [Compared(name, earlier[name], present[name]) for name in earlier if name in present]
