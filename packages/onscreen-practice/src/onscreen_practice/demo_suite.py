"""Suite `demo`, a selection of twelve tasks from the suites `miniwob` and `sites`.

They were selected among the tasks that the embedded net solves; the result tables of the two suites also show
the other tasks.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from onscreen.plugins import unknown_name
from onscreen.types import Setting, Task
from onscreen_practice.miniwob.miniwob_suite import MiniWoBSuite, miniwob
from onscreen_practice.site_suite.site_suite import SiteSuite, sites

MINIWOB_TASKS = (
    "click-button",
    "click-dialog-2",
    "click-link",
    "click-tab",
    "choose-list",
    "enter-text",
)
SITE_TASKS = (
    "shop-tell-price",
    "shop-add-behind-cookies",
    "mail-reply",
    "calculator-compute",
    "wiki-fact",
    "no-tool-flight",
)
GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "all": MINIWOB_TASKS + SITE_TASKS,
        "pages": ("shop-add-behind-cookies", "mail-reply"),
        "no-tool": ("no-tool-flight",),
    }
)


class DemoSuite(msgspec.Struct, frozen=True):
    """Suite that combines selected tasks from the suites `miniwob` and `sites`."""

    miniwob_suite: MiniWoBSuite
    site_suite: SiteSuite
    device_settings: Mapping[str, Setting]
    name: str = "demo"
    device: str = "web"
    groups: Mapping[str, tuple[str, ...]] = GROUPS
    max_steps: int = 30
    limit_sec: float = 180.0

    def task(self, name: str, seed: int) -> Task:
        """Create the named task for a random seed by delegating to the task's original suite.

        Raises:
            UnknownName: the suite has no task with that name.
        """
        if name not in GROUPS["all"]:
            raise unknown_name("task of suite demo", name, known=GROUPS["all"])
        return (
            self.miniwob_suite.task(name, seed) if name in MINIWOB_TASKS else self.site_suite.task(name, seed)
        )


def demo() -> DemoSuite:
    """Create the suite `demo`, whose device serves the pages of both source suites.

    Raises:
        MissingExtra: the package `miniwob` is not installed.
    """
    miniwob_suite, site_suite = miniwob(), sites()
    hosts = [suite.device_settings["sites"] for suite in (miniwob_suite, site_suite)]
    served_hosts = tuple(host for host in hosts if isinstance(host, tuple) for host in host)
    return DemoSuite(miniwob_suite, site_suite, {"sites": served_hosts})
