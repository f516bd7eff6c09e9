"""Decoding: the logits of the net -> the choices that can be performed, ranked by probability."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

import msgspec
import numpy as np

from onscreen_reflex.action_history import VERBS
from onscreen_reflex.candidate_actions import Choice, find_options, mask_element_verbs, mask_global_verbs
from onscreen_reflex.features import Floats
from onscreen_reflex.input_arrays import OutputArrays
from onscreen_reflex.scene import Scene
from onscreen_reflex.text_sources import MAX_SPAN_WORDS, text_from_element, text_from_words
from onscreen_reflex.vocabulary import ELEMENT_FORMS, ELEMENT_VERBS, GIVE_UP, GLOBAL_VERBS, WORD_FORMS

TEXT_VERBS = ("type", "append")
MAX_REPEATS = 2
"""An action that failed or had no effect this many times in a row is a last resort.

Once is not enough: some menus open at the second click.
"""
_REPEATABLE = frozenset({"wait", "drag"})
"""Verbs that may be repeated although nothing changed visibly; so may key presses."""
BEAM_WIDTH = 8
"""The number of most probable verbs, and of sources of a text, that are decoded completely."""


class RankedChoice(msgspec.Struct, frozen=True):
    """A choice and the probability, 0..1, that it is right."""

    choice: Choice
    confidence: float


class _Logits(msgspec.Struct, frozen=True):
    """The logits for one scene, divided by the temperature, without the batch axis."""

    scene: Scene
    arrays: OutputArrays[Floats]


def rank_choices(
    scene: Scene, outputs: OutputArrays[Floats], *, temperature: float = 1.0
) -> tuple[RankedChoice, ...]:
    """Return the most probable choices that can be performed, best first; () if there is none.

    Giving up is not among them, but its probability lowers that of all others. An action that was repeated
    MAX_REPEATS times without effect is left out if there is any other. Logits are divided by the temperature
    (Guo et al. 2017, section 4.2).
    """
    logits = _scale(scene, outputs, temperature=temperature)
    probabilities = _verb_probabilities(logits)
    ranked = []
    for number in np.argsort(-probabilities, kind="stable")[:BEAM_WIDTH]:
        complete = _complete_choice(logits, int(number))
        if complete is not None and probabilities[number] > 0 and complete.choice.verb != GIVE_UP:
            confidence = float(probabilities[number]) * complete.confidence
            ranked.append(RankedChoice(complete.choice, confidence))
    fresh = [each for each in ranked if not _is_exhausted(each.choice, scene)]
    return tuple(sorted(fresh or ranked, key=lambda each: -each.confidence))


def rank_elements(
    scene: Scene, outputs: OutputArrays[Floats], *, temperature: float = 1.0
) -> tuple[RankedChoice, ...]:
    """Return a click on every element, with the probability that the element is the target of any verb."""
    probabilities = _verb_probabilities(_scale(scene, outputs, temperature=temperature))
    of_elements = probabilities[: len(scene.elements) * len(ELEMENT_VERBS)]
    sums = of_elements.reshape(len(scene.elements), len(ELEMENT_VERBS)).sum(axis=1)
    return tuple(RankedChoice(Choice("click", row), float(total)) for row, total in enumerate(sums))


def _scale(scene: Scene, outputs: OutputArrays[Floats], *, temperature: float) -> _Logits:
    arrays = (getattr(outputs, name)[0] for name in outputs.__struct_fields__)
    return _Logits(scene, OutputArrays(*(np.asarray(array, np.float32) / temperature for array in arrays)))


def _is_exhausted(choice: Choice, scene: Scene) -> bool:
    """Whether this action failed or had no effect MAX_REPEATS times since the screen last changed."""
    if choice.verb in _REPEATABLE or choice.verb.startswith("press "):
        return False
    name = scene.elements[choice.second].name if choice.second >= 0 else ""
    fruitless = takewhile(lambda past: past.failed or past.idle, scene.history)
    repeated = (VERBS.index(choice.verb), choice.element, choice.text or name)
    return sum((past.verb, past.element, past.text) == repeated for past in fruitless) >= MAX_REPEATS


def _verb_probabilities(logits: _Logits) -> Floats:
    """Return the probability of every verb with every element, then of every verb without one."""
    scene = logits.scene
    element_logits = logits.arrays.element_verbs[: len(scene.elements)]
    with_element = np.where(mask_element_verbs(scene), element_logits, -np.inf)
    without = np.where(mask_global_verbs(scene), logits.arrays.global_verbs, -np.inf)
    return _softmax(np.concatenate([with_element.reshape(-1), without]))


def _complete_choice(logits: _Logits, number: int) -> RankedChoice | None:
    """Return the most probable choice with a verb; None if a part that the verb needs is missing."""
    element, verb = divmod(number, len(ELEMENT_VERBS))
    if element >= len(logits.scene.elements):
        name = GLOBAL_VERBS[number - len(logits.scene.elements) * len(ELEMENT_VERBS)]
        return _choose_text(logits, Choice(name)) if name in TEXT_VERBS else RankedChoice(Choice(name), 1.0)
    choice = Choice(ELEMENT_VERBS[verb], element)
    if choice.verb in TEXT_VERBS:
        return _choose_text(logits, choice)
    if choice.verb == "select":
        return _choose_option(logits, choice)
    if choice.verb == "click between":
        return _choose_second(logits, choice, among=range(len(logits.scene.elements)))
    return _choose_drag(logits, choice) if choice.verb == "drag" else RankedChoice(choice, 1.0)


def _choose_text(logits: _Logits, choice: Choice) -> RankedChoice | None:
    """Choose the text with the highest probability, summed over all its sources."""
    totals: dict[str, float] = {}
    for text, probability in _text_candidates(logits, choice.element):
        totals[text] = totals.get(text, 0.0) + probability
    if not totals:
        return None
    text = max(totals, key=totals.__getitem__)
    return RankedChoice(msgspec.structs.replace(choice, text=text), min(1.0, totals[text]))


def _text_candidates(logits: _Logits, element: int) -> Iterator[tuple[str, float]]:
    """Yield the texts of the most probable sources, with their probabilities."""
    scene = logits.scene
    row = logits.arrays.text_sources[1 + element]
    padded = max(1, len(scene.words)) * len(WORD_FORMS)
    from_words = len(scene.words) * len(WORD_FORMS)
    from_elements = len(scene.elements) * len(ELEMENT_FORMS)
    sources = np.concatenate([row[:from_words], row[padded : padded + from_elements]])
    if not len(sources):
        return
    probabilities = _softmax(sources)
    for source in np.argsort(-probabilities, kind="stable")[:BEAM_WIDTH]:
        if source < from_words:
            first, form = divmod(int(source), len(WORD_FORMS))
            last, share = _choose_last_word(logits, first, element=element)
            text = text_from_words(scene, first, last=last, form=WORD_FORMS[form])
        else:
            index, form = divmod(int(source) - from_words, len(ELEMENT_FORMS))
            text = text_from_element(scene, scene.elements[index], form=ELEMENT_FORMS[form])
            share = 1.0
        if text:
            yield text, float(probabilities[source]) * share


def _choose_last_word(logits: _Logits, first: int, *, element: int) -> tuple[int, float]:
    """Return the most probable last word of a span, and its probability."""
    ends = logits.arrays.span_ends[1 + element][: len(logits.scene.words)]
    scores = (logits.arrays.span_pairs[first][: len(ends)] + ends)[first : first + MAX_SPAN_WORDS]
    probabilities = _softmax(scores)
    best = int(probabilities.argmax())
    return first + best, float(probabilities[best])


def _choose_option(logits: _Logits, choice: Choice) -> RankedChoice | None:
    options = find_options(logits.scene, choice.element)
    return _choose_second(logits, choice, among=options) if options else None


def _choose_drag(logits: _Logits, choice: Choice) -> RankedChoice | None:
    second = _choose_second(logits, choice, among=range(-1, len(logits.scene.elements)))
    probabilities = _softmax(logits.arrays.drag_offsets[1 + choice.element])
    offset = int(probabilities.argmax())
    complete = msgspec.structs.replace(second.choice, offset=offset)
    return RankedChoice(complete, second.confidence * float(probabilities[offset]))


def _choose_second(logits: _Logits, choice: Choice, *, among: Sequence[int]) -> RankedChoice:
    row = logits.arrays.second_elements[1 + choice.element]
    probabilities = _softmax(row[[1 + index for index in among]])
    best = int(probabilities.argmax())
    return RankedChoice(msgspec.structs.replace(choice, second=among[best]), float(probabilities[best]))


def _softmax(logits: Floats) -> Floats:
    shifted = np.exp(logits - logits.max(initial=-1e30))
    return np.asarray(shifted / max(float(shifted.sum()), 1e-30), np.float32)
