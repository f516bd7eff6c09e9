"""Probability that a task is finished: a logistic regression on the features of an episode.

More evidence for completion never lowers the probability: the signs of the weights are fixed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen.policy.completion.completion_features import Features
from onscreen.types.errors import CannotWrite, UsageError

VERSION = 4
"""Version of the features: weights of another version were fitted to features with other values."""
CLASSIFIER_FILE = "completion.json"
"""Name of the file of a calibrated classifier, in the folder of its episodes."""
NEGATIVE_FEATURES = (
    *(
        "extra_actions",
        "missing_actions",
        "unexplained",
        "foreign",
        "missed_values",
        "assumed",
        "unfinished_before",
        "contradictions",
        "unused_values",
    ),
    *("open_forms", "open_clauses", "ignored_qualifiers", "error_messages", "unchanged", "repeated"),
)
"""Features that count against completion: their weights are at most 0."""
UNSIGNED_FEATURES = ("instruction", "agreement")
"""Features with weights of any sign, which describe the references. All others have weights of at least 0."""
PICTURE_FEATURES = ("picture", "picture_index")
RIDGE = 10.0
"""L2 penalty of the standardized weights, the best of 0.3 to 30 on the practice tasks that calibrate them."""
MAX_ITERATIONS = 400
MAX_FALSE_SHARE = 0.01
"""Default share of the episodes that may stop on an unfinished screen."""

State: TypeAlias = Literal["finished", "not sure", "unfinished"]
Vector: TypeAlias = NDArray[np.float64]


class Classifier(msgspec.Struct, frozen=True):
    """Weights of a logistic regression on standardized features, and two decision thresholds.

    At a probability of at least `finished_from`, the task is finished; below `unfinished_below` it is not; in
    between, the answer is unknown. `trained_on` describes the episodes it was calibrated with,
    `max_false_share` is the accepted share of false stops.
    """

    names: tuple[str, ...]
    weights: tuple[float, ...]
    bias: float
    means: tuple[float, ...]
    scales: tuple[float, ...]
    finished_from: float = 0.9
    unfinished_below: float = 0.1
    trained_on: str = ""
    version: int = VERSION
    max_false_share: float = MAX_FALSE_SHARE

    def probability(self, features: Features) -> float:
        """Return the probability that the task is finished, 0 to 1."""
        values = dict(zip(feature_names(), to_row(features), strict=True))
        row = np.array([values[name] for name in self.names])
        score = (row - np.array(self.means)) / np.array(self.scales) @ np.array(self.weights) + self.bias
        return float(1 / (1 + np.exp(-np.clip(score, -500, 500))))

    @property
    def uses_pictures(self) -> bool:
        """Whether a feature of pictures has a weight other than 0."""
        weights = dict(zip(self.names, self.weights, strict=True))
        return any(weights.get(name) for name in PICTURE_FEATURES)

    def state(self, probability: float) -> State:
        """Return the answer for a probability."""
        if probability >= self.finished_from:
            return "finished"
        return "unfinished" if probability < self.unfinished_below else "not sure"


def feature_names() -> tuple[str, ...]:
    """Return the names of the features."""
    return Features.__struct_fields__


def to_row(features: Features) -> Vector:
    """Return the features in the order of `feature_names`."""
    return np.array(msgspec.structs.astuple(features), dtype=np.float64)


def fit_classifier(
    features: Sequence[Features],
    finished: Sequence[bool],
    *,
    without: Sequence[str] = (),
    trained_on: str = "",
) -> Classifier:
    """Fit a classifier to screens labeled as finished or unfinished.

    The features in `without` are left out.

    Raises:
        UsageError: there are no finished or no unfinished screens.
    """
    if len(set(finished)) < 2:  # noqa: PLR2004 - finished and unfinished
        raise UsageError(
            f"found {sum(finished)} of {len(finished)} screens finished; expected screens of both kinds"
        )
    all_names = feature_names()
    kept = [i for i, name in enumerate(all_names) if name not in without]
    rows = np.array([to_row(each) for each in features])[:, kept]
    means, scales = rows.mean(axis=0), rows.std(axis=0)
    scales[scales == 0] = 1.0
    signs = np.array([_sign(all_names[i]) for i in kept])
    weights, bias = _fit((rows - means) / scales, np.array(finished, dtype=np.float64), signs=signs)
    return Classifier(
        tuple(all_names[i] for i in kept),
        tuple(weights.tolist()),
        bias,
        tuple(means.tolist()),
        tuple(scales.tolist()),
        trained_on=trained_on,
    )


def choose_thresholds(
    classifier: Classifier,
    episodes: Sequence[Sequence[tuple[float, bool]]],
    *,
    max_false_share: float = MAX_FALSE_SHARE,
) -> Classifier:
    """Return the classifier with thresholds chosen on held-out episodes.

    An episode consists of a probability and the true label for each screen, in order. The upper threshold is
    the lowest one at which at most `max_false_share` of the episodes stop on an unfinished screen. At most
    this share of the finished screens is below the lower threshold.
    """
    upper = lowest_threshold(episodes, max_false_share=max_false_share)
    finished = sorted(p for screens in episodes for p, is_finished in screens if is_finished)
    lower = finished[int(max_false_share * len(finished))] if finished else 0.0
    return msgspec.structs.replace(
        classifier,
        finished_from=upper,
        unfinished_below=min(lower, upper),
        max_false_share=max_false_share,
    )


def lowest_threshold(episodes: Sequence[Sequence[tuple[float, bool]]], *, max_false_share: float) -> float:
    """Return the lowest threshold at which at most a share of episodes stops on an unfinished screen.

    An episode stops on the first screen whose value is not below the threshold.
    """
    unfinished = sorted({value for screens in episodes for value, is_finished in screens if not is_finished})
    candidates = [-np.inf, *(float(np.nextafter(value, np.inf)) for value in unfinished)]
    allowed = max_false_share * len(episodes)
    low, high = 0, len(candidates) - 1
    while low < high:
        middle = (low + high) // 2
        false = sum(_stops_falsely(screens, candidates[middle]) for screens in episodes)
        low, high = (low, middle) if false <= allowed else (middle + 1, high)
    return candidates[low]


def _stops_falsely(screens: Sequence[tuple[float, bool]], threshold: float) -> bool:
    return next((not is_finished for value, is_finished in screens if value >= threshold), False)


def _sign(name: str) -> int:
    """Return the required sign of the weight of a feature, or 0 if both signs are allowed."""
    if name in UNSIGNED_FEATURES:
        return 0
    return -1 if name in NEGATIVE_FEATURES else 1


def _fit(rows: Vector, labels: Vector, *, signs: NDArray[np.int_]) -> tuple[Vector, float]:
    """Minimize the logistic loss with an L2 penalty over weights with the given signs.

    Uses accelerated projected gradient descent (FISTA, Beck and Teboulle 2009). The bias is not penalized.
    """
    inputs = np.hstack([rows, np.ones((len(rows), 1))])
    penalty = np.append(np.full(rows.shape[1], RIDGE), 0.0)
    low = np.append(np.where(signs > 0, 0.0, -np.inf), -np.inf)
    high = np.append(np.where(signs < 0, 0.0, np.inf), np.inf)
    step = 1 / (np.linalg.norm(inputs, 2) ** 2 / 4 + RIDGE)
    weights = np.zeros(inputs.shape[1])
    ahead, momentum = weights, 1.0
    for _ in range(MAX_ITERATIONS):
        predicted = 1 / (1 + np.exp(-np.clip(inputs @ ahead, -500, 500)))
        gradient = inputs.T @ (predicted - labels) + penalty * ahead
        moved = np.clip(ahead - step * gradient, low, high)
        following = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        ahead = moved + (momentum - 1) / following * (moved - weights)
        weights, momentum = moved, following
    return weights[:-1], float(weights[-1])


def write_classifier(classifier: Classifier, path: Path) -> None:
    """Write a classifier to a JSON file atomically.

    Raises:
        CannotWrite: the file cannot be written.
    """
    part = path.with_suffix(".part")
    try:
        part.write_bytes(msgspec.json.format(msgspec.json.encode(classifier), indent=1) + b"\n")
        part.replace(path)
    except OSError as error:
        raise CannotWrite(f"cannot write {path}: {error.strerror or error}") from error


def read_classifier(path: Path) -> Classifier:
    """Read a classifier from a JSON file.

    Raises:
        UsageError: the file is missing, damaged, or of another version.
    """
    try:
        return _decode(path.read_bytes())
    except (OSError, msgspec.MsgspecError, ValueError) as error:
        raise UsageError(
            f"cannot read the classifier {path}: {error}; "
            "create it again by: onscreen stop calibrate EPISODES"
        ) from error


@cache
def default_classifier() -> Classifier:
    """Return the built-in classifier, calibrated on recorded practice tasks."""
    return _decode(files("onscreen.policy.completion").joinpath(CLASSIFIER_FILE).read_bytes())


class _Header(msgspec.Struct, frozen=True):
    """The version of a classifier, which is read first because other versions may have other fields."""

    version: int = VERSION


def _decode(content: bytes) -> Classifier:
    found = msgspec.json.decode(content, type=_Header).version
    if found != VERSION:
        raise ValueError(f"its weights belong to version {found} of the features, expected version {VERSION}")
    classifier = msgspec.json.decode(content, type=Classifier)
    unknown = set(classifier.names) - set(feature_names())
    if unknown:
        raise ValueError(f"unknown features {', '.join(sorted(unknown))}")
    sizes = {len(getattr(classifier, name)) for name in ("names", "weights", "means", "scales")}
    if len(sizes) > 1:
        raise ValueError(f"lists of {sizes} numbers, expected equal lengths")
    return classifier
