"""The phone in use: its shell, what is known of it, and the tree of its screen."""

from __future__ import annotations

import math
import re
import time

import msgspec

from onscreen.device.android.adb_shell import Link, Ran
from onscreen.device.android.android_settings import AndroidSettings
from onscreen.device.android.display import Display, display_of
from onscreen.device.android.screencap import alike, picture_of
from onscreen.device.android.shell_quoting import line
from onscreen.device.android.view_hierarchy import BadTree, Views, views_of
from onscreen.device.android.view_nodes import Reading, nodes_of
from onscreen.types import Picture
from onscreen.types.errors import ActionHadNoEffect

FILE = "/data/local/tmp/onscreen-window.xml"
FACTS = "getprop ro.build.version.sdk; wm size; wm density"
_USUAL_SDK = 30
_QUICK_SEC = 0.05


class Tree(msgspec.Struct, frozen=True):
    """The tree of one moment: as it came, and as nodes on the picture."""

    dump: bytes
    views: Views
    reading: Reading


class Phone:
    """One phone, used by one thread; `display` and `dump` are of the last time it was looked at.

    `tree_sec` is how long the last tree took alone: real phones wait until they are idle, others do not.
    `seen` is the last picture and tree that were surely of one moment.
    """

    def __init__(self, link: Link, settings: AndroidSettings) -> None:
        """Ask the phone what it is.

        Raises:
            DeviceError: it is gone.
            ActionTimeout: it does not answer.
        """
        self.link = link
        self.settings = settings
        self.by_file = False
        self.dump = b""
        self.tree_sec = math.inf
        self.seen: tuple[Picture, Tree] | None = None
        self.sdk, self.display = self._asked()
        self._rotation: int | None = None

    def run(self, *words: str | float, cap_sec: float | None = None) -> Ran:
        """Run one command of these words, each reaching it whole; raises what `Link.run` raises."""
        return self.link.run(line(*words), cap_sec=cap_sec)

    def do(self, *commands: str) -> None:
        """Run command lines one after the other as long as they succeed.

        Raises:
            ActionHadNoEffect: one of them failed; the message is what it said.
            ActionTimeout: they did not come to an end in time.
            DeviceError: the phone is gone.
        """
        ran = self.link.run(" && ".join(commands))
        if ran.status:
            raise ActionHadNoEffect(f"the phone refused: {ran.complaint}")

    def show(self, display: Display) -> None:
        """Take over how large the screen is now, and whichever way it is turned."""
        self.display = display
        self._rotation = None

    def dump_command(self) -> str:
        """Return the command that writes the tree to its output, and any complaint too."""
        if self.by_file:
            return f"rm -f {FILE}; uiautomator dump {FILE} 2>&1; cat {FILE}; rm -f {FILE}"
        return "uiautomator dump /dev/tty 2>&1"

    @property
    def tree_is_quick(self) -> bool:
        """Whether a tree takes less time than a picture does."""
        return self.tree_sec < _QUICK_SEC

    def tree_of_now(self) -> Tree | None:
        """Return the tree that was seen last where the picture says nothing moved since, else a new one.

        Raises:
            ActionTimeout: it does not answer.
            DeviceError: the phone is gone.
        """
        if self.seen is not None and not self.tree_is_quick:
            before, tree = self.seen
            now = picture_of(self.link.run("screencap -p").out)
            if now is not None and alike(before, now):
                return tree
        return self.tree()

    def tree(self) -> Tree | None:
        """Return the tree as it is now; None when the phone gives none.

        Raises:
            ActionTimeout: it does not answer.
            DeviceError: the phone is gone.
        """
        for _ in range(2):
            begun = time.monotonic()
            dump = self.link.run(self.dump_command()).out
            self.tree_sec = time.monotonic() - begun
            try:
                return self.read(dump)
            except BadTree as error:
                if not self.heard(error):
                    return None
        return None

    def read(self, dump: bytes) -> Tree:
        """Return the tree in the output of the dump.

        Raises:
            BadTree: there is none.
        """
        views = views_of(dump)
        if self._rotation is not None and (views.rotation - self._rotation) % 2:
            self.display = self.display.turned()
        self._rotation = views.rotation
        settings = self.settings
        reading = nodes_of(views, self.display, max_nodes=settings.max_nodes, max_text=settings.max_text)
        self.dump = dump
        return Tree(dump, views, reading)

    def heard(self, error: BadTree) -> bool:
        """Whether another way of asking for the tree is worth trying, and take it."""
        if error.is_mute:
            self.by_file = not self.by_file
        return error.is_mute

    def _asked(self) -> tuple[int, Display]:
        said = self.link.run(FACTS).text
        version = re.match(r"\s*(\d+)", said)
        display = display_of(said, (0, 0))
        return int(version[1]) if version else _USUAL_SDK, display
