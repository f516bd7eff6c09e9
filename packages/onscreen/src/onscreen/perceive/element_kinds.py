"""Classification of elements as information, action or field (LUCI paper, section III-E)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from onscreen.types import Node

Kind: TypeAlias = Literal["information", "action", "field"]

ENTRY_ROLES = frozenset({"combobox", "listbox", "searchbox", "slider", "spinbutton", "textbox"})
"""Roles with a value that is typed, chosen from a list or set on a scale."""

FIELD_ROLES = ENTRY_ROLES | {
    "checkbox",
    "color",
    "date",
    "file",
    "menuitemcheckbox",
    "menuitemradio",
    "radio",
    "switch",
    "time",
}
"""Roles that take input; editable nodes of other roles are fields as well."""

ACTION_ROLES = frozenset({"button", "link", "menuitem", "option", "tab", "treeitem"})
"""Roles that act when clicked; clickable and draggable nodes of other roles are actions as well."""

TOGGLE_ROLES = frozenset({"checkbox", "radio", "tab"})
"""Roles that a click toggles and another click toggles back; the choice takes effect elsewhere."""

CHOICE_ROLES = frozenset({"option", "menuitemradio", "menuitemcheckbox", "treeitem"})
"""Roles that are one choice of the enclosing field or menu."""

BODY_CELL_ROLES = frozenset({"cell", "gridcell"})
"""Roles of the cells of a table that are no headers."""

CELL_ROLES = BODY_CELL_ROLES | {"columnheader", "rowheader"}
"""Roles of the cells of a table, whose names are texts even if the cells can be clicked."""

NUMBERED_STATES = frozenset({"more-on-hover", "scrollable"})
"""States of information that is the target of an action, and therefore written with its mark."""

_ACTIONABLE_ROLES = FIELD_ROLES | ACTION_ROLES

CONTROL_ROLES = ACTION_ROLES | {"checkbox", "radio", "switch"}
"""Roles that a click, Enter or Space activates."""


def kind_of(node: Node) -> Kind:
    """Classify a node as an input field, an action or plain information.

    An action can be clicked or dragged.
    """
    if node.role in FIELD_ROLES or node.has("editable"):
        return "field"
    return "action" if is_actionable(node) or node.has("draggable") else "information"


def is_actionable(node: Node) -> bool:
    """Return True if a node can be clicked or accepts input.

    A node that can only be dragged is not actionable.
    """
    return node.role in _ACTIONABLE_ROLES or node.has("clickable") or node.has("editable")


def is_control(node: Node) -> bool:
    """Return True if a click activates a node instead of focusing or opening a field."""
    return node.role in CONTROL_ROLES or kind_of(node) == "action"


def is_usable(node: Node) -> bool:
    """Return True if a node is actionable and not disabled.

    A covered node counts as usable, because it can be uncovered first.
    """
    return is_actionable(node) and not node.has("disabled")


def is_blocked(node: Node) -> bool:
    """Return True if a node is disabled or covered by another node."""
    return node.has("disabled") or node.has("covered")


def is_reachable(node: Node) -> bool:
    """Return True if a node is an action or field, and neither disabled nor covered."""
    return kind_of(node) != "information" and not is_blocked(node)
