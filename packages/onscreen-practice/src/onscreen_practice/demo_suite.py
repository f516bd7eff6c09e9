"""The suite `demo`: a dozen tasks of the suites `miniwob` and `sites`, none made for show.

They are chosen among those that the embedded brain can do; the tables of the two suites show the others too.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from onscreen.plugins import unknown_name
from onscreen.types import Setting, Task
from onscreen_practice.miniwob.miniwob_suite import MiniWoB, miniwob
from onscreen_practice.site_suite.site_suite import Sites, sites

SMALL = (
    "click-button",
    "click-dialog-2",
    "click-link",
    "click-tab",
    "choose-list",
    "enter-text",
)
SITES = (
    "shop-tell-price",
    "shop-add-behind-cookies",
    "mail-reply",
    "calculator-compute",
    "wiki-fact",
    "no-tool-flight",
)
GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"all": SMALL + SITES, "pages": ("shop-add-behind-cookies", "mail-reply"), "no-tool": ("no-tool-flight",)}
)


class Demo(msgspec.Struct, frozen=True):
    """The suite; each task is made by the suite it is drawn from."""

    pages: MiniWoB
    places: Sites
    device_settings: Mapping[str, Setting]
    name: str = "demo"
    device: str = "web"
    groups: Mapping[str, tuple[str, ...]] = GROUPS
    max_steps: int = 30
    limit_sec: float = 180.0

    def task(self, name: str, seed: int) -> Task:
        """Make the task as its own suite does.

        Raises:
            UnknownName: there is no task of that name.
        """
        if name not in GROUPS["all"]:
            raise unknown_name("task of suite demo", name, known=GROUPS["all"])
        return self.pages.task(name, seed) if name in SMALL else self.places.task(name, seed)


def demo() -> Demo:
    """Return the suite, its device serving the pages of both.

    Raises:
        MissingExtra: the package `miniwob` is not installed.
    """
    pages, places = miniwob(), sites()
    hosts = [part.device_settings["sites"] for part in (pages, places)]
    served = tuple(host for group in hosts if isinstance(group, tuple) for host in group)
    return Demo(pages, places, {"sites": served})
