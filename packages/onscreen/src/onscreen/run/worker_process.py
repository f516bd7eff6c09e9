"""A worker in a process of its own: asked by JSON lines, killed with everything it started."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import msgspec

from onscreen.run.trial import Result, Trial

CLOSE_SEC = 10.0
"""How long a worker may take to give its device back at the end; a browser takes one or two seconds."""


class TrialTimeout(Exception):
    """The trial did not end within its limit."""


class WorkerDied(Exception):
    """The worker ended without an answer; the message says how."""


class WorkerProcess:
    """A running worker; its other words go to a log file."""

    def __init__(self, log: Path) -> None:
        """Start the process."""
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("ab") as file:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "onscreen.run.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=file,
                start_new_session=True,
                bufsize=0,
            )

    def ask(self, trial: Trial) -> Result:
        """Have the trial run and return what it came to.

        Raises:
            TrialTimeout: it did not end within its limit; the process is to be killed.
            WorkerDied: the process ended first.
        """
        deadline = time.monotonic() + trial.limit_sec
        stdin = self._process.stdin
        assert stdin is not None  # noqa: S101 - it was made with a pipe
        with suppress(BrokenPipeError):
            stdin.write(msgspec.json.encode(trial) + b"\n")
        return msgspec.json.decode(self._line(deadline), type=Result)

    def interrupt(self) -> None:
        """End the process from another thread; the one that waits for its answer sees it die."""
        kill_tree(self._process.pid)

    def kill(self) -> None:
        """End the process and all it started, at once."""
        kill_tree(self._process.pid)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def close(self) -> None:
        """Let the process give its device back, then see that nothing is left of it."""
        stdin = self._process.stdin
        assert stdin is not None  # noqa: S101 - it was made with a pipe
        stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(CLOSE_SEC)
        self.kill()

    def _line(self, deadline: float) -> bytes:
        stdout = self._process.stdout
        assert stdout is not None  # noqa: S101 - it was made with a pipe
        line = b""
        with selectors.DefaultSelector() as selector:
            selector.register(stdout, selectors.EVENT_READ)
            while not line.endswith(b"\n"):
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise TrialTimeout
                piece = os.read(stdout.fileno(), 65536)
                if not piece:
                    raise WorkerDied(_exit_description(self._process.wait(CLOSE_SEC)))
                line += piece
        return line


def kill_tree(pid: int) -> None:
    """Kill a process, its group and every descendant, those in groups of their own included (on Linux)."""
    family = descendants(pid)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    for member in family:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(member, signal.SIGKILL)


def descendants(pid: int) -> tuple[int, ...]:
    """Return the processes that this one started, and those they started; none where /proc is missing."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = int(path.read_text(errors="replace").rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(path.parent.name))
    found: list[int] = []
    ahead = [pid]
    while ahead:
        below = children.get(ahead.pop(), [])
        found += below
        ahead += below
    return tuple(found)


def _exit_description(status: int) -> str:
    if status < 0:
        return f"its process was ended by signal {signal.Signals(-status).name}"
    return f"its process ended with status {status}"
