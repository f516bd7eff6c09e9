"""Applications in the Start menu of Windows."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from onscreen.types import Tool

START_MENU = Path("Microsoft/Windows/Start Menu/Programs")
SHORTCUTS = "*.lnk"


def list_shortcuts(data_folders: Iterable[Path]) -> tuple[Tool, ...]:
    """List the shortcuts of the Start menu in alphabetical order, with their paths as addresses.

    `data_folders` are the folders for program data of the machine and of the user; a shortcut of the user
    replaces one of the machine with the same name.
    """
    found: dict[str, Tool] = {}
    for folder in data_folders:
        for path in sorted((folder / START_MENU).rglob(SHORTCUTS)):
            found[path.stem.casefold()] = Tool(path.stem, str(path))
    return tuple(sorted(found.values(), key=lambda tool: tool.name.casefold()))
