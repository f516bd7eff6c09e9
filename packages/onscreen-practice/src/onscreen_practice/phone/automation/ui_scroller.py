"""Scrolling of a view by swipes within its bounds, like Android's UiScrollable."""

from __future__ import annotations

from onscreen_practice.phone.automation.java_values import NOT_FOUND_ERROR, JavaError
from onscreen_practice.phone.automation.ui_selector import Selector
from onscreen_practice.phone.automation.view_tree import read_tree
from onscreen_practice.phone.shell.phone_interface import PhoneAccess

SCROLL_STEPS = 55
MAX_SEARCH_SWIPES = 30
_STEP_MS = 5
_DEAD_ZONE_SHARE = 0.1
"""Fraction of the view's size at each end in which no swipe starts or ends."""


class Scroller:
    """Scroller for the view that matches a selector."""

    def __init__(self, phone: PhoneAccess, selector: Selector, *, vertical: bool) -> None:
        self._phone = phone
        self._selector = selector
        self._vertical = vertical

    def scroll(self, steps: int, *, backward: bool = False) -> bool:
        """Scroll the view by one page.

        Returns False if the screen did not change, because the view was at its end.

        Raises:
            JavaError: the view does not exist.
        """
        root = read_tree(self._phone)
        node = self._selector.find_in_chain(root) if root is not None else None
        if node is None:
            raise JavaError(NOT_FOUND_ERROR, str(self._selector))
        left, top, right, bottom = node.bounds
        start, end = (bottom, top) if self._vertical else (right, left)
        margin = round((start - end) * _DEAD_ZONE_SHARE)
        start, end = start - margin, end + margin
        if backward:
            start, end = end, start
        x, y = (left + right) // 2, (top + bottom) // 2
        ends = (x, start, x, end) if self._vertical else (start, y, end, y)
        before = self._phone.call("dump", False)
        self._phone.call("swipe", *ends, steps * _STEP_MS)
        return self._phone.call("dump", False) != before

    def scroll_to_end(self, max_swipes: int, *, backward: bool = False) -> bool:
        """Scroll to the end of the view, or to its beginning if `backward` is True.

        Always returns True, as on Android.

        Raises:
            JavaError: the view does not exist.
        """
        for _ in range(max_swipes):
            if not self.scroll(SCROLL_STEPS, backward=backward):
                break
        return True

    def scroll_into_view(self, target: Selector, *, steps: int = SCROLL_STEPS) -> bool:
        """Scroll until a descendant view is shown, searching from the beginning.

        Returns False if the descendant view is not found.

        Raises:
            JavaError: the view to scroll does not exist.
        """
        if self._shows(target):
            return True
        self.scroll_to_end(MAX_SEARCH_SWIPES, backward=True)
        for _ in range(MAX_SEARCH_SWIPES):
            if self._shows(target):
                return True
            if not self.scroll(steps):
                break
        return self._shows(target)

    def _shows(self, target: Selector) -> bool:
        root = read_tree(self._phone)
        inside = self._selector.with_relative("child", target)
        return root is not None and inside.find_in_chain(root) is not None
