"""Similarity of the instructions of two tasks by their words."""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz import fuzz, utils

MIN_INSTRUCTION_SIMILARITY = 72.0
"""Minimum similarity of two instructions of similar tasks, 0 to 100.

Of 159 practice tasks, 4 are less similar than this to the same task with another seed, and 18 are more
similar than this to another task.
"""
TEMPLATE_WEIGHT = 0.95
"""Weight of the similarity without values, below 1 so that the same values are more similar than others."""
_PLACEHOLDER = "VALUE"
_QUOTED = re.compile(r"\"[^\"]*\"|\u201c[^\u201d]*\u201d|«[^»]*»|(?<!\w)['\u2018][^'\u2019]*['\u2019](?!\w)")
_NUMBER = re.compile(r"[^\s,;]*\d(?:[^\s,;]*[^\s,;.!?:])?")
_NAME = re.compile(r"(?<![.!?:]\s)(?<!^)\b[A-Z][\w'\u2019-]*(?:\s+[A-Z][\w'\u2019-]*)*")
_REPEATED = re.compile(rf"{_PLACEHOLDER}(?:[\s,]*{_PLACEHOLDER})+")


def instruction_similarity(one: str, other: str) -> float:
    """Return the similarity of two instructions by their words, 0 to 100, regardless of order and case.

    Instructions that differ only in values, which are quoted texts, numbers and names, are similar.
    """
    similarity = fuzz.token_sort_ratio(one, other, processor=utils.default_process)
    same = fuzz.token_sort_ratio(remove_values(one), remove_values(other), processor=utils.default_process)
    return max(similarity, TEMPLATE_WEIGHT * same)


@lru_cache(maxsize=4096)
def remove_values(instruction: str) -> str:
    """Replace the quoted texts, numbers and names of an instruction by a placeholder."""
    text = instruction.strip()
    for pattern in (_QUOTED, _NUMBER, _NAME):
        text = pattern.sub(_PLACEHOLDER, text)
    return _REPEATED.sub(_PLACEHOLDER, text)


def are_similar(one: str, other: str) -> bool:
    """Return True if two instructions describe similar tasks."""
    return instruction_similarity(one, other) >= MIN_INSTRUCTION_SIMILARITY
