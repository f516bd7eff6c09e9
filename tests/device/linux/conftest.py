"""Fixture: a Linux desktop that each test starts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from onscreen.device.linux import linux
from onscreen.device.linux.linux_device import LinuxDevice

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="module")
def device() -> Iterator[LinuxDevice]:
    """Yield a device that each test starts."""
    with closing(linux({})) as opened:
        yield opened
