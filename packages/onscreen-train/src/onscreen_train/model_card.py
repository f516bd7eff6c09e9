"""The model card of weights: what they are for, what they learnt from, how right they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from onscreen_reflex.manifest import Manifest
from onscreen_reflex.vocabulary import MAX_ELEMENTS, MAX_PAST_ACTIONS, MAX_WORDS
from onscreen_train.calibration import Told, error_of, share_right
from onscreen_train.corpus import PAIRED
from onscreen_train.synthetic_apps import MADE
from onscreen_train.training_examples import Example

CARD = "card.md"
MOST_LEFT = 12


class Card(msgspec.Struct, frozen=True):
    """What a card tells; counts are of decisions, by task."""

    manifest: Manifest
    parameters: int
    megabytes: float
    learnt: Mapping[str, int]
    left: Mapping[str, int]
    told: tuple[Told, ...]


def counts(examples: Sequence[Example]) -> Mapping[str, int]:
    """Return how many examples there are of each task."""
    return Counter(example.task for example in examples)


def card_text(card: Card) -> str:
    """Write the card as Markdown (Mitchell et al. 2019, Model Cards for Model Reporting)."""
    made = card.manifest.made
    width, height = card.manifest.max_screen_size
    pairs = sum(n for task, n in card.learnt.items() if task.startswith(PAIRED))
    made_up = sum(n for task, n in card.learnt.items() if task.startswith(MADE))
    all_learnt = sum(card.learnt.values())
    apps = sorted(task.removeprefix(PAIRED) for task in card.learnt if task.startswith(PAIRED))
    tasks = sum(not task.startswith((PAIRED, MADE)) for task in card.learnt)
    sure = [t for t in card.told if t.confidence >= card.manifest.min_confidence]
    left = sorted(card.left.items(), key=lambda item: -item[1])
    return f"""# Model card: reflex, {made.get("recipe", "")} recipe

**What it is.** A net of {card.parameters / 1e6:.1f} million parameters (most are fixed vectors of words),
{card.megabytes:.1f} MB as int8 ONNX, that chooses the next action and its element from what is on the screen,
and points at the words to type. It writes nothing of its own. Meant for `onscreen`, in English.

**What it learnt from.** {all_learnt} decisions of {tasks} tasks and {len(apps)} applications:
{all_learnt - pairs - made_up} from episodes with their hindsight (of MiniWoB++ only seeds from 1000 up),
{made_up} of made applications, {pairs} pairs of an instruction and the element it means, on screens of
other applications. Vectors of words are those of all-MiniLM-L6-v2 (Apache-2.0), one piece at a time.

The applications of the pairs: {", ".join(apps) or "none"}.

**How right it is** on {len(card.told)} decisions of seeds it did not learn from and nothing was chosen by:

| | |
|---|---|
| right in verb, element and text | {share_right(card.told):.1%} |
| calibration error | {error_of(card.told):.3f} |
| sure (confidence from {card.manifest.min_confidence}) | {len(sure) / max(1, len(card.told)):.1%} |
| right where it is sure | {share_right(sure):.1%} |

A decision is counted right where it is the one of the example; another that leads to the same end counts as
wrong. Success of whole tasks is in docs/measured.md.

**What could not be learnt**: {sum(card.left.values())} decisions that are none of its choices.

{_table(left[:MOST_LEFT])}

**Limits.** It reads at most {MAX_WORDS} words, {MAX_ELEMENTS} elements, {MAX_PAST_ACTIONS} last actions. It
understands no drawings, knows nothing of the world, and reads one screen at a time. The screens of its
episodes were at most {width} x {height} pixels; on larger ones it never says that it is sure.

**How it was made**

{_table(sorted(made.items()))}
"""


def _table(rows: Sequence[tuple[str, object]]) -> str:
    return "\n".join(["| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows)])
