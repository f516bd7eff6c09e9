"""Android's classes and flags -> ARIA roles."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen.device.android.view_hierarchy import View

LISTS = frozenset(
    {"AbsListView", "ExpandableListView", "GridView", "ListView", "RecyclerView", "StackView", "Gallery"}
)
TAB_HOLDERS = frozenset({"TabWidget", "TabLayout", "BottomNavigationView", "NavigationBarView"})
FIELDS = frozenset({"checkbox", "combobox", "radio", "slider", "switch", "textbox"})
"""Roles that take input: each needs a name that says what for."""

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
_ENDS: Mapping[str, str] = {
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
"""What classes of an application's own are told by: LabelledSwitch, RoundButton, ..."""

_CHOICES = "CheckedTextView"


def role_of(view: View, *, in_list: bool, in_web: bool, single: bool) -> str:
    """Return the role of a view: by its class, else by what it can do.

    `in_list` is the case of what is an item of a list, `in_web` inside a web page, `single` where at most
    one of it and its neighbours can be checked.
    """
    known = _by_class(view, single=single)
    clickable = view.has("clickable")
    if known == "image" and clickable:
        return "button"
    if known:
        return known
    if view.has("checkable"):
        return "checkbox"
    if clickable:
        return "link" if in_web else "listitem" if in_list else "button"
    if view.kind in LISTS:
        return "list"
    return "text" if view.text.strip() else "generic"


def _by_class(view: View, *, single: bool) -> str:
    kind = view.kind
    if kind == _CHOICES:
        return "radio" if single else "checkbox"
    if kind in ("Button", "ImageButton") and view.has("checkable"):
        return "checkbox"
    if kind in _ROLES:
        return _ROLES[kind]
    return next((role for end, role in _ENDS.items() if kind.endswith(end)), "")
