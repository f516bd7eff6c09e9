"""Kinds of text that questions ask for, such as numbers, dates and names."""

from __future__ import annotations

import re

import msgspec

from onscreen.text.words import STOP_WORDS, split_words

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_QUESTION_WORDS = frozenset(
    (
        "what", "which", "who", "when", "where", "how", "many", "much", "does", "do", "did", "is", "has", "i",
        "was", "were", "should", "can", "?", "answer", "tell", "me", "long", "far",
        "high", "time", "show", "under", "until",
    )
)  # fmt: skip
_UNSPECIFIC_WORDS = frozenset(
    (
        "cost", "costs", "have", "had", "last", "give", "gives", "say", "says", "keep", "keeps", "find",
        "found", "use", "uses", "our", "my", "your",
    )
)  # fmt: skip
"""Words of questions that are rarely part of the subject."""
_SOURCE = re.compile(r",?\s*\baccording to\b[^,.?]*", re.IGNORECASE)
SENTENCE_END = re.compile(r"(?<=[a-z0-9)][.!?])\s+(?=[A-Z])")
"""Pattern of the space between two sentences."""
MIN_SENTENCE_WORDS = 3
"""A shorter text is a label rather than a sentence."""
_FORMAT = re.compile(r"(?<=[?.])\s*(?:please )?answer (?:with|as|in)\b.*$", re.IGNORECASE)


class AnswerKind(msgspec.Struct, frozen=True):
    """A kind of text, with the phrases of questions that ask for it and the pattern of the text."""

    asked: re.Pattern[str]
    text: re.Pattern[str]


CODE = AnswerKind(
    re.compile(r"\b(?:number|code|password|seat|version|year)\b", re.IGNORECASE),
    re.compile(r"\b[\w-]*\d[\w-]*\b"),
)
NAME = AnswerKind(re.compile(r"\bwho\b", re.IGNORECASE), re.compile(r"[A-Z]\w+(?: [A-Z]\w+)*"))
_TIME = re.compile(r"\b\d{1,2}:\d{2}\b")
_LONG_WORD = re.compile(r"\b[^\W\d_]{2,}\b")
_MONTH = rf"(?:{'|'.join(month[:3] for month in _MONTHS.split('|'))})[a-z]*"
_DAY_OR_TIME = re.compile(rf"\b{_MONTH} \d{{1,2}}\b|\b\d{{1,2}} {_MONTH}\b|{_TIME.pattern}")
_DATE = re.compile(
    rf"\b\d{{4}}-\d{{2}}-\d{{2}}\b|\b\d{{1,2}} (?:{_MONTHS})(?: \d{{4}})?\b|\b(?:{_MONTHS}) \d{{1,2}}\b"
)
_AMOUNT = AnswerKind(
    re.compile(
        r"\b(?:amount|balance|budget|costs?|percentage|price|quantity|salary|sum|total)\b", re.IGNORECASE
    ),
    re.compile(r"(?:[$€£]\s?)?(?<![\w.,:-])\d+(?:[.,]\d+)*(?:\s?[%$€£])?(?![\w:-])"),
)
_KINDS = (
    AnswerKind(re.compile(r"\b(?:which|what) month\b", re.IGNORECASE), re.compile(rf"\b(?:{_MONTHS})\b")),
    AnswerKind(re.compile(r"\bwhat time\b", re.IGNORECASE), _TIME),
    AnswerKind(
        re.compile(r"\b(?:when|(?:which|what) (?:date|day))\b", re.IGNORECASE),
        re.compile(f"{_DATE.pattern}|{_TIME.pattern}"),
    ),
    AnswerKind(
        re.compile(r"\bhow (?:many|much|high|long|far|old|heavy)\b", re.IGNORECASE),
        re.compile(r"(?<![\w.,:-])\d+(?:[.,]\d+)*(?![\w:-])"),
    ),
    _AMOUNT,
    CODE,
    NAME,
)


def find_kind(question: str) -> AnswerKind | None:
    """Return the kind of text that a question asks for, or None if the kind is unknown."""
    return next((kind for kind in _KINDS if kind.asked.search(question)), None)


def find_time(question: str, text: str) -> str:
    """Return the time in a text for a question such as "at what time", and the whole text for any other."""
    kind = find_kind(question)
    match = _TIME.search(text) if kind is not None and kind.text is _TIME else None
    return match.group() if match else text


def find_code(question: str, text: str) -> str | None:
    """Find the code in the sentence that contains the noun that a question asks for, such as "seat".

    A short text needs no noun, but its dates and times are no codes. The first code after the noun is
    preferred to the last one before it. Returns None without a code, or if the code ends a text that may be
    truncated: one of several sentences without a full stop at the end.
    """
    if len(_LONG_WORD.findall(text)) < MIN_SENTENCE_WORDS:
        short = CODE.text.search(_DAY_OR_TIME.sub(" ", text))
        return short[0] if short else None
    asked = CODE.asked.search(question)
    sentences = SENTENCE_END.split(text)
    for sentence in sentences:
        noun = re.search(rf"\b{re.escape(asked[0])}\b", sentence, re.IGNORECASE) if asked else None
        codes = [code for code in CODE.text.finditer(sentence) if noun]
        after = [code for code in codes if noun and code.start() >= noun.end()]
        for code in after[:1] or codes[-1:]:
            is_last = len(sentences) > 1 and sentence is sentences[-1]
            return None if is_last and code.end() == len(sentence) else code[0]
    return None


def strip_source(question: str) -> str:
    """Remove the source of the answer from a question, such as "according to the notes"."""
    return _SOURCE.sub("", question)


def strip_format(question: str) -> str:
    """Remove the format of the answer from a question, such as "Answer as HH:MM"."""
    return _FORMAT.sub("", question)


def asked_words(question: str) -> tuple[str, ...]:
    """Return the words of a question that may occur in or near its answer."""
    bare = strip_format(strip_source(question))
    return tuple(w for w in split_words(bare) if w not in STOP_WORDS | _QUESTION_WORDS)


def asked_phrase(question: str) -> str:
    """Return the longest run of consecutive words of a question that may occur near its answer.

    The phrase is suitable for a search, such as "insurance policy" for "What is the number of the insurance
    policy of our club?". Of equally long runs, the first is returned. Returns "" if there are none.
    """
    asked = asked_words(question)
    phrases: list[list[str]] = [[]]
    for word in split_words(strip_format(strip_source(question))):
        if word in asked and word not in _UNSPECIFIC_WORDS and word[0].isalnum():
            phrases[-1].append(word)
        elif phrases[-1]:
            phrases.append([])
    longest = max(phrases, key=len)
    return " ".join(longest)
