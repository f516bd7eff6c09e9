"""Checks of desktop tasks: shell commands that read the files in the home folder."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from onscreen.types import AllOf, Check, PageValue

READ_SPREADSHEET = """
import re, sys, zipfile
text = zipfile.ZipFile(sys.argv[1]).read("content.xml").decode()
rows = re.findall(r"<table:table-row[^>]*>(.*?)</table:table-row>", text, re.S)
cells = [re.sub(r"<[^>]*>", "", cell) for row in rows for cell in re.findall(r"<text:p>(.*?)</text:p>", row)]
print("true" if cells == sys.argv[2:] else "false")
"""
"""Python program that compares the texts of all cells of a document, row by row, with its arguments."""


def files_are(files: Mapping[str, str]) -> Check:
    """Return a check that the home folder contains exactly these files, with these contents.

    Trailing line breaks are ignored. Hidden files and empty folders do not count.
    """
    names = "\n".join(sorted(files))
    find = "find . -type f -not -path '*/.*' | sed 's|^./||' | LC_ALL=C sort"
    listed = _holds(f'[ "$({find})" = {shlex.quote(names)} ]', f"the files are {', '.join(sorted(files))}")
    contents = (
        _holds(
            f'[ "$(cat {shlex.quote(name)})" = {shlex.quote(text.rstrip())} ]', f"{name} contains {text!r}"
        )
        for name, text in files.items()
    )
    return AllOf((listed, *contents))


def folders_are(names: Sequence[str]) -> Check:
    """Return a check that the home folder contains these folders in addition to the standard ones."""
    expected = "\n".join(sorted([*names, "Desktop", "Documents", "Downloads"]))
    find = "find . -mindepth 1 -type d -not -path '*/.*' | sed 's|^./||' | LC_ALL=C sort"
    about = f"the folders are {', '.join(sorted(names)) or 'as they were'}"
    return _holds(f'[ "$({find})" = {shlex.quote(expected)} ]', about)


def spreadsheet_is(name: str, cells: Sequence[str]) -> Check:
    """Return a check that a document contains these texts in its cells, row by row, and no others."""
    program = " ".join(map(shlex.quote, ("python3", "-c", READ_SPREADSHEET, name, *cells)))
    return PageValue(
        f"{program} || echo false", equals="true", about=f"the cells of {name} are {', '.join(cells)}"
    )


def write_files(files: Mapping[str, str]) -> str:
    """Return the start script that writes files."""
    return "; ".join(
        f"printf '%s\\n' {shlex.quote(text)} > {shlex.quote(name)}" for name, text in files.items()
    )


def _holds(condition: str, about: str) -> PageValue:
    return PageValue(f"{condition} && echo true || echo false", equals="true", about=about)
