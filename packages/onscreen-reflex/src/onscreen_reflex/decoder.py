"""Decoding of the network's outputs into actions ranked by probability."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

import msgspec
import numpy as np

from onscreen_reflex.action_history import VERBS
from onscreen_reflex.array_schema import OutputArrays
from onscreen_reflex.benchmark_outputs import DEFAULT_VOCABULARY, OutputVocabulary
from onscreen_reflex.candidate_actions import Choice, find_options, mask_element_verbs, mask_global_verbs
from onscreen_reflex.categorical_vocabulary import (
    ELEMENT_FORMS,
    ELEMENT_VERBS,
    GIVE_UP,
    GLOBAL_VERBS,
    WORD_FORMS,
)
from onscreen_reflex.features import Floats
from onscreen_reflex.input_encoder import Scene
from onscreen_reflex.text_sources import MAX_SPAN_WORDS, text_from_element, text_from_words

TEXT_VERBS = ("type", "append")
MAX_REPEATS = 2
"""An action that failed or had no effect this often is chosen only if nothing else is possible.

Once is not enough: some menus open at the second click.
"""
_REPEATABLE = frozenset({"wait", "drag"})
"""Verbs, besides key presses, that may be repeated even if they had no visible effect."""
BEAM_WIDTH = 8
"""Number of the most probable verbs, and of the most probable text sources, that are decoded."""


class RankedChoice(msgspec.Struct, frozen=True):
    """A candidate action with the probability, from 0 to 1, that it is right."""

    choice: Choice
    confidence: float


class _Logits(msgspec.Struct, frozen=True):
    """Temperature-scaled logits for one scene, without the batch axis."""

    scene: Scene
    arrays: OutputArrays[Floats]
    vocabulary: OutputVocabulary = DEFAULT_VOCABULARY


def rank_choices(
    scene: Scene,
    outputs: OutputArrays[Floats],
    *,
    temperature: float = 1.0,
    vocabulary: OutputVocabulary = DEFAULT_VOCABULARY,
) -> tuple[RankedChoice, ...]:
    """Return the most probable actions that can be performed, best first.

    Returns () if no action can be performed. Giving up and choices outside of the vocabulary are left out;
    their probability lowers that of the others. An action that was repeated MAX_REPEATS times without effect
    is left out if there is any other. Logits are divided by the temperature (Guo et al. 2017, section 4.2).
    """
    logits = msgspec.structs.replace(_scale(scene, outputs, temperature=temperature), vocabulary=vocabulary)
    probabilities = _verb_probabilities(logits)
    ranked = []
    for number in np.argsort(-probabilities, kind="stable")[:BEAM_WIDTH]:
        choice = _decode_verb(scene, int(number))
        allowed = choice.verb != GIVE_UP and vocabulary.allows_verb(choice.verb)
        complete = _complete_choice(logits, choice) if allowed and probabilities[number] > 0 else None
        if complete is not None:
            confidence = float(probabilities[number]) * complete.confidence
            ranked.append(RankedChoice(complete.choice, confidence))
    fresh = [each for each in ranked if not _is_exhausted(each.choice, scene)]
    return tuple(sorted(fresh or ranked, key=lambda each: -each.confidence))


def rank_elements(
    scene: Scene, outputs: OutputArrays[Floats], *, temperature: float = 1.0
) -> tuple[RankedChoice, ...]:
    """Return a click on each element, with the element's probability of being the next target."""
    probabilities = _verb_probabilities(_scale(scene, outputs, temperature=temperature))
    of_elements = probabilities[: len(scene.elements) * len(ELEMENT_VERBS)]
    sums = of_elements.reshape(len(scene.elements), len(ELEMENT_VERBS)).sum(axis=1)
    return tuple(RankedChoice(Choice("click", row), float(total)) for row, total in enumerate(sums))


def _scale(scene: Scene, outputs: OutputArrays[Floats], *, temperature: float) -> _Logits:
    arrays = (getattr(outputs, name)[0] for name in outputs.__struct_fields__)
    return _Logits(scene, OutputArrays(*(np.asarray(array, np.float32) / temperature for array in arrays)))


def _is_exhausted(choice: Choice, scene: Scene) -> bool:
    """Return True if an action failed or had no effect MAX_REPEATS times since the last change."""
    if choice.verb in _REPEATABLE or choice.verb.startswith("press "):
        return False
    name = scene.elements[choice.second].name if choice.second >= 0 else ""
    fruitless = takewhile(lambda past: past.failed or past.idle, scene.history)
    repeated = (VERBS.index(choice.verb), choice.element, choice.text or name)
    return sum((past.verb, past.element, past.text) == repeated for past in fruitless) >= MAX_REPEATS


def _verb_probabilities(logits: _Logits) -> Floats:
    """Compute the probability of every verb with every element, then of the global verbs."""
    scene = logits.scene
    element_logits = logits.arrays.element_verbs[: len(scene.elements)]
    with_element = np.where(mask_element_verbs(scene), element_logits, -np.inf)
    without = np.where(mask_global_verbs(scene), logits.arrays.global_verbs, -np.inf)
    return _softmax(np.concatenate([with_element.reshape(-1), without]))


def _decode_verb(scene: Scene, number: int) -> Choice:
    """Convert an index of the verb probabilities into a verb and its target element."""
    element, verb = divmod(number, len(ELEMENT_VERBS))
    if element < len(scene.elements):
        return Choice(ELEMENT_VERBS[verb], element)
    return Choice(GLOBAL_VERBS[number - len(scene.elements) * len(ELEMENT_VERBS)])


def _complete_choice(logits: _Logits, choice: Choice) -> RankedChoice | None:
    """Complete a choice with its most probable text, option, second element or drag offset.

    Returns None if the verb needs such a part and the scene contains none.
    """
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
            text, share = _read_span(logits, int(source), element=element)
        else:
            text, share = _read_element(logits, int(source) - from_words), 1.0
        if text:
            yield text, float(probabilities[source]) * share


def _read_span(logits: _Logits, source: int, *, element: int) -> tuple[str, float]:
    """Decode a text source in the instruction into its text and a probability.

    The probability is that of the last word of the text. The text is "" if its form is not allowed.
    """
    first, form = divmod(source, len(WORD_FORMS))
    if not logits.vocabulary.allows_word_form(WORD_FORMS[form]):
        return "", 0.0
    last, probability = _choose_last_word(logits, first, element=element)
    return text_from_words(logits.scene, first, last=last, form=WORD_FORMS[form]), probability


def _read_element(logits: _Logits, source: int) -> str:
    """Decode a text source on the screen into its text.

    Returns "" if the form of the text is not allowed.
    """
    element, form = divmod(source, len(ELEMENT_FORMS))
    if not logits.vocabulary.allows_element_form(ELEMENT_FORMS[form]):
        return ""
    return text_from_element(logits.scene, logits.scene.elements[element], form=ELEMENT_FORMS[form])


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
