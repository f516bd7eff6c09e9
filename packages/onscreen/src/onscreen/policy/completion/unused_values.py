"""Unused values of the instruction, which contradict the claim that a task is done."""

from __future__ import annotations

import re
from calendar import day_name, month_name
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from onscreen.policy.completion.completion_evidence import RunEvidence, texts_of
from onscreen.policy.completion.instruction_details import (
    asks_question,
    identifiers_in,
    integers_in,
    is_contained,
    literal_values,
    names_in,
    numbers_in,
    remove_tool_names,
    result_reference,
)
from onscreen.policy.lexical.clause import parse_clause
from onscreen.policy.unsuitable_entries import is_other_field
from onscreen.text.dates import find_dates, remove_dates
from onscreen.text.word_equivalence import is_same_word
from onscreen.text.words import content_words, is_reference, split_words
from onscreen.types import Contradiction, Element, Select, Type
from onscreen.types.episode import ContradictionKind

_MONTH_NAMES = frozenset(name.casefold() for name in month_name if name)
ABBREVIATED = 3
"""Number of letters of an abbreviated weekday or month."""
HOURS = 12
"""Hours on a 12-hour clock: 7:00 and 19:00 count as equal."""
_SEARCHES = frozenset(("filter", "find", "look", "query", "search"))
"""Words of a subtask that asks for a search."""
_ENTERS = ("enter", "type", "write")
_DIGITS = re.compile(r"\d+")
_TIME = re.compile(r"(?<![\d:])(\d{1,2}):(\d{2})(?![\d:])(?:\s?([ap]\.?m\b))?", re.IGNORECASE)
_DATE = re.compile(r"\b(?:\d{4}-\d\d-\d\d|\d\d?[/.]\d\d?[/.]\d{4})\b")
_CHANGED = r"\b(?:adjust|change|correct|set|update)\s+([^.;]{{1,80}}?)\s+to:?\s+(?:be\s+)?\"?{value}(?![\w:])"
"""Pattern of a request to change something to a value."""
_POSSESSIVE = re.compile(r"['\u2019]s?(?!\w)")
_NAMES = r"\b(?:as|called|labell?ed|named?|titled?)"
"""Pattern of a word before a name that something gets or has."""
_THOUSANDS = re.compile(r"(?<=\d)[,'\u2019\u00a0\u202f](?=\d{3}(?!\d))")
"""A separator of thousands, as in 1,390."""
_FULL_HOUR = re.compile(r"(?<![\d:.])(\d{1,2})\s?([ap]m)\b", re.IGNORECASE)
_SEPARATORS = re.compile(r"[:/]")
"""Characters between the names of a path, such as "Expenses:Clothes"."""


def find_missing_entries(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each subtask such as 'enter "A" in its form' without a matching entry.

    Text in a search field does not count unless the subtask asks for it.
    """
    for subtask in run.subtasks:
        clause, done = parse_clause(subtask.text), run.steps_for(subtask)
        if clause.verb not in _ENTERS or not clause.quoted or not done:
            continue
        searches = not _SEARCHES.isdisjoint(split_words(subtask.text))
        typed = [text for step in done if searches or not step.only_searches for text in step.typed]
        if not any(quoted in text for text in typed for quoted in clause.quoted):
            yield Contradiction("open clause", f"nothing was entered for {subtask.text!r}")


def find_unused_values(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each required value that no step entered or chose.

    Required values are the quoted texts, numbers and names in the instruction, and the field values in the
    plan. A name that a screen shows is a kind of its own, since it may only say what to read or which entry
    is meant.
    """
    asks = asks_question(run.instruction)
    texts = (*run.touched, *(run.seen if asks else ()))
    entered = texts if asks else run.entered
    dates = _shown_dates(run)
    instruction = remove_dates(remove_tool_names(run.instruction, run.tools), dates)
    fields = (s.value for s in run.subtasks if s.kind == "set_field" and s.value != "on")
    for value in dict.fromkeys((*literal_values(run.instruction), *fields)):
        is_date_shown = not dates.isdisjoint(find_dates(value)) and not remove_dates(value, dates).strip()
        if not is_date_shown and not _is_value_used(value, entered, used=run.used):
            yield Contradiction("unused value", f'"{value}" was neither entered nor chosen')
    keys = "".join(t if len(t) == 1 else " " for t in run.used)
    for number in numbers_in(instruction):
        is_used = number in keys or _is_number_in(number, texts, used=run.used)
        if not is_used and number not in run.click_counts:
            yield Contradiction("unused value", f"{number} was neither entered nor chosen")
    if not asks:
        for name in identifiers_in(instruction, run.seen):
            if not any(name in text for text in run.chosen):
                yield Contradiction("unused value", f"no step used {name!r}")
    yield from _find_unused_names(run, entered, dates=dates)


def _find_unused_names(
    run: RunEvidence, entered: tuple[str, ...], *, dates: frozenset[date]
) -> Iterator[Contradiction]:
    """Yield a contradiction for each name that no step used, except that of an application in front."""
    asks = asks_question(run.instruction)
    words = {
        _base(part)
        for text in entered
        for word in split_words(text)
        for part in (word, *_SEPARATORS.split(word))
    }
    words.update((*_find_date_words(entered), *_find_day_words(run.beside_answer if asks else ())))
    for name in names_in(remove_dates(run.instruction, dates)):
        if name in run.used_tools and not _is_given_name(name, run.instruction):
            continue
        bare = _POSSESSIVE.sub("", name)
        if not all(_base(word) in words for word in content_words(bare)):
            may_be_read = is_contained(bare, run.seen) and _MONTH_NAMES.isdisjoint(content_words(name))
            kind: ContradictionKind = "unused name" if may_be_read else "unused value"
            yield Contradiction(kind, f"no step used {name!r}")


def _is_given_name(name: str, instruction: str) -> bool:
    """Check whether a name is the new name of something, instead of that of an application."""
    return bool(re.search(rf"{_NAMES}\s+{re.escape(name)}\b", instruction, re.IGNORECASE))


def _shown_dates(run: RunEvidence) -> frozenset[date]:
    """Return the dates that the steps entered, or that the last screen shows but not the first."""
    if not run.history:
        return frozenset()
    before, after = ("\n".join(texts_of(*run.shots[at].nodes)) for at in (0, -1))
    return find_dates("\n".join(run.entered)) | (find_dates(after) - find_dates(before))


def _base(word: str) -> str:
    """Return a word without the ending of a plural or possessive, as in "Feld's"."""
    return _POSSESSIVE.sub("", word).rstrip("s")


def find_other_fields(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each value that was entered into the wrong field.

    After "change the tip to 12 percent", the name of the field or a text in its row has to contain the word
    "tip", and all words if the name of another element does. Of several fields with one name, the texts
    around it have to fit at least as well.
    """
    for step in run.steps:
        target = getattr(step.step.action, "target", None)
        if not isinstance(target, Element) or not target.name or step.only_searches:
            continue
        if any(step.typed) and is_other_field(target, step.screen, instruction=run.instruction):
            yield Contradiction("other field", f"the texts around another {target.name!r} fit better")
        around = [word for text in texts_of(target, *step.in_row, *step.beside) for word in split_words(text)]
        for text in filter(None, step.typed):
            changed = re.search(_CHANGED.format(value=re.escape(text)), run.instruction, re.IGNORECASE)
            if changed is None:
                continue
            words = content_words(changed.group(1))
            names = [split_words(element.name) for element in step.screen.elements]
            is_elsewhere = not _has_all(words, around) and any(_has_all(words, name) for name in names)
            if words and (is_elsewhere or not any(is_same_word(w, other) for w in words for other in around)):
                yield Contradiction(
                    "other field", f"{text!r} was entered into {target.name!r}, not for {changed.group(1)!r}"
                )


def _has_all(words: Iterable[str], name: Sequence[str]) -> bool:
    """Check whether a name contains all words."""
    return all(any(is_same_word(word, other) for other in name) for word in words)


def find_failed_entries(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each text or option that could not be entered, even later.

    A later entry into the same field replaces a failed one, and so does another way of entering if the last
    screen shows the values, in contrast to that of the failed entry.
    """
    for number, step in enumerate(run.history):
        action = step.action
        if not step.outcome.failed or not isinstance(action, Select | Type):
            continue
        later = [each.action for each in run.history[number + 1 :] if not each.outcome.failed]
        entries = [each for each in later if isinstance(each, Select | Type)]
        is_replaced = any(
            each.target == action.target or _entered(each) == _entered(action) for each in entries
        )
        if not is_replaced and not _is_shown_since(action, run, number=number):
            yield Contradiction("unused value", f"{_entered(action)!r} could not be entered")


def _is_shown_since(action: Select | Type, run: RunEvidence, *, number: int) -> bool:
    """Check whether the last screen shows all values of an entry, and that of the entry did not show them."""
    dates = find_dates(_entered(action))
    if dates and dates <= _shown_dates(run):
        return True
    before, after = (texts_of(*run.shots[at].nodes) for at in (number, -1))
    added = tuple(text for text in after if text not in before)
    values = (action.text,) if isinstance(action, Type) else action.options
    return all(is_contained(value, added) for value in values)


def _entered(action: Select | Type) -> str:
    return action.text if isinstance(action, Type) else ", ".join(action.options)


def _find_date_words(texts: tuple[str, ...]) -> Iterator[str]:
    """Yield the numbers and English month names of dates in digits, such as 2026-05-04 or 4.5.2026."""
    for match in (match for text in texts for match in _DATE.finditer(text)):
        parts = [part.lstrip("0") for part in _DIGITS.findall(match.group())]
        yield from parts
        yield from (
            month_name[int(part)].casefold() for part in parts if part and int(part) < len(month_name)
        )


def _find_day_words(texts: tuple[str, ...]) -> Iterator[str]:
    """Yield the words, and the names of the weekdays and months that they abbreviate, such as "Fri"."""
    names = (*day_name, *month_name)
    for word in (word for text in texts for word in split_words(text)):
        yield word
        yield from (
            name.casefold() for name in names if len(word) == ABBREVIATED and name[:3].casefold() == word
        )


def find_typed_references(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each typed pronoun or demonstrative that the instruction does not quote."""
    quoted = literal_values(run.instruction)
    for text in (text for step in run.steps for text in step.typed if is_reference(text)):
        if text not in quoted:
            yield Contradiction("typed reference", f"{text!r} was typed instead of its meaning")


def find_unused_results(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if a value that had to be looked up or computed was not typed anywhere.

    Some typed or selected text must have a word or number that the instruction does not contain.
    """
    if asks_question(run.instruction) or not (result := result_reference(run.instruction)):
        return
    typed = [text for step in run.steps for text in step.typed]
    if all(is_contained(text, (run.instruction,)) for text in typed):
        yield Contradiction("unused value", f"no step entered {result!r}, which had to be found first")


def _is_value_used(value: str, texts: tuple[str, ...], *, used: tuple[str, ...]) -> bool:
    """Check whether a text contains a value, or the used texts together contain all its words."""
    if is_contained(value, texts):
        return True
    words = set(split_words(value))
    if words and words <= {word for text in used for word in split_words(text)}:
        return True
    return not re.search(r"[^\W\d]", value) and _is_number_in(value, texts, used=used)


def _is_number_in(number: str, texts: tuple[str, ...], *, used: tuple[str, ...]) -> bool:
    """Check whether texts contain all parts of a number, date or time.

    The parts of a date or time must be in one text, or all in the used texts.
    """
    number, texts, used = _plain(number), tuple(map(_plain, texts)), tuple(map(_plain, used))
    if len(_DIGITS.findall(number)) == 1:
        return integers_in(number) <= integers_in(*texts)
    if time := _TIME.fullmatch(number):
        return _is_time_in(int(time[1]), int(time[2]), texts=texts, used=used)
    each = (integers_in(text) for text in texts)
    return any(integers_in(number) <= part for part in (integers_in(*used), *each))


def _is_time_in(hour: int, minute: int, *, texts: tuple[str, ...], used: tuple[str, ...]) -> bool:
    """Check whether a text contains a time, or the used texts its two parts.

    The hour may be one of a 12-hour clock. An hour after noon needs "PM" in the text then.
    """
    for match in (match for text in texts for match in _TIME.finditer(text)):
        is_same_hour = int(match[1]) == hour or (
            (int(match[1]) - hour) % HOURS == 0 and (match[3] or hour <= HOURS)
        )
        if is_same_hour and int(match[2]) == minute:
            return True
    parts = (text for text in used if not _TIME.search(text))
    numbers = [int(digits) for text in parts for digits in _DIGITS.findall(text)]
    at = next((at for at, each in enumerate(numbers) if (each - hour) % HOURS == 0), None)
    return at is not None and minute in (*numbers[:at], *numbers[at + 1 :])


def _plain(text: str) -> str:
    """Return a text without thousands separators, and with minutes in times such as "9am"."""
    return _FULL_HOUR.sub(r"\1:00 \2", _THOUSANDS.sub("", text))
