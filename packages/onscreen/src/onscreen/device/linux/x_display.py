"""Connection to an X display: its windows, the changes of its picture, pointer and keyboard."""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import reduce

import msgspec
from Xlib import X
from Xlib.display import Display
from Xlib.error import ConnectionClosedError, DisplayError, XError
from Xlib.ext import damage, xtest
from Xlib.protocol.event import ClientMessage
from Xlib.xobject.drawable import Window

from onscreen.deadline import check_limit, limit_deadline
from onscreen.types import Box, Point
from onscreen.types.errors import DeviceError

MAX_CARET_PX = (4, 60)
"""Largest width and height of a blinking caret, whose changes are ignored, in pixels."""
MAX_AREAS = 64
"""Maximum number of separate areas with changes."""
MAX_GROWTH = 1.2
"""Maximum area of two merged areas, relative to their sum."""
SOCKETS = "/tmp/.X11-unix"  # noqa: S108  where X servers listen
CONNECT_TIMEOUT_SEC = 5.0
_SEARCH_DEPTH = 2
_SOURCE_PAGER = 2


class TopWindow(msgspec.Struct, frozen=True):
    """A top-level window of the display.

    `number` is its X id, and `client` the X id of the program's window inside the window manager's frame.
    `program` is the class of the window, such as "Mousepad". `is_popup` is set for menus, tooltips and
    splash screens. `process_id` is 0 if unknown.
    """

    number: int
    client: int
    title: str
    program: str
    process_id: int
    box: Box
    is_popup: bool = False


def enclosing_box(one: Box, other: Box) -> Box:
    """Return the smallest box that contains two others."""
    left, top = min(one.left, other.left), min(one.top, other.top)
    return Box(left, top, max(one.right, other.right), max(one.bottom, other.bottom))


def _check_local(name: str) -> None:
    """Check that a server answers at a local display such as ":1"; python-xlib would also try TCP.

    Raises:
        OSError: no server answers there.
    """
    host, _, rest = name.partition(":")
    number = rest.partition(".")[0]
    if host or not number.isdigit():
        return
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)) as connection:
        connection.settimeout(CONNECT_TIMEOUT_SEC)
        connection.connect(f"{SOCKETS}/X{number}")


class XDisplay:
    """Connection to an X display; positions are in pixels of the screen."""

    def __init__(self, name: str) -> None:
        """Connect to a display such as ":1".

        Raises:
            DeviceError: nothing answers at the display, or it has no XTEST extension.
        """
        try:
            _check_local(name)
            self._display = Display(name)
            self._changes = Display(name)
        except (DisplayError, OSError) as error:
            raise DeviceError(f"the X display {name!r} cannot be opened: {error}") from error
        if not self._display.has_extension("XTEST"):
            raise DeviceError(f"the X display {name!r} has no XTEST extension, which input needs")
        self._root = self._display.screen().root
        self._damage: list[Box] = []
        self._has_unseen_change = False
        self._has_damage = self._changes.has_extension("DAMAGE")
        if self._has_damage:
            self._changes.damage_query_version()
            self._changes.screen().root.damage_create(damage.DamageReportRawRectangles)
            self._changes.sync()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the screen in pixels."""
        screen = self._display.screen()
        return int(screen.width_in_pixels), int(screen.height_in_pixels)

    def windows(self) -> tuple[TopWindow, ...]:
        """List the visible top-level windows, from the lowest to the topmost.

        Raises:
            DeviceError: the display is gone.
        """
        width, height = self.size
        screen = Box(0, 0, width, height)
        try:
            shown = [self._describe(window) for window in self._root.query_tree().children]
        except (ConnectionClosedError, OSError) as error:
            raise DeviceError(f"the X display is gone: {error}") from error
        return tuple(each for each in shown if each and each.box.intersection(screen).area > 0)

    def active_window(self) -> int:
        """Return the X id of the program's window with the focus, 0 without one."""
        found = self._numbers(self._root, "_NET_ACTIVE_WINDOW")
        return found[0] if found else 0

    def activate(self, window: TopWindow) -> None:
        """Bring a window to the front."""
        self._send_to_root(window.client, "_NET_ACTIVE_WINDOW", data=(_SOURCE_PAGER, X.CurrentTime, 0))

    def close_window(self, window: TopWindow) -> None:
        """Ask a program to close a window, like the button in its title bar."""
        self._send_to_root(window.client, "_NET_CLOSE_WINDOW", data=(X.CurrentTime, _SOURCE_PAGER))

    def move_pointer(self, point: Point, *, delay_ms: int = 0) -> None:
        """Move the pointer after a delay of `delay_ms` milliseconds in the server."""
        x, y = int(point.x), int(point.y)
        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y, time=delay_ms)

    def press_button(self, button: int, *, is_down: bool, delay_ms: int = 0) -> None:
        """Press or release a mouse button after a delay of `delay_ms` milliseconds in the server."""
        kind = X.ButtonPress if is_down else X.ButtonRelease
        xtest.fake_input(self._display, kind, button, time=delay_ms)

    def press_key(self, code: int, *, is_down: bool, delay_ms: int = 0) -> None:
        """Press or release a key by its key code after a delay of `delay_ms` milliseconds in the server."""
        kind = X.KeyPress if is_down else X.KeyRelease
        xtest.fake_input(self._display, kind, code, time=delay_ms)

    def flush(self) -> None:
        """Wait until the server has handled all input.

        Raises:
            DeviceError: the display is gone.
        """
        try:
            self._display.sync()
        except (ConnectionClosedError, OSError) as error:
            raise DeviceError(f"the X display is gone: {error}") from error

    def key_table(self) -> tuple[int, list[list[int]]]:
        """Return the first key code and the key symbols of each key code."""
        low, high = self._display.display.info.min_keycode, self._display.display.info.max_keycode
        return low, [list(row) for row in self._display.get_keyboard_mapping(low, high - low + 1)]

    def change_keys(self, first: int, rows: Sequence[Sequence[int]]) -> None:
        """Replace the key symbols of consecutive key codes in one request."""
        self._display.change_keyboard_mapping(first, [list(row) for row in rows])
        self._display.sync()

    def wait_until_quiet(
        self, *, quiet_sec: float, timeout_sec: float, quiet_since: float | None = None
    ) -> bool:
        """Wait until the picture has not changed for `quiet_sec`, apart from a blinking caret.

        `quiet_since` is the monotonic time since which the picture was quiet at the last check.
        Returns False after the timeout. Without the DAMAGE extension, changes are not detected.

        Raises:
            DeviceError: the display is gone.
            TimeLimitReached: the time limit of the run is reached.
        """
        started = last_change = time.monotonic()
        if quiet_since is not None and not self.has_changed():
            last_change = quiet_since
        while True:
            now = time.monotonic()
            if now - last_change >= quiet_sec:
                return True
            if now - started >= timeout_sec:
                return False
            deadline = min(last_change + quiet_sec, started + timeout_sec)
            left_sec = max(0.0, limit_deadline(deadline) - now)
            select.select((self._changes.fileno(),), (), (), left_sec)
            check_limit()
            if self.has_changed():
                last_change = time.monotonic()

    def wait_for_change(self, *, timeout_sec: float) -> bool:
        """Wait until the picture changes, apart from a blinking caret; return False after the timeout.

        Raises:
            DeviceError: the display is gone.
            TimeLimitReached: the time limit of the run is reached.
        """
        deadline = time.monotonic() + timeout_sec
        while not self.has_changed():
            left_sec = limit_deadline(deadline) - time.monotonic()
            check_limit()
            if left_sec <= 0:
                return False
            select.select((self._changes.fileno(),), (), (), left_sec)
        return True

    def has_changed(self) -> bool:
        """Check whether the picture has changed since the last call, apart from a blinking caret.

        Raises:
            DeviceError: the display is gone.
        """
        self._receive_damage()
        changed, self._has_unseen_change = self._has_unseen_change, False
        return changed

    def take_damage(self) -> tuple[Box, ...] | None:
        """Return the areas in which the picture has changed since the last call, in screen pixels.

        Returns None without the DAMAGE extension.

        Raises:
            DeviceError: the display is gone.
        """
        if not self._has_damage:
            return None
        self._receive_damage()
        damage, self._damage = tuple(self._damage), []
        return damage

    def _receive_damage(self) -> None:
        """Receive the areas that have changed.

        Raises:
            DeviceError: the display is gone.
        """
        width, height = MAX_CARET_PX
        try:
            while self._changes.pending_events():
                area = getattr(self._changes.next_event(), "area", None)
                if area is not None:
                    is_caret = area.width <= width and area.height <= height
                    self._has_unseen_change |= not is_caret
                    self._add_damage(Box(area.x, area.y, area.x + area.width, area.y + area.height))
        except (ConnectionClosedError, OSError) as error:
            raise DeviceError(f"the X display is gone: {error}") from error

    def _add_damage(self, area: Box) -> None:
        """Add a changed area, and merge it with a nearby one."""
        for index, known in enumerate(self._damage):
            both = enclosing_box(known, area)
            if both.area <= MAX_GROWTH * (known.area + area.area):
                self._damage[index] = both
                return
        self._damage.append(area)
        if len(self._damage) > MAX_AREAS:
            self._damage = [reduce(enclosing_box, self._damage)]

    def close(self) -> None:
        """Close the connection; never raises."""
        for display in (self._display, self._changes):
            try:
                display.close()
            except (ConnectionClosedError, XError, OSError):
                continue

    def _describe(self, window: Window) -> TopWindow | None:
        """Describe a top-level window; returns None for a hidden or closed one."""
        try:
            attributes = window.get_attributes()
            if attributes.map_state != X.IsViewable or attributes.win_class != X.InputOutput:
                return None
            geometry = window.get_geometry()
            client = next(iter(self._clients(window, _SEARCH_DEPTH)), window)
            border = 2 * geometry.border_width
            right, bottom = geometry.x + geometry.width + border, geometry.y + geometry.height + border
            names = client.get_wm_class()
            numbers = self._numbers(client, "_NET_WM_PID")
            return TopWindow(
                window.id,
                client.id,
                self._title(client),
                names[1] if names else "",
                numbers[0] if numbers else 0,
                Box(float(geometry.x), float(geometry.y), float(right), float(bottom)),
                bool(attributes.override_redirect) or self._is_splash_screen(client),
            )
        except XError:
            return None

    def _clients(self, window: Window, depth: int) -> Iterator[Window]:
        """Yield the windows of programs in a frame of the window manager."""
        if window.get_full_property(self._display.get_atom("WM_STATE"), X.AnyPropertyType) is not None:
            yield window
        elif depth:
            for child in window.query_tree().children:
                yield from self._clients(child, depth - 1)

    def _is_splash_screen(self, window: Window) -> bool:
        kind = self._display.get_atom("_NET_WM_WINDOW_TYPE_SPLASH")
        return kind in self._numbers(window, "_NET_WM_WINDOW_TYPE")

    def _title(self, window: Window) -> str:
        found = window.get_full_text_property(self._display.get_atom("_NET_WM_NAME"), X.AnyPropertyType)
        return str(found or window.get_wm_name() or "")

    def _numbers(self, window: Window, name: str) -> list[int]:
        found = window.get_full_property(self._display.get_atom(name), X.AnyPropertyType)
        return [int(each) for each in found.value] if found is not None else []

    def _send_to_root(self, window: int, name: str, *, data: Sequence[int]) -> None:
        values = [*data, *[0] * (5 - len(data))]
        event = ClientMessage(window=window, client_type=self._display.get_atom(name), data=(32, values))
        mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
        self._root.send_event(event, event_mask=mask)
        self._display.sync()
