"""Plain form of an instruction: without politeness, and with quotes around names shown on a screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from onscreen.text.quotes import mask_quotes, unmask_quotes
from onscreen.text.words import STOP_WORDS

MAX_NAME_WORDS = 8
"""Longest name that is recognized, in words."""
_ASKS = re.compile(
    r"\b(?:(?:could|can|would|will) you(?: please)?|(?:I'd|I would) like you to|I (?:want|need) you to) "
    r"(?!tell\b|say\b|see\b)([^?.]+)[?.]?",
    re.IGNORECASE,
)
_WISHES = re.compile(r"\b(?:(?:I'd|I would) like|I (?:want|need)) (an?) (?:new )?", re.IGNORECASE)
_CALLED = re.compile(
    r"\bI(?:'d like| would like| want) ((?:the |my )?[^.]+?) to be (?:called|named) ", re.IGNORECASE
)
_PLEASE = re.compile(r"\s*\bplease\b,?\s*", re.IGNORECASE)
_PLEASE_AFTER = re.compile(r"(?:,\s*|[.]\s*)please(?=\s*[.!]?\s*$)|,\s*please (?=\w)", re.IGNORECASE)
_AFTER = re.compile(r",?\s+(?:instead|from now on|for me|thanks|thank you)(?=\s*[.!]?\s*$)", re.IGNORECASE)
_WORD = re.compile(r"[^\W_][\w'&-]*")
_SENTENCE_START = re.compile(r"(?:^|[.;:!?]\s+|,\s+)$")


def plain_request(instruction: str) -> str:
    """Reword a polite request as an instruction, as in "Could you please open Reports?".

    Quoted text stays as it is.
    """
    masked, quotes = mask_quotes(instruction.strip())
    masked = " ".join(masked.split())
    text = _ASKS.sub(lambda match: f"{match[1].strip()}.", masked)
    text = _CALLED.sub(r"Rename \1 to ", text)
    text = _WISHES.sub(r"Create \1 new ", text)
    text = _PLEASE_AFTER.sub(lambda match: "" if match.end() == len(text) else ". ", text)
    text = _AFTER.sub("", _PLEASE.sub(" ", text)).strip()
    if text.casefold() == masked.casefold():
        return instruction.strip()
    text = re.sub(r"\s*([.!])[\s.!]*$", r"\1", text)
    return unmask_quotes(re.sub(r"(?<=[.!?] )[a-z]|^[a-z]", lambda m: m[0].upper(), text), quotes)


def quote_shown_names(instruction: str, names: Iterable[str]) -> str:
    """Put quotes around names shown on a screen, such as in "Open Order paper lanterns".

    A name starts with a capital letter and is not the beginning of a sentence; it is as long as possible, and
    a single word must be a name as a whole. Quoted text stays as it is.
    """
    masked, quotes = mask_quotes(instruction)
    shown = tuple(dict.fromkeys(name.strip() for name in names if name.strip()))
    result, end = "", 0
    for start, stop in _find_names(masked, shown):
        result += f'{masked[end:start]}"{masked[start:stop]}"'
        end = stop
    return unmask_quotes(result + masked[end:], quotes)


def _find_names(text: str, shown: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    words = list(_WORD.finditer(text))
    position = 0
    while position < len(words):
        first = words[position]
        length = 0
        if first[0][0].isupper() and not _SENTENCE_START.search(text[: first.start()]):
            length = _length_of_name(text, words[position : position + MAX_NAME_WORDS], shown=shown)
        if length:
            yield first.start(), words[position + length - 1].end()
        position += length or 1


def _length_of_name(text: str, words: list[re.Match[str]], *, shown: tuple[str, ...]) -> int:
    """Return the number of words of the longest name at the beginning of the words, or 0."""
    for length in range(len(words), 0, -1):
        name = text[words[0].start() : words[length - 1].end()]
        if words[length - 1][0].casefold() in STOP_WORDS:
            continue
        if length == 1 and name not in shown:
            continue
        if any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", each) for each in shown if name in each):
            return length
    return 0
