"""Child processes that can be killed at any moment, with whatever they have started."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence

Process = subprocess.Popen[bytes]


def start(line: Sequence[str], *, env: Mapping[str, str], stdin: int, stdout: int, stderr: int) -> Process:
    """Start *line* in a session of its own, so that ``kill`` reaches its children too."""
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        return subprocess.Popen(line, env=env, stdin=stdin, stdout=stdout, stderr=stderr, creationflags=flags)
    return subprocess.Popen(line, env=env, stdin=stdin, stdout=stdout, stderr=stderr, start_new_session=True)


def kill(process: Process) -> None:
    """Kill *process* and its session; does not wait for it."""
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        process.kill()
        return
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return  # it ended by itself in this very moment
