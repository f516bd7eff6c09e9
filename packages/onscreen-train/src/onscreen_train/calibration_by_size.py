"""Calibration of the confidence for small and for full-size screens, on decisions not used for training."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from onscreen_reflex.benchmark_features import DEFAULT_FEATURES
from onscreen_reflex.weights import Weights
from onscreen_reflex.weights_manifest import Calibration, Manifest
from onscreen_train.calibration import FULL_SIZE_MIN_ACCURACY, Prediction, calibrate
from onscreen_train.decision_rows import Row, read_rows
from onscreen_train.hindsight import HINDSIGHT_PREFIX
from onscreen_train.synthetic_apps import SYNTHETIC_PREFIX
from onscreen_train.task_split import is_excluded, is_validation_seed
from onscreen_train.training_data import PAIRS_PREFIX
from onscreen_train.training_examples import Example, build_examples

MAX_CALIBRATION_EXAMPLES = 3000
"""Maximum number of validation examples used for the calibration."""
SMALL_SCREEN = (480, 320)
"""Width and height in pixels of the largest small screen, such as a page of MiniWoB++."""


class CalibrationData(msgspec.Struct, frozen=True):
    """Files with decisions: the training rows, and rows of applications not used for training.

    `recipe` names the set of tasks.
    """

    rows: Path
    unseen_rows: Path | None = None
    recipe: str = "full"


class CalibratedWeights(msgspec.Struct, frozen=True):
    """Manifest of calibrated weights, with predictions for evaluating the calibration of each screen size.

    `full_size` is empty if no training episode has a full-size screen, or if all have one.
    """

    manifest: Manifest
    predictions: tuple[Prediction, ...]
    full_size: tuple[Prediction, ...] = ()


def is_full_size(size: tuple[int, int]) -> bool:
    """Return True if a screen of the given width and height in pixels is larger than SMALL_SCREEN."""
    return size[0] > SMALL_SCREEN[0] or size[1] > SMALL_SCREEN[1]


def calibrate_by_size(weights: Weights, data: CalibrationData) -> CalibratedWeights:
    """Choose temperature and confidence threshold for small and for full-size screens.

    If all training episodes have full-size screens, the manifest has one calibration, for these.
    """
    sizes = [row.seen.size for row in _training_rows(data) if _is_of_episode(row)]
    large = tuple(filter(is_full_size, sizes))
    small = tuple(size for size in sizes if not is_full_size(size))
    full_size, full_predictions = _calibrate_full_size(weights, data, sizes=large)
    manifest = weights.manifest
    if full_size and not small:
        manifest = msgspec.structs.replace(
            manifest,
            temperature=full_size.temperature,
            min_confidence=full_size.min_confidence,
            max_screen_size=full_size.max_screen_size,
        )
        return CalibratedWeights(manifest, full_predictions)
    rows = (
        row for row in _validation_rows(data) if not (_is_of_episode(row) and is_full_size(row.seen.size))
    )
    temperature, min_confidence, predictions = calibrate(weights, _examples(rows, weights))
    manifest = msgspec.structs.replace(
        manifest,
        temperature=temperature,
        min_confidence=min_confidence,
        max_screen_size=_largest(small),
        full_size=full_size,
    )
    return CalibratedWeights(manifest, predictions, full_predictions)


def _calibrate_full_size(
    weights: Weights, data: CalibrationData, *, sizes: Sequence[tuple[int, int]]
) -> tuple[Calibration | None, tuple[Prediction, ...]]:
    """Calibrate on decisions of whole tasks, in unseen applications if there are such rows.

    Decisions relabeled in hindsight are easier than those of whole tasks and are left out.
    """
    if not sizes:
        return None, ()
    rows = read_rows(data.unseen_rows) if data.unseen_rows else _validation_rows(data)
    chosen = (
        row
        for row in rows
        if _is_of_episode(row) and is_full_size(row.seen.size) and not row.origin.startswith(HINDSIGHT_PREFIX)
    )
    temperature, min_confidence, predictions = calibrate(
        weights, _examples(chosen, weights), min_accuracy=FULL_SIZE_MIN_ACCURACY
    )
    return Calibration(temperature, min_confidence, _largest(sizes)), predictions


def _examples(rows: Iterable[Row], weights: Weights) -> list[Example]:
    """Return examples with the input features that are on by default, at most MAX_CALIBRATION_EXAMPLES."""
    every = list(rows)
    items = build_examples(
        every[:: 1 + len(every) // MAX_CALIBRATION_EXAMPLES], weights.pieces, features=DEFAULT_FEATURES
    )
    return [each for each in items if isinstance(each, Example)]


def _training_rows(data: CalibrationData) -> Iterator[Row]:
    return (row for row in read_rows(data.rows) if not is_excluded(row.task, data.recipe))


def _validation_rows(data: CalibrationData) -> Iterator[Row]:
    return (row for row in _training_rows(data) if is_validation_seed(row.seed))


def _is_of_episode(row: Row) -> bool:
    """Return True if a row is neither an instruction paired with an element nor of a synthetic app."""
    return not row.task.startswith((PAIRS_PREFIX, SYNTHETIC_PREFIX))


def _largest(sizes: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return max((width for width, _ in sizes), default=0), max((height for _, height in sizes), default=0)
