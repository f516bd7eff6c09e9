"""Answers to questions, read from a screen without a language model.

An answer is a heading, a count, the value of a label, a table cell, a text beside the words of the question,
or a part of a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from onscreen.perceive.answer_kinds import (
    CODE,
    MIN_SENTENCE_WORDS,
    NAME,
    SENTENCE_END,
    AnswerKind,
    asked_words,
    find_code,
    find_kind,
    find_time,
    strip_format,
    strip_source,
)
from onscreen.perceive.day_answers import read_day
from onscreen.perceive.element_kinds import CELL_ROLES, kind_of
from onscreen.perceive.element_queries import text_elements, usable_elements
from onscreen.perceive.extreme_answers import asks_for_extreme, read_extreme
from onscreen.perceive.labeled_values import LabeledValue, find_labeled, is_in_row
from onscreen.text.proper_names import find_subjects
from onscreen.text.quotes import strip_quotes
from onscreen.text.word_equivalence import SHORT, contains_words, is_same_word
from onscreen.text.words import STOP_WORDS, normalize, split_words
from onscreen.types import Element, Screen

Reading: TypeAlias = Callable[[str, Screen], LabeledValue | None]
"""Way to read the answer to a question from a screen; returns None without an answer."""

NEXT_TEXTS = 3
"""Number of elements after a label that are searched for the answer."""
MIN_HITS = 2
"""Minimum number of words of the question in the sentence with the answer."""
MIN_CONTEXT_SHARE = 0.7
"""Minimum share of the question's words in the sentence and in the headings of the screen."""
_HEADS = frozenset({"columnheader", "heading"})
_COUNTED = re.compile(r"\bhow many ([^\W\d_]+)", re.IGNORECASE)
_OWNER_ASKED = re.compile(r"\bwhich\b[^?.]{0,200}\b(?:has|contains|mentions)\b", re.IGNORECASE)
_PRICE = re.compile(r"[$€£]\s?\d+(?:[.,]\d+)?")
_CONDITION = re.compile(r"\((?:an?|the|only)\s+([^()]+)\)", re.IGNORECASE)
_PARENTHESES = re.compile(r"\([^()]*\)")
_WHEN = re.compile(r"\d:\d\d|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Today|Yesterday|Tomorrow)\b")


def find_answer(question: str, screen: Screen, *, nearby: bool) -> LabeledValue | None:
    """Find the text on the screen that answers a question; returns None without an answer.

    With `nearby`, the answer may be any text beside the words of the question. Such answers suit the short
    texts of a phone, but not a page with paragraphs. A question for the entry with the highest or lowest
    value is then only answered by comparing the entries.
    """
    if nearby and asks_for_extreme(question):
        return read_extreme(question, screen)
    first: tuple[Reading, ...] = (read_day,) if nearby else ()
    last: tuple[Reading, ...] = (read_nearby, read_sentence) if nearby else (read_sentence,)
    readings = (*first, read_title, read_count, read_labeled, read_cell, *last)
    answer = next((answer for read in readings if (answer := read(question, screen))), None)
    return answer if answer and (not nearby or _meets_condition(question, answer, screen=screen)) else None


def _meets_condition(question: str, answer: LabeledValue, *, screen: Screen) -> bool:
    """Check whether the words in parentheses in a question are in the answer's text or right before it.

    For example, a time is no answer to "(an outgoing call)" beside "Incoming call".
    """
    stated = _CONDITION.search(question)
    names = [element.name for element in screen.elements if element.mark <= answer.element.mark]
    around = split_words(" ".join(names[-2:]))
    words = [word for word in split_words(stated[1]) if word not in STOP_WORDS] if stated else []
    return all(any(is_same_word(word, other) for other in around) for word in words)


def read_labeled(question: str, screen: Screen) -> LabeledValue | None:
    """Read the price or the labeled value that a question asks for."""
    if re.search(r"\bprice\b", question):
        prices = ((m.group(0), e) for e in text_elements(screen) if (m := _PRICE.search(e.name)))
        if price := next(prices, None):
            return LabeledValue(*price)
    asked, kind = asked_words(question), find_kind(question)
    named = split_words(" ".join(_subjects(question)))
    words = [word for word in asked if len(word) > SHORT and word not in named]
    labels = (e.name for e in text_elements(screen) if len(e.name.split()) > 1 and _is_label(e, words))
    for label, strict in ((" ".join(asked), False), *((each, True) for each in (*words, *labels))):
        found = find_labeled(label, screen, strict=strict)
        values = [each for each in found if _may_answer(each.text, asked, kind=kind)]
        if len(values) == 1:
            return LabeledValue(find_time(question, values[0].text), values[0].element)
    return None


def _may_answer(text: str, asked: Sequence[str], *, kind: AnswerKind | None) -> bool:
    """Check whether the value of a label has the requested kind, and no word of the question.

    A name may be a single word in lower case, such as a login.
    """
    if not any(character.isalnum() for character in text) or set(split_words(text)) & set(asked):
        return False
    return kind is None or bool(kind.text.search(text)) or (kind is NAME and text.isalpha())


def read_nearby(question: str, screen: Screen) -> LabeledValue | None:
    """Read the text of the requested kind beside the words of a question.

    Grid cells are left out, because a text beside a cell may belong to any column.
    """
    subjects = _subjects(question)
    shown = [e for e in screen.elements if e.name and not e.has("editable") and e.role not in CELL_ROLES]
    if subjects and not any(contains_words(subjects[-1], e.name) for e in shown):
        return None
    asked = [w for w in asked_words(question) if not any(w in split_words(each) for each in subjects)]
    wants_code = find_kind(question) is CODE
    for position, element in enumerate(shown):
        is_subject = bool(subjects) and contains_words(subjects[-1], element.name)
        is_label = _is_label(element, asked)
        if not (is_label or is_subject) or (element.role in ("heading", "tab", "button") and not is_subject):
            continue
        for text, holder in _texts_beside(position, shown, include_before=is_label and wants_code):
            if answer := _extract_answer(question, text):
                return LabeledValue(answer, holder)
    sentences = [e for e in shown if e.role == "text" and _mentions_half(asked, e.name)] if asked else []
    answers = ((_extract_answer(question, e.name), e) for e in sentences if wants_code)
    return next((LabeledValue(answer, e) for answer, e in answers if answer), None)


def _subjects(question: str) -> tuple[str, ...]:
    """Return the subject of a question: its words without the first one and the source of the answer."""
    return find_subjects(strip_format(strip_source(question)).partition(" ")[2])


def _is_label(element: Element, asked: Sequence[str]) -> bool:
    """Check whether all words of an element's name are words of the question."""
    name = [w for w in split_words(element.name) if w not in STOP_WORDS]
    return bool(name) and all(any(is_same_word(w, a) for a in asked) for w in name)


def _texts_beside(
    position: int, shown: Sequence[Element], *, include_before: bool
) -> Iterator[tuple[str, Element]]:
    """Yield the value of an element, optionally the previous name, and the following names."""
    yield shown[position].value, shown[position]
    if include_before:
        before = shown[max(0, position - 1)]
        yield before.name, before
    after = shown[position + 1 : position + 1 + NEXT_TEXTS]
    yield from ((e.name, e) for e in after if e.role != "button")


def _mentions_half(asked: Sequence[str], text: str) -> bool:
    """Check whether a text contains at least half of the given words."""
    return len(_hits(asked, split_words(text))) * 2 >= len(set(asked))


def _extract_answer(question: str, text: str) -> str | None:
    """Return the part of a text that has the kind requested by a question.

    A code in a sentence must be beside the noun that the question asks for. For other questions, returns the
    first part of the text that is not a date or time.
    """
    kind = find_kind(question)
    if kind is CODE:
        return find_code(question, text)
    if kind:
        match = kind.text.search(text)
        return match.group(0) if match else None
    return next((part for part in text.split(" · ") if part and not _WHEN.search(part)), None)


def read_cell(question: str, screen: Screen) -> LabeledValue | None:
    """Read the table cell at the row and column named in a question."""
    kind = find_kind(question)
    asked = tuple(w for w in split_words(strip_quotes(question)) if w not in STOP_WORDS)
    named = [e for e in screen.elements if e.name and not e.has("editable")]
    for row in _named_rows(question, named):
        heads = (e for e in named if e.role != "heading" and e.box.bottom <= row.box.top)
        for header in (e for e in heads if _is_label(e, asked)):
            cells = (e for e in named if e.mark != row.mark and is_in_row(row, e) and _is_below(e, header))
            if (cell := next(cells, None)) and (kind is None or kind.text.match(cell.name)):
                return LabeledValue(cell.name, cell)
    return None


def read_title(question: str, screen: Screen) -> LabeledValue | None:
    """Read the heading above the text that a question such as "Which list has the note 'Urgent'?" names.

    Returns None unless exactly one text of the screen is the named one.
    """
    subjects = _subjects(question)
    if not subjects or not _OWNER_ASKED.search(question):
        return None
    shown = [e for e in screen.elements if e.name and not e.has("covered")]
    wanted = normalize(subjects[-1])
    texts = [position for position, e in enumerate(shown) if kind_of(e) == "information"]
    named = [p for p in texts if shown[p].role != "heading" and normalize(shown[p].name) == wanted]
    above = [e for e in shown[: named[0]] if e.role == "heading"] if len(named) == 1 else []
    return LabeledValue(above[-1].name, above[-1]) if above else None


def read_count(question: str, screen: Screen) -> LabeledValue | None:
    """Read the number before the counted noun, such as "4 items", below the heading named in a question.

    Returns None unless there is exactly one such heading and one such number up to the next heading.
    """
    counted, subjects = _COUNTED.search(question), _subjects(question)
    if not counted or not subjects:
        return None
    number = re.compile(rf"(?<![\w.,:-])(\d+) {re.escape(counted[1].rstrip('s'))}s?\b", re.IGNORECASE)
    shown = [e for e in screen.elements if e.name]
    headings = [position for position, e in enumerate(shown) if e.role == "heading"]
    named = [p for p in headings if normalize(shown[p].name) == normalize(subjects[-1])]
    if len(named) != 1:
        return None
    end = next((position for position in headings if position > named[0]), len(shown))
    section = [e for e in shown[named[0] + 1 : end] if kind_of(e) == "information"]
    found = {match[1]: e for e in section if (match := number.search(e.name))}
    return LabeledValue(*next(iter(found.items()))) if len(found) == 1 else None


def _named_rows(question: str, named: Sequence[Element]) -> list[Element]:
    """Return the elements whose text is the subject of a question, or the longest texts in the question.

    A text in the question must have several words, such as "Glass vase B", and must not be a column heading.
    """
    subjects = _subjects(question)
    rows = [e for e in named if subjects and normalize(e.name) == normalize(subjects[-1])]
    if rows:
        return rows
    words = f" {' '.join(split_words(question))} "
    named = [e for e in named if e.role not in _HEADS and len(e.name.split()) > 1]
    rows = [e for e in named if f" {' '.join(split_words(e.name))} " in words]
    longest = max((len(e.name) for e in rows), default=0)
    return [e for e in rows if len(e.name) == longest]


def _is_below(cell: Element, header: Element) -> bool:
    return cell.box.left < header.box.right and header.box.left < cell.box.right


def read_sentence(question: str, screen: Screen) -> LabeledValue | None:
    """Read the answer from the sentence that shares the most words with a question.

    Returns None if no sentence is about the question, or if it does not contain exactly one text of the
    requested kind.
    """
    asked, kind = asked_words(question), find_kind(question)
    if kind is None or not asked:
        return None
    context = [w for e in screen.elements if e.role in ("heading", "dialog") for w in split_words(e.name)]
    best, most = None, MIN_HITS - 1
    for sentence, holder in _sentences(screen):
        words = split_words(sentence)
        hits = len(_hits(asked, words))
        if hits <= most or len(_hits(asked, (*context, *words))) < MIN_CONTEXT_SHARE * len(asked):
            continue
        found = _matches(kind, sentence, question=question, asked=asked)
        if len(found) == 1:
            best, most = LabeledValue(found[0], holder), hits
    return best


def _sentences(screen: Screen) -> Iterator[tuple[str, Element]]:
    """Yield the sentences and then the whole text of each element that is not a control, with the element.

    Texts with fewer than MIN_SENTENCE_WORDS words are left out.
    """
    controls = {e.mark for e in usable_elements(screen) if e.role != "generic"}
    for element in screen.elements:
        texts = (*SENTENCE_END.split(element.name), element.name) if element.mark not in controls else ()
        for sentence in dict.fromkeys(texts):
            if len(sentence.split()) >= MIN_SENTENCE_WORDS:
                yield sentence, element


def _hits(asked: Sequence[str], words: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a question that occur among other words."""
    return tuple(each for each in dict.fromkeys(asked) if any(is_same_word(each, word) for word in words))


def _matches(kind: AnswerKind, sentence: str, *, question: str, asked: Sequence[str]) -> tuple[str, ...]:
    """Return the distinct texts of a kind in a sentence that are not in the question.

    If a word of the question follows one of several numbers, only that number is returned. A capitalized word
    at the start of a sentence is a name only if a word of the question follows.
    """
    found = []
    for match in kind.text.finditer(sentence):
        rest = SENTENCE_END.split(_PARENTHESES.sub("", sentence[max(0, match.end() - 1) :]))[0][1:]
        is_followed = bool(_hits(asked, split_words(rest)[:1]))
        starts = not sentence[: match.start()].rstrip() or sentence[: match.start()].rstrip()[-1:] in ".!?"
        if match.group(0) in question or (kind is NAME and starts and not is_followed):
            continue
        found.append((match.group(0), is_followed))
    followed = [text for text, is_followed in found if is_followed]
    return tuple(dict.fromkeys(followed or (text for text, _ in found)))
