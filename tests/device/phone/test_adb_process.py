"""The practice phone as a process: how it starts, what it says, and that it leaves nothing behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from adb_shell.adb_device import AdbDeviceTcp

pytestmark = pytest.mark.browser

MODULE = [sys.executable, "-m", "onscreen_practice.phone"]
COMMAND = [str(Path(sys.executable).parent / "onscreen"), "phone", "--port", "0"]


def started(command: list[str]) -> tuple[subprocess.Popen[str], int]:
    """Start a phone and return it with its port."""
    phone = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert phone.stdout is not None
    line = phone.stdout.readline()
    assert line.startswith("listening on 127.0.0.1:"), line + (phone.stderr.read() if phone.stderr else "")
    return phone, int(line.rpartition(":")[2])


def members(session: int) -> list[int]:
    """Return the processes of a session that are still there."""
    found: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(folder.name))
    return found


def ended(phone: subprocess.Popen[str]) -> tuple[int, str]:
    """Wait for the phone to end; return its status and what it complained, and see that nothing is left."""
    _, complaint = phone.communicate(timeout=30)
    until = time.monotonic() + 10
    while members(phone.pid) and time.monotonic() < until:
        time.sleep(0.1)
    assert members(phone.pid) == []
    return phone.returncode, complaint


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_it_listens_until_it_is_told_to_end(stop: signal.Signals) -> None:
    """One line says where it listens; a signal ends it in order, with no browser left."""
    phone, port = started([*MODULE, "--seed", "3", "--size", "720x1280", "--density", "320"])
    device = AdbDeviceTcp("127.0.0.1", port, default_transport_timeout_s=20)
    device.connect()
    assert device.shell("wm size; practice eval s.seed") == "Physical size: 720x1280\n3\n"
    device.close()
    phone.send_signal(stop)
    assert ended(phone) == (0, "")


def test_it_ends_with_its_parent() -> None:
    """With --with-parent it ends when its input is closed."""
    phone, _ = started([*MODULE, "--with-parent"])
    assert phone.stdin is not None
    phone.stdin.close()
    phone.stdin = None
    assert ended(phone)[0] == 0


def test_a_signal_ends_it_while_it_waits_for_its_parent() -> None:
    """Waiting for its input to close does not keep it from ending in order."""
    phone, _ = started([*MODULE, "--with-parent"])
    phone.terminate()
    assert ended(phone) == (0, "")


def test_ctrl_c_at_the_terminal_ends_it_in_order() -> None:
    """Ctrl-C reaches the browser too; the phone ends all the same without complaint."""
    phone, port = started(COMMAND)
    os.killpg(phone.pid, signal.SIGINT)
    status, told = ended(phone)
    assert status == 0
    assert f"adb connect 127.0.0.1:{port}" in told
    assert "Traceback" not in told


def test_troubles_are_switched_on() -> None:
    """A trouble named at the start is on; one that does not exist is told."""
    phone, port = started([*MODULE, "--trouble", "popups", "--trouble", "ads"])
    device = AdbDeviceTcp("127.0.0.1", port, default_transport_timeout_s=20)
    device.connect()
    assert device.shell("practice eval s.system.troubles") == '["popups", "ads"]\n'
    device.close()
    phone.terminate()
    assert ended(phone)[0] == 0
    wrong = subprocess.run(
        [*MODULE, "--trouble", "x"], capture_output=True, text=True, check=False, timeout=60
    )
    assert "there is no trouble 'x'" in wrong.stderr
    assert wrong.returncode == 2


def test_verbose_tells_what_clients_do() -> None:
    """With --verbose every connection and every service opened is a line on stderr."""
    phone, port = started([*MODULE, "--verbose"])
    device = AdbDeviceTcp("127.0.0.1", port, default_transport_timeout_s=20)
    device.connect()
    device.shell("echo a")
    device.close()
    phone.terminate()
    _, told = ended(phone)
    assert "connected: " in told
    assert "open b'shell:echo a'" in told


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--size", "3x"], 2, "expected width and height as in 1080x2400, found '3x'"),
        (["--size", "3x3"], 2, "the size is 3x3"),
        (["--port", "70000"], 2, "expected a port from 0 to 65535, found '70000'"),
        (["--seed", "-1"], 2, "expected an integer of at least 0"),
        (["--browser", "/nowhere/chromium"], 3, "/nowhere/chromium"),
    ],
)
def test_what_cannot_be_is_told(words: list[str], status: int, message: str) -> None:
    """Each wrong option ends with one clear line and the status of its kind."""
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == status
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_that_is_taken_is_told() -> None:
    """The message names the port and the option that changes it."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [*COMMAND, "--port", port], capture_output=True, text=True, check=False, timeout=60
        )
    assert done.returncode == 2
    assert (
        f"cannot listen on 127.0.0.1:{port}: Address already in use; choose another with --port"
        in done.stderr
    )
