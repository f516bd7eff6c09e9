"""One phone for all tests of a file; every test begins with the phone of seed 1 as it was made."""

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
    """A phone that is drawn by a real browser."""
    made = Handset(seed=SEED)
    yield made
    made.close()


@pytest.fixture
def driver(handset: Handset) -> PhoneDriver:
    """A hand on the phone, which is at its beginning."""
    handset.reset(SEED)
    return PhoneDriver(handset)
