"""Description of elements of the accessibility API of macOS.

Source: Apple, "NSAccessibility" and "Carbon Accessibility Reference": roles, subroles and attributes.
"""

from __future__ import annotations

from collections.abc import Mapping

from onscreen.device.native.native_screen import PASSWORD, ElementDescription, NativeElement, Properties
from onscreen.types.slider_value import SliderValue

ATTRIBUTES = (
    "AXRole", "AXSubrole", "AXTitle", "AXDescription", "AXValue", "AXHelp", "AXIdentifier",
    "AXPlaceholderValue", "AXEnabled", "AXFocused", "AXSelected", "AXExpanded", "AXDisclosing", "AXHidden",
    "AXModal", "AXMinValue", "AXMaxValue", "AXMenuItemMarkChar",
)  # fmt: skip
"""Attributes that are read, besides position, size and children."""

ROLES: Mapping[str, str] = {
    "AXBrowser": "list", "AXButton": "button", "AXCell": "cell", "AXCheckBox": "checkbox",
    "AXColorWell": "button", "AXComboBox": "combobox", "AXDateField": "textbox",
    "AXDisclosureTriangle": "button", "AXGrid": "table", "AXHeading": "heading", "AXImage": "image",
    "AXIncrementor": "spinbutton", "AXLevelIndicator": "meter", "AXLink": "link", "AXList": "list",
    "AXMenu": "menu", "AXMenuBar": "menubar", "AXMenuBarItem": "menuitem", "AXMenuButton": "button",
    "AXMenuItem": "menuitem", "AXOutline": "tree", "AXPopUpButton": "combobox",
    "AXProgressIndicator": "progressbar", "AXRadioButton": "radio", "AXRow": "row", "AXScrollArea": "generic",
    "AXScrollBar": "scrollbar", "AXSheet": "dialog", "AXSlider": "slider", "AXStaticText": "text",
    "AXTabGroup": "tablist", "AXTable": "table", "AXTextArea": "textbox", "AXTextField": "textbox",
    "AXToolbar": "toolbar", "AXWebArea": "document", "AXWindow": "window",
}  # fmt: skip
"""Role -> ARIA role. Roles that are not listed only group others."""
SUBROLES: Mapping[str, str] = {
    "AXDialog": "dialog", "AXOutlineRow": "treeitem", "AXSwitch": "switch", "AXSystemDialog": "dialog",
    "AXTabButton": "tab", "AXToggle": "switch",
}  # fmt: skip
"""Subrole -> ARIA role, where it is more specific than the role."""
WINDOW_BUTTONS: Mapping[str, str] = {
    "AXCloseButton": "Close", "AXFullScreenButton": "Full screen", "AXMinimizeButton": "Minimize",
    "AXZoomButton": "Zoom",
}  # fmt: skip
"""Subrole of a button in the title bar, which has no name -> its name."""
SECURE = "AXSecureTextField"
CLICKABLE_ROLES = frozenset(
    {"button", "cell", "checkbox", "combobox", "link", "menuitem", "radio", "row", "slider", "spinbutton"}
    | {"switch", "tab", "textbox", "treeitem"}
)
"""ARIA roles of elements that a click always acts on."""
CHECKED_ROLES = frozenset({"checkbox", "radio", "switch"})
VALUE_ROLES = frozenset({"combobox", "meter", "progressbar", "spinbutton", "textbox"})
MULTILINE = "AXTextArea"


def describe_element(element: NativeElement) -> ElementDescription:
    """Describe an element of the accessibility API by its attributes."""
    properties = element.properties
    ax_role, subrole = _text(properties, "AXRole"), _text(properties, "AXSubrole")
    role = SUBROLES.get(subrole, ROLES.get(ax_role, "generic"))
    slider = _slider(properties) if role == "slider" else None
    value = _text(properties, "AXValue") if role in VALUE_ROLES and subrole != SECURE else ""
    return ElementDescription(
        role,
        _name(properties, role),
        f"{slider.value:g}" if slider else value,
        _states(properties, role),
        slider,
        clips=ax_role == "AXScrollArea",
        floats=ax_role in ("AXMenu", "AXMenuBar", "AXPopover", "AXSheet"),
        is_shown=not properties.get("AXHidden", False),
    )


def _name(properties: Properties, role: str) -> str:
    """Return the title, description or text of an element, or the placeholder of a field."""
    subrole = _text(properties, "AXSubrole")
    names = [_text(properties, "AXTitle"), _text(properties, "AXDescription")]
    if role in ("text", "heading"):
        names.insert(0, _text(properties, "AXValue"))
    names += [WINDOW_BUTTONS.get(subrole, ""), _text(properties, "AXPlaceholderValue")]
    if role in CLICKABLE_ROLES:
        names.append(_text(properties, "AXHelp"))
    return next(filter(None, names), "")


def _states(properties: Properties, role: str) -> tuple[str, ...]:
    """Return the states with the names used in `Node.states`, in alphabetical order."""
    subrole = _text(properties, "AXSubrole")
    is_enabled = bool(properties.get("AXEnabled", True))
    expanded = properties.get("AXExpanded", properties.get("AXDisclosing"))
    is_checked = role in CHECKED_ROLES and _text(properties, "AXValue") in ("1", "true")
    conditions = {
        "checked": is_checked or bool(_text(properties, "AXMenuItemMarkChar")),
        "clickable": role in CLICKABLE_ROLES,
        "collapsed": expanded is not None and not expanded,
        "disabled": role in CLICKABLE_ROLES and not is_enabled,
        "editable": role == "textbox" and is_enabled,
        "expanded": bool(expanded),
        "focused": bool(properties.get("AXFocused", False)),
        "multiline": _text(properties, "AXRole") == MULTILINE,
        PASSWORD: subrole == SECURE,
        "scrollable": _text(properties, "AXRole") == "AXScrollArea",
        "selected": role not in CHECKED_ROLES and bool(properties.get("AXSelected", False)),
    }
    return tuple(word for word, applies in conditions.items() if applies)


def _slider(properties: Properties) -> SliderValue | None:
    value = properties.get("AXValue")
    if not isinstance(value, (int, float)):
        return None
    low, high = properties.get("AXMinValue"), properties.get("AXMaxValue")
    return SliderValue(
        float(value),
        float(low) if isinstance(low, (int, float)) else None,
        float(high) if isinstance(high, (int, float)) else None,
    )


def _text(properties: Properties, name: str) -> str:
    value = properties.get(name, "")
    return (f"{value:g}" if isinstance(value, (int, float)) else value).strip()
