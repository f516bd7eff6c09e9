"""Confidence calibration by temperature scaling, and selection of a confidence threshold."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from onscreen_reflex.benchmark_outputs import DEFAULT_VOCABULARY, OutputVocabulary
from onscreen_reflex.candidate_actions import build_action
from onscreen_reflex.decoder import RankedChoice, rank_choices
from onscreen_reflex.weights import Weights
from onscreen_train.action_labels import UnsupportedAction, label_action
from onscreen_train.training_examples import Example

TEMPERATURES = (0.6, 0.8, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)
MIN_ACCURACY = 0.5
"""Minimum share of correct decisions near the confidence threshold."""
FULL_SIZE_MIN_ACCURACY = 0.9
"""The same on full-size screens.

Whole tasks have many steps there, and in unknown applications a wrong action is worse than abstaining.
"""
MAX_THRESHOLD = 0.99
"""Highest confidence threshold that a proposal can reach; 1 rejects every proposal on full-size screens."""
BINS = 10


class Prediction(msgspec.Struct, frozen=True):
    """Confidence and correctness of one predicted action.

    A correct action matches the label in verb, element, text, and drag target or selected option.
    """

    confidence: float
    correct: bool


def predict(
    weights: Weights,
    examples: Sequence[Example],
    *,
    temperature: float,
    vocabulary: OutputVocabulary = DEFAULT_VOCABULARY,
) -> tuple[Prediction, ...]:
    """Predict the most likely action for each example and compare it with the label."""
    predictions = []
    for example in examples:
        chosen = rank_choices(
            example.scene,
            weights.run(example.scene),
            temperature=temperature,
            vocabulary=vocabulary,
        )
        if chosen:
            predictions.append(Prediction(chosen[0].confidence, is_correct(chosen[0], example)))
    return tuple(predictions)


def is_correct(chosen: RankedChoice, example: Example) -> bool:
    """Return True if the chosen action matches the example's label, including the text."""
    action = build_action(chosen.choice, example.scene)
    if action is None:
        return False
    try:
        label = label_action(action, example.scene)
    except UnsupportedAction:
        return False
    expected = example.label
    same_text = bool(set(label.sources) & set(expected.sources)) or not expected.sources
    return (label.verb, label.second, label.place) == (expected.verb, expected.second, expected.place) and (
        same_text and bool(set(label.elements) & set(expected.elements)) == bool(expected.elements)
    )


def calibration_error(predictions: Sequence[Prediction]) -> float:
    """Compute the expected calibration error over equal-width bins (Guo et al. 2017, section 2)."""
    total = 0.0
    for number in range(BINS):
        in_bin = [p for p in predictions if min(int(p.confidence * BINS), BINS - 1) == number]
        if in_bin:
            mean_confidence = sum(p.confidence for p in in_bin) / len(in_bin)
            total += abs(mean_confidence - accuracy(in_bin)) * len(in_bin)
    return total / max(1, len(predictions))


def accuracy(predictions: Sequence[Prediction]) -> float:
    """Compute the share of predictions that are correct.

    Returns 0 if there are no predictions.
    """
    return sum(t.correct for t in predictions) / max(1, len(predictions))


def find_min_confidence(predictions: Sequence[Prediction], *, min_accuracy: float = MIN_ACCURACY) -> float:
    """Find the lowest confidence at which at least a share `min_accuracy` of the predictions is correct.

    The accuracy is measured in windows of a tenth of all predictions, from the most confident down. Returns
    1 if even the first window is below `min_accuracy`, else MAX_THRESHOLD at most.
    """
    ranked = sorted(predictions, key=lambda t: -t.confidence)
    window = max(1, len(ranked) // BINS)
    min_confidence = 1.0
    for start in range(0, len(ranked), window):
        window_predictions = ranked[start : start + window]
        if accuracy(window_predictions) < min_accuracy:
            break
        min_confidence = min(MAX_THRESHOLD, window_predictions[-1].confidence)
    return math.floor(min_confidence * 100) / 100


def calibrate(
    weights: Weights,
    examples: Sequence[Example],
    *,
    vocabulary: OutputVocabulary = DEFAULT_VOCABULARY,
    min_accuracy: float = MIN_ACCURACY,
) -> tuple[float, float, tuple[Prediction, ...]]:
    """Choose the temperature with the lowest calibration error, and a confidence threshold.

    Returns the temperature, the threshold, and predictions to evaluate them. Temperature and threshold are
    chosen on every other example; the predictions are made on the other half.
    """
    by_temperature = {
        t: predict(weights, examples[::2], temperature=t, vocabulary=vocabulary) for t in TEMPERATURES
    }
    best = min(by_temperature, key=lambda t: calibration_error(by_temperature[t]))
    return (
        best,
        find_min_confidence(by_temperature[best], min_accuracy=min_accuracy),
        predict(weights, examples[1::2], temperature=best, vocabulary=vocabulary),
    )
