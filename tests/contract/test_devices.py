"""Every device of the table of parts keeps the promises of `DeviceContract`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
import pytest

from onscreen.device.base import Device
from onscreen.device.replay import ReplayDevice
from onscreen.plugins import BUILT_IN, paths
from onscreen.run.start import make_device
from onscreen.testing import DeviceContract
from onscreen.testing.episodes import quiet
from onscreen.types import Setting, Start

PRACTICE = Path(__file__).parents[1] / "data" / "practice"


class Case(msgspec.Struct, frozen=True):
    """How a device is made and where a run on it begins."""

    settings: Mapping[str, Setting]
    start: Start = Start()


CASES: Mapping[str, Case] = {
    "fake": Case({}),
    "web": Case({"sites": (f"practice.test={PRACTICE}",)}, Start("http://practice.test/index.html")),
}
MADE: Mapping[str, Callable[[], Device]] = {"replay": lambda: ReplayDevice(quiet(2))}
"""Devices that are made from a value, not from settings."""
REAL = {"web": pytest.mark.browser}
NOT_HERE: Mapping[str, str] = {}
"""Devices that the kit cannot be run over here, each with the reason."""


def test_every_device_has_a_case() -> None:
    """A device in the table of parts is tried, or the reason why not is written down."""
    assert set(BUILT_IN["device"]) <= {*CASES, *MADE, *NOT_HERE}


class TestDevices(DeviceContract):
    """The kit, run over each."""

    @pytest.fixture(
        autouse=True,
        params=[
            pytest.param(name, marks=REAL.get(name, ()))
            for name in sorted({*CASES} & set(paths("device")) | {*MADE})
        ],
    )
    def of_case(self, request: pytest.FixtureRequest) -> None:
        """Take the device's case."""
        self.name = str(request.param)

    def make_device(self) -> Device:
        """Make it by name, or from its value."""
        if self.name in MADE:
            return MADE[self.name]()
        return make_device(self.name, CASES[self.name].settings)

    def start(self) -> Start:
        """Begin where the case says."""
        return CASES[self.name].start if self.name in CASES else Start()
