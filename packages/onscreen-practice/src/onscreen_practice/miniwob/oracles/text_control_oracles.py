"""Oracles of MiniWoB++ that handle texts and controls: focus, highlight, scroll, turn up or down."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from onscreen.types import Action, Click, Element, Press, Scroll
from onscreen.types.action import Direction
from onscreen_practice.miniwob.oracles.click_oracles import quoted_button
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight
from onscreen_practice.miniwob.oracles.screen_reader import click, exactly, submit
from onscreen_practice.miniwob.oracles.text_entry_oracles import fill

_PLACE = re.compile(r"(\d)(?:st|nd|rd)")
_SELECTED = re.compile(r"Select (-?\d+) with")
_NUMBER = re.compile(r"-?\d+")
_CHOSEN = re.compile(r"Choose (.+) from the dropdown")
_ALL_THE_WAY = 50.0
_PAGE = 4
_TRIPLE = 3


def focused(sight: Sight) -> Action | None:
    """Click the field that is asked for, else the only one."""
    return click(sight.of_role("textbox")[_places(sight)[0]])


def highlighted(sight: Sight) -> Action | None:
    """Click the paragraph three times, which selects it, then submit."""
    paragraph = sight.of_role("text")[_places(sight)[0]]
    last = sight.done[-1] if sight.done else None
    return submit(sight) if _selects(last, paragraph) else Click(paragraph, count=_TRIPLE)


def scrolled(sight: Sight) -> Action | None:
    """Scroll the text area all the way, then submit."""
    way: Direction = "down" if "to the bottom" in sight.asked else "up"
    there = any(isinstance(a, Scroll) and a.direction == way for a in sight.done[-1:])
    area = sight.of_role("textbox")[0]
    return submit(sight) if there else Scroll(way, _ALL_THE_WAY, target=area)


def signed(sight: Sight) -> Action | None:
    """Cancel, or scroll the agreement to its end, type the name and press the button asked for."""
    if not sight.quoted:
        return click(exactly(sight, "Cancel", "button"))
    name, button = sight.quoted
    area, field = sight.of_role("textbox")
    if field.has("disabled"):
        return Scroll("down", _ALL_THE_WAY, target=area)
    return fill(sight, [(field, name)]) or click(exactly(sight, button, "button"))


def spun(sight: Sight) -> Action | None:
    """Count the spinner up or down with the arrow keys, then submit."""
    spinner = sight.of_role("spinbutton")[0]
    ahead = _selected(sight) - int(spinner.value or 0)
    return Press("ArrowUp" if ahead > 0 else "ArrowDown", spinner) if ahead else submit(sight)


def slid_and_ticked(sight: Sight) -> Action | None:
    """Move the slider with keys, tick the box that is asked for and no other, then submit."""
    shown = next(e for e in sight.of_role("text") if _NUMBER.fullmatch(e.name))
    ahead = _selected(sight) - int(shown.name)
    if ahead:
        return Press(_slider_key(ahead), _handle(sight))
    place = _places(sight)[0]
    boxes = enumerate(sight.of_role("checkbox"))
    wrong = (e for n, e in boxes if e.has("checked") != (n == place))
    return click(next(wrong, None)) or submit(sight)


def checked_and_typed(sight: Sight) -> Action | None:
    """Check the radio button, type the number into its field and into no other, then submit."""
    radio, place = _places(sight)
    button = sight.of_role("radio")[radio]
    if not button.has("checked"):
        return click(button)
    fields = enumerate(sight.of_role("textbox"))
    wanted = ((e, sight.quoted[0] if n == place else "") for n, e in fields)
    return fill(sight, wanted) or submit(sight)


def dropped_and_clicked(sight: Sight) -> Action | None:
    """Open the list, click what is asked for in it, then click the button."""
    said = _CHOSEN.search(sight.asked)
    menu = next((e for e in sight.of_role("generic") if e.name.endswith("▾")), None)
    if said is None or menu is None:
        return None
    opened = next((e for e in sight.of_role("generic") if e.has("scrollable")), None)
    if opened is not None:
        return click(exactly(sight, said[1], "text")) or Scroll(_way(sight, said[1]), target=opened)
    return click(menu) if menu.name != f"{said[1]} ▾" else quoted_button(sight)


def _places(sight: Sight) -> Sequence[int]:
    """Where "1st", "2nd" or "3rd" point, counted from 0; the first place where nothing is said."""
    return [int(n) - 1 for n in _PLACE.findall(sight.asked)] or [0]


def _selected(sight: Sight) -> int:
    said = _SELECTED.search(sight.asked)
    return int(said[1]) if said else 0


def _selects(action: Action | None, paragraph: Element) -> bool:
    if not isinstance(action, Click) or not isinstance(action.target, Element):
        return False
    return action.count == _TRIPLE and action.target.locator == paragraph.locator


def _slider_key(ahead: int) -> str:
    if abs(ahead) >= _PAGE:
        return "PageUp" if ahead > 0 else "PageDown"
    return "ArrowRight" if ahead > 0 else "ArrowLeft"


def _handle(sight: Sight) -> Element:
    return next(e for e in sight.of_role("generic") if "slider handle" in e.clue)


def _way(sight: Sight, wanted: str) -> Direction:
    """Up where the list shows only what comes after the wanted option."""
    names = [e.name for e in sight.of_role("option")]
    shown = [names.index(e.name) for e in sight.of_role("text") if e.name in names]
    return "up" if wanted in names and shown and min(shown) > names.index(wanted) else "down"


ORACLES: Mapping[str, Oracle] = {
    "focus-text": focused,
    "focus-text-2": focused,
    "form-sequence": slid_and_ticked,
    "form-sequence-2": checked_and_typed,
    "form-sequence-3": dropped_and_clicked,
    "highlight-text": highlighted,
    "highlight-text-2": highlighted,
    "scroll-text-2": scrolled,
    "sign-agreement": signed,
    "unicode-test": quoted_button,
    "use-spinner": spun,
}
