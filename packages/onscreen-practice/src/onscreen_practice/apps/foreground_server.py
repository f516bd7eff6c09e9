"""Foreground server of a web application, which other processes reset and stop by signals."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

from onscreen.types.errors import UsageError
from onscreen_practice.apps.app_server import ADDRESS, AppServer, free_ports
from onscreen_practice.apps.application import Application
from onscreen_practice.apps.installation import apps_folder, require_installed

START_CAP_SEC = 60.0
_SIGNALS = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)


def serve(application: Application, *, port: int, on_ready: Callable[[str], None]) -> None:
    """Serve an application until SIGTERM or Ctrl-C, restoring its initial data at each SIGHUP.

    `port` 0 chooses a free port. `on_ready` is called with the address.

    Raises:
        MissingExtra: the application is not installed.
        UsageError: the port is taken, or another process already serves the application.
        DeviceError: the application does not start.
    """
    require_installed(application)
    if (process_id := running_of(application)) is not None:
        raise UsageError(
            f"process {process_id} already runs {application.name!r}; stop it with: "
            f"onscreen apps stop {application.name}"
        )
    chosen = port or free_ports([application.name])[application.name]
    _check_free(chosen)
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    server = AppServer(application, chosen, start_cap_sec=START_CAP_SEC)
    with contextlib.closing(server), _recorded_process(application):
        server.reset()
        on_ready(f"http://{ADDRESS}:{chosen}{application.start_path}")
        while signal.sigwait(_SIGNALS) == signal.SIGHUP:
            server.reset()


def running_of(application: Application) -> int | None:
    """Return the ID of the process that serves an application, or None if no process does."""
    try:
        process_id = int(_process_file(application).read_text(encoding="ascii"))
        command = Path(f"/proc/{process_id}/cmdline").read_bytes()
    except (OSError, ValueError):
        return None
    return process_id if application.name.encode() in command.split(b"\0") else None


def reset_running(application: Application) -> None:
    """Signal the process that serves an application to restore the application's initial data.

    Raises:
        UsageError: no process serves the application.
    """
    os.kill(_require_running(application), signal.SIGHUP)


def stop_running(application: Application) -> None:
    """Stop the process that serves an application.

    Raises:
        UsageError: no process serves the application.
    """
    os.kill(_require_running(application), signal.SIGTERM)


def _require_running(application: Application) -> int:
    process_id = running_of(application)
    if process_id is None:
        raise UsageError(
            f"the application {application.name!r} is not running; start it with: "
            f"onscreen apps run {application.name}"
        )
    return process_id


def _check_free(port: int) -> None:
    try:
        socket.create_server((ADDRESS, port)).close()
    except (OSError, OverflowError) as error:
        raise UsageError(f"port {port} cannot be used: {error}; choose another with --port") from error


@contextlib.contextmanager
def _recorded_process(application: Application) -> Iterator[None]:
    """Store this process's ID in the application's PID file while the context is active."""
    path = _process_file(application)
    path.write_text(str(os.getpid()), encoding="ascii")
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def _process_file(application: Application) -> Path:
    return apps_folder() / f"{application.name}.pid"
