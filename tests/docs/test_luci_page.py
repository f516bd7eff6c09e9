"""The page on LUCI's weaknesses names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "guide" / "luci.md").read_text()


def test_named_tests_exist() -> None:
    """Every test file and test function that the page names is there."""
    paths = set(re.findall(r"`(tests/[\w/]+\.py)", PAGE))
    assert paths
    assert [path for path in paths if not (ROOT / path).is_file()] == []
    functions = set(re.findall(r"\b(test_\w+)(?=`)", PAGE))
    assert functions
    sources = "".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name in functions if f"def {name}(" not in sources] == []
