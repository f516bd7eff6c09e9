"""Oracles of MiniWoB++ for small forms: boxes to tick, lists, a text to copy, a box to drag."""

from __future__ import annotations

import re
from collections.abc import Mapping

from onscreen.types import Action, Drag, Element, Select, Type
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight
from onscreen_practice.miniwob.oracles.screen_reader import click, exactly, submit

_ASKED = re.compile(r"Select (.+?)(?: from the (?:scroll )?list)? and click Submit\.")
_PLACE = re.compile(r"from the (\d)")


def ticked(sight: Sight) -> Action | None:
    """Tick the boxes, or the options of a list of several, that are asked for and no others; then submit."""
    wanted = _asked(sight)
    shown = sight.of_role("checkbox", "option")
    wrong = (e for e in shown if _is_on(e) != (e.name in wanted))
    return click(next(wrong, None)) or submit(sight)


def option(sight: Sight) -> Action | None:
    """Choose the one option that is asked for, then submit."""
    wanted = _asked(sight)
    wrong = (e for e in sight.of_role("radio") if e.name in wanted and not _is_on(e))
    return click(next(wrong, None)) or submit(sight)


def chosen(sight: Sight) -> Action | None:
    """Choose in the list what is asked for, then submit."""
    wanted = _asked(sight)
    wrong = (e for e in sight.of_role("option") if e.name in wanted and not _is_on(e))
    name = next((e.name for e in wrong), None)
    return Select(sight.of_role("combobox")[0], (name,)) if name else submit(sight)


def copied(sight: Sight) -> Action | None:
    """Type the text of the asked text area into the field, then submit."""
    areas = [e for e in sight.of_role("textbox") if e.has("multiline")]
    field = next((e for e in sight.of_role("textbox") if not e.has("multiline")), None)
    said = _PLACE.search(sight.asked)
    text = areas[int(said.group(1)) - 1 if said else 0].value
    return submit(sight) if field is None or field.value == text else Type(text, field)


def box_in_box(sight: Sight) -> Action | None:
    """Drag the small box to the middle of the large one, then submit."""
    small, large = exactly(sight, "s", "generic"), exactly(sight, "L", "generic")
    if small is None or large is None or _within(small, large):
        return submit(sight)
    return Drag(small, to=large)


def _asked(sight: Sight) -> tuple[str, ...]:
    said = _ASKED.search(sight.asked)
    return tuple(said.group(1).split(", ")) if said else ()


def _is_on(element: Element) -> bool:
    return element.has("checked") or element.has("selected")


def _within(inner: Element, outer: Element) -> bool:
    return (
        outer.box.left < inner.box.left
        and outer.box.top < inner.box.top
        and inner.box.right < outer.box.right
        and inner.box.bottom < outer.box.bottom
    )


ORACLES: Mapping[str, Oracle] = {
    "choose-list": chosen,
    "click-checkboxes": ticked,
    "click-checkboxes-large": ticked,
    "click-checkboxes-transfer": ticked,
    "click-option": option,
    "click-scroll-list": ticked,
    "copy-paste": copied,
    "copy-paste-2": copied,
    "drag-box": box_in_box,
}
