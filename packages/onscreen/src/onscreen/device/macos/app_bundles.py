"""Installed applications on macOS."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from onscreen.types import Tool

BUNDLES = ("*.app", "*/*.app")
"""Bundles in a folder for applications and in its subfolders, such as Utilities."""


def list_bundles(folders: Iterable[Path]) -> tuple[Tool, ...]:
    """List the application bundles in folders in alphabetical order, with their paths as addresses.

    Of two bundles with the same name, the one in the first folder is listed.
    """
    found: dict[str, Tool] = {}
    for folder in folders:
        for pattern in BUNDLES:
            for path in sorted(folder.glob(pattern)):
                found.setdefault(path.stem.casefold(), Tool(path.stem, str(path)))
    return tuple(sorted(found.values(), key=lambda tool: tool.name.casefold()))
