"""Answers that refute the claim that a request was carried out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from onscreen.policy.completion.completion_evidence import RunEvidence
from onscreen.text.word_equivalence import is_same_word
from onscreen.text.words import content_words, split_words
from onscreen.types import Contradiction

MIN_REPEATED = 0.8
"""Minimum share of an answer's words that the instruction contains if it only repeats the instruction."""
_DENIES = re.compile(
    r"\b(?:i'?m sorry|i (?:can(?:no|')t|cannot|could(?: not|n't)|was(?: not|n't) able to|am unable to)"
    r"|(?:can(?:no|')t|could(?: not|n't)) be done|not possible|impossible)\b",
    re.IGNORECASE,
)
"""Pattern of an answer that denies that the task is done."""


def find_refuting_answers(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if the answer to a request only repeats it, or denies that it was carried out."""
    if run.answer and not run.steps and _repeats_instruction(run):
        yield Contradiction("repeated instruction", f"{run.answer!r} only repeats the instruction")
    elif _DENIES.search(run.answer):
        yield Contradiction("denied success", f"{run.answer!r} denies that the task is done")


def _repeats_instruction(run: RunEvidence) -> bool:
    """Check whether most words of an answer are in the instruction."""
    words, asked = content_words(run.answer), split_words(run.instruction)
    text = run.instruction.casefold()
    repeated = [w for w in words if w in text or any(is_same_word(w, other) for other in asked)]
    return len(repeated) >= MIN_REPEATED * len(words)
