"""Reading of desktop programs beside the GNOME bindings and dbus-fast.

    python benchmarks/desktop_tree.py [--programs NAME ...] [--dbus-fast PYTHON] [--section NAME]

Each program runs on a private desktop. Both readers read the role, name, states and box of every element
that is showing: once in full, and after each of several key presses, ours before and after the bindings in
turn. The figures are medians. Of a full read, the CPU time of the program and of the reader is measured,
too: no reader that makes the same calls can be faster than the program that answers them. The bindings run
in the Python of the system (packages python3-gi and gir1.2-atspi-2.0). `--dbus-fast` names a Python in which
dbus-fast is installed; its walk has up to 60 calls in flight.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import time
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec
from _report import publish, render_table
from _tree_readers import BINDINGS_WALK, DBUS_FAST_WALK, TreeReader

from onscreen.device.linux import desktop_actions, visible_cells
from onscreen.device.linux.linux_desktop import LinuxDesktop
from onscreen.device.linux.linux_settings import LinuxSettings
from onscreen.device.linux.visible_cells import MAX_CELLS
from onscreen.perceive.element_kinds import is_actionable
from onscreen.types import Press
from onscreen.types.errors import OnscreenError

SECTION = "desktop_tree"
WITHOUT_CELLS = ", without cells"
"""Ending of a command that is measured without the cells of its spreadsheet, as the bindings read it."""
PROGRAMS = (
    "mousepad", "geany", "thunar", "galculator", "qalculate-gtk", "gnumeric", "homebank", "ristretto",
    "pcmanfm", "kate", "kcalc", "sqlitebrowser", "keepassxc", "gnome-text-editor",
    "zim", "gimp", "claws-mail", "soffice --calc --norestore", f"soffice --calc --norestore{WITHOUT_CELLS}",
    "soffice --writer --norestore",
    "firefox-esr --no-remote about:license",
)  # fmt: skip
ROUNDS, TIMEOUT_SEC = 9, 30.0
LAUNCH_CAP_SEC = 120.0
NOTE = (
    "CPU: that of the program for one full read, that of the reader, and both together with the bindings; "
    "unlike the durations, they depend little on other work of the machine. "
    "Unchanged: what a read takes when nothing has changed, which is the least that it can take. "
    "After a key: what is read again after each of {keys} keys, paired with a walk of the bindings; the "
    "last column is the median of the ratios of the pairs. In Calc, only ours reads the cells; of "
    "gnome-text-editor, the bindings find only the window, because GTK 4 reports nothing else as showing. "
    "Ours lists fewer nodes, because it leaves out elements that only group others, but reads all of them. A "
    "step is a key press, the wait until the screen is quiet (100 ms), the tree and the screenshot. Load "
    "average at the start: {load:.0f} on {cores} cores."
)
SYSTEM_PYTHON = "/usr/bin/python3"
KEYS = ("Tab", "Shift+Tab", "F10", "ArrowDown", "Escape", "Tab", "a", "Backspace", "Alt+f", "Escape")
"""Keys after which the tree is read again; they open a menu, move the focus and type."""


class Row(msgspec.Struct, frozen=True):
    """Measurements of one program, in seconds.

    `program_cpu_sec` and `reader_cpu_sec` are the CPU times of a full reading, and `bindings_cpu_sec` that of
    the program and the bindings together. `idle_sec` is the time to read
    again when nothing has changed.

    `update_sec` is the time to read the tree after a key press, `full_sec` that of a full reading, and
    `ratios` are the times of the bindings over those of `update_sec`, for each key.
    """

    program: str
    start_sec: float
    nodes: int
    clickable: int
    named: int
    full_sec: float
    program_cpu_sec: float
    reader_cpu_sec: float
    idle_sec: float
    update_sec: float
    step_sec: float
    bindings_nodes: int
    bindings_sec: float
    bindings_cpu_sec: float
    dbus_fast_sec: float
    ratios: tuple[float, ...]


def measure(command: str, dbus_fast: str) -> Row:
    """Measure one program on a private desktop."""
    started = time.perf_counter()
    settings = LinuxSettings(launch_cap_sec=LAUNCH_CAP_SEC)
    visible_cells.MAX_CELLS = 0 if command.endswith(WITHOUT_CELLS) else MAX_CELLS
    with ExitStack() as stack:
        desktop = stack.enter_context(closing(LinuxDesktop(settings)))
        environment = desktop.session.environment
        bindings, asynchronous = (
            stack.enter_context(closing(TreeReader(python, script, environment=environment)))
            for python, script in ((SYSTEM_PYTHON, BINDINGS_WALK), (dbus_fast, DBUS_FAST_WALK))
        )
        desktop.open_address(command.removesuffix(WITHOUT_CELLS))
        start_sec = time.perf_counter() - started
        desktop.look()
        bindings.walk()
        asynchronous.walk()
        whole, full_walks, walk_cpu, others = [], [], [], []
        for _ in range(ROUNDS):
            whole.append(read_in_full(desktop))
            before = cpu_of_programs(desktop)
            full_walks.append(bindings.walk())
            walk_cpu.append(cpu_of_programs(desktop) - before + full_walks[-1].cpu_sec)
            others.append(asynchronous.walk())
        desktop.look()
        idle = [read_sec(desktop) for _ in range(ROUNDS)]
        updates, walks = measure_updates(desktop, bindings)
        steps = []
        for _ in range(ROUNDS):
            started = time.perf_counter()
            desktop_actions.press(desktop, Press("Shift"))
            desktop.look()
            steps.append(time.perf_counter() - started)
        tree = desktop.read_tree()
        clickable = [node for node in tree.nodes if is_actionable(node)]
        return Row(
            command.replace(" --norestore", "").removesuffix(" --no-remote about:license"),
            start_sec,
            len(tree.nodes),
            len(clickable),
            sum(bool(node.name) for node in clickable),
            statistics.median(times[0] for times in whole),
            statistics.median(times[1] for times in whole),
            statistics.median(times[2] for times in whole),
            statistics.median(idle),
            statistics.median(updates),
            statistics.median(steps),
            max(walk.nodes for walk in full_walks),
            statistics.median(walk.seconds for walk in full_walks),
            statistics.median(walk_cpu),
            statistics.median(walk.seconds for walk in others),
            tuple(walk / update for walk, update in zip(walks, updates, strict=True)),
        )


def measure_updates(desktop: LinuxDesktop, bindings: TreeReader) -> tuple[list[float], list[float]]:
    """Return the seconds of our readings and of the walks of the bindings, after each key."""
    updates, walks = [], []
    for number, key in enumerate(KEYS):
        desktop_actions.press(desktop, Press(key))
        desktop.settle()
        if number % 2:
            walks.append(bindings.walk().seconds)
        updates.append(read_sec(desktop))
        if not number % 2:
            walks.append(bindings.walk().seconds)
    return updates, walks


def read_in_full(desktop: LinuxDesktop) -> tuple[float, float, float]:
    """Read the trees in full; return the duration and the CPU times of the program and the reader, in s."""
    before, own = cpu_of_programs(desktop), time.thread_time()
    duration = read_sec(desktop, in_full=True)
    return duration, cpu_of_programs(desktop) - before, time.thread_time() - own


def cpu_of_programs(desktop: LinuxDesktop) -> float:
    """Return the CPU time of the main threads of the programs, which answer the calls, in seconds."""
    paths = (Path(f"/proc/{process_id}/schedstat") for process_id in desktop.reader.process_ids)
    return sum(int(path.read_text().split()[0]) for path in paths) / 1e9


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
    parser.add_argument("--dbus-fast", default=SYSTEM_PYTHON, help="a Python with dbus-fast")
    parser.add_argument("--section", default=SECTION, help="section of docs/measured.md")
    arguments = parser.parse_args()
    rows, load = [], os.getloadavg()[0]
    for command in arguments.programs:
        if shutil.which(command.split()[0]) is None:
            print(f"{command}: not installed")
            continue
        try:
            row = measure(command, arguments.dbus_fast)
        except OnscreenError as error:
            print(f"{command}: {error}")
            continue
        print(row, flush=True)
        if row.nodes:
            rows.append(row)
        else:
            print(f"{command}: a key ended it, so that it is left out")
    header = (
        "program", "start, s", "nodes", "clickable", "named", "full read, ms", "CPU of the program, ms",
        "CPU of the reader, ms", "unchanged, ms", "after a key, ms", "step, ms",
        "bindings, nodes", "bindings, ms", "CPU with bindings, ms", "dbus-fast, ms",
        "bindings / full read", "the same, CPU", "bindings / after a key",
    )  # fmt: skip
    table = [
        (
            row.program, f"{row.start_sec:.2f}", str(row.nodes), str(row.clickable), str(row.named),
            f"{1000 * row.full_sec:.0f}", f"{1000 * row.program_cpu_sec:.1f}",
            f"{1000 * row.reader_cpu_sec:.1f}", f"{1000 * row.idle_sec:.1f}",
            f"{1000 * row.update_sec:.1f}", f"{1000 * row.step_sec:.0f}",
            str(row.bindings_nodes or "-"), f"{1000 * row.bindings_sec:.0f}" if row.bindings_sec else "-",
            f"{1000 * row.bindings_cpu_sec:.0f}" if row.bindings_sec else "-",
            f"{1000 * row.dbus_fast_sec:.0f}" if row.dbus_fast_sec else "-",
            f"{row.bindings_sec / row.full_sec:.1f}" if row.bindings_sec else "-",
            f"{row.bindings_cpu_sec / (row.program_cpu_sec + row.reader_cpu_sec):.1f}",
            f"{statistics.median(row.ratios):.0f}" if row.bindings_sec else "-",
        )
        for row in rows
    ]  # fmt: skip
    note = NOTE.format(keys=len(KEYS), load=load, cores=os.cpu_count())
    title = f"Programs of the Linux desktop, read in full; {ROUNDS} rounds, medians. {note}"
    heading = "## Reading desktop programs\n\n" if arguments.section == SECTION else ""
    text = f"{heading}{title}\n\n{render_table(header, table)}"
    publish(arguments.section, text, {"programs": [msgspec.structs.asdict(row) for row in rows]})


if __name__ == "__main__":
    main()
