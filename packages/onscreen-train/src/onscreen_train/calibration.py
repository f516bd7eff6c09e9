"""How sure the net may say it is: a temperature, and from which confidence on it is right often enough."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from onscreen_reflex.candidate_actions import build_action
from onscreen_reflex.decoder import RankedChoice, rank_choices
from onscreen_reflex.output_vocabulary import FULL_VOCABULARY
from onscreen_reflex.weights import Weights
from onscreen_train.action_labels import Unlabelled, label_of
from onscreen_train.training_examples import Example

TEMPERATURES = (0.6, 0.8, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)
RIGHT_ENOUGH = 0.5
"""From this share of right decisions on, the net is more often right than not."""
BINS = 10


class Told(msgspec.Struct, frozen=True):
    """One decision: how sure, and whether it is the right one, with its element and text."""

    confidence: float
    right: bool


def told(weights: Weights, examples: Sequence[Example], *, temperature: float) -> tuple[Told, ...]:
    """Ask the net for every example and see whether it is right."""
    found = []
    for example in examples:
        chosen = rank_choices(
            example.scene,
            weights.run(example.scene),
            temperature=temperature,
            vocabulary=FULL_VOCABULARY,
        )
        if chosen:
            found.append(Told(chosen[0].confidence, _is_right(chosen[0], example)))
    return tuple(found)


def _is_right(chosen: RankedChoice, example: Example) -> bool:
    """Whether what was chosen has the label of what was right, text and all."""
    action = build_action(chosen.choice, example.scene)
    if action is None:
        return False
    try:
        label = label_of(action, example.scene)
    except Unlabelled:
        return False
    wanted = example.label
    same_text = bool(set(label.sources) & set(wanted.sources)) or not wanted.sources
    return (label.verb, label.second, label.place) == (wanted.verb, wanted.second, wanted.place) and (
        same_text and bool(set(label.elements) & set(wanted.elements)) == bool(wanted.elements)
    )


def error_of(given: Sequence[Told]) -> float:
    """Return the expected calibration error in BINS bins of one width (Guo et al. 2017, section 2)."""
    total = 0.0
    for number in range(BINS):
        inside = [t for t in given if min(int(t.confidence * BINS), BINS - 1) == number]
        if inside:
            sure = sum(t.confidence for t in inside) / len(inside)
            total += abs(sure - share_right(inside)) * len(inside)
    return total / max(1, len(given))


def share_right(given: Sequence[Told]) -> float:
    """Return the share that is right."""
    return sum(t.right for t in given) / max(1, len(given))


def least_of(given: Sequence[Told]) -> float:
    """Return the confidence at which RIGHT_ENOUGH of the decisions near it are right; 1 where none are.

    Near are those in windows of a tenth of all, from the surest down.
    """
    ranked = sorted(given, key=lambda t: -t.confidence)
    window = max(1, len(ranked) // BINS)
    least = 1.0
    for start in range(0, len(ranked), window):
        near = ranked[start : start + window]
        if share_right(near) < RIGHT_ENOUGH:
            break
        least = near[-1].confidence
    return math.floor(least * 100) / 100


def calibrated(weights: Weights, examples: Sequence[Example]) -> tuple[float, float, tuple[Told, ...]]:
    """Return the temperature of least calibration error, the confidence to be sure from, what was told.

    Both are chosen on every other example; what was told is of the rest, so that it judges them.
    """
    tried = {t: told(weights, examples[::2], temperature=t) for t in TEMPERATURES}
    best = min(tried, key=lambda t: error_of(tried[t]))
    return best, least_of(tried[best]), told(weights, examples[1::2], temperature=best)
