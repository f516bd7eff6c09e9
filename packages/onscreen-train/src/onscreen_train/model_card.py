"""Model card for trained weights: purpose, training data and accuracy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from onscreen_reflex.categorical_vocabulary import MAX_ELEMENTS, MAX_PAST_ACTIONS, MAX_WORDS
from onscreen_reflex.weights_manifest import Calibration
from onscreen_train.calibration import Prediction, accuracy, calibration_error
from onscreen_train.calibration_by_size import CalibratedWeights
from onscreen_train.synthetic_apps import SYNTHETIC_PREFIX
from onscreen_train.training_data import PAIRS_PREFIX
from onscreen_train.training_examples import Example

CARD = "card.md"
MAX_SKIPPED_ROWS = 12


class Card(msgspec.Struct, frozen=True):
    """Contents of a model card for trained weights.

    `learned` counts the training decisions by task, `skipped` the skipped ones by task and reason.
    """

    calibrated: CalibratedWeights
    parameters: int
    megabytes: float
    learned: Mapping[str, int]
    skipped: Mapping[str, int]


def count_by_task(examples: Sequence[Example]) -> Mapping[str, int]:
    """Count the training examples of each task."""
    return Counter(example.task for example in examples)


def render_card(card: Card) -> str:
    """Render a model card as Markdown (Mitchell et al. 2019, Model Cards for Model Reporting)."""
    manifest = card.calibrated.manifest
    provenance = manifest.made
    width, height = (manifest.full_size or manifest.smallest).max_screen_size
    pairs = sum(n for task, n in card.learned.items() if task.startswith(PAIRS_PREFIX))
    synthetic = sum(n for task, n in card.learned.items() if task.startswith(SYNTHETIC_PREFIX))
    total = sum(card.learned.values())
    apps = sorted(task.removeprefix(PAIRS_PREFIX) for task in card.learned if task.startswith(PAIRS_PREFIX))
    tasks = sum(not task.startswith((PAIRS_PREFIX, SYNTHETIC_PREFIX)) for task in card.learned)
    skipped = sorted(card.skipped.items(), key=lambda item: -item[1])
    return f"""# Model card: reflex, {provenance.get("recipe", "")} recipe

**Model.** A network of {card.parameters / 1e6:.1f} million parameters (most are fixed word vectors),
{card.megabytes:.1f} MB as int8 ONNX, that chooses the next action and its element on the screen and points at
the words to type. It generates no text of its own. Intended for `onscreen`, in English.

**Training data.** {total} decisions of {tasks} tasks and {len(apps)} applications:
{total - pairs - synthetic} from episodes and their hindsight relabelling (of MiniWoB++ only seeds from 1000),
{synthetic} of synthetic applications, {pairs} pairs of an instruction and the element it means, on screens of
other applications. The word vectors are those of all-MiniLM-L6-v2 (Apache-2.0), one word piece at a time.

Applications of the pairs: {", ".join(apps) or "none"}.

{_render_calibrated(card.calibrated)}
A decision counts as correct if it equals the example's; another one with the same result counts as wrong.
Success rates of whole tasks are in docs/measured.md.

**Excluded from training**: {sum(card.skipped.values())} decisions that are not among its choices.

{_table(skipped[:MAX_SKIPPED_ROWS])}

**Limitations.** It reads at most {MAX_WORDS} words, {MAX_ELEMENTS} elements, {MAX_PAST_ACTIONS} past actions.
It does not understand drawings, has no world knowledge, and reads one screen at a time. The screens of its
episodes were at most {width} x {height} pixels; on larger screens its confidence is set to 0.

**Provenance**

{_table(sorted(provenance.items()))}
"""


def _render_calibrated(calibrated: CalibratedWeights) -> str:
    manifest = calibrated.manifest
    parts = [_render_accuracy("screens", manifest.smallest, predictions=calibrated.predictions)]
    if manifest.full_size:
        title = "full-size screens"
        parts.append(_render_accuracy(title, manifest.full_size, predictions=calibrated.full_size))
    return "\n".join(parts)


def _render_accuracy(screens: str, calibration: Calibration, *, predictions: Sequence[Prediction]) -> str:
    confident = [p for p in predictions if p.confidence >= calibration.min_confidence]
    width, height = calibration.max_screen_size
    return f"""**Accuracy on {screens}** (up to {width} x {height} pixels), {len(predictions)} decisions that
were not used for training or calibration:

| | |
|---|---|
| verb, element and text correct | {accuracy(predictions):.1%} |
| expected calibration error | {calibration_error(predictions):.3f} |
| confident (confidence from {calibration.min_confidence}) | {len(confident) / max(1, len(predictions)):.1%} |
| correct where confident | {accuracy(confident):.1%} |
"""


def _table(rows: Sequence[tuple[str, object]]) -> str:
    return "\n".join(["| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows)])
