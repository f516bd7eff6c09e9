"""Description of elements of UI Automation.

Source: Microsoft, UI Automation specification: control type, property and control pattern identifiers.
"""

from __future__ import annotations

from collections.abc import Mapping

from onscreen.device.native.native_screen import PASSWORD, ElementDescription, NativeElement, Properties
from onscreen.types.slider_value import SliderValue

PROPERTY_NUMBERS: Mapping[str, int] = {
    "ControlType": 30003, "Name": 30005, "HasKeyboardFocus": 30008, "IsKeyboardFocusable": 30009,
    "IsEnabled": 30010, "AutomationId": 30011, "ClassName": 30012, "HelpText": 30013, "IsPassword": 30019,
    "IsOffscreen": 30022, "IsRequiredForForm": 30025, "IsInvokePatternAvailable": 30031,
    "IsSelectionItemPatternAvailable": 30036, "ValueValue": 30045, "ValueIsReadOnly": 30046,
    "RangeValueValue": 30047, "RangeValueMinimum": 30049, "RangeValueMaximum": 30050,
    "ScrollHorizontallyScrollable": 30057, "ScrollVerticallyScrollable": 30058,
    "SelectionCanSelectMultiple": 30060, "ExpandCollapseExpandCollapseState": 30070,
    "WindowIsModal": 30077, "SelectionItemIsSelected": 30079, "ToggleToggleState": 30086,
}  # fmt: skip
"""Name of a property that is read -> its identifier."""

ROLES: Mapping[int, str] = {
    50000: "button", 50002: "checkbox", 50003: "combobox", 50004: "textbox", 50005: "link", 50006: "image",
    50007: "listitem", 50008: "list", 50009: "menu", 50010: "menubar", 50011: "menuitem",
    50012: "progressbar", 50013: "radio", 50014: "scrollbar", 50015: "slider", 50016: "spinbutton",
    50017: "status", 50018: "tablist", 50019: "tab", 50020: "text", 50021: "toolbar", 50022: "tooltip",
    50023: "tree", 50024: "treeitem", 50028: "table", 50029: "row", 50030: "document", 50031: "button",
    50032: "window", 50035: "columnheader", 50036: "table",
}  # fmt: skip
"""Control type -> ARIA role. Control types that are not listed only group others."""
DATA_ITEM, DOCUMENT, EDIT, LIST_ITEM, MENU, TAB_ITEM, WINDOW = 50029, 50030, 50004, 50007, 50009, 50019, 50032
FIELD_ROLES = frozenset({"combobox", "document", "spinbutton", "textbox"})
CLICKABLE_ROLES = frozenset(
    {"button", "checkbox", "columnheader", "combobox", "link", "listitem", "menuitem", "radio", "row"}
    | {"slider", "spinbutton", "tab", "textbox", "treeitem"}
)
"""ARIA roles of elements that a click always acts on."""
TOGGLED, COLLAPSED, EXPANDED, LEAF = 1, 0, 1, 3
_TOGGLE_ROLES: Mapping[str, str] = {"button": "switch", "menuitem": "menuitemcheckbox"}
"""Role of a control that can be toggled, where it differs from its control type's role."""


def describe_element(element: NativeElement) -> ElementDescription:
    """Describe an element of UI Automation by its properties."""
    properties = element.properties
    control_type = _number(properties, "ControlType")
    role = _role(properties, ROLES.get(int(control_type or 0), "generic"))
    value = "" if _is_set(properties, "IsPassword") else str(properties.get("ValueValue", ""))
    slider = _slider(properties)
    return ElementDescription(
        role,
        str(properties.get("Name", "")).strip(),
        f"{slider.value:g}" if slider and role == "slider" else value if role != "text" else "",
        _states(properties, role),
        slider if role == "slider" else None,
        clips=_can_scroll(properties),
        floats=control_type == MENU,
        is_shown=not _is_set(properties, "IsOffscreen"),
    )


def _role(properties: Properties, role: str) -> str:
    if role == "window" and _is_set(properties, "WindowIsModal"):
        return "dialog"
    if "ToggleToggleState" in properties:
        return _TOGGLE_ROLES.get(role, role)
    if role == "generic" and _is_set(properties, "IsInvokePatternAvailable"):
        return "button"
    return role


def _states(properties: Properties, role: str) -> tuple[str, ...]:
    """Return the states with the names used in `Node.states`, in alphabetical order."""
    is_clickable = role in CLICKABLE_ROLES or role in _TOGGLE_ROLES.values()
    is_selectable = _is_set(properties, "IsSelectionItemPatternAvailable")
    is_invokable = _is_set(properties, "IsInvokePatternAvailable")
    is_field = role in FIELD_ROLES and "ValueIsReadOnly" in properties
    expansion = _number(properties, "ExpandCollapseExpandCollapseState")
    conditions = {
        "checked": _number(properties, "ToggleToggleState") == TOGGLED
        or (role == "radio" and _is_set(properties, "SelectionItemIsSelected")),
        "clickable": is_clickable or is_selectable or is_invokable,
        "collapsed": expansion == COLLAPSED,
        "disabled": is_clickable and not _is_set(properties, "IsEnabled", default=True),
        "editable": is_field and not _is_set(properties, "ValueIsReadOnly"),
        "expanded": expansion is not None and expansion not in (COLLAPSED, LEAF),
        "focused": _is_set(properties, "HasKeyboardFocus"),
        "multiselectable": _is_set(properties, "SelectionCanSelectMultiple"),
        PASSWORD: _is_set(properties, "IsPassword"),
        "readonly": role == "textbox" and _is_set(properties, "ValueIsReadOnly"),
        "required": _is_set(properties, "IsRequiredForForm"),
        "scrollable": _can_scroll(properties),
        "selected": role != "radio" and _is_set(properties, "SelectionItemIsSelected"),
    }
    return tuple(word for word, applies in conditions.items() if applies)


def _can_scroll(properties: Properties) -> bool:
    names = ("ScrollHorizontallyScrollable", "ScrollVerticallyScrollable")
    return any(_is_set(properties, name) for name in names)


def _slider(properties: Properties) -> SliderValue | None:
    value = _number(properties, "RangeValueValue")
    if value is None:
        return None
    low, high = _number(properties, "RangeValueMinimum"), _number(properties, "RangeValueMaximum")
    return SliderValue(value, low, high)


def _is_set(properties: Properties, name: str, *, default: bool = False) -> bool:
    return bool(properties.get(name, default))


def _number(properties: Properties, name: str) -> float | None:
    value = properties.get(name)
    return float(value) if isinstance(value, (int, float)) else None
