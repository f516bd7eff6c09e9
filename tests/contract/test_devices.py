"""Every device of the table of parts keeps the promises of `DeviceContract`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec
import pytest

from onscreen.device.base import Device
from onscreen.device.replay_device import ReplayDevice
from onscreen.plugins import BUILT_IN, plugin_paths
from onscreen.run.run_setup import make_device
from onscreen.testing import DeviceContract
from onscreen.testing.sample_episodes import click_episode
from onscreen.types import Setting, Start

PRACTICE = Path(__file__).parents[1] / "data" / "practice"


class Case(msgspec.Struct, frozen=True):
    """How a device is made and where a run on it begins."""

    settings: Mapping[str, Setting]
    start: Start = Start()


SCRIPT = "practice reset 1"
CASES: Mapping[str, Case] = {
    "android": Case({}, Start("Clock", SCRIPT)),
    "fake": Case({}),
    "phone": Case({"seed": 1}, Start("Clock", SCRIPT)),
    "web": Case({"sites": (f"practice.test={PRACTICE}",)}, Start("http://practice.test/index.html")),
}
MADE: Mapping[str, Callable[[], Device]] = {"replay": lambda: ReplayDevice(click_episode(2))}
"""Devices that are made from a value, not from settings."""
REAL = dict.fromkeys(("android", "phone", "web"), pytest.mark.browser)
NOT_HERE: Mapping[str, str] = {}
"""Devices that the kit cannot be run over here, each with the reason."""


def test_every_device_has_a_case() -> None:
    """A device in the table of parts is tried, or the reason why not is written down."""
    assert set(BUILT_IN["device"]) <= {*CASES, *MADE, *NOT_HERE}


@pytest.fixture(scope="module")
def serial() -> Iterator[str]:
    """The serial of a practice phone, for the device that takes any phone."""
    command = [sys.executable, "-m", "onscreen_practice.phone", "--port", "0", "--with-parent"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as phone:
        assert phone.stdin is not None
        assert phone.stdout is not None
        yield phone.stdout.readline().removeprefix("listening on ").strip()
        phone.stdin.close()


class TestDevices(DeviceContract):
    """The kit, run over each."""

    @pytest.fixture(
        autouse=True,
        params=[
            pytest.param(name, marks=REAL.get(name, ()))
            for name in sorted({*CASES} & set(plugin_paths("device")) | {*MADE})
        ],
    )
    def of_case(self, request: pytest.FixtureRequest) -> None:
        """Take the device's case."""
        self.name = str(request.param)
        taken = {"serial": str(request.getfixturevalue("serial"))} if self.name == "android" else {}
        self.settings: Mapping[str, Setting] = (
            {**CASES[self.name].settings, **taken} if self.name in CASES else {}
        )

    def make_device(self) -> Device:
        """Make it by name, or from its value."""
        if self.name in MADE:
            return MADE[self.name]()
        return make_device(self.name, self.settings)

    def start(self) -> Start:
        """Begin where the case says."""
        return CASES[self.name].start if self.name in CASES else Start()
