"""Worker in BrowserGym's environment: time no-op steps (JSON request in, JSON out)."""

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
request = json.load(sys.stdin)


def link_browser(executable: str) -> None:
    """Link the given browser to the path where the pinned Playwright version looks for it."""
    spec = importlib.util.find_spec("playwright")
    browsers = json.loads((Path(spec.origin).parent / "driver/package/browsers.json").read_text())["browsers"]
    revision = next(browser["revision"] for browser in browsers if browser["name"] == "chromium")
    folder = Path(tempfile.mkdtemp()) / f"chromium-{revision}"
    (folder / "chrome-linux").mkdir(parents=True)
    (folder / "chrome-linux" / "chrome").symlink_to(executable)
    (folder / "INSTALLATION_COMPLETE").touch()
    os.environ["PLAYWRIGHT_BROWSERS_PATH"] = str(folder.parent)


link_browser(request["executable"])

from browsergym.core.env import BrowserEnv  # noqa: E402
from browsergym.core.task import OpenEndedTask  # noqa: E402
from browsergym.utils.obs import flatten_axtree_to_str  # noqa: E402


def measure(observation_delay_sec: float) -> dict:
    """Return, for each page, the seconds per step and the characters of its accessibility tree."""
    results = {}
    for name, address in request["pages"].items():
        env = BrowserEnv(
            OpenEndedTask,
            task_kwargs={"start_url": address, "goal": "look"},
            viewport={"width": request["width"], "height": request["height"]},
            slow_mo=0,
            timeout=60_000,
            pre_observation_delay=observation_delay_sec,
        )
        env.reset(seed=0)
        seconds, chars = [], 0
        for _ in range(request["repeats"]):
            start_time = time.perf_counter()
            observation, *_ = env.step("noop(0)")
            text = flatten_axtree_to_str(observation["axtree_object"])
            seconds.append(time.perf_counter() - start_time)
            chars = len(text)
        results[name] = {"seconds": seconds, "chars": chars, "picture": observation["screenshot"] is not None}
        env.close()
    return results


def main() -> None:
    """Answer the request on standard input."""
    observation_delay_sec = BrowserEnv.__init__.__defaults__[-1] if request["mode"] == "default" else 0.0
    print("ANSWER " + json.dumps(measure(observation_delay_sec)))


main()
