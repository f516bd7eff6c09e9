"""Configuration of all tests: Ctrl-C handling, a separate adb server, reproducible Hypothesis examples.

`--hypothesis-profile=search` draws new examples, to search for bugs; the default profile is deterministic.
"""

import contextlib
import gc
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from secrets import choice

import adbutils
import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))  # the modules that several folders of tests share
signal.signal(signal.SIGINT, signal.default_int_handler)

SLOW = (HealthCheck.too_slow,)  # machines can be slow
settings.register_profile("same", deadline=None, derandomize=True, suppress_health_check=SLOW)
settings.register_profile("search", deadline=None, suppress_health_check=SLOW)
settings.load_profile("same")

ADB_PORT = "ANDROID_ADB_SERVER_PORT"
ADB_PORTS = range(20_000, 30_000)
GARBAGE_THRESHOLD = 20_000
"""Number of new objects after which garbage is collected; Python's default is 700."""


def pytest_configure() -> None:
    """Use a separate adb server for the tests, so that attached phones are not affected."""
    os.environ[ADB_PORT] = str(find_adb_port())


def find_adb_port() -> int:
    """Find a port that is free and that the system does not give to a server that asks for any port."""
    while True:
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", choice(ADB_PORTS))) as free:
            port: int = free.getsockname()[1]
            return port


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection, which otherwise takes a large part of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Stop the tests' adb server if it was started."""
    del session
    with socket.socket() as asked:
        if asked.connect_ex(("127.0.0.1", int(os.environ[ADB_PORT]))) != 0:
            return
    subprocess.run([adbutils.adb_path(), "kill-server"], check=False, capture_output=True, timeout=20)
