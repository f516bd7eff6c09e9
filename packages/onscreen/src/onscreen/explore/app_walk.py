"""Steps in an application that is being explored, with a record of each step on its map."""

from __future__ import annotations

import msgspec

from onscreen.app_maps.map_extension import Observation, observe_screen, record_step
from onscreen.app_maps.screen_map import AppMap, MapAction, MapVerb, add_action, address_scope
from onscreen.app_maps.screen_signature import control_key, find_control
from onscreen.device.base import Device
from onscreen.explore.exploration_step import ExplorationStep, StepCallback
from onscreen.explore.scroll_coverage import (
    MAX_SCROLLS,
    ScrollCoverage,
    ScrollDepths,
    can_scroll,
    changes_controls,
)
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_change import compare_shots
from onscreen.types import Answer, Back, Click, CloseTab, Element, Scroll, Shot, Start, Type
from onscreen.types.errors import ActionFailed

SEARCHED_TEXT = "a"
"""Text that exploration types into search fields: a letter that many names contain."""


class AppWalk:
    """Acts in an application on a device, and extends its map by each step.

    `app_map` is the current map and `steps` the number of steps so far. `shot` is the last observation, and
    `screen` its screen, "" outside the application. `home` is the first screen of the application, and
    `previous` the screen before the current one. `is_changed` means that a click changed the current screen,
    such as by opening a menu. `scrollable` are the screens that may contain unknown controls further down.
    """

    def __init__(self, device: Device, app_map: AppMap, *, on_step: StepCallback, initial: Start) -> None:
        """Create a walk that starts with `initial`; each step is reported to `on_step`."""
        self.app_map = app_map
        self.steps = 0
        self.shot: Shot
        self.screen = ""
        self.home = ""
        self.previous = ""
        self.is_changed = False
        self.scrollable: set[str] = set()
        self.coverage = ScrollCoverage()
        self.depths = ScrollDepths()
        self._device = device
        self._on_step = on_step
        self._initial = initial

    def shown_controls(self) -> frozenset[str]:
        """Return the keys of the controls that are currently on the screen and not covered."""
        elements = build_screen(self.shot).elements
        return frozenset(control_key(e, self.shot.nodes) for e in elements if not is_hidden(e))

    def click(self, element: Element) -> MapAction:
        """Click an element, record its effect, and return to the application if necessary."""
        return self._act(Click(element), element, verb="click")

    def search(self, element: Element) -> MapAction:
        """Type SEARCHED_TEXT into a search field without submitting it, and record the effect."""
        return self._act(Type(SEARCHED_TEXT, element), element, verb="type")

    def _act(self, action: Click | Type, element: Element, *, verb: MapVerb) -> MapAction:
        """Perform an action on an element, and record its effect or its failure."""
        before, screen_id = self.shot, self.screen
        key = control_key(element, before.nodes)
        try:
            self._device.perform(action)
        except ActionFailed as error:
            self.shot = self._device.observe()
            failed = MapAction(screen_id, "fails", key, verb, what=type(error).__name__)
            self._arrive(Observation(add_action(self.app_map, failed), screen_id), action=failed)
            return failed
        self.shot = self._device.observe()
        return self._record(before, target=element, verb=verb)

    def back(self) -> None:
        """Go back, and record where Back leads."""
        before = self.shot
        if self._perform(Back()):
            self._record(before, target=None, verb="back")

    def restart(self) -> None:
        """Restart the application and recognize its first screen."""
        self._device.start(self._initial)
        self.shot = self._device.observe()
        if not self.app_map.scope:
            scope = address_scope(self.shot.address)
            self.app_map = msgspec.structs.replace(self.app_map, scope=scope, device=self._device.name)
        self.coverage = ScrollCoverage()
        self._arrive(observe_screen(self.app_map, self.shot), action=None)
        self.home, self.previous, self.is_changed = self.screen, "", False
        self.coverage = ScrollCoverage(is_from_top=True)
        self.depths.add(self.screen, self.shown_controls(), coverage=self.coverage)

    def scroll_to(self, key: str) -> Element | None:
        """Scroll down until a control is visible; returns None if it does not appear where it was seen."""
        target = find_control(key, build_screen(self.shot))
        for _ in range(self.depths.pages_below(self.screen, key, position=self.coverage.position)):
            if target is not None or not self.scroll_once():
                return target
            target = find_control(key, build_screen(self.shot))
        return target

    def scroll_once(self) -> bool:
        """Scroll down by one page; returns False at the end, or if the screen cannot be scrolled."""
        before, screen_id = self.shot, self.screen
        self.coverage.add(self.shown_controls())
        if self.coverage.is_at_end or not can_scroll(before) or not self._perform(Scroll("down")):
            self.coverage.reach_end()
            return False
        if not compare_shots(before, self.shot):
            self.coverage.reach_end()
            self._arrive(Observation(self.app_map, self.screen), action=None)
            return False
        self.coverage.move_down()
        self._record(before, target=None, verb="scroll")
        return self.screen == screen_id

    def scroll_to_top(self) -> bool:
        """Scroll to the top of the screen in one action; returns False if nothing moves."""
        before, screen_id = self.shot, self.screen
        self.coverage.add(self.shown_controls())
        if not can_scroll(before, is_up=True) or not self._perform(Scroll("up", pages=MAX_SCROLLS)):
            self.coverage.reach_top(was_moved=False)
            return False
        was_moved = bool(compare_shots(before, self.shot))
        self.coverage.reach_top(was_moved=was_moved)
        if was_moved:
            self._record(before, target=None, verb="scroll")
        else:
            self._arrive(Observation(self.app_map, self.screen), action=None)
        return was_moved and self.screen == screen_id

    def _record(self, before: Shot, *, target: Element | None, verb: MapVerb) -> MapAction:
        """Record the step that led to the current shot, and return to the application if necessary."""
        screen_id, key = self.screen, control_key(target, before.nodes) if target else ""
        seen = record_step(
            self.app_map, before, after=self.shot, screen_id=screen_id, target=target, verb=verb
        )
        self.is_changed = self.is_changed or verb in {"click", "type"}
        place = (screen_id, verb, key)
        action = next(a for a in seen.app_map.actions if (a.screen, a.verb, a.control) == place)
        self._arrive(seen, action=action)
        if not seen.screen:
            self._come_back()
        return action

    def _come_back(self) -> None:
        """Return to the application by dismissing a dialog, closing a tab, Back or a restart."""
        if self.shot.dialog is not None:
            self._perform(Answer(accept=False))
        else:
            self._perform(CloseTab() if len(self.shot.tabs) > 1 else Back())
        if self.app_map.contains(self.shot.address):
            self._arrive(observe_screen(self.app_map, self.shot), action=None)
        else:
            self.restart()

    def _perform(self, action: Back | Answer | CloseTab | Scroll) -> bool:
        """Perform an action and observe; returns False if the action failed."""
        try:
            self._device.perform(action)
        except ActionFailed:
            return False
        finally:
            self.shot = self._device.observe()
        return True

    def _arrive(self, seen: Observation, *, action: MapAction | None) -> None:
        """Make the observed screen the current one, and report the step."""
        self.steps += 1
        if seen.is_new and can_scroll(self.shot):
            self.scrollable.add(seen.screen)
        if seen.screen != self.screen or (action and changes_controls(action)):
            is_opened = action is not None and action.verb == "click" and action.effect == "opens"
            self.coverage = ScrollCoverage(is_from_top=is_opened and seen.screen != self.previous)
        if seen.screen != self.screen:
            self.previous = self.screen
            self.is_changed = False
        self.app_map, self.screen = seen.app_map, seen.screen
        self.depths.add(self.screen, self.shown_controls(), coverage=self.coverage)
        self._on_step(ExplorationStep(self.steps, self.app_map, self.shot, self.screen, action, seen.is_new))


def is_hidden(element: Element | None) -> bool:
    """Check whether a control is missing, or covered by something such as a menu."""
    return element is None or element.has("covered")
