"""The device `phone`: a practice phone started for the run, reached as any phone is, through adb."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from threading import Timer

import msgspec

from onscreen.device.android import ACTIONS, AndroidDevice, android
from onscreen.plugins import unknown_name
from onscreen.types import Act, Action, Setting, Shot, Start, Tool
from onscreen.types.errors import BadText, DeviceError
from onscreen_practice.phone.phone_state import TROUBLES

_READY = "listening on "
_GRACE_SEC = 5.0


class PhoneSettings(msgspec.Struct, frozen=True):
    """What can be set on the practice phone; other settings are those of the device `android`.

    `size` is WIDTHxHEIGHT in pixels, `density` dots an inch, `trouble` what gets in the way on real phones
    (permissions, popups, ads, ...). `browser` is the program that draws it ("" finds one).
    """

    size: str = "1080x2400"
    density: int = 400
    seed: int = 0
    trouble: tuple[str, ...] = ()
    browser: str = ""
    start_cap_sec: float = 60.0


class PracticePhone:
    """A phone in a process of its own behind the device port; it begins with the first `start`."""

    def __init__(self, settings: PhoneSettings, *, android: Mapping[str, Setting]) -> None:
        """Keep the settings; nothing is started yet."""
        self.name = "phone"
        self.actions: frozenset[type[Act]] = ACTIONS
        self._settings = settings
        self._android = android
        self._process: subprocess.Popen[str] | None = None
        self._device: AndroidDevice | None = None

    def start(self, start: Start) -> None:
        """Bring the phone to where a run begins, starting one where none is.

        Raises:
            DeviceError: no phone can be started (no browser, ...), or it cannot be brought there.
        """
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process, serial = _started(self._settings)
            self._device = android({**self._android, "serial": serial})
        self._running().start(start)

    def tools(self) -> tuple[Tool, ...]:
        """Return the applications of the phone.

        Raises:
            DeviceError: the phone is gone.
        """
        return self._running().tools()

    def observe(self) -> Shot:
        """Return picture and nodes of one moment.

        Raises:
            DeviceError: the phone is gone.
        """
        return self._running().observe()

    def perform(self, action: Action) -> str:
        """Do the action and return what there is to say about it.

        Raises:
            ActionFailed: it could not be done; the phone is as usable as before.
            DeviceError: the phone is gone.
        """
        return self._running().perform(action)

    def read(self, expression: str) -> str:
        """Run a trusted shell command on the phone and return what it prints as JSON text.

        Raises:
            NotSupported: the command fails.
            DeviceError: the phone is gone.
        """
        return self._running().read(expression)

    def close(self) -> None:
        """End the phone; may be called more than once."""
        if self._device is not None:
            self._device.close()
        if self._process is not None:
            _end(self._process)
        self._device = self._process = None

    def _running(self) -> AndroidDevice:
        if self._device is None:
            raise DeviceError("the phone has not been started; call start first")
        return self._device


def practice_phone(settings: Mapping[str, Setting]) -> PracticePhone:
    """Return the practice phone with these settings; those it does not know go to the device `android`.

    Raises:
        UnknownName: there is no setting, or no trouble, of that name.
        BadText: a value does not fit.
    """
    own = {k: v for k, v in settings.items() if k in PhoneSettings.__struct_fields__}
    others = {k: v for k, v in settings.items() if k not in own}
    if "serial" in others:
        raise unknown_name("setting of the device 'phone'", "serial", known=PhoneSettings.__struct_fields__)
    android(others).close()
    if isinstance(own.get("trouble"), str):
        own["trouble"] = (str(own["trouble"]),)
    try:
        found = msgspec.convert(own, PhoneSettings, strict=False)
    except msgspec.ValidationError as error:
        raise BadText(f"the settings of the device 'phone' do not fit: {error}") from error
    for each in found.trouble:
        if each not in TROUBLES:
            raise unknown_name("trouble of the device 'phone'", each, known=TROUBLES)
    return PracticePhone(found, android=others)


def _started(settings: PhoneSettings) -> tuple[subprocess.Popen[str], str]:
    """Start the phone's process and return it with the serial it is reached by."""
    asked = [("--port", "0"), ("--seed", str(settings.seed)), ("--size", settings.size)]
    asked += [("--density", str(settings.density)), *(("--trouble", each) for each in settings.trouble)]
    asked += [("--browser", settings.browser)] if settings.browser else []
    command = [
        sys.executable,
        "-m",
        "onscreen_practice.phone",
        "--with-parent",
        *(w for pair in asked for w in pair),
    ]
    with tempfile.TemporaryFile("w+") as complaints:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints, text=True
        )
        late = Timer(settings.start_cap_sec, process.kill)
        late.start()
        told = process.stdout.readline() if process.stdout else ""
        late.cancel()
        if told.startswith(_READY):
            return process, told.removeprefix(_READY).strip()
        process.kill()
        process.communicate()
        complaints.seek(0)
        said = complaints.read()
    raise DeviceError(f"the practice phone does not start: {_last(said) or 'it said nothing in time'}")


def _last(text: str) -> str:
    return (text.strip().splitlines() or [""])[-1]


def _end(process: subprocess.Popen[str]) -> None:
    """Close its input, by which it ends itself; kill it when it does not."""
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
    try:
        process.wait(_GRACE_SEC)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
