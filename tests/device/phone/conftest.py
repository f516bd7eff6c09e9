"""Fixtures: one rendered phone per test file, reset to seed 1 before each test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from onscreen_practice.phone.handset import Handset

sys.path.insert(0, str(Path(__file__).parent))

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
