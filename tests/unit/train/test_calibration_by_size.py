"""The confidence is calibrated separately on small and on full-size screens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

pytest.importorskip("pyarrow")

from onscreen.testing.strategies import blank_picture
from onscreen.types import Box, Click, Element, Node, Shot
from onscreen_reflex.weights import Weights
from onscreen_reflex.weights_manifest import Calibration
from onscreen_train.calibration_by_size import CalibrationData, calibrate_by_size
from onscreen_train.decision_rows import Row, StoredShot, write_rows

SMALL, FULL_SIZE = (160, 210), (1280, 720)
NAMES = ("Save", "Cancel", "Help")


def rows(size: tuple[int, int], *, asks_for_next: bool = False) -> Iterator[Row]:
    """Yield clicks on named buttons; if `asks_for_next`, each instruction names another button."""
    nodes = tuple(
        Node("button", name, Box(0, 20 * i, 90, 20 * i + 18), states=("clickable",), locator=name)
        for i, name in enumerate(NAMES)
    )
    seen = msgspec.structs.replace(StoredShot.from_shot(Shot(blank_picture(), nodes)), size=size)
    for number in range(6):
        index = number % len(nodes)
        name = NAMES[(index + asks_for_next) % len(nodes)]
        action = Click(Element.of(nodes[index], index + 1, index=index))
        yield Row("click", 1009 + 10 * number, 0, f'Click on the "{name}" button.', seen, (), action)


def test_each_size_of_screen_has_its_own_threshold(tmp_path: Path) -> None:
    """Wrong choices on full-size screens raise the threshold there, and not on small screens."""
    write_rows(iter((*rows(SMALL), *rows(FULL_SIZE, asks_for_next=True))), tmp_path / "rows.parquet")
    manifest = calibrate_by_size(Weights(), CalibrationData(tmp_path / "rows.parquet")).manifest
    assert manifest.max_screen_size == SMALL
    assert manifest.min_confidence < 1
    assert manifest.full_size is not None
    assert manifest.full_size.max_screen_size == FULL_SIZE
    assert manifest.full_size.min_confidence == 1
    assert manifest.find_calibration((1920, 1080)) is None


def test_unseen_applications_decide_on_the_threshold_of_full_size_screens(tmp_path: Path) -> None:
    """Decisions in applications that are not used for training replace those of validation seeds."""
    write_rows(rows(FULL_SIZE), tmp_path / "rows.parquet")
    write_rows(rows(FULL_SIZE, asks_for_next=True), tmp_path / "unseen.parquet")
    known = CalibrationData(tmp_path / "rows.parquet")
    unseen = CalibrationData(tmp_path / "rows.parquet", tmp_path / "unseen.parquet")
    assert calibrate_by_size(Weights(), known).manifest.min_confidence < 1
    calibrated = calibrate_by_size(Weights(), unseen)
    assert calibrated.manifest.smallest == Calibration(calibrated.manifest.temperature, 1.0, FULL_SIZE)
