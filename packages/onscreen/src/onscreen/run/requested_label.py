"""Comparison of the label of an irreversible control with the words of an instruction."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from urllib.parse import parse_qsl, unquote

from onscreen.perceive.irreversible_words import find_irreversible, plain_letters

QUESTION_WORDS = frozenset((
    "a", "an", "are", "be", "do", "is", "it", "now", "ok", "okay", "please", "really", "selected", "sure",
    "that", "the", "this", "to", "want", "wish", "would", "yes", "you",
))  # fmt: skip
"""Words of a label, such as "Are you sure you want to", that need not be in the instruction."""
MILDER_VERBS = {"delete": "remove", "erase": "remove"}
"""Verbs of an instruction, and the milder verb of a label that they ask for as well."""
DELETING_VERBS = frozenset({"delete", "destroy", "erase", "remove"})
"""Words of an address that mean what a link "Delete" or "Remove" says."""
_ID = re.compile(r"\d+|(?=[a-f]*\d)[0-9a-f]{6,}")
"""Pattern of the number of an item in an address."""
_RETURN_ADDRESS = re.compile(r"/(?!/)")
"""Pattern of the beginning of a parameter that only says which page is shown afterwards."""


def is_named(name: str, address: str, *, instruction: str) -> bool:
    """Check whether an instruction contains every word of the name of a control.

    `address` is where a link leads, "" for other controls. It may have other words if the name has several
    and none of them looks irreversible. The address of a link "Delete" may have other words if what it
    deletes is in the instruction: "/admin/pages/5/delete" for "Delete the page", not "/account/delete".
    """
    asked = set(re.findall(r"\w+", plain_letters(instruction)))
    asked |= {MILDER_VERBS[verb] for verb in asked if verb in MILDER_VERBS}
    words = _words(name)
    named = [word for word in words if word not in QUESTION_WORDS] or words
    place, _, query = address.partition("?")
    others = [*_words(place), *(word for word in _words(query) if word not in named)]
    suspicious = len(named) == 1 or any(find_irreversible(word) for word in (" ".join(others), *others))
    if not set(named) <= asked:
        return False
    return not suspicious or set(others) <= asked or _deletes_named(named, address, asked=asked)


def _deletes_named(named: Sequence[str], address: str, *, asked: Collection[str]) -> bool:
    """Check whether a link only deletes, and deletes an item of a kind that the instruction names.

    The kind stands after the verb in the address, otherwise before it: "/delete/page/5" or "/pages/5/delete".
    """
    words = list(_address_words(address))
    at = [index for index, word in enumerate(words) if word in DELETING_VERBS]
    if not DELETING_VERBS.issuperset(named) or len(at) != 1:
        return False
    before, after = words[: at[0]], words[at[0] + 1 :]
    kinds = after or before[-1:]
    is_asked = bool(kinds) and all(_is_word_of(kind, asked) for kind in kinds)
    return is_asked and not any(find_irreversible(word) for word in (" ".join(before), *before))


def _address_words(address: str) -> Iterator[str]:
    """Yield the words of an address in order, without numbers of items and without return addresses."""
    place, _, query = address.partition("?")
    parts = [unquote(re.sub(r"https?://[^/]*", "", place))]
    for name, value in parse_qsl(query, keep_blank_values=True):
        parts += () if _RETURN_ADDRESS.match(value) else (name, value)
    yield from (word for part in parts for word in _words(part) if not _ID.fullmatch(word))


def _is_word_of(word: str, asked: Collection[str]) -> bool:
    """Check whether a word, in the singular or the plural, is one of an instruction's."""
    forms = {word, f"{word}s", word.removesuffix("s"), re.sub(r"ies$", "y", word), re.sub(r"y$", "ies", word)}
    return not forms.isdisjoint(asked)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", plain_letters(text))
