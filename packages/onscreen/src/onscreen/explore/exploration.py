"""Exploration loop: choose an untried control, go to its screen, click it, and record the effect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence

import msgspec

from onscreen.app_maps.screen_map import AppMap, MapAction, MapControl, MapScreen, fixed_controls
from onscreen.app_maps.screen_signature import find_control, find_controls
from onscreen.app_maps.shortest_paths import RESTART, find_paths
from onscreen.device.base import Device
from onscreen.explore.app_walk import AppWalk, is_hidden
from onscreen.explore.control_choice import (
    SEARCH_ROLES,
    TOGGLE_ROLES,
    count_tries,
    permitted_elements,
    rate_novelty,
    rate_scrolling,
    untried_controls,
)
from onscreen.explore.exploration_step import StepCallback, ignore_step
from onscreen.explore.option_choice import Option, Strategy, most_novel
from onscreen.perceive.element_kinds import is_blocked
from onscreen.perceive.element_queries import is_search_field
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Element, Start

MAX_REPEATED_PAGES = 3
"""Number of consecutive pages without a new control after which scrolling ends, as in an endless list."""
MAX_RETURNS = 3
"""Number of failed attempts to return to a screen after which it is abandoned."""
MAX_MISSES = 2
"""Number of visits on which a control was not found after which paths avoid the control."""


class Explorer:
    """Explores an application on a device and extends its map step by step.

    `not_restored` lists the names of switches that could not be returned to their original state.
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
        self.not_restored: list[str] = []
        start = initial or Start(app_map.home)
        self._walk = AppWalk(device, app_map, on_step=on_step, initial=start)
        self._may_modify = may_modify
        self._strategy = strategy
        self._blocked: set[tuple[str, str]] = set()
        self._repeated: set[tuple[str, str]] = set()
        self._failed_returns: Counter[str] = Counter()
        self._misses: Counter[tuple[str, str]] = Counter()

    @property
    def app_map(self) -> AppMap:
        """Map of what was explored so far."""
        return self._walk.app_map

    @property
    def steps(self) -> int:
        """Number of steps so far."""
        return self._walk.steps

    @property
    def address(self) -> str:
        """Address of the current screen."""
        return self._walk.shot.address

    def explore(self, max_steps: int) -> AppMap:
        """Explore until nothing is left to try or `max_steps` steps were made, and return the map.

        Raises:
            DeviceError: the device is gone, or the application does not start.
        """
        self._walk.restart()
        while self.steps < max_steps and (options := tuple(self._options())):
            chosen = self._strategy(options)
            if self._go(chosen.screen):
                self._scroll() if not chosen.control else self._try(chosen.control)
        return self.app_map

    def _options(self) -> Iterator[Option]:
        """Yield the untried options on the current screen and on the reachable screens.

        On a screen changed by a click, new elements, such as the items of a menu, come first.
        """
        app_map, home = self.app_map, self._walk.home
        tries, common = count_tries(app_map), fixed_controls(app_map)
        paths, depths = self._find_paths(), find_paths(app_map, home, home=home)
        for screen in app_map.screens:
            if screen.id not in paths or self._failed_returns[screen.id] >= MAX_RETURNS:
                continue
            distance, depth = len(paths[screen.id]), len(depths.get(screen.id, ()))
            for control in self._untried(screen, common=common):
                novelty = rate_novelty(control, tries, screen=screen)
                yield Option(screen.id, control.key, novelty, distance, depth)
            if screen.id in self._walk.scrollable:
                yield Option(screen.id, "", rate_scrolling(screen), distance, depth)

    def _untried(self, screen: MapScreen, *, common: Container[str]) -> Sequence[MapControl]:
        """List the controls of a screen to try.

        Search fields, and lists of equal controls for the second time, are tried only if the application may
        be modified: what they lead to is often data that a later visit does not show.
        """
        untried = untried_controls(self.app_map, screen, common=common, may_modify=self._may_modify)
        left = [control for control in untried if (screen.id, control.key) not in self._blocked]
        if self._may_modify:
            left += [control for control in screen.controls if (screen.id, control.key) in self._repeated]
        if screen.id != self._walk.screen or not self._walk.is_changed:
            return left
        shown = self._walk.shown_controls()
        visible = [control for control in left if control.key in shown]
        return [control for control in visible if control.opener] or visible or left

    def _find_paths(self) -> Mapping[str, tuple[MapAction, ...]]:
        """Find the paths from the current screen that need no control which was missed repeatedly."""
        kept = tuple(a for a in self.app_map.actions if self._misses[a.screen, a.control] < MAX_MISSES)
        app_map = msgspec.structs.replace(self.app_map, actions=kept)
        return find_paths(app_map, self._walk.screen, home=self._walk.home, previous=self._walk.previous)

    def _go(self, screen_id: str) -> bool:
        """Go to a screen by the shortest path; returns False if another screen is reached.

        If the effect of Back is not on the map yet, and Back leads to another screen than expected, such as
        by skipping a menu, this does not count as a failed attempt.
        """
        home = self._walk.home
        path = self._find_paths()[screen_id]
        for step in path:
            is_guess = step.verb == "back" and step not in self.app_map.actions
            if step is RESTART:
                self._walk.restart()
            elif step.verb == "back":
                self._walk.back()
            elif (target := self._show(step.control)) is not None:
                is_search = step.verb == "type" and self._may_search(target)
                self._walk.search(target) if is_search else self._walk.click(target)
            else:
                self._blocked.add((step.screen, step.control))
                self._misses[step.screen, step.control] += 1
            if step is RESTART and self._walk.screen != home:
                return False
            if self._walk.screen != (step.to or home):
                if not is_guess or self._walk.screen == step.screen:
                    self._failed_returns[screen_id] += 1
                return False
        del self._failed_returns[screen_id]
        return True

    def _try(self, key: str) -> None:
        """Click a control if this is permitted, and undo the effect if possible; search in a search field."""
        place = (self._walk.screen, key)
        self._blocked.add(place)
        target = self._show(key)
        if target is None:
            self._repeated.discard(place)
        elif self._may_search(target):
            self._walk.search(target)
        elif self._is_permitted(target):
            self._click(self._choose_equal(target, place), key)

    def _may_search(self, element: Element) -> bool:
        """Check whether an element is an enabled search field, and the application may be modified."""
        is_usable = element.role in SEARCH_ROLES and not is_blocked(element) and not element.has("password")
        return self._may_modify and is_usable and is_search_field(element)

    def _choose_equal(self, target: Element, place: tuple[str, str]) -> Element:
        """Return the last of several controls with equal keys if the first one was tried before."""
        equal = find_controls(place[1], build_screen(self._walk.shot))
        if place in self._repeated:
            self._repeated.remove(place)
            return next(each for each in reversed(equal) if self._is_permitted(each))
        if len(equal) > 1 and target.role not in TOGGLE_ROLES:
            self._repeated.add(place)
        return target

    def _click(self, target: Element, key: str) -> None:
        """Click a control, and click a switch once more."""
        action = self._walk.click(target)
        if action.effect in {"turns on", "turns off"} and target.role in TOGGLE_ROLES:
            self._undo(target, key)

    def _is_permitted(self, element: Element) -> bool:
        permitted = permitted_elements(self.app_map, self._walk.shot, may_modify=self._may_modify)
        return any(each.mark == element.mark for each in permitted)

    def _undo(self, element: Element, key: str) -> None:
        """Click a switch once more to restore its state."""
        again = find_control(key, build_screen(self._walk.shot))
        if again is not None:
            self._walk.click(again)
            again = find_control(key, build_screen(self._walk.shot))
        if again is None or again.has("checked") != element.has("checked"):
            self.not_restored.append(element.name)

    def _reveal(self, key: str) -> Element | None:
        """Scroll until a control is visible, down or from the top; returns None if it does not appear.

        Does not scroll for a control that appears only after a click, such as a menu item.
        """
        screen_id, target = self._walk.screen, find_control(key, build_screen(self._walk.shot))
        if target is not None or self._list_openers(key):
            return target
        walk = self._walk
        is_from_top = walk.coverage.is_from_top or not walk.depths.is_known(screen_id, key)
        if is_from_top and walk.coverage.may_be_below(key):
            target = walk.scroll_to(key)
        is_away = walk.screen != screen_id
        if target is None and not is_away and walk.coverage.may_be_above(key) and walk.scroll_to_top():
            target = walk.scroll_to(key)
        if target is None:
            walk.coverage.forget(key)
            self._block_absent()
        return target

    def _block_absent(self) -> None:
        """Block the known controls that a complete view of the current screen no longer shows."""
        screen, coverage = self.app_map.screen(self._walk.screen), self._walk.coverage
        if screen and coverage.is_complete and not self._walk.is_changed:
            single = (control.key for control in screen.controls if not control.opener)
            self._blocked.update((screen.id, key) for key in single if not coverage.has_shown(key))

    def _show(self, key: str) -> Element | None:
        """Bring a control into view, by scrolling or by opening its container."""
        target = self._reveal(key)
        return self._reveal_again(key) if is_hidden(target) else target

    def _return_to(self, screen_id: str) -> bool:
        """Restart the application and return to a screen, so that no menu is open on it."""
        self._walk.restart()
        return screen_id in self._find_paths() and self._go(screen_id)

    def _reveal_again(self, key: str) -> Element | None:
        """Reveal a hidden control, such as an item of a closed menu or a button below an open one.

        A changed screen is reopened first. Then the opener of the control is clicked, after the controls that
        open the opener's own menu. Returns None if the control does not appear.
        """
        screen_id = self._walk.screen
        if self._walk.is_changed and not self._return_to(screen_id):
            return None
        for opener in self._list_openers(key):
            target = self._reveal(opener)
            if target is None or not self._is_permitted(target):
                return None
            self._walk.click(target)
            if self._walk.screen != screen_id:
                return None
        return self._reveal(key)

    def _list_openers(self, key: str) -> tuple[str, ...]:
        """List the controls to click, in order, before a control of the current screen appears."""
        screen = self.app_map.screen(self._walk.screen)
        return screen.openers(key) if screen else ()

    def _scroll(self) -> None:
        """Scroll down until a control appears that is not on the map, at most MAX_REPEATED_PAGES."""
        known, screen_id = self._count_controls(), self._walk.screen
        for _ in range(MAX_REPEATED_PAGES):
            if not self._walk.scroll_once():
                break
            if self._count_controls() > known:
                return
        self._walk.scrollable.discard(screen_id)

    def _count_controls(self) -> int:
        screen = self.app_map.screen(self._walk.screen)
        return len(screen.controls) if screen else 0
