"""Print the screens of a GTK program on this X display as JSON lines; run by `harvest_programs.py`.

    dbus-run-session -- /usr/bin/python3 accessible.py PROGRAM

It reads AT-SPI, which requires the system's python3-gi and gir1.2-atspi-2.0, so it imports nothing else.
Recorded are the program's window after start, each menu of its menu bar, and a few dialogs that its menus
open.
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

OPEN_TIMEOUT_SEC = 25.0
STEP_SEC = 0.8
MAX_NODES = 700
DIALOGS = re.compile(
    "preferences|settings|properties|find|replace|go to|open|save as|new|add|print", re.IGNORECASE
)
MAX_DIALOGS = 3
MAX_MENUS = 8
STATES = {
    Atspi.StateType.CHECKED: "checked",
    Atspi.StateType.SELECTED: "selected",
    Atspi.StateType.EXPANDED: "expanded",
    Atspi.StateType.EDITABLE: "editable",
    Atspi.StateType.FOCUSED: "focused",
}
LARGE_ROLES = frozenset({"table", "tree table", "tree", "list box", "icon view", "combo box", "text"})
"""Roles that are not searched for menus, because they may have thousands of children."""

ENABLED_STATES = (Atspi.StateType.SENSITIVE, Atspi.StateType.ENABLED)


def children(accessible: Atspi.Accessible) -> Iterator[Atspi.Accessible]:
    """Yield the children of an AT-SPI object, skipping those that do not respond."""
    try:
        count = accessible.get_child_count()
    except GLib.Error:
        return
    for index in range(min(count, MAX_NODES)):
        try:
            child = accessible.get_child_at_index(index)
        except GLib.Error:
            continue
        if child is not None:
            yield child


def walk(accessible: Atspi.Accessible, parent: int | None, rows: list[dict]) -> None:
    """Append the visible nodes of an AT-SPI subtree to `rows`, parents first."""
    try:
        node = _describe(accessible, parent)
    except GLib.Error:
        return
    if node is None or len(rows) >= MAX_NODES:
        return
    rows.append(node)
    index = len(rows) - 1
    if node["role"] != "combo box":
        for child in children(accessible):
            if len(rows) < MAX_NODES:
                walk(child, index, rows)


def _describe(accessible: Atspi.Accessible, parent: int | None) -> dict | None:
    has_state = accessible.get_state_set().contains
    if parent is not None and not (has_state(Atspi.StateType.SHOWING) and has_state(Atspi.StateType.VISIBLE)):
        return None
    if accessible.get_role() == Atspi.Role.INVALID:
        return None
    box = accessible.get_extents(Atspi.CoordType.SCREEN)
    states = [word for state, word in STATES.items() if has_state(state)]
    if not any(has_state(state) for state in ENABLED_STATES):
        states.append("disabled")
    return {
        "role": accessible.get_role_name(),
        "name": (accessible.get_name() or _label(accessible)).strip(),
        "clue": accessible.get_description() or "",
        "value": _value(accessible),
        "states": states,
        "box": [box.x, box.y, box.x + box.width, box.y + box.height],
        "parent": parent,
    }


def _label(accessible: Atspi.Accessible) -> str:
    for relation in accessible.get_relation_set():
        if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY:
            return " ".join(relation.get_target(i).get_name() for i in range(relation.get_n_targets()))
    return ""


def _value(accessible: Atspi.Accessible) -> str:
    text = accessible.get_text_iface()
    if text is None or accessible.get_role_name() == "label":
        return ""
    return Atspi.Text.get_text(text, 0, min(300, Atspi.Text.get_character_count(text)))


def windows() -> list[Atspi.Accessible]:
    """Return the windows of all programs on the display."""
    return [window for program in children(Atspi.get_desktop(0)) for window in children(program)]


def collect_nodes() -> list[dict]:
    """Return all visible nodes on the display."""
    rows: list[dict] = []
    for window in windows():
        walk(window, None, rows)
    return rows


def find_by_role(role: str) -> list[Atspi.Accessible]:
    """Return every AT-SPI object with the given role in any window, visible or not."""
    matching: list[Atspi.Accessible] = []
    pending = windows()
    while pending and len(matching) < MAX_NODES:
        accessible = pending.pop(0)
        try:
            accessible_role = accessible.get_role_name()
        except GLib.Error:
            continue
        if accessible_role == role:
            matching.append(accessible)
        if accessible_role not in LARGE_ROLES:
            pending += children(accessible)
    return matching


def activate(accessible: Atspi.Accessible | None) -> bool:
    """Perform the first action of an AT-SPI object; return False if it has no action."""
    try:
        return accessible is not None and accessible.get_n_actions() > 0 and accessible.do_action(0)
    except GLib.Error:
        return False


def print_screen(name: str) -> None:
    """Print the visible nodes of the display under a name, as one JSON line."""
    print(json.dumps({"name": name, "nodes": collect_nodes()}), flush=True)


@contextmanager
def run_program(command: list[str]) -> Iterator[bool]:
    """Start a program and terminate it afterwards; yields whether it opened a window."""
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + OPEN_TIMEOUT_SEC
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
    """Record the screens of the program, its menus, and some of its dialogs."""
    command = sys.argv[1:]
    with run_program(command) as has_windows:
        if not has_windows:
            sys.exit(f"{command[0]} opened no window within {OPEN_TIMEOUT_SEC:.0f} s")
        print_screen("window")
        entries = find_by_role("menu item")
        names = [entry.get_name() for entry in entries]
        menus = [menu for bar in find_by_role("menu bar") for menu in children(bar)]
        for menu in menus[:MAX_MENUS]:
            name = menu.get_name()
            activate(menu)
            time.sleep(STEP_SEC)
            print_screen(f"menu {name}")
            subprocess.run(["/usr/bin/xdotool", "key", "Escape", "key", "Escape"], check=False)
            time.sleep(STEP_SEC / 2)
    dialog_names = [name for name in dict.fromkeys(names) if DIALOGS.match(name)]
    for name in dialog_names[:MAX_DIALOGS]:
        with run_program(command) as has_windows:
            if not has_windows:
                continue
            before = len(windows())
            if activate(
                next((entry for entry in find_by_role("menu item") if entry.get_name() == name), None)
            ):
                time.sleep(2 * STEP_SEC)
                if len(windows()) > before:
                    print_screen(f"dialog {name}")


if __name__ == "__main__":
    main()
