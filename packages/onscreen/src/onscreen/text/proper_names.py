"""Names in a text: of people, things, and other subjects."""

from __future__ import annotations

import re

from onscreen.text.date_patterns import DATE, TIME
from onscreen.text.quotes import quoted_texts, strip_quotes
from onscreen.text.words import split_words

_CAPITALISED = re.compile(r"\b[A-Z][\w.'-]*(?:\s+(?:of\s+)?[A-Z0-9][\w.'-]*)*")


def proper_names(text: str) -> tuple[str, ...]:
    """Find the proper names in a text, such as "Ann Lee"; the word "I" is skipped."""
    names = (name.strip(" .,?!") for name in _CAPITALISED.findall(text))
    return tuple(name for name in names if name != "I" and not name.startswith("I'"))


_NO_NAMES = frozenset(
    (
        "which", "what", "who", "when", "where", "how", "at", "turn", "check", "restore", "get", "answer",
        "make", "according", "until", "wi-fi", "use", "merge", "it", "the", "i", "there", "its",
    )
)  # fmt: skip
"""Words that are not names even if they are capitalized."""
_NAME = re.compile(
    r"(?<![\w-])[A-Z][\w.'&-]*(?:(?:\s+(?:of\s+|the\s+)?[A-Z0-9][\w.'-]*)+|(?:\s+(?!(?:in|on|at|to|from|with|by|for|and|or"
    r"|of|as|into|instead|so|under|when|is|has|app|again|back|take|costs?|does|did|do)\b)[a-z][\w'-]*)*)"
)

_IDENTIFIER = re.compile(r"(?<![\w@./-])[a-z]\w{2,}(?:[-_.][a-z0-9]{3,})+\b(?![@/-])")


def find_subjects(text: str) -> tuple[str, ...]:
    """Find what a text is about, such as the names of people or files.

    Returns the quoted texts; if there are none, the proper names; if there are none, identifiers such as
    "night-sky" or "roof.png"; and if there are none, the numbers.
    """
    bare = TIME.sub("", DATE.sub("", strip_quotes(text)))
    names = (name.partition(". ")[0].strip(" .,?!") for name in _NAME.findall(bare))
    proper = tuple(
        n for n in names if len(n) > 1 and split_words(n)[:1] and split_words(n)[0] not in _NO_NAMES
    )
    identifiers = tuple(_IDENTIFIER.findall(bare))
    return quoted_texts(text) or proper or identifiers or tuple(re.findall(r"(?<!\w)\+?\d[\d:-]+\b", text))
