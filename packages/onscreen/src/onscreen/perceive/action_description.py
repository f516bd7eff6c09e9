"""Descriptions of actions in plain words, such as 'clicked "Submit"' or 'click "Submit"'."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from onscreen.perceive.node_text import (
    LINE_BREAK,
    TEXT_CHARS,
    escape_backslashes,
    quote,
    quote_lines,
    quote_name,
    truncate,
    truncate_words,
)
from onscreen.types import (
    Act,
    Action,
    Answer,
    Ask,
    Back,
    Click,
    CloseTab,
    Done,
    Download,
    Drag,
    Element,
    Forward,
    Home,
    Hover,
    LongPress,
    Open,
    Press,
    Scroll,
    Select,
    Swipe,
    SwitchTab,
    Type,
    Upload,
    Wait,
    targets,
)

_COUNT_WORDS: Mapping[int, str] = {1: "", 2: "double-", 3: "triple-"}
TYPED_CHARS = 200
"""The longest excerpt of a typed text, in characters."""

_LINE_ENDS = re.compile(r"\r\n?|\n")
_SPACED_BREAK = re.compile(r" ?(?<!\\)\\n ?")
"""Pattern of LINE_BREAK with the spaces around it, but not of an escaped backslash before an n."""

DONE_WORDS: Mapping[type[Act], str] = {
    Answer: "answered the dialog",
    Ask: "asked",
    Back: "went back",
    Click: "clicked",
    CloseTab: "closed the tab",
    Done: "ended",
    Download: "downloaded",
    Drag: "dragged",
    Forward: "went forward",
    Home: "went home",
    Hover: "hovered over",
    LongPress: "pressed long on",
    Open: "opened",
    Press: "pressed",
    Scroll: "scrolled",
    Select: "selected",
    Swipe: "swiped",
    SwitchTab: "switched tab",
    Type: "typed",
    Upload: "uploaded",
    Wait: "waited",
}

BASE_WORDS: Mapping[type[Act], str] = {
    Answer: "answer the dialog",
    Ask: "ask",
    Back: "go back",
    Click: "click",
    CloseTab: "close the tab",
    Done: "end the run",
    Download: "download",
    Drag: "drag",
    Forward: "go forward",
    Home: "go home",
    Hover: "hover over",
    LongPress: "press long on",
    Open: "open",
    Press: "press",
    Scroll: "scroll",
    Select: "select",
    Swipe: "swipe",
    SwitchTab: "switch tab",
    Type: "type",
    Upload: "upload",
    Wait: "wait",
}


def describe_action(action: Action) -> str:
    """Describe a performed action in the past tense, such as 'clicked "Submit"'."""
    return _describe(action, DONE_WORDS)


def describe_intended_action(action: Action) -> str:
    """Describe an action that was not performed, such as 'click "Submit"'."""
    return _describe(action, BASE_WORDS)


def _describe(action: Action, verbs: Mapping[type[Act], str]) -> str:
    words = [_prefix(action) + verbs[type(action)], *_details(action)]
    aims = [quote_name(t) if isinstance(t, Element) else f"{t.x:g},{t.y:g}" for t in targets(action)]
    if not aims:
        return " ".join(words)
    joint = {Type: "into ", Press: "in ", Select: "in ", Upload: "to ", Scroll: "in "}.get(type(action), "")
    return f"{' '.join(words)} {joint}{' onto '.join(aims)}{_distance(action)}"


def _distance(action: Action) -> str:
    """Describe the offset of a drag in pixels, from its source or target; "" for other actions."""
    if not isinstance(action, Drag) or not (action.offset.x or action.offset.y):
        return ""
    return f" by {action.offset.x:g},{action.offset.y:g}"


def _prefix(action: Action) -> str:
    """Return the prefix of a click other than a single left click, such as "double-"."""
    if not isinstance(action, Click):
        return ""
    button = "" if action.button == "left" else f"{action.button}-"
    return button + _COUNT_WORDS.get(action.count, "")


def _quote_typed(text: str) -> str:
    """Quote an excerpt of a typed text, with line breaks written as a backslash and an n."""
    lines = map(escape_backslashes, _LINE_ENDS.split(text))
    cut = truncate_words(f" {LINE_BREAK} ".join(lines), TYPED_CHARS)
    return quote_lines(_SPACED_BREAK.sub(lambda _: LINE_BREAK, cut))


def _details(action: Action) -> Iterator[str]:
    match action:
        case Type(text=text):
            yield _quote_typed(text)
        case Press(keys=keys):
            yield truncate(keys)
        case Click(count=count) if count not in _COUNT_WORDS:
            yield f"{count} times"
        case Select(options=texts) | Upload(paths=texts):
            yield ", ".join(quote(truncate(t)) for t in texts)
        case Scroll(direction=direction):
            yield direction
        case Open(what=text) | Ask(question=text):
            yield truncate(text, 2 * TEXT_CHARS)
        case SwitchTab(number=number):
            yield str(number)
        case _:
            pass
