"""Worker subprocess that receives trials as JSON lines.

It is killed with all its descendants.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import msgspec

from onscreen.run.trial import ModelUsage, Result, Trial

CLOSE_SEC = 10.0
"""Seconds a worker may take to close its device at the end; a browser takes one or two."""


class ModelStarted(msgspec.Struct, frozen=True, tag=True):
    """Message from a worker reporting that a model call started."""


class ModelFinished(msgspec.Struct, frozen=True, tag=True):
    """Message from a worker reporting that a model call returned or failed, with its usage."""

    usage: ModelUsage


class TrialFinished(msgspec.Struct, frozen=True, tag=True):
    """Last message of a worker about a trial."""

    result: Result


WorkerMessage: TypeAlias = ModelStarted | ModelFinished | TrialFinished
"""A message from a worker, sent as one line of JSON."""


class TrialTimeout(Exception):
    """Raised when a trial, or one of its model calls, exceeds its hard timeout.

    The message states which timeout, and its length in seconds.
    """


class WorkerDied(Exception):
    """Raised when a worker process exits without returning a result.

    The message holds its exit status.
    """


class WorkerProcess:
    """A worker subprocess that runs one trial at a time.

    Its stderr goes to a log file. `usage` counts the model calls of the latest trial.
    """

    def __init__(self, log: Path) -> None:
        """Start the worker process; its stderr is appended to the file `log`."""
        log.parent.mkdir(parents=True, exist_ok=True)
        self._unread = b""
        self.usage = ModelUsage()
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
        """Run a trial in the worker and return its result.

        The time of model calls does not count toward the hard timeout. Each call has a separate timeout.

        Raises:
            TrialTimeout: the trial or a model call exceeded its hard timeout; the caller must kill it.
            WorkerDied: the process exited first.
        """
        stdin = self._process.stdin
        assert stdin is not None  # noqa: S101 - created with a pipe
        with suppress(BrokenPipeError):
            stdin.write(msgspec.json.encode(trial) + b"\n")
        self.usage = ModelUsage()
        remaining_sec = trial.limit_sec
        while True:
            started_at = time.monotonic()
            late = f"not finished within {trial.limit_sec:g} s"
            message = self._read_message(started_at + remaining_sec, late)
            if isinstance(message, TrialFinished):
                return message.result
            if isinstance(message, ModelStarted):
                remaining_sec -= time.monotonic() - started_at
                self._wait_for_model(trial.model_timeout_sec)

    def _wait_for_model(self, timeout_sec: float) -> None:
        """Wait for the end of a model call and add its usage to `usage`.

        A call that does not end is counted with the time until the timeout.
        """
        usage, started_at = self.usage, time.monotonic()
        finished = ModelUsage(calls=1)
        try:
            message = self._read_message(
                started_at + timeout_sec, f"no reply of the model within {timeout_sec:g} s"
            )
            if isinstance(message, ModelFinished):
                finished = message.usage
        except (TrialTimeout, WorkerDied):
            finished = ModelUsage(calls=1, seconds=time.monotonic() - started_at)
            raise
        finally:
            self.usage = usage + finished

    def interrupt(self) -> None:
        """Kill the process from another thread.

        A thread that waits in `ask` gets WorkerDied.
        """
        kill_tree(self._process.pid)

    def kill(self) -> None:
        """Kill the process with all its descendants, and close the pipes."""
        kill_tree(self._process.pid)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def close(self) -> None:
        """Shut down the process gracefully, and kill any process that remains after a timeout."""
        stdin = self._process.stdin
        assert stdin is not None  # noqa: S101 - created with a pipe
        stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(CLOSE_SEC)
        self.kill()

    def _read_message(self, deadline: float, late: str) -> WorkerMessage:
        """Return the worker's next message; at the deadline, raise TrialTimeout with the message `late`."""
        stdout = self._process.stdout
        assert stdout is not None  # noqa: S101 - created with a pipe
        with selectors.DefaultSelector() as selector:
            selector.register(stdout, selectors.EVENT_READ)
            while b"\n" not in self._unread:
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise TrialTimeout(late)
                chunk = os.read(stdout.fileno(), 65536)
                if not chunk:
                    raise WorkerDied(_exit_description(self._process.wait(CLOSE_SEC)))
                self._unread += chunk
        line, _, self._unread = self._unread.partition(b"\n")
        message: WorkerMessage = msgspec.json.decode(line, type=WorkerMessage)
        return message


def kill_tree(pid: int) -> None:
    """Kill a process, its process group and all its descendants.

    On Linux, this includes descendants in other process groups.
    """
    family = (pid, *descendants(pid))
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    for member in family:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(member, signal.SIGKILL)


def descendants(pid: int) -> tuple[int, ...]:
    """List the process IDs of all descendants of a process.

    Returns () if /proc is missing.
    """
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = int(path.read_text(errors="replace").rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(path.parent.name))
    result: list[int] = []
    pending = [pid]
    while pending:
        direct = children.get(pending.pop(), [])
        result += direct
        pending += direct
    return tuple(result)


def _exit_description(status: int) -> str:
    if status < 0:
        return f"the worker process was killed by signal {signal.Signals(-status).name}"
    return f"the worker process exited with status {status}"
