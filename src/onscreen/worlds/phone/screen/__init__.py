"""The pages and scripts that draw the phone."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent
_FIRST = ("icons", "kernel", "widgets", "dump", "system")
_LAST = ("api", "files")
_TEXT_SIZE = re.compile(r"font-size:\s*([\d.]+)px")


def script() -> str:
    """Return all scripts as one: the core, the outside face, then each application in a scope of its own."""
    rest = sorted(path.stem for path in FOLDER.glob("*.js") if path.stem not in {*_FIRST, *_LAST})
    core = [_read(FOLDER / f"{name}.js") for name in (*_FIRST, *rest, *_LAST)]
    apps = [f"{{\n{_read(path)}\n}}" for path in sorted((FOLDER / "apps").glob("*.js"))]
    whole = "\n".join([*core, *apps])
    return f'(() => {{\n"use strict";\n{whole}\nglobalThis.phone = guarded(phone);\n}})()\n//# sourceURL=phone.js'


def style() -> str:
    """Return the looks: the phone's and those of the applications."""
    sheets = [FOLDER / "style.css", *sorted((FOLDER / "apps").glob("*.css"))]
    return _TEXT_SIZE.sub(r"font-size: calc(\1px * var(--text))", "\n".join(map(_read, sheets)))


def _read(path: Path) -> str:
    return f"/* {path.name} */\n{path.read_text(encoding='utf-8')}"
