"""Opposites of what the instruction says, which contradict the claim that a task is done."""

from __future__ import annotations

from collections.abc import Iterator

from onscreen.policy.completion.completion_evidence import RunEvidence, texts_of
from onscreen.text.words import split_words
from onscreen.types import Contradiction

_PAIRS = (
    ("maximize", "minimize"),
    ("ascending", "descending"),
    ("public", "private"),
    ("horizontal", "vertical"),
)
_OPPOSITES = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}


def find_opposites(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if the last step shows the opposite of a word that no step used."""
    asked = split_words(run.instruction)
    used = {word for text in run.used for word in split_words(text)}
    last = run.history[-1].change if run.history else None
    nodes = (*last.added, *(altered.after for altered in last.altered)) if last else ()
    shown = {word for text in texts_of(*nodes) for word in split_words(text)}
    for word in asked:
        opposite = _OPPOSITES.get(word, "")
        if opposite in shown and opposite not in asked and not {word} & (used | shown):
            yield Contradiction("ignored qualifier", f"the screen says {opposite!r}, not {word!r}")
