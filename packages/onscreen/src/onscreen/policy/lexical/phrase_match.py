"""Queries on a screen: usable elements, text, fields, and the best matches for a phrase."""

from __future__ import annotations

import re

import msgspec
from rapidfuzz import fuzz

from onscreen.policy.lexical.word_lists import COLOURS, LARGE, ROLES, SMALL, SYNONYMS
from onscreen.text.word_equivalence import SHORT, shares_stem
from onscreen.text.words import content_words, normalize, split_words
from onscreen.types import Element

MIN_SIMILARITY = 0.62
"""Minimum similarity of a phrase and an element, 0..1; chosen on MiniWoB++ seeds from 1000 up."""
EXACT_NAME = 0.9
"""Minimum similarity of a name that counts as exact, for actions that need the exact element."""
MIN_RATIO = 0.75
"""Minimum ratio of common letters in two similar names (rapidfuzz's token sort ratio)."""

NAME_WEIGHT, CLUE_WEIGHT, VALUE_WEIGHT = 1.0, 0.93, 0.9
"""Weights of the similarity of a phrase to the name, clue or value of an element."""
SAME_WORDS, SIMILAR, SYNONYM = 0.99, 0.95, 0.93
"""Similarity of texts that differ only in case or punctuation, of similar texts at most, of synonyms."""
CONTAINED = 0.7
"""Minimum similarity of a phrase to a longer text that contains the phrase as whole words."""
ROLE_BONUS = 0.05
"""Bonus to the score of an element of the requested kind."""

_PURPOSE = re.compile(r"\s+(?:in order )?to \w+ (?:it|them|this|that)\b.*$", re.IGNORECASE)
_VAGUE = SMALL | LARGE | {"colored", "coloured", "color", "colour", "all", "every", "each", "shape", "number"}
_FRAMES = {"rect", "square", "container", "outline"}
FRAMED = 0.05
"""Bonus to the score of an element that is drawn as a box, if the description contains "box"."""


class Match(msgspec.Struct, frozen=True):
    """An element and the score of how well it matches a phrase.

    The score is 0 to 1, or slightly above 1 if the element also fits the context.
    """

    element: Element
    score: float


def name_similarity(phrase: str, element: Element) -> float:
    """Compute the similarity of a phrase to an element's name, value or clue, 0 to 1."""
    wanted = normalize(phrase)
    best = 0.0
    value = "" if element.has("editable") else element.value
    for text, weight in ((element.name, NAME_WEIGHT), (value, VALUE_WEIGHT), (element.clue, CLUE_WEIGHT)):
        have = normalize(text)
        if not have or not wanted:
            continue
        if text.strip() == phrase.strip():
            best = max(best, weight)
        elif have == wanted:
            best = max(best, SAME_WORDS * weight)
        elif have in SYNONYMS.get(wanted, ()):
            best = max(best, SYNONYM * weight)
        else:
            best = max(best, SIMILAR * weight * _word_similarity(wanted, have))
    return best


def _word_similarity(wanted: str, have: str) -> float:
    """Compute the similarity of two normalized texts by containment or token sort ratio, 0 to 1."""
    if re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", have):
        return CONTAINED + (1 - CONTAINED) * len(wanted) / len(have)
    ratio = fuzz.token_sort_ratio(wanted, have) / 100 if len(wanted) >= SHORT else 0.0
    return ratio if ratio >= MIN_RATIO else 0.0


def rank_by_name(phrase: str, elements: tuple[Element, ...], *, role: str = "") -> tuple[Match, ...]:
    """Rank elements by the similarity of their names to a phrase, best first.

    Elements of the type `role` are preferred.
    """
    roles = ROLES.get(role, ())
    matches = [
        Match(e, name_similarity(phrase, e) + (ROLE_BONUS if e.role in roles else 0.0)) for e in elements
    ]
    return tuple(sorted(matches, key=lambda m: (-m.score, m.element.mark)))


def description_overlap(description: str, element: Element) -> float:
    """Compute the share of a description's words that appear in an element's attributes."""
    bare = _PURPOSE.sub("", description)
    wanted = [w for w in content_words(bare) if (w not in ROLES or w in COLOURS) and w not in _VAGUE]
    if not wanted:
        return 0.0
    text = f"{element.name} {element.value} {element.clue} {element.role} {' '.join(element.states)}"
    have = set(split_words(text.replace("-", " ").replace("_", " ")))
    hits = sum(1 for w in wanted if w in have or any(shares_stem(w, h) for h in have))
    framed = "box" in split_words(description) and have & _FRAMES
    return hits / len(wanted) + (FRAMED if framed else 0.0)


def sort_by_size(description: str, matches: tuple[Match, ...]) -> tuple[Match, ...]:
    """Sort matches by size if the description asks for small or large elements.

    Otherwise the order does not change.
    """
    words = set(split_words(description))
    if words & SMALL:
        return tuple(sorted(matches, key=lambda m: m.element.box.area))
    return tuple(sorted(matches, key=lambda m: -m.element.box.area)) if words & LARGE else matches
