"""Applications are found by their desktop entries."""

from __future__ import annotations

from pathlib import Path

import pytest

from onscreen.device.linux.applications import (
    DesktopApplication,
    as_tools,
    find_application,
    list_applications,
    read_entry,
)

ENTRY = (
    "[Desktop Entry]\nType=Application\nName=Text Editor\nComment=Edit texts\nExec=/usr/bin/editor --new %F\n"
)


def write(folder: Path, name: str, text: str) -> Path:
    """Write a desktop entry."""
    path = folder / "applications" / f"{name}.desktop"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_an_entry_has_a_name_a_command_and_a_comment(tmp_path: Path) -> None:
    """Field codes such as %F are removed from the command."""
    entry = read_entry(write(tmp_path, "org.example.Editor", ENTRY))
    assert entry == DesktopApplication(
        "org.example.Editor", "Text Editor", ("/usr/bin/editor", "--new"), "Edit texts"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no section",
        "[Desktop Entry]\nType=Link\nName=A\nExec=a\n",
        ENTRY + "NoDisplay=true\n",
        ENTRY + "Terminal=true\n",
        ENTRY.replace("Exec=/usr/bin/editor --new %F", "Exec='unclosed"),
        ENTRY.replace("Name=Text Editor\n", ""),
    ],
)
def test_other_entries_are_left_out(tmp_path: Path, text: str) -> None:
    """Entries that are hidden, broken, for terminals or for something else are left out."""
    assert read_entry(write(tmp_path, "a", text)) is None


def test_entries_of_the_home_folder_come_first(tmp_path: Path) -> None:
    """An entry in the home folder replaces that of the system with the same identifier."""
    write(tmp_path / "system", "a", ENTRY)
    write(tmp_path / "home/.local/share", "a", ENTRY.replace("Text Editor", "My Editor"))
    environment = {"HOME": str(tmp_path / "home"), "XDG_DATA_DIRS": str(tmp_path / "system")}
    assert [entry.name for entry in list_applications(environment)] == ["My Editor"]


@pytest.mark.parametrize("what", ["Text Editor", "text editor", "org.example.Editor", "editor", "Editor"])
def test_an_application_is_found_by_its_names(what: str) -> None:
    """An application is found by its name, identifier, last part of the identifier, or program."""
    entry = DesktopApplication("org.example.Editor", "Text Editor", ("/usr/bin/editor",))
    assert find_application(what, [entry]) == entry
    assert find_application("other", [entry]) is None
    assert as_tools([entry])[0].address == "org.example.Editor"
