"""The `onscreen notes` command, which shows and edits what is known about an application."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import msgspec

from onscreen.app_maps.action_effect import describe_effect
from onscreen.app_maps.map_store import MAP_FILE, load_map, map_folder, save_map
from onscreen.app_maps.screen_map import AppMap, MapFailure, MapNote, MapScreen, merge_maps
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
    parser.add_argument(
        "--control",
        default="",
        metavar="NAME",
        help="with --add: the control on the screen that the note is on",
    )
    chosen.add_argument("--export", metavar="FILE", help="write the map with its notes to a file")
    chosen.add_argument(
        "--import", dest="import_from", metavar="FILE", help="merge the map and the notes of a file"
    )


def run(arguments: Namespace) -> int:
    """Perform the chosen operation and return the exit status.

    Raises:
        UsageError: a map cannot be read or written, or it has no such screen or control.
    """
    if arguments.control and not arguments.add:
        raise UsageError("--control belongs to --add SCREEN TEXT")
    folder = map_folder(arguments.app)
    if arguments.edit:
        edit_file(folder / MAP_FILE, check=load_map)
    elif arguments.add:
        screen, text = arguments.add
        save_map(add_note(load_map(folder), screen, text=text, control=arguments.control), folder)
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


def add_note(app_map: AppMap, screen_id: str, *, text: str, control: str = "") -> AppMap:
    """Return the map with a note on a screen, or on the control with the name `control`.

    A note on a control counts as wrong once the control has another effect than the map now records.

    Raises:
        UsageError: the map has no such screen or control.
    """
    screen = app_map.screen(screen_id)
    if screen is None:
        known = ", ".join(screen.id for screen in app_map.screens)
        raise UsageError(f"the map has no screen {screen_id!r}; its screens are: {known}")
    note = MapNote(screen_id, text)
    if control:
        key = _control_key(screen, control)
        seen = next((a for a in app_map.actions_on(screen_id) if (a.control, a.verb) == (key, "click")), None)
        note = MapNote(screen_id, text, key, effect=seen.effect if seen else "", to=seen.to if seen else "")
    return msgspec.structs.replace(app_map, notes=(*app_map.notes, note))


def _control_key(screen: MapScreen, name: str) -> str:
    found = [
        each for each in screen.controls if name.casefold() in (each.name.casefold(), each.key.casefold())
    ]
    if len(found) != 1:
        known = ", ".join(repr(each.name) for each in screen.controls if each.name)
        raise UsageError(
            f"the screen {screen.id!r} has {len(found)} controls named {name!r}; its controls are: {known}"
        )
    return found[0].key


def format_notes(app_map: AppMap) -> str:
    """Format the screens of a map with the effects of their controls and the notes on them."""
    lines = [f"{one_line(app_map.app)}{f' {app_map.version}' if app_map.version else ''}"]
    for screen in app_map.screens:
        notes = [note for note in app_map.notes if note.screen == screen.id]
        lines += ["", f"{screen.id}: {one_line(screen.title)!r}"]
        lines += [f"  note: {one_line(note.text, 300)}" for note in notes if not note.control]
        for action in app_map.actions_on(screen.id):
            control = screen.control(action.control)
            if control is not None and action.verb == "click":
                effect = one_line(describe_effect(action, app_map))
                lines.append(f"  {control.role} {one_line(control.name)!r} {effect}")
        lines += [_format_note(note, screen) for note in notes if note.control]
        lines += [_format_failure(each, screen) for each in app_map.failures if each.screen == screen.id]
    return "\n".join(lines)


def _format_note(note: MapNote, screen: MapScreen) -> str:
    control = screen.control(note.control)
    name = one_line(control.name or control.role) if control else one_line(note.control)
    author = "" if note.author == "person" else f" ({note.author})"
    wrong = f" [wrong, seen since: {one_line(note.seen)}]" if note.seen else ""
    return f"  note on {name!r}{author}: {one_line(note.text, 300)}{wrong}"


def _format_failure(failure: MapFailure, screen: MapScreen) -> str:
    control = screen.control(failure.control)
    name = one_line(control.name or control.role) if control else one_line(failure.control)
    times = f", {failure.times} times" if failure.times > 1 else ""
    return (
        f"  failed for {one_line(failure.task)!r}: {failure.verb} on {name!r} {one_line(failure.what)}{times}"
    )
