"""How fast the practice phone is: python benchmarks/phone_speed.py [--steps 100] [--phones 4]."""

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

from _report import publish, table

from onscreen.device.android.adb_executable import find_adb
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Click, Home, Open, Start
from onscreen_practice.phone.handset import Handset
from onscreen_practice.phone_suite.phone_device import PracticePhone, practice_phone

SEED = 1
ROUNDS = 5
TAPS_EACH = 8
BOUNDS = re.compile(r'clickable="true" enabled="true".*?bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"')
HOME_KEY = 3
ALWAYS_TAPPED = 7

# What the makers of emulator-based environments write themselves; none of it was measured here.
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
    """Write the median in milliseconds."""
    return f"{statistics.median(seconds) * 1000:.0f}"


def timed(work: Callable[[], object]) -> float:
    """Return how many seconds the work takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def labels(handset: Handset) -> list[str]:
    """Return the packages of the first applications, in the order of their names."""
    apps = handset.call("apps")
    listed = apps if isinstance(apps, list) else []
    found = [app for app in listed if isinstance(app, dict) and app["launchable"]]
    return [f"{app['label']}\n{app['package']}" for app in sorted(found, key=lambda app: str(app["label"]))]


def walk_direct(handset: Handset, steps: int) -> list[float]:
    """Walk through applications by the phone's own functions; a step is an action, a picture and a tree."""
    apps = labels(handset)
    taken = []
    for i in range(steps):
        app, tap = divmod(i, TAPS_EACH + 1)
        boxes = BOUNDS.findall(str(handset.call("dump", False)))
        began = time.perf_counter()
        if not tap:
            handset.call("key", HOME_KEY, [])
            handset.call("launch", apps[app % len(apps)].partition("\n")[2], None, {})
        elif boxes:
            left, top, right, bottom = map(int, boxes[i * ALWAYS_TAPPED % len(boxes)])
            handset.call("tap", (left + right) // 2, (top + bottom) // 2)
        handset.screenshot()
        handset.call("dump", False)
        taken.append(time.perf_counter() - began)
    return taken


def walk_adb(phone: PracticePhone, steps: int, *, apps: list[str]) -> list[float]:
    """Walk through applications as an agent does, through adb; a step is an action, a picture and a tree."""
    screen = build_screen(phone.observe())
    taken = []
    for i in range(steps):
        app, tap = divmod(i, TAPS_EACH + 1)
        targets = [each for each in screen.elements if each.has("clickable")] if tap else []
        began = time.perf_counter()
        if targets:
            phone.perform(Click(targets[i * ALWAYS_TAPPED % len(targets)]))
        elif tap:
            phone.perform(Home())
        else:
            phone.perform(Open(apps[app % len(apps)].partition("\n")[0]))
        screen = build_screen(phone.observe())
        taken.append(time.perf_counter() - began)
    return taken


def family(pid: int) -> list[int]:
    """Return a process and all that descend from it."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            parents.setdefault(parent, []).append(int(entry.name))
    found, todo = [], [pid]
    while todo:
        found.append(todo.pop())
        todo += parents.get(found[-1], [])
    return found


def pss_mb(pids: list[int]) -> float:
    """Return the memory of processes, what they share counted once."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


@contextlib.contextmanager
def adb_server() -> Iterator[int]:
    """A stock adb server on a port of its own."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = int(taken.getsockname()[1])
    command = [find_adb(), "-P", str(port)]
    subprocess.run([*command, "start-server"], check=True, capture_output=True)
    try:
        yield port
    finally:
        subprocess.run([*command, "kill-server"], check=False, capture_output=True)


def started() -> float:
    """Return how long it takes until a phone is there."""
    began = time.perf_counter()
    handset = Handset(seed=SEED)
    took = time.perf_counter() - began
    handset.close()
    return took


def measure_direct(steps: int) -> tuple[Mapping[str, list[float]], list[str]]:
    """Measure the phone by its own functions."""
    begun = [started() for _ in range(ROUNDS)]
    handset = Handset(seed=SEED)
    try:
        apps = labels(handset)
        taken = walk_direct(handset, steps)
        resets = [timed(handset.reset) for _ in range(ROUNDS * 10)]
    finally:
        handset.close()
    return {"start": begun, "step": taken, "reset": resets}, apps


def measure_adb(steps: int, *, apps: list[str], port: int) -> Mapping[str, list[float]]:
    """Measure the phone through a stock adb server and the device `android`."""
    begin = Start("", "practice reset")
    begun: list[float] = []
    for _ in range(ROUNDS):
        phone = practice_phone({"server_port": port, "seed": SEED})
        began = time.perf_counter()
        phone.start(begin)
        begun.append(time.perf_counter() - began)
        phone.close()
    phone = practice_phone({"server_port": port, "seed": SEED})
    try:
        phone.start(begin)
        taken = walk_adb(phone, steps, apps=apps)
        resets = [timed(lambda: phone.start(begin)) for _ in range(ROUNDS * 2)]
    finally:
        phone.close()
    return {"start": begun, "step": taken, "reset": resets}


def memory(count: int, *, apps: list[str], port: int) -> float:
    """Return the memory of this many phones at once after a short walk on each, their adb server left out."""
    before = set(family(os.getpid()))
    phones = [practice_phone({"server_port": port, "seed": SEED + i}) for i in range(count)]
    try:
        for phone in phones:
            phone.start(Start("", "practice reset"))
        for phone in phones:
            walk_adb(phone, 2 * (TAPS_EACH + 1), apps=apps)
        return pss_mb([pid for pid in family(os.getpid()) if pid not in before])
    finally:
        for phone in phones:
            phone.close()


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--phones", type=int, default=4)
    given = parser.parse_args()
    direct, apps = measure_direct(given.steps)
    with adb_server() as port:
        through = measure_adb(given.steps, apps=apps, port=port)
        needs = {count: memory(count, apps=apps, port=port) for count in (1, given.phones)}
    ways = {"through adb, as an agent": through, "by its own functions": direct}
    rows = [
        (
            way,
            f"{len(found['step']) / sum(found['step']):.1f}",
            median_ms(found["step"]),
            median_ms(found["reset"]),
            f"{statistics.median(found['start']):.2f}",
        )
        for way, found in ways.items()
    ]
    heads = ["the practice phone", "steps a second", "a step, ms", "a reset, ms", "start, s"]
    several = (
        f"{needs[given.phones]:.0f} MB for {given.phones} ({needs[given.phones] / given.phones:.0f} each)"
    )
    text = f"""### The practice phone

A fixed walk of {given.steps} steps through the applications, picture (1080 x 2400, PNG) and tree taken
at every step; medians. Through adb means a stock adb server and the device `android`, as for any phone.

{table(heads, rows)}

Memory of the phone's processes, what they share counted once: {needs[1]:.0f} MB for one, {several}.

What others publish of environments with emulators, quoted, not measured here:

{table(["environment", "what its makers write", "where"], PUBLISHED)}"""
    told = {"memory_mb": {str(count): found for count, found in needs.items()}}
    publish("phone_speed", text, {**told, **{way: dict(found) for way, found in ways.items()}})


if __name__ == "__main__":
    main()
