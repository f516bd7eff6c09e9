"""Names, values and resource-id hints for Android views."""

from __future__ import annotations

import re

from onscreen.device.android.view_roles import FIELD_ROLES
from onscreen.device.android.view_table import ViewTable, displayed_text, label_of_view
from onscreen.types.slider_value import SliderValue, find_slider_value, parse_slider_value

_MAX_LABEL_LEVELS = 3
"""Number of enclosing containers to search for a field's label."""

_MAX_ID_CHARS = 80
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_VALUE_ROLES = frozenset({"combobox", "progressbar", "slider", "textbox"})
"""Roles whose text is a value and not a name."""


def view_name(table: ViewTable, index: int) -> str:
    """Determine a view's name from its label, its inner text, or a label beside it."""
    view, role = table.views[index], table.roles[index]
    if role in _VALUE_ROLES:
        return view.content_desc.strip() or view.hint.strip() or _find_label(table, index)
    own = label_of_view(view)
    if own:
        return own
    if table.is_touch_target[index]:
        inside = table.first_text[index] or table.first_description[index]
        return inside or (_find_label(table, index) if role in FIELD_ROLES else "")
    return ""


def view_value(table: ViewTable, index: int) -> str:
    """Return a field's content, or the text that a view displays besides its name.

    The hint that an empty text field displays is not a value. The value of a slider includes its range if a
    text states it.
    """
    view, role = table.views[index], table.roles[index]
    if role not in _VALUE_ROLES:
        text = displayed_text(view)
        return text if view.content_desc.strip() and text not in view.content_desc else ""
    text = view.text.strip("\n")
    if role == "combobox" and not text:
        return table.first_text[index]
    if role == "slider":
        stated = find_slider_value(text, view.content_desc, _find_label(table, index))
        return text if stated is None or stated == parse_slider_value(text) else str(stated)
    return "" if role == "textbox" and text == view.hint else text


def view_slider(table: ViewTable, index: int) -> SliderValue | None:
    """Determine a slider's value from its text, its label, or a name with a range.

    Returns None for other views, and if no text states a number.
    """
    view = table.views[index]
    if table.roles[index] != "slider":
        return None
    label = _find_label(table, index)
    if value := find_slider_value(view.text.strip("\n"), view.content_desc, label):
        return value
    stated = parse_slider_value(view_name(table, index))
    return stated if stated and stated.high is not None else None


def view_clue(table: ViewTable, index: int) -> str:
    """Split a view's resource id into words: "id/search_src_text" becomes "search src text"."""
    identifier = table.views[index].resource_id.rpartition("/")[2]
    if len(identifier) > _MAX_ID_CHARS:
        return ""
    return " ".join(word.lower() for word in _WORDS.findall(identifier))


def _find_label(table: ViewTable, index: int) -> str:
    """Find a field's label: text in a container without other fields, or text before it."""
    current = index
    for _ in range(_MAX_LABEL_LEVELS):
        parent = table.views[current].parent
        if parent < 0:
            return ""
        if table.views[parent].has("scrollable") or table.roles[parent] == "document":
            return _text_before(table, current, parent=parent)
        if table.field_count[parent] == 1 and table.first_text[parent]:
            return table.first_text[parent]
        before = _text_before(table, current, parent=parent)
        if before:
            return before
        current = parent
    return ""


def _text_before(table: ViewTable, index: int, *, parent: int) -> str:
    """Return the text of the previous sibling, "" if that contains controls."""
    siblings = table.children[parent]
    position = siblings.index(index)
    if not position:
        return ""
    previous = siblings[position - 1]
    has_controls = (
        table.is_touch_target[previous] or table.touch_target_count[previous] or table.field_count[previous]
    )
    return "" if has_controls else table.first_text[previous]
