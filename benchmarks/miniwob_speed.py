"""MiniWoB++ episodes per second on `click-button`, compared with Farama's environment.

    python benchmarks/miniwob_speed.py [--episodes 100]

Every step observes the picture and the elements. Requires chromedriver (Debian: apt-get install
chromium-driver). Both environments play the same seeds in the same Chromium, keep the page between episodes
and observe before the one click. Farama's environment returns an empty observation after the page's episode
is over; ours is timed both like that and with a final observation. Rounds alternate; the median is reported.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
import time
from collections.abc import Mapping
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

from _report import publish, render_table
from _rival_environment import run_script

from onscreen.device.base import Device
from onscreen.device.chromium_executable import executable
from onscreen.device.web import web
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Click
from onscreen_practice.miniwob.miniwob_suite import miniwob

ROUNDS = 5
TASK = "click-button"
DRIVERS = ("chromedriver", "/usr/lib/chromium-browser/chromedriver", "/usr/lib/chromium/chromedriver")


def play(device: Device, seed: int, *, last_look: bool) -> bool:
    """Play one episode: the initial observation, one click, and optionally a final observation."""
    task = miniwob().task(TASK, seed)
    device.start(task.start)
    target = json.loads(device.read(task.start.ask)).split('"')[1]
    screen = build_screen(device.observe())
    device.perform(Click(next(e for e in screen.elements if e.role == "button" and e.name == target)))
    if last_look:
        build_screen(device.observe())
    return device.read(task.check.expression) == "true"


def measure_ours(episodes: int, *, fresh: bool, last_look: bool) -> Mapping[str, float]:
    """Time our device; if `fresh`, a new page is opened for every episode."""
    with closing(web({**miniwob().device_settings, "reuse_page": not fresh})) as device:
        play(device, 0, last_look=last_look)
        start_time = time.perf_counter()
        successes = [play(device, seed, last_look=last_look) for seed in range(episodes)]
        return {"seconds": time.perf_counter() - start_time, "won": sum(successes)}


def measure_farama(episodes: int) -> Mapping[str, float]:
    """Time Farama's environment in a separate process."""
    driver = next((path for name in DRIVERS if (path := shutil.which(name))), "")
    if not driver:
        sys.exit("chromedriver is not installed; on Debian or Ubuntu: apt-get install chromium-driver")
    request = {"executable": os.path.realpath(executable()), "driver": driver, "episodes": episodes}
    return run_script(Path(sys.executable), "_farama.py", request=request, timeout_sec=600)


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=100)
    episodes = parser.parse_args().episodes
    rounds: dict[str, list[Mapping[str, float]]] = {"ours": [], "last look": [], "farama": [], "fresh": []}
    for _ in range(ROUNDS):
        rounds["ours"].append(measure_ours(episodes, fresh=False, last_look=False))
        rounds["last look"].append(measure_ours(episodes, fresh=False, last_look=True))
        rounds["farama"].append(measure_farama(episodes))
    fresh_episodes = max(5, episodes // 5)
    rounds["fresh"].append(measure_ours(fresh_episodes, fresh=True, last_look=True))
    counts = {"ours": episodes, "last look": episodes, "farama": episodes, "fresh": fresh_episodes}
    speed = {who: statistics.median(counts[who] / r["seconds"] for r in all_) for who, all_ in rounds.items()}
    labels = {
        "onscreen, page kept": "ours",
        "onscreen, page kept, with a final observation": "last look",
        "onscreen, new page and empty profile each time, with a final observation": "fresh",
        f"Farama miniwob {version('miniwob')} (Selenium), page kept": "farama",
    }
    rows = [
        (
            name,
            f"{speed[who]:.1f}",
            f"{speed[who] / speed['farama']:.1f}",
            f"{sum(r['won'] for r in rounds[who])}/{counts[who] * len(rounds[who])}",
        )
        for name, who in labels.items()
    ]
    text = f"""### MiniWoB++ episodes per second

{TASK}, {episodes} episodes, {ROUNDS} rounds in turn, the median. Each episode: start, picture and elements,
one click, reward. Farama's environment does not observe the page after its episode is over.

{render_table(["environment", "episodes per second", "times Farama's", "solved"], rows)}"""
    publish("miniwob_speed", text, {"speed": speed, "rounds": rounds})


if __name__ == "__main__":
    main()
