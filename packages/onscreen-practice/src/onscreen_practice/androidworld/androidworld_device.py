"""Device `androidworld`: a practice phone on which AndroidWorld's code prepares and scores tasks.

The script of a start is `androidworld start TASK SEED`. `read` accepts `androidworld goal`, `androidworld
parameters` and `androidworld score`, and the expressions of the device `phone`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

import msgspec

from onscreen.device.android.adb_executable import find_adb, server_address
from onscreen.device.device_settings import build_settings
from onscreen.plugins import unknown_name
from onscreen.types import Act, Action, Setting, Shot, Start, Tool
from onscreen.types.errors import DeviceError
from onscreen_practice.androidworld.installation import require_installation
from onscreen_practice.androidworld.task_client import PhoneAddress, StartedTask, TaskClient
from onscreen_practice.phone_suite.phone_device import PracticePhone, practice_phone

START, GOAL, PARAMETERS, SCORE = (f"androidworld {verb}" for verb in ("start", "goal", "parameters", "score"))
_BUILD: Mapping[str, Setting] = {"rootable": True, "known_names": True, "console": True}


class AndroidWorldSettings(msgspec.Struct, frozen=True):
    """Settings of the device, in addition to those of the device `phone`.

    `task_cap_sec` is the timeout for preparing and scoring a task, in seconds.
    """

    task_cap_sec: float = 120.0


class AndroidWorldDevice:
    """Practice phone on which AndroidWorld's tasks run."""

    def __init__(
        self, settings: AndroidWorldSettings, *, phone: PracticePhone, phone_settings: Mapping[str, Setting]
    ) -> None:
        """Store the settings; the first `start` launches the phone and AndroidWorld's process."""
        self.name = "androidworld"
        self.actions: frozenset[type[Act]] = phone.actions
        self._settings, self._phone, self._phone_settings = settings, phone, phone_settings
        self._client: TaskClient | None = None
        self._serial = ""
        self._task = StartedTask("", {})

    def start(self, start: Start) -> None:
        """Reset the phone and have AndroidWorld prepare the task named in the start script.

        Raises:
            MissingExtra: AndroidWorld is not installed; the message says how to install it.
            DeviceError: the phone or the task cannot be started.
        """
        name, seed = _parse_script(start.script)
        client = self._connect()
        self._phone.start(Start(script=f"practice reset {seed}", seed=seed))
        self._task = client.start(name, seed=seed)

    def tools(self) -> tuple[Tool, ...]:
        """List the applications on the phone that can be launched.

        Raises:
            DeviceError: the phone is gone.
        """
        return self._phone.tools()

    def observe(self) -> Shot:
        """Capture the current screenshot and its UI nodes.

        Raises:
            DeviceError: the phone is gone.
        """
        return self._phone.observe()

    def perform(self, action: Action) -> str:
        """Perform an action and return a message that describes the outcome.

        Raises:
            ActionFailed: the action could not be performed; the phone is still usable.
            DeviceError: the phone is gone.
        """
        return self._phone.perform(action)

    def read(self, expression: str) -> str:
        """Return the task's goal, parameters or score as JSON, or the output of a shell command.

        Raises:
            NotSupported: the command fails.
            DeviceError: the phone is gone, or AndroidWorld cannot score the task.
        """
        if expression == GOAL:
            return json.dumps(self._task.goal)
        if expression == PARAMETERS:
            return json.dumps(self._task.parameters)
        if expression == SCORE:
            return json.dumps(self._client.score() if self._client else 0.0)
        return self._phone.read(expression)

    def close(self) -> None:
        """Stop AndroidWorld's process and the phone."""
        self._disconnect()
        self._phone.close()

    def _connect(self) -> TaskClient:
        """Return the client of AndroidWorld's process, starting phone and process if necessary."""
        installation = require_installation()
        started = self._phone.launch()
        if self._client is not None and self._serial == started.serial:
            return self._client
        self._disconnect()
        host, port = server_address(
            str(self._phone_settings.get("server_host", "")),
            int(str(self._phone_settings.get("server_port", 0))),
        )
        adb = find_adb(str(self._phone_settings.get("adb", "")))
        self._phone.start(Start())
        address = PhoneAddress(adb, host, port, started.serial, started.console)
        client = TaskClient(installation, address, timeout_sec=self._settings.task_cap_sec)
        self._client, self._serial = client, started.serial
        client.prepare()
        return client

    def _disconnect(self) -> None:
        if self._client is not None:
            self._client.close()
        self._client, self._serial = None, ""


def androidworld_device(settings: Mapping[str, Setting]) -> AndroidWorldDevice:
    """Create the device with the given settings.

    Settings that `AndroidWorldSettings` does not define are passed to the device `phone`.

    Raises:
        UnknownName: a setting does not exist.
        BadText: a value is not valid.
    """
    own = {k: v for k, v in settings.items() if k in AndroidWorldSettings.__struct_fields__}
    others = {k: v for k, v in settings.items() if k not in own}
    for name in _BUILD:
        if name in others:
            known = AndroidWorldSettings.__struct_fields__
            raise unknown_name("setting of the device 'androidworld'", name, known=known)
    parsed = build_settings(own, AndroidWorldSettings, device="androidworld")
    phone = practice_phone({**others, **_BUILD})
    return AndroidWorldDevice(parsed, phone=phone, phone_settings=others)


def start_script(name: str, *, seed: int) -> str:
    """Build the start script that makes AndroidWorld prepare the named task."""
    return f"{START} {name} {seed}"


def _parse_script(script: str) -> tuple[str, int]:
    name, _, seed = script.removeprefix(START).strip().partition(" ")
    if not script.startswith(f"{START} ") or not seed.isdecimal():
        raise DeviceError(
            f"the device 'androidworld' starts with the script {START + ' TASK SEED'!r}; found {script!r}"
        )
    return name, int(seed)
