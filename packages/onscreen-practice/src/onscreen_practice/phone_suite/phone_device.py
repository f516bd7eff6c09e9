"""Device `phone`: a simulated Android phone that runs in a separate process and is controlled through adb."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from threading import Timer

import msgspec

from onscreen.device.android import ACTIONS, AndroidDevice, android
from onscreen.device.child_environment import child_environment
from onscreen.plugins import unknown_name
from onscreen.types import Act, Action, Setting, Shot, Start, Tool
from onscreen.types.errors import BadText, DeviceError
from onscreen_practice.phone.initial_phone_state import INTERRUPTIONS

STATE_EXPRESSION = "practice eval '{...s, system: null, notifications: null}'"
"""Expression of the applications' state, without that of the system, which changes by itself."""
_READY_PREFIX, _CONSOLE_PREFIX = "listening on ", "console at "
_SHUTDOWN_SEC = 5.0


class PhoneSettings(msgspec.Struct, frozen=True):
    """Settings of the simulated phone, in addition to those of the `android` device.

    `size` is WIDTHxHEIGHT in pixels, `density` is in dots per inch. `interruptions` are the interruptions to
    simulate, such as permission requests, pop-ups and ads. `browser` is the path of the browser that renders
    the phone; if empty, an installed browser is used. `rootable`, `known_names` and `console` are the options
    of `onscreen phone`. `start_cap_sec` is the startup timeout in seconds.
    """

    size: str = "1080x2400"
    density: int = 400
    seed: int = 0
    interruptions: tuple[str, ...] = ()
    browser: str = ""
    rootable: bool = False
    known_names: bool = False
    console: bool = False
    start_cap_sec: float = 60.0


class StartedPhone(msgspec.Struct, frozen=True):
    """A running phone: its process, adb serial and, if it has one, the address of its emulator console."""

    process: subprocess.Popen[str]
    serial: str
    console: str = ""


class PracticePhone:
    """Device that runs a simulated Android phone in a separate process.

    The first call to `start` launches the process.
    """

    def __init__(self, settings: PhoneSettings, *, android: Mapping[str, Setting]) -> None:
        """Store the settings without starting the phone."""
        self.name = "phone"
        self.actions: frozenset[type[Act]] = ACTIONS
        self.state_expression = STATE_EXPRESSION
        self.state_is_complete = True
        self._settings = settings
        self._android = android
        self._phone: StartedPhone | None = None
        self._device: AndroidDevice | None = None

    def start(self, start: Start) -> None:
        """Prepare the phone for a run, starting the phone first if necessary.

        Raises:
            DeviceError: the phone cannot be started (no browser, ...) or prepared.
        """
        self.launch()
        self._running().start(start)

    def initial_start(self, app: str, *, seed: int) -> Start:  # noqa: ARG002  all apps are reset together
        """Return a start with the initial data of a seed, on the home screen."""
        return Start(script=f"practice reset {seed}", seed=seed)

    def launch(self) -> StartedPhone:
        """Start the phone's process unless it is running, and return the running phone.

        Raises:
            DeviceError: the phone cannot be started.
        """
        if self._phone is None or self._phone.process.poll() is not None:
            self.close()
            self._phone = _start_process(self._settings)
            self._device = android({**self._android, "serial": self._phone.serial})
        return self._phone

    def tools(self) -> tuple[Tool, ...]:
        """List the applications on the phone that can be launched.

        Raises:
            DeviceError: the phone is gone.
        """
        return self._running().tools()

    def observe(self) -> Shot:
        """Capture the current screenshot and its UI nodes as a `Shot`.

        Raises:
            DeviceError: the phone is gone.
        """
        return self._running().observe()

    def perform(self, action: Action) -> str:
        """Perform an action and return a message that describes the outcome.

        Raises:
            ActionFailed: the action could not be performed; the phone is still usable.
            DeviceError: the phone is gone.
        """
        return self._running().perform(action)

    def read(self, expression: str) -> str:
        """Run a trusted shell command on the phone and return its JSON output as text.

        Raises:
            NotSupported: the command fails.
            DeviceError: the phone is gone.
        """
        return self._running().read(expression)

    def close(self) -> None:
        """Stop the phone and disconnect from it.

        Calling this method more than once has no further effect.
        """
        if self._device is not None:
            self._device.close()
            self._device.disconnect()
        if self._phone is not None:
            _stop(self._phone.process)
        self._device = self._phone = None

    def _running(self) -> AndroidDevice:
        if self._device is None:
            raise DeviceError("the phone has not been started; call start first")
        return self._device


def practice_phone(settings: Mapping[str, Setting]) -> PracticePhone:
    """Create a simulated phone with the given settings.

    Settings that `PhoneSettings` does not define are passed to the `android` device.

    Raises:
        UnknownName: a setting or an interruption of that name does not exist.
        BadText: a value is not valid.
    """
    own = {k: v for k, v in settings.items() if k in PhoneSettings.__struct_fields__}
    others = {k: v for k, v in settings.items() if k not in own}
    if "serial" in others:
        raise unknown_name("setting of the device 'phone'", "serial", known=PhoneSettings.__struct_fields__)
    android(others).close()
    if isinstance(own.get("interruptions"), str):
        own["interruptions"] = (str(own["interruptions"]),)
    try:
        parsed = msgspec.convert(own, PhoneSettings, strict=False)
    except msgspec.ValidationError as error:
        raise BadText(f"invalid settings of the device 'phone': {error}") from error
    for each in parsed.interruptions:
        if each not in INTERRUPTIONS:
            raise unknown_name("interruption of the device 'phone'", each, known=INTERRUPTIONS)
    return PracticePhone(parsed, android=others)


def _start_process(settings: PhoneSettings) -> StartedPhone:
    """Start the simulated phone in a new process.

    Raises:
        DeviceError: the process ends, or does not answer in time.
    """
    options = [("--port", "0"), ("--seed", str(settings.seed)), ("--size", settings.size)]
    options += [
        ("--density", str(settings.density)),
        *(("--interruption", each) for each in settings.interruptions),
    ]
    options += [("--browser", settings.browser)] if settings.browser else []
    command = [
        sys.executable,
        "-m",
        "onscreen_practice.phone",
        "--with-parent",
        *(word for pair in options for word in pair),
        *(["--rootable"] if settings.rootable else []),
        *(["--known-names"] if settings.known_names else []),
        *(["--console", "0"] if settings.console else []),
    ]
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=child_environment(),
        )
        timeout = Timer(settings.start_cap_sec, process.kill)
        timeout.start()
        line = process.stdout.readline() if process.stdout else ""
        console = process.stdout.readline() if process.stdout and line and settings.console else ""
        timeout.cancel()
        if line.startswith(_READY_PREFIX):
            serial = line.removeprefix(_READY_PREFIX).strip()
            return StartedPhone(process, serial, console.removeprefix(_CONSOLE_PREFIX).strip())
        process.kill()
        process.communicate()
        errors.seek(0)
        message = errors.read()
    timeout_text = f"no answer within {settings.start_cap_sec:g} s"
    raise DeviceError(f"the practice phone does not start: {_last_line(message) or timeout_text}")


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or [""])[-1]


def _stop(process: subprocess.Popen[str]) -> None:
    """Close the streams of the process to make it exit, and kill it after a timeout."""
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
    try:
        process.wait(_SHUTDOWN_SEC)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
