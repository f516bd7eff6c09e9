"""Controls of a page according to Chromium's accessibility tree, verified by hit tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from onscreen.device.web import WebDevice
from onscreen.device.web.devtools_connection import CallFailed

T = TypeVar("T")
WIDGETS = frozenset(
    {
        *("button", "link", "textbox", "searchbox", "combobox", "listbox", "option", "checkbox", "radio"),
        *(
            "switch",
            "slider",
            "spinbutton",
            "tab",
            "menuitem",
            "menuitemcheckbox",
            "menuitemradio",
            "treeitem",
        ),
    }
)
NOT_COUNTED = frozenset({"RootWebArea", "Iframe", "dialog", "alertdialog", "MenuListPopup"})
CONTAINERS = frozenset(
    {
        *(
            "generic",
            "none",
            "group",
            "menu",
            "menubar",
            "list",
            "grid",
            "treegrid",
            "table",
            "rowgroup",
            "tablist",
        ),
        *(
            "tabpanel",
            "tree",
            "radiogroup",
            "toolbar",
            "region",
            "document",
            "application",
            "main",
            "article",
            "form",
        ),
    }
)
"""Roles of focusable containers, which do not count as controls if they contain a control."""
HIT_TEST = (Path(__file__).parent / "_hit_test.js").read_text()
VISIBLE_TEXTS = (Path(__file__).parent / "_visible_texts.js").read_text()
CALL_TIMEOUT_SEC = 60.0


class AxValue(msgspec.Struct, frozen=True):
    """A value of the accessibility tree."""

    value: str | bool | float | None = None


class AxProperty(msgspec.Struct, frozen=True):
    """A property of a node of the accessibility tree."""

    name: str
    value: AxValue


class AxNode(msgspec.Struct, frozen=True, rename="camel"):
    """A node of the accessibility tree."""

    node_id: str
    ignored: bool
    role: AxValue = AxValue()
    name: AxValue = AxValue()
    properties: tuple[AxProperty, ...] = ()
    child_ids: tuple[str, ...] = ()
    backend_node_id: int = msgspec.field(name="backendDOMNodeId", default=0)

    def has(self, name: str) -> bool:
        """Return whether the property with the given name is true."""
        return any(p.name == name and p.value.value is True for p in self.properties)


class AxTree(msgspec.Struct, frozen=True):
    """Response of the CDP method `Accessibility.getFullAXTree`."""

    nodes: tuple[AxNode, ...]


class VisibleText(msgspec.Struct, frozen=True, array_like=True):
    """A visible text of a page and its box, as returned by `_visible_texts.js`."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


class Hit(msgspec.Struct, frozen=True):
    """Result of `_hit_test.js`: the point at which a control was hit, its box, and its texts."""

    x: float
    y: float
    area: float
    left: float
    top: float
    right: float
    bottom: float
    is_scroller: bool
    tag: str
    text: str
    value: str
    attributes: tuple[str, ...]
    titles: tuple[str, ...]


class RemoteObject(msgspec.Struct, frozen=True, rename="camel"):
    """Reference to a JavaScript object, or its value, as returned by CDP."""

    object_id: str = ""
    value: Hit | None = None


class Resolved(msgspec.Struct, frozen=True):
    """Response of the CDP method `DOM.resolveNode`."""

    object: RemoteObject


class Called(msgspec.Struct, frozen=True):
    """Response of the CDP method `Runtime.callFunctionOn`."""

    result: RemoteObject


class Control(msgspec.Struct, frozen=True):
    """A visible control of the accessibility tree, with the result of its hit test."""

    role: str
    name: str
    hit: Hit


def read_controls(device: WebDevice) -> list[Control]:
    """Return the visible controls of the accessibility tree of the current page."""
    nodes = _call(device, "Accessibility.getFullAXTree", {}, result_type=AxTree).nodes
    by_id = {node.node_id: node for node in nodes}
    found = []
    for node in nodes:
        role = str(node.role.value)
        if not _may_be_control(node) or (role in CONTAINERS and _has_control(node, by_id)):
            continue
        hit = _hit_test(device, node.backend_node_id)
        if hit is not None and (role in WIDGETS or not hit.is_scroller):
            found.append(Control(role, str(node.name.value or ""), hit))
    return found


def _may_be_control(node: AxNode) -> bool:
    role = str(node.role.value)
    is_counted = not node.ignored and bool(node.backend_node_id) and role not in NOT_COUNTED
    return is_counted and (role in WIDGETS or node.has("focusable"))


def _has_control(node: AxNode, by_id: Mapping[str, AxNode]) -> bool:
    children = [by_id[key] for key in node.child_ids if key in by_id]
    return any(_may_be_control(child) or _has_control(child, by_id) for child in children)


def read_texts(device: WebDevice) -> list[VisibleText]:
    """Return the visible texts of the current page."""
    return msgspec.json.decode(device.read(VISIBLE_TEXTS), type=list[VisibleText])


def _hit_test(device: WebDevice, node_id: int) -> Hit | None:
    try:
        target = _call(device, "DOM.resolveNode", {"backendNodeId": node_id}, result_type=Resolved).object
        params = {"objectId": target.object_id, "functionDeclaration": HIT_TEST, "returnByValue": True}
        return _call(device, "Runtime.callFunctionOn", params, result_type=Called).result.value
    except CallFailed:
        return None


def _call(device: WebDevice, method: str, params: Mapping[str, object], *, result_type: type[T]) -> T:
    tab = device._usable_tab()  # noqa: SLF001 - the device's own connection
    connection = device._running_browser().connection  # noqa: SLF001
    return connection.call(
        method, params, session=tab.session, result_type=result_type, timeout_sec=CALL_TIMEOUT_SEC
    )
