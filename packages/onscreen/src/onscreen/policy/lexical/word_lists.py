"""Vocabulary of instructions: verbs, roles, ordinals, colors and sizes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from onscreen.text.words import split_words

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
    **dict.fromkeys(("append", "assign", "attach", "reassign"), "change"),
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
