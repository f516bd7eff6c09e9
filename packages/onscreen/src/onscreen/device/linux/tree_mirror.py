"""Copy of the accessibility tree of a program that is kept in sync by its events.

Events say which elements have changed; only these are read again. Elements that scroll send no events, but
the picture changes where they are, so the elements in the changed areas of the screen are read again too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Flag, auto

from onscreen.device.linux.accessible_element import Accessible
from onscreen.device.linux.accessible_roles import TABLE_ROLES
from onscreen.device.linux.accessible_walk import MAX_CHILDREN, WindowWalk
from onscreen.device.linux.dbus_connection import Request
from onscreen.device.linux.dbus_message import Message
from onscreen.types import Box

MIRRORED_TOOLKITS = ("gtk", "GAIL", "VCL")
"""Toolkits that send events for almost all changes: GTK 3, GTK 2 and LibreOffice."""
EVENTS = (
    "object:state-changed", "object:children-changed", "object:property-change", "object:text-changed",
    "object:bounds-changed", "object:visible-data-changed", "object:selection-changed",
    "object:model-changed", "object:row-reordered",
)  # fmt: skip
"""Events that a mirror needs."""
_SCROLLBAR = 48


class Part(Flag):
    """Parts of an element that may have changed."""

    STATES = auto()
    NAME = auto()
    CONTENT = auto()
    BOX = auto()
    BOXES_BELOW = auto()
    CHILDREN = auto()
    CHILD_STATES = auto()
    ALL_BELOW = auto()


_PARTS: Mapping[str, Part] = {
    "StateChanged": Part.STATES,
    "ChildrenChanged": Part.CHILDREN,
    "TextChanged": Part.NAME | Part.CONTENT,
    "BoundsChanged": Part.BOXES_BELOW,
    "SelectionChanged": Part.STATES | Part.CHILD_STATES,
    "VisibleDataChanged": Part.NAME | Part.CONTENT | Part.BOXES_BELOW,
    "ModelChanged": Part.ALL_BELOW,
    "RowReordered": Part.ALL_BELOW,
}
_PROPERTY_PARTS: Mapping[str, Part] = {
    "accessible-name": Part.NAME,
    "accessible-value": Part.CONTENT,
    "accessible-role": Part.ALL_BELOW,
}


class TreeMirror:
    """Elements of one program, and what has to be read again of them."""

    def __init__(self, walk: WindowWalk) -> None:
        """Begin with the elements of a walk."""
        self.walk = walk
        self._changed: dict[str, Part] = {}

    def note_events(self, events: Iterable[Message]) -> None:
        """Note what events of the program say has changed."""
        for event in events:
            if event.member == "PropertyChange":
                part = _PROPERTY_PARTS.get(str(event.value), Part(0))
            else:
                part = _PARTS.get(event.member, Part(0))
            if part:
                self._changed[event.path] = self._changed.get(event.path, Part(0)) | part

    def note_damage(self, areas: Sequence[Box]) -> None:
        """Note that the picture has changed in areas of the screen."""
        for element in self.walk.found.values():
            box = element.box
            if box is not None and any(area.intersection(box).area > 0 for area in areas):
                known = self._changed.get(element.path, Part(0))
                self._changed[element.path] = known | Part.STATES | Part.BOX

    def update(self) -> Iterator[Request]:
        """Yield the requests that read again what has changed."""
        walk, changed = self.walk, self._changed
        self._changed = {}
        yield walk.read_windows()
        changed.update({w.path: changed.get(w.path, Part(0)) | Part.STATES for w in walk.windows})
        for element in self._replaced(changed):
            parent = element.parent
            if parent is None or walk.found.get(parent.path) is parent:
                yield from self._read_anew(element)
        with_new_boxes: dict[str, Accessible] = {}
        for path, part in changed.items():
            element = walk.found.get(path)
            if element is None:
                continue
            yield from self._read_parts(element, part)
            if Part.BOX in part:
                with_new_boxes[path] = element
            if Part.BOXES_BELOW in part:
                with_new_boxes.update((each.path, each) for each in element.walk())
        yield from map(walk.read_box, with_new_boxes.values())

    def _replaced(self, changed: Mapping[str, Part]) -> list[Accessible]:
        """Return the elements that are read again with everything below them."""
        replaced: dict[str, Accessible] = {}
        for path, part in changed.items():
            element = self.walk.found.get(path)
            if element is None:
                hidden = self.walk.hidden.get(path)
                if hidden is not None and Part.STATES in part:
                    replaced[path] = hidden
            elif Part.ALL_BELOW in part or _has_cells(element):
                replaced[path] = element
            elif element.role == _SCROLLBAR and Part.CONTENT in part and element.parent is not None:
                replaced[element.parent.path] = element.parent
        return list(replaced.values())

    def _read_anew(self, element: Accessible) -> Iterable[Request]:
        """Return the requests that read an element and everything below it as if it were new."""
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
        if Part.CHILD_STATES in part:
            yield from map(walk.read_states, element.children)


def _has_cells(element: Accessible) -> bool:
    """Check whether an element is a table of which only the visible cells are read."""
    return element.role in TABLE_ROLES and element.count > MAX_CHILDREN
