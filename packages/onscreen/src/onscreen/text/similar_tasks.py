"""Search for similar tasks: an embedding finds candidates, and their words and values reject the wrong ones.

References, rewards, usual lengths and failed steps of similar tasks are all found by this search.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

import msgspec
import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, utils

from onscreen.text.superlatives import find_superlatives
from onscreen.text.text_vector import DIMENSIONS, embed_text
from onscreen.text.value_kinds import mask_values, remove_values, value_kinds
from onscreen.text.word_equivalence import is_same_word
from onscreen.text.words import content_words

MIN_SIMILARITY = 56.5
"""Minimum similarity of the instructions of two similar tasks, 0 to 100.

Of 244 practice tasks, 6 are not found by the instruction with other values, and 18 % of the instructions find
another task if their own is not stored.
"""
SAME_WORDS = 100.0
"""Similarity of two instructions with the same words and values, in any order."""
TEMPLATE_SIMILARITY = 95.0
"""Similarity of two instructions that differ in nothing but their values."""
DECIMALS = 9
"""Decimals of a cosine, so that the cosine of equal texts is exactly 1."""
MAX_CANDIDATES = 20
"""Number of nearest neighbors that are compared; instructions that differ only in values count once."""
EMBEDDING_WEIGHT = 1 / 3
"""Weight of the cosine in the similarity; the rest is that of the words."""
KINDS_WEIGHT = 0.2
"""Reduction of the similarity if no value has the same kind as one of the other instruction."""
FOREIGN_WEIGHT = 0.15
"""Reduction of the similarity if all words of an instruction distinguish other stored tasks."""


class _TaskIndex(msgspec.Struct, frozen=True):
    """Stored instructions, grouped by their text without values and the kinds of these, and the embeddings.

    `counts` are the numbers of texts without values that contain a word, `size` is the number of such texts.
    """

    groups: tuple[tuple[str, ...], ...]
    vectors: NDArray[np.float64]
    counts: Counter[str]
    size: int

    def weight(self, words: Iterable[str]) -> float:
        """Return the sum of the inverse document frequencies of words."""
        return sum(math.log((self.size + 1) / (self.counts[word] + 1)) for word in words)


def find_similar_tasks(
    instruction: str, stored: Iterable[str], *, among: Iterable[str] | None = None
) -> dict[str, float]:
    """Find the stored instructions of similar tasks, and their similarities, 0 to 100, best first.

    The embedding of the instruction without its values finds the nearest stored instructions, of those in
    `among`. Their similarity is a mean of the cosine and of the similarity of their words. It is reduced for
    values of other kinds, and for words that other stored tasks have, but not the candidate. It is 0 if only
    one of the two has a superlative. Instructions below `MIN_SIMILARITY` are rejected.
    """
    allowed = None if among is None else frozenset(among)
    return dict(_search(instruction, tuple(dict.fromkeys(stored)), among=allowed))


@lru_cache(maxsize=256)
def _search(
    instruction: str, stored: tuple[str, ...], *, among: frozenset[str] | None
) -> tuple[tuple[str, float], ...]:
    """Return the similar tasks and their similarities, best first; signals search again after every step."""
    index = _index_tasks(stored)
    rated: list[tuple[float, float, str]] = []
    for group, cosine in islice(_rank_groups(index, instruction, among=among), MAX_CANDIDATES):
        similarity = TEMPLATE_SIMILARITY * _compare(instruction, group[0], cosine=cosine, index=index)
        for text in group:
            same = fuzz.token_sort_ratio(instruction, text, processor=utils.default_process)
            rated.append((SAME_WORDS if same == SAME_WORDS else similarity, same, text))
    rated.sort(key=lambda each: each[:2], reverse=True)
    return tuple((text, similarity) for similarity, _, text in rated if similarity >= MIN_SIMILARITY)


def _rank_groups(
    index: _TaskIndex, instruction: str, *, among: frozenset[str] | None
) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield the allowed instructions of each group with the cosine of its embedding, nearest group first."""
    cosines = np.round(index.vectors @ embed_text(mask_values(instruction)), DECIMALS)
    for at in np.argsort(-cosines, kind="stable"):
        group = tuple(text for text in index.groups[at] if among is None or text in among)
        if group:
            yield group, float(cosines[at])


@lru_cache(maxsize=16)
def _index_tasks(stored: tuple[str, ...]) -> _TaskIndex:
    groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for text in stored:
        groups.setdefault((mask_values(text), value_kinds(text)), []).append(text)
    bare = {text for text, _ in groups}
    counts = Counter(word for text in bare for word in set(content_words(text)))
    vectors = np.array([embed_text(text) for text, _ in groups]).reshape(-1, DIMENSIONS)
    return _TaskIndex(tuple(map(tuple, groups.values())), vectors, counts, len(bare))


def _compare(instruction: str, candidate: str, *, cosine: float, index: _TaskIndex) -> float:
    """Return the similarity of an instruction to a candidate, at most 1; 0 if only one has a superlative."""
    if bool(find_superlatives(mask_values(instruction))) != bool(find_superlatives(mask_values(candidate))):
        return 0.0
    ratio = fuzz.token_sort_ratio(
        remove_values(instruction), remove_values(candidate), processor=utils.default_process
    )
    unlike = KINDS_WEIGHT * (1 - _common_kinds(instruction, candidate))
    foreign = FOREIGN_WEIGHT * _foreign_share(instruction, candidate, index=index)
    return EMBEDDING_WEIGHT * cosine + (1 - EMBEDDING_WEIGHT) * ratio / 100 - unlike - foreign


def _common_kinds(one: str, other: str) -> float:
    """Return the share of the values of two instructions that have a value of the same kind in the other."""
    kinds, others = Counter(value_kinds(one)), Counter(value_kinds(other))
    number = kinds.total() + others.total()
    return 2 * (kinds & others).total() / number if number else 1.0


def _foreign_share(instruction: str, candidate: str, *, index: _TaskIndex) -> float:
    """Return the share of the words of an instruction that other stored tasks have, but not the candidate."""
    words = set(content_words(mask_values(instruction)))
    have = set(content_words(mask_values(candidate)))
    foreign = [
        word for word in words if index.counts[word] and not any(is_same_word(word, other) for other in have)
    ]
    return index.weight(foreign) / (index.weight(words) or 1.0)
