"""Client of the process that runs AndroidWorld's code in a separate virtual environment."""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from threading import Timer
from typing import TypeAlias

import msgspec

from onscreen.device.child_environment import child_environment
from onscreen.types.errors import DeviceError
from onscreen_practice.androidworld.installation import AndroidWorldInstallation

_SERVER = Path(__file__).with_name("task_server.py")
_SHUTDOWN_SEC = 5.0
_SHOWN_CHARACTERS = 600
Parameters: TypeAlias = Mapping[str, str | int | float | bool | list[str]]
"""Parameters from which an AndroidWorld task was generated, by name."""


class PhoneAddress(msgspec.Struct, frozen=True):
    """Address of a phone: adb program, adb server, serial number and emulator console."""

    adb: str
    server_host: str
    server_port: int
    serial: str
    console: str


class StartedTask(msgspec.Struct, frozen=True):
    """A started task: its instruction and the parameters from which it was generated."""

    goal: str
    parameters: Parameters


class _Answer(msgspec.Struct, frozen=True):
    goal: str = ""
    parameters: Parameters = {}
    score: float = 0.0
    error: str = ""


class TaskClient:
    """Client of an AndroidWorld process that prepares and scores tasks on a phone."""

    def __init__(
        self, installation: AndroidWorldInstallation, phone: PhoneAddress, *, timeout_sec: float
    ) -> None:
        """Start the process; `timeout_sec` is the timeout of each request in seconds.

        Raises:
            DeviceError: the process cannot be started.
        """
        self._timeout_sec = timeout_sec
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115  closed with the client
        settings = msgspec.json.encode({"source": str(installation.source), **msgspec.structs.asdict(phone)})
        try:
            self._process = subprocess.Popen(
                [str(installation.python), str(_SERVER), settings.decode()],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env=child_environment(),
            )
        except OSError as error:
            self._errors.close()
            raise DeviceError(f"AndroidWorld does not start: {error}") from error

    def prepare(self) -> None:
        """Give adb root access to the phone, as AndroidWorld's tasks require.

        Raises:
            DeviceError: the phone refuses root access.
        """
        self._ask({"do": "prepare"})

    def start(self, name: str, *, seed: int) -> StartedTask:
        """Generate a task from a seed and prepare the phone for it.

        Raises:
            DeviceError: the task cannot be prepared.
        """
        answer = self._ask({"do": "start", "task": name, "seed": seed})
        return StartedTask(answer.goal, answer.parameters)

    def score(self) -> float:
        """Return AndroidWorld's score of the started task, from 0 to 1.

        Raises:
            DeviceError: no task was started, or the phone is gone.
        """
        return self._ask({"do": "score"}).score

    def close(self) -> None:
        """End the process."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        try:
            self._process.wait(_SHUTDOWN_SEC)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._errors.close()

    def _ask(self, request: Mapping[str, str | int]) -> _Answer:
        """Send a request and wait for its answer.

        Raises:
            DeviceError: the process ended or did not answer in time, or the request failed.
        """
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise DeviceError("the process of AndroidWorld has no streams")
        timeout = Timer(self._timeout_sec, self._process.kill)
        timeout.start()
        try:
            stdin.write(msgspec.json.encode(request) + b"\n")
            stdin.flush()
            line = stdout.readline()
        except OSError:
            line = b""
        finally:
            timeout.cancel()
        if not line:
            raise DeviceError(f"AndroidWorld gave no answer: {self._last_errors()}")
        answer = msgspec.json.decode(line, type=_Answer)
        if answer.error:
            raise DeviceError(f"AndroidWorld failed: {answer.error}")
        return answer

    def _last_errors(self) -> str:
        self._errors.seek(0)
        return " ".join(self._errors.read().split())[-_SHOWN_CHARACTERS:] or "no output"
