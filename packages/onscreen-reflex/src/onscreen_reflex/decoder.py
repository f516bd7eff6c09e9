"""Scene, what the net gives -> the likeliest choices, each with its probability."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

import msgspec
import numpy as np

from onscreen_reflex.action_history import VERBS
from onscreen_reflex.candidate_actions import Choice, can_be, can_be_free, options_of
from onscreen_reflex.features import Floats
from onscreen_reflex.scene import Scene
from onscreen_reflex.text_sources import MOST_SPAN, from_element, from_words
from onscreen_reflex.vocabulary import AIMED, FREE, FROM_ELEMENT, FROM_WORDS, NOTHING_FITS

WRITING = ("type", "append")
ENOUGH = 2
"""So many times the same is done in vain, and no more."""
_REPEATED = frozenset({"wait", "drag"})
"""What may well come again though nothing was seen to change; so may keys."""
WEIGHED = 8
"""Of how many moves, and of how many ways to a text, the rest is worked out."""


class Chosen(msgspec.Struct, frozen=True):
    """A choice and how likely it is the right one, 0..1."""

    choice: Choice
    confidence: float


class _Given(msgspec.Struct, frozen=True):
    """What the net gave for one scene, without the side of the batch."""

    scene: Scene
    arrays: Mapping[str, Floats]

    def row(self, name: str, element: int) -> Floats:
        """Return the row of an element (-1: of the whole)."""
        return np.asarray(self.arrays[name][1 + element], np.float32)


def choose(scene: Scene, given: Mapping[str, Floats], *, temperature: float = 1.0) -> tuple[Chosen, ...]:
    """Return the likeliest choices that can be carried out, likeliest first.

    That nothing fits is none of them: the likelier that is, the less likely is every other. What was just
    done in vain ENOUGH times is one only where there is no other. Logits are divided by the temperature
    (Guo et al. 2017, section 4.2).
    """
    cooled = {name: np.asarray(array[0], np.float32) / temperature for name, array in given.items()}
    one = _Given(scene, cooled)
    moves = _moves(one)
    found = []
    for number in np.argsort(-moves, kind="stable")[:WEIGHED]:
        whole = _completed(one, int(number))
        if whole is not None and moves[number] > 0 and whole.choice.verb != NOTHING_FITS:
            found.append(Chosen(whole.choice, float(moves[number]) * whole.confidence))
    fresh = [each for each in found if not _was_in_vain(each.choice, scene)]
    return tuple(sorted(fresh or found, key=lambda each: -each.confidence))


def _was_in_vain(choice: Choice, scene: Scene) -> bool:
    """Whether just this was done twice since anything last changed, and failed or changed nothing.

    Once is not enough: some menus open at the second press.
    """
    if choice.verb in _REPEATED or choice.verb.startswith("press "):
        return False
    name = scene.elements[choice.second].name if choice.second >= 0 else ""
    tried = takewhile(lambda deed: deed.failed or deed.idle, scene.deeds)
    this = (VERBS.index(choice.verb), choice.element, choice.text or name)
    return sum((deed.verb, deed.on, deed.text) == this for deed in tried) >= ENOUGH


def elements_of(scene: Scene, given: Mapping[str, Floats], *, temperature: float = 1.0) -> tuple[Chosen, ...]:
    """Return every element with the probability that something is to be done with it, as clicks."""
    cooled = {name: np.asarray(array[0], np.float32) / temperature for name, array in given.items()}
    aimed = _moves(_Given(scene, cooled))[: len(scene.elements) * len(AIMED)]
    shares = aimed.reshape(len(scene.elements), len(AIMED)).sum(axis=1)
    return tuple(Chosen(Choice("click", row), float(share)) for row, share in enumerate(shares))


def _moves(given: _Given) -> Floats:
    """Return the probability of every verb with every element, then of every verb without one."""
    scene = given.scene
    aimed = np.where(can_be(scene), given.arrays["aimed"][: len(scene.elements)], -np.inf)
    free = np.where(can_be_free(scene), given.arrays["free"], -np.inf)
    return _softmax(np.concatenate([aimed.reshape(-1), free]))


def _completed(given: _Given, number: int) -> Chosen | None:
    """Return the move with what it takes besides, None where there is nothing of the kind."""
    element, verb = divmod(number, len(AIMED))
    if element >= len(given.scene.elements):
        free = FREE[number - len(given.scene.elements) * len(AIMED)]
        return _written(given, Choice(free)) if free in WRITING else Chosen(Choice(free), 1.0)
    choice = Choice(AIMED[verb], element)
    if choice.verb in WRITING:
        return _written(given, choice)
    if choice.verb == "select":
        return _selected(given, choice)
    if choice.verb == "click between":
        return _second(given, choice, among=range(len(given.scene.elements)))
    return _dragged(given, choice) if choice.verb == "drag" else Chosen(choice, 1.0)


def _written(given: _Given, choice: Choice) -> Chosen | None:
    """Choose the text that most probability falls on, whatever ways lead to it."""
    shares: dict[str, float] = {}
    for text, share in _texts(given, choice.element):
        shares[text] = shares.get(text, 0.0) + share
    if not shares:
        return None
    text = max(shares, key=shares.__getitem__)
    return Chosen(msgspec.structs.replace(choice, text=text), min(1.0, shares[text]))


def _texts(given: _Given, element: int) -> Iterator[tuple[str, float]]:
    scene, forms = given.scene, len(FROM_WORDS)
    logits = given.row("source", element)
    padded = max(1, len(scene.words)) * forms
    behind = len(scene.words) * forms
    kept = np.concatenate(
        [logits[:behind], logits[padded : padded + len(scene.elements) * len(FROM_ELEMENT)]]
    )
    if not len(kept):
        return
    shares = _softmax(kept)
    for source in np.argsort(-shares, kind="stable")[:WEIGHED]:
        if source < behind:
            first, how = divmod(int(source), forms)
            last, share = _last(given, first, element=element)
            text = from_words(scene, first, last=last, how=FROM_WORDS[how])
        else:
            row, way = divmod(int(source) - behind, len(FROM_ELEMENT))
            text, share = from_element(scene, scene.elements[row], how=FROM_ELEMENT[way]), 1.0
        if text:
            yield text, float(shares[source]) * share


def _last(given: _Given, first: int, *, element: int) -> tuple[int, float]:
    until = given.row("until", element)[: len(given.scene.words)]
    shares = _softmax((given.arrays["span"][first][: len(until)] + until)[first : first + MOST_SPAN])
    best = int(shares.argmax())
    return first + best, float(shares[best])


def _selected(given: _Given, choice: Choice) -> Chosen | None:
    options = options_of(given.scene, choice.element)
    return _second(given, choice, among=options) if options else None


def _dragged(given: _Given, choice: Choice) -> Chosen | None:
    found = _second(given, choice, among=range(-1, len(given.scene.elements)))
    places = _softmax(given.row("place", choice.element))
    place = int(places.argmax())
    return Chosen(msgspec.structs.replace(found.choice, place=place), found.confidence * float(places[place]))


def _second(given: _Given, choice: Choice, *, among: Sequence[int]) -> Chosen:
    shares = _softmax(given.row("second", choice.element)[[1 + row for row in among]])
    best = int(shares.argmax())
    return Chosen(msgspec.structs.replace(choice, second=among[best]), float(shares[best]))


def _softmax(logits: Floats) -> Floats:
    raised = np.exp(logits - logits.max(initial=-1e30))
    return np.asarray(raised / max(float(raised.sum()), 1e-30), np.float32)
