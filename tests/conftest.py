"""For all tests: what they start hears Ctrl-C, the adb server is their own, the same examples are drawn.

`--hypothesis-profile=search` draws new examples, which is how faults are looked for; a check of a change
must say the same twice.
"""

import os
import signal
import socket
import subprocess

import adbutils
import pytest
from hypothesis import settings

signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("same", deadline=None, derandomize=True)  # machines are shared and slow at times
settings.register_profile("search", deadline=None)
settings.load_profile("same")

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
