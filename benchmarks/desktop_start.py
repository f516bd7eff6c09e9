"""Start of private desktops and programs, the duration of steps, and several desktops at once.

    python benchmarks/desktop_start.py [--desktops N]

A prepared home folder is the one that a first start of LibreOffice has left. With the setting `prestart` the
desktop runs before the program starts, so that the first column counts for nothing.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import statistics
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec
from _report import publish, render_table

from onscreen.device.linux import desktop_actions
from onscreen.device.linux.linux_desktop import LinuxDesktop
from onscreen.device.linux.linux_settings import LinuxSettings
from onscreen.device.linux.x_display import XDisplay
from onscreen.types import CloseTab, Press

PROGRAMS = ("mousepad", "galculator", "thunar", "geany")
CALC = "soffice --calc --norestore --nologo"
ROUNDS, STEPS = 3, 10
CLOSE_SEC, LAUNCH_CAP_SEC = 15.0, 120.0
DRAWN_SEC, DRAWN_CAP_SEC = 1.0, 30.0
"""Time without a change after which a window counts as drawn, and the longest wait for it."""
NOTE = (
    "Medians of {rounds} starts, in s, and of {steps} steps, in ms. Window: until the program has a window. "
    "Ready: until its window is filled, quiet and idle; prestarted: the same, on a desktop that was started "
    "before (which takes {idle_mib:.0f} MiB, PSS). By hand: the command alone on a desktop that runs, "
    "without sandbox and accessibility, until a window appears, and until its last change before a quiet "
    "second. A step presses Tab, waits until the "
    "screen is quiet (100 ms), and reads the tree and the screenshot. "
    "Load average at the start: {load:.1f} on {cores} cores."
)


class Start(msgspec.Struct, frozen=True):
    """Durations of the starts of a program, in seconds, and of steps in it, in milliseconds."""

    program: str
    desktop_sec: float
    window_sec: float
    ready_sec: float
    prestarted_sec: float
    hand_window_sec: float
    hand_drawn_sec: float
    step_ms: float


class ManyDesktops(msgspec.Struct, frozen=True):
    """Several desktops at once: the time to start them, their memory in MiB, and their steps per second."""

    desktops: int
    start_sec: float
    memory_mib: float
    steps_per_sec: float


def start_once(program: str, command: str, home: str) -> Start:
    """Start a program on a new desktop and perform steps; the duration of a step is a median."""
    started = time.perf_counter()
    with closing(LinuxDesktop(LinuxSettings(home=home, launch_cap_sec=LAUNCH_CAP_SEC))) as desktop:
        desktop_sec = time.perf_counter() - started
        with ThreadPoolExecutor(1) as pool:
            opened = pool.submit(desktop.open_address, command)
            window_sec = _wait_for_window(desktop.session.display, since=started)
            opened.result()
        ready_sec = time.perf_counter() - started
        desktop.look()
        steps = [step_ms(desktop) for _ in range(STEPS)]
    prestarted_sec, by_hand = start_prestarted(command, home), start_by_hand(command, home)
    return Start(
        program, desktop_sec, window_sec, ready_sec, prestarted_sec, *by_hand, statistics.median(steps)
    )


def start_prestarted(command: str, home: str) -> float:
    """Start a program on a desktop that runs already; return the seconds until it is ready."""
    with closing(LinuxDesktop(LinuxSettings(home=home, launch_cap_sec=LAUNCH_CAP_SEC))) as desktop:
        started = time.perf_counter()
        desktop.open_address(command)
        return time.perf_counter() - started


def start_by_hand(command: str, home: str) -> tuple[float, float]:
    """Start a program by its command; return the seconds until it has a window, and until it is drawn."""
    with (
        closing(LinuxDesktop(LinuxSettings(home=home))) as desktop,
        closing(XDisplay(desktop.session.display)) as observer,
    ):
        environment = {**desktop.session.environment, "NO_AT_BRIDGE": "1"}
        folder, started = str(desktop.session.home), time.perf_counter()
        desktop.session.processes.start(shlex.split(command), environment=environment, folder=folder)
        window_sec = _wait_for_window(desktop.session.display, since=started)
        drawn = time.perf_counter()
        while observer.wait_for_change(timeout_sec=DRAWN_SEC) and drawn - started < DRAWN_CAP_SEC:
            drawn = time.perf_counter()
        return window_sec, drawn - started


def measure_idle() -> float:
    """Return the memory of a desktop without a program, in MiB."""
    with closing(LinuxDesktop(LinuxSettings())) as desktop:
        desktop.look()
        return _memory_mib(desktop.session.processes.number)


def _wait_for_window(display: str, *, since: float) -> float:
    """Return the seconds until a display shows a window that is not a pop-up."""
    with closing(XDisplay(display)) as observer:
        while not [window for window in observer.windows() if not window.is_popup]:
            time.sleep(0.005)
        return time.perf_counter() - since


def step_ms(desktop: LinuxDesktop) -> float:
    """Perform one step and return its duration in milliseconds."""
    started = time.perf_counter()
    desktop_actions.press(desktop, Press("Tab"))
    desktop.look()
    return 1000 * (time.perf_counter() - started)


def measure(program: str, command: str, home: str = "") -> Start:
    """Start a program several times and return the medians."""
    runs = [start_once(program, command, home) for _ in range(ROUNDS)]
    return Start(
        program,
        statistics.median(run.desktop_sec for run in runs),
        statistics.median(run.window_sec for run in runs),
        statistics.median(run.ready_sec for run in runs),
        statistics.median(run.prestarted_sec for run in runs),
        statistics.median(run.hand_window_sec for run in runs),
        statistics.median(run.hand_drawn_sec for run in runs),
        statistics.median(run.step_ms for run in runs),
    )


def prepare_home(folder: Path) -> str:
    """Start LibreOffice once, close it, and copy the home folder that it leaves."""
    with closing(LinuxDesktop(LinuxSettings())) as desktop:
        desktop.open_address(CALC)
        desktop.look()
        desktop_actions.close_window(desktop, CloseTab())
        deadline = time.monotonic() + CLOSE_SEC
        while desktop.front_window() is not None and time.monotonic() < deadline:
            time.sleep(0.1)
        time.sleep(1)
        shutil.copytree(desktop.session.home, folder, ignore=shutil.ignore_patterns(".runtime", ".lock"))
    return str(folder)


def measure_many(count: int) -> ManyDesktops:
    """Run several desktops at once, each with an editor in a thread of its own."""
    with ExitStack() as stack, ThreadPoolExecutor(count) as pool:
        started = time.perf_counter()
        desktops = list(pool.map(lambda _: LinuxDesktop(LinuxSettings()), range(count)))
        for desktop in desktops:
            stack.callback(desktop.close)
        list(pool.map(lambda desktop: desktop.open_address("mousepad"), desktops))
        start_sec = time.perf_counter() - started
        memory = sum(_memory_mib(desktop.session.processes.number) for desktop in desktops)
        started = time.perf_counter()
        list(pool.map(lambda desktop: [step_ms(desktop) for _ in range(STEPS)], desktops))
        rate = count * STEPS / (time.perf_counter() - started)
        return ManyDesktops(count, start_sec, memory, rate)


def _memory_mib(group: int) -> float:
    """Return the memory of a process group in MiB, with shared pages divided among their users (PSS)."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(folder.name)) == group:
                lines = (folder / "smaps_rollup").read_text("ascii").splitlines()
                total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        except (OSError, ProcessLookupError):
            continue
    return total / 1024


def main() -> None:
    """Measure the programs and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--desktops", type=int, default=6, help="desktops at once")
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    rows = [measure(program, program) for program in PROGRAMS if shutil.which(program)]
    if shutil.which("soffice"):
        with tempfile.TemporaryDirectory() as folder:
            rows.append(measure("LibreOffice Calc, empty home folder", CALC))
            rows.append(measure("LibreOffice Calc, prepared one", CALC, prepare_home(Path(folder, "home"))))
    many = [measure_many(count) for count in (1, arguments.desktops)]
    text = _render(rows, many, load=load, idle_mib=measure_idle())
    publish("desktop_start", text, {"rows": msgspec.to_builtins([rows, many])})


def _render(rows: Sequence[Start], many: Sequence[ManyDesktops], *, load: float, idle_mib: float) -> str:
    note = NOTE.format(rounds=ROUNDS, steps=STEPS, load=load, cores=os.cpu_count(), idle_mib=idle_mib)
    starts = render_table(
        (
            "program", "desktop", "window", "ready", "prestarted", "by hand: window", "by hand: drawn",
            "step, ms",
        ),
        [
            (
                row.program, f"{row.desktop_sec:.2f}", f"{row.window_sec:.2f}", f"{row.ready_sec:.2f}",
                f"{row.prestarted_sec:.2f}", f"{row.hand_window_sec:.2f}", f"{row.hand_drawn_sec:.2f}",
                f"{row.step_ms:.0f}",
            )
            for row in rows
        ],
    )  # fmt: skip
    table = render_table(
        ("desktops with Mousepad", "all ready, s", "memory (PSS), MiB", "steps per s"),
        [
            (row.desktops, f"{row.start_sec:.2f}", f"{row.memory_mib:.0f}", f"{row.steps_per_sec:.1f}")
            for row in many
        ],
    )
    return f"## Start of desktop programs\n\n{note}\n\n{starts}\n\n{table}"


if __name__ == "__main__":
    main()
