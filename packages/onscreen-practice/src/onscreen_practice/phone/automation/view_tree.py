"""View hierarchy of the active window, parsed from the phone's XML dump into a tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from xml.etree import ElementTree as ET

from onscreen_practice.phone.shell.phone_interface import PhoneAccess

EDIT_TEXT = "android.widget.EditText"
MAX_DEPTH = 50
_XML_START = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\r\n"
_EMPTY_HIERARCHY = '<hierarchy rotation="0" />'
_NO_SIDES = (0, 0, 0, 0)


class ViewNode:
    """A view with its attributes as in `uiautomator dump`, its parent and its children."""

    def __init__(self, attributes: Mapping[str, str], parent: ViewNode | None) -> None:
        self.attributes = attributes
        self.parent = parent
        self.children: list[ViewNode] = []

    def text(self, name: str) -> str:
        """Return a text attribute, or "" if it is missing."""
        return self.attributes.get(name, "")

    def flag(self, name: str) -> bool:
        """Return a boolean attribute, or False if it is missing."""
        return self.attributes.get(name) == "true"

    @property
    def is_editable(self) -> bool:
        """Return True if the view is a text field."""
        return self.text("class") == EDIT_TEXT

    @property
    def bounds(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom in pixels."""
        sides = self.text("bounds").strip("[]").replace("][", ",").split(",")
        left, top, right, bottom = map(int, sides) if len(sides) == len(_NO_SIDES) else _NO_SIDES
        return left, top, right, bottom

    @property
    def center(self) -> tuple[int, int]:
        """Center of the view in pixels."""
        left, top, right, bottom = self.bounds
        return (left + right) // 2, (top + bottom) // 2

    def walk(self) -> Iterator[ViewNode]:
        """Yield this node and its descendants in document order."""
        yield self
        for child in self.children:
            yield from child.walk()


def read_tree(phone: PhoneAccess) -> ViewNode | None:
    """Read the active window's view hierarchy and return its root.

    Returns None if the screen is off.
    """
    xml = str(phone.call("dump", False) or "")
    window = ET.fromstring(xml).find("node") if xml else None  # noqa: S314  XML made by the phone itself
    return _build_node(window, None) if window is not None else None


def _build_node(element: ET.Element, parent: ViewNode | None) -> ViewNode:
    node = ViewNode(element.attrib, parent)
    node.children = [_build_node(child, node) for child in element]
    return node


def dump_tree(phone: PhoneAccess, *, compressed: bool, max_depth: int = MAX_DEPTH) -> str:
    """Return the view hierarchy as XML with the additional attributes of the uiautomator2 server."""
    xml = str(phone.call("dump", compressed) or "")
    if not xml:
        return _XML_START + _EMPTY_HIERARCHY
    hierarchy = ET.fromstring(xml)  # noqa: S314  XML made by the phone itself
    _complete_attributes(hierarchy, levels=max_depth, numbers=count())
    return _XML_START + ET.tostring(hierarchy, encoding="unicode")


def _complete_attributes(element: ET.Element, *, levels: int, numbers: Iterator[int]) -> None:
    """Add attributes to the descendants of an element and remove those below `levels`."""
    for child in list(element):
        if levels <= 0:
            element.remove(child)
            continue
        hint = child.attrib.pop("hint", "")
        child.attrib.update(
            {
                "visible-to-user": "true",
                "drawing-order": str(next(numbers)),
                "hint": hint,
                "display-id": "0",
            }
        )
        _complete_attributes(child, levels=levels - 1, numbers=numbers)
