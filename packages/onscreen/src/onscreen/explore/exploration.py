"""Exploration loop: choose an untried control, go to its screen, click it, and record the effect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from onscreen.app_maps.map_extension import Observation, observe_screen, record_step
from onscreen.app_maps.screen_map import (
    AppMap,
    MapAction,
    MapVerb,
    add_action,
    address_scope,
    fixed_controls,
)
from onscreen.app_maps.screen_signature import control_key, find_control
from onscreen.app_maps.shortest_paths import RESTART, find_paths
from onscreen.device.base import Device
from onscreen.explore.control_choice import (
    TOGGLE_ROLES,
    count_tries,
    permitted_elements,
    rate_novelty,
    rate_scrolling,
    untried_controls,
)
from onscreen.explore.exploration_step import ExplorationStep, StepCallback, ignore_step
from onscreen.explore.option_choice import Option, Strategy, most_novel
from onscreen.explore.scroll_coverage import ScrollCoverage, can_scroll, changes_controls
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_change import compare_shots
from onscreen.types import Answer, Back, Click, CloseTab, Element, Scroll, Shot, Start
from onscreen.types.errors import ActionFailed

MAX_SCROLLS = 12
"""Maximum number of consecutive scrolls of one screen."""
MAX_RETURNS = 3
"""Number of failed attempts to return to a screen after which it is abandoned."""
MAX_MISSES = 2
"""Number of visits on which a control was not found after which paths avoid the control."""


class Explorer:
    """Explores an application on a device and extends its map step by step.

    `app_map` is the current map and `steps` the number of steps so far. `not_restored` lists the names of
    switches that could not be returned to their original state.
    """

    def __init__(
        self,
        device: Device,
        app_map: AppMap,
        *,
        may_modify: bool = False,
        strategy: Strategy = most_novel,
        on_step: StepCallback = ignore_step,
        initial: Start | None = None,
    ) -> None:
        """Create an explorer for the application described by `app_map`.

        `initial` is the start for restarting the application, by default at its home address.
        """
        self._initial = initial or Start(app_map.home)
        self.app_map = app_map
        self.steps = 0
        self.not_restored: list[str] = []
        self._device = device
        self._may_modify = may_modify
        self._strategy = strategy
        self._on_step = on_step
        self._shot: Shot
        self._screen = ""
        self._home = ""
        self._previous = ""
        self._blocked: set[tuple[str, str]] = set()
        self._scrollable: set[str] = set()
        self._failed_returns: Counter[str] = Counter()
        self._misses: Counter[tuple[str, str]] = Counter()
        self._is_changed = False
        self._coverage = ScrollCoverage()

    @property
    def address(self) -> str:
        """Address of the current screen."""
        return self._shot.address

    def explore(self, max_steps: int) -> AppMap:
        """Explore until nothing is left to try or `max_steps` steps were made, and return the map.

        Raises:
            DeviceError: the device is gone, or the application does not start.
        """
        self._restart()
        while self.steps < max_steps and (options := tuple(self._options())):
            chosen = self._strategy(options)
            if self._go(chosen.screen):
                self._scroll() if not chosen.control else self._try(chosen.control)
        return self.app_map

    def _options(self) -> Iterator[Option]:
        """Yield the untried options on the current screen and on the reachable screens.

        On a screen changed by a click, new elements, such as the items of a menu, come first.
        """
        tries, common = count_tries(self.app_map), fixed_controls(self.app_map)
        paths = self._find_paths()
        for screen in self.app_map.screens:
            if screen.id not in paths or self._failed_returns[screen.id] >= MAX_RETURNS:
                continue
            distance = len(paths[screen.id])
            untried = untried_controls(self.app_map, screen, common=common, may_modify=self._may_modify)
            left = [control for control in untried if (screen.id, control.key) not in self._blocked]
            if screen.id == self._screen and self._is_changed:
                shown = self._shown_controls()
                visible = [control for control in left if control.key in shown]
                opened = [control for control in visible if control.opener]
                left = opened or visible or left
            for control in left:
                novelty = rate_novelty(control, tries, screen_id=screen.id)
                yield Option(screen.id, control.key, novelty, distance)
            if screen.id in self._scrollable:
                yield Option(screen.id, "", rate_scrolling(screen), distance)

    def _find_paths(self) -> Mapping[str, tuple[MapAction, ...]]:
        """Find the paths from the current screen that need no control which was missed repeatedly."""
        kept = tuple(a for a in self.app_map.actions if self._misses[a.screen, a.control] < MAX_MISSES)
        app_map = msgspec.structs.replace(self.app_map, actions=kept)
        return find_paths(app_map, self._screen, home=self._home, previous=self._previous)

    def _shown_controls(self) -> frozenset[str]:
        """Return the keys of the controls that are currently on the screen and not covered."""
        elements = build_screen(self._shot).elements
        return frozenset(control_key(e, self._shot.nodes) for e in elements if not _is_hidden(e))

    def _go(self, screen_id: str) -> bool:
        """Go to a screen by the shortest path; returns False if another screen is reached.

        If the effect of Back is not on the map yet, and Back leads to another screen than expected, such as
        by skipping a menu, this does not count as a failed attempt.
        """
        home = self._home
        path = self._find_paths()[screen_id]
        for step in path:
            is_guess = step.verb == "back" and step not in self.app_map.actions
            if step is RESTART:
                self._restart()
            elif step.verb == "back":
                self._back()
            elif (target := self._show(step.control)) is not None:
                self._click(target)
            else:
                self._blocked.add((step.screen, step.control))
                self._misses[step.screen, step.control] += 1
            if step is RESTART and self._screen != home:
                return False
            if self._screen != (step.to or home):
                if not is_guess or self._screen == step.screen:
                    self._failed_returns[screen_id] += 1
                return False
        del self._failed_returns[screen_id]
        return True

    def _try(self, key: str) -> None:
        """Click a control if this is permitted, and undo the effect if possible."""
        self._blocked.add((self._screen, key))
        target = self._show(key)
        if target is None or not self._is_permitted(target):
            return
        before = self._shot
        action = self._click(target)
        if action.effect in {"turns on", "turns off"} and target.role in TOGGLE_ROLES:
            self._undo(target, before)

    def _is_permitted(self, element: Element) -> bool:
        permitted = permitted_elements(self.app_map, self._shot, may_modify=self._may_modify)
        return any(each.mark == element.mark for each in permitted)

    def _click(self, element: Element) -> MapAction:
        """Click an element, record its effect, and return to the application if necessary."""
        before, screen_id = self._shot, self._screen
        key = control_key(element, before.nodes)
        try:
            self._device.perform(Click(element))
        except ActionFailed as error:
            self._shot = self._device.observe()
            action = MapAction(screen_id, "fails", key, what=type(error).__name__)
            self._arrive(Observation(add_action(self.app_map, action), screen_id), action=action)
            return action
        self._shot = self._device.observe()
        return self._record(before, target=element, verb="click")

    def _record(self, before: Shot, *, target: Element | None, verb: MapVerb) -> MapAction:
        """Record the step that led to the current shot, and return to the application if necessary."""
        screen_id, key = self._screen, control_key(target, before.nodes) if target else ""
        seen = record_step(
            self.app_map, before, after=self._shot, screen_id=screen_id, target=target, verb=verb
        )
        self._is_changed = self._is_changed or verb == "click"
        place = (screen_id, verb, key)
        action = next(a for a in seen.app_map.actions if (a.screen, a.verb, a.control) == place)
        self._arrive(seen, action=action)
        if not seen.screen:
            self._come_back()
        return action

    def _undo(self, element: Element, before: Shot) -> None:
        """Click a switch once more to restore its state."""
        key = control_key(element, before.nodes)
        again = find_control(key, build_screen(self._shot))
        if again is not None:
            self._click(again)
            again = find_control(key, build_screen(self._shot))
        if again is None or again.has("checked") != element.has("checked"):
            self.not_restored.append(element.name)

    def _reveal(self, key: str) -> Element | None:
        """Scroll until a control is visible, down or from the top; returns None if it does not appear.

        Does not scroll for a control that appears only after a click, such as a menu item.
        """
        screen_id, target = self._screen, find_control(key, build_screen(self._shot))
        if target is not None or self._list_openers(key):
            return target
        if self._coverage.may_be_below(key):
            target = self._scroll_to(key)
        is_away = self._screen != screen_id
        if target is None and not is_away and self._coverage.may_be_above(key) and self._scroll_to_top():
            target = self._scroll_to(key)
        if target is None:
            self._coverage.forget(key)
            self._block_absent()
        return target

    def _block_absent(self) -> None:
        """Block the known controls that a complete view of the current screen no longer shows."""
        screen = self.app_map.screen(self._screen)
        if screen and self._coverage.is_complete and not self._is_changed:
            single = (control.key for control in screen.controls if not control.opener)
            self._blocked.update((screen.id, key) for key in single if not self._coverage.has_shown(key))

    def _scroll_to(self, key: str) -> Element | None:
        """Scroll down until a control is visible; returns None if it does not appear."""
        for _ in range(MAX_SCROLLS):
            target = find_control(key, build_screen(self._shot))
            if target is not None or not self._scroll_once():
                return target
        return None

    def _show(self, key: str) -> Element | None:
        """Bring a control into view, by scrolling or by opening its container."""
        target = self._reveal(key)
        return self._reveal_again(key) if _is_hidden(target) else target

    def _return_to(self, screen_id: str) -> bool:
        """Restart the application and return to a screen, so that no menu is open on it."""
        self._restart()
        return screen_id in self._find_paths() and self._go(screen_id)

    def _reveal_again(self, key: str) -> Element | None:
        """Reveal a hidden control, such as an item of a closed menu or a button below an open one.

        A changed screen is reopened first. Then the opener of the control is clicked, after the controls that
        open the opener's own menu. Returns None if the control does not appear.
        """
        screen_id = self._screen
        if self._is_changed and not self._return_to(screen_id):
            return None
        for opener in self._list_openers(key):
            target = self._reveal(opener)
            if target is None or not self._is_permitted(target):
                return None
            self._click(target)
            if self._screen != screen_id:
                return None
        return self._reveal(key)

    def _list_openers(self, key: str) -> tuple[str, ...]:
        """List the controls to click, in order, before a control of the current screen appears."""
        screen = self.app_map.screen(self._screen)
        return screen.openers(key) if screen else ()

    def _scroll(self) -> None:
        """Scroll down until a control appears that is not on the map, at most to the end."""
        known, screen_id = self._count_controls(), self._screen
        for _ in range(MAX_SCROLLS):
            if not self._scroll_once():
                self._scrollable.discard(screen_id)
                return
            if self._count_controls() > known:
                return

    def _count_controls(self) -> int:
        screen = self.app_map.screen(self._screen)
        return len(screen.controls) if screen else 0

    def _scroll_once(self) -> bool:
        """Scroll down by one page; returns False at the end, or if the screen cannot be scrolled."""
        before, screen_id = self._shot, self._screen
        self._coverage.add(self._shown_controls())
        if self._coverage.is_at_end or not can_scroll(before) or not self._perform(Scroll("down")):
            self._coverage.reach_end()
            return False
        if not compare_shots(before, self._shot):
            self._coverage.reach_end()
            self._arrive(Observation(self.app_map, self._screen), action=None)
            return False
        self._coverage.move_down()
        self._record(before, target=None, verb="scroll")
        return self._screen == screen_id

    def _scroll_to_top(self) -> bool:
        """Scroll to the top of the screen in one action; returns False if nothing moves."""
        before, screen_id = self._shot, self._screen
        self._coverage.add(self._shown_controls())
        if not can_scroll(before, is_up=True) or not self._perform(Scroll("up", pages=MAX_SCROLLS)):
            self._coverage.reach_top(was_moved=False)
            return False
        was_moved = bool(compare_shots(before, self._shot))
        self._coverage.reach_top(was_moved=was_moved)
        if was_moved:
            self._record(before, target=None, verb="scroll")
        else:
            self._arrive(Observation(self.app_map, self._screen), action=None)
        return was_moved and self._screen == screen_id

    def _back(self) -> None:
        """Go back, and record where Back leads."""
        before = self._shot
        if self._perform(Back()):
            self._record(before, target=None, verb="back")

    def _come_back(self) -> None:
        """Return to the application by dismissing a dialog, closing a tab, Back or a restart."""
        if self._shot.dialog is not None:
            self._perform(Answer(accept=False))
        else:
            self._perform(CloseTab() if len(self._shot.tabs) > 1 else Back())
        if self.app_map.contains(self._shot.address):
            self._arrive(observe_screen(self.app_map, self._shot), action=None)
        else:
            self._restart()

    def _restart(self) -> None:
        """Restart the application and recognize its first screen."""
        self._device.start(self._initial)
        self._shot = self._device.observe()
        if not self.app_map.scope:
            scope = address_scope(self._shot.address)
            self.app_map = msgspec.structs.replace(self.app_map, scope=scope, device=self._device.name)
        self._arrive(observe_screen(self.app_map, self._shot), action=None)
        self._home, self._previous, self._is_changed = self._screen, "", False
        self._coverage = ScrollCoverage(is_from_top=True)

    def _perform(self, action: Back | Answer | CloseTab | Scroll) -> bool:
        """Perform an action and observe; returns False if the action failed."""
        try:
            self._device.perform(action)
        except ActionFailed:
            return False
        finally:
            self._shot = self._device.observe()
        return True

    def _arrive(self, seen: Observation, *, action: MapAction | None) -> None:
        """Make the observed screen the current one, and report the step."""
        self.steps += 1
        if seen.is_new and can_scroll(self._shot):
            self._scrollable.add(seen.screen)
        if seen.screen != self._screen or (action and changes_controls(action)):
            self._coverage = ScrollCoverage()
        if seen.screen != self._screen:
            self._previous = self._screen
            self._is_changed = False
        self.app_map, self._screen = seen.app_map, seen.screen
        self._on_step(
            ExplorationStep(self.steps, self.app_map, self._shot, self._screen, action, seen.is_new)
        )


def _is_hidden(element: Element | None) -> bool:
    """Check whether a control is missing, or covered by something such as a menu."""
    return element is None or element.has("covered")
