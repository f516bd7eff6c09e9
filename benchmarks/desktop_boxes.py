"""Places of named elements of desktop programs, verified on the screen.

    python benchmarks/desktop_boxes.py [--programs NAME ...]

For every element with a name that is not covered, the centre of its box is compared with what the program
draws, by four sources that do not use the box. In this order:

- text: the name is recognized in the screenshot, and the centre of the recognized line is inside the box;
- click: a click at the centre of a cell, a list item or a field selects it or moves the focus to it;
- hover: the pointer moves to the centre of the box, and of the pixels that change then (the program
  highlights what is below the pointer), most are inside the box;
- hit test: the toolkit names the element, or one inside it, as the one at the centre (weaker, because a
  toolkit may compute both from the same place).

A blinking caret does not count as a change. Windows are left out, because their names are in title bars
outside their boxes. An element is contradicted if its name alone is recognized once on the screen, but
outside the box, or if the pixels that change are outside the box. Without any of these, there is no
evidence; of many cells, a sample is clicked.
"""

from __future__ import annotations

import argparse
import os
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing

import msgspec
import numpy as np
from _report import publish, render_table

from onscreen.device.linux.dbus_connection import DBusConnection
from onscreen.device.linux.dbus_message import Call
from onscreen.device.linux.desktop_nodes import Reference
from onscreen.device.linux.linux_desktop import LinuxDesktop
from onscreen.device.linux.linux_settings import LinuxSettings
from onscreen.device.linux.x_display import MAX_CARET_PX
from onscreen.device.screen_capture import ScreenCapture
from onscreen.perceive.element_kinds import is_actionable
from onscreen.perceive.pixel_array import decode
from onscreen.perceive.recognized_text import TextLine
from onscreen.perceive.screenshot_text import ReadingLimits, TextReader
from onscreen.perceive.text_merge import squash
from onscreen.types import Box, Node, Point
from onscreen.types.errors import OnscreenError

PROGRAMS = (
    "mousepad", "geany", "zim", "thunar", "gnumeric", "homebank", "qalculate-gtk", "galculator", "ristretto",
    "claws-mail", "localc", "lowriter", "gimp", "pcmanfm", "gnome-text-editor", "gnome-calculator", "kate",
    "kcalc", "keepassxc", "sqlitebrowser", "firefox-esr", "inkscape",
)  # fmt: skip
LAUNCH_CAP_SEC = 120.0
GROWTH_PX = 6.0
"""Distance from the box within which a change still belongs to it: shadows and borders."""
MIN_SHARE = 0.6
"""Share of the changed pixels that are inside the box, at least."""
MIN_PIXELS, MIN_CHARS = 8, 3
READ_SEC = 60.0
HOVER_SEC, QUIET_SEC = 0.25, 0.08
CLICKED_ROLES = frozenset({"cell", "listitem", "row", "textbox", "treeitem"})
"""Roles of elements that a click selects without another effect."""
MAX_CLICKS = 30
MAX_HOVERS = 80
"""Most elements of a program over which the pointer moves."""
VERDICTS = ("text", "click", "hover", "hit test", "contradicted", "no evidence")
TRIES = 3
HIT_TIMEOUT_SEC = 2.0
MAX_DEPTH = 40
NOTE = (
    "Elements with a name that are not covered, by the source that verified the place of their centre; see "
    "the description in benchmarks/desktop_boxes.py. The pointer moves over at most {hovers} elements of a "
    "program. Load average at the start: {load:.0f} on {cores} cores."
)


class Row(msgspec.Struct, frozen=True):
    """Number of elements of a program with each verdict, and those that are contradicted."""

    program: str
    counts: dict[str, int]
    contradicted: tuple[str, ...]


class BoxCheck:
    """Comparison of the elements of one desktop with what is drawn."""

    def __init__(self, desktop: LinuxDesktop) -> None:
        self.desktop = desktop
        self.tree, picture = desktop.look()
        self.roots = {
            each.path: window.root.path
            for window in desktop.reader.read(timeout_sec=HIT_TIMEOUT_SEC)
            for each in window.root.walk()
        }
        self.bus = DBusConnection(desktop.session.accessibility_address)
        self.lines = TextReader(ReadingLimits(max_sec=READ_SEC)).read(decode(picture)).lines
        clickable = sum(node.role in CLICKED_ROLES for node in self.tree.nodes)
        self.selectable, self.stride = 0, max(1, clickable // MAX_CLICKS)
        self.camera, self.hovers = ScreenCapture(desktop.session.display), 0

    def verdicts(self) -> Iterator[tuple[Node, str]]:
        """Yield the named elements that are not covered, with the verdict on their boxes."""
        for node in self.tree.nodes:
            if node.name and not node.has("covered") and node.role != "window":
                yield node, self._judge(node)

    def _judge(self, node: Node) -> str:
        written = _find_centers(self.lines, node.name)
        if any(grow(node.box, GROWTH_PX).contains(center) for center in written):
            return "text"
        if node.role in CLICKED_ROLES:
            return self._click(node)
        by_hover = self._hover(node) if is_actionable(node) else ""
        if by_hover:
            return by_hover
        reference = self.tree.references.get(node.locator)
        if reference is not None and self._is_hit(reference, node.box.center):
            return "hit test"
        alone = [line for line in self.lines if squash(line.text) == squash(node.name)]
        return "contradicted" if len(alone) == 1 and _is_long(node.name) else "no evidence"

    def _click(self, node: Node) -> str:
        """Return the verdict of a click on an element that the click selects."""
        self.selectable += 1
        if self.selectable % self.stride:
            return "no evidence"
        display = self.desktop.display
        display.move_pointer(node.box.center)
        display.press_button(1, is_down=True)
        display.press_button(1, is_down=False)
        display.flush()
        tree, _ = self.desktop.look()
        now = next((each for each in tree.nodes if each.locator == node.locator), None)
        others = [each for each in tree.nodes if each.role == node.role and each.has("selected")]
        if now is not None and (now.has("selected") or now.has("focused")):
            return "click"
        return "contradicted" if others else "no evidence"

    def _hover(self, node: Node) -> str:
        """Return the verdict of moving the pointer to an element, "" if nothing changes.

        It is repeated if pixels elsewhere change, because what was highlighted before may fade late.
        """
        if self.hovers >= MAX_HOVERS:
            return ""
        self.hovers += 1
        verdict = ""
        for _ in range(TRIES):
            total, inside = self._count_changes(node.box)
            if total >= MIN_PIXELS:
                verdict = "hover" if inside >= MIN_SHARE * total else "contradicted"
            if verdict != "contradicted":
                break
        return verdict

    def _count_changes(self, box: Box) -> tuple[int, int]:
        """Move the pointer to a box; return how many pixels change, and how many of them are inside.

        Tooltips and other pop-up windows are left out.
        """
        width, height = self.desktop.display.size
        self._move(Point(width - 1.0, height - 1.0))
        before = decode(self.camera.capture())
        self._move(box.center)
        changed = np.any(before != decode(self.camera.capture()), axis=2)
        rows, columns = np.nonzero(changed)
        if rows.size and np.ptp(columns) <= MAX_CARET_PX[0] and np.ptp(rows) <= MAX_CARET_PX[1]:
            return 0, 0
        for window in self.desktop.windows():
            if window.is_popup:
                changed[_slices(window.box)] = False
        return int(changed.sum()), int(changed[_slices(grow(box, GROWTH_PX))].sum())

    def _move(self, point: Point) -> None:
        display = self.desktop.display
        display.has_changed()
        display.move_pointer(point)
        display.flush()
        if display.wait_for_change(timeout_sec=HOVER_SEC):
            display.wait_until_quiet(quiet_sec=QUIET_SEC, timeout_sec=HOVER_SEC)

    def _is_hit(self, reference: Reference, point: Point) -> bool:
        """Check whether the toolkit finds the element at a point, asked from the window inwards."""
        path, name = self.roots.get(reference.path, ""), reference.application.name
        x, y = int(point.x - reference.shift.x), int(point.y - reference.shift.y)
        for _ in range(MAX_DEPTH if path else 0):
            call = Call(name, path, "org.a11y.atspi.Component", "GetAccessibleAtPoint", "iiu", (x, y, 0))
            reply = self.bus.call(call, timeout_sec=HIT_TIMEOUT_SEC).items
            found = str(reply[-1]) if reply else path
            if found in (path, reference.path):
                return found == reference.path
            path = found
        return False


def _slices(box: Box) -> tuple[slice, slice]:
    """Return the rows and columns of a box in an array of pixels."""
    left, top = max(0, int(box.left)), max(0, int(box.top))
    return slice(top, max(top, int(box.bottom) + 1)), slice(left, max(left, int(box.right) + 1))


def grow(box: Box, distance: float) -> Box:
    """Return a box that is larger on all sides."""
    return Box(box.left - distance, box.top - distance, box.right + distance, box.bottom + distance)


def _find_centers(lines: Sequence[TextLine], name: str) -> list[Point]:
    """Return where a name is written: its middle in each recognized line that contains it.

    The place in a line is estimated from the number of characters before it.
    """
    wanted, centers = squash(name), list[Point]()
    found = [(squash(line.text), line.box) for line in lines]
    exact = [box.center for text, box in found if text == wanted]
    if exact or not _is_long(name):
        return exact
    for text, box in found:
        if wanted in text:
            share = (text.index(wanted) + len(wanted) / 2) / len(text)
            centers.append(Point(box.left + share * box.width, box.center.y))
    return centers


def _is_long(name: str) -> bool:
    return len(squash(name)) >= MIN_CHARS


def measure(program: str) -> Row:
    """Check the elements of one program on a private desktop."""
    with closing(LinuxDesktop(LinuxSettings(launch_cap_sec=LAUNCH_CAP_SEC))) as desktop:
        desktop.open_address(program)
        check = BoxCheck(desktop)
        with closing(check.bus), closing(check.camera):
            judged = list(check.verdicts())
    counts = Counter(verdict for _, verdict in judged)
    contradicted = tuple(f"{n.role} {n.name!r} {n.box}" for n, verdict in judged if verdict == "contradicted")
    return Row(program, dict(counts), contradicted)


def main() -> None:
    """Check the programs that are installed, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", nargs="+", default=PROGRAMS, help="commands of the programs")
    arguments = parser.parse_args()
    rows, load = [], os.getloadavg()[0]
    for program in arguments.programs:
        if shutil.which(program.split()[0]) is None:
            print(f"{program}: not installed")
            continue
        try:
            rows.append(measure(program))
        except OnscreenError as error:
            print(f"{program}: {error}")
            continue
        print(rows[-1], flush=True)
    table = [
        (row.program, sum(row.counts.values()), *(row.counts.get(verdict, 0) for verdict in VERDICTS))
        for row in rows
    ]
    totals = [sum(column) for column in zip(*(line[1:] for line in table), strict=True)]
    note = NOTE.format(hovers=MAX_HOVERS, load=load, cores=os.cpu_count())
    text = render_table(("program", "named elements", *VERDICTS), [*table, ("all", *totals)])
    publish(
        "desktop_boxes",
        f"## Places of elements on the desktop\n\n{note}\n\n{text}",
        {"rows": msgspec.to_builtins(rows)},
    )


if __name__ == "__main__":
    main()
