"""From the rows a page's frames report to nodes in screenshot pixels, the frames joined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from onscreen.types import Box, Node, OffscreenCounts, Point


class Row(msgspec.Struct, frozen=True, array_like=True):
    """One node of a frame; the place in CSS pixels of the frame's view, `parent` -1 at the top."""

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


class FrameRow(msgspec.Struct, frozen=True, array_like=True):
    """An element that holds a frame: its row, the frame in it, where its view lies, what lies over it."""

    row: int
    frame_id: str
    left: float
    top: float
    scale_x: float
    scale_y: float
    covers: tuple[tuple[float, float, float, float], ...] = ()


class Reading(msgspec.Struct, frozen=True):
    """What one frame's script reported."""

    rows: tuple[Row, ...] = ()
    frames: tuple[FrameRow, ...] = ()
    beyond: tuple[int, int, int, int] = (0, 0, 0, 0)
    note: str = ""
    changes: int = -1
    title: str = ""
    address: str = ""


class Joined(msgspec.Struct, frozen=True):
    """The nodes of all frames in pre-order; `keys` name the frames in locators, by frame."""

    nodes: tuple[Node, ...]
    beyond: OffscreenCounts
    note: str
    keys: Mapping[str, str] = {}


class Lens(msgspec.Struct, frozen=True):
    """How a frame's CSS pixels lie on the picture; `clip` and `covers` are on the picture."""

    left: float
    top: float
    scale_x: float
    scale_y: float
    clip: Box
    covers: tuple[Box, ...] = ()

    def box(self, left: float, top: float, *, right: float, bottom: float) -> Box:
        """Return the place on the picture, clipped."""
        whole = Box(
            self.left + left * self.scale_x,
            self.top + top * self.scale_y,
            self.left + right * self.scale_x,
            self.top + bottom * self.scale_y,
        )
        return whole.intersection(self.clip)

    def is_covered(self, point: Point) -> bool:
        """Whether something of the page around lies over the place."""
        return any(cover.contains(point) for cover in self.covers)

    def of_frame(self, row: FrameRow, *, box: Box) -> Lens:
        """Return the lens of a frame that lies in this one at `box`."""
        covers = tuple(self.box(c[0], c[1], right=c[2], bottom=c[3]) for c in row.covers)
        return Lens(
            self.left + row.left * self.scale_x,
            self.top + row.top * self.scale_y,
            self.scale_x * row.scale_x,
            self.scale_y * row.scale_y,
            box,
            (*self.covers, *covers),
        )


def joined(readings: Mapping[str, Reading], root: str, *, scale: float, size: tuple[int, int]) -> Joined:
    """Return the nodes of all frames that are held by an element, from the root frame down."""
    joiner = _Joiner(readings, keys={root: ""})
    joiner.add(root, None, lens=Lens(0, 0, scale, scale, Box(0, 0, *size)))
    counts = [sum(r.beyond[i] for r in joiner.used) for i in range(4)]
    notes = "; ".join(dict.fromkeys(r.note for r in joiner.used if r.note))
    return Joined(tuple(joiner.nodes), OffscreenCounts(*counts), notes, joiner.keys)


def split(locator: str) -> tuple[str, str]:
    """Return a locator's frame ("" for the page itself) and the rest."""
    frame, _, rest = locator.partition("|")
    return frame, rest


class _Joiner:
    def __init__(self, readings: Mapping[str, Reading], *, keys: dict[str, str]) -> None:
        self.readings = readings
        self.keys = keys
        self.nodes: list[Node] = []
        self.used: list[Reading] = []

    def add(self, frame_id: str, parent: int | None, *, lens: Lens) -> None:
        reading = self.readings.get(frame_id)
        if reading is None:
            return
        self.used.append(reading)
        held = {row.row: row for row in reading.frames if row.frame_id and row.frame_id not in self.keys}
        places: list[int | None] = []
        for number, row in enumerate(reading.rows):
            box = lens.box(row.left, row.top, right=row.right, bottom=row.bottom)
            above = places[row.parent] if row.parent >= 0 else parent
            if not box.area:
                places.append(above)
                continue
            places.append(len(self.nodes))
            self.nodes.append(_node(row, box, parent=above, lens=lens, prefix=self.keys[frame_id]))
            if number in held:
                self._add_held(held[number], row, above=frame_id, lens=lens.of_frame(held[number], box=box))

    def _add_held(self, held: FrameRow, row: Row, *, above: str, lens: Lens) -> None:
        self.keys[held.frame_id] = f"{self.keys[above]}/{row.locator.partition(' ')[0]}"
        self.add(held.frame_id, len(self.nodes) - 1, lens=lens)


def _node(row: Row, box: Box, *, parent: int | None, lens: Lens, prefix: str) -> Node:
    states: Sequence[str] = row.states.split()
    if lens.covers and "covered" not in states and lens.is_covered(box.center):
        states = (*states, "covered")
    return Node(
        role=row.role,
        name=row.name,
        box=box,
        value=row.value,
        states=tuple(states),
        locator=f"{prefix}|{row.locator}",
        parent=parent,
        clue=row.clue,
    )
