"""Highlight of a click's target in the browser's window, for a person who watches."""

from __future__ import annotations

from onscreen.device.web.action_context import ActionContext
from onscreen.types import Target

POINT_SIZE_PX = 24.0
"""Side of the square that is shown around a target that is a point, in CSS pixels."""

_FILL = {"r": 255, "g": 120, "b": 0, "a": 0.25}
_OUTLINE = {"r": 255, "g": 120, "b": 0, "a": 1}


def show_target(context: ActionContext, target: Target) -> None:
    """Highlight a target for `show_target_sec` seconds (a setting); 0 shows nothing.

    The browser draws the highlight over the page, so the page cannot detect it, and screenshots do not
    contain it.

    Raises:
        ElementGone: the target is not on the page any more.
        ElementCovered: other elements cover all of the target.
        CallInterrupted: a dialog opened, or the tab crashed or closed.
    """
    seconds = context.settings.show_target_sec
    if seconds <= 0:
        return
    hit = context.locate(target)
    if hit.kind == "option":
        return
    left, top, right, bottom = hit.box
    width, height = right - left or POINT_SIZE_PX, bottom - top or POINT_SIZE_PX
    area = {"x": round(hit.x - width / 2), "y": round(hit.y - height / 2)}
    area |= {"width": round(width), "height": round(height)}
    session = context.tab.session
    for method in ("DOM.enable", "Overlay.enable"):
        context.connection.notify(method, session=session)
    highlight = {**area, "color": _FILL, "outlineColor": _OUTLINE}
    context.connection.notify("Overlay.highlightRect", highlight, session=session)
    try:
        context.sleep(seconds)
    finally:
        context.connection.notify("Overlay.hideHighlight", session=session)
