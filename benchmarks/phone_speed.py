"""Speed and memory of the practice phone: python benchmarks/phone_speed.py [--steps 100] [--phones 4]."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import socket
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from _report import publish, render_table

from onscreen.device.android.adb_executable import find_adb
from onscreen.perceive.element_kinds import is_actionable
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Click, Home, Open, Start
from onscreen_practice.phone.handset import Handset
from onscreen_practice.phone_suite.phone_device import PracticePhone, practice_phone

SEED = 1
ROUNDS = 5
TAPS_PER_APP = 8
BOUNDS = re.compile(r'clickable="true" enabled="true".*?bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"')
HOME_KEY = 3
TARGET_STRIDE = 7

# Statements by the authors of emulator-based environments; none of them was measured here.
PUBLISHED = (
    (
        "AndroidWorld",
        "2 GB memory, 8 GB disk",
        "https://github.com/google-research/android_world (README)",
    ),
    (
        "AndroidWorld",
        "an agent by default pauses 1.0 s after an action before it takes the state: at most 1 step a second",
        "https://github.com/google-research/android_world/blob/main/android_world/agents/base_agent.py",
    ),
    (
        "AndroidEnv",
        "runs in real time, does not wait for the agent; no straightforward way to slow it down",
        "https://github.com/google-deepmind/android_env/blob/main/docs/environment.md",
    ),
    (
        "Mobile-Env",
        "the view hierarchy is off by default for the long latency of getting it through adb",
        "https://github.com/X-LANCE/Mobile-Env/blob/main/docs/env-usage-en.md",
    ),
    (
        "B-MoCA",
        "making its environments (snapshots of virtual devices) takes about an hour",
        "https://github.com/gimme1dollar/b-moca (README)",
    ),
)


def median_ms(seconds: list[float]) -> str:
    """Format the median in milliseconds."""
    return f"{statistics.median(seconds) * 1000:.0f}"


def measure_seconds(work: Callable[[], object]) -> float:
    """Return the duration of a call in seconds."""
    start_time = time.perf_counter()
    work()
    return time.perf_counter() - start_time


def app_labels(handset: Handset) -> list[str]:
    """Return label and package of the launchable applications, sorted by label."""
    apps = handset.call("apps")
    apps_list = apps if isinstance(apps, list) else []
    launchable = [app for app in apps_list if isinstance(app, dict) and app["launchable"]]
    return [
        f"{app['label']}\n{app['package']}" for app in sorted(launchable, key=lambda app: str(app["label"]))
    ]


def walk_direct(handset: Handset, steps: int) -> list[float]:
    """Walk through applications by direct calls, and return the seconds of each step.

    A step is an action, a picture and a view hierarchy.
    """
    apps = app_labels(handset)
    step_seconds = []
    for i in range(steps):
        app, tap = divmod(i, TAPS_PER_APP + 1)
        boxes = BOUNDS.findall(str(handset.call("dump", False)))
        start_time = time.perf_counter()
        if not tap:
            handset.call("key", HOME_KEY, [])
            handset.call("launch", apps[app % len(apps)].partition("\n")[2], None, {})
        elif boxes:
            left, top, right, bottom = map(int, boxes[i * TARGET_STRIDE % len(boxes)])
            handset.call("tap", (left + right) // 2, (top + bottom) // 2)
        handset.screenshot()
        handset.call("dump", False)
        step_seconds.append(time.perf_counter() - start_time)
    return step_seconds


def walk_adb(phone: PracticePhone, steps: int, *, apps: list[str]) -> list[float]:
    """Walk through applications through adb, like an agent, and return the seconds of each step.

    A step is an action, a picture and a view hierarchy.
    """
    screen = build_screen(phone.observe())
    step_seconds = []
    for i in range(steps):
        app, tap = divmod(i, TAPS_PER_APP + 1)
        targets = [each for each in screen.elements if is_actionable(each)] if tap else []
        start_time = time.perf_counter()
        if targets:
            phone.perform(Click(targets[i * TARGET_STRIDE % len(targets)]))
        elif tap:
            phone.perform(Home())
        else:
            phone.perform(Open(apps[app % len(apps)].partition("\n")[0]))
        screen = build_screen(phone.observe())
        step_seconds.append(time.perf_counter() - start_time)
    return step_seconds


def process_tree(pid: int) -> list[int]:
    """Return the ids of a process and of all its descendants."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            parents.setdefault(parent, []).append(int(entry.name))
    processes, pending = [], [pid]
    while pending:
        processes.append(pending.pop())
        pending += parents.get(processes[-1], [])
    return processes


def measure_memory_mb(pids: list[int]) -> float:
    """Return the proportional set size (PSS) of the processes in MB, which counts shared memory once."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


@contextlib.contextmanager
def run_adb_server() -> Iterator[int]:
    """Run a stock adb server on a separate port."""
    with socket.socket() as step_seconds:
        step_seconds.bind(("127.0.0.1", 0))
        port = int(step_seconds.getsockname()[1])
    command = [find_adb(), "-P", str(port)]
    subprocess.run([*command, "start-server"], check=True, capture_output=True)
    try:
        yield port
    finally:
        subprocess.run([*command, "kill-server"], check=False, capture_output=True)


def measure_start() -> float:
    """Return the seconds until a new phone is available."""
    start_time = time.perf_counter()
    handset = Handset(seed=SEED)
    seconds = time.perf_counter() - start_time
    handset.close()
    return seconds


def measure_direct(steps: int) -> tuple[Mapping[str, list[float]], list[str]]:
    """Measure the phone by direct calls, in seconds by operation.

    Also return the label and package of each application, as `app_labels` does.
    """
    start_seconds = [measure_start() for _ in range(ROUNDS)]
    handset = Handset(seed=SEED)
    try:
        apps = app_labels(handset)
        step_seconds = walk_direct(handset, steps)
        resets = [measure_seconds(handset.reset) for _ in range(ROUNDS * 10)]
    finally:
        handset.close()
    return {"start": start_seconds, "step": step_seconds, "reset": resets}, apps


def measure_adb(steps: int, *, apps: list[str], port: int) -> Mapping[str, list[float]]:
    """Measure the phone through a stock adb server, in seconds by operation."""
    reset_start = Start("", "practice reset")
    start_seconds: list[float] = []
    for _ in range(ROUNDS):
        phone = practice_phone({"server_port": port, "seed": SEED})
        start_time = time.perf_counter()
        phone.start(reset_start)
        start_seconds.append(time.perf_counter() - start_time)
        phone.close()
    phone = practice_phone({"server_port": port, "seed": SEED})
    try:
        phone.start(reset_start)
        step_seconds = walk_adb(phone, steps, apps=apps)
        resets = [measure_seconds(lambda: phone.start(reset_start)) for _ in range(ROUNDS * 2)]
    finally:
        phone.close()
    return {"start": start_seconds, "step": step_seconds, "reset": resets}


def measure_phones_memory_mb(count: int, *, apps: list[str], port: int) -> float:
    """Return the memory in MB of `count` phones in use, excluding the adb server."""
    before = set(process_tree(os.getpid()))
    phones = [practice_phone({"server_port": port, "seed": SEED + i}) for i in range(count)]
    try:
        for phone in phones:
            phone.start(Start("", "practice reset"))
        for phone in phones:
            walk_adb(phone, 2 * (TAPS_PER_APP + 1), apps=apps)
        return measure_memory_mb([pid for pid in process_tree(os.getpid()) if pid not in before])
    finally:
        for phone in phones:
            phone.close()


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--phones", type=int, default=4)
    arguments = parser.parse_args()
    direct_results, apps = measure_direct(arguments.steps)
    with run_adb_server() as port:
        adb_results = measure_adb(arguments.steps, apps=apps, port=port)
        memory_by_count = {
            count: measure_phones_memory_mb(count, apps=apps, port=port) for count in (1, arguments.phones)
        }
    results_by_way = {"through adb, like an agent": adb_results, "direct calls": direct_results}
    rows = [
        (
            name,
            f"{len(result['step']) / sum(result['step']):.1f}",
            median_ms(result["step"]),
            median_ms(result["reset"]),
            f"{statistics.median(result['start']):.2f}",
        )
        for name, result in results_by_way.items()
    ]
    heads = ["the practice phone", "steps per second", "step, ms", "reset, ms", "start, s"]
    memory_mb = memory_by_count[arguments.phones]
    several_phones = f"{memory_mb:.0f} MB for {arguments.phones} ({memory_mb / arguments.phones:.0f} each)"
    text = f"""### The practice phone

A fixed walk of {arguments.steps} steps through the applications, with a picture (1080 x 2400, PNG) and a view
hierarchy at every step; medians. Through adb means a stock adb server and the device `android`.

{render_table(heads, rows)}

Memory of the phone's processes (PSS, shared memory counted once): {memory_by_count[1]:.0f} MB for one,
{several_phones}.

Published statements about emulator-based environments, quoted, not measured here:

{render_table(["environment", "statement", "source"], PUBLISHED)}"""
    memory_data = {"memory_mb": {str(count): result for count, result in memory_by_count.items()}}
    publish(
        "phone_speed",
        text,
        {**memory_data, **{name: dict(result) for name, result in results_by_way.items()}},
    )


if __name__ == "__main__":
    main()
