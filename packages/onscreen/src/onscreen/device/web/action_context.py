"""Shared context for browser actions: the browser, the current tab and element lookup."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from typing import TypeVar

import msgspec

from onscreen.device.web.browser import Browser
from onscreen.device.web.browser_tab import Frame, Tab
from onscreen.device.web.devtools_connection import CallFailed, CallTimeout, EmptyResult, Params
from onscreen.device.web.frame_merge import split_locator
from onscreen.device.web.page_stability import settle
from onscreen.device.web.script_client import ScriptClient, ServerTimeout
from onscreen.types import Act, Answer, Element, Point, Target
from onscreen.types.errors import (
    ActionFailed,
    ActionHadNoEffect,
    ElementCovered,
    ElementGone,
    NotSupported,
)

T = TypeVar("T")
_POINTER_TRIES = 50
_POINTER_PAUSE_SEC = 0.01
_POINTER_TOLERANCE_PX = 3
_MAX_NAME_CHARS = 80
_FRAME_MS = 100
"""Maximum wait for the page to draw a frame; a hidden tab draws none."""


class HitTarget(msgspec.Struct, frozen=True):
    """Result of locating an element: the point to click, in CSS pixels of the frame's viewport.

    Attributes:
        kind: "ok", "gone", "hidden", "covered", "renamed", or "option" for an option of a list. For a stopped
            input event, also "appeared" for a point, and "unfocused" for a key.
        x: Distance from the left edge of the viewport.
        y: Distance from the top edge of the viewport.
        box: Visible part of the element: left, top, right, bottom. For an iframe element: 0, 0 and the
            horizontal and vertical scale of the frame.
        cover: Description of the element that covers the target.
        cover_name: Name of that element, "" if it has none; for a renamed target, the new name.
        scrolled: Whether the page was scrolled to bring the element into view.
        leaves_field: Whether a click takes the focus away from a field.
        checked: "true", "false" or "mixed" for a check box or switch, or a radio button that is off.
    """

    kind: str
    x: float = 0
    y: float = 0
    box: tuple[float, float, float, float] = (0, 0, 0, 0)
    cover: str = ""
    scrolled: bool = False
    cover_name: str = ""
    leaves_field: bool = False
    checked: str = ""


class ActionContext:
    """Objects that an action needs: browser, settings, tab, CDP connection and script client."""

    def __init__(self, browser: Browser, tab: Tab) -> None:
        """Create the context for actions on the given tab."""
        self.browser = browser
        self.settings = browser.settings
        self.tab = tab
        self.connection = browser.connection
        self.scripts = ScriptClient(browser, tab)

    def call(
        self,
        method: str,
        params: Params | None = None,
        *,
        result_type: type[T],
        timeout_sec: float | None = None,
    ) -> T:
        """Call a CDP method on the tab and return its result.

        Raises the same errors as `DevToolsConnection.call`.
        """
        return self.connection.call(
            method,
            params,
            session=self.tab.session,
            result_type=result_type,
            timeout_sec=timeout_sec,
            interrupted=self.is_blocked,
        )

    def dispatch(
        self, calls: list[tuple[str, Mapping[str, object]]], timeout_sec: float | None = None
    ) -> None:
        """Send a batch of input events to the tab and wait until all are handled.

        Each call is a pair of CDP method and parameters. If the events begin a navigation and the server does
        not answer, loading is stopped, and the next shot has a warning.

        Raises:
            ActionTimeout: the page did not handle the calls in time; its scripts were stopped.
            CallInterrupted: a dialog opened, or the tab crashed or closed.
        """
        call_ids = [
            self.connection.send(method, params, session=self.tab.session) for method, params in calls
        ]
        try:
            for call_id in call_ids:
                self.connection.answer(
                    call_id, EmptyResult, timeout_sec=timeout_sec, interrupted=self.is_blocked
                )
        except CallTimeout:
            error = self.scripts.timeout_error("the page did not handle the action in time")
            if not isinstance(error, ServerTimeout):
                raise error from None

    def is_blocked(self) -> bool:
        """Return True if the tab cannot respond, for example because a dialog is open."""
        return self.tab.is_blocked

    def sleep(self, seconds: float) -> None:
        """Wait for a delay within an action, such as the duration of a long press.

        Raises:
            CallInterrupted: a dialog opened, or the tab crashed or closed.
        """
        self.connection.wait_until(
            lambda: False, deadline=time.monotonic() + seconds, interrupted=self.is_blocked
        )

    def wait_for_frame(self, target: Target | None) -> None:
        """Wait until the page has drawn a frame and done what it does after one, at most `_FRAME_MS`.

        Raises:
            CallInterrupted: a dialog opened, or the tab crashed or closed.
        """
        with suppress(CallFailed, ElementGone):
            frame = self.frame_of(target) if isinstance(target, Element) else self.tab.root
            self.scripts.call(frame, "nextFrame", _FRAME_MS, result_type=int)

    def enter_field(self, field: Element) -> None:
        """Move the focus to a field whose value will be set by script, and wait until the page is quiet.

        When the focus leaves a field, a page may store or redraw this field and others.

        Raises:
            CallInterrupted: a dialog opened, or the tab crashed or closed.
        """
        if self.call_script(field, "focusOnly", result_type=bool):
            self.wait_for_frame(field)
            settle(self.scripts)

    def frame_of(self, element: Element) -> Frame:
        """Find the frame in which the element was observed.

        Raises:
            ElementGone: the frame was removed.
        """
        prefix, _ = split_locator(element.locator)
        if not prefix:
            return self.tab.root
        for frame in self.tab.frames.values():
            if frame.locator_prefix == prefix:
                return frame
        raise ElementGone(f"{describe_element(element)} is gone: its frame was removed from the page")

    def call_script(self, element: Element, function: str, *arguments: object, result_type: type[T]) -> T:
        """Call a function of the injected script on an element and return its result.

        Raises the same errors as `ScriptClient.call`.
        """
        _, locator = split_locator(element.locator)
        name = element.name.removesuffix("…")
        return self.scripts.call(
            self.frame_of(element),
            function,
            locator,
            element.role,
            name,
            *arguments,
            result_type=result_type,
        )

    def locate(self, target: Target, *, is_guarded: bool = False) -> HitTarget:
        """Scroll the target into view and return the point to click.

        The point is in CSS pixels of the page's viewport. With `is_guarded`, the page stops the next click if
        it would reach another element; `end_guard` must follow the click.

        Raises:
            ElementGone: the element is not on the page any more, is not visible, or is a control whose name
                has changed.
            ElementCovered: other elements cover all of it; the message names the cover.
        """
        if isinstance(target, Point):
            ratio = self.settings.pixel_ratio
            x, y = target.x / ratio, target.y / ratio
            if is_guarded:
                self._guard_point()
            return HitTarget("ok", x, y)
        hit = self.call_script(target, "hitTarget", is_guarded, result_type=HitTarget)
        if hit.kind == "option":
            return hit
        _raise_unless_ok(hit, target)
        frame = self.frame_of(target)
        hit_in_frame, is_other_process = hit, frame.session != self.tab.session
        scrolled = hit.scrolled
        while parent := self.tab.frames.get(frame.parent_id):
            arguments = (frame.frame_id, hit.x, hit.y, True, is_guarded)
            offset = self.scripts.call(parent, "frameOffset", *arguments, result_type=HitTarget)
            hit = _to_parent_viewport(hit, offset)
            _raise_unless_ok(hit, target)
            scrolled = scrolled or hit.scrolled
            frame = parent
        if scrolled and is_other_process:
            self._wait_for_pointer(self.frame_of(target), hit, expected=hit_in_frame)
        return hit

    def _guard_point(self) -> None:
        """Make every frame stop the next pointer event on a control that was not seen at that position."""
        for frame in tuple(self.tab.frames.values()):
            with suppress(CallFailed):
                self.scripts.call(frame, "guardPoint", result_type=bool)

    def guard_key(self, function: str, target: Element | None = None) -> None:
        """Make the page stop the next key press if it would reach another element than intended.

        `function` is the function of the injected script. `end_guard` must follow the key press.

        Raises:
            ElementGone: the focus is already on another element, or the focused control has another name.
        """
        if target is not None:
            hit = self.call_script(target, function, result_type=HitTarget)
        else:
            hit = self.scripts.call(self.focused_frame(), function, "", "", "", result_type=HitTarget)
        _raise_if_stopped(hit, target)

    def focused_frame(self) -> Frame:
        """Return the innermost frame that has the focus, which is the root frame if no other has it."""
        frame = self.tab.root
        while self.scripts.call(frame, "focusesFrame", result_type=bool):
            inner = [each for each in self.tab.frames.values() if each.parent_id == frame.frame_id]
            focused = next((each for each in inner if self._has_focus(each)), None)
            if focused is None:
                break
            frame = focused
        return frame

    def _has_focus(self, frame: Frame) -> bool:
        try:
            return self.scripts.call(frame, "hasFocus", result_type=bool)
        except CallFailed:
            return False

    def end_guard(self, target: Target | None = None) -> bool:
        """End the guard of the last click or key press on a target.

        Returns False if the page received the press of a mouse button, but no click.

        Raises:
            ElementGone: the page stopped the event, because the target was gone, had another name, or the
                focus was elsewhere.
            ElementCovered: the page stopped the event, because another element was over the target.
        """
        was_clicked = True
        for frame in self._guarded_frames(target):
            try:
                hit = self.scripts.call(frame, "endGuard", result_type=HitTarget)
            except (CallFailed, ServerTimeout):
                continue
            if hit.kind == "unclicked":
                was_clicked = False
            else:
                _raise_if_stopped(hit, target)
        return was_clicked

    def _guarded_frames(self, target: Target | None) -> tuple[Frame, ...]:
        """Return the frame of an element and its ancestors, or all frames without an element."""
        if not isinstance(target, Element):
            return tuple(self.tab.frames.values())
        prefix, _ = split_locator(target.locator)
        frames = (each for each in self.tab.frames.values() if each.locator_prefix == prefix)
        frame = next(frames, None) if prefix else self.tab.root
        around: list[Frame] = []
        while frame is not None:
            around.append(frame)
            frame = self.tab.frames.get(frame.parent_id)
        return tuple(around)

    def _wait_for_pointer(self, frame: Frame, hit: HitTarget, *, expected: HitTarget) -> None:
        """Move the pointer to `hit` until the frame reports the pointer at `expected`.

        `expected` is in the frame's CSS pixels. After scrolling, a frame in another process receives its new
        position only at the next paint of the page.
        """
        for attempt in range(_POINTER_TRIES):
            move = {"type": "mouseMoved", "x": hit.x + attempt % 2, "y": hit.y}
            self.dispatch([("Input.dispatchMouseEvent", move)])
            x, y = self.scripts.call(frame, "pointerPosition", result_type=tuple[float, float])
            if max(abs(x - expected.x), abs(y - expected.y)) <= _POINTER_TOLERANCE_PX:
                return
            self.sleep(_POINTER_PAUSE_SEC)


def unsupported_action(action: Act) -> ActionFailed:
    """Create the error for an action that a browser cannot perform, in general or at the moment."""
    if isinstance(action, Answer):
        return ActionHadNoEffect("there is no dialog to answer")
    return NotSupported(f"the device 'web' does not support the action {type(action).__name__}")


def describe_element(element: Element) -> str:
    """Describe an element for messages by its role and its name or number."""
    name = element.name or element.clue
    if not name:
        return f"the {element.role} marked {element.mark}"
    return f"{element.role} {name[:_MAX_NAME_CHARS]!r}"


def require_element(target: Target, action: str) -> Element:
    """Check that the target is an element and return it.

    `action` names the action in the error message.

    Raises:
        NotSupported: the target is a point.
    """
    if isinstance(target, Element):
        return target
    raise NotSupported(f"{action} needs an element; found the point ({target.x:g}, {target.y:g})")


def renamed(element: Element, name: str) -> ElementGone:
    """Create the error for a control whose name has changed since the last observation."""
    return ElementGone(f"{describe_element(element)} is now named {name!r}; look at the screen again")


def _to_parent_viewport(hit: HitTarget, offset: HitTarget) -> HitTarget:
    """Map a hit in a frame to the viewport of the frame's parent; `offset` is the mapped point."""
    scale_x, scale_y = offset.box[2], offset.box[3]
    left, top = offset.x - hit.x * scale_x, offset.y - hit.y * scale_y
    box = (
        left + hit.box[0] * scale_x,
        top + hit.box[1] * scale_y,
        left + hit.box[2] * scale_x,
        top + hit.box[3] * scale_y,
    )
    return HitTarget(
        offset.kind,
        offset.x,
        offset.y,
        box,
        offset.cover,
        offset.scrolled,
        offset.cover_name,
        hit.leaves_field,
        hit.checked,
    )


def _raise_if_stopped(hit: HitTarget, target: Target | None) -> None:
    """Raise the error for an input event that the page stopped."""
    if hit.kind == "appeared":
        raise ElementGone(f"{hit.cover} is at this point since the last look; look at the screen again")
    if hit.kind == "unfocused":
        raise ElementGone(f"the focus moved to {hit.cover}; look at the screen again")
    if isinstance(target, Element):
        _raise_unless_ok(hit, target)


def _raise_unless_ok(hit: HitTarget, element: Element) -> None:
    described = describe_element(element)
    if hit.kind == "covered":
        message = f"{described} is covered by {hit.cover}; deal with that first, or scroll"
        raise ElementCovered(message, blocker=hit.cover_name)
    if hit.kind == "renamed":
        raise renamed(element, hit.cover_name)
    if hit.kind == "hidden":
        raise ElementGone(f"{described} is in the page but not visible")
    if hit.kind != "ok":
        raise ElementGone(f"{described} is not on the page any more; look at the screen again")
