"""What a view is called, what it holds, and what tells it apart where it has no name."""

from __future__ import annotations

import re

from onscreen.device.android.view_properties import Survey, text_of, words_of
from onscreen.device.android.view_roles import FIELDS

_LEVELS = 3
"""How many levels up a field's label is looked for."""

_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_VALUED = frozenset({"combobox", "progressbar", "slider", "textbox"})


def name_of(survey: Survey, at: int) -> str:
    """Return the name of a view: its own words, those in it, or the label beside it."""
    view, role = survey.views[at], survey.roles[at]
    if role in _VALUED:
        return view.described.strip() or view.hint.strip() or _label(survey, at)
    own = words_of(view)
    if own:
        return own
    if survey.acts[at]:
        inside = survey.title[at] or survey.tale[at]
        return inside or (_label(survey, at) if role in FIELDS else "")
    return ""


def value_of(survey: Survey, at: int) -> str:
    """Return what a field holds (the hint of an empty one is not it), or shows besides what it is called."""
    view, role = survey.views[at], survey.roles[at]
    if role not in _VALUED:
        shown = text_of(view)
        return shown if view.described.strip() and shown not in view.described else ""
    text = view.text.strip("\n")
    if role == "combobox" and not text:
        return survey.title[at]
    return "" if role == "textbox" and text == view.hint else text


def clue_of(survey: Survey, at: int) -> str:
    """Return the words in a view's resource id, as in `search src text`."""
    last = survey.views[at].key.rpartition("/")[2]
    return " ".join(word.lower() for word in _WORDS.findall(last)) if len(last) <= 80 else ""  # noqa: PLR2004


def _label(survey: Survey, at: int) -> str:
    """Return the text that stands with a field: in the box it has to itself, else just before it."""
    here = at
    for _ in range(_LEVELS):
        up = survey.views[here].parent
        if up < 0 or survey.views[up].has("scrollable") or survey.roles[up] == "document":
            return "" if up < 0 else _before(survey, here, up=up)
        if survey.fields[up] == 1 and survey.title[up]:
            return survey.title[up]
        before = _before(survey, here, up=up)
        if before:
            return before
        here = up
    return ""


def _before(survey: Survey, at: int, *, up: int) -> str:
    """Return the title of the neighbour before, when it is a text and nothing that acts."""
    group = survey.children[up]
    place = group.index(at)
    if not place:
        return ""
    neighbour = group[place - 1]
    busy = survey.acts[neighbour] or survey.acting[neighbour] or survey.fields[neighbour]
    return "" if busy else survey.title[neighbour]
