"""A practice phone and an adb server of its own, as a person has them at hand."""

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

READY = "listening on "


class Bench:
    """An adb server on a port of its own."""

    def __init__(self) -> None:
        """Start the server."""
        self.port = free_port()
        self.adb("start-server")

    def adb(self, *words: str) -> str:
        """Run the adb program and return what it says."""
        command = [find_adb(), "-P", str(self.port), *words]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        return ran.stdout + ran.stderr

    def close(self) -> None:
        """End the server."""
        self.adb("kill-server")


class Practice:
    """A practice phone in a process of its own."""

    def __init__(self, *options: str) -> None:
        """Start it."""
        command = [sys.executable, "-m", "onscreen_practice.phone", "--port", "0", "--with-parent", *options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        assert said.startswith(READY), said
        self.serial = said.removeprefix(READY).strip()

    def freeze(self) -> None:
        """Let it answer nothing."""
        os.kill(self.process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it answer again."""
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGCONT)

    def close(self) -> None:
        """End it."""
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


class Desk:
    """A phone in use: find, act, look."""

    def __init__(self, device: AndroidDevice) -> None:
        """Use this device."""
        self.device = device

    def build_screen(self) -> Screen:
        """Return the screen of now."""
        return build_screen(self.device.observe())

    def only(self, role: str, name: str | None = None) -> Element:
        """Return the one element of this role and name."""
        screen = self.look()
        found = [e for e in screen.elements if e.role == role and name in (None, e.name)]
        told = [(e.role, e.name) for e in screen.elements]
        assert len(found) == 1, f"{len(found)} {role} {name!r} among {told}"
        return found[0]

    def names(self, role: str = "") -> list[str]:
        """Return the names of what is on the screen."""
        return [e.name for e in self.look().elements if role in ("", e.role)]

    def do(self, *actions: Action) -> str:
        """Act and return what was said to the last."""
        said = ""
        for action in actions:
            said = self.device.perform(action)
        return said

    def tap(self, role: str, name: str) -> None:
        """Tap the one element of this role and name."""
        self.device.perform(Click(self.only(role, name)))

    def value(self, expression: str) -> str:
        """Read a value of the phone's state as JSON text."""
        return self.device.read(f"practice eval '{expression}'")


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@contextlib.contextmanager
def device_of(port: int, serial: str = "", **settings: Setting) -> Iterator[AndroidDevice]:
    """Give a device that uses the server of this port, and close it afterwards."""
    device = android({"server_port": port, "serial": serial, **settings})
    try:
        yield device
    finally:
        device.close()


def begin(device: AndroidDevice, address: str = "", script: str = "practice reset") -> None:
    """Bring the phone to how it begins."""
    device.start(Start(address, script))
