"""What a goal is about, and when words and names mean the same."""

from __future__ import annotations

import re

import msgspec

from onscreen.policy.lexical.clause import Clause, read, unquoted
from onscreen.policy.lexical.goal_details import DATE, TIME
from onscreen.policy.lexical.screen_queries import same_stem
from onscreen.policy.lexical.word_lists import STOP_WORDS, plain, words

RESTORES = {"restore", "undelete", "unarchive", "get", "recover"}
_SAME_VERBS = (
    {"delete", "remove", "trash", "bin", "discard", "clear", "forget", "erase", "take"},
    {"favorite", "favourite", "favorites", "favourites"},
    RESTORES,
    {"buy", "order", "purchase"},
    {"photo", "picture"},
    {"put", "add", "save"},
    {"call", "ring", "dial"},
    {"answer", "reply"},
)
_NO_NAMES = frozenset(
    (
        "which", "what", "who", "when", "where", "how", "at", "turn", "check", "restore", "get", "answer",
        "make", "according", "until", "wi-fi", "use", "merge", "it", "the", "i", "there", "its",
    )
)  # fmt: skip
_NAME = re.compile(
    r"(?<![\w-])[A-Z][\w.'&-]*(?:(?:\s+(?:of\s+|the\s+)?[A-Z0-9][\w.'-]*)+|(?:\s+(?!(?:in|on|at|to|from|with|by|for|and|or"
    r"|of|as|into|instead|so|under|when|is|has|app|again|back|take|costs?|does|did|do)\b)[a-z][\w'-]*)*)"
)


def meant(text: str) -> Clause:
    """Read a goal; its verb is its first word where no other is known."""
    clause = read(text)
    if clause.verb or not clause.text:
        return clause
    verb, _, rest = clause.text.partition(" ")
    return msgspec.structs.replace(clause, verb=verb.casefold(), rest=rest)


def things_of(clause: Clause) -> tuple[str, ...]:
    """Return what the goal is about: its words in quotes, else its names, else its numbers."""
    bare = TIME.sub("", DATE.sub("", unquoted(clause.rest)))
    names = (name.partition(". ")[0].strip(" .,?!") for name in _NAME.findall(bare))
    kept = tuple(n for n in names if len(n) > 1 and words(n)[:1] and words(n)[0] not in _NO_NAMES)
    return clause.quoted or kept or tuple(re.findall(r"(?<!\w)\+?\d[\d:-]+\b", clause.rest))


def alike(thing: str, name: str) -> bool:
    """Whether all words of a thing stand in a name."""
    have = words(name)
    if not any(word not in STOP_WORDS for word in words(thing)):
        return plain(thing) == plain(name)
    return all(any(same(word, other) for other in have) for word in words(thing) if word not in STOP_WORDS)


def does(verb: str, word: str) -> bool:
    """Whether a word on a button is the verb of the goal, in the same form."""
    return verb.rstrip("s") == word.rstrip("s") or any(verb in each and word in each for each in _SAME_VERBS)


def same(one: str, other: str) -> bool:
    """Whether two words mean the same: one stem, or verbs people use for one another."""
    if one.rstrip("s") == other.rstrip("s"):
        return bool(one.rstrip("s"))
    if one.isalpha() and other.isalpha() and same_stem(one, other):
        return True
    return any(one in each and other in each for each in _SAME_VERBS)
