"""Fixtures: one rendered phone and one adb server, the phone reset to seed 1 before each test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import adbutils
import pytest

from onscreen_practice.phone.phone_server import PhoneServer
from onscreen_practice.phone.simulated_phone import DEFAULT_DENSITY, DEFAULT_SIZE, Handset

sys.path.insert(0, str(Path(__file__).parent))

from adb_program import Adb
from phone_driver import PhoneDriver

SEED = 1


@pytest.fixture(scope="session")
def shared_handset() -> Iterator[Handset]:
    """Start a phone rendered by a real browser."""
    started = Handset(seed=SEED)
    yield started
    started.close()


@pytest.fixture
def handset(shared_handset: Handset) -> Handset:
    """Return the phone in its initial state and size; a snapshot is kept until another seed is loaded."""
    shared_handset.reset(SEED)
    if (shared_handset.shown_size, shared_handset.shown_density) != (DEFAULT_SIZE, DEFAULT_DENSITY):
        shared_handset.resize()
    return shared_handset


@pytest.fixture
def driver(handset: Handset) -> PhoneDriver:
    """Return a driver for the phone in its initial state."""
    return PhoneDriver(handset)


@pytest.fixture(scope="session")
def program() -> Iterator[Adb]:
    """Return an adb with its own server."""
    adb = Adb(str(Path(adbutils.__file__).parent / "binaries" / "adb"))
    yield adb
    adb.close()


@pytest.fixture
def adb(program: Adb, handset: Handset) -> Iterator[Adb]:
    """Return an adb connected to the phone in its initial state."""
    with PhoneServer(handset) as server:
        program.connect(server.port)
        yield program
        program.disconnect()
