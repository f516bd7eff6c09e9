"""Oracles of MiniWoB++ for small forms: boxes to tick, lists, a text to copy, a box to drag."""

from __future__ import annotations

import re
from collections.abc import Mapping

from onscreen.bench.miniwob_oracles.reading import click, exactly, submit
from onscreen.bench.miniwob_oracles.sight import Oracle, Sight
from onscreen.types import Action, Drag, Element, Select, Type

_ASKED = re.compile(r"Select (.+?)(?: from the (?:scroll )?list)? and click Submit\.")
_PLACE = re.compile(r"from the (\d)")


def boxes(sight: Sight) -> Action | None:
    """Tick the boxes that are asked for and no others, top to bottom, then submit."""
    wanted = _asked(sight)
    shown = sight.of_role("checkbox")
    wrong = (e for e in shown if e.has("checked") != (e.name in wanted))
    return click(next(wrong, None)) or submit(sight)


def option(sight: Sight) -> Action | None:
    """Choose the one option that is asked for, then submit."""
    wanted = _asked(sight)
    wrong = (e for e in sight.of_role("radio") if e.name in wanted and not e.has("checked"))
    return click(next(wrong, None)) or submit(sight)


def chosen(sight: Sight) -> Action | None:
    """Choose what is asked for in the list and nothing else, then submit."""
    wanted = _asked(sight)
    options = sight.of_role("option")
    if all(e.has("selected") == (e.name in wanted) for e in options):
        return submit(sight)
    names = tuple(e.name for e in options if e.name in wanted)
    return Select(sight.of_role("combobox", "listbox")[0], names)


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


def _within(inner: Element, outer: Element) -> bool:
    return (
        outer.box.left < inner.box.left
        and outer.box.top < inner.box.top
        and inner.box.right < outer.box.right
        and inner.box.bottom < outer.box.bottom
    )


ORACLES: Mapping[str, Oracle] = {
    "choose-list": chosen,
    "click-checkboxes": boxes,
    "click-checkboxes-large": boxes,
    "click-checkboxes-transfer": boxes,
    "click-option": option,
    "click-scroll-list": chosen,
    "copy-paste": copied,
    "copy-paste-2": copied,
    "drag-box": box_in_box,
}
