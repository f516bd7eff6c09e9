"""Fixed vocabulary of the network: roles, states, verbs, text forms and relations.

Weights depend on the order of these lists. New entries are appended, and every change increases `VERSION`,
which the manifest of the weights records.
"""

from __future__ import annotations

from enum import IntEnum

VERSION = 3
"""The version of this vocabulary and of the feature columns."""

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
FIELD_ROLES = frozenset({"textbox", "searchbox", "spinbutton", "combobox", "listbox", "slider"})
"""Roles marked as input fields in the features; a change requires new weights."""

KEYS: tuple[str, ...] = (
    "Enter", "Tab", "Escape", "Backspace", "Delete", "Space", "ArrowUp", "ArrowDown", "ArrowLeft",
    "ArrowRight", "Home", "End", "PageUp", "PageDown", "Control+a", "Control+c", "Control+v", "Control+x",
    "Control+z",
)  # fmt: skip
"""Keys that can be pressed, on a target element or wherever the focus is."""

ELEMENT_VERBS: tuple[str, ...] = (
    "click", "double click", "triple click", "right click", "control click", "shift click", "long press",
    "hover", "type", "append", "select", "drag", "scroll up", "scroll down", "scroll left", "scroll right",
    *(f"press {key}" for key in KEYS), "scroll to start", "scroll to end", "click between",
)  # fmt: skip
"""Verbs with a target element.

`select` and `drag` also take a second element, as does `click between`, which clicks the midpoint of the two.
"""

GLOBAL_VERBS: tuple[str, ...] = (
    "done", "give up", "wait", "back", "home", "scroll up", "scroll down", "type", "answer yes", "answer no",
    *(f"press {key}" for key in KEYS),
)  # fmt: skip
"""Verbs without a target element."""
GIVE_UP = "give up"
"""The verb for a screen on which nothing relates to the instruction."""

WORD_FORMS: tuple[str, ...] = (
    "as it is",
    "lower",
    "upper",
    "capital",
    "iso date",
    "iso time",
    "number",
    "color code",
)
"""Forms of a text taken from a span of the instruction.

`color code` is the hexadecimal RGB code of a color name, without #.
"""

ELEMENT_FORMS: tuple[str, ...] = (
    "name", "value", "last word", "nth word", "result", "number", "after colon", "first word",
    "last of value", "count", "joined", "one less", "one more", "list command", "remove command",
)  # fmt: skip
"""Forms of a text taken from an element of the screen.

`nth word` uses the ordinal in the instruction, `result` evaluates the arithmetic expression or equation in
the name, `last of value` is the last word of the value, `count` the number of equal elements, `joined` the
concatenated names of the element and the elements of its kind that follow it. `list command` and `remove
command` are shell commands: list the files, and remove the first file with the requested extension.
"""

DRAG_OFFSETS: tuple[tuple[int, int], ...] = tuple(
    (x, y) for y in (-2, -1, 0, 1, 2) for x in (-2, -1, 0, 1, 2)
)
"""Offsets (x, y), in steps of DRAG_STEP_PX, of the end of a drag.

They are relative to the center of the second element, or to the start of the drag without one.
"""
DRAG_STEP_PX = (4.0, 20.0)
"""One step of a drag offset in pixels: with a second element, and without one."""


class Relation(IntEnum):
    """Relation between two positions in the network's input sequence.

    The value is the bit of the relation, at most 30. RANK_IS_ORDINAL relates the word "2nd" to every element
    that is the second of its kind. RANK_IS_NUMBER_INDEX relates the second number of the instruction to the
    same elements.
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
    PARENT_OF = 13
    SIBLING = 14
    SAME_ROW = 15
    SAME_COLUMN = 16
    LEFT_OF = 17
    ABOVE = 18
    NEXT_ELEMENT = 19
    SAME_NAME = 20
    INSIDE = 21
    ACTION_TARGET = 22
    ACTION_WORD = 23
    LATER_ACTION = 24
    DATE_BELOW = 25
    DATE_EQUAL = 26
    DATE_ABOVE = 27
    VALUE_IS_NAME = 28
    RANK_IS_ORDINAL = 29
    RANK_IS_NUMBER_INDEX = 30


RELATION_COUNT = len(Relation)

MAX_WORDS = 128
"""Maximum number of words of an instruction that the network reads."""
MAX_ELEMENTS = 160
"""Maximum number of elements of a screen that the network reads."""
MAX_PAST_ACTIONS = 10
"""Maximum number of past actions that the network reads; older ones are ignored."""
NAME_PIECES = 16
"""Maximum number of word pieces of a name that the network reads; of a value or clue, half as many."""
