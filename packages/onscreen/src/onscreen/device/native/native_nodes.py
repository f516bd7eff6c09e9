"""Conversion of the windows of an operating system to the nodes of a shot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from onscreen.device.desktop_windows import name_windows
from onscreen.device.native.native_screen import (
    DescribeElement,
    ElementDescription,
    NativeElement,
    NativeScreen,
    NativeWindow,
)
from onscreen.types import Box, Node, Point

KEPT_ROLES = frozenset(
    {"canvas", "dialog", "document", "list", "menubar", "tablist", "table", "toolbar", "tree"}
)
"""Roles of elements that are reported even without a name, because they enclose others or draw something."""
NAMED_BY_CONTENT = frozenset(
    {"button", "cell", "link", "listitem", "menuitem", "option", "row", "tab", "treeitem"}
)
"""Roles of elements that are named by the texts in them if they have no name."""
MAX_DEPTH = 100


class NativeTree(msgspec.Struct, frozen=True):
    """Nodes of a screen, the window of each locator, and a warning about missing parts."""

    nodes: tuple[Node, ...]
    windows: Mapping[str, NativeWindow]
    warning: str = ""


class NodeLimits(msgspec.Struct, frozen=True):
    """Maximum number of nodes, and of characters of each name and value."""

    max_nodes: int = 6000
    max_text: int = 2000


class _Surroundings(msgspec.Struct, frozen=True):
    """Properties that an element inherits: window, visible area in pixels, and enclosing node."""

    window: NativeWindow
    clip: Box
    name: str = ""
    parent: int | None = None
    depth: int = 0


class _Collector:
    """Collector of the nodes of all windows, in pre-order."""

    def __init__(self, screen: NativeScreen, describe: DescribeElement, *, limits: NodeLimits) -> None:
        self.screen, self.describe, self.limits = screen, describe, limits
        self.area = screen.to_pixels(screen.box)
        self.nodes: list[Node] = []
        self.windows: dict[str, NativeWindow] = {}
        self.warnings: dict[str, None] = {screen.warning: None} if screen.warning else {}

    def add_window(self, window: NativeWindow, *, locator: str) -> None:
        """Add the nodes of a window; `locator` is the prefix of their locators."""
        clip = self.screen.to_pixels(window.box).intersection(self.area)
        if window.root is not None:
            self.add_element(window.root, _Surroundings(window, clip), locator=locator)
        elif not window.is_popup and clip.area > 0:
            node = Node("window", window.title or window.program, clip, states=("clickable",))
            self._append(node, _Surroundings(window, clip), locator=locator)
            self.warnings[f"{window.title!r} has no accessibility tree, so its content is not listed"] = None

    def add_element(self, element: NativeElement, around: _Surroundings, *, locator: str) -> None:
        """Add an element and its descendants."""
        if around.depth > MAX_DEPTH:
            self.warnings[f"elements nested more than {MAX_DEPTH} levels deep are not listed"] = None
            return
        described = self.describe(element)
        if not described.is_shown:
            return
        clip = self.area if described.floats else around.clip
        box = self.screen.to_pixels(element.box).intersection(clip) if element.box else None
        around = msgspec.structs.replace(around, clip=clip, depth=around.depth + 1)
        name = described.name or self._content_name(element, described)
        if box is not None and box.area > 0 and _is_informative(described, name=name, around=around.name):
            node = Node(
                described.role,
                self._cut(name),
                box,
                self._cut(described.value),
                described.states,
                slider=described.slider,
            )
            self._append(node, around, locator=locator)
            around = msgspec.structs.replace(around, parent=len(self.nodes) - 1, name=name)
        if described.clips and box is not None:
            around = msgspec.structs.replace(around, clip=box)
        for position, child in enumerate(element.children):
            self.add_element(child, around, locator=f"{locator}/{position}")

    def _append(self, node: Node, around: _Surroundings, *, locator: str) -> None:
        """Append a node with its place in the tree, unless there are too many."""
        if len(self.nodes) >= self.limits.max_nodes:
            self.warnings[f"only the first {self.limits.max_nodes} elements are listed"] = None
            return
        states = node.states
        if is_covered(self.screen, node.box.center, window=around.window):
            states = tuple(sorted({*states, "covered"}))
        self.windows[locator] = around.window
        placed = msgspec.structs.replace(node, states=states, locator=locator, parent=around.parent)
        self.nodes.append(placed)

    def _content_name(self, element: NativeElement, described: ElementDescription) -> str:
        """Return the texts inside an element that is named by its content."""
        if described.role not in NAMED_BY_CONTENT:
            return ""
        return " ".join(dict.fromkeys(filter(None, self._texts(element))))

    def _texts(self, element: NativeElement) -> Iterator[str]:
        for child in element.children:
            described = self.describe(child)
            if described.role == "text":
                yield described.name
            yield from self._texts(child)

    def _cut(self, text: str) -> str:
        return text if len(text) <= self.limits.max_text else text[: self.limits.max_text] + "…"


def build_tree(screen: NativeScreen, describe: DescribeElement, *, limits: NodeLimits) -> NativeTree:
    """Build the nodes of a screen, with the topmost window first.

    Boxes are in screenshot pixels and clipped to the visible area. Nodes whose center is behind another
    window are covered. A window whose elements cannot be read becomes a single node.
    """
    collector = _Collector(screen, describe, limits=limits)
    names = name_windows(sorted(screen.windows, key=lambda each: each.number))
    for window in reversed(screen.windows):
        collector.add_window(window, locator=names[window.number])
    return NativeTree(tuple(collector.nodes), collector.windows, "; ".join(collector.warnings))


def window_at(screen: NativeScreen, point: Point) -> NativeWindow | None:
    """Return the topmost window at a point of the screenshot; None if only the background is there."""
    windows = reversed(screen.windows)
    return next((each for each in windows if screen.to_pixels(each.box).contains(point)), None)


def is_covered(screen: NativeScreen, point: Point, *, window: NativeWindow) -> bool:
    """Check whether another window is in front of a point of a window.

    The pop-ups of a program do not cover its own elements, because elements of pop-ups are often listed in
    the window that opened them.
    """
    top = window_at(screen, point)
    if top is None or top.number == window.number:
        return False
    return not (top.is_popup and top.process_id == window.process_id)


def _is_informative(described: ElementDescription, *, name: str, around: str) -> bool:
    """Check whether an element has an informative name, state or role, and is therefore reported."""
    if described.role == "text":
        return bool(name) and name != around
    has_meaning = bool(name or described.value or described.states or described.role in KEPT_ROLES)
    return (described.role != "generic" and has_meaning) or "scrollable" in described.states
