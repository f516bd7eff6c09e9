"""Text syntax for actions: `show` formats an action as one line, `parse` parses the line.

Strings are quoted as in JSON. An element is written as its mark, with or without its name (`3 "Submit"`);
the name is ignored when parsing. A point is written `at X,Y` in screenshot pixels; `parse` also accepts a
part of a cell of the picture's grid, such as `cell 12 top left`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import get_args

from onscreen.types.action import (
    Action,
    Answer,
    Ask,
    Back,
    Button,
    Click,
    CloseTab,
    Direction,
    Done,
    Download,
    Drag,
    Forward,
    Home,
    Hover,
    LongPress,
    Modifier,
    Open,
    Press,
    Scroll,
    Select,
    Swipe,
    SwitchTab,
    Type,
    Upload,
    Wait,
)
from onscreen.types.action_formatter import show
from onscreen.types.action_lexer import FindNamed, Reader, brief
from onscreen.types.action_limits import find_excess
from onscreen.types.errors import BadText
from onscreen.types.screen import Screen

__all__ = ["GRAMMAR", "parse", "show"]

GRAMMAR: tuple[str, ...] = (
    "[left|right|middle] [double|triple] click TARGET [with Control+Shift] [N times]",
    "long press TARGET [for SECONDS]",
    "hover TARGET",
    'type "text" [into TARGET]',
    'append "text" [to TARGET]',
    "press KEYS [in TARGET]",
    'select "option", "option" in ELEMENT',
    "scroll up|down|left|right [PAGES] [in ELEMENT]",
    "swipe X,Y to X,Y [for SECONDS]",
    "drag TARGET onto TARGET [by X,Y]",
    "drag TARGET by X,Y",
    'open "address or application" [in a new tab]',
    "switch to tab N",
    "close tab",
    "back",
    "forward",
    "home",
    'upload "path", "path" to ELEMENT',
    "download TARGET",
    'answer yes|no ["text"]',
    "wait [SECONDS]",
    'ask "question"',
    'done ["answer"]',
    'give up ["why"]',
)
"""All forms of an action; ELEMENT is a mark, TARGET a mark or `at X,Y`, KEYS such as Control+a."""

_BUTTONS: Mapping[str, Button] = {word: word for word in get_args(Button)}
_DIRECTIONS: Mapping[str, Direction] = {word: word for word in get_args(Direction)}
_MODIFIERS: Mapping[str, Modifier] = {word.lower(): word for word in get_args(Modifier)}
_COUNTS = {"double": 2, "triple": 3}


def parse(text: str, screen: Screen, *, find_named: FindNamed | None = None) -> Action:
    """Parse a line of text into an action on the given screen.

    With `find_named`, a target may also be a name in quotes, which this function looks up.

    Raises:
        BadText: the text is not an action, or a number or text of the action exceeds the limits; the message
            states what was expected.
        NoSuchMark: the screen has no element with that mark.
    """
    reader = Reader(text, screen, forms=GRAMMAR, find_named=find_named)
    verb = reader.next_word()
    if verb not in _VERBS:
        near = get_close_matches(verb, _VERBS, n=1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        forms = "\n  ".join(GRAMMAR)
        raise BadText(f"no action starts with {brief(verb)}; {hint}The forms are:\n  {forms}")
    action = _VERBS[verb](reader, verb)
    reader.end()
    if excess := find_excess(action):
        raise BadText(f"{brief(text)}: {excess}")
    return action


def _parse_click(reader: Reader, verb: str) -> Click:
    button: Button = "left"
    count = 1
    while verb != "click":
        if verb not in _BUTTONS and verb not in _COUNTS:
            raise reader.wrong("'click'", found=verb)
        button = _BUTTONS.get(verb, button)
        count = _COUNTS.get(verb, count)
        verb = reader.next_word()
    target = reader.target()
    modifiers: tuple[Modifier, ...] = ()
    if reader.skip("with"):
        words = reader.next_word().split("+")
        if not all(word in _MODIFIERS for word in words):
            raise reader.wrong("modifiers " + ", ".join(_MODIFIERS.values()), found="+".join(words))
        modifiers = tuple(_MODIFIERS[word] for word in words)
    if reader.number_ahead():
        count = reader.whole()
        reader.need("times")
    return Click(target, button=button, count=count, modifiers=modifiers)


def _parse_long_press(reader: Reader, _verb: str) -> LongPress:
    reader.need("press")
    target = reader.target()
    return LongPress(target, reader.number()) if reader.skip("for") else LongPress(target)


def _parse_type(reader: Reader, verb: str) -> Type:
    text = reader.string()
    aimed = reader.skip("into") or reader.skip("to")
    return Type(text, reader.target() if aimed else None, clear=verb == "type")


def _parse_press(reader: Reader, _verb: str) -> Press:
    keys = reader.keys()
    return Press(keys, reader.target() if reader.skip("in") else None)


def _parse_select(reader: Reader, _verb: str) -> Select:
    options = reader.strings()
    reader.need("in")
    return Select(reader.element(), options)


def _parse_scroll(reader: Reader, _verb: str) -> Scroll:
    direction = reader.choice(_DIRECTIONS, expected="up, down, left or right")
    pages = reader.number() if reader.number_ahead() else 0.8
    return Scroll(direction, pages, reader.element() if reader.skip("in") else None)


def _parse_swipe(reader: Reader, _verb: str) -> Swipe:
    start = reader.place()
    reader.need("to")
    end = reader.place()
    return Swipe(start, end, reader.number()) if reader.skip("for") else Swipe(start, end)


def _parse_drag(reader: Reader, _verb: str) -> Drag:
    source = reader.target()
    to = reader.target() if reader.skip("onto") else None
    if to is None:
        reader.need("by")
        return Drag(source, offset=reader.point())
    return Drag(source, to, reader.point()) if reader.skip("by") else Drag(source, to)


def _parse_open(reader: Reader, _verb: str) -> Open:
    what = reader.string()
    return Open(what, new_tab=reader.skip("in", "a", "new", "tab"))


def _parse_switch(reader: Reader, _verb: str) -> SwitchTab:
    reader.need("to", "tab")
    return SwitchTab(reader.whole())


def _parse_close(reader: Reader, _verb: str) -> CloseTab:
    reader.need("tab")
    return CloseTab()


def _parse_upload(reader: Reader, _verb: str) -> Upload:
    paths = reader.strings()
    reader.need("to")
    return Upload(reader.element(), paths)


def _parse_answer(reader: Reader, _verb: str) -> Answer:
    accept = reader.choice({"yes": True, "no": False}, expected="yes or no")
    return Answer(accept, reader.string() if reader.string_ahead() else "")


def _parse_wait(reader: Reader, _verb: str) -> Wait:
    return Wait(reader.number()) if reader.number_ahead() else Wait()


def _parse_done(reader: Reader, verb: str) -> Done:
    if verb == "give":
        reader.need("up")
    return Done(reader.string() if reader.string_ahead() else "", achieved=verb == "done")


_VERBS: Mapping[str, Callable[[Reader, str], Action]] = {
    "click": _parse_click,
    **dict.fromkeys((*_BUTTONS, *_COUNTS), _parse_click),
    "long": _parse_long_press,
    "hover": lambda reader, _: Hover(reader.target()),
    "type": _parse_type,
    "append": _parse_type,
    "press": _parse_press,
    "select": _parse_select,
    "scroll": _parse_scroll,
    "swipe": _parse_swipe,
    "drag": _parse_drag,
    "open": _parse_open,
    "switch": _parse_switch,
    "close": _parse_close,
    "back": lambda _reader, _: Back(),
    "forward": lambda _reader, _: Forward(),
    "home": lambda _reader, _: Home(),
    "upload": _parse_upload,
    "download": lambda reader, _: Download(reader.target()),
    "answer": _parse_answer,
    "wait": _parse_wait,
    "ask": lambda reader, _: Ask(reader.string()),
    "done": _parse_done,
    "give": _parse_done,
}
