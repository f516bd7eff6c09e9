"""Walk over the accessibility tree of one window, with all calls in flight at once.

For a hidden node, only the state is read. The cells of a spreadsheet are found from the corners of its
visible part, because it has up to 2^31 - 1 children.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from onscreen.device.linux.accessible_element import Accessible, ReadLimits
from onscreen.device.linux.accessible_roles import (
    CELL,
    EDITABLE_ROLES,
    FIELD_ROLES,
    MENU,
    NAMED_TEXT_ROLES,
    TABLE_ROLES,
    TEXT_ROLES,
    VALUE_ROLES,
    State,
    States,
)
from onscreen.device.linux.dbus_connection import ReplyHandler, Request
from onscreen.device.linux.dbus_message import Call, DBusValue, Message
from onscreen.device.linux.visible_cells import MAX_CHILDREN, Corners, has_cells, visible_box
from onscreen.types import Box

MENU_SAMPLE = 4
"""Number of menu items whose states are read first. An item that is visible but not showing means that the
menu is closed, so that the other items need not be read."""
ROOT = "/org/a11y/atspi/accessible/root"
NULL_PATH = "/org/a11y/atspi/null"
_PREFIX = "org.a11y.atspi."
_PROPERTIES = "org.freedesktop.DBus.Properties"
_CORNER_PX = 4
_NO_PLACE = -(2**31)
_SCREEN_COORDINATES = 0
_LABELLED_BY = 2
_STATE_WORDS = 2


class WindowWalk:
    """Walk over the elements of the windows of one application.

    `destination` is the bus name of the application, "" on a direct connection. `is_gtk4` is set for
    GTK 4, which reports only windows as showing. `lists_children` is set for toolkits whose children can be
    requested before their number is known, because elements with very many children have the state
    MANAGES_DESCENDANTS. `windows` are the windows in the order of the application, `found` the shown elements
    and `hidden` the others whose parents are shown, both by their paths.
    """

    def __init__(
        self,
        owner: str,
        *,
        destination: str,
        limits: ReadLimits,
        is_gtk4: bool = False,
        lists_children: bool = False,
    ) -> None:
        """Prepare a walk over the windows of the application with the bus name `owner`."""
        self._owner, self._destination, self._limits = owner, destination, limits
        self._lists_children = lists_children
        self._shown = State.VISIBLE if is_gtk4 else State.SHOWING
        self.windows: list[Accessible] = []
        self.found: dict[str, Accessible] = {}
        self.hidden: dict[str, Accessible] = {}
        self.is_complete = True

    def read_windows(self) -> Request:
        """Return the request that reads all windows; for known windows, only the order is read."""
        call = Call(self._destination, ROOT, _PREFIX + "Accessible", "GetChildren")
        return Request(call, self._on_windows)

    def begin(self, element: Accessible) -> Iterable[Request]:
        """Return the requests that read an element, such as a window, and its descendants."""
        return (self._ask(element, "Accessible.GetState", handle=partial(self._on_states, element)),)

    def remove(self, element: Accessible) -> None:
        """Remove an element and those below it from the shown elements."""
        for each in element.walk():
            if self.found.get(each.path) is each:
                del self.found[each.path]
        if element.parent is not None and element in element.parent.children:
            element.parent.children.remove(element)

    def hide(self, path: str) -> None:
        """Move an element from the shown to the hidden elements."""
        element = self.found.get(path)
        if element is not None:
            self.remove(element)
            self.hidden[path] = element

    def _on_windows(self, reply: Message) -> Iterable[Request]:
        if reply.error:
            return
        known = {window.path: window for window in self.windows}
        self.windows = []
        for position, (owner, path) in enumerate(_references(reply.value)):
            if owner != self._owner:
                continue
            window = known.pop(path, None) or Accessible(path, position)
            if window.role < 0:
                yield from self.begin(window)
            window.position = position
            self.windows.append(window)
        for window in known.values():
            self.remove(window)

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
        parent = element.parent
        if element.path in self.found or (parent is not None and self.found.get(parent.path) is not parent):
            return
        if not element.states.has(self._shown):
            self.hidden[element.path] = element
            return
        self.hidden.pop(element.path, None)
        if len(self.found) >= self._limits.max_nodes:
            self.is_complete = False
            return
        self.found[element.path] = element
        if parent is not None:
            parent.children.append(element)
        yield self.read_name(element)
        if parent is not None and has_cells(parent):
            element.role, element.count = CELL, 0
            yield self.read_box(element)
            yield from self.read_content(element)
            return
        yield self._ask(element, "Accessible.GetRole", handle=partial(self._on_role, element))
        yield self.read_box(element)
        if self._lists_children and not element.states.has(State.MANAGES_DESCENDANTS):
            yield self._list_children(element)
        else:
            handle = partial(self._on_count, element)
            yield self._ask_property(element, "Accessible.ChildCount", handle=handle)

    def read_name(self, element: Accessible) -> Request:
        """Return the request that reads the name of an element."""
        return self._ask_property(element, "Accessible.Name", handle=partial(self._on_name, element))

    def read_box(self, element: Accessible) -> Request:
        """Return the request that reads the box of an element."""
        return self._ask(
            element,
            "Component.GetExtents",
            handle=partial(self._on_box, element),
            arguments=(_SCREEN_COORDINATES,),
            signature="u",
        )

    def read_content(self, element: Accessible) -> Iterator[Request]:
        """Yield the requests that read the text or the number of an element whose role and name are known."""
        is_field = element.role in EDITABLE_ROLES and element.states.has(State.EDITABLE)
        is_named = element.role in NAMED_TEXT_ROLES and element.name
        if (element.role in TEXT_ROLES and not is_named) or is_field:
            yield self._ask_property(element, "Text.CharacterCount", handle=partial(self._on_length, element))
        if element.role in VALUE_ROLES:
            yield self._ask_property(element, "Value.CurrentValue", handle=partial(self._on_number, element))

    def read_states(self, element: Accessible) -> Request:
        """Return the request that reads a shown element's states; the element is removed if now hidden."""
        return self._ask(element, "Accessible.GetState", handle=partial(self._on_new_states, element))

    def read_children(self, element: Accessible) -> Request:
        """Return the request that reads a shown element's children; known children are only reordered."""
        return self._ask_property(
            element, "Accessible.ChildCount", handle=partial(self._on_new_count, element)
        )

    def _on_new_states(self, element: Accessible, reply: Message) -> Iterable[Request]:
        words = [word for word in reply.items if isinstance(word, int)]
        if self.found.get(element.path) is not element:
            return ()
        if not reply.error and len(words) == _STATE_WORDS:
            element.states = States(words[0] | words[1] << 32)
            if element.states.has(self._shown):
                return ()
        self.hide(element.path)
        return ()

    def _on_new_count(self, element: Accessible, reply: Message) -> Iterable[Request]:
        if self.found.get(element.path) is not element or reply.error:
            return ()
        element.count = int(reply.number)
        if element.count <= 0:
            for child in tuple(element.children):
                self.remove(child)
        return self._read_children(element)

    def _on_role(self, element: Accessible, reply: Message) -> Iterable[Request]:
        element.role = int(reply.number)
        yield from self.read_content(element)
        if element.role in FIELD_ROLES:
            handle = partial(self._on_relations, element)
            yield self._ask(element, "Accessible.GetRelationSet", handle=handle)
        yield from self._read_children(element)

    def _on_name(self, element: Accessible, reply: Message) -> Iterable[Request]:
        element.name = reply.text[: self._limits.max_text]
        if element.name and element.role in NAMED_TEXT_ROLES:
            element.text = ""
        return ()

    def _on_length(self, element: Accessible, reply: Message) -> Iterable[Request]:
        length = min(int(reply.number), self._limits.max_text)
        if length <= 0:
            element.text = ""
        else:
            handle = partial(self._on_text, element)
            yield self._ask(element, "Text.GetText", handle=handle, arguments=(0, length), signature="ii")

    def _on_text(self, element: Accessible, reply: Message) -> Iterable[Request]:
        element.text = reply.text
        return ()

    def _on_number(self, element: Accessible, reply: Message) -> Iterable[Request]:
        element.number = None if reply.error else reply.number
        return ()

    def _on_box(self, element: Accessible, reply: Message) -> Iterable[Request]:
        element.box = None
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
        """Request the children once the role, the number of children and the box are known."""
        if element.role < 0 or element.count <= 0:
            return
        if element.count <= MAX_CHILDREN:
            yield self._list_children(element)
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

    def _list_children(self, element: Accessible) -> Request:
        return self._ask(element, "Accessible.GetChildren", handle=partial(self._on_children, element))

    def _on_children(self, element: Accessible, reply: Message) -> Iterable[Request]:
        if reply.error:
            return
        element.count = len(reply.items)
        if element.count > MAX_CHILDREN:
            self.is_complete = False
        known = {child.path: child for child in element.children}
        new: list[Accessible] = []
        for position, (owner, path) in enumerate(_references(reply.items[:MAX_CHILDREN])):
            if path == NULL_PATH or owner != self._owner:
                continue
            hidden = self.hidden.get(path)
            child = known.pop(path, hidden if hidden is not None and hidden.parent is element else None)
            if child is None:
                new.append(Accessible(path, position, parent=element))
            else:
                child.position = position
        for child in known.values():
            self.remove(child)
        yield from self._begin_children(element, new)

    def _begin_children(self, element: Accessible, children: list[Accessible]) -> Iterator[Request]:
        """Yield the requests that read new children of an element; for a menu, only a sample of them."""
        if element.role != MENU or not self._lists_children:
            for child in children:
                yield from self.begin(child)
            return
        distance = max(1, len(children) // MENU_SAMPLE)
        sample = children[distance // 2 :: distance]
        others = [child for child in children if child not in sample]
        for child in sample:
            handle = partial(self._on_item, child, sample=sample, others=others)
            yield self._ask(child, "Accessible.GetState", handle=handle)

    def _on_item(
        self, item: Accessible, reply: Message, *, sample: list[Accessible], others: list[Accessible]
    ) -> Iterable[Request]:
        """Read the other items of a menu after the last one of the sample, unless the menu is closed."""
        yield from self._on_states(item, reply)
        if item is not sample[-1]:
            return
        if any(e.states.has(State.VISIBLE) and not e.states.has(State.SHOWING) for e in sample):
            self.hidden.update((each.path, each) for each in others)
            return
        for each in others:
            yield from self.begin(each)

    def _on_child(self, element: Accessible, reply: Message, *, position: int) -> Iterable[Request]:
        for owner, path in _references((reply.value,)):
            if path != NULL_PATH and owner == self._owner:
                yield from self.begin(Accessible(path, position, parent=element))

    def _read_cells(self, table: Accessible) -> Iterable[Request]:
        """Request the cells at two corners of the visible part of a table."""
        box = visible_box(table)
        if box is None:
            self.is_complete = False
            return
        corners = Corners()
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
        self, table: Accessible, reply: Message, *, corners: Corners, name: str
    ) -> Iterable[Request]:
        for owner, path in _references((reply.value,)):
            if path != NULL_PATH and owner == self._owner:
                cell = Accessible(path, 0, parent=table)
                handle = partial(self._on_index, table, corners=corners, name=name)
                yield self._ask(cell, "Accessible.GetIndexInParent", handle=handle)

    def _on_index(
        self, table: Accessible, reply: Message, *, corners: Corners, name: str
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
        self, table: Accessible, reply: Message, *, corners: Corners, name: str
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


def _references(value: DBusValue) -> Iterator[tuple[str, str]]:
    """Yield the bus name and the path of each object in an array of references."""
    for each in value if isinstance(value, tuple) else ():
        match each:
            case (str(owner), str(path)):
                yield owner, path
