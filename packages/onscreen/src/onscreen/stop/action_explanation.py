"""Whether an action of a run explains an expected action, given the values of both instructions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from onscreen.stop.action_alignment import SAME_ROLE
from onscreen.stop.instruction_values import Replacements
from onscreen.stop.performed_actions import RANK, PerformedAction, contains_words
from onscreen.text.words import STOP_WORDS

READ_TEXT = 0.9
"""Similarity of two different texts if both runs had read them from a screen before entering them."""
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_DIGITS = re.compile(r"\d+")
_ITEM_ENDS = re.compile(r", and |, | and ")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august"),
    *("september", "october", "november", "december"),
)
_ABBREVIATED = 3


def explanation(
    expected: PerformedAction, performed: PerformedAction, *, values: Replacements, given: str = ""
) -> float:
    """Return how well a performed action explains an expected one, 0 to 1.

    The actions match if they are equal after the values are replaced, if the rows of both targets contain the
    values of their instructions, or if both texts were read from a screen. The rows are ignored for entries
    into fields with unique names. A text in the instruction `given` of the expected action was not read.
    """
    wanted, found = expected.key, performed.key
    if (wanted.kind, wanted.role) != (found.kind, found.role):
        return 0.0
    name, text = _fill(wanted.name, values), _fill(wanted.text, values)
    is_bound = _is_bound(expected, performed, values=values)
    if text == found.text:
        if name == found.name != wanted.name:
            return 1.0
        is_equal = (name, _fill(expected.place, values)) == (found.name, performed.place)
        is_alone = bool(text) and expected.is_unique and performed.is_unique
        is_equal = is_equal and (is_alone or not _keeps_values(expected, performed, values=values))
        return 1.0 if is_bound or is_equal else SAME_ROLE
    both_read = expected.is_read and performed.is_read and text == wanted.text
    if both_read and contains_words(given.casefold(), wanted.text):
        return 0.0
    return READ_TEXT if both_read and (name == found.name or is_bound) else 0.0


@lru_cache(maxsize=1024)
def action_values(values: Replacements) -> Replacements:
    """Return the values in lower case, and the forms used in actions, such as the parts of a time."""
    found = dict.fromkeys((old.casefold(), new.casefold()) for old, new in values)
    for old, new in list(found):
        found.update(dict.fromkeys(_matching_numbers(old, new)))
        if old in _MONTHS and new in _MONTHS:
            found[old[:_ABBREVIATED], new[:_ABBREVIATED]] = None
        found.update(dict.fromkeys(_matching_items(old, new)))
        found.update(dict.fromkeys(_matching_folders(old, new)))
    return tuple(sorted(found, key=lambda pair: -len(pair[0])))


def _matching_numbers(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Yield the numbers at the same place of two texts, all their digits, and the ranks of two ordinals."""
    parts, others = _DIGITS.findall(old), _DIGITS.findall(new)
    if parts and len(parts) == len(others):
        yield "".join(parts), "".join(others)
        yield from zip(parts, others, strict=True)
        yield str(int(parts[0])), str(int(others[0]))
    if (rank := _ORDINAL.fullmatch(old)) and (other := _ORDINAL.fullmatch(new)):
        yield f"{RANK}{rank[1]}", f"{RANK}{other[1]}"


def _matching_folders(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Yield the folders at the same place of two paths of the same length."""
    folders, others = old.split("/"), new.split("/")
    if len(folders) == len(others) > 1:
        yield from (pair for pair in zip(folders, others, strict=True) if all(pair))


def _matching_items(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Yield the items of two lists at the same place; the last item stands for those beyond the shorter list.

    Yields nothing if both texts have one item.
    """
    olds, news = _ITEM_ENDS.split(old), _ITEM_ENDS.split(new)
    count = max(len(olds), len(news))
    for index in range(count if count > 1 else 0):
        yield olds[min(index, len(olds) - 1)], news[min(index, len(news) - 1)]


def _fill(text: str, values: Replacements) -> str:
    if not text or not values:
        return text
    by_old = dict(reversed(values))
    pattern = "|".join(re.escape(old) for old, _ in values if old)
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda match: by_old[match.group()], text)


def _is_bound(expected: PerformedAction, performed: PerformedAction, *, values: Replacements) -> bool:
    """Check whether the rows of both targets contain the corresponding instruction values, at least one."""
    telling: dict[str, list[str]] = {}
    for old, new in values:
        if old not in STOP_WORDS and contains_words(expected.context, old):
            telling.setdefault(old, []).append(new)
    return bool(telling) and all(
        any(_is_in_place(new, performed, like=(old, expected)) for new in options)
        for old, options in telling.items()
    )


def _is_in_place(new: str, performed: PerformedAction, *, like: tuple[str, PerformedAction]) -> bool:
    """Check whether a value is where another value is in another action: in the name, a cell, or the row."""
    old, expected = like
    if contains_words(expected.key.name, old):
        return contains_words(performed.key.name, new)
    if old in _cells(expected.beside):
        return new in _cells(performed.beside)
    return contains_words(performed.context, new)


def _keeps_values(expected: PerformedAction, performed: PerformedAction, *, values: Replacements) -> bool:
    """Check whether the row of a performed action belongs to another value than that of the instruction.

    This is the case if both rows contain the same word, although the instruction replaces it, or if a cell
    of the expected row is a value, and no cell of the other row its replacement.
    """
    words = ((old, new) for old, new in values if old not in STOP_WORDS and not _has_digits(old))
    if any(
        contains_words(expected.beside, old)
        and contains_words(performed.beside, old)
        and not contains_words(performed.beside, new)
        for old, new in words
    ):
        return True
    cells, others = _cells(expected.beside), _cells(performed.beside)
    replaced: dict[str, set[str]] = {}
    for old, new in values:
        if old in cells:
            replaced.setdefault(old, set()).add(new)
    return any(news.isdisjoint(others) for news in replaced.values())


def _has_digits(text: str) -> bool:
    return any(map(str.isdigit, text))


@lru_cache(maxsize=65_536)
def _cells(beside: str) -> frozenset[str]:
    return frozenset(cell.strip() for cell in beside.split(" | "))
