"""State of the phone in the JSON format of the Mobilerun Portal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from onscreen_practice.phone.automation.view_tree import ViewNode, read_tree
from onscreen_practice.phone.shell.phone_interface import (
    Json,
    PhoneAccess,
    expand_class_name,
    get_focus,
    list_apps,
)

_MIN_ELEMENT_PX = 5
_BASE_DENSITY = 160
_FLAGS = {
    "isClickable": "clickable",
    "isLongClickable": "long-clickable",
    "isFocusable": "focusable",
    "isFocused": "focused",
    "isSelected": "selected",
    "isCheckable": "checkable",
    "isChecked": "checked",
    "isEnabled": "enabled",
    "isPassword": "password",
    "isScrollable": "scrollable",
}


def describe_full_tree(phone: PhoneAccess) -> Json:
    """Describe the view tree as nested JSON objects with all properties of each view.

    Returns an empty object if the screen is off.
    """
    root = read_tree(phone)
    return _describe_node(root) if root is not None else {}


def _describe_node(node: ViewNode) -> dict[str, Json]:
    left, top, right, bottom = node.bounds
    hint = node.text("hint")
    return {
        "resourceId": node.text("resource-id"),
        "className": node.text("class"),
        "packageName": node.text("package"),
        "text": node.text("text"),
        "contentDescription": node.text("content-desc"),
        "hint": hint,
        "boundsInScreen": {"left": left, "top": top, "right": right, "bottom": bottom},
        **{name: node.flag(attribute) for name, attribute in _FLAGS.items()},
        "isVisibleToUser": True,
        "isEditable": node.is_editable,
        "isShowingHintText": bool(hint) and node.text("text") == hint,
        "childCount": len(node.children),
        "children": [_describe_node(child) for child in node.children],
    }


def describe_tree(phone: PhoneAccess) -> Json:
    """Describe the view tree with the index, text, class and bounds of each view.

    Returns an empty list if the screen is off.
    """
    root = read_tree(phone)
    return [_describe_element(root, count())] if root is not None else []


def _describe_element(node: ViewNode, numbers: Iterator[int]) -> dict[str, Json]:
    class_name = node.text("class").rpartition(".")[2]
    return {
        "index": next(numbers),
        "resourceId": node.text("resource-id"),
        "className": class_name,
        "text": node.text("text") or node.text("content-desc") or class_name,
        "bounds": ", ".join(map(str, node.bounds)),
        "children": [_describe_element(child, numbers) for child in node.children],
    }


def describe_phone_state(phone: PhoneAccess) -> dict[str, Json]:
    """Describe the foreground application, its keyboard and the focused view."""
    focus, root = get_focus(phone), read_tree(phone)
    focused = next((node for node in root.walk() if node.flag("focused")), None) if root else None
    package = root.text("package") if root else focus.package
    labels = {app.package: app.label for app in list_apps(phone)}
    element: dict[str, Json] = {"resourceId": ""}
    if focused is not None:
        element = {
            "text": focused.text("text"),
            "className": focused.text("class"),
            "resourceId": focused.text("resource-id"),
        }
    return {
        "currentApp": labels.get(package, package),
        "packageName": package,
        "activityName": expand_class_name(focus.package, focus.activity),
        "keyboardVisible": focus.keyboard,
        "isEditable": focused is not None and focused.is_editable,
        "focusedElement": element,
    }


def describe_device(phone: PhoneAccess) -> dict[str, Json]:
    """Describe the size of the screen in pixels and its density."""
    width, height = phone.shown_size
    if get_focus(phone).rotation in {1, 3}:
        width, height = height, width
    density = phone.shown_density / _BASE_DENSITY
    return {
        "screen_bounds": {"width": width, "height": height},
        "filtering_params": {"min_element_size": _MIN_ELEMENT_PX, "overlay_offset": 0},
        "display_metrics": {
            "density": density,
            "densityDpi": phone.shown_density,
            "scaledDensity": density,
            "widthPixels": width,
            "heightPixels": height,
        },
    }


def describe_packages(phone: PhoneAccess) -> list[Json]:
    """List the launchable applications with their package names, labels and versions."""
    return [
        {
            "packageName": app.package,
            "label": app.label,
            "versionName": "1.0",
            "versionCode": 1,
            "isSystemApp": app.system,
        }
        for app in list_apps(phone)
        if app.launchable
    ]
