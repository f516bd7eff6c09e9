"""Print what programs show on this X display, a line of JSON each screen; run by `harvest_programs.py`.

    dbus-run-session -- /usr/bin/python3 accessible.py PROGRAM

It reads AT-SPI, which needs the system's python3-gi and gir1.2-atspi-2.0, so it imports nothing else. A
program is shown as it opens, with each menu of its bar, and with a few of the dialogs that its menus open.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

OPENED_SEC = 25.0
STEP_SEC = 0.8
MOST_NODES = 700
DIALOGS = re.compile(
    "preferences|settings|properties|find|replace|go to|open|save as|new|add|print", re.IGNORECASE
)
MOST_DIALOGS = 3
MOST_MENUS = 8
STATES = {
    Atspi.StateType.CHECKED: "checked",
    Atspi.StateType.SELECTED: "selected",
    Atspi.StateType.EXPANDED: "expanded",
    Atspi.StateType.EDITABLE: "editable",
    Atspi.StateType.FOCUSED: "focused",
}
FULL = frozenset({"table", "tree table", "tree", "list box", "icon view", "combo box", "text"})
"""Roles in which no menus are looked for: there may be thousands of things in them."""

LIVING = (Atspi.StateType.SENSITIVE, Atspi.StateType.ENABLED)


def children(thing: Atspi.Accessible) -> Iterator[Atspi.Accessible]:
    """Yield what stands in it, as far as it answers."""
    try:
        count = thing.get_child_count()
    except GLib.Error:
        return
    for place in range(min(count, MOST_NODES)):
        try:
            child = thing.get_child_at_index(place)
        except GLib.Error:
            continue
        if child is not None:
            yield child


def walk(thing: Atspi.Accessible, parent: int | None, found: list[dict]) -> None:
    """Add what is shown of a thing and what stands in it, before it what it stands in."""
    try:
        row = _row(thing, parent)
    except GLib.Error:
        return
    if row is None or len(found) >= MOST_NODES:
        return
    found.append(row)
    place = len(found) - 1
    if row["role"] != "combo box":
        for child in children(thing):
            if len(found) < MOST_NODES:
                walk(child, place, found)


def _row(thing: Atspi.Accessible, parent: int | None) -> dict | None:
    has = thing.get_state_set().contains
    if parent is not None and not (has(Atspi.StateType.SHOWING) and has(Atspi.StateType.VISIBLE)):
        return None
    if thing.get_role() == Atspi.Role.INVALID:
        return None
    box = thing.get_extents(Atspi.CoordType.SCREEN)
    states = [word for state, word in STATES.items() if has(state)]
    if not any(has(state) for state in LIVING):
        states.append("disabled")
    return {
        "role": thing.get_role_name(),
        "name": (thing.get_name() or _label(thing)).strip(),
        "clue": thing.get_description() or "",
        "value": _value(thing),
        "states": states,
        "box": [box.x, box.y, box.x + box.width, box.y + box.height],
        "parent": parent,
    }


def _label(thing: Atspi.Accessible) -> str:
    for relation in thing.get_relation_set():
        if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY:
            return " ".join(relation.get_target(i).get_name() for i in range(relation.get_n_targets()))
    return ""


def _value(thing: Atspi.Accessible) -> str:
    text = thing.get_text_iface()
    if text is None or thing.get_role_name() == "label":
        return ""
    return Atspi.Text.get_text(text, 0, min(300, Atspi.Text.get_character_count(text)))


def windows() -> list[Atspi.Accessible]:
    """Return the windows of all programs."""
    return [window for program in children(Atspi.get_desktop(0)) for window in children(program)]


def shown() -> list[dict]:
    """Return all that is to be seen now."""
    found: list[dict] = []
    for window in windows():
        walk(window, None, found)
    return found


def things(role: str) -> list[Atspi.Accessible]:
    """Return everything of a role that exists, shown or not, below the windows."""
    found: list[Atspi.Accessible] = []
    waiting = windows()
    while waiting and len(found) < MOST_NODES:
        thing = waiting.pop(0)
        try:
            named = thing.get_role_name()
        except GLib.Error:
            continue
        if named == role:
            found.append(thing)
        if named not in FULL:
            waiting += children(thing)
    return found


def press(thing: Atspi.Accessible | None) -> bool:
    """Do the first thing that can be done with it, if there is any."""
    try:
        return thing is not None and thing.get_n_actions() > 0 and thing.do_action(0)
    except GLib.Error:
        return False


def tell(name: str) -> None:
    """Print what is shown now."""
    print(json.dumps({"name": name, "nodes": shown()}), flush=True)


@contextmanager
def running(command: list[str]) -> Iterator[bool]:
    """Start a program and end it; what is given says whether it showed anything."""
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + OPENED_SEC
        while time.monotonic() < end and not windows():
            time.sleep(0.3)
        time.sleep(2 * STEP_SEC)
        yield bool(windows())
    finally:
        program.terminate()
        try:
            program.wait(3)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()
        time.sleep(0.3)


def main() -> None:
    """Show the program, its menus, and some of its dialogs."""
    command = sys.argv[1:]
    with running(command) as there:
        if not there:
            sys.exit(f"{command[0]} showed nothing within {OPENED_SEC:.0f} s")
        tell("window")
        entries = things("menu item")
        names = [entry.get_name() for entry in entries]
        bars = [menu for bar in things("menu bar") for menu in children(bar)]
        for menu in bars[:MOST_MENUS]:
            name = menu.get_name()
            press(menu)
            time.sleep(STEP_SEC)
            tell(f"menu {name}")
            subprocess.run(["/usr/bin/xdotool", "key", "Escape", "key", "Escape"], check=False)
            time.sleep(STEP_SEC / 2)
    asked = [name for name in dict.fromkeys(names) if DIALOGS.match(name)]
    for name in asked[:MOST_DIALOGS]:
        with running(command) as there:
            if not there:
                continue
            before = len(windows())
            if press(next((entry for entry in things("menu item") if entry.get_name() == name), None)):
                time.sleep(2 * STEP_SEC)
                if len(windows()) > before:
                    tell(f"dialog {name}")


if __name__ == "__main__":
    main()
