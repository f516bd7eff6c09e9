"""The `onscreen notes` command, which shows and edits what is known about an application."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import msgspec

from onscreen.app_maps.action_effect import describe_effect
from onscreen.app_maps.map_store import MAP_FILE, load_map, map_folder, save_map
from onscreen.app_maps.screen_map import AppMap, MapNote, merge_maps
from onscreen.cli.file_editor import copy_file, edit_file
from onscreen.report.html_text_format import one_line
from onscreen.types.errors import UsageError

HELP = """Show, edit, export or import the notes on an application: its screens, what their controls do, and
your own notes."""


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument("app", metavar="APP", help="name or address of the application")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--edit", action="store_true", help="edit the file of the map with $EDITOR")
    chosen.add_argument(
        "--add", nargs=2, metavar=("SCREEN", "TEXT"), help="add a note to the screen with this id"
    )
    chosen.add_argument("--export", metavar="FILE", help="write the map with its notes to a file")
    chosen.add_argument(
        "--import", dest="import_from", metavar="FILE", help="merge the map and the notes of a file"
    )


def run(arguments: Namespace) -> int:
    """Perform the chosen operation and return the exit status.

    Raises:
        UsageError: a map cannot be read or written, or it has no such screen.
    """
    folder = map_folder(arguments.app)
    if arguments.edit:
        edit_file(folder / MAP_FILE, check=load_map)
    elif arguments.add:
        screen, text = arguments.add
        save_map(add_note(load_map(folder), screen, text=text), folder)
    elif arguments.export:
        load_map(folder)
        copy_file(folder / MAP_FILE, Path(arguments.export))
    elif arguments.import_from:
        other = load_map(Path(arguments.import_from))
        own = load_map(folder) if (folder / MAP_FILE).exists() else other
        save_map(merge_maps(own, other), folder)
    else:
        print(format_notes(load_map(folder)))  # noqa: T201
        return 0
    print(arguments.export or folder / MAP_FILE)  # noqa: T201
    return 0


def add_note(app_map: AppMap, screen_id: str, *, text: str) -> AppMap:
    """Return the map with a note on a screen added.

    Raises:
        UsageError: the map has no such screen.
    """
    if app_map.screen(screen_id) is None:
        known = ", ".join(screen.id for screen in app_map.screens)
        raise UsageError(f"the map has no screen {screen_id!r}; its screens are: {known}")
    return msgspec.structs.replace(app_map, notes=(*app_map.notes, MapNote(screen_id, text)))


def format_notes(app_map: AppMap) -> str:
    """Format the screens of a map with the effects of their controls and the notes on them."""
    lines = [f"{one_line(app_map.app)}{f' {app_map.version}' if app_map.version else ''}"]
    for screen in app_map.screens:
        lines += ["", f"{screen.id}: {one_line(screen.title)!r}"]
        lines += [f"  note: {one_line(note.text)}" for note in app_map.notes if note.screen == screen.id]
        for action in app_map.actions_on(screen.id):
            control = screen.control(action.control)
            if control is not None:
                effect = one_line(describe_effect(action, app_map))
                lines.append(f"  {control.role} {one_line(control.name)!r} {effect}")
    return "\n".join(lines)
