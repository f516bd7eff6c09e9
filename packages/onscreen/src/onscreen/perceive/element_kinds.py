"""LUCI's three kinds of element (III-E): what informs, what acts, what takes input."""

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
"""Roles that take input, besides everything editable."""

ACTION_ROLES = frozenset({"button", "link", "menuitem", "option", "tab", "treeitem"})
"""Roles that post or get, besides everything clickable or draggable."""

CHOICE_ROLES = frozenset({"option", "menuitemradio", "menuitemcheckbox", "treeitem"})
"""Roles that are one choice among those of a field or menu round them."""

ACTION_STATES = frozenset({"clickable", "draggable"})


def kind_of(node: Node) -> Kind:
    """Return what the node is for: a field takes input, an action posts or gets, the rest informs."""
    if node.role in FIELD_ROLES or "editable" in node.states:
        return "field"
    if node.role in ACTION_ROLES or not ACTION_STATES.isdisjoint(node.states):
        return "action"
    return "information"


USABLE_ROLES = frozenset(
    {
        "button",
        "checkbox",
        "combobox",
        "link",
        "listbox",
        "menuitem",
        "option",
        "radio",
        "searchbox",
        "slider",
        "spinbutton",
        "switch",
        "tab",
        "textbox",
        "treeitem",
    }
)
"""Roles that can be acted on without a state that says so."""


def is_usable(node: Node) -> bool:
    """Whether the node can be acted on: it is enabled, and its role or a state says that it takes actions."""
    if node.has("disabled"):
        return False
    return node.role in USABLE_ROLES or node.has("clickable") or node.has("editable")
