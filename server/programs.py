"""Starting other programs from a process that may hold gRPC channels.

gRPC registers handlers (pthread_atfork) that run around every fork(), for children that go on to use gRPC. In a child
that is about to become another program they are of no use, and they can crash or hang it: the threads that they count
on are not there. `subprocess` without a `preexec_fn` starts programs by vfork(), which runs no such handlers; with one,
and in uvloop's own `create_subprocess_exec`, it is fork(). So what a child must do first is done by a launcher in
between, and processes on uvloop start programs by `start`.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

_LAUNCHER = """
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG; it outlives exec
if os.getppid() != int(sys.argv[1]):  # the parent died before that
    sys.exit(1)
os.execv(sys.argv[2], sys.argv[2:])
"""


def start(command: Sequence[str], **how: Any) -> subprocess.Popen[bytes]:
    """Start a program without a fork that gRPC could notice. `how` is as for Popen, without `preexec_fn`."""
    assert "preexec_fn" not in how, "a preexec_fn makes it a fork"
    return subprocess.Popen(command, **how)


def ending_with_us(command: Sequence[str]) -> tuple[str, ...]:
    """The command, with care that on Linux the kernel sends it SIGTERM when the thread that starts it ends.

    The first word is the path of the program.
    """
    if sys.platform != "linux":
        return tuple(command)
    return (sys.executable, "-I", "-S", "-c", _LAUNCHER, str(os.getpid()), *command)
