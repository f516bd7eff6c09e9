"""Comparison of the words in goals and element names, including synonyms and stems."""

from __future__ import annotations

import re

import msgspec

from onscreen.policy.lexical.clause import Clause, parse_clause, strip_quotes
from onscreen.policy.lexical.goal_details import DATE, TIME
from onscreen.policy.lexical.screen_queries import shares_stem
from onscreen.policy.lexical.word_lists import STOP_WORDS, normalize, split_words

RESTORES = {"restore", "undelete", "unarchive", "get", "recover"}
"""Verbs that restore a deleted entry."""
_SYNONYMS = (
    {"delete", "remove", "trash", "bin", "discard", "clear", "forget", "erase", "take"},
    {"favorite", "favourite", "favorites", "favourites"},
    RESTORES,
    {"buy", "order", "purchase"},
    {"photo", "picture"},
    {"put", "add", "save"},
    {"call", "ring", "dial"},
    {"answer", "reply"},
    {"edit", "change", "rename", "modify", "update", "correct", "replace"},
)
_NO_NAMES = frozenset(
    (
        "which", "what", "who", "when", "where", "how", "at", "turn", "check", "restore", "get", "answer",
        "make", "according", "until", "wi-fi", "use", "merge", "it", "the", "i", "there", "its",
    )
)  # fmt: skip
"""Words that are not names even if they are capitalised."""
_NAME = re.compile(
    r"(?<![\w-])[A-Z][\w.'&-]*(?:(?:\s+(?:of\s+|the\s+)?[A-Z0-9][\w.'-]*)+|(?:\s+(?!(?:in|on|at|to|from|with|by|for|and|or"
    r"|of|as|into|instead|so|under|when|is|has|app|again|back|take|costs?|does|did|do)\b)[a-z][\w'-]*)*)"
)


def parse_goal(text: str) -> Clause:
    """Parse the text of a goal as a clause.

    The first word is the verb if no known verb is found.
    """
    clause = parse_clause(text)
    if clause.verb or not clause.text:
        return clause
    verb, _, rest = clause.text.partition(" ")
    return msgspec.structs.replace(clause, verb=verb.casefold(), rest=rest)


def find_subjects(clause: Clause) -> tuple[str, ...]:
    """Find the objects that a goal refers to, such as the names of people or files.

    Returns the quoted texts; if there are none, the proper names; and if there are none, the numbers.
    """
    bare = TIME.sub("", DATE.sub("", strip_quotes(clause.rest)))
    names = (name.partition(". ")[0].strip(" .,?!") for name in _NAME.findall(bare))
    proper = tuple(
        n for n in names if len(n) > 1 and split_words(n)[:1] and split_words(n)[0] not in _NO_NAMES
    )
    return clause.quoted or proper or tuple(re.findall(r"(?<!\w)\+?\d[\d:-]+\b", clause.rest))


def contains_words(phrase: str, name: str) -> bool:
    """Check whether a name contains all words of a phrase, ignoring stop words."""
    wanted = [word for word in split_words(phrase) if word not in STOP_WORDS]
    if not wanted:
        return normalize(phrase) == normalize(name)
    have = split_words(name)
    return all(any(is_same_word(word, other) for other in have) for word in wanted)


def is_same_verb(verb: str, word: str) -> bool:
    """Check whether a word on a button matches the verb of a goal.

    The word must be the verb, with or without a final s, or a listed synonym.
    """
    return verb.rstrip("s") == word.rstrip("s") or _are_synonyms(verb, word)


def is_same_word(one: str, other: str) -> bool:
    """Check whether two words are synonyms, share a stem, or differ in a final s."""
    if one.rstrip("s") == other.rstrip("s"):
        return bool(one.rstrip("s"))
    if one.isalpha() and other.isalpha() and shares_stem(one, other):
        return True
    return _are_synonyms(one, other)


def _are_synonyms(one: str, other: str) -> bool:
    return any(one in group and other in group for group in _SYNONYMS)
