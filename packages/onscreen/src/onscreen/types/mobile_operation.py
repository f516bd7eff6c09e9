"""The eight operations of Mobile-Agent, and the parser of their text syntax.

Source: Wang et al., Mobile-Agent: Autonomous Multi-Modal Mobile Device Agent with Visual Perception (2024),
section 2.2. The original searches the reply for parts of operations, so that `type (bus stop)` ends the run;
here, the whole line must follow the grammar.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias, get_args

import msgspec

from onscreen.types.action import Back, Done, Home, Open, Scroll, Type
from onscreen.types.action_lexer import brief
from onscreen.types.errors import BadText

IconPosition = Literal["top", "bottom", "left", "right", "center"]

OPERATION_GRAMMAR: tuple[str, ...] = (
    "open app (NAME)",
    "click text (TEXT)",
    "click icon (DESCRIPTION, POSITION)",
    "type (TEXT)",
    "page up",
    "page down",
    "back",
    "exit",
    "stop",
    "stop (ANSWER)",
)
"""All forms of an operation; POSITION is one or two of top, bottom, left, right and center."""

_POSITIONS: tuple[IconPosition, ...] = get_args(IconPosition)
_OPPOSITES = ({"top", "bottom"}, {"left", "right"})
MAX_POSITIONS = 2


class ClickText(msgspec.Struct, frozen=True):
    """Operation that clicks the center of a text on the screen."""

    text: str


class ClickIcon(msgspec.Struct, frozen=True):
    """Operation that clicks the icon that matches a description, in a part of the screen.

    `position` contains one or two words; () means the whole screen.
    """

    description: str
    position: tuple[IconPosition, ...] = ()


MobileOperation: TypeAlias = ClickText | ClickIcon | Open | Type | Scroll | Back | Home | Done
"""An operation; those that need no search on the screen are actions already."""


def parse_operation(line: str) -> MobileOperation:
    """Parse one operation such as `click text (Settings)`.

    The argument may be quoted as a JSON string, as in `type ("a :)")`. Without quotes, parentheses inside the
    argument must be balanced, and a quote is an ordinary character.

    Raises:
        BadText: the line is not exactly one operation; the message says what was expected.
    """
    text = line.strip()
    verb = next((verb for verb in _VERBS if _starts_with(text, verb)), None)
    if verb is None:
        forms = "\n  ".join(OPERATION_GRAMMAR)
        raise BadText(f"no operation starts with {brief(text)}; expected one of:\n  {forms}")
    rest = text[len(verb) :].strip()
    return _VERBS[verb](_parse_argument(rest, verb=verb), verb)


def _starts_with(text: str, verb: str) -> bool:
    """Check whether a line starts with a verb, followed by its argument, a space or the end."""
    return text[: len(verb)].casefold() == verb and text[len(verb) : len(verb) + 1] in ("", "(", " ", "\t")


def _parse_argument(rest: str, *, verb: str) -> str | None:
    """Return the argument in parentheses, or None without one.

    Raises:
        BadText: something else follows the verb.
    """
    if not rest:
        return None
    inner = rest[1:-1].strip()
    if rest.startswith("(") and rest.endswith(")") and len(rest) > 1:
        quoted = _unquote(inner)
        if quoted is not None:
            return quoted
        if _is_balanced(inner):
            return inner
    raise BadText(
        f"found {brief(rest)} after {verb!r}, expected one line with one argument in parentheses; put an "
        'argument with unbalanced parentheses or several lines in double quotes: type ("a :)")'
    )


def _unquote(text: str) -> str | None:
    """Decode a JSON string; returns None for any other text."""
    try:
        value: object = json.loads(text) if text.startswith('"') else None
    except ValueError:
        return None
    return value if isinstance(value, str) else None


def _is_balanced(text: str) -> bool:
    """Check whether a text is one line, and none of its parentheses closes the one around it."""
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0 or character in "\r\n":
            return False
    return depth == 0


def _require(argument: str | None, verb: str) -> str:
    if argument is None or not argument.strip():
        form = next(form for form in OPERATION_GRAMMAR if form.startswith(verb))
        raise BadText(f"{verb!r} has no argument; expected {form}")
    return argument.strip()


def _parse_open(argument: str | None, verb: str) -> Open:
    return Open(_require(argument, verb))


def _parse_click_text(argument: str | None, verb: str) -> ClickText:
    return ClickText(_require(argument, verb))


def _parse_click_icon(argument: str | None, verb: str) -> ClickIcon:
    description, comma, place = _require(argument, verb).rpartition(",")
    words = [word for word in place.casefold().replace("-", " ").split() if word != "and"]
    position = tuple(word for word in _POSITIONS if word in words)
    is_valid = len(position) == len(words) and 1 <= len(words) <= MAX_POSITIONS
    if not comma or not description.strip() or not is_valid or set(words) in _OPPOSITES:
        raise BadText(
            f"found {brief(argument or '')}, expected a description, a comma and one or two of "
            f"{', '.join(_POSITIONS)}: click icon (red heart, bottom right)"
        )
    return ClickIcon(description.strip(), position)


def _parse_type(argument: str | None, verb: str) -> Type:
    if argument is None:
        raise BadText(f"{verb!r} has no argument; expected type (TEXT)")
    return Type(argument)


def _parse_stop(argument: str | None, _verb: str) -> Done:
    return Done((argument or "").strip())


def _parse_page_up(argument: str | None, verb: str) -> Scroll:
    _refuse(argument, verb)
    return Scroll("up")


def _parse_page_down(argument: str | None, verb: str) -> Scroll:
    _refuse(argument, verb)
    return Scroll("down")


def _parse_back(argument: str | None, verb: str) -> Back:
    _refuse(argument, verb)
    return Back()


def _parse_exit(argument: str | None, verb: str) -> Home:
    _refuse(argument, verb)
    return Home()


def _refuse(argument: str | None, verb: str) -> None:
    if argument is not None:
        raise BadText(f"{verb!r} takes no argument, found {brief(argument)}")


_VERBS: Mapping[str, Callable[[str | None, str], MobileOperation]] = {
    "open app": _parse_open,
    "click text": _parse_click_text,
    "click icon": _parse_click_icon,
    "type": _parse_type,
    "page up": _parse_page_up,
    "page down": _parse_page_down,
    "back": _parse_back,
    "exit": _parse_exit,
    "stop": _parse_stop,
}
