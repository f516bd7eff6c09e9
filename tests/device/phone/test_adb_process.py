"""The practice phone as a process: options, output, signals and cleanup."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from adb_program import Adb
from adb_shell.adb_device import AdbDeviceTcp

from onscreen.cli.main import main

pytestmark = pytest.mark.browser

MODULE = [sys.executable, "-m", "onscreen_practice.phone"]
COMMAND = [str(Path(sys.executable).parent / "onscreen"), "phone", "--port", "0"]


def start_phone(command: list[str]) -> tuple[subprocess.Popen[str], int]:
    """Start a phone process and return it with its port."""
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


def session_processes(session: int) -> list[int]:
    """Return the running processes of a session."""
    processes: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            processes.append(int(folder.name))
    return processes


def wait_for_exit(phone: subprocess.Popen[str]) -> tuple[int, str]:
    """Wait for the phone to exit, check that no process is left, and return status and stderr."""
    _, stderr = phone.communicate(timeout=120)
    deadline = time.monotonic() + 60
    while session_processes(phone.pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert session_processes(phone.pid) == []
    return phone.returncode, stderr


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_phone_runs_until_a_signal(stop: signal.Signals) -> None:
    """One line reports the address; a signal stops the phone and its browser."""
    phone, port = start_phone([*MODULE, "--seed", "3", "--size", "720x1280", "--density", "320"])
    device = AdbDeviceTcp("127.0.0.1", port, default_transport_timeout_s=20)
    device.connect()
    assert device.shell("wm size; practice eval s.seed") == "Physical size: 720x1280\n3\n"
    device.close()
    phone.send_signal(stop)
    assert wait_for_exit(phone) == (0, "")


def test_phone_exits_with_its_parent() -> None:
    """With --with-parent the phone exits when its stdin is closed."""
    phone, _ = start_phone([*MODULE, "--with-parent"])
    assert phone.stdin is not None
    phone.stdin.close()
    phone.stdin = None
    assert wait_for_exit(phone)[0] == 0


def test_signal_ends_a_phone_with_parent() -> None:
    """With --with-parent, a signal still stops the phone."""
    phone, _ = start_phone([*MODULE, "--with-parent"])
    phone.terminate()
    assert wait_for_exit(phone) == (0, "")


def test_ctrl_c_exits_cleanly() -> None:
    """Ctrl-C, which also reaches the browser, exits without an error."""
    phone, port = start_phone(COMMAND)
    os.killpg(phone.pid, signal.SIGINT)
    status, stderr = wait_for_exit(phone)
    assert status == 0
    assert f"adb connect 127.0.0.1:{port}" in stderr
    assert "Traceback" not in stderr


def test_interruptions_are_enabled() -> None:
    """A named interruption is enabled; an unknown one is reported."""
    phone, port = start_phone([*MODULE, "--interruption", "popups", "--interruption", "ads"])
    device = AdbDeviceTcp("127.0.0.1", port, default_transport_timeout_s=20)
    device.connect()
    assert device.shell("practice eval s.system.interruptions") == '["popups", "ads"]\n'
    device.close()
    phone.terminate()
    assert wait_for_exit(phone)[0] == 0
    wrong = subprocess.run(
        [*MODULE, "--interruption", "x"], capture_output=True, text=True, check=False, timeout=60
    )
    assert "unknown interruption 'x'" in wrong.stderr
    assert wrong.returncode == 2


def test_verbose_logs_client_activity() -> None:
    """With --verbose, connections and services are logged to stderr."""
    phone, port = start_phone([*MODULE, "--verbose"])
    device = AdbDeviceTcp("127.0.0.1", port, default_transport_timeout_s=20)
    device.connect()
    device.shell("echo a")
    device.close()
    phone.terminate()
    _, stderr = wait_for_exit(phone)
    assert "connected: " in stderr
    assert "open b'shell:echo a'" in stderr


def test_phone_can_be_an_emulator() -> None:
    """The process prints the address of the console; the build and the clock are those of the options."""
    options = ["--console", "0", "--rootable", "--known-names", "--running-clock", "--animations"]
    phone, port = start_phone([*MODULE, *options])
    assert phone.stdout is not None
    host, _, console = phone.stdout.readline().removeprefix("console at ").strip().rpartition(":")
    with socket.create_connection((host, int(console)), 20) as connection:
        connection.sendall(b"avd name\nquit\n")
        answer = b"".join(iter(lambda: connection.recv(4096), b""))
    assert b"Practice_Phone" in answer
    device = AdbDeviceTcp("127.0.0.1", port, default_transport_timeout_s=20)
    device.connect()
    facts = (
        "su 0 id -u; pm path com.google.android.deskclock | cut -c1-8; practice eval s.system.running_clock"
    )
    assert device.shell(facts) == "0\npackage:\ntrue\n"
    device.close()
    phone.terminate()
    assert wait_for_exit(phone) == (0, "")


def test_adb_finds_an_emulator_by_itself(program: Adb, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone with its console on the port below is listed as an emulator, and `adb emu` reaches it."""
    ports = (port for port in range(5584, 5553, -2) if is_free(port) and is_free(port + 1))
    console = next(ports, 0)
    if not console:
        pytest.skip("emulators use all ports")
    command = [*MODULE, "--console", str(console), "--port", str(console + 1)]
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(program.port))
    phone, _ = start_phone(command)
    try:
        program.serial = f"emulator-{console}"
        assert program("wait-for-device").returncode == 0
        assert program("emu", "sms", "send", "+15550108", "Hello, you").returncode == 0
        texts = program("shell", "content query --uri content://sms/inbox --projection body | head -1").stdout
        assert texts == b"Row: 0 body=Hello, you\n"
    finally:
        phone.terminate()
        assert wait_for_exit(phone) == (0, "")


def is_free(port: int) -> bool:
    """Whether nothing listens on a port."""
    with socket.socket() as sock:
        return sock.connect_ex(("127.0.0.1", port)) != 0


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--size", "3x"], 2, "expected width and height as in 1080x2400, found '3x'"),
        (["--size", "3x3"], 2, "the size is 3x3"),
        (["--port", "70000"], 2, "expected a port from 0 to 65535, found '70000'"),
        (["--port", "5555"], 2, "adb automatically looks for emulators on port 5555"),
        (["--seed", "-1"], 2, "expected an integer of 0 to 999999999"),
        (["--browser", "/nowhere/chromium"], 3, "/nowhere/chromium"),
    ],
)
def test_invalid_options_are_reported(
    capsys: pytest.CaptureFixture[str], words: list[str], status: int, message: str
) -> None:
    """Each invalid option gives a one-line message and its exit status."""
    assert main(["phone", "--port", "0", *words]) == status
    stderr = capsys.readouterr().err
    assert message in stderr
    assert "Traceback" not in stderr


def test_occupied_port_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """The message names the port and the option to change it."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["phone", "--port", port]) == 2
    assert (
        f"cannot listen on 127.0.0.1:{port}: Address already in use; choose another port with --port"
        in capsys.readouterr().err
    )
