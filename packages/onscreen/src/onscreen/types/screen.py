"""Data types for raw observations (`Shot`, `Node`) and perceived screens (`Screen`, `Element`)."""

from __future__ import annotations

from typing import Literal

import msgspec

from onscreen.types.appearance import Appearance
from onscreen.types.errors import NoSuchMark
from onscreen.types.geometry import Box
from onscreen.types.picture import Picture
from onscreen.types.slider_value import SliderValue

SeenBy = Literal["tree", "ocr", "icon"]


class Node(msgspec.Struct, frozen=True, gc=False):
    """A user interface node, reported by the device or detected in the screenshot.

    `role` is an ARIA role (button, link, textbox, combobox, option, checkbox, heading, text, image,
    canvas, ...; plain text is `text`, a box that only groups is `generic`). `states` are words such as
    clickable, editable, checked, selected, expanded, collapsed, disabled, focused, required, readonly,
    password, scrollable, draggable, covered, multiselectable, multiline, and more-on-hover: controls appear
    while the pointer is over the node.
    `box` is in screenshot pixels, clipped to the picture. `locator` is a stable address of the node,
    internal to the device and never shown to a model. `parent` is the index of the enclosing node in the
    shot, whose nodes are in pre-order; None for a root. `clue` describes the appearance of a node without a
    name: a color, a shape, an icon, a title. `slider` is the value of a slider with its range, as numbers;
    None for other nodes, and if the device states no number.

    Code reads `appearance` and `attributes` instead of parsing the clue. `appearance` are the
    measurements that the clue states; None if it states none. `attributes` are the words of the clue that the
    application wrote itself: hint, title, id, classes, file name.
    """

    role: str
    name: str
    box: Box
    value: str = ""
    states: tuple[str, ...] = ()
    locator: str = ""
    seen_by: SeenBy = "tree"
    parent: int | None = None
    clue: str = ""
    slider: SliderValue | None = None
    appearance: Appearance | None = None
    attributes: str = ""

    def has(self, state: str) -> bool:
        """Check whether the node has the given state."""
        return state in self.states


class OffscreenCounts(msgspec.Struct, frozen=True):
    """Number of actionable nodes outside the viewport or their scroll container in each direction.

    `is_lower_bound` is True if there may be more, because the device does not report every node out of view.
    """

    above: int = 0
    below: int = 0
    left: int = 0
    right: int = 0
    is_lower_bound: bool = False


class Tab(msgspec.Struct, frozen=True):
    """An open browser tab or window, numbered from 1 in the order of opening."""

    number: int
    title: str
    address: str
    current: bool = False


class Dialog(msgspec.Struct, frozen=True):
    """A dialog that blocks the page until it is answered."""

    kind: Literal["alert", "confirm", "prompt", "beforeunload"]
    message: str
    default: str = ""


class Shot(msgspec.Struct, frozen=True, weakref=True, rename={"warning": "note"}):
    """An observation of a device: the screenshot and the user interface nodes at one moment.

    `taken_at` is seconds since the epoch. `app` names the application or web site (its title),
    `address` the page or activity. `warning` states what could not be read and why (`note` in
    JSON), "" if all was read. `error_status` is the HTTP status of a web page that is an error (400 or
    higher), otherwise 0. `device` names the one of several combined devices that was observed, "" if the run
    uses only one. `perception_sec` is the time that senses took to read the screenshot, in seconds.
    """

    picture: Picture
    nodes: tuple[Node, ...]
    app: str = ""
    address: str = ""
    taken_at: float = 0.0
    beyond: OffscreenCounts = OffscreenCounts()
    tabs: tuple[Tab, ...] = ()
    dialog: Dialog | None = None
    warning: str = ""
    error_status: int = 0
    device: str = ""
    perception_sec: float = 0.0


class Element(Node, frozen=True, kw_only=True, tag="element", tag_field="is"):
    """A node with its mark, the number that identifies the node to a model.

    The mark is unique on the screen. `index` is the index in the nodes of the shot, to which `parent` of
    other nodes refers.
    """

    mark: int
    index: int

    @classmethod
    def of(cls, node: Node, mark: int, *, index: int) -> Element:
        """Create an element from a node, with the given mark and index."""
        return cls(
            node.role,
            node.name,
            node.box,
            node.value,
            node.states,
            node.locator,
            node.seen_by,
            node.parent,
            node.clue,
            node.slider,
            node.appearance,
            node.attributes,
            mark=mark,
            index=index,
        )


class Screen(msgspec.Struct, frozen=True):
    """A shot with its elements, numbered in reading order.

    `screen[3]` is the element with mark 3.
    """

    shot: Shot
    elements: tuple[Element, ...]

    def __getitem__(self, mark: int) -> Element:
        """Return the element with this mark.

        Raises:
            NoSuchMark: no element has the mark; the message lists the existing marks.
        """
        for element in self.elements:
            if element.mark == mark:
                return element
        raise NoSuchMark(mark, tuple(e.mark for e in self.elements))
