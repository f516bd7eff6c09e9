"""HTML page, stylesheets and scripts that render the phone's screen."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent
_FIRST_SCRIPTS = ("icons", "kernel", "widgets", "dump", "system")
_LAST_SCRIPTS = ("api", "files", "journal")
_PROLOGUE = '(() => {\n"use strict";'
_EPILOGUE = "globalThis.phone = withArgumentChecks(phone);\n})()\n//# sourceURL=phone.js"
_SOURCE_POSITION = re.compile(r"phone\.js:(\d+)")
_FONT_SIZE = re.compile(r"font-size:\s*([\d.]+)px")


def build_script() -> str:
    """Join all JavaScript files into one script, with each app in its own scope."""
    parts = [f"{before}{_read(path)}{after}" for path, before, after in _scripts()]
    return "\n".join([_PROLOGUE, *parts, _EPILOGUE])


def locate_source(stack: str, *, line: int = 0) -> str:
    """Find the source file and line, such as `clock.js:12`, for a JavaScript stack trace.

    Uses `line` of the joined script if the stack names no position. Returns "" if the line is in no script.
    """
    match = _SOURCE_POSITION.search(stack)
    wanted_line = int(match[1]) if match else line
    next_line = _PROLOGUE.count("\n") + 2
    for path, before, after in _scripts():
        first_line = next_line + before.count("\n")
        next_line = first_line + _read(path).count("\n") + after.count("\n") + 1
        if wanted_line < next_line:
            return (
                f"{path.relative_to(FOLDER).as_posix()}:{wanted_line - first_line}"
                if wanted_line > first_line
                else ""
            )
    return ""


def build_page() -> str:
    """Build the HTML page in which the phone's scripts run."""
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>phone</title>"
        f"<style>{build_style()}</style><body><div id=root></div></body></html>"
    )


def build_style() -> str:
    """Join the stylesheets of the phone and its apps, and make font sizes scalable."""
    sheets = [FOLDER / "style.css", *sorted((FOLDER / "apps").glob("*.css"))]
    return _FONT_SIZE.sub(r"font-size: calc(\1px * var(--text))", "\n".join(map(_read, sheets)))


def _scripts() -> list[tuple[Path, str, str]]:
    """List the path of each script with the text to insert before and after it."""
    rest = sorted(
        path.stem for path in FOLDER.glob("*.js") if path.stem not in {*_FIRST_SCRIPTS, *_LAST_SCRIPTS}
    )
    core = [(FOLDER / f"{name}.js", "", "") for name in (*_FIRST_SCRIPTS, *rest, *_LAST_SCRIPTS)]
    return [*core, *((path, "{\n", "\n}") for path in sorted((FOLDER / "apps").glob("*.js")))]


def _read(path: Path) -> str:
    return f"/* {path.name} */\n{path.read_text(encoding='utf-8')}"
