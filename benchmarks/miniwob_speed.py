"""Episodes a second on MiniWoB++ click-button, with picture and elements at every step, beside Farama's.

    python benchmarks/miniwob_speed.py [--episodes 100]

Needs chromedriver (Debian: apt-get install chromium-driver). Both play the same seeds in the same Chromium,
keep the page between episodes and look before the one click. Farama's environment gives an empty observation
once the page is over; ours is timed both like that and with a last look. Rounds alternate, the median counts.
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

from _report import publish, table
from _rivals import ask

from onscreen.device.base import Device
from onscreen.device.web import web
from onscreen.device.web.chromium_executable import executable
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Click
from onscreen_practice.miniwob.miniwob_suite import miniwob

ROUNDS = 5
TASK = "click-button"
DRIVERS = ("chromedriver", "/usr/lib/chromium-browser/chromedriver", "/usr/lib/chromium/chromedriver")


def play(device: Device, seed: int, *, last_look: bool) -> bool:
    """Play one episode: the first look, one click, and a last look if asked."""
    task = miniwob().task(TASK, seed)
    device.start(task.start)
    wanted = json.loads(device.read(task.start.ask)).split('"')[1]
    screen = build_screen(device.observe())
    device.perform(Click(next(e for e in screen.elements if e.role == "button" and e.name == wanted)))
    if last_look:
        build_screen(device.observe())
    return device.read(task.check.expression) == "true"


def ours(episodes: int, *, fresh: bool, last_look: bool) -> Mapping[str, float]:
    """Time our own device; `fresh` opens a new page for every episode."""
    with closing(web({**miniwob().device_settings, "reuse_page": not fresh})) as device:
        play(device, 0, last_look=last_look)
        begun = time.perf_counter()
        won = [play(device, seed, last_look=last_look) for seed in range(episodes)]
        return {"seconds": time.perf_counter() - begun, "won": sum(won)}


def farama(episodes: int) -> Mapping[str, float]:
    """Time Farama's environment, in a process of its own."""
    driver = next((found for name in DRIVERS if (found := shutil.which(name))), "")
    if not driver:
        sys.exit("chromedriver is not installed; on Debian or Ubuntu: apt-get install chromium-driver")
    request = {"executable": os.path.realpath(executable()), "driver": driver, "episodes": episodes}
    return ask(Path(sys.executable), "_farama.py", request=request, most_sec=600)


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=100)
    episodes = parser.parse_args().episodes
    rounds: dict[str, list[Mapping[str, float]]] = {"ours": [], "last look": [], "farama": [], "fresh": []}
    for _ in range(ROUNDS):
        rounds["ours"].append(ours(episodes, fresh=False, last_look=False))
        rounds["last look"].append(ours(episodes, fresh=False, last_look=True))
        rounds["farama"].append(farama(episodes))
    few = max(5, episodes // 5)
    rounds["fresh"].append(ours(few, fresh=True, last_look=True))
    counts = {"ours": episodes, "last look": episodes, "farama": episodes, "fresh": few}
    speed = {who: statistics.median(counts[who] / r["seconds"] for r in all_) for who, all_ in rounds.items()}
    told = {
        "onscreen, page kept": "ours",
        "onscreen, page kept, with a last look": "last look",
        "onscreen, new page and empty profile each time, with a last look": "fresh",
        f"Farama miniwob {version('miniwob')} (Selenium), page kept": "farama",
    }
    rows = [
        (
            name,
            f"{speed[who]:.1f}",
            f"{speed[who] / speed['farama']:.1f}",
            f"{sum(r['won'] for r in rounds[who])}/{counts[who] * len(rounds[who])}",
        )
        for name, who in told.items()
    ]
    text = f"""### MiniWoB++ episodes a second

{TASK}, {episodes} episodes, {ROUNDS} rounds in turn, the median. Each episode: start, picture and elements,
one click, reward. Farama's environment does not look once the page is over.

{table(["environment", "episodes a second", "times Farama's", "solved"], rows)}"""
    publish("miniwob_speed", text, {"speed": speed, "rounds": rounds})


if __name__ == "__main__":
    main()
