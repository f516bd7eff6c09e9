"""Options as labels a model can repeat ("3: Delete"), and what it said back -> the option's index.

Options may repeat as texts; the number in front tells them apart. It is the option's mark on the screen
where the prompt's data says so, else it counts from 1, and then a bare number is not read as a label,
because screens are full of numbers that mean something else.
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
    """Options, and the marks of the elements they stand for where they have such."""

    options: tuple[str, ...]
    marks: tuple[int, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number each option goes by."""
        return self.marks or tuple(range(1, len(self.options) + 1))


def forced_choice(prompt: Prompt) -> tuple[int, ...] | None:
    """Return the answer of a choice that leaves none: the one option, or nothing of nothing; else None.

    Raises:
        BadReply: one of no options is asked for.
    """
    match prompt.form:
        case OneOf(options=()):
            raise BadReply("one option was to be chosen, but there are none to choose from")
        case OneOf(options=(_,)):
            return (0,)
        case SomeOf(options=()):
            return ()
        case _:
            return None


def choices_in(prompt: Prompt) -> Choices:
    """Return what a prompt lets choose from; nothing where its form is not a choice."""
    options = prompt.form.options if isinstance(prompt.form, OneOf | SomeOf) else ()
    marks = prompt.about.targets if prompt.about else ()
    fits = len(marks) == len(options) == len(set(marks)) and all(mark > 0 for mark in marks)
    return Choices(options, marks if fits else ())


def label_options(choices: Choices, most_chars: int = 80) -> tuple[str, ...]:
    """Write each option on one line with its number in front, cut to `most_chars`."""
    pairs = zip(choices.numbers, choices.options, strict=True)
    return tuple(f"{number}: {_one_line(option)[:most_chars]}" for number, option in pairs)


def parse_choice(said: str, choices: Choices) -> int:
    """Return the index of the option that was meant: by its label, or by its text where that is unique.

    Case, spacing and quotes around the answer do not count.

    Raises:
        BadReply: it is none of the options, or could be several.
    """
    plain = _one_line(said).casefold()
    for text in dict.fromkeys((plain, plain.strip(_WRAPPING))):
        found = _by_label(text, choices) or _by_text(text, choices)
        if len(found) == 1:
            return found[0]
        if found:
            raise BadReply(
                f"found {quote_truncated(said)}, which is the text of {len(found)} options; "
                f"expected the whole label with its number: {_list_labels(choices, found)}"
            )
    raise BadReply(
        f"found the answer {quote_truncated(said)}, expected one of: {_list_labels(choices, range(len(choices.options)))}"
    )


def parse_choices(said: Sequence[str], choices: Choices, *, most: int) -> tuple[int, ...]:
    """Return the indices of the options meant, in order, the first `most` of them.

    Raises:
        BadReply: one of them is none of the options.
    """
    return tuple(parse_choice(text, choices) for text in said[:most])


def quote_truncated(text: str, most_chars: int = _SHOWN_CHARS) -> str:
    """Quote a text for a message, cut to `most_chars`."""
    return repr(text if len(text) <= most_chars else text[: most_chars - 1] + "…")


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


def _list_labels(choices: Choices, which: Sequence[int], *, most: int = 12) -> str:
    every = label_options(choices)
    more = f" and {len(which) - most} more" if len(which) > most else ""
    return "; ".join(every[index] for index in which[:most]) + more
