"""Connected Android phone with its shell, display, SDK level and view hierarchy."""

from __future__ import annotations

import math
import re
import time

import msgspec

from onscreen.device.android.adb_shell import PhoneShell, ShellResult
from onscreen.device.android.android_settings import AndroidSettings
from onscreen.device.android.coordinate_conversion import Display, parse_display
from onscreen.device.android.screencap_decoder import is_same_screen, parse_screencap
from onscreen.device.android.shell_quoting import shell_command
from onscreen.device.android.view_hierarchy import BadHierarchy, ViewHierarchy, parse_hierarchy
from onscreen.device.android.view_nodes import ScreenContent, build_nodes
from onscreen.types import Node, Picture
from onscreen.types.errors import ActionHadNoEffect

DUMP_FILE = "/data/local/tmp/onscreen-window.xml"
DISPLAY_COMMAND = "getprop ro.build.version.sdk; wm size; wm density"
_DEFAULT_SDK = 30
_FAST_DUMP_SEC = 0.05


class ScreenTree(msgspec.Struct, frozen=True):
    """View hierarchy of one screen: raw dump, parsed views, and nodes in screenshot pixels."""

    dump: bytes
    hierarchy: ViewHierarchy
    content: ScreenContent


class ConnectedPhone:
    """Connected Android phone, with its shell, display and last observation.

    An instance is used by a single thread. `display` and `last_dump` belong to the last observation.
    `dump_sec` is the duration of the last dump in seconds: a real phone waits until it is idle, an emulated
    one may not. `last_observation` is the last screenshot with the view hierarchy of the same moment.
    `dumps_to_file` is True if the phone cannot write a dump to the terminal. `seen_nodes` are the nodes of
    the last observation, None after an action or without a view hierarchy.
    """

    def __init__(self, shell: PhoneShell, settings: AndroidSettings) -> None:
        """Query the SDK level and the display.

        Raises:
            DeviceError: the phone is gone.
            ActionTimeout: the phone does not answer.
        """
        self.shell = shell
        self.settings = settings
        self.dumps_to_file = False
        self.last_dump = b""
        self.dump_sec = math.inf
        self.last_observation: tuple[Picture, ScreenTree] | None = None
        self.seen_nodes: tuple[Node, ...] | None = None
        self.sdk, self.display = self._query_sdk_and_display()
        self._rotation: int | None = None

    def run(self, *arguments: str | float, timeout_sec: float | None = None) -> ShellResult:
        """Run one shell command, quoting its arguments.

        Raises the same errors as `PhoneShell.run`.
        """
        return self.shell.run(shell_command(*arguments), timeout_sec=timeout_sec)

    def run_all(self, *commands: str) -> None:
        """Run shell commands in order until one fails.

        Raises:
            ActionHadNoEffect: a command failed; the message contains its error output.
            ActionTimeout: the commands did not finish in time.
            DeviceError: the phone is gone.
        """
        result = self.shell.run(" && ".join(commands))
        if result.status:
            raise ActionHadNoEffect(f"the phone refused: {result.error_text}")

    def set_display(self, display: Display) -> None:
        """Replace the display geometry with newly measured values.

        The values apply to the current rotation.
        """
        self.display = display
        self._rotation = None

    def dump_command(self) -> str:
        """Return the shell command that prints the view hierarchy.

        The command prints an error message if the dump fails.
        """
        if self.dumps_to_file:
            return f"rm -f {DUMP_FILE}; uiautomator dump {DUMP_FILE} 2>&1; cat {DUMP_FILE}; rm -f {DUMP_FILE}"
        return "uiautomator dump /dev/tty 2>&1"

    @property
    def is_dump_fast(self) -> bool:
        """True if a view hierarchy dump takes less time than a screenshot."""
        return self.dump_sec < _FAST_DUMP_SEC

    def current_tree(self) -> ScreenTree | None:
        """Return the current view hierarchy, reusing the last one if the screen has not changed.

        A new hierarchy is dumped if that takes less time than the comparison of screenshots. Returns None if
        the phone provides no view hierarchy.

        Raises:
            ActionTimeout: the phone does not answer.
            DeviceError: the phone is gone.
        """
        if self.last_observation is not None and not self.is_dump_fast:
            before, tree = self.last_observation
            now = parse_screencap(self.shell.run("screencap -p").stdout)
            if now is not None and is_same_screen(before, now):
                return tree
        return self.dump_tree()

    def dump_tree(self) -> ScreenTree | None:
        """Dump and parse the current view hierarchy.

        Returns None if the phone provides no view hierarchy.

        Raises:
            ActionTimeout: the phone does not answer.
            DeviceError: the phone is gone.
        """
        for _ in range(2):
            start = time.monotonic()
            dump = self.shell.run(self.dump_command()).stdout
            self.dump_sec = time.monotonic() - start
            try:
                return self.parse_dump(dump)
            except BadHierarchy as error:
                if not self.switch_dump_target(error):
                    return None
        return None

    def parse_dump(self, dump: bytes) -> ScreenTree:
        """Parse the output of `dump_command`.

        Raises:
            BadHierarchy: the output contains no complete view hierarchy.
        """
        hierarchy = parse_hierarchy(dump)
        if self._rotation is not None and (hierarchy.rotation - self._rotation) % 2:
            self.display = self.display.rotated()
        self._rotation = hierarchy.rotation
        settings = self.settings
        content = build_nodes(
            hierarchy, self.display, max_nodes=settings.max_nodes, max_text=settings.max_text
        )
        self.last_dump = dump
        return ScreenTree(dump, hierarchy, content)

    def switch_dump_target(self, error: BadHierarchy) -> bool:
        """Toggle view dumps between terminal and file output, if that may fix the error.

        Returns True if the output was toggled.
        """
        if error.is_output_problem:
            self.dumps_to_file = not self.dumps_to_file
        return error.is_output_problem

    def _query_sdk_and_display(self) -> tuple[int, Display]:
        output = self.shell.run(DISPLAY_COMMAND).text
        version = re.match(r"\s*(\d+)", output)
        display = parse_display(output, (0, 0))
        return int(version[1]) if version else _DEFAULT_SDK, display
