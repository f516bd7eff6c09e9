"""Reading of desktop programs beside the GNOME bindings.

    python benchmarks/desktop_tree.py [--programs NAME ...]

Each program runs on a private desktop. Both readers read the role, name, states and box of every element
that is showing, one after the other; the figures are medians. The bindings run in the Python of the system
(package gir1.2-atspi-2.0).
"""

from __future__ import annotations

import argparse
import json
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
    "soffice --calc --norestore", "soffice --writer --norestore",
)  # fmt: skip
ROUNDS, TIMEOUT_SEC = 5, 30.0
NOTE = (
    "The ratio is the time of the bindings over ours. In Calc, only ours reads the cells; of "
    "gnome-text-editor, the bindings find only the window, because GTK 4 reports nothing else as showing. "
    "Ours lists fewer nodes, because it leaves out elements that only group others, but reads all of them. A "
    "step is a key press, the wait until the screen is quiet (100 ms), the tree and the screenshot."
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

seconds, nodes = [], 0
desktop = Atspi.get_desktop(0)
for _ in range(int(sys.argv[1])):
    started, nodes = time.perf_counter(), 0
    for index in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(index)
        for window in range(application.get_child_count()):
            nodes += walk(application.get_child_at_index(window))
    seconds.append(time.perf_counter() - started)
    Atspi.Accessible.clear_cache(desktop)
print(json.dumps({"nodes": nodes, "seconds": seconds}))
"""


class Row(msgspec.Struct, frozen=True):
    """Measurements of one program, in seconds; `bindings_sec` is 0 if the bindings are missing."""

    program: str
    start_sec: float
    nodes: int
    clickable: int
    named: int
    read_sec: float
    step_sec: float
    bindings_nodes: int
    bindings_sec: float


def measure(command: str) -> Row:
    """Measure one program on a private desktop."""
    started = time.perf_counter()
    with closing(LinuxDesktop(LinuxSettings())) as desktop:
        desktop.open_address(command)
        start_sec = time.perf_counter() - started
        desktop.look()
        desktop.settle()
        reads, steps = [], []
        for _ in range(ROUNDS):
            started = time.perf_counter()
            desktop.reader.read(timeout_sec=TIMEOUT_SEC)
            reads.append(time.perf_counter() - started)
        for _ in range(ROUNDS):
            started = time.perf_counter()
            desktop_actions.press(desktop, Press("Shift"))
            desktop.look()
            steps.append(time.perf_counter() - started)
        tree = desktop.read_tree()
        walked = walk_with_bindings(desktop)
        clickable = [node for node in tree.nodes if is_actionable(node)]
        return Row(
            command.removesuffix(" --norestore"),
            start_sec,
            len(tree.nodes),
            len(clickable),
            sum(bool(node.name) for node in clickable),
            statistics.median(reads),
            statistics.median(steps),
            walked[0],
            walked[1],
        )


def walk_with_bindings(desktop: LinuxDesktop) -> tuple[int, float]:
    """Walk the same trees with the GNOME bindings; return the number of nodes and the median seconds."""
    result = subprocess.run(
        (SYSTEM_PYTHON, "-c", BINDINGS_WALK, str(ROUNDS)),
        env=desktop.session.environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    if result.returncode:
        return 0, 0.0
    found = json.loads(result.stdout)
    return int(found["nodes"]), statistics.median(found["seconds"])


def main() -> None:
    """Measure the programs that are installed, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", nargs="+", default=PROGRAMS, help="commands of the programs")
    arguments = parser.parse_args()
    rows = []
    for command in arguments.programs:
        if shutil.which(command.split()[0]) is None:
            print(f"{command}: not installed")
            continue
        try:
            rows.append(measure(command))
        except OnscreenError as error:
            print(f"{command}: {error}")
            continue
        print(rows[-1], flush=True)
    header = (
        "program", "start, s", "nodes", "clickable", "named", "read, ms", "step, ms", "bindings, nodes",
        "bindings, ms", "ratio",
    )  # fmt: skip
    table = [
        (
            row.program, f"{row.start_sec:.2f}", str(row.nodes), str(row.clickable), str(row.named),
            f"{1000 * row.read_sec:.0f}", f"{1000 * row.step_sec:.0f}", str(row.bindings_nodes or "-"),
            f"{1000 * row.bindings_sec:.0f}" if row.bindings_sec else "-",
            f"{row.bindings_sec / row.read_sec:.1f}" if row.bindings_sec else "-",
        )
        for row in rows
    ]  # fmt: skip
    title = f"Programs of the Linux desktop, read in full; {ROUNDS} rounds, medians. {NOTE}"
    text = f"## Reading desktop programs\n\n{title}\n\n{render_table(header, table)}"
    publish("desktop_tree", text, {"programs": [msgspec.structs.asdict(row) for row in rows]})


if __name__ == "__main__":
    main()
