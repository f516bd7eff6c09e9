"""Fixtures for tests of the episode loop."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS))

from practice_world import ENTRY_POINTS  # noqa: E402 - a module next to the tests, not in a package


@pytest.fixture(scope="module")
def practice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Register the plugins of `practice_world`, for this process and its child processes."""
    folder = tmp_path_factory.mktemp("installed")
    about = folder / "practice_world-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: practice-world\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRY_POINTS)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        inherited = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
        patch.setenv("PYTHONPATH", os.pathsep.join([str(folder), str(TESTS), *inherited]))
        yield
