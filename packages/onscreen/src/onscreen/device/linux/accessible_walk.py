"""Walk over the accessibility tree of one window, with all calls in flight at once.

A node that is not shown is asked for its state only. The cells of a spreadsheet are found from the corners
of its visible part, because it has up to 2^31 - 1 children.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

import msgspec

from onscreen.device.linux.accessible_roles import (
    FIELD_ROLES,
    TABLE_ROLES,
    TEXT_ROLES,
    VALUE_ROLES,
    State,
    States,
)
from onscreen.device.linux.dbus_connection import ReplyHandler, Request
from onscreen.device.linux.dbus_message import Call, DBusValue, Message
from onscreen.types import Box

MAX_CHILDREN = 1000
"""Largest number of children that are read; of a larger table, the visible cells are."""
MAX_CELLS = 3000
"""Largest number of visible cells that are read."""
NULL_PATH = "/org/a11y/atspi/null"
_PREFIX = "org.a11y.atspi."
_PROPERTIES = "org.freedesktop.DBus.Properties"
_CORNER_PX = 4
_NO_PLACE = -(2**31)
_CORNER_NUMBERS = 4
_SCREEN_COORDINATES = 0
_LABELLED_BY = 2
_STATE_WORDS = 2


class ReadLimits(msgspec.Struct, frozen=True):
    """Limits of a walk: nodes that are shown, and characters of each text."""

    max_nodes: int = 6000
    max_text: int = 2000


class Accessible:
    """Element of an accessibility tree while it is read.

    `position` is its index among the children of its parent. `box` is None if it has no place on the screen.
    `value` is a text or a number as text. `labels` are the paths of elements that label it.
    """

    __slots__ = (
        "box", "children", "count", "labels", "name", "number", "parent", "path", "position",
        "role", "states", "text",
    )  # fmt: skip

    def __init__(self, path: str, position: int, *, parent: Accessible | None = None) -> None:
        """Create an element that has not been read."""
        self.path, self.position, self.parent = path, position, parent
        self.role = self.count = -1
        self.states = States()
        self.name = self.text = ""
        self.number: float | None = None
        self.box: Box | None = None
        self.labels: tuple[str, ...] = ()
        self.children: list[Accessible] = []

    def walk(self) -> Iterator[Accessible]:
        """Yield the shown elements below and including this one, in pre-order."""
        yield self
        for child in sorted(self.children, key=lambda each: each.position):
            yield from child.walk()


class WindowWalk:
    """Walk over the elements of the windows of one application.

    `destination` is the bus name of the application, "" on a direct connection. `is_gtk4` is set for
    GTK 4, which reports only windows as showing.
    """

    def __init__(self, owner: str, *, destination: str, limits: ReadLimits, is_gtk4: bool = False) -> None:
        """Prepare a walk over the windows of the application with the bus name `owner`."""
        self._owner, self._destination, self._limits = owner, destination, limits
        self._shown = State.VISIBLE if is_gtk4 else State.SHOWING
        self.found: dict[str, Accessible] = {}
        self.is_complete = True

    def begin(self, window: Accessible) -> Iterable[Request]:
        """Return the requests that read a window."""
        return (self._ask(window, "Accessible.GetState", handle=partial(self._on_states, window)),)

    def _ask(
        self,
        element: Accessible,
        method: str,
        *,
        handle: ReplyHandler,
        arguments: tuple[int, ...] = (),
        signature: str = "",
    ) -> Request:
        """Return the request that calls a method such as "Accessible.GetState"."""
        interface, member = method.split(".")
        call = Call(self._destination, element.path, _PREFIX + interface, member, signature, arguments)
        return Request(call, handle)

    def _ask_property(self, element: Accessible, name: str, *, handle: ReplyHandler) -> Request:
        """Return the request that reads a property such as "Accessible.Name"."""
        interface, member = name.split(".")
        arguments = (_PREFIX + interface, member)
        return Request(Call(self._destination, element.path, _PROPERTIES, "Get", "ss", arguments), handle)

    def _on_states(self, element: Accessible, reply: Message) -> Iterable[Request]:
        words = [word for word in reply.items if isinstance(word, int)]
        if reply.error or len(words) != _STATE_WORDS:
            return
        element.states = States(words[0] | words[1] << 32)
        if not element.states.has(self._shown) or element.path in self.found:
            return
        if len(self.found) >= self._limits.max_nodes:
            self.is_complete = False
            return
        self.found[element.path] = element
        if element.parent is not None:
            element.parent.children.append(element)
        yield self._ask(element, "Accessible.GetRole", handle=partial(self._on_role, element))
        yield self._ask_property(element, "Accessible.Name", handle=partial(self._on_name, element))
        yield self._ask(
            element,
            "Component.GetExtents",
            handle=partial(self._on_box, element),
            arguments=(_SCREEN_COORDINATES,),
            signature="u",
        )
        yield self._ask_property(element, "Accessible.ChildCount", handle=partial(self._on_count, element))

    def _on_role(self, element: Accessible, reply: Message) -> Iterable[Request]:
        element.role = int(reply.number)
        if element.role in TEXT_ROLES:
            yield self._ask_property(element, "Text.CharacterCount", handle=partial(self._on_length, element))
        if element.role in VALUE_ROLES:
            yield self._ask_property(element, "Value.CurrentValue", handle=partial(self._on_number, element))
        if element.role in FIELD_ROLES:
            handle = partial(self._on_relations, element)
            yield self._ask(element, "Accessible.GetRelationSet", handle=handle)
        yield from self._read_children(element)

    def _on_name(self, element: Accessible, reply: Message) -> Iterable[Request]:
        element.name = reply.text[: self._limits.max_text]
        return ()

    def _on_length(self, element: Accessible, reply: Message) -> Iterable[Request]:
        length = min(int(reply.number), self._limits.max_text)
        if length > 0:
            handle = partial(self._on_text, element)
            yield self._ask(element, "Text.GetText", handle=handle, arguments=(0, length), signature="ii")

    def _on_text(self, element: Accessible, reply: Message) -> Iterable[Request]:
        element.text = reply.text
        return ()

    def _on_number(self, element: Accessible, reply: Message) -> Iterable[Request]:
        element.number = None if reply.error else reply.number
        return ()

    def _on_box(self, element: Accessible, reply: Message) -> Iterable[Request]:
        match reply.value:
            case (int(left), int(top), int(width), int(height)) if min(width, height) > 0:
                if min(left, top) > _NO_PLACE:
                    element.box = Box(float(left), float(top), float(left + width), float(top + height))
        return ()

    def _on_count(self, element: Accessible, reply: Message) -> Iterable[Request]:
        element.count = int(reply.number)
        return self._read_children(element)

    def _on_relations(self, element: Accessible, reply: Message) -> Iterable[Request]:
        for relation in reply.items:
            if isinstance(relation, tuple) and relation[:1] == (_LABELLED_BY,):
                element.labels = tuple(path for _, path in _references(relation[1]))
        return ()

    def _read_children(self, element: Accessible) -> Iterable[Request]:
        """Ask for the children once the role, the number of children and the box are known."""
        if element.role < 0 or element.count <= 0:
            return
        if element.count <= MAX_CHILDREN:
            handle = partial(self._on_children, element)
            yield self._ask(element, "Accessible.GetChildren", handle=handle)
        elif element.role in TABLE_ROLES:
            yield from self._read_cells(element)
        else:
            self.is_complete = False
            for position in range(MAX_CHILDREN):
                yield self._ask(
                    element,
                    "Accessible.GetChildAtIndex",
                    handle=partial(self._on_child, element, position=position),
                    arguments=(position,),
                    signature="i",
                )

    def _on_children(self, element: Accessible, reply: Message) -> Iterable[Request]:
        for position, (owner, path) in enumerate(_references(reply.value)):
            if path != NULL_PATH and owner == self._owner:
                yield from self.begin(Accessible(path, position, parent=element))

    def _on_child(self, element: Accessible, reply: Message, *, position: int) -> Iterable[Request]:
        for owner, path in _references((reply.value,)):
            if path != NULL_PATH and owner == self._owner:
                yield from self.begin(Accessible(path, position, parent=element))

    def _read_cells(self, table: Accessible) -> Iterable[Request]:
        """Ask for the cells at two corners of the visible part of a table."""
        box = _visible_box(table)
        if box is None:
            self.is_complete = False
            return
        corners = _Corners()
        for name, x, y in (
            ("first", box.left + _CORNER_PX, box.top + _CORNER_PX),
            ("last", box.right - _CORNER_PX, box.bottom - _CORNER_PX),
        ):
            yield self._ask(
                table,
                "Component.GetAccessibleAtPoint",
                handle=partial(self._on_corner, table, corners=corners, name=name),
                arguments=(int(x), int(y), _SCREEN_COORDINATES),
                signature="iiu",
            )

    def _on_corner(
        self, table: Accessible, reply: Message, *, corners: _Corners, name: str
    ) -> Iterable[Request]:
        for owner, path in _references((reply.value,)):
            if path != NULL_PATH and owner == self._owner:
                cell = Accessible(path, 0, parent=table)
                handle = partial(self._on_index, table, corners=corners, name=name)
                yield self._ask(cell, "Accessible.GetIndexInParent", handle=handle)

    def _on_index(
        self, table: Accessible, reply: Message, *, corners: _Corners, name: str
    ) -> Iterable[Request]:
        for method, axis in (("Table.GetRowAtIndex", "row"), ("Table.GetColumnAtIndex", "column")):
            yield self._ask(
                table,
                method,
                handle=partial(self._on_place, table, corners=corners, name=f"{name} {axis}"),
                arguments=(int(reply.number),),
                signature="i",
            )

    def _on_place(
        self, table: Accessible, reply: Message, *, corners: _Corners, name: str
    ) -> Iterable[Request]:
        corners.places[name] = int(reply.number)
        for position, cell in enumerate(corners.cells()):
            yield self._ask(
                table,
                "Table.GetAccessibleAt",
                handle=partial(self._on_child, table, position=position),
                arguments=cell,
                signature="ii",
            )


class _Corners:
    """Rows and columns of the first and the last visible cell."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}

    def cells(self) -> Iterator[tuple[int, int]]:
        """Yield row and column of every visible cell, once both corners are known; at most `MAX_CELLS`."""
        if len(self.places) < _CORNER_NUMBERS:
            return
        rows = range(self.places["first row"], self.places["last row"] + 1)
        columns = range(self.places["first column"], self.places["last column"] + 1)
        for number, place in enumerate((row, column) for row in rows for column in columns):
            if number >= MAX_CELLS:
                return
            yield place


def _visible_box(element: Accessible) -> Box | None:
    """Return the part of an element that lies inside all elements around it."""
    box, around = element.box, element.parent
    while box is not None and around is not None:
        box = box.intersection(around.box) if around.box else box
        around = around.parent
    return box if box is not None and box.area > 0 else None


def _references(value: DBusValue) -> Iterator[tuple[str, str]]:
    """Yield the bus name and the path of each object in an array of references."""
    for each in value if isinstance(value, tuple) else ():
        match each:
            case (str(owner), str(path)):
                yield owner, path
