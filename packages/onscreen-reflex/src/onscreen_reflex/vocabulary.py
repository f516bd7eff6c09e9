"""What the net knows by number: roles, states, verbs, ways to write a text, relations.

Weights belong to it: anything added goes at the end of its list and changes `VERSION`, by which weights
say what they were trained for.
"""

from __future__ import annotations

from enum import IntEnum

VERSION = 3

ROLES: tuple[str, ...] = (
    "other", "alert", "alertdialog", "banner", "button", "canvas", "cell", "checkbox", "color",
    "columnheader", "combobox", "date", "dialog", "figure", "file", "form", "generic", "graphics-symbol",
    "grid", "gridcell", "group", "heading", "iframe", "image", "img", "label", "link", "list", "listbox",
    "listitem", "menu", "menubar", "menuitem", "menuitemcheckbox", "menuitemradio", "meter", "navigation",
    "option", "paragraph", "progressbar", "radio", "row", "rowheader", "scrollbar", "search", "searchbox",
    "separator", "slider", "spinbutton", "status", "switch", "tab", "table", "tablist", "tabpanel", "text",
    "textbox", "time", "toolbar", "tooltip", "tree", "treeitem", "video",
)  # fmt: skip
STATES: tuple[str, ...] = (
    "clickable", "editable", "checked", "selected", "pressed", "expanded", "collapsed", "disabled",
    "focused", "required", "readonly", "password", "scrollable", "draggable", "multiselectable",
    "multiline",
)  # fmt: skip

KEYS: tuple[str, ...] = (
    "Enter", "Tab", "Escape", "Backspace", "Delete", "Space", "ArrowUp", "ArrowDown", "ArrowLeft",
    "ArrowRight", "Home", "End", "PageUp", "PageDown", "Control+a", "Control+c", "Control+v", "Control+x",
    "Control+z",
)  # fmt: skip
"""Keys that can be chosen, pressed in an element or where the focus is."""

AIMED: tuple[str, ...] = (
    "click", "double click", "triple click", "right click", "control click", "shift click", "long press",
    "hover", "type", "append", "select", "drag", "scroll up", "scroll down", "scroll left", "scroll right",
    *(f"press {key}" for key in KEYS), "scroll to start", "scroll to end", "click between",
)  # fmt: skip
"""Verbs that take an element; `click between` takes a second one, and clicks in the middle of the two."""

FREE: tuple[str, ...] = (
    "done", "give up", "wait", "back", "home", "scroll up", "scroll down", "type", "answer yes", "answer no",
    *(f"press {key}" for key in KEYS),
)  # fmt: skip
"""Verbs that take none."""
NOTHING_FITS = "give up"
"""What is chosen where nothing that can be done has to do with what is asked."""

FROM_WORDS: tuple[str, ...] = (
    "as it is",
    "lower",
    "upper",
    "capital",
    "iso date",
    "iso time",
    "number",
    "color code",
)
"""How a span of the instruction becomes a text; a color code is that of a color's name, without #."""

FROM_ELEMENT: tuple[str, ...] = (
    "name", "value", "last word", "nth word", "result", "number", "after colon", "first word",
    "last of value", "count", "joined", "one less", "one more", "list command", "remove command",
)  # fmt: skip
"""How an element of the screen becomes a text: `nth word` by the ordinal the instruction names, `result` of
the sum or equation it shows, `last of value` the last word of what it holds, `count` how many of its kind
there are, `joined` its name and those of its kind right after it in one; the commands are a shell's, to list
the files and to remove that of the element's files whose ending the instruction tells."""

PLACES: tuple[tuple[int, int], ...] = tuple((x, y) for y in (-2, -1, 0, 1, 2) for x in (-2, -1, 0, 1, 2))
"""Where a drag ends: from the element it goes onto, or from where it began when it goes onto none."""
PLACE_PX = (4.0, 20.0)
"""A step of a place in pixels: within the element it goes onto, and where it goes onto none."""


class Relation(IntEnum):
    """What one position of the sequence is to another; the number is the bit, and there are 31 at most.

    ORDINAL_IS_PLACE: the word "2nd" to every element that is the second of its kind. NUMBER_HAS_PLACE: the
    second number of the instruction to the same.
    """

    NEXT_WORD = 0
    NEAR_WORD = 1
    SAME_WORD = 2
    SAME_QUOTE = 3
    WORD_IN_NAME = 4
    PHRASE_IS_NAME = 5
    WORD_IN_VALUE = 6
    PHRASE_IS_VALUE = 7
    WORD_IN_CLUE = 8
    WORD_LIKE_NAME = 9
    NUMBER_BELOW = 10
    NUMBER_EQUAL = 11
    NUMBER_ABOVE = 12
    HOLDS = 13
    SIBLING = 14
    SAME_ROW = 15
    SAME_COLUMN = 16
    LEFT_OF = 17
    ABOVE = 18
    NEXT_ELEMENT = 19
    SAME_NAME = 20
    INSIDE = 21
    DONE_TO = 22
    DONE_WITH = 23
    LATER = 24
    DATE_BELOW = 25
    DATE_EQUAL = 26
    DATE_ABOVE = 27
    VALUE_IS_NAME = 28
    ORDINAL_IS_PLACE = 29
    NUMBER_HAS_PLACE = 30


RELATIONS = len(Relation)

MOST_WORDS = 128
MOST_ELEMENTS = 160
MOST_DEEDS = 10
NAME_PIECES = 16
"""How many pieces of words of a name are read; of a value or a clue half as many."""
