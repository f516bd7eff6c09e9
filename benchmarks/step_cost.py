"""Time of a whole step of the default agent on web pages, by part, compared with browser-use and Playwright.

    python benchmarks/step_cost.py [--steps 15] [--only-ours]

The model answers at once with the same click, so no time is spent on a model. The click changes the last
letter of one text in view; the page's own reaction to it is suppressed. A step lasts from one answer of the
model to the next: the action, the wait until the page is quiet, the new look, the record on disk and the next
prompt. browser-use runs its own agent with such a model, with its default settings except for `use_judge`.
Playwright has no agent: its step is a click, a snapshot of the page as text, and a screenshot.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
from _pages import CHANGE_TEXT, collect_pages, serve_pages
from _report import publish, render_table
from _rival_environment import REST_SEC, make_environment, make_request, package_version, run_script

from onscreen.agent import plan_state
from onscreen.agent.default import Planner
from onscreen.device.web import WebDevice, page_observation, web, web_device
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy import language_model_policy
from onscreen.policy.cascade import Cascade
from onscreen.run.approval import refuse_unrequested
from onscreen.run.episode_loop import RunHooks
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Limits, Trial
from onscreen.store.episode_recorder import EpisodeRecorder
from onscreen.types import Prompt, Reply, Screen, Start, Task

WIDTH, HEIGHT = 1280, 720
TIMEOUT_SEC = 300.0
MARK = "data-benchmark-target"
PREPARE = f"""(() => {{
  const target = [...document.querySelectorAll("a[href], button")].find((element) => {{
    const box = element.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.width && box.height && hit && element.contains(hit);
  }});
  target.setAttribute("{MARK}", "");
  document.addEventListener("click", (event) => {{
    event.preventDefault();
    event.stopImmediatePropagation();
    {CHANGE_TEXT};
  }}, true);
}})()"""
"""JavaScript that marks the first link or button in view, and makes every click change one text."""
TARGET_CENTER = f"""(() => {{
  const box = document.querySelector("[{MARK}]").getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}})()"""

PARTS: Sequence[tuple[str, object, str]] = (
    ("action", WebDevice, "perform"),
    ("wait", web_device, "settle"),
    ("read", page_observation, "_receive_readings"),
    ("picture", page_observation, "_receive_picture"),
    ("rest of the look", WebDevice, "observe"),
    ("screen", plan_state, "build_screen"),
    ("text", language_model_policy, "screen_text"),
    ("rest of the decision", Planner, "act"),
    ("record", EpisodeRecorder, "__call__"),
)
"""Names of the parts, and the functions whose time is theirs, without that of other parts called in them."""
REST = "rest"


class Stopwatch:
    """Times of the parts of steps, in seconds.

    The time of a part within another counts only for the inner one.
    """

    def __init__(self) -> None:
        """Start without measured time."""
        self.steps: list[dict[str, float]] = []
        self._part, self._since = REST, time.perf_counter()

    def switch(self, part: str) -> str:
        """Add the time since the last switch to the current part, begin another, and return the former."""
        now = time.perf_counter()
        if self.steps:
            times = self.steps[-1]
            times[self._part] = times.get(self._part, 0.0) + now - self._since
        former, self._part, self._since = self._part, part, now
        return former

    def begin_step(self) -> None:
        """Begin the next step within the current part."""
        self.switch(self._part)
        self.steps.append({})

    def wrap(self, part: str, function: Callable[..., object]) -> Callable[..., object]:
        """Return the function, with its time counted for a part."""

        def timed(*arguments: object, **options: object) -> object:
            former = self.switch(part)
            try:
                return function(*arguments, **options)
            finally:
                self.switch(former)

        return timed


class ClickingModel:
    """Model that answers at once with a click on one element, and begins a step at each call."""

    def __init__(self, number: int, stopwatch: Stopwatch) -> None:
        """Create a model that clicks the element with this number."""
        self.name = "clicking"
        answer = {"why": "", "values": [], "plan": [], "actions": [f"click {number}"]}
        self._answer = Reply(msgspec.json.encode(answer).decode())
        self._stopwatch = stopwatch

    def __call__(self, _prompt: Prompt) -> Reply:
        """Return the click."""
        self._stopwatch.begin_step()
        return self._answer


@contextmanager
def timed_parts(stopwatch: Stopwatch) -> Iterator[None]:
    """Count the time of the functions in `PARTS`."""
    with ExitStack() as stack:
        for part, owner, name in PARTS:
            original = getattr(owner, name)
            stack.callback(setattr, owner, name, original)
            setattr(owner, name, stopwatch.wrap(part, original))
        yield


def find_number(device: WebDevice, screen: Screen) -> int:
    """Return the number of the marked element on the screen."""
    x, y = msgspec.json.decode(device.read(TARGET_CENTER), type=tuple[float, float])
    around = [e for e in screen.elements if e.box.left <= x <= e.box.right and e.box.top <= y <= e.box.bottom]
    return min(around, key=lambda e: e.box.area).index


def measure_page(device: WebDevice, address: str, steps: int) -> dict[str, float]:
    """Return the medians of the parts of a step on a page and of the whole step, in milliseconds."""
    start = Start(address, script=PREPARE)
    device.start(start)
    time.sleep(REST_SEC)
    stopwatch = Stopwatch()
    model = ClickingModel(find_number(device, build_screen(device.observe())), stopwatch)
    with tempfile.TemporaryDirectory() as folder, timed_parts(stopwatch):
        trial = Trial(
            Task("Click the marked element again and again", start=start),
            str(Path(folder) / "run"),
            limits=Limits(steps + 1),
            signals=(),
        )
        hooks = RunHooks(approve=refuse_unrequested())
        episode = run_trial(trial, device, cascade=Cascade(model=model), hooks=hooks, started=True)
    failed = [outcome.message for outcome in episode.outcomes if outcome.failed]
    if failed or len(stopwatch.steps) <= steps:
        raise SystemExit(f"{address}: {len(stopwatch.steps)} steps ({episode.stop}); failed: {failed[:2]}")
    complete = stopwatch.steps[1:-1]
    names = [part for part, _, _ in PARTS] + [REST]
    medians = {part: 1000 * statistics.median(s.get(part, 0.0) for s in complete) for part in names}
    return {**medians, "whole step": 1000 * statistics.median(sum(s.values()) for s in complete)}


def measure_others(addresses: Mapping[str, str], steps: int) -> dict[str, dict[str, Any]]:
    """Return the version of browser-use and of Playwright with their times per step, in milliseconds."""
    results = {}
    for name, package, script in (
        ("browser-use", "browser-use", "_browser_use_steps.py"),
        ("Playwright", "playwright", "_playwright_steps.py"),
    ):
        python = make_environment(package.replace("-", "_"), [package])
        times = {}
        for page, address in addresses.items():
            request = make_request(
                {page: address}, (WIDTH, HEIGHT), repeats=steps, prepare=PREPARE, mark=MARK
            )
            times |= run_script(python, script, request=request, timeout_sec=TIMEOUT_SEC)
        results[name] = {"version": package_version(python, package), "times": times}
    return results


def render_report(own: Mapping[str, Mapping[str, float]], others: Mapping[str, Mapping[str, Any]]) -> str:
    """Render the table of medians."""
    columns = list(next(iter(own.values())))
    heads = ["page", *columns, *(f"{name} {other['version']} (times ours)" for name, other in others.items())]
    rows = []
    for page, measured in own.items():
        row = [page, *(f"{measured[name]:.1f}" for name in columns)]
        for other in others.values():
            duration = other["times"][page]
            row.append(f"{duration:.0f} ({duration / measured['whole step']:.1f})")
        rows.append(row)
    return f"""### What one step costs, by its parts

Medians in milliseconds of steps with the same click, {WIDTH} x {HEIGHT}, with a model that answers at once.
"Picture" is what remains of it after the read, since both are requested together.

{render_table(heads, rows)}"""


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=15)
    parser.add_argument("--only-ours", action="store_true", help="print our own figures without publishing")
    arguments = parser.parse_args()
    paths, missing = collect_pages()
    with serve_pages() as host:
        addresses = {name: host + path for name, path in paths.items()}
        with closing(web({"width": WIDTH, "height": HEIGHT})) as device:
            own = {name: measure_page(device, url, arguments.steps) for name, url in addresses.items()}
        if arguments.only_ours:
            print(render_report(own, {}))
            return
        others = measure_others(addresses, arguments.steps)
    publish("step_cost", render_report(own, others), {"ours": own, **others, "missing": missing})


if __name__ == "__main__":
    main()
