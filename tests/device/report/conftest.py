"""Fixture of the shop episode of `tests/data/shop.py` for the report tests."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from onscreen.types import Episode


@pytest.fixture(scope="session")
def shop() -> Episode:
    """Return a run of six steps in a synthetic shop, one of which fails."""
    path = Path(__file__).parents[2] / "data" / "shop.py"
    spec = importlib.util.spec_from_file_location("shop", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    episode = module.episode()
    assert isinstance(episode, Episode)
    return episode
