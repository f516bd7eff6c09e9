"""Fixtures shared by all tests here: one adb server, one practice phone and one device."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from onscreen.device.android import AndroidDevice

sys.path.insert(0, str(Path(__file__).parent))

from phone_rig import PhoneSession, PracticePhoneProcess, PrivateAdbServer, open_device, reset_phone


@pytest.fixture(scope="session")
def adb_server() -> Iterator[PrivateAdbServer]:
    """Run a private adb server."""
    created = PrivateAdbServer()
    yield created
    created.close()


@pytest.fixture(scope="session")
def practice_phone() -> Iterator[PracticePhoneProcess]:
    """Run a practice phone."""
    created = PracticePhoneProcess("--seed", "1")
    yield created
    created.close()


@pytest.fixture(scope="session")
def shared(adb_server: PrivateAdbServer, practice_phone: PracticePhoneProcess) -> Iterator[AndroidDevice]:
    """Open a device on the practice phone."""
    with open_device(adb_server.port, practice_phone.serial) as device:
        yield device


@pytest.fixture
def session(shared: AndroidDevice) -> PhoneSession:
    """Return a session on the phone, reset to its initial state."""
    reset_phone(shared)
    return PhoneSession(shared)
