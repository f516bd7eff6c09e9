"""Mapping from Android view classes and flags to ARIA roles."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen.device.android.view_hierarchy import View

LIST_CLASSES = frozenset(
    {"AbsListView", "ExpandableListView", "GridView", "ListView", "RecyclerView", "StackView", "Gallery"}
)
TAB_BAR_CLASSES = frozenset({"TabWidget", "TabLayout", "BottomNavigationView", "NavigationBarView"})
FIELD_ROLES = frozenset({"checkbox", "combobox", "radio", "slider", "switch", "textbox"})
"""Roles that take input: each needs a name that says what the input is for."""

_ROLES: Mapping[str, str] = {
    "ActionBar$Tab": "tab",
    "AutoCompleteTextView": "textbox",
    "Button": "button",
    "CheckBox": "checkbox",
    "Chip": "checkbox",
    "CompoundButton": "checkbox",
    "EditText": "textbox",
    "FloatingActionButton": "button",
    "Image": "image",
    "ImageButton": "button",
    "ImageView": "image",
    "MultiAutoCompleteTextView": "textbox",
    "ProgressBar": "progressbar",
    "RadioButton": "radio",
    "RadioGroup": "radiogroup",
    "RatingBar": "slider",
    "SeekBar": "slider",
    "Slider": "slider",
    "Spinner": "combobox",
    "Switch": "switch",
    "SwitchCompat": "switch",
    "SwitchMaterial": "switch",
    "TabView": "tab",
    "ToggleButton": "switch",
    "VideoView": "video",
    "WebView": "document",
}
_SUFFIX_ROLES: Mapping[str, str] = {
    "EditText": "textbox",
    "TextInputEditText": "textbox",
    "AutoComplete": "textbox",
    "CheckBox": "checkbox",
    "RadioButton": "radio",
    "Switch": "switch",
    "Spinner": "combobox",
    "SeekBar": "slider",
    "ProgressBar": "progressbar",
    "ImageButton": "button",
    "Button": "button",
    "ImageView": "image",
}
"""Roles of custom classes by the end of the class name: LabeledSwitch, RoundButton, ..."""

_CHOICE_CLASS = "CheckedTextView"


def view_role(view: View, *, in_list: bool, in_web: bool, is_single_choice: bool) -> str:
    """Determine a view's ARIA role from its class, or from its flags if the class is unknown.

    `in_list` is set for an item of a list, `in_web` for a view inside a web page, `is_single_choice` if
    exactly one of the view and its checkable siblings is checked.
    """
    class_role = _class_role(view, is_single_choice=is_single_choice)
    is_clickable = view.has("clickable")
    if class_role == "image" and is_clickable:
        return "button"
    if class_role:
        return class_role
    if view.has("checkable"):
        return "checkbox"
    if is_clickable:
        return "link" if in_web else "listitem" if in_list else "button"
    if view.class_name in LIST_CLASSES:
        return "list"
    return "text" if view.text.strip() else "generic"


def _class_role(view: View, *, is_single_choice: bool) -> str:
    """Return the role of the view's class, "" if the class implies none."""
    name = view.class_name
    if name == _CHOICE_CLASS:
        return "radio" if is_single_choice else "checkbox"
    if name in ("Button", "ImageButton") and view.has("checkable"):
        return "checkbox"
    if name in _ROLES:
        return _ROLES[name]
    return next((role for suffix, role in _SUFFIX_ROLES.items() if name.endswith(suffix)), "")
