"""Agent that performs the actions of a person on the page that mirrors the screen."""

from __future__ import annotations

import time
from collections.abc import Mapping

from onscreen.app_maps.episode_extension import WATCHED_AGENT
from onscreen.explore.screen_mirror import (
    MirroredElement,
    MirroredField,
    MirrorState,
    MirrorStatus,
    PersonInput,
    ScreenMirror,
)
from onscreen.explore.secret_text_device import SECRET_PLACEHOLDER, SecretTextDevice
from onscreen.perceive.action_description import describe_action
from onscreen.perceive.element_kinds import ENTRY_ROLES, is_actionable
from onscreen.perceive.element_relocation import pick_of, refind
from onscreen.perceive.node_text import quote_name
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_change import compare_shots
from onscreen.types import (
    Action,
    Answer,
    Back,
    Click,
    Decision,
    Done,
    Drag,
    Element,
    Episode,
    Home,
    LongPress,
    Pick,
    Point,
    Press,
    Screen,
    Scroll,
    Select,
    Shot,
    Swipe,
    Type,
    Wait,
)
from onscreen.types.action import Direction

REFRESH_SEC = 2.0
"""Time without an input after which the screen is observed again, in seconds."""
MAX_ELEMENT_SHARE = 0.5
"""Share of the screen above which a click inside an element counts as a click at a point."""
_POSITIONAL_ROLES = frozenset({"canvas", "image", "slider"})
"""Roles for which the position of a click inside the element matters."""
_DIRECTIONS: Mapping[str, Direction] = {"up": "up", "down": "down", "left": "left", "right": "right"}


class MirrorAgent:
    """Agent that waits for each action of a person and performs the action.

    The run ends if the person leaves.

    A click on an element becomes an action on the element, any other click an action at a point. Text for a
    password field, or marked as secret, is replaced by a placeholder in the record.
    """

    def __init__(self, mirror: ScreenMirror, device: SecretTextDevice, *, timeout_sec: float) -> None:
        """Create an agent for a screen mirror; `timeout_sec` is the maximum time without an input."""
        self.name = WATCHED_AGENT
        self._mirror = mirror
        self._device = device
        self._timeout_sec = timeout_sec
        self._field: Pick | None = None
        self._pending: PersonInput | None = None

    def act(self, episode: Episode) -> Decision:
        """Wait for the next action of the person.

        Raises:
            DeviceError: the device is gone.
        """
        message = episode.outcomes[-1].message if episode.outcomes and episode.outcomes[-1].failed else ""
        found, shot = self._pending, episode.last
        self._pending = None
        deadline = time.monotonic() + self._timeout_sec
        while True:
            if found is None:
                self._publish(episode, shot, message=message)
                found = self._mirror.take(min(REFRESH_SEC, max(0.0, deadline - time.monotonic())))
            if found is None and time.monotonic() >= deadline:
                return Decision(Done(f"no input for {self._timeout_sec:g} s", achieved=False), "timeout")
            if found is None:
                shot = self._device.observe()
                continue
            self._publish(episode, shot, status="busy")
            if compare_shots(episode.last, shot):
                self._pending = found
                return Decision(Wait(0.1), "the screen changed by itself", proposer=WATCHED_AGENT)
            action = self._make_action(found, build_screen(shot))
            if isinstance(action, Done) or type(action) in self._device.actions:
                return Decision(action, proposer=WATCHED_AGENT)
            message = f"the device does not support the action {type(action).__name__}"
            found = None

    def end(self, episode: Episode) -> None:
        """Show the reason for the end on the page."""
        reason = episode.stop.evidence or episode.stop.reason if episode.stop else "ended"
        self._publish(episode, episode.last, status="ended", message=reason)

    def _publish(
        self, episode: Episode, shot: Shot, *, status: MirrorStatus = "ready", message: str = ""
    ) -> None:
        screen = build_screen(shot)
        field = self._find_field(screen)
        steps = tuple(describe_action(d.action) for d in episode.decisions if not isinstance(d.action, Wait))
        self._mirror.publish(
            MirrorState(
                status=status,
                message=message,
                picture=shot.picture,
                elements=tuple(_mirror(each) for each in screen.elements if _is_target(each)),
                field=_describe_field(field, screen) if field else None,
                dialog=shot.dialog.message if shot.dialog else "",
                steps=steps,
            )
        )

    def _find_field(self, screen: Screen) -> Element | None:
        """Find the field that the person clicked last, or the one with the focus."""
        clicked = refind(self._field, screen) if self._field else None
        if clicked is not None and _takes_input(clicked):
            return clicked
        return next((e for e in screen.elements if e.has("focused") and _takes_input(e)), None)

    def _make_action(self, found: PersonInput, screen: Screen) -> Action:
        """Convert an input to an action on the screen that the person saw."""
        if found.kind in {"click", "long press"}:
            target = find_element_at(screen, Point(found.x, found.y)) or Point(found.x, found.y)
            is_field = isinstance(target, Element) and _takes_input(target)
            self._field = pick_of(target) if is_field and isinstance(target, Element) else None
            return Click(target) if found.kind == "click" else LongPress(target)
        if found.kind == "drag":
            return self._make_drag(Point(found.x, found.y), Point(found.to_x, found.to_y))
        if found.kind in {"type", "select"}:
            return self._make_entry(found, self._find_field(screen))
        simple: dict[str, Action] = {
            "scroll": Scroll(_DIRECTIONS.get(found.text, "down")),
            "press": Press(found.text or "Enter"),
            "answer": Answer(found.text == "yes"),
            "back": Back(),
            "home": Home(),
        }
        return simple.get(found.kind, Done("the person finished"))

    def _make_drag(self, start: Point, end: Point) -> Action:
        """Return a swipe on a touch screen, and a drag on any other one."""
        is_touch = Swipe in self._device.actions and self._device.name != "web"
        return Swipe(start, end) if is_touch else Drag(start, end)

    def _make_entry(self, found: PersonInput, field: Element | None) -> Action:
        if found.kind == "select" and field is not None:
            return Select(field, (found.text,))
        if found.is_secret or (field is not None and field.has("password")):
            self._device.keep_secret(found.text)
            return Type(SECRET_PLACEHOLDER, field)
        return Type(found.text, field)


def find_element_at(screen: Screen, point: Point) -> Element | None:
    """Find the smallest element at a point that accepts actions.

    Returns None if no element is there, or if the position inside the element matters, such as in a canvas.
    """
    around = [each for each in screen.elements if _is_target(each) and each.box.contains(point)]
    width, height = screen.shot.picture.size
    best = min(around, key=lambda each: each.box.area, default=None)
    if best is None or best.role in _POSITIONAL_ROLES or best.box.area > MAX_ELEMENT_SHARE * width * height:
        return None
    return best


def _is_target(element: Element) -> bool:
    return is_actionable(element) and not element.has("covered") and element.box.area > 0


def _takes_input(element: Element) -> bool:
    return element.role in ENTRY_ROLES or element.has("editable")


def _mirror(element: Element) -> MirroredElement:
    box = element.box
    return MirroredElement(box.left, box.top, box.width, box.height, quote_name(element), element.mark)


def _describe_field(field: Element, screen: Screen) -> MirroredField:
    nodes = screen.shot.nodes
    options = (
        ()
        if field.has("editable")
        else tuple(node.name for node in nodes if node.role == "option" and node.parent == field.index)
    )
    return MirroredField(quote_name(field), field.has("password"), options)
