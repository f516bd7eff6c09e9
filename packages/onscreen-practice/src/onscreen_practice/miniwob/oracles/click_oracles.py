"""Oracles of MiniWoB++ for tasks of one click: buttons, links, dialogs, tabs, colours, kinds of widgets."""

from __future__ import annotations

import re
from collections.abc import Mapping

from onscreen.types import Action, Element
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight
from onscreen_practice.miniwob.oracles.screen_reader import click, exactly

_COLOUR = re.compile(r"Click on the (\w+) colored box")
_LABEL = re.compile(r"Click (?:on|button) (.+)\.")
_WIDGETS: Mapping[str, str] = {"text": "textbox", "textarea": "textbox"}


def quoted_button(sight: Sight) -> Action | None:
    """Click the button whose label the instruction quotes; a dialog calls its x "Close"."""
    label = sight.quoted[0]
    return click(exactly(sight, "Close" if label == "x" else label, "button"))


def quoted_link(sight: Sight) -> Action | None:
    """Click the link whose text the instruction quotes."""
    return click(exactly(sight, sight.quoted[0], "generic", "link"))


def only_button(sight: Sight) -> Action | None:
    """Click the first button there is."""
    return click(next(iter(sight.of_role("button")), None))


def labelled(sight: Sight) -> Action | None:
    """Click the tab or button that the instruction names without quotes."""
    said = _LABEL.search(sight.asked)
    return click(exactly(sight, said.group(1), "link", "button")) if said else None


def one_then_two(sight: Sight) -> Action | None:
    """Click button ONE, and after that button TWO."""
    return click(exactly(sight, "TWO" if sight.clicked("ONE") else "ONE", "button"))


def colour(sight: Sight) -> Action | None:
    """Click the box of the colour that the instruction says."""
    said = _COLOUR.search(sight.asked)
    boxes = sight.of_role("generic")
    return click(next((e for e in boxes if said and e.clue.split()[:1] == [said.group(1)]), None))


def widget(sight: Sight) -> Action | None:
    """Click the first widget of the kind that the instruction quotes."""
    kind = sight.quoted[0]
    fit = sight.of_role(_WIDGETS.get(kind, kind))
    return click(next((e for e in fit if _is_area(e) == (kind == "textarea")), None))


def _is_area(element: Element) -> bool:
    return element.has("multiline")


ORACLES: Mapping[str, Oracle] = {
    "click-button": quoted_button,
    "click-button-sequence": one_then_two,
    "click-color": colour,
    "click-dialog": quoted_button,
    "click-dialog-2": quoted_button,
    "click-link": quoted_link,
    "click-tab": labelled,
    "click-test": only_button,
    "click-test-2": labelled,
    "click-test-transfer": labelled,
    "click-widget": widget,
}
