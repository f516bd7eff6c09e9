"""Scripted solvers for MiniWoB++ tasks with text selection, scrolling, sliders and spinners."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from onscreen.types import Action, Click, Element, Press, Scroll
from onscreen.types.action import Direction
from onscreen_practice.miniwob.oracles.click_oracles import click_quoted_button
from onscreen_practice.miniwob.oracles.oracle_helpers import click_on, click_submit, find_exact_name
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView
from onscreen_practice.miniwob.oracles.scroll_list_search import scroll_list
from onscreen_practice.miniwob.oracles.text_entry_oracles import fill_fields

_ORDINAL = re.compile(r"(\d)(?:st|nd|rd)")
_REQUESTED_NUMBER = re.compile(r"Select (-?\d+) with")
_NUMBER = re.compile(r"-?\d+")
_REQUESTED_OPTION = re.compile(r"Choose (.+) from the dropdown")
_FULL_SCROLL_NOTCHES = 50.0
_PAGE_STEPS = 4
_TRIPLE_CLICK = 3


def focus_text(view: OracleView) -> Action | None:
    """Choose the next action for the tasks `focus-text*`: click the requested field.

    Clicks the first field if the instruction gives no ordinal.
    """
    return click_on(view.find_by_role("textbox")[_ordinal_indices(view)[0]])


def highlight_text(view: OracleView) -> Action | None:
    """Choose the next action for the tasks `highlight-text*`: triple-click a paragraph and submit."""
    paragraph = view.find_by_role("text")[_ordinal_indices(view)[0]]
    last = view.history[-1] if view.history else None
    return (
        click_submit(view) if _is_triple_click_on(last, paragraph) else Click(paragraph, count=_TRIPLE_CLICK)
    )


def scroll_text_2(view: OracleView) -> Action | None:
    """Choose the next action for the task `scroll-text-2`: scroll to the top or bottom and submit."""
    direction: Direction = "down" if "to the bottom" in view.instruction else "up"
    has_scrolled = any(isinstance(a, Scroll) and a.direction == direction for a in view.history[-1:])
    area = view.find_by_role("textbox")[0]
    return click_submit(view) if has_scrolled else Scroll(direction, _FULL_SCROLL_NOTCHES, target=area)


def sign_agreement(view: OracleView) -> Action | None:
    """Choose the next action for the task `sign-agreement`: sign or cancel the agreement.

    To sign, the solver scrolls to the end, types the name and clicks the button.
    """
    if not view.quoted_texts:
        return click_on(find_exact_name(view, "Cancel", "button"))
    name, button = view.quoted_texts
    area, field = view.find_by_role("textbox")
    if field.has("disabled"):
        return Scroll("down", _FULL_SCROLL_NOTCHES, target=area)
    return fill_fields(view, [(field, name)]) or click_on(find_exact_name(view, button, "button"))


def use_spinner(view: OracleView) -> Action | None:
    """Choose the next action for the task `use-spinner`: set the spinner with the arrow keys.

    The answer is then submitted.
    """
    spinner = view.find_by_role("spinbutton")[0]
    difference = _parse_requested_number(view) - int(spinner.value or 0)
    return Press("ArrowUp" if difference > 0 else "ArrowDown", spinner) if difference else click_submit(view)


def form_sequence(view: OracleView) -> Action | None:
    """Choose the next action for `form-sequence`: set the slider, tick one checkbox and submit."""
    value_text = next(e for e in view.find_by_role("text") if _NUMBER.fullmatch(e.name))
    difference = _parse_requested_number(view) - int(value_text.name)
    if difference:
        return Press(_slider_key(difference), _find_slider_handle(view))
    index = _ordinal_indices(view)[0]
    checkboxes = enumerate(view.find_by_role("checkbox"))
    to_toggle = (e for n, e in checkboxes if e.has("checked") != (n == index))
    return click_on(next(to_toggle, None)) or click_submit(view)


def form_sequence_2(view: OracleView) -> Action | None:
    """Choose the next action for `form-sequence-2`: select a radio button and fill in a field.

    The answer is then submitted.
    """
    radio_index, field_index = _ordinal_indices(view)
    button = view.find_by_role("radio")[radio_index]
    if not button.has("checked"):
        return click_on(button)
    fields = enumerate(view.find_by_role("textbox"))
    texts = ((e, view.quoted_texts[0] if n == field_index else "") for n, e in fields)
    return fill_fields(view, texts) or click_submit(view)


def form_sequence_3(view: OracleView) -> Action | None:
    """Choose the next action for `form-sequence-3`: select a dropdown option and click a button."""
    match = _REQUESTED_OPTION.search(view.instruction)
    menu = next((e for e in view.find_by_role("generic") if e.name.endswith("▾")), None)
    if match is None or menu is None:
        return None
    if any(e.has("scrollable") for e in view.screen.elements):
        return click_on(find_exact_name(view, match[1], "listitem")) or scroll_list(view)
    return click_on(menu) if menu.name != f"{match[1]} ▾" else click_quoted_button(view)


def _ordinal_indices(view: OracleView) -> Sequence[int]:
    """Return the 0-based indices of "1st", "2nd" and "3rd" in the instruction; [0] by default."""
    return [int(n) - 1 for n in _ORDINAL.findall(view.instruction)] or [0]


def _parse_requested_number(view: OracleView) -> int:
    match = _REQUESTED_NUMBER.search(view.instruction)
    return int(match[1]) if match else 0


def _is_triple_click_on(action: Action | None, paragraph: Element) -> bool:
    if not isinstance(action, Click) or not isinstance(action.target, Element):
        return False
    return action.count == _TRIPLE_CLICK and action.target.locator == paragraph.locator


def _slider_key(difference: int) -> str:
    if abs(difference) >= _PAGE_STEPS:
        return "PageUp" if difference > 0 else "PageDown"
    return "ArrowRight" if difference > 0 else "ArrowLeft"


def _find_slider_handle(view: OracleView) -> Element:
    return next(e for e in view.find_by_role("generic") if "slider handle" in e.clue)


ORACLES: Mapping[str, Oracle] = {
    "focus-text": focus_text,
    "focus-text-2": focus_text,
    "form-sequence": form_sequence,
    "form-sequence-2": form_sequence_2,
    "form-sequence-3": form_sequence_3,
    "highlight-text": highlight_text,
    "highlight-text-2": highlight_text,
    "scroll-text-2": scroll_text_2,
    "sign-agreement": sign_agreement,
    "unicode-test": click_quoted_button,
    "use-spinner": use_spinner,
}
