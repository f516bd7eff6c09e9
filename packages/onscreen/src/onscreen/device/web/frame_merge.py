"""Merging of frame snapshots into one tree of UI nodes in screenshot pixels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from onscreen.device.slider_value_text import slider_text
from onscreen.types import Box, Element, Node, OffscreenCounts, Point
from onscreen.types.appearance import Appearance
from onscreen.types.slider_value import SliderValue


class NodeRow(msgspec.Struct, frozen=True, array_like=True):
    """UI node in one frame, as reported by js/snapshot.js.

    The box is in CSS pixels of the frame's viewport; `states` are separated by spaces; `parent` is the index
    of the parent's row, -1 at the top. `slider` contains the value of a slider and its range, from low to
    high; `value` is then the page's description of the value. `attributes` are the words of the clue written
    by the page. `appearance` contains sides, width, height and font size.
    """

    role: str
    name: str
    left: float
    top: float
    right: float
    bottom: float
    value: str
    states: str
    locator: str
    parent: int
    clue: str
    slider: tuple[float, float, float] | None = None
    attributes: str = ""
    appearance: tuple[int | None, int | None, int | None, float | None] | None = None


class FrameElement(msgspec.Struct, frozen=True, array_like=True):
    """An iframe element with the position of its content frame.

    Attributes:
        node_index: Index of the element's row.
        frame_id: CDP id of the frame, "" if it is not known yet.
        left: Left edge of the frame's viewport, in CSS pixels of the parent's viewport.
        top: Top edge of the frame's viewport.
        scale_x: Pixels of the parent per pixel of the frame, horizontally.
        scale_y: Pixels of the parent per pixel of the frame, vertically.
        covers: Boxes of elements of the parent that cover the frame.
    """

    node_index: int
    frame_id: str
    left: float
    top: float
    scale_x: float
    scale_y: float
    covers: tuple[tuple[float, float, float, float], ...] = ()


class FrameSnapshot(msgspec.Struct, frozen=True):
    """Snapshot of one frame, as reported by js/snapshot.js.

    `beyond` counts the elements above, below, left and right of the viewport; `is_complete` is False if a
    limit ended the reading before all elements were counted; `change_count` is the number of DOM changes
    before the snapshot. `id` is "" if the script did not keep the snapshot.
    """

    nodes: tuple[NodeRow, ...] = ()
    frames: tuple[FrameElement, ...] = ()
    beyond: tuple[int, int, int, int] = (0, 0, 0, 0)
    is_complete: bool = True
    warning: str = ""
    change_count: int = -1
    title: str = ""
    address: str = ""
    id: str = ""


class FrameReading(NamedTuple):
    """Snapshot of a frame with the JSON text from which it was decoded."""

    text: str
    snapshot: FrameSnapshot


class MergedFrames(msgspec.Struct, frozen=True):
    """UI nodes from all of a page's frames, in pre-order.

    `prefixes` maps frame ids to locator prefixes.
    """

    nodes: tuple[Node, ...]
    beyond: OffscreenCounts
    warning: str
    prefixes: Mapping[str, str] = {}


class LastMerge(NamedTuple):
    """Merged frames of a tab with the snapshots and the screenshot size from which they were computed."""

    snapshots: Mapping[str, FrameSnapshot]
    size: tuple[int, int]
    merged: MergedFrames


class FrameTransform(msgspec.Struct, frozen=True):
    """Coordinate transform from a frame's CSS pixels to screenshot pixels.

    `clip` and `covers` are in screenshot pixels.
    """

    left: float
    top: float
    scale_x: float
    scale_y: float
    clip: Box
    covers: tuple[Box, ...] = ()

    def box(self, left: float, top: float, *, right: float, bottom: float) -> Box:
        """Convert a rectangle in the frame to screenshot pixels, clipped to the visible area."""
        whole = Box(
            self.left + left * self.scale_x,
            self.top + top * self.scale_y,
            self.left + right * self.scale_x,
            self.top + bottom * self.scale_y,
        )
        return whole.intersection(self.clip)

    def is_covered(self, point: Point) -> bool:
        """Check whether an element of a parent page covers the point."""
        return any(cover.contains(point) for cover in self.covers)

    def for_child(self, child: FrameElement, *, box: Box) -> FrameTransform:
        """Derive the coordinate transform for a child frame.

        `box` is the visible part of the child frame in screenshot pixels.
        """
        covers = tuple(self.box(c[0], c[1], right=c[2], bottom=c[3]) for c in child.covers)
        return FrameTransform(
            self.left + child.left * self.scale_x,
            self.top + child.top * self.scale_y,
            self.scale_x * child.scale_x,
            self.scale_y * child.scale_y,
            box,
            (*self.covers, *covers),
        )


def merge_frames(
    snapshots: Mapping[str, FrameSnapshot], root_id: str, *, scale: float, size: tuple[int, int]
) -> MergedFrames:
    """Merge the snapshots of all frames of a page into one tree, starting at the root frame.

    `snapshots` are by frame id. `scale` is screenshot pixels per CSS pixel; `size` is the screenshot's size
    in pixels. Frames whose iframe element is not in any snapshot are left out.
    """
    merger = _FrameMerger(snapshots, prefixes={root_id: ""})
    merger.add(root_id, None, transform=FrameTransform(0, 0, scale, scale, Box(0, 0, *size)))
    above, below, left, right = (sum(snapshot.beyond[side] for snapshot in merger.used) for side in range(4))
    warning = "; ".join(dict.fromkeys(snapshot.warning for snapshot in merger.used if snapshot.warning))
    is_lower_bound = not all(snapshot.is_complete for snapshot in merger.used)
    beyond = OffscreenCounts(above, below, left, right, is_lower_bound)
    return MergedFrames(tuple(merger.nodes), beyond, warning, merger.prefixes)


def split_locator(locator: str) -> tuple[str, str]:
    """Split a locator into a frame prefix and the locator within that frame.

    The prefix is "" for the page itself.
    """
    prefix, _, rest = locator.partition("|")
    return prefix, rest


class ReportedElement(msgspec.Struct, frozen=True):
    """An element reported by the injected script: its locator within its frame, role and name."""

    locator: str
    role: str
    name: str

    def beside(self, element: Element) -> Element:
        """Return the reported element as an element of the frame of another one."""
        prefix, _ = split_locator(element.locator)
        box = Box(0, 0, 1, 1)
        return Element(self.role, self.name, box, locator=f"{prefix}|{self.locator}", mark=0, index=0)


class _FrameMerger:
    def __init__(self, snapshots: Mapping[str, FrameSnapshot], *, prefixes: dict[str, str]) -> None:
        self.snapshots = snapshots
        self.prefixes = prefixes
        self.nodes: list[Node] = []
        self.used: list[FrameSnapshot] = []

    def add(self, frame_id: str, parent: int | None, *, transform: FrameTransform) -> None:
        """Add the nodes of a frame and of its children below the node with index `parent`."""
        snapshot = self.snapshots.get(frame_id)
        if snapshot is None:
            return
        self.used.append(snapshot)
        children = {
            child.node_index: child
            for child in snapshot.frames
            if child.frame_id and child.frame_id not in self.prefixes
        }
        indices: list[int | None] = []
        for number, row in enumerate(snapshot.nodes):
            box = transform.box(row.left, row.top, right=row.right, bottom=row.bottom)
            node_parent = indices[row.parent] if row.parent >= 0 else parent
            if not box.area:
                indices.append(node_parent)
                continue
            indices.append(len(self.nodes))
            prefix = self.prefixes[frame_id]
            self.nodes.append(_build_node(row, box, parent=node_parent, transform=transform, prefix=prefix))
            if number in children:
                child = children[number]
                child_transform = transform.for_child(child, box=box)
                self._add_child(child, row, parent_id=frame_id, transform=child_transform)

    def _add_child(
        self, child: FrameElement, row: NodeRow, *, parent_id: str, transform: FrameTransform
    ) -> None:
        key = row.locator.partition(" ")[0]
        self.prefixes[child.frame_id] = f"{self.prefixes[parent_id]}/{key}"
        self.add(child.frame_id, len(self.nodes) - 1, transform=transform)


def _build_node(
    row: NodeRow, box: Box, *, parent: int | None, transform: FrameTransform, prefix: str
) -> Node:
    states: Sequence[str] = row.states.split()
    if transform.covers and "covered" not in states and transform.is_covered(box.center):
        states = (*states, "covered")
    slider = SliderValue(*row.slider) if row.slider else None
    return Node(
        role=row.role,
        name=row.name,
        box=box,
        value=slider_text(slider, row.value) if slider else row.value,
        states=tuple(states),
        locator=f"{prefix}|{row.locator}",
        parent=parent,
        clue=row.clue,
        slider=slider,
        appearance=Appearance(*row.appearance) if row.appearance else None,
        attributes=row.attributes,
    )
