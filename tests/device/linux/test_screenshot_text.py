"""Text that a desktop program draws itself is read from the screenshot."""

from __future__ import annotations

import shutil
from contextlib import closing

import pytest

from onscreen.device.linux import linux
from onscreen.device.linux.process_group import missing_packages
from onscreen.perceive.unread_text_sense import UnreadTextSense
from onscreen.types import Start

pytest.importorskip("onnxruntime", reason='needs the extra "vision"')

MISSING = [*missing_packages(), *(name for name in ("gnumeric",) if shutil.which(name) is None)]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs the Debian packages {', '.join(MISSING)}")


def test_cells_that_only_the_screenshot_shows_are_elements() -> None:
    """The cells of Gnumeric, which its tree lacks, become elements by the sense `unread-text`."""
    with closing(linux({"width": 700, "height": 500})) as device:
        device.start(Start("gnumeric rows.csv", script="printf 'apples,4711\\npears,2907\\n' > rows.csv"))
        shot = device.observe()
    in_tree = {node.name for node in shot.nodes} | {node.value for node in shot.nodes}
    assert not any("2907" in text for text in in_tree)
    seen = UnreadTextSense()(shot)
    assert any("2907" in node.name for node in seen.nodes if node.seen_by == "ocr")
