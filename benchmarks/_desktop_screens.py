"""Screens of GTK programs with known words: the places of the words come from the accessibility tree."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress

import numpy as np
from _text_screens import KnownWord, TextScreen, has_letters
from numpy.typing import NDArray

from onscreen.device.linux.dbus_connection import DBusConnection
from onscreen.device.linux.dbus_message import Call, DBusValue
from onscreen.device.linux.desktop_nodes import DesktopTree, Reference, is_covered
from onscreen.device.linux.linux_desktop import LinuxDesktop
from onscreen.device.linux.linux_settings import LinuxSettings
from onscreen.device.linux.x_display import TopWindow
from onscreen.perceive.pixel_array import decode
from onscreen.types import Box, Node, Point, Shot
from onscreen.types.errors import OnscreenError

GTK_PROGRAMS = (
    "mousepad", "geany", "zim", "thunar", "gnumeric", "homebank", "qalculate-gtk", "galculator", "ristretto",
    "claws-mail", "pcmanfm", "gimp",
)  # fmt: skip
THEMES = ("Adwaita", "Adwaita:dark")
MENUS = 4
"""Most menus of a program that are opened, one screen each."""
LAUNCH_CAP_SEC = 90.0
TEXT_TIMEOUT_SEC = 2.0
SHOWN_ROLES = frozenset({"menuitem", "menuitemcheckbox", "menuitemradio", "tab"})
"""Roles whose name is always shown as text."""
PLACED_ROLES = frozenset({"cell", "heading", "text", "textbox"})
"""Roles whose words may have places of their own."""
UNKNOWN_ROLES = frozenset({"canvas", "generic", "table", "treegrid", "tree", "window", "list"})
"""Roles of elements that may show texts that the tree lacks."""
TEXT, ACTION = "org.a11y.atspi.Text", "org.a11y.atspi.Action"
MIN_RANGE = 24
"""Range of gray levels below which a place is blank, so that the word is not drawn there."""


def collect_desktop_screens() -> Iterator[TextScreen]:
    """Yield the windows of the installed GTK programs in two themes, and with each of their first menus."""
    for program in filter(shutil.which, GTK_PROGRAMS):
        for theme in THEMES:
            with suppress(OnscreenError), closing(_started(program, theme)) as desktop:
                yield from _program_screens(desktop, program, theme=theme)


def _started(program: str, theme: str) -> LinuxDesktop:
    desktop = LinuxDesktop(LinuxSettings(launch_cap_sec=LAUNCH_CAP_SEC))
    try:
        desktop.open_address(f"env GTK_THEME={theme} {program}")
    except OnscreenError:
        desktop.close()
        raise
    return desktop


def _program_screens(desktop: LinuxDesktop, program: str, *, theme: str) -> Iterator[TextScreen]:
    kind = f"GTK {'dark' if theme.endswith('dark') else 'light'}"
    yield _screen(desktop, f"{program} {theme}", kind=kind)
    tree, _ = desktop.look()
    menus = [node for node in tree.nodes if node.role == "menuitem" and _is_in_bar(node, tree.nodes)]
    for menu in menus[:MENUS] if theme == THEMES[0] else ():
        _click(desktop, menu.box)
        yield _screen(desktop, f"{program} {theme} menu {menu.name}", kind="GTK menu")
        _click(desktop, menu.box)


def _is_in_bar(node: Node, nodes: Sequence[Node]) -> bool:
    return node.parent is not None and nodes[node.parent].role == "menubar" and bool(node.name)


def _click(desktop: LinuxDesktop, box: Box) -> None:
    desktop.display.move_pointer(box.center)
    desktop.display.press_button(1, is_down=True)
    desktop.display.press_button(1, is_down=False)
    desktop.display.flush()
    desktop.settle()


def _screen(desktop: LinuxDesktop, name: str, *, kind: str) -> TextScreen:
    tree, picture = desktop.look()
    pixels = decode(picture)
    with closing(DBusConnection(desktop.session.accessibility_address)) as bus:
        reader = _WordReader(tree, desktop.windows(), bus)
        words = [word for node in tree.nodes for word in reader.words(node)]
    known = [w for w in words if has_letters(w) and (w.optional or _is_drawn(pixels, w.box))]
    parents = {node.parent for node in tree.nodes}
    leaves = (n.box for i, n in enumerate(tree.nodes) if i not in parents and n.role not in UNKNOWN_ROLES)
    return TextScreen(name, kind, Shot(picture, tree.nodes), tuple(known), tuple(leaves))


class _WordReader:
    """Reader of the words of the nodes of a desktop, with their places."""

    def __init__(self, tree: DesktopTree, windows: Sequence[TopWindow], bus: DBusConnection) -> None:
        self.tree, self.windows, self.bus = tree, windows, bus

    def words(self, node: Node) -> Iterator[KnownWord]:
        """Yield the words of a node; those that may not be shown are optional."""
        reference = self.tree.references.get(node.locator)
        if node.has("covered") or reference is None:
            return
        placed = list(self._place(node, reference)) if node.role in PLACED_ROLES else []
        yield from placed
        if not placed:
            is_shown = node.role in SHOWN_ROLES and self._is_free(node.box, reference)
            yield from (KnownWord(word, node.box, not is_shown) for word in node.name.split())
            yield from (KnownWord(word, node.box, optional=True) for word in node.value.split())
        if node.role in SHOWN_ROLES:
            shortcut = self._ask(reference, ACTION, "GetKeyBinding", signature="i", arguments=(0,))
            yield from (KnownWord(_written(str(each)), node.box, optional=True) for each in shortcut)

    def _place(self, node: Node, reference: Reference) -> Iterator[KnownWord]:
        """Yield the words of a text; those that are cut or covered are optional."""
        text = node.value or node.name
        start = 0
        for word in text.split():
            start = text.index(word, start)
            place = (start, start + len(word), 0)
            start += len(word)
            found = self._ask(reference, TEXT, "GetRangeExtents", signature="iiu", arguments=place)
            numbers = [each for each in found if isinstance(each, int)]
            if len(numbers) != len("xywh"):
                return
            x, y, width, height = numbers
            left, top = x + reference.shift.x, y + reference.shift.y
            box = Box(left, top, left + width, top + height)
            is_shown = node.box.intersection(box) == box and width > 1 < height
            is_shown = is_shown and self._is_free(box, reference)
            yield KnownWord(word, box if is_shown else node.box, not is_shown)

    def _ask(
        self, reference: Reference, interface: str, member: str, *, signature: str, arguments: tuple[int, ...]
    ) -> tuple[DBusValue, ...]:
        call = Call(reference.application.name, reference.path, interface, member, signature, arguments)
        return self.bus.call(call, timeout_sec=TEXT_TIMEOUT_SEC).body

    def _is_free(self, box: Box, reference: Reference) -> bool:
        """Check whether no window is in front of the corners of a box."""
        corners = (Point(x, y) for x in (box.left, box.right - 1) for y in (box.top, box.bottom - 1))
        return not any(
            is_covered(self.windows, corner, window=reference.window, in_popup=reference.in_popup)
            for corner in corners
        )


def _written(shortcut: str) -> str:
    """Return a shortcut of a menu item as GTK writes it, such as "Shift+Ctrl+N" for "<Primary><Shift>n"."""
    keys = shortcut.rpartition(";")[2]
    modifiers = {found.lower() for found in re.findall(r"<(\w+)>", keys)}
    names = {"shift": "Shift", "primary": "Ctrl", "control": "Ctrl", "alt": "Alt"}
    before = dict.fromkeys(name for word, name in names.items() if word in modifiers)
    key = re.sub(r"<\w+>", "", keys)
    return "+".join([*before, key.upper() if len(key) == 1 else key])


def _is_drawn(pixels: NDArray[np.uint8], box: Box) -> bool:
    crop = pixels[int(box.top) : int(box.bottom), int(box.left) : int(box.right), 1]
    return bool(crop.size) and int(crop.max()) - int(crop.min()) >= MIN_RANGE
