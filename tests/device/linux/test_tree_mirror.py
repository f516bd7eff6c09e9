"""A tree that is kept in sync by events equals one that is read in full, on real programs."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing

import pytest

from onscreen.device.linux import desktop_actions
from onscreen.device.linux.accessibility_reader import AccessibilityReader, AccessibleWindow, Application
from onscreen.device.linux.accessible_element import Accessible, ReadLimits
from onscreen.device.linux.accessible_walk import WindowWalk
from onscreen.device.linux.linux_desktop import LinuxDesktop
from onscreen.device.linux.linux_settings import LinuxSettings
from onscreen.device.linux.process_group import missing_packages
from onscreen.device.linux.tree_mirror import MIRRORED_TOOLKITS
from onscreen.types import Press
from task_sample import plays_all_tasks

pytestmark = pytest.mark.skipif(bool(missing_packages()), reason="needs the packages of a private desktop")

PROGRAMS = ("mousepad", "galculator")
MORE_PROGRAMS = (
    *("thunar", "geany", "zim", "homebank", "gnumeric", "qalculate-gtk", "ristretto", "pcmanfm", "gimp"),
    *("claws-mail", "localc", "lowriter"),
)
QT_PROGRAMS = ("kcalc", "kate", "featherpad", "keepassxc", "sqlitebrowser")
KEYS = (
    *("a", "7", "Enter", "Delete", "Escape", "Tab", "Shift+Tab", "Home", "End", "PageDown"),
    *("ArrowDown", "ArrowUp", "ArrowRight", "Alt+f", "Alt+e", "F10", "Control+a", "Control+n", "Control+h"),
)
ACTIONS, SEED = 8, 4
ATTEMPTS, TIMEOUT_SEC = 5, 30.0
NEVER = 10**9


class ExhaustiveReader(AccessibilityReader):
    """Reader that asks all children for their states, also those of closed menus."""

    def _new_walk(self, application: Application, *, owner: str) -> WindowWalk:
        destination = self._connection(application)[1]
        return WindowWalk(owner, destination=destination, limits=ReadLimits(), is_gtk4=application.is_gtk4)


@pytest.fixture
def desktop() -> Iterator[LinuxDesktop]:
    """Yield an empty private desktop."""
    with closing(LinuxDesktop(LinuxSettings(launch_cap_sec=120))) as opened:
        yield opened


def properties(windows: tuple[AccessibleWindow, ...]) -> Mapping[tuple[int, ...], tuple[object, ...]]:
    """Return what was read of each element, by its place in the tree.

    Paths are left out, because LibreOffice gives the cells of a table new ones.
    """
    found: dict[tuple[int, ...], tuple[object, ...]] = {}

    def add(element: Accessible, place: tuple[int, ...]) -> None:
        parts = (element.role, element.states, element.name, element.text, element.number, element.box)
        found[place] = parts
        for child in element.children:
            add(child, (*place, child.position))

    for number, window in enumerate(windows):
        add(window.root, (number,))
    return found


def find_differences(
    desktop: LinuxDesktop, *, mirror: AccessibilityReader, reader: AccessibilityReader
) -> list[tuple[object, ...]]:
    """Return the elements that differ in the mirror and in a full read, once the program is quiet."""
    found: list[tuple[object, ...]] = []
    for _ in range(ATTEMPTS):
        desktop.settle()
        ours = properties(mirror.read(timeout_sec=TIMEOUT_SEC, damage=desktop.display.take_damage()))
        whole = properties(reader.read(timeout_sec=TIMEOUT_SEC))
        found = [(place, ours.get(place), whole.get(place)) for place in {*ours, *whole}]
        found = [each for each in found if each[1] != each[2]]
        if not found:
            break
    return found


@pytest.mark.parametrize("program", [*PROGRAMS, *(MORE_PROGRAMS if plays_all_tasks() else ())])
def test_a_mirror_equals_a_full_read(program: str, desktop: LinuxDesktop) -> None:
    """After each of several random keys, the elements are the same in every property."""
    if shutil.which(program) is None:
        pytest.skip(f"needs {program}")
    desktop.open_address(program)
    desktop.look()
    assert {*map(desktop.reader.toolkit_of, desktop.reader.process_ids)} <= {*MIRRORED_TOOLKITS}
    address, keys = desktop.session.accessibility_address, list[str]()
    with (
        closing(ExhaustiveReader(address, ReadLimits())) as reader,
        closing(AccessibilityReader(address, ReadLimits(), full_read_interval=NEVER)) as mirror,
    ):
        for key in random.Random(f"{SEED} {program}").choices(KEYS, k=ACTIONS):  # noqa: S311  a sample
            keys.append(key)
            desktop_actions.press(desktop, Press(key))
            assert not find_differences(desktop, mirror=mirror, reader=reader), keys


@pytest.mark.parametrize("program", QT_PROGRAMS)
def test_a_read_equals_one_that_asks_for_everything(program: str, desktop: LinuxDesktop) -> None:
    """In Qt programs, a read finds the same elements as one that asks for every child."""
    if not plays_all_tasks() or shutil.which(program) is None:
        pytest.skip(f"needs {program}, and takes 5 s")
    desktop.open_address(program)
    desktop.look()
    address = desktop.session.accessibility_address
    with (
        closing(ExhaustiveReader(address, ReadLimits())) as reader,
        closing(AccessibilityReader(address, ReadLimits())) as fast,
    ):
        for key in ("Tab", "Alt+f", "ArrowDown", "Escape", "Alt+e", "Escape"):
            desktop_actions.press(desktop, Press(key))
            assert not find_differences(desktop, mirror=fast, reader=reader), key


@pytest.mark.skipif(not plays_all_tasks() or shutil.which("localc") is None, reason="takes 20 s")
def test_calculated_cells_are_read_again(desktop: LinuxDesktop) -> None:
    """Cells of a spreadsheet that a formula fills change in the mirror, although they send no events."""
    desktop.open_address("localc")
    address = desktop.session.accessibility_address
    with (
        closing(ExhaustiveReader(address, ReadLimits())) as reader,
        closing(AccessibilityReader(address, ReadLimits(), full_read_interval=NEVER)) as mirror,
    ):
        for keys in ("Escape", "5 Enter", "= A 1 * 2 Enter", "ArrowUp ArrowUp 8 Enter", "ArrowUp Delete"):
            for key in keys.split():
                desktop_actions.press(desktop, Press(key))
            assert not find_differences(desktop, mirror=mirror, reader=reader), keys
