"""Scripted solvers for MiniWoB++ tasks with small forms, such as checkboxes and dropdowns."""

from __future__ import annotations

import re
from collections.abc import Mapping

from onscreen.types import Action, Drag, Element, Select, Type
from onscreen_practice.miniwob.oracles.oracle_helpers import click_on, click_submit, find_exact_name
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView

_SELECTION = re.compile(r"Select (.+?)(?: from the (?:scroll )?list)? and click Submit\.")
_AREA_NUMBER = re.compile(r"from the (\d)")


def click_checkboxes(view: OracleView) -> Action | None:
    """Choose the next action for `click-checkboxes` and similar tasks: select the given options.

    The similar tasks are `click-checkboxes-large`, `click-checkboxes-transfer` and `click-scroll-list`.
    Options that were not requested are deselected. The answer is then submitted.
    """
    wanted = _requested_names(view)
    shown = view.find_by_role("checkbox", "option")
    wrong = (e for e in shown if _is_selected(e) != (e.name in wanted))
    return click_on(next(wrong, None)) or click_submit(view)


def click_option(view: OracleView) -> Action | None:
    """Choose the next action for the task `click-option`: select a radio button and submit."""
    wanted = _requested_names(view)
    wrong = (e for e in view.find_by_role("radio") if e.name in wanted and not _is_selected(e))
    return click_on(next(wrong, None)) or click_submit(view)


def choose_list(view: OracleView) -> Action | None:
    """Choose the next action for the task `choose-list`: select a dropdown option and submit."""
    wanted = _requested_names(view)
    wrong = (e for e in view.find_by_role("option") if e.name in wanted and not _is_selected(e))
    name = next((e.name for e in wrong), None)
    return Select(view.find_by_role("combobox")[0], (name,)) if name else click_submit(view)


def copy_paste(view: OracleView) -> Action | None:
    """Choose the next action for the tasks `copy-paste*`: copy text from an area into a field.

    The answer is then submitted.
    """
    areas = [e for e in view.find_by_role("textbox") if e.has("multiline")]
    field = next((e for e in view.find_by_role("textbox") if not e.has("multiline")), None)
    match = _AREA_NUMBER.search(view.instruction)
    text = areas[int(match.group(1)) - 1 if match else 0].value
    return click_submit(view) if field is None or field.value == text else Type(text, field)


def drag_box(view: OracleView) -> Action | None:
    """Choose the next action for the task `drag-box`: drag the small box into the large box.

    The answer is submitted once the small box lies inside the large one.
    """
    small, large = find_exact_name(view, "s", "generic"), find_exact_name(view, "L", "generic")
    if small is None or large is None or _is_inside(small, large):
        return click_submit(view)
    return Drag(small, to=large)


def _requested_names(view: OracleView) -> tuple[str, ...]:
    match = _SELECTION.search(view.instruction)
    return tuple(match.group(1).split(", ")) if match else ()


def _is_selected(element: Element) -> bool:
    return element.has("checked") or element.has("selected")


def _is_inside(inner: Element, outer: Element) -> bool:
    return (
        outer.box.left < inner.box.left
        and outer.box.top < inner.box.top
        and inner.box.right < outer.box.right
        and inner.box.bottom < outer.box.bottom
    )


ORACLES: Mapping[str, Oracle] = {
    "choose-list": choose_list,
    "click-checkboxes": click_checkboxes,
    "click-checkboxes-large": click_checkboxes,
    "click-checkboxes-transfer": click_checkboxes,
    "click-option": click_option,
    "click-scroll-list": click_checkboxes,
    "copy-paste": copy_paste,
    "copy-paste-2": copy_paste,
    "drag-box": drag_box,
}
