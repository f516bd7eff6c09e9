"""MiniWoB++ suite, whose web pages generate and score their own tasks.

Each task is one page of the `miniwob` package, opened in Chromium. As in Farama's environment and in
BrowserGym, the seed goes to `Math.seedrandom`, `core.startEpisodeReal` creates the problem, the instruction
is `core.getUtterance()`, and a trial succeeds if the page's raw reward (without time decay) is above 0. As
in BrowserGym, elements for human players (the instruction box, the scoreboard, the click trace, the START
cover) are hidden, and the viewport is 332 x 214 pixels. The page's time limit is raised to a day: slow
agents are limited by the trial, not by the page.

A page ignores input after its episode is over: the run then ends as "done" by the task's `over` condition,
which is also true when the agent has left the page. LUCI and RCI use four actions (click, type, press,
select an option); a suite does not restrict actions, so an agent to be compared with them must restrict
itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

import msgspec

from onscreen.plugins import unknown_name
from onscreen.types import PageValue, Setting, Start, Task
from onscreen.types.errors import MissingExtra
from onscreen_practice.miniwob.task_names import ALL, LUCI

HOST = "miniwob.test"
DAY_MS = 86_400_000
EPISODE_OVER = "typeof WOB_DONE_GLOBAL === 'undefined' || WOB_DONE_GLOBAL"
SUCCESS = "typeof WOB_DONE_GLOBAL !== 'undefined' && WOB_DONE_GLOBAL && WOB_RAW_REWARD_GLOBAL > 0"
UTTERANCE = "((u) => typeof u === 'string' ? u : u.utterance)(core.getUtterance())"
START_SCRIPT = """(async () => {
  const waitUntil = async (ready) => { while (!ready()) await new Promise((go) => setTimeout(go, 10)); };
  await waitUntil(() => window.core && core.cover_div);
  const style = document.createElement("style");
  style.textContent = "#query, #reward-display, #click-canvas { visibility: hidden !important }"
    + " #sync-task-cover { display: none !important }";
  document.head.append(style);
  Math.seedrandom(%(seed)d);
  core.EPISODE_MAX_TIME = %(page_limit_ms)d;
  core.startEpisodeReal();
  core.clearTimer();
  await waitUntil(() => WOB_TASK_READY);
})()"""


class MiniWoBSuite(msgspec.Struct, frozen=True):
    """Suite of MiniWoB++ tasks, each of which is a single web page.

    `page_limit_ms` is the page's own time limit in milliseconds.
    """

    device_settings: Mapping[str, Setting]
    name: str = "miniwob"
    device: str = "web"
    groups: Mapping[str, tuple[str, ...]] = MappingProxyType({"all": ALL, "luci": LUCI})
    max_steps: int = 30
    limit_sec: float = 180.0
    page_limit_ms: int = DAY_MS

    def task(self, name: str, seed: int) -> Task:
        """Create a task whose instruction is read from the page when the run starts.

        Raises:
            UnknownName: the suite has no task with that name.
        """
        if name not in ALL:
            raise unknown_name("task of suite miniwob", name, known=ALL)
        start = Start(
            address=f"http://{HOST}/miniwob/{name}.html",
            script=START_SCRIPT % {"seed": seed, "page_limit_ms": self.page_limit_ms},
            seed=seed,
            ask=UTTERANCE,
        )
        check = PageValue(SUCCESS, equals="true", about="the page gave a reward above 0")
        return Task("", name=name, start=start, check=check, over=EPISODE_OVER)


def miniwob() -> MiniWoBSuite:
    """Create the MiniWoB++ suite from the pages of the installed `miniwob` package.

    Raises:
        MissingExtra: the package is not installed.
    """
    sites = (f"{HOST}={find_pages_folder()}",)
    return MiniWoBSuite(
        {
            "sites": sites,
            "width": 332,
            "height": 214,
            "describe_figures": True,
            "flags": ("--disable-frame-rate-limit",),  # small pages: a screenshot need not wait for a frame
        }
    )


def find_pages_folder() -> Path:
    """Locate the HTML pages of the `miniwob` package without importing the package.

    Raises:
        MissingExtra: the package is not installed.
    """
    spec = find_spec("miniwob")
    if spec is None or not spec.submodule_search_locations:
        raise MissingExtra(
            "suite 'miniwob' needs the Python package 'miniwob', which is not installed; "
            'install it with: pip install "onscreen-practice[miniwob]"'
        )
    return Path(spec.submodule_search_locations[0]) / "html"
