"""Answers that are read from the cell of a table or from a sentence on a screen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from onscreen.perceive.screen_elements import usable_elements
from onscreen.text.names import find_subjects
from onscreen.text.quotes import strip_quotes
from onscreen.text.word_similarity import is_same_word
from onscreen.text.words import STOP_WORDS, normalize, split_words
from onscreen.types import Element, Screen

MIN_SENTENCE_WORDS = 3
"""A shorter text is a label rather than a sentence."""
MIN_HITS = 2
"""Minimum number of words of the question in the sentence with the answer."""
MIN_CONTEXT_SHARE = 0.7
"""Minimum share of the question's words in the sentence and in the headings of the screen."""
QUESTION_WORDS = frozenset(
    (
        "what", "which", "who", "when", "where", "how", "many", "much", "does", "do", "did", "is", "has", "i",
        "was", "were", "should", "can", "date", "month", "year", "?", "answer", "tell", "me", "long", "far",
    )
)  # fmt: skip
_SOURCE = re.compile(r",?\s*\baccording to\b[^,.?]*", re.IGNORECASE)
_FORMAT = re.compile(r"(?<=[?.])\s*(?:please )?answer (?:with|as|in)\b.*$", re.IGNORECASE)
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_MONTH = re.compile(rf"\b(?:{_MONTHS})\b")
_DATE = re.compile(
    rf"\b\d{{4}}-\d{{2}}-\d{{2}}\b|\b\d{{1,2}} (?:{_MONTHS})(?: \d{{4}})?\b|\b(?:{_MONTHS}) \d{{1,2}}\b"
)
_NUMBER = re.compile(r"(?<![\w.,:-])\d+(?:[.,]\d+)*(?![\w:-])")
_CODE = re.compile(r"\b[\w-]*\d[\w-]*\b")
_NAME = re.compile(r"[A-Z]\w+(?: [A-Z]\w+)*")
_ANY = re.compile(r"")
_KINDS = (
    (re.compile(r"\b(?:which|what) month\b", re.IGNORECASE), _MONTH),
    (re.compile(r"\b(?:when|(?:which|what) (?:date|day))\b", re.IGNORECASE), _DATE),
    (re.compile(r"\bhow (?:many|much|high|long|far|old|heavy)\b", re.IGNORECASE), _NUMBER),
    (re.compile(r"\b(?:number|code|password|version|year)\b", re.IGNORECASE), _CODE),
    (re.compile(r"\bwho\b", re.IGNORECASE), _NAME),
)
"""Phrases of questions, and the pattern of the answer that they ask for."""


def asked_words(question: str) -> tuple[str, ...]:
    """Return the words of a question that its answer or the text around the answer may contain."""
    bare = _FORMAT.sub("", _SOURCE.sub("", question))
    return tuple(w for w in split_words(bare) if w not in STOP_WORDS | QUESTION_WORDS)


def read_cell(question: str, screen: Screen) -> str | None:
    """Read the cell in the row of the question's subject and in the column that the question asks for.

    Returns None if the screen has no such row or column.
    """
    subjects = find_subjects(_SOURCE.sub("", question).partition(" ")[2])
    asked = tuple(w for w in split_words(strip_quotes(question)) if w not in STOP_WORDS)
    pattern = _pattern_of(question) or _ANY
    named = [e for e in screen.elements if e.name and not e.has("editable")]
    for row in (e for e in named if subjects and normalize(e.name) == normalize(subjects[-1])):
        for header in (e for e in named if e.box.bottom <= row.box.top and _is_asked(e, asked)):
            cells = (e for e in named if e.mark != row.mark and _is_in_row(e, row) and _is_below(e, header))
            if (cell := next(cells, None)) and pattern.match(cell.name):
                return cell.name
    return None


def _pattern_of(question: str) -> re.Pattern[str] | None:
    """Return the pattern of the answer that a question asks for, or None for any other question."""
    return next((answer for phrase, answer in _KINDS if phrase.search(question)), None)


def _is_asked(header: Element, asked: tuple[str, ...]) -> bool:
    """Check whether a text consists of words of the question."""
    words = split_words(header.name)
    return bool(words) and all(any(is_same_word(word, other) for other in asked) for word in words)


def _is_in_row(cell: Element, row: Element) -> bool:
    return cell.box.top <= row.box.center.y < cell.box.bottom


def _is_below(cell: Element, header: Element) -> bool:
    return cell.box.left < header.box.right and header.box.left < cell.box.right


def read_sentence(question: str, screen: Screen) -> str | None:
    """Read the answer from the sentence that shares most words with a question.

    Returns None if no sentence is about the question, or if it has no single text of the kind asked for.
    """
    asked = asked_words(question)
    pattern = _pattern_of(question)
    if pattern is None or not asked:
        return None
    context = {
        word for e in screen.elements if e.role in ("heading", "dialog") for word in split_words(e.name)
    }
    best, most = None, MIN_HITS - 1
    for sentence in _sentences(screen):
        hits = _hits(asked, set(split_words(sentence)))
        if len(hits) <= most or len(
            _hits(asked, context | set(split_words(sentence)))
        ) < MIN_CONTEXT_SHARE * len(asked):
            continue
        found = _matches(pattern, sentence, question=question, asked=asked)
        if len(found) == 1:
            best, most = found[0], len(hits)
    return best


def _sentences(screen: Screen) -> Iterator[str]:
    """Yield the texts of at least MIN_SENTENCE_WORDS words that are not the names of controls."""
    controls = {e.mark for e in usable_elements(screen) if e.role != "generic"}
    for element in screen.elements:
        if element.mark not in controls and len(element.name.split()) >= MIN_SENTENCE_WORDS:
            yield element.name


def _hits(asked: tuple[str, ...], words: set[str]) -> tuple[str, ...]:
    return tuple(each for each in dict.fromkeys(asked) if any(is_same_word(each, word) for word in words))


def _matches(
    pattern: re.Pattern[str], sentence: str, *, question: str, asked: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the different texts of a kind in a sentence that the question does not contain.

    If a word of the question follows one of several numbers, only that number is returned. A capitalised word
    at the start of a sentence is a name only if a word of the question follows.
    """
    found = []
    for match in pattern.finditer(sentence):
        following = split_words(sentence[match.end() :])[:1]
        is_followed = bool(following and _hits(asked, {following[0]}))
        starts = not sentence[: match.start()].rstrip() or sentence[: match.start()].rstrip()[-1:] in ".!?"
        if match.group(0) in question or (pattern is _NAME and starts and not is_followed):
            continue
        found.append((match.group(0), is_followed))
    followed = [text for text, is_followed in found if is_followed]
    return tuple(dict.fromkeys(followed or (text for text, _ in found)))
