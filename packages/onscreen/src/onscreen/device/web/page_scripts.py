"""The scripts put into pages: one for the page's own world, one for a world of our own."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

WORLD = "onscreen"
_PARTS = ("watch.js", "names.js", "drawn.js", "sight.js", "snapshot.js", "aim.js", "fields.js")
_OFFERED = (
    "settle, changed, pointer, changesNow, snapshot, aim, frameAt, field, focusField, setField, readField, "
    "isEmpty, choose, focusOnly, scrollView, fileField, isDraggable, "
    "own: (el, id) => { frameIds.set(el, id); }"
)


@cache
def page_script(token: str) -> str:
    """Return the script for the page's own world; `token` names the events nobody else can know."""
    return _read("world.js").replace("__TOKEN__", token)


@cache
def reader_script(token: str) -> str:
    """Return the script for our own world; it offers its functions as `onscreen`."""
    body = "\n".join(_read(part) for part in _PARTS)
    return (
        f'if (!globalThis.onscreen) globalThis.onscreen = (() => {{ "use strict"; const TOKEN = "{token}";\n'
        f"{body}\nreturn {{ {_OFFERED} }}; }})();"
    )


def _read(name: str) -> str:
    return (files("onscreen.device.web") / "js" / name).read_text(encoding="utf-8")
