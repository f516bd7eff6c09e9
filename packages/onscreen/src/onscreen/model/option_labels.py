"""Numbered labels for options, such as "3: Delete", and parsing of labels in answers.

Options may have equal texts; the number in front distinguishes them. It is the option's mark on the screen if
the prompt contains the marks. Otherwise options are numbered from 1, and an answer that is only a number is
rejected, because numbers on screens usually mean something else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from onscreen.types import OneOf, Prompt, SomeOf
from onscreen.types.errors import BadReply

_LABEL = re.compile(r"\[?([0-9]{1,6})\]?\s*(?::\s*(.*))?", re.DOTALL)
_WRAPPING = " \t\r\n\"'`*."
_SHOWN_CHARS = 200


class Choices(msgspec.Struct, frozen=True):
    """The options of a multiple-choice prompt.

    `marks` are the marks of the options on the screen, if the options are elements.
    """

    options: tuple[str, ...]
    marks: tuple[int, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """Numbers shown in front of the options, such as 3 for "3: Delete"."""
        return self.marks or tuple(range(1, len(self.options) + 1))


def forced_choice(prompt: Prompt) -> tuple[int, ...] | None:
    """Answer a multiple-choice prompt without a model if only one answer is possible.

    Returns the indices of the picked options, or None if a model must answer.

    Raises:
        BadReply: a choice of one option is requested, but there are no options.
    """
    match prompt.form:
        case OneOf(options=()):
            raise BadReply("one option was requested, but the prompt has no options")
        case OneOf(options=(_,)):
            return (0,)
        case SomeOf(options=()):
            return ()
        case _:
            return None


def choices_in(prompt: Prompt) -> Choices:
    """Extract the options from a multiple-choice prompt.

    The result is empty for other prompts.
    """
    options = prompt.form.options if isinstance(prompt.form, OneOf | SomeOf) else ()
    marks = prompt.form.marks if isinstance(prompt.form, OneOf | SomeOf) else ()
    fits = len(marks) == len(options) == len(set(marks)) and all(mark > 0 for mark in marks)
    return Choices(options, marks if fits else ())


def label_options(choices: Choices, max_chars: int = 80) -> tuple[str, ...]:
    """Format options as numbered lines, each option truncated to `max_chars` characters."""
    pairs = zip(choices.numbers, choices.options, strict=True)
    return tuple(f"{number}: {_one_line(option)[:max_chars]}" for number, option in pairs)


def parse_choice(answer: str, choices: Choices) -> int:
    """Find the option that an answer refers to, and return its index.

    An answer is the label of an option, or its text if the text is unique. Case, whitespace and quotes around
    the answer are ignored.

    Raises:
        BadReply: the answer names no option, or several.
    """
    normalized = _one_line(answer).casefold()
    for text in dict.fromkeys((normalized, normalized.strip(_WRAPPING))):
        matches = _by_label(text, choices) or _by_text(text, choices)
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise BadReply(
                f"found {quote_truncated(answer)}, which matches {len(matches)} options; "
                f"expected the whole label with its number: {_list_labels(choices, matches)}"
            )
    raise BadReply(
        f"found the answer {quote_truncated(answer)}, "
        f"expected one of: {_list_labels(choices, range(len(choices.options)))}"
    )


def parse_choices(answers: Sequence[str], choices: Choices, *, limit: int) -> tuple[int, ...]:
    """Parse several answers and return the indices of the options that they refer to.

    Answers after the first `limit` are ignored.

    Raises:
        BadReply: an answer names no option, or several.
    """
    return tuple(parse_choice(text, choices) for text in answers[:limit])


def quote_truncated(text: str, max_chars: int = _SHOWN_CHARS) -> str:
    """Quote a text for an error message, truncated to `max_chars` characters."""
    return repr(text if len(text) <= max_chars else text[: max_chars - 1] + "…")


def _by_label(text: str, choices: Choices) -> tuple[int, ...]:
    match = _LABEL.fullmatch(text)
    if match is None or int(match[1]) not in choices.numbers:
        return ()
    index = choices.numbers.index(int(match[1]))
    if match[2] is None:
        texts = (_one_line(option).casefold() for option in choices.options)
        return (index,) if choices.marks and text not in texts else ()
    option = _one_line(choices.options[index]).casefold()
    return (index,) if option.startswith(match[2]) or (option and match[2].startswith(option)) else ()


def _by_text(text: str, choices: Choices) -> tuple[int, ...]:
    return tuple(n for n, option in enumerate(choices.options) if _one_line(option).casefold() == text)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _list_labels(choices: Choices, which: Sequence[int], *, limit: int = 12) -> str:
    labels = label_options(choices)
    more = f" and {len(which) - limit} more" if len(which) > limit else ""
    return "; ".join(labels[index] for index in which[:limit]) + more
