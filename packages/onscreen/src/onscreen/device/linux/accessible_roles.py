"""Roles and states of AT-SPI by their numbers, with the corresponding ARIA roles.

Source: at-spi2-core, atspi-constants.h, enumerations AtspiRole and AtspiStateType.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

import msgspec


class State(IntEnum):
    """Bit number of a state."""

    ACTIVE = 1
    ARMED = 2
    CHECKED = 4
    COLLAPSED = 5
    EDITABLE = 7
    ENABLED = 8
    EXPANDABLE = 9
    EXPANDED = 10
    FOCUSABLE = 11
    FOCUSED = 12
    MULTI_LINE = 17
    MULTISELECTABLE = 18
    PRESSED = 20
    SELECTABLE = 22
    SELECTED = 23
    SENSITIVE = 24
    SHOWING = 25
    VISIBLE = 30
    MANAGES_DESCENDANTS = 31
    INDETERMINATE = 32
    REQUIRED = 33
    READ_ONLY = 43


class States(msgspec.Struct, frozen=True):
    """Set of states, as a number with one bit per state."""

    bits: int = 0

    def has(self, state: State) -> bool:
        """Check whether the set contains a state."""
        return bool(self.bits >> state & 1)


ROLES: Mapping[int, str] = {
    2: "alert", 6: "canvas", 7: "checkbox", 8: "menuitemcheckbox", 9: "dialog", 10: "columnheader",
    11: "combobox", 12: "date", 16: "dialog", 18: "canvas", 19: "dialog", 22: "dialog", 23: "window",
    26: "image", 27: "image", 29: "text", 31: "list", 32: "listitem", 33: "menuitem", 34: "menubar",
    35: "menuitem", 37: "tab", 38: "tablist", 40: "textbox", 41: "menu", 42: "progressbar", 43: "button",
    44: "radio", 45: "menuitemradio", 47: "rowheader", 48: "scrollbar", 51: "slider", 52: "spinbutton",
    54: "status", 55: "table", 56: "cell", 57: "columnheader", 58: "rowheader", 60: "textbox", 61: "textbox",
    62: "button", 63: "toolbar", 64: "tooltip", 65: "tree", 66: "treegrid", 69: "window", 73: "text",
    79: "textbox", 82: "document", 83: "heading", 87: "form", 88: "link", 90: "row", 91: "treeitem",
    92: "document", 93: "document", 94: "document", 95: "document", 96: "document", 98: "listbox",
    101: "alert", 102: "alert", 103: "meter", 116: "text", 129: "button",
}  # fmt: skip
"""AT-SPI role -> ARIA role. Roles that are not listed only group others."""

MENU, TEXT, ENTRY, PASSWORD, TERMINAL, PARAGRAPH, TOGGLE_BUTTON, SPLIT_PANE = 33, 61, 79, 40, 60, 73, 62, 53
SCROLLBAR, SCROLL_PANE, SEPARATOR, LABEL, STATIC, ROOT_PANE, VIEWPORT = 48, 49, 50, 29, 116, 46, 68
COMBO_BOX, CELL, PUSH_BUTTON, TAB_LIST = 11, 56, 43, 38
TABLE_ROLES = frozenset({55, 66, 92})
"""Roles whose children may be cells, of which a spreadsheet has up to 2^31 - 1."""
TEXT_ROLES = frozenset({CELL, TEXT, ENTRY, TERMINAL, PARAGRAPH, 83, LABEL, STATIC})
"""Roles whose content is read as text; never that of a password field."""
NAMED_TEXT_ROLES = frozenset({LABEL, STATIC, 83})
"""Roles of `TEXT_ROLES` whose text is not needed if they have a name."""
VALUE_ROLES = frozenset({42, 51, 52, 103})
"""Roles with a number as their value."""
FIELD_ROLES = frozenset({COMBO_BOX, PASSWORD, 51, 52, TEXT, ENTRY})
"""Roles of fields, which other elements may label."""
EDITABLE_ROLES = FIELD_ROLES - {PASSWORD}
"""Roles of fields whose text is read."""
CLICKABLE_ROLES = frozenset(
    {
        "button",
        "checkbox",
        "columnheader",
        "combobox",
        "link",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
    }
    | {"radio", "slider", "spinbutton", "tab", "textbox", "treeitem"}
)
"""ARIA roles of elements that a click always acts on."""
SELECTABLE_ROLES = frozenset({"cell", "image", "listitem", "row", "text"})
"""ARIA roles of elements that a click acts on if they can be selected."""


def aria_role(role: int, states: States) -> str:
    """Return the ARIA role of an AT-SPI role; "generic" if it only groups others."""
    if role in (TEXT, PARAGRAPH) and not states.has(State.EDITABLE):
        return "text"
    return ROLES.get(role, "generic")


def state_words(role: int, states: States) -> tuple[str, ...]:
    """Return the states of an element with the names used in `Node.states`, in alphabetical order."""
    aria = aria_role(role, states)
    is_enabled = states.has(State.SENSITIVE) or states.has(State.ENABLED)
    is_selectable = states.has(State.SELECTABLE) or states.has(State.FOCUSABLE)
    is_editable = states.has(State.EDITABLE) and aria in ("combobox", "spinbutton", "textbox")
    conditions = {
        "checked": states.has(State.CHECKED) or (role == TOGGLE_BUTTON and states.has(State.PRESSED)),
        "clickable": aria in CLICKABLE_ROLES or (aria in SELECTABLE_ROLES and is_selectable),
        "collapsed": states.has(State.EXPANDABLE) and not states.has(State.EXPANDED),
        "disabled": not is_enabled and aria in CLICKABLE_ROLES,
        "editable": is_editable,
        "expanded": states.has(State.EXPANDED),
        "focused": states.has(State.FOCUSED),
        "multiline": states.has(State.MULTI_LINE) and is_editable,
        "multiselectable": states.has(State.MULTISELECTABLE),
        "password": role == PASSWORD,
        "readonly": aria == "textbox" and not states.has(State.EDITABLE),
        "required": states.has(State.REQUIRED),
        "scrollable": role == SCROLL_PANE,
        "selected": states.has(State.SELECTED) and aria != "text",
    }
    return tuple(word for word, applies in conditions.items() if applies)
