"""Conversion of accessibility trees and X windows to the nodes of a shot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from onscreen.device.desktop_windows import name_windows
from onscreen.device.linux.accessibility_reader import AccessibleWindow, Application
from onscreen.device.linux.accessible_element import Accessible
from onscreen.device.linux.accessible_roles import (
    COMBO_BOX,
    LABEL,
    PASSWORD,
    ROOT_PANE,
    SCROLL_PANE,
    SEPARATOR,
    STATIC,
    VIEWPORT,
    State,
    aria_role,
    state_words,
)
from onscreen.device.linux.x_display import TopWindow
from onscreen.types import Box, Node, Point
from onscreen.types.slider_value import SliderValue

POPUP_OWNERS = frozenset({"combobox", "menu", "menuitem"})
"""Roles whose content a program can show in a separate pop-up window."""
KEPT_ROLES = frozenset(
    {"canvas", "dialog", "document", "list", "menubar", "tablist", "table", "toolbar", "tree"}
)
"""Roles of elements that are reported even without a name, because they enclose others or draw something."""
ITEM_ROLES = frozenset({"button", "listitem", "menuitem", "row", "tab", "treeitem"})
"""Roles of elements that are named by the texts in them if they have no name."""
MAX_NAME_CHARS = 200
CONTENT_ROLES = frozenset({"cell", "heading", "text"})
"""Roles whose text is their name; the text of other roles is their value."""
TOOLKIT_NAMES = ("Adw", "Gtk")
"""Prefixes of class names that GTK 4 reports as names."""
CANVAS_SHARE = 0.25
"""Share of a window above which a custom-drawn element makes the tree incomplete."""
CLIPPING_ROLES = frozenset({SCROLL_PANE, VIEWPORT})
"""Roles of elements that show only a part of their content."""
REPLACEMENT = "\ufeff"
"""Character that Gecko puts after characters of two UTF-16 code units in the text of a field."""
POPUP_SHARE = 0.7
"""Minimum share of a panel's area inside the pop-up window that shows it."""


class Reference(msgspec.Struct, frozen=True):
    """Reference to an element: its program, its path, and its window.

    `shift` is added to its coordinates, in pixels. `in_popup` is set for an element that its program may show
    in a separate pop-up window.
    """

    application: Application
    path: str
    window: TopWindow
    shift: Point = Point(0.0, 0.0)
    in_popup: bool = False


class DesktopTree(msgspec.Struct, frozen=True):
    """Nodes of a desktop with the references of their locators, and a warning about missing parts."""

    nodes: tuple[Node, ...]
    references: Mapping[str, Reference]
    warning: str = ""


class _Surroundings(msgspec.Struct, frozen=True):
    """Properties that an element inherits from the elements around it.

    `outer` is the box of the enclosing element and `clip` the visible part of it, both in screen pixels.
    `shift` is added to coordinates. `parent` is the index of the enclosing node and `name` its name.
    """

    tree: AccessibleWindow
    window: TopWindow
    clip: Box
    outer: Box
    shift: Point = Point(0.0, 0.0)
    parent: int | None = None
    name: str = ""
    in_popup: bool = False


class _Collector:
    """Collector of the nodes of all windows, in pre-order."""

    def __init__(self, windows: Sequence[TopWindow], screen: Box) -> None:
        self.windows, self.screen = windows, screen
        self.nodes: list[Node] = []
        self.references: dict[str, Reference] = {}
        self.warnings: dict[str, None] = {}

    def add(self, tree: AccessibleWindow, window: TopWindow, *, name: str) -> None:
        """Add the nodes of a window; `name` is the prefix of their locators."""
        if tree.warning:
            self.warnings[f"{window.title!r}: {tree.warning}"] = None
        clip = window.box.intersection(self.screen)
        around = _Surroundings(tree, window, clip, window.box, _shift(tree, window))
        drawn = self._add_element(tree.root, around, locator=name)
        if drawn > CANVAS_SHARE * window.box.area:
            self.warnings[f"{window.title!r} draws a part itself, whose content is not listed"] = None

    def add_without_tree(self, window: TopWindow, *, name: str, reason: str) -> None:
        """Add a window with unknown content, for the given reason."""
        box = window.box.intersection(self.screen)
        covered = is_covered(self.windows, box.center, window=window)
        states = ("clickable", "covered") if covered else ("clickable",)
        self.nodes.append(Node("window", window.title, box, states=states, locator=name))
        self.warnings[f"{window.title!r} {reason}, so its content is not listed"] = None

    def _add_element(self, element: Accessible, around: _Surroundings, *, locator: str) -> float:
        """Add an element and its descendants; return the area of the largest empty canvas."""
        role = aria_role(element.role, element.states)
        if element.role == SEPARATOR or (role == "menubar" and element.box is None):
            return 0.0
        shift = _find_shift(element, around)
        box = moved(element.box, shift) if element.box else None
        clip = self.screen if around.in_popup and self._meets_popup(box, around.window) else around.clip
        shown = box.intersection(clip) if box else None
        drawn = 0.0
        if box is not None:
            clip = box.intersection(clip) if element.role in CLIPPING_ROLES else clip
            around = msgspec.structs.replace(around, outer=box, clip=clip)
        in_popup = around.in_popup or role in POPUP_OWNERS or self._fills_popup(box, around.window)
        around = msgspec.structs.replace(around, shift=shift)
        name = _name(element, around, role=role)
        if shown and shown.area > 0 and _is_informative(element, role=role, name=name, around=around.name):
            self._append(element, around, box=shown, name=name, locator=locator)
            around = msgspec.structs.replace(around, parent=len(self.nodes) - 1, name=name)
            drawn = shown.area if role == "canvas" and not element.children else 0.0
        around = msgspec.structs.replace(around, in_popup=in_popup)
        for child in sorted(element.children, key=lambda each: each.position):
            below = self._add_element(child, around, locator=f"{locator}/{child.position}")
            drawn = max(drawn, below)
        return drawn

    def _meets_popup(self, box: Box | None, window: TopWindow) -> bool:
        """Check whether an element is at a pop-up window of its program; Qt puts closed lists elsewhere."""
        popups = self._popups_of(window)
        return box is not None and any(each.box.intersection(box).area > 0 for each in popups)

    def _fills_popup(self, box: Box | None, window: TopWindow) -> bool:
        """Check whether an element fills a pop-up window of its program, like the panels of Firefox."""
        popups = self._popups_of(window)
        return box is not None and any(_common_share(each.box, box) > POPUP_SHARE for each in popups)

    def _popups_of(self, window: TopWindow) -> Iterator[TopWindow]:
        """Yield the pop-up windows of the program of a window."""
        return (each for each in self.windows if each.is_popup and each.process_id == window.process_id)

    def _append(
        self, element: Accessible, around: _Surroundings, *, box: Box, name: str, locator: str
    ) -> None:
        """Append the node of an element and its reference."""
        covered = is_covered(self.windows, box.center, window=around.window, in_popup=around.in_popup)
        application = around.tree.application
        reference = Reference(application, element.path, around.window, around.shift, around.in_popup)
        self.references[locator] = reference
        node = _node(element, name=name, box=box)
        states = tuple(sorted({*node.states, "covered"})) if covered else node.states
        self.nodes.append(msgspec.structs.replace(node, states=states, locator=locator, parent=around.parent))


def _find_shift(element: Accessible, around: _Surroundings) -> Point:
    """Return the shift of an element's coordinates.

    LibreOffice reports elements below the menu bar as if the menu bar took no space: its root pane has the
    size of the element around it, but another origin. Controls of the toolkit inside it have correct
    coordinates, recognizable because they are within the element around them.
    """
    box, parent = element.box, element.parent
    if box is None or parent is None or parent.box is None:
        return around.shift
    if element.role == ROOT_PANE and (box.width, box.height) == (parent.box.width, parent.box.height):
        return Point(around.outer.left - box.left, around.outer.top - box.top)
    if around.shift != Point(0.0, 0.0) and not around.tree.application.is_gtk4:
        fits = _is_inside(box, around.outer) and not _is_inside(moved(box, around.shift), around.outer)
        return Point(0.0, 0.0) if fits else around.shift
    return around.shift


def _is_inside(box: Box, outer: Box) -> bool:
    return box.intersection(outer) == box


def build_tree(
    trees: Sequence[AccessibleWindow],
    windows: Sequence[TopWindow],
    *,
    screen: Box,
    unresponsive: frozenset[int] = frozenset(),
) -> DesktopTree:
    """Build the nodes of a desktop, the topmost window first.

    `windows` are ordered from the lowest to the topmost. Nodes whose center is behind another window are
    covered. A window without a tree becomes a single node. `unresponsive` are the process ids of programs
    that did not answer.
    """
    collector = _Collector(windows, screen)
    if windows and windows[-1].is_popup and windows[-1].box.intersection(screen) == screen:
        collector.warnings["a window without a frame covers the whole screen, which may be locked"] = None
    pairs = _match(trees, windows)
    in_order = sorted(windows, key=lambda each: each.client)
    names = name_windows(in_order)
    for window in reversed(windows):
        name = names[window.number]
        if window.number in pairs:
            for index, tree in enumerate(pairs[window.number]):
                collector.add(tree, window, name=f"{name}.{index}")
        elif not window.is_popup:
            hangs = window.process_id in unresponsive
            reason = "did not answer in time" if hangs else "has no accessibility tree"
            collector.add_without_tree(window, name=name, reason=reason)
    return DesktopTree(tuple(collector.nodes), collector.references, "; ".join(collector.warnings))


def top_window(windows: Sequence[TopWindow], point: Point) -> TopWindow | None:
    """Return the topmost window at a point; None if only the background is there."""
    return next((window for window in reversed(windows) if window.box.contains(point)), None)


def is_covered(
    windows: Sequence[TopWindow], point: Point, *, window: TopWindow, in_popup: bool = False
) -> bool:
    """Check whether another window is in front of a point of a window.

    `in_popup` is set for an element that its program may show in a separate pop-up window.
    """
    top = top_window(windows, point)
    if top is None or top.number == window.number:
        return False
    return not (in_popup and top.is_popup and top.process_id == window.process_id)


def _match(
    trees: Sequence[AccessibleWindow], windows: Sequence[TopWindow]
) -> Mapping[int, list[AccessibleWindow]]:
    """Assign each tree to the window of its program with the largest common area, or the same title.

    Among windows with the same title and place, such as two equal dialogs, each has a separate tree: the
    topmost window has the tree of the active window, and the others follow from the lowest window upwards.
    """
    pairs: dict[int, list[AccessibleWindow]] = {}
    for tree in trees:
        own = [window for window in windows if window.process_id == tree.application.process_id]
        if not own:
            own = [window for window in windows if window.title == tree.root.name]
        if not own:
            continue
        order = own if tree.root.states.has(State.ACTIVE) else own[::-1]
        ranks = {window.number: rank for rank, window in enumerate(order)}
        best = max(own, key=lambda each: _match_rank(each, tree, pairs=pairs, rank=ranks[each.number]))
        pairs.setdefault(best.number, []).append(tree)
    return pairs


def _match_rank(
    window: TopWindow,
    tree: AccessibleWindow,
    *,
    pairs: Mapping[int, list[AccessibleWindow]],
    rank: int,
) -> tuple[bool, float, bool, int]:
    """Rank how well a window matches a tree, by title, place, and whether it still has no tree."""
    share = _common_share(window.box, tree.root.box)
    return window.title == tree.root.name, share, window.number not in pairs, rank


def _common_share(one: Box, other: Box | None) -> float:
    """Return the common area of two boxes relative to the area of both."""
    if other is None:
        return 0.0
    common = one.intersection(other).area
    return common / max(1.0, one.area + other.area - common)


def _shift(tree: AccessibleWindow, window: TopWindow) -> Point:
    """Return the shift of a window's coordinates, which GTK 4 reports relative to the window."""
    box = tree.root.box
    if not tree.application.is_gtk4 or box is None:
        return Point(0.0, 0.0)
    margin_x, margin_y = (window.box.width - box.width) / 2, (window.box.height - box.height) / 2
    return Point(window.box.left + margin_x - box.left, window.box.top + margin_y - box.top)


def moved(box: Box, shift: Point) -> Box:
    """Return a box moved by a shift."""
    return Box(box.left + shift.x, box.top + shift.y, box.right + shift.x, box.bottom + shift.y)


def _name(element: Accessible, around: _Surroundings, *, role: str) -> str:
    """Return the name of an element.

    In order of preference: its own name, its label's name, its shown text, the name of the combo box around
    it, or, for an item or a control, the texts inside.
    """
    name = _own_name(element, around.tree)
    if not name and element.labels:
        labels = {each.path: each for each in around.tree.root.walk()}
        name = " ".join(labels[path].name.strip() for path in element.labels if path in labels)
    if not name and role in CONTENT_ROLES:
        name = element.text.strip()
    if not name and role == "textbox" and element.parent is not None and element.parent.role == COMBO_BOX:
        name = around.name
    if not name and role in ITEM_ROLES:
        inside = (_own_name(each, around.tree) for each in element.walk() if each.role in (LABEL, STATIC))
        name = " ".join(filter(None, inside))[:MAX_NAME_CHARS]
    return name


def _own_name(element: Accessible, tree: AccessibleWindow) -> str:
    """Return the element's own name, without toolkit peculiarities."""
    name = element.name.replace(REPLACEMENT, "").strip()
    if not tree.application.is_gtk4:
        return name
    return "" if name.startswith(TOOLKIT_NAMES) else _without_repetition(name)


def _without_repetition(name: str) -> str:
    """Return half of a name that consists of the same words twice, as GTK 4 reports some."""
    words = name.split()
    half = len(words) // 2
    return " ".join(words[:half]) if half and words[:half] == words[half:] else name


def _is_informative(element: Accessible, *, role: str, name: str, around: str) -> bool:
    """Check whether an element has an informative name, state or role, and is therefore reported."""
    if role == "text":
        return bool(name) and name != around
    if role == "cell" and not name:
        return False
    words = state_words(element.role, element.states)
    return bool(role != "generic" and (name or words or role in KEPT_ROLES)) or "scrollable" in words


def _node(element: Accessible, *, name: str, box: Box) -> Node:
    """Build the node of an element, without its place in the tree."""
    role, words = aria_role(element.role, element.states), state_words(element.role, element.states)
    value = "" if role in CONTENT_ROLES or element.role == PASSWORD else element.text.replace(REPLACEMENT, "")
    if role == "cell" and element.name and element.text.strip() not in ("", element.name.strip()):
        value = element.text
    if element.number is None:
        return Node(role, name, box, value, words)
    return Node(role, name, box, f"{element.number:g}", words, slider=SliderValue(element.number))
