"""One adb server, one practice phone and one device for all tests here."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from onscreen.device.android import AndroidDevice

sys.path.insert(0, str(Path(__file__).parent))

from phone_rig import Bench, Desk, Practice, begin, device_of


@pytest.fixture(scope="session")
def bench() -> Iterator[Bench]:
    """The adb server."""
    made = Bench()
    yield made
    made.close()


@pytest.fixture(scope="session")
def practice() -> Iterator[Practice]:
    """The phone."""
    made = Practice("--seed", "1")
    yield made
    made.close()


@pytest.fixture(scope="session")
def shared(bench: Bench, practice: Practice) -> Iterator[AndroidDevice]:
    """The device over the phone."""
    with device_of(bench.port, practice.serial) as device:
        yield device


@pytest.fixture
def desk(shared: AndroidDevice) -> Desk:
    """The phone as it begins."""
    begin(shared)
    return Desk(shared)
