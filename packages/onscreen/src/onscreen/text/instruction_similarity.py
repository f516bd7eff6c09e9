"""Similarity of the instructions of two tasks by their words."""

from __future__ import annotations

from rapidfuzz import fuzz, utils

MIN_INSTRUCTION_SIMILARITY = 60.0
"""Minimum similarity of two instructions of similar tasks, 0 to 100 (rapidfuzz token sort ratio)."""


def instruction_similarity(one: str, other: str) -> float:
    """Return the similarity of two instructions by their words, 0 to 100, regardless of order and case."""
    return fuzz.token_sort_ratio(one, other, processor=utils.default_process)


def are_similar(one: str, other: str) -> bool:
    """Return True if two instructions are those of similar tasks."""
    return instruction_similarity(one, other) >= MIN_INSTRUCTION_SIMILARITY
