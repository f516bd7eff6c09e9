"""Fixtures: one rendered phone and one adb per test file, the phone reset to seed 1 before each test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import adbutils
import pytest

from onscreen_practice.phone.phone_server import PhoneServer
from onscreen_practice.phone.simulated_phone import Handset

sys.path.insert(0, str(Path(__file__).parent))

from adb_program import Adb
from phone_driver import PhoneDriver

SEED = 1


@pytest.fixture(scope="module")
def handset() -> Iterator[Handset]:
    """Start a phone rendered by a real browser."""
    started = Handset(seed=SEED)
    yield started
    started.close()


@pytest.fixture
def driver(handset: Handset) -> PhoneDriver:
    """Return a driver for the phone in its initial state."""
    handset.reset(SEED)
    return PhoneDriver(handset)


@pytest.fixture(scope="module")
def program() -> Iterator[Adb]:
    """Return an adb with its own server."""
    adb = Adb(str(Path(adbutils.__file__).parent / "binaries" / "adb"))
    yield adb
    adb.close()


@pytest.fixture
def adb(program: Adb, handset: Handset) -> Iterator[Adb]:
    """Return an adb connected to the phone in its initial state."""
    handset.reset()
    with PhoneServer(handset) as server:
        program.connect(server.port)
        yield program
        program.disconnect()
