"""For all tests: what they start hears Ctrl-C, and the adb server they use is their own."""

import os
import signal
import socket
import subprocess

import adbutils
import pytest

signal.signal(signal.SIGINT, signal.default_int_handler)

ADB_PORT = "ANDROID_ADB_SERVER_PORT"


def pytest_configure() -> None:
    """Give the tests an adb server of their own, so that phones of whoever runs them are left alone."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        os.environ[ADB_PORT] = str(free.getsockname()[1])


def pytest_sessionfinish(session: pytest.Session) -> None:
    """End that server, where one was started."""
    del session
    with socket.socket() as asked:
        if asked.connect_ex(("127.0.0.1", int(os.environ[ADB_PORT]))) != 0:
            return
    subprocess.run([adbutils.adb_path(), "kill-server"], check=False, capture_output=True, timeout=20)
