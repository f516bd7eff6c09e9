"""The pages and scripts that draw the phone."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent
_FIRST = ("icons", "kernel", "widgets", "dump", "system")
_LAST = ("api", "files")
_HEAD = '(() => {\n"use strict";'
_FOOT = "globalThis.phone = guarded(phone);\n})()\n//# sourceURL=phone.js"
_PLACE = re.compile(r"phone\.js:(\d+)")
_TEXT_SIZE = re.compile(r"font-size:\s*([\d.]+)px")


def script() -> str:
    """Return all scripts as one: the core, the outside face, then each application in a scope of its own."""
    parts = [f"{before}{_read(path)}{after}" for path, before, after in _scripts()]
    return "\n".join([_HEAD, *parts, _FOOT])


def place(stack: str, *, line: int = 0) -> str:
    """Return `clock.js:12` for the first place in our scripts that a stack names, or for a line of them."""
    found = _PLACE.search(stack)
    wanted = int(found[1]) if found else line
    at = _HEAD.count("\n") + 2
    for path, before, after in _scripts():
        first = at + before.count("\n")
        at = first + _read(path).count("\n") + after.count("\n") + 1
        if wanted < at:
            return f"{path.relative_to(FOLDER).as_posix()}:{wanted - first}" if wanted > first else ""
    return ""


def page() -> str:
    """Return the page that the scripts draw on."""
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>phone</title>"
        f"<style>{style()}</style><body><div id=root></div></body></html>"
    )


def style() -> str:
    """Return the looks: the phone's and those of the applications."""
    sheets = [FOLDER / "style.css", *sorted((FOLDER / "apps").glob("*.css"))]
    return _TEXT_SIZE.sub(r"font-size: calc(\1px * var(--text))", "\n".join(map(_read, sheets)))


def _scripts() -> list[tuple[Path, str, str]]:
    """Return every script with what stands before and after it."""
    rest = sorted(path.stem for path in FOLDER.glob("*.js") if path.stem not in {*_FIRST, *_LAST})
    core = [(FOLDER / f"{name}.js", "", "") for name in (*_FIRST, *rest, *_LAST)]
    return [*core, *((path, "{\n", "\n}") for path in sorted((FOLDER / "apps").glob("*.js")))]


def _read(path: Path) -> str:
    return f"/* {path.name} */\n{path.read_text(encoding='utf-8')}"
