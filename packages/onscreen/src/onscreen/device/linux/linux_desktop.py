"""A running Linux desktop: its programs, its screen, and lookup of previously seen elements."""

from __future__ import annotations

import itertools
import shlex
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from onscreen.deadline import remaining_sec, sleep
from onscreen.device.android.target_lookup import describe_element, find_node
from onscreen.device.linux.accessibility_reader import AccessibilityReader, AccessibleWindow
from onscreen.device.linux.accessible_element import Accessible, ReadLimits
from onscreen.device.linux.accessible_roles import aria_role
from onscreen.device.linux.applications import DesktopApplication, find_application, list_applications
from onscreen.device.linux.desktop_nodes import (
    REPLACEMENT,
    DesktopTree,
    Reference,
    build_tree,
    is_covered,
    moved,
    top_window,
)
from onscreen.device.linux.desktop_session import DesktopSession
from onscreen.device.linux.linux_settings import LinuxSettings
from onscreen.device.linux.process_activity import ProcessActivity
from onscreen.device.linux.program_readiness import MIN_IDLE_SEC, TREE_WAIT_SEC, wait_for_content
from onscreen.device.linux.x_display import TopWindow, XDisplay
from onscreen.device.screen_capture import ScreenCapture
from onscreen.types import Box, Element, Node, Picture, Point, Target
from onscreen.types.errors import (
    ActionFailed,
    ActionHadNoEffect,
    ActionTimeout,
    DeviceError,
    ElementCovered,
    ElementGone,
)

POLL_SEC = 0.02
"""Interval at which the windows are listed while a program starts, in seconds."""
BUTTON_WAIT_SEC = 1.0
"""Longest time to wait for the action of a button that a key has pressed, in seconds. GTK draws the button as
pressed for 0.25 s or more before it acts."""
HANDED_OVER_SEC = 3.0
"""Time after which an ended program is assumed to have passed its files to a running instance."""


class LocatedTarget(msgspec.Struct, frozen=True):
    """Current position of a target: the point to click, its box, and its reference (None for a point)."""

    point: Point
    box: Box
    reference: Reference | None = None


class LinuxDesktop:
    """A started desktop with its last observation.

    `session` contains its programs, `display` its windows and input.
    """

    def __init__(self, settings: LinuxSettings) -> None:
        """Start the desktop or connect to the running one.

        Raises:
            MissingExtra: a program is not installed.
            DeviceError: the desktop does not start.
        """
        self.settings = settings
        self.session = DesktopSession(settings)
        self._tree = DesktopTree((), {})
        self._windows: tuple[TopWindow, ...] = ()
        self._empty_since: dict[int, float] = {}
        self._pressed_since: float | None = None
        try:
            self.display = XDisplay(self.session.display)
            limits = ReadLimits(settings.max_nodes, settings.max_text)
            self.reader = AccessibilityReader(self.session.accessibility_address, limits)
            self._camera = ScreenCapture(self.session.display)
            if self.session.is_private:
                self._move_pointer_away()
        except DeviceError as error:
            self.session.close()
            raise DeviceError(f"the desktop cannot be observed: {error}") from error

    @property
    def screen(self) -> Box:
        """The whole screen."""
        width, height = self.display.size
        return Box(0, 0, width, height)

    def _move_pointer_away(self) -> None:
        """Move the pointer from the center of a new desktop to a corner, where it causes no tooltips."""
        width, height = self.display.size
        self.display.move_pointer(Point(width - 1.0, height - 1.0))
        self.display.flush()

    def close(self) -> None:
        """Close the connections and end the started programs."""
        self.reader.close()
        self._camera.close()
        self.display.close()
        self.session.close()

    def windows(self) -> tuple[TopWindow, ...]:
        """List the visible windows, from the lowest to the topmost."""
        return self.display.windows()

    def front_window(self) -> TopWindow | None:
        """Return the window with the focus, or else the topmost window; None on an empty desktop."""
        windows = [window for window in self.windows() if not window.is_popup]
        active = self.display.active_window()
        return next((w for w in windows if w.client == active), windows[-1] if windows else None)

    def settle(self) -> None:
        """Wait until the program in front has handled its input and the picture stops changing.

        Raises:
            DeviceError: the display is gone.
            TimeLimitReached: the time limit of the run is reached.
        """
        self._ping()
        quiet_sec = self.settings.quiet_ms / 1000
        self.display.wait_until_quiet(quiet_sec=quiet_sec, timeout_sec=self.settings.settle_cap_sec)

    def look(self) -> tuple[DesktopTree, Picture]:
        """Read the nodes and the picture of the screen once it is quiet.

        The screen is read immediately, and again if it changes during the reading or the quiet time
        afterwards, if the program in front is then busy or has a pressed button, or if the tree of a new
        window is still empty.

        Raises:
            DeviceError: the display or the accessibility bus is gone.
        """
        self._ping()
        quiet_sec, deadline = self.settings.quiet_ms / 1000, time.monotonic() + self.settings.settle_cap_sec
        while True:
            self.display.has_changed()
            started = time.monotonic()
            tree, picture = self.read_tree(), self._camera.capture()
            front = self.front_window()
            activity = ProcessActivity(front.process_id if front else 0)
            left_sec = max(MIN_IDLE_SEC, started + quiet_sec - time.monotonic())
            is_quiet = not self.display.wait_for_change(timeout_sec=left_sec)
            is_loading = activity.is_busy() or self._awaits_content(tree, front) or self._awaits_button(front)
            if (is_quiet and not is_loading) or time.monotonic() >= deadline:
                break
            cap_sec = max(0.0, deadline - time.monotonic())
            self.display.wait_until_quiet(quiet_sec=quiet_sec, timeout_sec=cap_sec)
        self._tree = tree
        return tree, picture

    def _awaits_content(self, tree: DesktopTree, front: TopWindow | None) -> bool:
        """Check whether the window in front has a tree without content, for `TREE_WAIT_SEC` at most."""
        if front is None or front.process_id not in self.reader.process_ids:
            return False
        inside = (r for r in tree.references.values() if r.window.number == front.number)
        if len(list(itertools.islice(inside, 2))) > 1:
            self._empty_since.pop(front.number, None)
            return False
        since = self._empty_since.setdefault(front.number, time.monotonic())
        return time.monotonic() - since < TREE_WAIT_SEC

    def _awaits_button(self, front: TopWindow | None) -> bool:
        """Check whether a button of the program in front is pressed, for `BUTTON_WAIT_SEC` at most."""
        if front is None or not self.reader.has_pressed_button(front.process_id):
            self._pressed_since = None
            return False
        self._pressed_since = self._pressed_since or time.monotonic()
        return time.monotonic() - self._pressed_since < BUTTON_WAIT_SEC

    def read_tree(self, *, in_full: bool = False) -> DesktopTree:
        """Read the nodes of all windows; with `in_full`, including those assumed to be unchanged."""
        timeout_sec = min(self.settings.tree_cap_sec, remaining_sec())
        trees = self.reader.read(timeout_sec=timeout_sec) if in_full else self.read_accessible(timeout_sec)
        self._windows = self.windows()
        unresponsive = self.reader.unresponsive
        return build_tree(trees, self._windows, screen=self.screen, unresponsive=unresponsive)

    def read_accessible(self, timeout_sec: float) -> tuple[AccessibleWindow, ...]:
        """Read the accessibility trees; from programs that send events, read only the changes."""
        return self.reader.read(timeout_sec=timeout_sec, damage=self.display.take_damage())

    def locate(self, target: Target) -> LocatedTarget:
        """Find the current position of a target, and check that a click at its center reaches it.

        Raises:
            ElementGone: the target is not on the screen any more, or another window is at the point.
            ElementCovered: another window is in front of the target.
        """
        if isinstance(target, Point):
            before, now = top_window(self._windows, target), top_window(self.windows(), target)
            if (before and before.number) != (now and now.number):
                raise ElementGone(
                    "another window is at this point since the last look; look at the screen again"
                )
            return LocatedTarget(target, Box(target.x, target.y, target.x + 1, target.y + 1))
        node, reference = self._find(target)
        windows = self.windows()
        if reference is not None:
            covered = is_covered(
                windows, node.box.center, window=reference.window, in_popup=reference.in_popup
            )
        else:
            covered = node.has("covered")
        if covered:
            top = top_window(windows, node.box.center)
            raise ElementCovered(
                f"{describe_element(target)} is behind another window", blocker=top.title if top else ""
            )
        return LocatedTarget(node.box.center, node.box, reference)

    def text_of(self, located: LocatedTarget) -> str | None:
        """Return the current text of a field; None if the field is gone or has no text."""
        if located.reference is None:
            return None
        element = self.reader.read_again(located.reference.application, located.reference.path)
        return element.text.replace(REPLACEMENT, "") if element is not None else None

    def start_program(self, command: Sequence[str]) -> None:
        """Start a program and wait for its first window.

        Raises:
            ActionFailed: the program ends without a window, or shows no window in time.
            DeviceError: the program cannot be started.
        """
        known = {window.number for window in self.windows()}
        home = str(self.session.home)
        full = (*self.session.sandbox, *command)
        process = self.session.processes.start(full, environment=self.session.environment, folder=home)
        started = time.monotonic()
        deadline = started + self.settings.launch_cap_sec
        front = self.display.active_window()
        while time.monotonic() < deadline:
            new = [w for w in self.windows() if w.number not in known and not w.is_popup]
            if new:
                wait_for_content(self, new[-1].process_id)
            if new or (front != self.display.active_window() and process.poll() is not None):
                return
            if process.poll() == 0 and time.monotonic() - started > HANDED_OVER_SEC:
                return
            if process.poll():
                raise ActionFailed(f"{command[0]!r} ended with status {process.returncode} without a window")
            sleep(POLL_SEC)
        raise ActionTimeout(f"{command[0]!r} showed no window within {self.settings.launch_cap_sec:g} s")

    def _find_window(self, entry: DesktopApplication) -> TopWindow | None:
        """Return the topmost window of an application, or None."""
        windows = (window for window in reversed(self.windows()) if not window.is_popup)
        return next((window for window in windows if entry.is_called(window.program)), None)

    def open_application(self, what: str) -> None:
        """Open an application by its name, identifier or program, optionally followed by existing files.

        Without files, an existing window of the application is brought to the front.

        Raises:
            ActionHadNoEffect: no application has this name, or a file does not exist.
            ActionFailed: the application shows no window.
        """
        applications = list_applications(self.session.environment)
        entry, files = find_application(what, applications), list[str]()
        if entry is None:
            first, *files = _split(what) or [""]
            entry = find_application(first, applications)
        if entry is None:
            names = ", ".join(each.name for each in applications)
            raise ActionHadNoEffect(f"no application is called {what!r}; available applications: {names}")
        if not files and (window := self._find_window(entry)):
            self.display.activate(window)
            return
        for name in files:
            if name.startswith("-") or not Path(self.session.home, name).exists():
                raise ActionHadNoEffect(
                    f"there is no file {name!r} in the home folder to open with {entry.name}"
                )
        self.start_program((*entry.command, *files))

    def open_address(self, address: str) -> None:
        """Open a trusted address: an application, or a command if no application has this name.

        Raises:
            ActionFailed: neither can be opened, or no window appears.
            DeviceError: the command cannot be started.
        """
        try:
            self.open_application(address)
        except ActionHadNoEffect:
            command = _split(address)
            if not command or shutil.which(command[0]) is None:
                raise
            self.start_program(command)

    def run_script(self, script: str, *, timeout_sec: float) -> subprocess.CompletedProcess[str]:
        """Run trusted shell commands in the home folder, with the environment of the desktop.

        Raises:
            ActionTimeout: the commands do not end in time.
        """
        try:
            return subprocess.run(
                (*self.session.sandbox, "/bin/sh", "-c", script),
                env=self.session.environment,
                cwd=self.session.home,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=min(timeout_sec, remaining_sec()),
                check=False,
                stdin=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired as error:
            raise ActionTimeout(f"{script!r} did not end within {error.timeout:g} s") from error

    def _ping(self) -> None:
        """Wait until the program in front has handled its input."""
        front = self.front_window()
        if front is not None and front.process_id:
            self.reader.ping(front.process_id)

    def _find(self, target: Element) -> tuple[Node, Reference | None]:
        """Find the node of a target by its reference or, if it has changed, in a new tree.

        Raises:
            ElementGone: no node matches the target.
        """
        reference = self._tree.references.get(target.locator)
        known = next((node for node in self._tree.nodes if node.locator == target.locator), None)
        if (
            reference is not None
            and known is not None
            and (known.role, known.name) == (target.role, target.name)
        ):
            element = self.reader.read_again(reference.application, reference.path)
            if element is not None and element.box is not None and _is_same(element, target):
                box = moved(element.box, reference.shift).intersection(self.screen)
                if box.area > 0:
                    return msgspec.structs.replace(known, box=box), reference
        tree = self.read_tree(in_full=True)
        node = find_node(target, tree.nodes)
        self._tree = tree
        return node, tree.references.get(node.locator)


def _is_same(element: Accessible, target: Element) -> bool:
    """Check whether a reread element has the role and name of a target."""
    name = element.name.strip() or element.text.strip()
    return aria_role(element.role, element.states) == target.role and (
        not target.name or not name or name == target.name or target.name in name
    )


def _split(what: str) -> list[str]:
    try:
        return shlex.split(what)
    except ValueError:
        return what.split()
