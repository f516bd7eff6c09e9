"""View-level methods of the uiautomator2 server: search, information, text, gestures, scrolling."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import msgspec

from onscreen_practice.phone.automation.java_values import (
    NOT_FOUND_ERROR,
    JavaError,
    require_text,
    to_boolean,
    to_float,
    to_integer,
    to_text,
)
from onscreen_practice.phone.automation.json_rpc_server import Arguments, MethodTable
from onscreen_practice.phone.automation.ui_scroller import SCROLL_STEPS, Scroller
from onscreen_practice.phone.automation.ui_selector import MASK_INSTANCE, Criterion, Selector, parse_selector
from onscreen_practice.phone.automation.uiautomator_device import (
    CLICK_MS,
    LONG_PRESS_MS,
    STEP_MS,
    refuse,
    wait_until,
)
from onscreen_practice.phone.automation.uiautomator_parameters import overloads
from onscreen_practice.phone.automation.view_tree import ViewNode, read_tree
from onscreen_practice.phone.shell.phone_interface import PhoneAccess

FLING_STEPS = 5
_SWIPE_MARGIN = 5
_CORNERS = {
    "br": (1, 1),
    "bottomright": (1, 1),
    "tl": (0, 0),
    "topleft": (0, 0),
    "c": None,
    "center": None,
}
_NO_TWO_FINGERS = "the practice phone has no gestures with two fingers; use the buttons or a swipe"


class Rect(msgspec.Struct, frozen=True):
    """Edges of a view in pixels."""

    left: int
    top: int
    right: int
    bottom: int


class ObjInfo(msgspec.Struct, frozen=True, rename="camel"):
    """Result of the method `objInfo`: bounds, texts and state of a view."""

    bounds: Rect
    visible_bounds: Rect
    child_count: int
    class_name: str
    content_description: str | None
    package_name: str
    text: str | None
    checkable: bool
    checked: bool
    clickable: bool
    enabled: bool
    focusable: bool
    focused: bool
    long_clickable: bool
    scrollable: bool
    selected: bool
    resource_name: str | None


def describe_node(node: ViewNode, *, simple: bool) -> ObjInfo:
    """Describe a view in the format of the method `objInfo`.

    If `simple` is True, missing texts are null and the resource name is included, as for a UiObject2.
    """
    bounds, missing = Rect(*node.bounds), None if simple else ""
    return ObjInfo(
        bounds=bounds,
        visible_bounds=bounds,
        child_count=len(node.children),
        class_name=node.text("class"),
        content_description=node.text("content-desc") or missing,
        package_name=node.text("package"),
        text=node.text("text") or missing,
        checkable=node.flag("checkable"),
        checked=node.flag("checked"),
        clickable=node.flag("clickable"),
        enabled=node.flag("enabled"),
        focusable=node.flag("focusable"),
        focused=node.flag("focused"),
        long_clickable=node.flag("long-clickable"),
        scrollable=node.flag("scrollable"),
        selected=node.flag("selected"),
        resource_name=(node.text("resource-id") or None) if simple else None,
    )


class ElementMethods:
    """Implementation of the uiautomator2 server's view-level methods for one phone.

    Clients identify a view by a selector, or by the key of a selector that the server has stored.
    """

    def __init__(self, phone: PhoneAccess) -> None:
        self._phone = phone
        self._stored: dict[str, Selector] = {}

    def table(self) -> MethodTable:
        """Return the overloads of each method by method name."""
        two_fingers = refuse(_NO_TWO_FINGERS)
        return {
            "exist": overloads("s t", lambda given: self._exists(self._target(given))),
            "count": overloads("s", lambda given: self._count(parse_selector(given[0]))),
            "objInfo": overloads("s t", lambda given: self._describe(self._target(given))),
            "objInfoOfAllInstances": overloads("s", self._describe_all),
            "waitForExists": overloads("si ti", self._wait_for_exists),
            "waitUntilGone": overloads("si ti", self._wait_until_gone),
            "click": overloads("s t st tt", lambda given: self._press(given, CLICK_MS)),
            "longClick": overloads("s t st tt", lambda given: self._press(given, 2 * LONG_PRESS_MS)),
            "clickAndWaitForNewWindow": overloads("si ti", self._click_and_wait),
            "getText": overloads("s t", lambda given: self._describe(self._target(given)).text),
            "setText": overloads("st tt", self._set_text),
            "clearTextField": overloads("s t", self._clear_text),
            "dragTo": overloads("siii tiii ssi tsi", self._drag_to),
            "swipe": overloads("sti stfi tti", self._swipe),
            "gesture": overloads("sppppi tppppi", two_fingers),
            "pinchIn": overloads("sii tii", two_fingers),
            "pinchOut": overloads("sii tii", two_fingers),
            "childByText": overloads("sst sstb", lambda given: self._child_with(given, "text")),
            "childByDescription": overloads(
                "sst sstb", lambda given: self._child_with(given, "content-desc")
            ),
            "childByInstance": overloads("ssi", self._child_by_instance),
            "getChild": overloads("ts", lambda given: self._relative(given, "child")),
            "getFromParent": overloads("ts", lambda given: self._relative(given, "sibling")),
            "getUiObject": overloads("s", lambda given: self._store(parse_selector(given[0]))),
            "getUiObjects": overloads("-", lambda _: list(self._stored)),
            "removeUiObject": overloads("t", lambda given: self._forget(require_text(given[0]))),
            **self._scroll_methods(),
        }

    def _scroll_methods(self) -> MethodTable:
        def bind(call: Callable[[Scroller, Arguments], object]) -> Callable[[Arguments], object]:
            return lambda given: call(self._scroller(given), given)

        last = -1
        return {
            "flingForward": overloads("sb", bind(lambda view, _: view.scroll(FLING_STEPS))),
            "flingBackward": overloads("sb", bind(lambda view, _: view.scroll(FLING_STEPS, backward=True))),
            "flingToEnd": overloads(
                "sbi", bind(lambda view, given: view.scroll_to_end(to_integer(given[2])))
            ),
            "flingToBeginning": overloads(
                "sbi", bind(lambda view, given: view.scroll_to_end(to_integer(given[2]), backward=True))
            ),
            "scrollForward": overloads("sbi", bind(lambda view, given: view.scroll(to_integer(given[last])))),
            "scrollBackward": overloads(
                "sbi", bind(lambda view, given: view.scroll(to_integer(given[last]), backward=True))
            ),
            "scrollToEnd": overloads(
                "sbii", bind(lambda view, given: view.scroll_to_end(to_integer(given[2])))
            ),
            "scrollToBeginning": overloads(
                "sbii", bind(lambda view, given: view.scroll_to_end(to_integer(given[2]), backward=True))
            ),
            "scrollTo": overloads("ssb", self._scroll_to),
        }

    def _target(self, arguments: Arguments) -> Selector:
        """Return the selector in the first argument, or the stored selector with that key."""
        first = arguments[0]
        if isinstance(first, dict) or first is None:
            return parse_selector(first)
        key = require_text(first)
        if key not in self._stored:
            raise JavaError(NOT_FOUND_ERROR, f"UiObject {key} not found!")
        return self._stored[key]

    def _find(self, selector: Selector) -> ViewNode | None:
        root = read_tree(self._phone)
        return selector.find(root) if root is not None else None

    def _require(self, selector: Selector) -> ViewNode:
        node = self._find(selector)
        if node is None:
            raise JavaError(NOT_FOUND_ERROR, str(selector))
        return node

    def _exists(self, selector: Selector) -> bool:
        return self._find(selector) is not None

    def _describe(self, selector: Selector) -> ObjInfo:
        return describe_node(self._require(selector), simple=selector.is_simple)

    def _count(self, selector: Selector) -> int:
        """Count the matching views by the rules of UiSelector."""
        root = read_tree(self._phone)
        if root is None or selector.find_in_chain(root) is None:
            return 0
        number = 1
        while (
            not selector.has_deep_instance
            and selector.with_deep_instance(number).find_in_chain(root) is not None
        ):
            number += 1
        return number

    def _describe_all(self, arguments: Arguments) -> list[ObjInfo | None]:
        """Describe every matching view.

        As on Android, the instance number counts the views that match the first selector of the chain.
        """
        selector = parse_selector(arguments[0])
        total, root = self._count(selector), read_tree(self._phone)
        if selector.mask & MASK_INSTANCE and total:
            return [self._describe(selector)]
        nodes = [
            selector.with_instance(number).find_in_chain(root) if root else None for number in range(total)
        ]
        return [describe_node(node, simple=False) if node else None for node in nodes]

    def _wait_for_exists(self, arguments: Arguments) -> bool:
        selector = self._target(arguments)
        return wait_until(lambda: self._exists(selector), timeout_ms=to_integer(arguments[1]))

    def _wait_until_gone(self, arguments: Arguments) -> bool:
        selector = self._target(arguments)
        return wait_until(lambda: not self._exists(selector), timeout_ms=to_integer(arguments[1]))

    def _press(self, arguments: Arguments, duration_ms: int) -> bool:
        """Press a view in its center or in a corner; return False for an unknown corner."""
        corner = (to_text(arguments[1]) if len(arguments) > 1 else None) or "center"
        node = self._require(self._target(arguments))
        if corner.lower() not in _CORNERS:
            return False
        at = _CORNERS[corner.lower()]
        left, top, right, bottom = node.bounds
        corners = (left + _SWIPE_MARGIN, right - _SWIPE_MARGIN), (top + _SWIPE_MARGIN, bottom - _SWIPE_MARGIN)
        x, y = node.center if at is None else (corners[0][at[0]], corners[1][at[1]])
        self._phone.call("swipe", x, y, x, y, duration_ms)
        return True

    def _click_and_wait(self, arguments: Arguments) -> bool:
        before = self._phone.call("focus")
        self._press(arguments[:1], CLICK_MS)
        return wait_until(lambda: self._phone.call("focus") != before, timeout_ms=to_integer(arguments[1]))

    def _set_text(self, arguments: Arguments) -> bool:
        return self._fill(self._target(arguments), to_text(arguments[1]) or "")

    def _clear_text(self, arguments: Arguments) -> None:
        self._fill(self._target(arguments), "")

    def _fill(self, selector: Selector, text: str) -> bool:
        """Click a view and replace its text; a UiObject2 reports success even if it is not a text field."""
        node = self._require(selector)
        if node.is_editable or selector.is_simple:
            self._phone.call("tap", *node.center)
        filled = node.is_editable and bool(self._phone.call("fill", text))
        return filled or selector.is_simple

    def _drag_to(self, arguments: Arguments) -> bool:
        start = self._require(self._target(arguments)).center
        end: tuple[int, ...]
        if isinstance(arguments[1], dict):
            end = self._require(parse_selector(arguments[1])).center
        else:
            end = (to_integer(arguments[1]), to_integer(arguments[2]))
        self._phone.call("drag", *start, *end)
        return True

    def _swipe(self, arguments: Arguments) -> bool:
        """Swipe over a view, optionally by a share of its size; return False for an unknown direction."""
        selector, direction = self._target(arguments), require_text(arguments[1]).lower()[:1]
        with_share = len(arguments) > len(("target", "direction", "steps"))
        share = to_float(arguments[2]) if with_share else 1.0
        left, top, right, bottom = self._require(selector).bounds
        across = round((right - left - 2 * _SWIPE_MARGIN) * share / 2)
        along = round((bottom - top - 2 * _SWIPE_MARGIN) * share / 2)
        vectors = {"u": (0, -along), "d": (0, along), "l": (-across, 0), "r": (across, 0)}
        if direction not in vectors:
            return False
        x, y, (dx, dy) = (left + right) // 2, (top + bottom) // 2, vectors[direction]
        self._phone.call("swipe", x - dx, y - dy, x + dx, y + dy, to_integer(arguments[-1]) * STEP_MS)
        return True

    def _child_with(self, arguments: Arguments, attribute: str) -> str:
        """Store a selector for the child with a given text and return its key.

        The child has the text itself or in a descendant. The collection is scrolled to the child first if it
        is scrollable and the client allows scrolling.
        """
        collection, child = parse_selector(arguments[0]), parse_selector(arguments[1])
        wanted = require_text(arguments[2])
        inner = Selector(0, (Criterion(attribute, "equals", wanted),))
        allow_scroll = to_boolean(arguments[3]) if len(arguments) > len(("parent", "child", "text")) else True
        children = collection.with_relative("child", child)
        if allow_scroll and self._describe(collection).scrollable:
            Scroller(self._phone, collection, vertical=True).scroll_into_view(inner)
        for number in range(self._count(children)):
            row = children.with_deep_instance(number)
            node = self._find(row)
            if node and any(each.text(attribute) == wanted for each in node.walk()):
                return self._store(row)
        name = "text" if attribute == "text" else "description"
        raise JavaError(NOT_FOUND_ERROR, f'for {name}= "{wanted}"')

    def _child_by_instance(self, arguments: Arguments) -> str:
        child = parse_selector(arguments[1]).with_instance(to_integer(arguments[2]))
        return self._store(parse_selector(arguments[0]).with_relative("child", child))

    def _relative(self, arguments: Arguments, relation: str) -> str | None:
        base = self._stored.get(require_text(arguments[0]))
        return self._store(base.with_relative(relation, parse_selector(arguments[1]))) if base else None

    def _store(self, selector: Selector) -> str:
        key = str(uuid4())
        self._stored[key] = selector
        return key

    def _forget(self, key: str) -> None:
        self._stored.pop(key, None)

    def _scroller(self, arguments: Arguments) -> Scroller:
        return Scroller(self._phone, parse_selector(arguments[0]), vertical=to_boolean(arguments[1]))

    def _scroll_to(self, arguments: Arguments) -> bool:
        collection, target = parse_selector(arguments[0]), parse_selector(arguments[1])
        scroller = Scroller(self._phone, collection, vertical=to_boolean(arguments[2]))
        return scroller.scroll_into_view(target, steps=SCROLL_STEPS)
