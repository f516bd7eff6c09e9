"""Vocabulary of instructions (verbs, roles, ordinals, colors) and text normalization."""

from __future__ import annotations

import re
from collections.abc import Mapping

VERBS: Mapping[str, str] = {
    **dict.fromkeys(("click", "press", "push", "tap", "hit", "activate", "follow", "star", "mark"), "click"),
    **dict.fromkeys(("select", "choose", "pick"), "select"),
    **dict.fromkeys(("type", "enter", "input", "write", "fill", "put", "set", "change", "adjust"), "type"),
    **dict.fromkeys(("check", "tick", "enable"), "check"),
    **dict.fromkeys(("uncheck", "untick", "disable", "clear"), "uncheck"),
    **dict.fromkeys(("expand", "open", "view", "show", "go", "visit", "navigate", "switch"), "open"),
    **dict.fromkeys(("find", "locate", "read", "look"), "find"),
    **dict.fromkeys(("search", "query"), "search"),
    **dict.fromkeys(("drag", "move"), "drag"),
    **dict.fromkeys(("add", "create", "make", "new"), "add"),
    **dict.fromkeys(("delete", "remove", "trash"), "delete"),
    **dict.fromkeys(("forward",), "forward"),
    **dict.fromkeys(("reply", "respond", "answer"), "reply"),
    **dict.fromkeys(("send", "email", "mail"), "send"),
    **dict.fromkeys(("submit", "confirm"), "submit"),
    **dict.fromkeys(("scroll",), "scroll"),
    **dict.fromkeys(("focus",), "focus"),
    **dict.fromkeys(("hover",), "hover"),
    **dict.fromkeys(("wait",), "wait"),
    **dict.fromkeys(("highlight",), "highlight"),
    **dict.fromkeys(("sort", "arrange"), "sort"),
    **dict.fromkeys(("copy",), "copy"),
    **dict.fromkeys(("paste",), "paste"),
    **dict.fromkeys(("close", "dismiss", "accept"), "click"),
    **dict.fromkeys(("solve", "calculate", "compute", "work"), "solve"),
    **dict.fromkeys(("buy", "order", "book"), "buy"),
}
"""Verb of an instruction -> name of its skill in `skills.SKILLS`, or of a compound verb."""

ROLES: Mapping[str, tuple[str, ...]] = {
    "button": ("button",),
    "link": ("link",),
    "tab": ("tab", "link"),
    "checkbox": ("checkbox", "switch"),
    "radio": ("radio",),
    "textbox": ("textbox", "searchbox"),
    "textarea": ("textbox",),
    "text": ("textbox", "searchbox"),
    "input": ("textbox", "searchbox", "spinbutton"),
    "field": ("textbox", "searchbox", "spinbutton", "combobox"),
    "box": (),
    "dropdown": ("combobox", "listbox"),
    "list": ("combobox", "listbox", "option"),
    "option": ("option", "radio"),
    "slider": ("slider",),
    "spinner": ("spinbutton", "textbox"),
    "item": (),
    "icon": (),
    "menu": ("menuitem", "button", "link"),
    "result": ("link",),
    "row": ("row",),
    "image": ("image",),
}
"""Word for a kind of element -> the roles it means; () for any role."""

COLOURS = (
    "red", "orange", "yellow", "green", "blue", "purple", "violet", "pink", "black", "white", "grey", "gray",
    "brown", "cyan", "magenta", "olive", "aqua", "navy", "teal", "lime", "maroon", "silver",
)  # fmt: skip

SMALL = frozenset(("small", "smaller", "smallest", "little", "tiny"))
LARGE = frozenset(("large", "larger", "largest", "big", "bigger", "biggest", "huge"))
SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "x": ("close", "×", "dismiss"),
    "close": ("x", "×", "dismiss"),
    "trash": ("delete", "remove", "bin"),
    "delete": ("trash", "remove"),
    "log in": ("login", "sign in"),
    "login": ("log in", "sign in"),
    "plus": ("add", "+"),
    "minus": ("subtract", "−", "-"),
    "times": ("multiply", "×", "*"),
    "divided by": ("divide", "÷", "/"),
    "equals": ("=",),
}
"""Synonyms in the names of buttons."""

ORDINALS: Mapping[str, int] = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "last": -1,
}  # fmt: skip

STOP_WORDS = frozenset(
    (
        "a", "an", "the", "on", "in", "into", "of", "to", "from", "for", "with", "by", "and", "or", "then",
        "that", "this", "it", "its", "them", "their", "your", "my", "at", "as", "is", "are", "be", "below",
        "above", "please", "so", "labeled", "labelled", "named", "called", "correct",
    )
)  # fmt: skip

_REFERENCES = frozenset(
    ("this", "that", "these", "those", "it", "its", "them", "their", "one", "both", "all", "the", "same")
)
"""Words of a text that refers to something, such as "this" or "all of them"."""

_NAME = re.compile(r"\b[A-Z][\w.'-]*(?:\s+(?:of\s+)?[A-Z0-9][\w.'-]*)*")
_WORD = re.compile(r"[\w@#'$%.:/-]+|[^\w\s]", re.UNICODE)


def normalize(text: str) -> str:
    """Convert text to lower case, with single spaces and without surrounding punctuation."""
    return " ".join(text.casefold().split()).strip(" .,:;!?*\"'")


def split_words(text: str) -> tuple[str, ...]:
    """Split text into lower-case words without surrounding punctuation."""
    return tuple(word for word in (normalize(word) for word in _WORD.findall(text)) if word)


def content_words(text: str) -> tuple[str, ...]:
    """Split text into words and remove stop words."""
    return tuple(word for word in split_words(text) if word not in STOP_WORDS)


def is_reference(text: str) -> bool:
    """Check whether a text has only words that refer to something, such as "this" or "all of them"."""
    words = split_words(text)
    return bool(words) and all(word in _REFERENCES or word == "of" for word in words)


def proper_names(text: str) -> tuple[str, ...]:
    """Find the proper names in a text, such as "Ann Lee"; the word "I" is none."""
    names = (name.strip(" .,?!") for name in _NAME.findall(text))
    return tuple(name for name in names if name != "I" and not name.startswith("I'"))


def parse_ordinal(text: str) -> int | None:
    """Parse the first ordinal in a string, such as "second" or "2nd".

    Returns -1 for "last" and None if the text has no ordinal.
    """
    for word in split_words(text):
        if word in ORDINALS:
            return ORDINALS[word]
        if match := re.fullmatch(r"(\d+)(?:st|nd|rd|th)", word):
            return int(match.group(1))
    return None
