"""Copy of the accessibility tree of a program that is kept in sync by its events.

Only elements for which events report a change are read again. Scrolling sends no events for moved elements
but changes the picture, so the positions of elements in changed areas are also compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Flag, auto

from onscreen.device.linux.accessible_element import Accessible
from onscreen.device.linux.accessible_roles import (
    PUSH_BUTTON,
    SCROLL_PANE,
    SCROLLBAR,
    TAB_LIST,
    VIEWPORT,
    State,
)
from onscreen.device.linux.accessible_walk import WindowWalk
from onscreen.device.linux.dbus_connection import Request
from onscreen.device.linux.dbus_message import Message
from onscreen.device.linux.visible_cells import has_cells
from onscreen.types import Box

GTK3 = "gtk"
MIRRORED_TOOLKITS = (GTK3, "GAIL")
"""Toolkits that send events for almost all changes: GTK 3 and GTK 2."""
LIBREOFFICE = "soffice"
"""Name of the program that uses GTK 3 but draws parts of its windows itself, without all events."""
SCROLLED_ROLES = frozenset({SCROLL_PANE, VIEWPORT})
"""Roles of elements that move what is in them."""
STATES_IN_EVENTS = tuple(state.name.lower().replace("_", "-") for state in State)
_INHERITED_STATES = ("enabled", "sensitive")
EVENTS = (
    *(f"object:state-changed:{name}" for name in STATES_IN_EVENTS),
    *(f"object:property-change:accessible-{name}" for name in ("name", "value", "role")),
    *("object:children-changed", "object:text-changed", "object:bounds-changed"),
    *("object:visible-data-changed", "object:selection-changed", "object:model-changed"),
    *("object:row-reordered", "object:row-inserted", "object:row-deleted", "focus:"),
)
"""Events that a mirror needs."""


class Part(Flag):
    """Parts of an element that may have changed."""

    STATES = auto()
    NAME = auto()
    CONTENT = auto()
    BOX = auto()
    BOXES_BELOW = auto()
    CHILDREN = auto()
    SELECTION = auto()
    SCROLLED = auto()
    ALL_BELOW = auto()


NOTHING = Part(0)
CELL_PARTS = Part.BOX | Part.BOXES_BELOW | Part.CHILDREN
"""Parts of a table with only visible cells read whose change affects which cells are visible."""
TAB_PARTS = Part.BOXES_BELOW | Part.CHILDREN | Part.SELECTION
"""Parts of a list of tabs whose change may mean that a hidden page is now shown, without an event."""
_PARTS: Mapping[str, Part] = {
    "StateChanged": Part.STATES,
    "Focus": Part.STATES,
    "ChildrenChanged": Part.CHILDREN,
    "TextChanged": Part.NAME | Part.CONTENT,
    "BoundsChanged": Part.BOXES_BELOW,
    "SelectionChanged": Part.SELECTION,
    "VisibleDataChanged": Part.NAME | Part.CONTENT | Part.BOXES_BELOW,
    "ModelChanged": Part.ALL_BELOW,
    "RowReordered": Part.ALL_BELOW,
    "RowInserted": Part.CHILDREN,
    "RowDeleted": Part.CHILDREN,
}
_PROPERTY_PARTS: Mapping[str, Part] = {
    "accessible-name": Part.NAME,
    "accessible-value": Part.CONTENT,
    "accessible-role": Part.ALL_BELOW,
}


class TreeMirror:
    """Elements of one program, and the parts of them to be read again."""

    def __init__(self, walk: WindowWalk, *, sends_all: bool) -> None:
        """Create a mirror from the elements of a walk.

        `sends_all` is set for a program that sends events for all changes except scrolling, including pressed
        buttons.
        """
        self.walk = walk
        self._sends_all = sends_all
        self._boxes: dict[str, Box | None] = {}
        self._changed: dict[str, Part] = {}

    @property
    def has_changes(self) -> bool:
        """True if a known element must be read again."""
        return any(path in self.walk.found or path in self.walk.hidden for path in self._changed)

    @property
    def has_pressed_button(self) -> bool:
        """True if a button is drawn as pressed."""
        elements = self.walk.found.values()
        return any(each.role == PUSH_BUTTON and each.states.has(State.ARMED) for each in elements)

    def note_event(self, event: Message) -> None:
        """Record the changes reported by an event of the program."""
        if event.member == "StateChanged" and event.body[:2] == ("showing", 0):
            self.walk.hide(event.path)
            return
        if event.member == "StateChanged" and event.value in _INHERITED_STATES:
            element = self.walk.found.get(event.path)
            for each in element.walk() if element else ():
                self._note(each.path, Part.STATES)
        if event.member == "PropertyChange":
            part = _PROPERTY_PARTS.get(str(event.value), NOTHING)
        else:
            part = _PARTS.get(event.member, NOTHING)
        if part:
            self._note(event.path, part)

    def note_damage(self, areas: Sequence[Box]) -> None:
        """Record that the picture has changed in areas of the screen."""
        for element in self.walk.found.values() if areas else ():
            part, box = self._parts_in_damage(element), element.box
            if part and box is not None and any(_overlap(area, box) for area in areas):
                self._note(element.path, part)

    def _parts_in_damage(self, element: Accessible) -> Part:
        """Return the parts of an element that may change without an event if its picture changes."""
        if element.parent is not None and has_cells(element.parent):
            return Part.STATES | Part.CONTENT
        if self._sends_all and element.role == PUSH_BUTTON:
            return Part.STATES
        if self._sends_all:
            return Part.SCROLLED if element.role in SCROLLED_ROLES else NOTHING
        content = NOTHING if element.children else Part.NAME | Part.CONTENT
        return content | Part.STATES | Part.BOX

    def update_outlines(self) -> Iterator[Request]:
        """Yield the requests that reread which elements are shown, and the boxes of enclosing elements.

        The states of windows and focused elements are always read.
        """
        walk = self.walk
        for each in (*walk.windows, *(e for e in walk.found.values() if e.states.has(State.FOCUSED))):
            self._note(each.path, Part.STATES)
        yield walk.read_windows()
        changed = {path: walk.found[path] for path, part in self._changed.items() if path in walk.found}
        with_states = {path: each for path, each in changed.items() if Part.STATES in self._changed[path]}
        for each in with_states.values():
            if not _is_below(each, with_states):
                self._changed[each.path] &= ~Part.STATES
                yield walk.read_states(each)
        self._boxes = {}
        for path, each in changed.items():
            if Part.BOXES_BELOW in self._changed[path]:
                yield from self._compare_box(each)
            if has_cells(each) and self._changed[path] & CELL_PARTS:
                self._changed[path] = self._changed[path] & ~CELL_PARTS | Part.SCROLLED
                yield from self._compare_box(each)
            if Part.SCROLLED in self._changed[path]:
                for sample in _ends(each):
                    yield from self._compare_box(sample)

    def _compare_box(self, element: Accessible) -> Iterator[Request]:
        """Yield the request that reads a box, and remember the previous box."""
        if element.path not in self._boxes:
            self._boxes[element.path] = element.box
            yield self.walk.read_box(element)

    def _has_moved(self, element: Accessible) -> bool:
        """Check whether the box of an element has changed."""
        return self._boxes.get(element.path, element.box) != element.box

    def update(self) -> Iterator[Request]:
        """Yield the requests that reread all other changes."""
        walk = self.walk
        changed, self._changed = self._changed, {}
        for element in self._replaced(changed):
            yield from self._replace(element)
        moved: dict[str, Accessible] = {}
        for path, part in changed.items():
            known = walk.found.get(path)
            if known is None:
                continue
            yield from self._read_parts(known, part)
            if Part.BOX in part:
                moved[path] = known
            if Part.BOXES_BELOW in part and self._has_moved(known):
                moved.update((each.path, each) for each in known.walk())
        yield from map(walk.read_box, moved.values())

    def _note(self, path: str, part: Part) -> None:
        self._changed[path] = self._changed.get(path, NOTHING) | part

    def _replaced(self, changed: Mapping[str, Part]) -> list[Accessible]:
        """Return the elements to read again with all their descendants.

        These are hidden elements that may now be shown, and scrolled elements.
        """
        replaced: dict[str, Accessible] = {}
        for path, part in changed.items():
            element = self.walk.found.get(path)
            if element is None:
                hidden = self.walk.hidden.get(path)
                if hidden is not None and Part.STATES in part and self._has_parent(hidden):
                    replaced[path] = hidden
            elif element.role == TAB_LIST and part & TAB_PARTS:
                pages = [each for each in self.walk.hidden.values() if each.parent is element]
                replaced.update((page.path, page) for page in pages)
            elif self._is_to_be_replaced(element, part):
                replaced[path] = element
            elif element.role == SCROLLBAR and Part.CONTENT in part and element.parent is not None:
                replaced[element.parent.path] = element.parent
        return [each for each in replaced.values() if not _is_below(each, replaced)]

    def _is_to_be_replaced(self, element: Accessible, part: Part) -> bool:
        """Check whether all descendants of a shown element must be read again because they may have moved."""
        is_scrolled = Part.SCROLLED in part and any(map(self._has_moved, (element, *_ends(element))))
        return is_scrolled or Part.ALL_BELOW in part

    def _has_parent(self, element: Accessible) -> bool:
        """Check whether an element is a window or its parent is still shown."""
        parent = element.parent
        return parent is None or self.walk.found.get(parent.path) is parent

    def _replace(self, element: Accessible) -> Iterable[Request]:
        """Return the requests that read an element and its descendants as if they were new."""
        self.walk.remove(element)
        fresh = Accessible(element.path, element.position, parent=element.parent)
        self.walk.windows = [fresh if each is element else each for each in self.walk.windows]
        return self.walk.begin(fresh)

    def _read_parts(self, element: Accessible, part: Part) -> Iterator[Request]:
        """Yield the requests that read parts of an element, except its box."""
        walk = self.walk
        if Part.STATES in part:
            yield walk.read_states(element)
        if Part.NAME in part:
            yield walk.read_name(element)
        if Part.CONTENT in part:
            yield from walk.read_content(element)
        if Part.CHILDREN in part:
            yield walk.read_children(element)
        if Part.SELECTION in part:
            yield from (walk.read_states(e) for e in element.children if e.states.has(State.SELECTED))


def _overlap(one: Box, other: Box) -> bool:
    """Check whether two boxes overlap, without creating a box, because this is called often."""
    is_beside = one.right <= other.left or other.right <= one.left
    return not (is_beside or one.bottom <= other.top or other.bottom <= one.top)


def _is_below(element: Accessible, others: Mapping[str, Accessible]) -> bool:
    """Check whether an element is a descendant of one of several others."""
    around = element.parent
    while around is not None and others.get(around.path) is not around:
        around = around.parent
    return around is not None


def _ends(element: Accessible) -> tuple[Accessible, ...]:
    """Return the first and the last shown descendants of an element that have a box."""
    inside = [each for each in element.walk() if each is not element and each.box is not None]
    return tuple(inside[:1] + inside[-1:])
