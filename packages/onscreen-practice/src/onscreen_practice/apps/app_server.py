"""Server process of a web application, with a fresh copy of its data after each reset."""

from __future__ import annotations

import contextlib
import http
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path

import msgspec

from onscreen.deadline import sleep
from onscreen.types.errors import DeviceError
from onscreen_practice.apps.application import Application
from onscreen_practice.apps.installation import clean_environment, require_installed

_SUPERVISOR = Path(__file__).parent / "server_supervisor.py"
ADDRESS = "127.0.0.1"
"""IP address on which all applications listen."""

PORT_FILE = "port"
"""Name of the file with the server's port, beside the data folder.

It is read for applications whose state can only be requested from the server.
"""

_POLL_SEC = 0.02
_CALL_SEC = 5.0
_FIRST_CALL_SEC = 0.25
"""Minimum timeout in seconds of a request to a starting server, which may accept it and never answer."""

_LOG_LINES = 15


class AppServer:
    """Server of a web application, which is stopped even if this process is killed."""

    def __init__(self, application: Application, port: int, *, start_cap_sec: float) -> None:
        """Store the settings; the first call of `reset` starts the server."""
        self.application = application
        self.port = port
        self._start_cap_sec = start_cap_sec
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: Path | None = None

    @property
    def data(self) -> Path:
        """Data folder of the running server.

        Raises:
            DeviceError: the server has not been started.
        """
        if self._folder is None:
            raise DeviceError(f"the application {self.application.name!r} has not been started")
        return self._folder / "data"

    def reset(self) -> None:
        """Stop the server, restore the initial data and start the server again.

        Raises:
            MissingExtra: the application is not installed.
            DeviceError: the server does not start; the message ends with its last output.
        """
        installation = require_installed(self.application)
        self.close()
        self._folder = Path(tempfile.mkdtemp(prefix=f"onscreen-{self.application.name}-"))
        shutil.copytree(installation.data, self.data, symlinks=True)
        command = self.application.command(installation.program, self.data, port=self.port)
        self._start([str(word) for word in command])

    def read_state(self) -> msgspec.Struct:
        """Read the application's state from its storage.

        Raises:
            DeviceError: the server has not been started.
        """
        return self.application.read_state(self.data)

    def close(self) -> None:
        """Stop the server and delete its copy of the data; further calls have no effect."""
        process, folder = self._process, self._folder
        self._process = self._folder = None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if process.stdin is not None:
                process.stdin.close()
            self._wait_until_ended()
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)

    def _wait_until_ended(self) -> None:
        """Wait until the killed server no longer accepts connections on its port."""
        deadline = time.monotonic() + self._start_cap_sec
        while time.monotonic() < deadline:
            try:
                socket.create_connection((ADDRESS, self.port), timeout=_CALL_SEC).close()
            except OSError:
                return
            sleep(_POLL_SEC)

    def _start(self, command: list[str]) -> None:
        folder = self.data.parent
        home = folder / "home"
        home.mkdir()
        (folder / PORT_FILE).write_text(str(self.port), encoding="ascii")
        environment = {**clean_environment(), "HOME": str(home), **self.application.environment}
        with (folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(_SUPERVISOR), str(folder), *command],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.data,
                env=environment,
                start_new_session=True,
            )
        begun = time.monotonic()
        while not (self._answers(time.monotonic() - begun) and self.application.is_ready(self.data)):
            if self._process.poll() is not None:
                raise self._start_error("its server ended")
            if time.monotonic() > begun + self._start_cap_sec:
                raise self._start_error(f"its server does not answer within {self._start_cap_sec:g} s")
            sleep(_POLL_SEC)

    def _answers(self, elapsed_sec: float) -> bool:
        """Return whether the server answers a request for the start page within half of the elapsed time."""
        timeout_sec = min(max(_FIRST_CALL_SEC, elapsed_sec / 2), _CALL_SEC)
        connection = http.client.HTTPConnection(ADDRESS, self.port, timeout=timeout_sec)
        try:
            connection.request("GET", self.application.start_path, headers={"Host": self.application.host})
            status = connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
        return status < http.HTTPStatus.BAD_REQUEST

    def _start_error(self, reason: str) -> DeviceError:
        log = (self.data.parent / "log").read_text(errors="replace").strip().splitlines()[-_LOG_LINES:]
        self.close()
        shown = "\n".join(log) or "(no output)"
        return DeviceError(
            f"the application {self.application.name!r} does not start: {reason}; last output:\n{shown}"
        )


def free_ports(names: Iterable[str]) -> Mapping[str, int]:
    """Find a free TCP port for each name; all ports are different."""
    with ExitStack() as opened:
        sockets = {name: opened.enter_context(socket.create_server((ADDRESS, 0))) for name in names}
        return {name: each.getsockname()[1] for name, each in sockets.items()}
