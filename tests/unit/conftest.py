"""What several tests of the loop share."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS))

from practice_world import ENTRY_POINTS  # noqa: E402 - it stands beside the tests, in no package


@pytest.fixture(scope="session")
def practice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Install the practice world, for this process and those it starts."""
    folder = tmp_path_factory.mktemp("installed")
    about = folder / "practice_world-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: practice-world\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRY_POINTS)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setenv("PYTHONPATH", os.pathsep.join([str(folder), str(TESTS)]))
        yield
