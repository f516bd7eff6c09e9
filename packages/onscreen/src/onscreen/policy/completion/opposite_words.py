"""Opposites of words in the instruction, which contradict the claim that a task is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from onscreen.policy.completion.completion_evidence import RunEvidence
from onscreen.text.words import normalize, split_words
from onscreen.types import Contradiction, Node, Shot

_PAIRS = (
    ("maximize", "minimize"),
    ("ascending", "descending"),
    ("public", "private"),
    ("horizontal", "vertical"),
)
OPPOSITES = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}


def find_opposites(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if an entry with a typed text shows the opposite of an unused word.

    A switch with the name of the opposite that was on when it was last seen contradicts the claim, too.
    """
    asked = split_words(run.instruction)
    used = {word for text in run.used for word in split_words(text)}
    typed = [normalize(text) for step in run.steps for text in step.typed]
    entries = [
        set(split_words(node.name))
        for node in run.shots[-1].nodes
        if any(text and text in normalize(node.name) for text in typed)
    ]
    for word in asked:
        opposite = OPPOSITES.get(word, "")
        if word in used or opposite in asked:
            continue
        if any(opposite in entry and word not in entry for entry in entries):
            yield Contradiction("ignored qualifier", f"the screen says {opposite!r}, not {word!r}")
        elif (switch := _find_switch(run.shots, opposite)) and "checked" in switch.states:
            yield Contradiction("ignored qualifier", f"{switch.name!r} was on, not {word!r}")


def _find_switch(shots: Sequence[Shot], word: str) -> Node | None:
    """Find the switch with a name of one word on the last screen that shows such a switch."""
    nodes = (node for shot in reversed(shots) for node in shot.nodes)
    return next((each for each in nodes if each.role == "switch" and normalize(each.name) == word), None)
