"""Every registered device passes `DeviceContract`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from onscreen.device.base import Device
from onscreen.device.linux.process_group import missing_packages
from onscreen.device.replay_device import ReplayDevice
from onscreen.plugins import BUILT_IN, plugin_paths
from onscreen.run.device_factory import make_device
from onscreen.testing import DeviceContract
from onscreen.testing.sample_episodes import click_episode
from onscreen.types import Setting, Start
from onscreen_practice.androidworld.installation import INSTALL_HINT, find_installation
from onscreen_practice.apps.application_table import find_application
from onscreen_practice.apps.installation import installation_of

PRACTICE = Path(__file__).parents[1] / "data" / "practice"
NATIVE = PRACTICE.parent / "native"


class Case(msgspec.Struct, frozen=True):
    """How a device is created, and the start of its tests."""

    settings: Mapping[str, Setting]
    start: Start = Start()


SCRIPT = "practice reset 1"
CASES: Mapping[str, Case] = {
    "apps": Case({}, Start("http://roundup.localhost/", "apps reset roundup")),
    "android": Case({}, Start("Clock", SCRIPT)),
    "androidworld": Case({}, Start(script="androidworld start ClockTimerEntry 1")),
    "fake": Case({}),
    "many": Case({"devices": ("form=fake", "other=fake")}),
    "linux": Case({}, Start("galculator")),
    "macos": Case({"recording": str(NATIVE / "macos-textedit.json"), "quiet_ms": 1}),
    "phone": Case({"seed": 1}, Start("Clock", SCRIPT)),
    "windows": Case({"recording": str(NATIVE / "windows-notepad.json"), "quiet_ms": 1}),
    "web": Case({"sites": (f"practice.test={PRACTICE}",)}, Start("http://practice.test/index.html")),
}
FACTORIES: Mapping[str, Callable[[], Device]] = {"replay": lambda: ReplayDevice(click_episode(2))}
"""Devices that are created from a value instead of settings."""
REAL = dict.fromkeys(("android", "androidworld", "apps", "phone", "web"), pytest.mark.browser)
NOT_TESTED: Mapping[str, str] = {}
"""Devices that cannot be tested here, with the reason."""


def test_every_device_has_a_case() -> None:
    """Every registered device is tested, or the reason why not is listed."""
    assert set(BUILT_IN["device"]) <= {*CASES, *FACTORIES, *NOT_TESTED}


@pytest.fixture(scope="module")
def serial() -> Iterator[str]:
    """Serial number of a practice phone, for devices that accept any phone."""
    command = [sys.executable, "-m", "onscreen_practice.phone", "--port", "0", "--with-parent"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as phone:
        assert phone.stdin is not None
        assert phone.stdout is not None
        yield phone.stdout.readline().removeprefix("listening on ").strip()
        phone.stdin.close()


@pytest.fixture(scope="module")
def devices() -> Iterator[dict[str, Device]]:
    """Keep the device of each case for all its tests, because most devices take a second to start."""
    kept: dict[str, Device] = {}
    yield kept
    for device in kept.values():
        device.close()


class TestDevices(DeviceContract):
    """Contract tests of each device."""

    @pytest.fixture(
        autouse=True,
        params=[
            pytest.param(name, marks=REAL.get(name, ()))
            for name in sorted({*CASES} & set(plugin_paths("device")) | {*FACTORIES})
        ],
    )
    def of_case(self, request: pytest.FixtureRequest, devices: dict[str, Device]) -> None:
        """Set the device's case."""
        self.devices, self.name = devices, str(request.param)
        if self.name == "apps" and not installation_of(find_application("roundup")).is_current:
            pytest.skip("needs: onscreen apps install roundup")
        if self.name == "androidworld" and not find_installation().is_complete:
            pytest.skip(f"needs AndroidWorld; {INSTALL_HINT}")
        if self.name == "linux" and (missing_packages() or shutil.which("galculator") is None):
            pytest.skip("needs: onscreen doctor --fix desktop; apt-get install galculator")
        taken = {"serial": str(request.getfixturevalue("serial"))} if self.name == "android" else {}
        self.settings: Mapping[str, Setting] = (
            {**CASES[self.name].settings, **taken} if self.name in CASES else {}
        )

    @contextmanager
    def started(self) -> Iterator[Device]:
        """Yield the device of the case in its initial state; the start of a used device resets it."""
        device = self.devices.get(self.name) or self.devices.setdefault(self.name, self.make_device())
        device.start(self.start())
        yield device

    def make_device(self) -> Device:
        """Create the device by name, or from its value."""
        if self.name in FACTORIES:
            return FACTORIES[self.name]()
        return make_device(self.name, self.settings)

    def start(self) -> Start:
        """Return the start of the case."""
        return CASES[self.name].start if self.name in CASES else Start()
