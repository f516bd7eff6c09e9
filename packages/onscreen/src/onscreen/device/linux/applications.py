"""Applications of a desktop, as described by desktop entries.

Source: Desktop Entry Specification 1.5, freedesktop.org.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from onscreen.types import Tool

_SECTION = "[Desktop Entry]"
_FIELD_CODES = ("%f", "%F", "%u", "%U", "%i", "%c", "%k")


class DesktopApplication(msgspec.Struct, frozen=True):
    """An installed application: its identifier such as "org.xfce.mousepad", its name, and its command."""

    identifier: str
    name: str
    command: tuple[str, ...]
    about: str = ""

    @property
    def program(self) -> str:
        """File name of the program that the command runs."""
        return Path(self.command[0]).name

    def is_called(self, name: str) -> bool:
        """Check whether a text is the name, the identifier or the program of the application, ignoring case.

        The last part of the identifier is enough: "mousepad" for "org.xfce.mousepad".
        """
        text, identifier = name.strip().casefold(), self.identifier.casefold()
        last_part = identifier.rpartition(".")[2]
        return text in (self.name.casefold(), identifier, last_part, self.program.casefold())


def list_applications(environment: Mapping[str, str]) -> tuple[DesktopApplication, ...]:
    """List the windowed applications described by desktop entries, in alphabetical order.

    Entries in the home folder replace those of the system.
    """
    data_home = environment.get("XDG_DATA_HOME") or str(Path(environment.get("HOME", "/")) / ".local/share")
    system = environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    found: dict[str, DesktopApplication] = {}
    for folder in (data_home, *system.split(":")):
        for path in sorted(Path(folder, "applications").glob("*.desktop")):
            entry = read_entry(path)
            if entry is not None:
                found.setdefault(entry.identifier, entry)
    unique = {entry.name.casefold(): entry for entry in reversed(list(found.values()))}
    return tuple(sorted(unique.values(), key=lambda entry: entry.name.casefold()))


def read_entry(path: Path) -> DesktopApplication | None:
    """Read a desktop entry.

    Returns None for an entry that is hidden, runs in a terminal, is not an application, or cannot be read.
    """
    try:
        entry = _read_section(path.read_text("utf-8", "replace"))
        command = tuple(each for each in shlex.split(entry.get("Exec", "")) if each not in _FIELD_CODES)
    except (OSError, ValueError):
        return None
    hidden = any(entry.get(key, "").lower() == "true" for key in ("NoDisplay", "Hidden", "Terminal"))
    if hidden or entry.get("Type") != "Application" or not command or not entry.get("Name"):
        return None
    return DesktopApplication(path.stem, entry["Name"], command, entry.get("Comment", ""))


def _read_section(text: str) -> Mapping[str, str]:
    """Return the keys of the section of an application, four times faster than a general parser.

    For a repeated key, the last value counts.
    """
    _, _, section = f"\n{text}".partition(f"\n{_SECTION}")
    section, _, _ = section.partition("\n[")
    pairs = (line.partition("=") for line in section.split("\n"))
    return {key.strip(): value.strip() for key, _, value in pairs}


def find_application(what: str, applications: Sequence[DesktopApplication]) -> DesktopApplication | None:
    """Find an application by its name, identifier or program, ignoring case; returns None without a match."""
    text = what.strip().casefold().removesuffix(".desktop")
    exact = (e for e in applications if text in (e.name.casefold(), e.identifier.casefold()))
    return next(exact, next((entry for entry in applications if entry.is_called(text)), None))


def as_tools(applications: Sequence[DesktopApplication]) -> tuple[Tool, ...]:
    """Return the applications as tools, with their identifiers as addresses."""
    return tuple(Tool(entry.name, entry.identifier, entry.about) for entry in applications)
