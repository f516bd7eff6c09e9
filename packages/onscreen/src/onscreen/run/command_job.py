"""Commands of onscreen as jobs, one per application, each in a separate process and folder."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import msgspec

from onscreen.app_maps.map_store import FOLDER_VARIABLE
from onscreen.run.job_host import store_files
from onscreen.run.job_worker import JobKind
from onscreen.run.worker_handle import kill_tree

JOB_FOLDER = "{folder}"
"""Placeholder in a command for the folder of its job."""

MAPS_FOLDER = "maps"
"""Folder of the maps that the command reads and writes, in the folder of its job."""

FAILED_STATUS = 3
"""Exit status of a command that could not be run."""

EXPECTED_STATUSES = (0, 1)
"""Exit statuses of a finished command, with or without success."""


class CommandJob(msgspec.Struct, frozen=True):
    """A command for one application.

    `words` are the arguments of `onscreen`, in which JOB_FOLDER is replaced by the folder of the job. `maps`
    contains the files of the existing maps; the keys are paths relative to the folder of all maps.
    """

    app: str
    words: tuple[str, ...]
    folder: str
    maps: Mapping[str, bytes] = {}


class CommandResult(msgspec.Struct, frozen=True):
    """Exit status of a command and its duration in seconds.

    `detail` is the reason for a failure if the status is not one of EXPECTED_STATUSES.
    """

    app: str
    status: int
    seconds: float
    detail: str = ""

    @property
    def is_finished(self) -> bool:
        """True if the command finished, with or without success."""
        return self.status in EXPECTED_STATUSES


class CommandWorker:
    """A worker on this machine that runs each command in its own process."""

    def __init__(self, log: Path) -> None:
        """Create a worker that appends the output of the commands to the file `log`."""
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._interrupted = False

    def start(self) -> bool:
        """Return True; each command starts a process."""
        return True

    def run(self, job: CommandJob) -> CommandResult:
        """Run a command and return its result, even if its files cannot be written."""
        started_at = time.monotonic()
        try:
            store_files(job.maps, Path(job.folder) / MAPS_FOLDER)
            self._log.parent.mkdir(parents=True, exist_ok=True)
            with self._log.open("ab") as log:
                begin = log.tell()
                process = self._start_process(job, log=log.fileno())
                status = process.wait() if process else FAILED_STATUS
        except OSError as error:
            return fail_command(job, f"the command cannot be run: {error}")
        finally:
            self.close()
        detail = "" if status in EXPECTED_STATUSES else _last_line(self._log, begin)
        return CommandResult(job.app, status, time.monotonic() - started_at, detail)

    def _start_process(self, job: CommandJob, *, log: int) -> subprocess.Popen[bytes] | None:
        """Start the process of a command; returns None after an interruption."""
        words = [job.folder if word == JOB_FOLDER else word for word in job.words]
        maps = str(Path(job.folder).resolve() / MAPS_FOLDER)
        with self._lock:
            if self._interrupted:
                return None
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "onscreen.run.command_process", *words],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                env={**os.environ, FOLDER_VARIABLE: maps},
                start_new_session=True,
            )
            return self._process

    def interrupt(self) -> None:
        """Kill the command from another thread; its result has the status of a killed process."""
        with self._lock:
            self._interrupted = True
            if self._process is not None:
                kill_tree(self._process.pid)

    def close(self) -> None:
        """Close the pipe to the last command."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()


def make_command_worker(log: Path, _shown_log: str) -> CommandWorker:
    """Create a worker on this machine."""
    return CommandWorker(log)


def fail_command(job: CommandJob, detail: str) -> CommandResult:
    """Return the result of a command that could not be run."""
    return CommandResult(job.app, FAILED_STATUS, 0.0, detail)


def keep_result(result: CommandResult, _folder: str) -> CommandResult:
    """Return the result unchanged, because it contains no path."""
    return result


COMMANDS = JobKind(CommandJob, CommandResult, make_command_worker, fail_command, keep_result)
"""Commands as jobs."""


def _last_line(log: Path, begin: int) -> str:
    """Return the last line of a log after a position in bytes."""
    with log.open("rb") as file:
        file.seek(begin)
        lines = file.read().decode(errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "the command printed nothing")
