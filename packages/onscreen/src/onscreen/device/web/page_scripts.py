"""JavaScript injected into web pages, in the main world and in an isolated world."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

ISOLATED_WORLD = "onscreen"
_ISOLATED_PARTS = (
    "page_activity.js",
    "accessibility.js",
    "names.js",
    "canvas_figure.js",
    "visibility.js",
    "calendars.js",
    "component_controls.js",
    "composed_fields.js",
    "style_rules.js",
    "count_cache.js",
    "kept_reading.js",
    "hit_cache.js",
    "kept_rows.js",
    "svg_groups.js",
    "container_items.js",
    "icon_fonts.js",
    "tooltips.js",
    "schedules.js",
    "snapshot.js",
    "hover_reveals.js",
    "hit_target.js",
    "seen_controls.js",
    "fields.js",
    "check_controls.js",
    "event_guard.js",
    "sliders.js",
)
_EXPORTS = (
    "settle, isMiddleEmpty, nextFrame, changed, pointerPosition, changeCount, snapshot, hitTarget, "
    "frameOffset, fieldState, endGuard, guardPoint, guardKeys, guardEnter, hasFocus, "
    "focusField, focusesFrame, setField, readField, leaveField, choose, noteOptions, newOptions, listState, "
    "checkStateNow, checkPart, focusOnly, scrollView, fileField, sliderState, "
    "linkFrame: (element, frameId) => { frameIds.set(element, frameId); forgetCounts(element); }"
)


@cache
def main_world_script(token: str) -> str:
    """Load the script that runs in the page's main JavaScript world.

    `token` is the secret part of the names of the script's events.
    """
    return _read("page_world.js").replace("__TOKEN__", token)


@cache
def isolated_world_script(token: str) -> str:
    """Load the script that runs in the page's isolated JavaScript world.

    The script defines its functions on the global object `onscreen`, even if an element of the page has the
    id "onscreen".
    """
    body = "\n".join(_read(part) for part in _ISOLATED_PARTS)
    return (
        "if (!Object.hasOwn(globalThis, 'onscreen')) "
        "Object.defineProperty(globalThis, 'onscreen', { value: (() => {"
        f' "use strict"; const TOKEN = "{token}";\n{body}\nreturn {{ {_EXPORTS} }}; }})() }});'
    )


def _read(name: str) -> str:
    return (files("onscreen.device.web") / "js" / name).read_text(encoding="utf-8")
