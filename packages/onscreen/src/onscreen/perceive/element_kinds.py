"""LUCI's three kinds of element (III-E): information, action, field."""

from __future__ import annotations

from typing import Literal, TypeAlias

from onscreen.types import Node

Kind: TypeAlias = Literal["information", "action", "field"]

FIELD_ROLES = frozenset(
    {
        "checkbox",
        "color",
        "combobox",
        "date",
        "file",
        "listbox",
        "menuitemcheckbox",
        "menuitemradio",
        "radio",
        "searchbox",
        "slider",
        "spinbutton",
        "switch",
        "textbox",
        "time",
    }
)
"""Roles of fields; every editable node is a field as well."""

ACTION_ROLES = frozenset({"button", "link", "menuitem", "option", "tab", "treeitem"})
"""Roles of actions; every clickable or draggable node is an action as well."""

CHOICE_ROLES = frozenset({"option", "menuitemradio", "menuitemcheckbox", "treeitem"})
"""Roles of one option within a field or a menu."""

ACTION_STATES = frozenset({"clickable", "draggable"})


def kind_of(node: Node) -> Kind:
    """Return the kind of a node: fields take input, actions post or get, the rest is information."""
    if node.role in FIELD_ROLES or "editable" in node.states:
        return "field"
    if node.role in ACTION_ROLES or not ACTION_STATES.isdisjoint(node.states):
        return "action"
    return "information"
