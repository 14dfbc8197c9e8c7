"""Runs a process with something in it bent: a defence taken out, a wrong clock, or a halt at the worst moment.

For rehearsals alone: `python -m clients.rehearse.bent [--without DEFENCE] [--clock FILE] [--halt FILE] MODULE …`.
Nothing that is bent here is a setting of a real process. What is bent is bent before the process' own modules are
imported, so this one imports none of them at the top.
"""

import argparse
import os
import runpy
import signal
import sys
import time
from pathlib import Path
from typing import Any

from clients.rehearse.defences import Defence

_MEMORY = "redis.call('HGET', commands, command)"
_COMPARE = "(redis.call('GET', model.cursor) or '') ~= expected"


def forget_commands() -> None:
    """Load an append function that looks for no command id."""
    from server.store import functions

    assert _MEMORY in functions.APPEND.source, "the append function looks for command ids in another way by now"
    functions.APPEND = functions.compiled("ludarium_append", _source("append", functions).replace(_MEMORY, "false"))
    functions.FUNCTIONS = (functions.APPEND, *functions.FUNCTIONS[1:])


def commit_blindly() -> None:
    """Load a commit function that compares no cursor."""
    import projections.functions as functions
    from server.store.functions import compiled

    assert _COMPARE in functions.COMMIT.source, "the commit function compares cursors in another way by now"
    functions.COMMIT = compiled("ludarium_read_commit", _source("commit", functions).replace(_COMPARE, "false"))


def follow_clock(file: Path) -> None:
    """Let the machine's time be off by as many seconds as the file says; it may say something else at any time."""
    true_time, true_time_ns = time.time, time.time_ns

    def offset() -> int:
        try:
            return int(file.read_text() or 0)
        except (OSError, ValueError):
            return 0

    time.time = lambda: true_time() + offset()
    time.time_ns = lambda: true_time_ns() + offset() * 1_000_000_000


def halt_before_commit(file: Path) -> None:
    """Once the file is there, stand still between fold and commit; let go on, send the commit and die."""
    from projections.models import Models

    commit = Models.commit

    async def halting(self: Models, *arguments: Any, **how: Any) -> list[bool]:
        if not _asked(file):
            return await commit(self, *arguments, **how)
        os.kill(os.getpid(), signal.SIGSTOP)
        await commit(self, *arguments, **how)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("it is dead")

    Models.commit = halting  # type: ignore[method-assign]


def main() -> None:
    """Bend, then run the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--without", action="append", default=[], choices=[Defence.COMMAND_MEMORY, Defence.CURSOR_COMPARE]
    )
    parser.add_argument("--clock", type=Path)
    parser.add_argument("--halt", type=Path)
    parser.add_argument("module")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    asked = parser.parse_args()
    if asked.clock:
        follow_clock(asked.clock)
    if Defence.COMMAND_MEMORY in asked.without:
        forget_commands()
    if Defence.CURSOR_COMPARE in asked.without:
        commit_blindly()
    if asked.halt:
        halt_before_commit(asked.halt)
    sys.argv = [asked.module, *asked.arguments]
    runpy.run_module(asked.module, run_name="__main__", alter_sys=True)


def _asked(file: Path) -> bool:
    """Whether the file was there; it is taken away, so that it asks once."""
    there = file.exists()
    file.unlink(missing_ok=True)
    return there


def _source(name: str, package: Any) -> str:
    return (Path(package.__file__).parent / f"{name}.lua").read_text("utf-8")


if __name__ == "__main__":
    main()
