"""Scripted solvers for MiniWoB++ tasks that need only clicks, such as buttons, links and tabs."""

from __future__ import annotations

import re
from collections.abc import Mapping

from onscreen.types import Action, Element
from onscreen_practice.miniwob.oracles.oracle_helpers import click_on, find_exact_name
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView

_COLOR = re.compile(r"Click on the (\w+) colored box")
_LABEL = re.compile(r"Click (?:on|button) (.+)\.")
_WIDGET_ROLES: Mapping[str, str] = {"text": "textbox", "textarea": "textbox"}


def click_quoted_button(view: OracleView) -> Action | None:
    """Choose the next action for `click-button` and `click-dialog*`: click the quoted button.

    A dialog names its "x" button "Close".
    """
    label = view.quoted_texts[0]
    return click_on(find_exact_name(view, "Close" if label == "x" else label, "button"))


def click_quoted_link(view: OracleView) -> Action | None:
    """Choose the next action for the task `click-link`: click the quoted link."""
    return click_on(find_exact_name(view, view.quoted_texts[0], "generic", "link"))


def click_first_button(view: OracleView) -> Action | None:
    """Choose the next action for the task `click-test`: click the first button."""
    return click_on(next(iter(view.find_by_role("button")), None))


def click_named_control(view: OracleView) -> Action | None:
    """Choose the next action for `click-tab` and `click-test-*`: click the named tab or button."""
    match = _LABEL.search(view.instruction)
    return click_on(find_exact_name(view, match.group(1), "link", "button")) if match else None


def click_button_sequence(view: OracleView) -> Action | None:
    """Choose the next action for `click-button-sequence`: click button ONE, then button TWO."""
    return click_on(find_exact_name(view, "TWO" if view.has_clicked("ONE") else "ONE", "button"))


def click_color(view: OracleView) -> Action | None:
    """Choose the next action for the task `click-color`: click the box in the requested color."""
    match = _COLOR.search(view.instruction)
    boxes = view.find_by_role("generic")
    return click_on(next((e for e in boxes if match and e.clue.split()[:1] == [match.group(1)]), None))


def click_widget(view: OracleView) -> Action | None:
    """Choose the next action for the task `click-widget`: click the first widget of a given type."""
    kind = view.quoted_texts[0]
    candidates = view.find_by_role(_WIDGET_ROLES.get(kind, kind))
    return click_on(next((e for e in candidates if _is_text_area(e) == (kind == "textarea")), None))


def _is_text_area(element: Element) -> bool:
    return element.has("multiline")


ORACLES: Mapping[str, Oracle] = {
    "click-button": click_quoted_button,
    "click-button-sequence": click_button_sequence,
    "click-color": click_color,
    "click-dialog": click_quoted_button,
    "click-dialog-2": click_quoted_button,
    "click-link": click_quoted_link,
    "click-tab": click_named_control,
    "click-test": click_first_button,
    "click-test-2": click_named_control,
    "click-test-transfer": click_named_control,
    "click-widget": click_widget,
}
