"""Runs in BrowserGym's own environment: steps that do nothing, timed; a request comes in, JSON goes out."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import tempfile
import time
import warnings
from pathlib import Path

warnings.simplefilter("ignore")
asked = json.load(sys.stdin)


def same_browser(executable: str) -> None:
    """Let the Playwright it pins find the browser that everyone uses here, its chat window too."""
    spec = importlib.util.find_spec("playwright")
    browsers = json.loads((Path(spec.origin).parent / "driver/package/browsers.json").read_text())["browsers"]
    revision = next(browser["revision"] for browser in browsers if browser["name"] == "chromium")
    folder = Path(tempfile.mkdtemp()) / f"chromium-{revision}"
    (folder / "chrome-linux").mkdir(parents=True)
    (folder / "chrome-linux" / "chrome").symlink_to(executable)
    (folder / "INSTALLATION_COMPLETE").touch()
    os.environ["PLAYWRIGHT_BROWSERS_PATH"] = str(folder.parent)


same_browser(asked["executable"])

from browsergym.core.env import BrowserEnv  # noqa: E402
from browsergym.core.task import OpenEndedTask  # noqa: E402
from browsergym.utils.obs import flatten_axtree_to_str  # noqa: E402


def measure(delay: float) -> dict:
    """Return page -> seconds of each step and the characters of its accessibility tree."""
    measured = {}
    for name, address in asked["pages"].items():
        env = BrowserEnv(
            OpenEndedTask,
            task_kwargs={"start_url": address, "goal": "look"},
            viewport={"width": asked["width"], "height": asked["height"]},
            slow_mo=0,
            timeout=60_000,
            pre_observation_delay=delay,
        )
        env.reset(seed=0)
        seconds, chars = [], 0
        for _ in range(asked["repeats"]):
            begun = time.perf_counter()
            seen, *_ = env.step("noop(0)")
            text = flatten_axtree_to_str(seen["axtree_object"])
            seconds.append(time.perf_counter() - begun)
            chars = len(text)
        measured[name] = {"seconds": seconds, "chars": chars, "picture": seen["screenshot"] is not None}
        env.close()
    return measured


def main() -> None:
    """Answer the request."""
    delay = BrowserEnv.__init__.__defaults__[-1] if asked["mode"] == "default" else 0.0
    print("ANSWER " + json.dumps(measure(delay)))


main()
