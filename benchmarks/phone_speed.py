"""Speed and memory of the practice phone: python benchmarks/phone_speed.py [--steps 100] [--phones 1 4 8]."""

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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
from _report import publish, render_table

from onscreen.device.android.adb_executable import find_adb
from onscreen.perceive.element_kinds import is_actionable
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Click, Home, Open, Start
from onscreen_practice.phone.simulated_phone import Handset
from onscreen_practice.phone_suite.phone_device import PracticePhone, practice_phone

SEED = 1
ROUNDS = 5
TAPS_PER_APP = 8
BOUNDS = re.compile(r'clickable="true" enabled="true".*?bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"')
HOME_KEY = 3
TARGET_STRIDE = 7
SCREENCAPS = 10

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


class PhonesResult(msgspec.Struct, frozen=True):
    """Results of several phones used at once, `memory_mb` for all of them together.

    `step_sec` has the seconds of every step, `elapsed_sec` the seconds from the first to the last step.
    `screencap_sec` was measured on all phones at once, `single_screencap_sec` on one at a time.
    """

    memory_mb: float
    step_sec: tuple[float, ...]
    elapsed_sec: float
    screencap_sec: tuple[float, ...]
    single_screencap_sec: tuple[float, ...]


def measure_phones(count: int, *, apps: list[str], port: int, steps: int) -> PhonesResult:
    """Use `count` phones at once, each by a thread; the memory is without that of the adb server."""
    before = set(process_tree(os.getpid()))
    phones = [practice_phone({"server_port": port, "seed": SEED + i}) for i in range(count)]
    try:
        for phone in phones:
            phone.start(Start("", "practice reset"))
        with ThreadPoolExecutor(count) as pool:
            start_time = time.perf_counter()
            walks = list(pool.map(lambda phone: walk_adb(phone, steps, apps=apps), phones))
            elapsed_sec = time.perf_counter() - start_time
            screencaps = list(pool.map(lambda phone: measure_screencaps(phone, port=port), phones))
        single_screencaps = [measure_screencaps(phone, port=port) for phone in phones]
        memory_mb = measure_memory_mb([pid for pid in process_tree(os.getpid()) if pid not in before])
    finally:
        for phone in phones:
            phone.close()
    return PhonesResult(
        memory_mb=memory_mb,
        step_sec=tuple(each for walk in walks for each in walk),
        elapsed_sec=elapsed_sec,
        screencap_sec=tuple(each for seconds in screencaps for each in seconds),
        single_screencap_sec=tuple(each for seconds in single_screencaps for each in seconds),
    )


def measure_screencaps(phone: PracticePhone, *, port: int) -> list[float]:
    """Return the seconds of `adb exec-out screencap -p`, each time after the screen changed."""
    serial = phone.launch().serial
    capture = [find_adb(), "-P", str(port), "-s", serial, "exec-out", "screencap", "-p"]
    seconds = []
    for i in range(SCREENCAPS):
        phone.perform(Home() if i % 2 else Open("Clock"))
        seconds.append(measure_seconds(lambda: subprocess.run(capture, check=True, capture_output=True)))
    return seconds


def render_phones(results: Mapping[int, PhonesResult]) -> str:
    """Render the table of several phones at once."""
    rows = [
        (
            count,
            f"{len(result.step_sec) / result.elapsed_sec:.1f}",
            median_ms(list(result.step_sec)),
            median_ms(list(result.single_screencap_sec)),
            median_ms(list(result.screencap_sec)),
            f"{result.memory_mb:.0f}",
            f"{result.memory_mb / count:.0f}",
        )
        for count, result in results.items()
    ]
    heads = ["phones", "steps per second, all", "step, ms", "screencap, others idle, ms"]
    heads += ["screencap, all at once, ms", "memory, MB", "per phone, MB"]
    return render_table(heads, rows)


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--phones", type=int, nargs="+", default=[1, 4, 8], help="phones at once")
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    direct_results, apps = measure_direct(arguments.steps)
    with run_adb_server() as port:
        adb_results = measure_adb(arguments.steps, apps=apps, port=port)
        results_by_count = {
            count: measure_phones(count, apps=apps, port=port, steps=arguments.steps)
            for count in arguments.phones
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
    text = f"""### The practice phone

A fixed walk of {arguments.steps} steps through the applications, with a picture (1080 x 2400, PNG) and a view
hierarchy at every step; medians. Through adb means a stock adb server and the device `android`.

{render_table(heads, rows)}

Several phones used at once through adb, each by a thread of one process, which shares the cores with the
phones. The screencap is `adb exec-out screencap -p` after a change of the screen, on one phone while the
others are idle, and on all phones at once. Memory is that of all processes of the phones after the walk
(PSS, shared memory counted once).

{render_phones(results_by_count)}

The load of the machine was {load:.1f} when the measurement began and {os.getloadavg()[0]:.1f} when it ended,
its own processes included.

Published statements about emulator-based environments, quoted, not measured here:

{render_table(["environment", "statement", "source"], PUBLISHED)}"""
    phones_data = {str(count): msgspec.structs.asdict(result) for count, result in results_by_count.items()}
    publish(
        "phone_speed",
        text,
        {"phones": phones_data, **{name: dict(result) for name, result in results_by_way.items()}},
    )


if __name__ == "__main__":
    main()
