"""Test rig: a practice phone, a private adb server, and helpers to act on the phone."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator

from onscreen.device.android import AndroidDevice, android
from onscreen.device.android.adb_executable import find_adb
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Action, Click, Element, Screen, Setting, Start

READY_PREFIX = "listening on "


class PrivateAdbServer:
    """An adb server on a free port."""

    def __init__(self) -> None:
        """Start the server."""
        self.port = free_port()
        self.adb("start-server")

    def adb(self, *words: str) -> str:
        """Run the adb program and return its output."""
        command = [find_adb(), "-P", str(self.port), *words]
        completed = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        return completed.stdout + completed.stderr

    def close(self) -> None:
        """Stop the server."""
        self.adb("kill-server")


class PracticePhoneProcess:
    """A practice phone in a child process."""

    def __init__(self, *options: str) -> None:
        """Start the process and wait until the phone listens."""
        command = [sys.executable, "-m", "onscreen_practice.phone", "--port", "0", "--with-parent", *options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        ready_line = self.process.stdout.readline()
        assert ready_line.startswith(READY_PREFIX), ready_line
        self.serial = ready_line.removeprefix(READY_PREFIX).strip()

    def freeze(self) -> None:
        """Suspend the process, so that the phone answers no request."""
        os.kill(self.process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Resume the process."""
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGCONT)

    def close(self) -> None:
        """End the process."""
        self.thaw()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(5)
        self.process.stdout.close()


class PhoneSession:
    """Helpers to find elements on the screen of a device and to act on them."""

    def __init__(self, device: AndroidDevice) -> None:
        """Use this device."""
        self.device = device

    def look(self) -> Screen:
        """Return the current screen."""
        return build_screen(self.device.observe())

    def only(self, role: str, name: str | None = None) -> Element:
        """Return the only element with this role and name."""
        screen = self.look()
        matches = [e for e in screen.elements if e.role == role and name in (None, e.name)]
        present = [(e.role, e.name) for e in screen.elements]
        assert len(matches) == 1, f"{len(matches)} {role} {name!r} among {present}"
        return matches[0]

    def names(self, role: str = "") -> list[str]:
        """Return the names of the elements on the screen, optionally of one role."""
        return [e.name for e in self.look().elements if role in ("", e.role)]

    def do(self, *actions: Action) -> str:
        """Perform the actions and return the outcome of the last one."""
        outcome = ""
        for action in actions:
            outcome = self.device.perform(action)
        return outcome

    def tap(self, role: str, name: str) -> None:
        """Tap the only element with this role and name."""
        self.device.perform(Click(self.only(role, name)))

    def value(self, expression: str) -> str:
        """Return a value of the phone's state as JSON text."""
        return self.device.read(f"practice eval '{expression}'")


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def open_device(port: int, serial: str = "", **settings: Setting) -> Iterator[AndroidDevice]:
    """Yield a device that uses the adb server on this port, and close it afterwards."""
    device = android({"server_port": port, "serial": serial, **settings})
    try:
        yield device
    finally:
        device.close()


def reset_phone(device: AndroidDevice, address: str = "", script: str = "practice reset") -> None:
    """Reset the phone, then open the address or the home screen."""
    device.start(Start(address, script))
