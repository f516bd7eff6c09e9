"""Reading of desktop programs beside the GNOME bindings.

    python benchmarks/desktop_tree.py [--programs NAME ...]

Each program runs on a private desktop. Both readers read the role, name, states and box of every element
that is showing: once in full, and after each of several key presses, ours before and after the bindings in
turn. The figures are medians. The bindings run in the Python of the system (packages python3-gi and
gir1.2-atspi-2.0).
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import time
from contextlib import closing

import msgspec
from _report import publish, render_table

from onscreen.device.linux import desktop_actions
from onscreen.device.linux.linux_desktop import LinuxDesktop
from onscreen.device.linux.linux_settings import LinuxSettings
from onscreen.perceive.element_kinds import is_actionable
from onscreen.types import Press
from onscreen.types.errors import OnscreenError

PROGRAMS = (
    "mousepad", "geany", "thunar", "galculator", "qalculate-gtk", "gnumeric", "homebank", "ristretto",
    "pcmanfm", "kate", "kcalc", "sqlitebrowser", "keepassxc", "gnome-text-editor",
    "zim", "gimp", "claws-mail", "soffice --calc --norestore", "soffice --writer --norestore",
)  # fmt: skip
ROUNDS, TIMEOUT_SEC = 5, 30.0
LAUNCH_CAP_SEC = 120.0
NOTE = (
    "After a key: what is read again after each of {keys} keys, paired with a walk of the bindings; the "
    "last column is the median of the ratios of the pairs. In Calc, only ours reads the cells; of "
    "gnome-text-editor, the bindings find only the window, because GTK 4 reports nothing else as showing. "
    "Ours lists fewer nodes, because it leaves out elements that only group others, but reads all of them. A "
    "step is a key press, the wait until the screen is quiet (100 ms), the tree and the screenshot. Load "
    "average at the start: {load:.0f} on {cores} cores."
)
SYSTEM_PYTHON = "/usr/bin/python3"
BINDINGS_WALK = """
import json, sys, time
import gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi

def walk(node):
    if not node.get_state_set().contains(Atspi.StateType.SHOWING):
        return 0
    node.get_role(); node.get_name(); node.get_state_set().get_states()
    try:
        node.get_extents(Atspi.CoordType.SCREEN)
    except Exception:
        pass
    count = node.get_child_count()
    children = (node.get_child_at_index(index) for index in range(count if count < 1000 else 0))
    return 1 + sum(walk(child) for child in children if child is not None)

desktop = Atspi.get_desktop(0)
for _ in sys.stdin:
    started, nodes = time.perf_counter(), 0
    for index in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(index)
        for window in range(application.get_child_count()):
            nodes += walk(application.get_child_at_index(window))
    print(json.dumps({"nodes": nodes, "seconds": time.perf_counter() - started}), flush=True)
    Atspi.Accessible.clear_cache(desktop)
"""
KEYS = ("Tab", "Shift+Tab", "F10", "ArrowDown", "Escape", "Tab", "a", "Backspace", "Alt+f", "Escape")
"""Keys after which the tree is read again; they open a menu, move the focus and type."""


class Row(msgspec.Struct, frozen=True):
    """Measurements of one program, in seconds.

    `update_sec` is the time to read the tree after a key press, `full_sec` that of a full reading, and
    `ratios` are the times of the bindings over those of `update_sec`, for each key.
    """

    program: str
    start_sec: float
    nodes: int
    clickable: int
    named: int
    full_sec: float
    update_sec: float
    step_sec: float
    bindings_nodes: int
    bindings_sec: float
    ratios: tuple[float, ...]


class Walk(msgspec.Struct, frozen=True):
    """Number of nodes and duration of a walk with the GNOME bindings."""

    nodes: int = 0
    seconds: float = 0.0


class Bindings:
    """Process that walks over all trees of a desktop with the GNOME bindings, once for each call."""

    def __init__(self, desktop: LinuxDesktop) -> None:
        self._process = subprocess.Popen(
            (SYSTEM_PYTHON, "-c", BINDINGS_WALK),
            env=desktop.session.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def walk(self) -> Walk:
        """Walk once; an empty walk without the bindings."""
        if self._process.stdout is None:
            return Walk()
        try:
            print(file=self._process.stdin, flush=True)
            return msgspec.json.decode(self._process.stdout.readline(), type=Walk)
        except (OSError, msgspec.DecodeError):
            return Walk()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()


def measure(command: str) -> Row:
    """Measure one program on a private desktop."""
    started = time.perf_counter()
    settings = LinuxSettings(launch_cap_sec=LAUNCH_CAP_SEC)
    with closing(LinuxDesktop(settings)) as desktop, closing(Bindings(desktop)) as bindings:
        desktop.open_address(command)
        start_sec = time.perf_counter() - started
        desktop.look()
        bindings.walk()
        whole = [read_sec(desktop, in_full=True) for _ in range(ROUNDS)]
        desktop.look()
        updates, walks, steps = [], [], []
        for number, key in enumerate(KEYS):
            desktop_actions.press(desktop, Press(key))
            desktop.settle()
            if number % 2:
                walks.append(bindings.walk())
            updates.append(read_sec(desktop))
            if not number % 2:
                walks.append(bindings.walk())
        for _ in range(ROUNDS):
            started = time.perf_counter()
            desktop_actions.press(desktop, Press("Shift"))
            desktop.look()
            steps.append(time.perf_counter() - started)
        tree = desktop.read_tree()
        clickable = [node for node in tree.nodes if is_actionable(node)]
        return Row(
            command.removesuffix(" --norestore"),
            start_sec,
            len(tree.nodes),
            len(clickable),
            sum(bool(node.name) for node in clickable),
            statistics.median(whole),
            statistics.median(updates),
            statistics.median(steps),
            max(walk.nodes for walk in walks),
            statistics.median(walk.seconds for walk in walks),
            tuple(walk.seconds / update for walk, update in zip(walks, updates, strict=True)),
        )


def read_sec(desktop: LinuxDesktop, *, in_full: bool = False) -> float:
    """Read the trees, with `in_full` in full, and return the seconds that it took."""
    damage = desktop.display.take_damage()
    started = time.perf_counter()
    desktop.reader.read(timeout_sec=TIMEOUT_SEC, damage=None if in_full else damage)
    return time.perf_counter() - started


def main() -> None:
    """Measure the programs that are installed, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", nargs="+", default=PROGRAMS, help="commands of the programs")
    arguments = parser.parse_args()
    rows, load = [], os.getloadavg()[0]
    for command in arguments.programs:
        if shutil.which(command.split()[0]) is None:
            print(f"{command}: not installed")
            continue
        try:
            row = measure(command)
        except OnscreenError as error:
            print(f"{command}: {error}")
            continue
        print(row, flush=True)
        if row.nodes:
            rows.append(row)
        else:
            print(f"{command}: a key ended it, so that it is left out")
    header = (
        "program", "start, s", "nodes", "clickable", "named", "full read, ms", "after a key, ms", "step, ms",
        "bindings, nodes", "bindings, ms", "bindings / full read", "bindings / after a key",
    )  # fmt: skip
    table = [
        (
            row.program, f"{row.start_sec:.2f}", str(row.nodes), str(row.clickable), str(row.named),
            f"{1000 * row.full_sec:.0f}", f"{1000 * row.update_sec:.1f}", f"{1000 * row.step_sec:.0f}",
            str(row.bindings_nodes or "-"), f"{1000 * row.bindings_sec:.0f}" if row.bindings_sec else "-",
            f"{row.bindings_sec / row.full_sec:.1f}" if row.bindings_sec else "-",
            f"{statistics.median(row.ratios):.0f}" if row.bindings_sec else "-",
        )
        for row in rows
    ]  # fmt: skip
    note = NOTE.format(keys=len(KEYS), load=load, cores=os.cpu_count())
    title = f"Programs of the Linux desktop, read in full; {ROUNDS} rounds, medians. {note}"
    text = f"## Reading desktop programs\n\n{title}\n\n{render_table(header, table)}"
    publish("desktop_tree", text, {"programs": [msgspec.structs.asdict(row) for row in rows]})


if __name__ == "__main__":
    main()
