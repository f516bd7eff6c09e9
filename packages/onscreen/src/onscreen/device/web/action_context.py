"""What every action works with: the browser, the tab in front, and finding an element again."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TypeVar

import msgspec

from onscreen.device.web.browser import Browser
from onscreen.device.web.devtools_connection import CallCapped, Nothing, Params
from onscreen.device.web.frame_merge import split
from onscreen.device.web.script_client import ScriptClient
from onscreen.device.web.tab import Frame, Tab
from onscreen.types import Element, Point, Target
from onscreen.types.errors import ActionTimeout, ElementCovered, ElementGone, NotSupported

T = TypeVar("T")
_POINTER_TRIES = 50
_POINTER_PAUSE_SEC = 0.01
_NEAR_PX = 3


class HitTarget(msgspec.Struct, frozen=True):
    """Where to touch, in CSS pixels of a frame's view; `box` is the part of the element in view."""

    kind: str
    x: float = 0
    y: float = 0
    box: tuple[float, float, float, float] = (0, 0, 0, 0)
    cover: str = ""
    moved: bool = False


class ActionContext:
    """Made anew for each action on the tab in front."""

    def __init__(self, browser: Browser, tab: Tab) -> None:
        """Act on this tab."""
        self.browser = browser
        self.settings = browser.settings
        self.tab = tab
        self.wire = browser.wire
        self.asker = ScriptClient(browser, tab)

    def call(
        self, method: str, params: Params | None = None, *, shape: type[T], cap_sec: float | None = None
    ) -> T:
        """Call the tab; raises what `Wire.call` raises."""
        return self.wire.call(
            method, params, session=self.tab.session, shape=shape, cap_sec=cap_sec, broken=self.is_blocked
        )

    def do(self, calls: list[tuple[str, Mapping[str, object]]], cap_sec: float | None = None) -> None:
        """Send calls to the tab at once and wait for all; a page that does not take them in time is stopped.

        Raises:
            ActionTimeout: the page did not take them in time.
            CallBroken: a dialog opened, or the tab crashed or closed.
        """
        numbers = [self.wire.send(method, params, session=self.tab.session) for method, params in calls]
        try:
            for number in numbers:
                self.wire.answer(number, Nothing, cap_sec=cap_sec, broken=self.is_blocked)
        except CallCapped:
            self.asker.unstick()
            raise ActionTimeout(
                "the page did not take the action in time; a script of it was stopped"
            ) from None

    def is_blocked(self) -> bool:
        """Whether the tab cannot answer now."""
        return self.tab.is_blocked

    def sleep(self, seconds: float) -> None:
        """Let the time pass that the action itself asks for, unless a dialog opens."""
        self.wire.pump(lambda: False, until=time.monotonic() + seconds, broken=self.is_blocked)

    def frame_of(self, element: Element) -> Frame:
        """Return the frame the element was seen in.

        Raises:
            ElementGone: the frame is not there any more.
        """
        key, _ = split(element.locator)
        if not key:
            return self.tab.root
        for frame in self.tab.frames.values():
            if frame.key == key:
                return frame
        raise ElementGone(f"{told(element)} is gone: the frame it stood in is not there any more")

    def ask(self, element: Element, function: str, *given: object, shape: type[T]) -> T:
        """Call a page-script function on the element in its frame; raises what `ScriptClient.ask` raises."""
        frame = self.frame_of(element)
        name = element.name.removesuffix("…")
        return self.asker.ask(
            frame, function, split(element.locator)[1], element.role, name, *given, shape=shape
        )

    def spot(self, target: Target) -> HitTarget:
        """Return where on the page to touch the target, in CSS pixels of the view, brought into view first.

        Raises:
            ElementGone: it is not there any more, or has no place.
            ElementCovered: something lies over all of it; the message says what.
        """
        if isinstance(target, Point):
            ratio = self.settings.pixel_ratio
            return HitTarget("ok", target.x / ratio, target.y / ratio)
        aimed = self.ask(target, "aim", shape=HitTarget)
        if aimed.kind == "option":
            return aimed
        _raise_unless_there(aimed, target)
        frame = self.frame_of(target)
        inner, moved, elsewhere = aimed, aimed.moved, frame.session != self.tab.session
        while parent := self.tab.frames.get(frame.parent_id):
            given = (frame.frame_id, aimed.x, aimed.y, True)
            aimed = _shifted(self.asker.ask(parent, "frameAt", *given, shape=HitTarget), aimed)
            _raise_unless_there(aimed, target)
            moved = moved or aimed.moved
            frame = parent
        if moved and elsewhere:
            self._wait_for_pointer(self.frame_of(target), aimed, inner=inner)
        return aimed

    def _wait_for_pointer(self, frame: Frame, at: HitTarget, *, inner: HitTarget) -> None:
        """Move the pointer there until it comes by at `inner` in the frame.

        After scrolling, a frame of another site gets it at its place only once the screen is drawn anew.
        """
        for attempt in range(_POINTER_TRIES):
            move = {"type": "mouseMoved", "x": at.x + attempt % 2, "y": at.y}
            self.do([("Input.dispatchMouseEvent", move)])
            x, y = self.asker.ask(frame, "pointer", shape=tuple[float, float])
            if abs(x - inner.x) <= _NEAR_PX and abs(y - inner.y) <= _NEAR_PX:
                return
            self.sleep(_POINTER_PAUSE_SEC)


def told(element: Element) -> str:
    """Return how messages name an element."""
    name = element.name or element.clue
    return f"{element.role} {name[:80]!r}" if name else f"the {element.role} marked {element.mark}"


def element_of(target: Target, what: str) -> Element:
    """Return the target as an element.

    Raises:
        NotSupported: it is a point.
    """
    if isinstance(target, Element):
        return target
    raise NotSupported(f"{what} needs an element; found the point ({target.x:g}, {target.y:g})")


def _shifted(at: HitTarget, inner: HitTarget) -> HitTarget:
    left, top, scale_x, scale_y = at.x - inner.x * at.box[2], at.y - inner.y * at.box[3], at.box[2], at.box[3]
    box = inner.box
    moved = (left + box[0] * scale_x, top + box[1] * scale_y, left + box[2] * scale_x, top + box[3] * scale_y)
    return HitTarget(at.kind, at.x, at.y, moved, at.cover, at.moved)


def _raise_unless_there(aimed: HitTarget, element: Element) -> None:
    if aimed.kind == "covered":
        raise ElementCovered(f"{told(element)} is covered by {aimed.cover}; deal with that first, or scroll")
    if aimed.kind == "hidden":
        raise ElementGone(f"{told(element)} is in the page but not shown")
    if aimed.kind != "ok":
        raise ElementGone(f"{told(element)} is not on the page any more; look at the screen again")
