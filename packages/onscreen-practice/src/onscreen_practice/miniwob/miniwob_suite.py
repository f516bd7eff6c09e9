"""MiniWoB++ in Chromium: the pages of the `miniwob` package, which start, seed and judge themselves.

Each task is one page. As in Farama's environment and in BrowserGym, the seed goes to `Math.seedrandom`,
`core.startEpisodeReal` makes the problem, the instruction is `core.getUtterance()`, and a trial succeeds
when the page's raw reward (the one that does not shrink with time) is above 0. As in BrowserGym, what is
there for human players (the instruction's own box, the scoreboard, the trace of clicks, the START cover)
is taken out of sight, and the view is 332 x 214 pixels. The page's time limit is raised to a day: slow
agents are limited by the trial, not by the page.

A page that is over takes no more part: the run then ends as "done" by the task's `over`, which is also
true when the agent has left the page. LUCI and RCI act by four actions (click, type, press, choose an
option); a suite does not limit actions, an agent that wants to be compared with them keeps to the four.
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
OVER = "typeof WOB_DONE_GLOBAL === 'undefined' || WOB_DONE_GLOBAL"
SUCCESS = "typeof WOB_DONE_GLOBAL !== 'undefined' && WOB_DONE_GLOBAL && WOB_RAW_REWARD_GLOBAL > 0"
UTTERANCE = "((asked) => typeof asked === 'string' ? asked : asked.utterance)(core.getUtterance())"
BEGIN = """(async () => {
  const until = async (ready) => { while (!ready()) await new Promise((go) => setTimeout(go, 10)); };
  await until(() => window.core && core.cover_div);
  const style = document.createElement("style");
  style.textContent = "#query, #reward-display, #click-canvas { visibility: hidden !important }"
    + " #sync-task-cover { display: none !important }";
  document.head.append(style);
  Math.seedrandom(%(seed)d);
  core.EPISODE_MAX_TIME = %(most_ms)d;
  core.startEpisodeReal();
  core.clearTimer();
  await until(() => WOB_TASK_READY);
})()"""


class MiniWoB(msgspec.Struct, frozen=True):
    """The suite; `most_ms` is the page's own time limit in milliseconds."""

    device_settings: Mapping[str, Setting]
    name: str = "miniwob"
    device: str = "web"
    groups: Mapping[str, tuple[str, ...]] = MappingProxyType({"all": ALL, "luci": LUCI})
    max_steps: int = 30
    limit_sec: float = 180.0
    most_ms: int = DAY_MS

    def task(self, name: str, seed: int) -> Task:
        """Make the task; its instruction is read from the page when the run begins.

        Raises:
            UnknownName: there is no task of that name.
        """
        if name not in ALL:
            raise unknown_name("task of suite miniwob", name, known=ALL)
        start = Start(
            address=f"http://{HOST}/miniwob/{name}.html",
            script=BEGIN % {"seed": seed, "most_ms": self.most_ms},
            seed=seed,
            ask=UTTERANCE,
        )
        return Task("", name=name, start=start, check=PageValue(SUCCESS, equals="true"), over=OVER)


def miniwob() -> MiniWoB:
    """Return the suite on the pages of the installed `miniwob` package.

    Raises:
        MissingExtra: the package is not installed.
    """
    return MiniWoB({"sites": (f"{HOST}={pages()}",), "width": 332, "height": 214})


def pages() -> Path:
    """Return the folder of the pages, found without importing the package.

    Raises:
        MissingExtra: the package is not installed.
    """
    spec = find_spec("miniwob")
    if spec is None or not spec.submodule_search_locations:
        raise MissingExtra(
            "suite 'miniwob' needs the Python package 'miniwob', which is not installed; "
            'install it with: pip install "onscreen[miniwob]"'
        )
    return Path(spec.submodule_search_locations[0]) / "html"
