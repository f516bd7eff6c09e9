"""What is a tab: one of a few beside each other, of which one is selected."""

from __future__ import annotations

import pytest

from onscreen.device.android.display import Display
from onscreen.device.android.view_hierarchy import parse_hierarchy
from onscreen.device.android.view_nodes import build_nodes

DISPLAY = Display((1080, 2400), (1080, 2400), 420)
NAMES = ("Home", "Search", "Saved", "Profile")


def node(kind: str, box: tuple[int, int, int, int], inside: str = "", name: str = "", flags: str = "") -> str:
    """Return a view as the dump writes it."""
    left, top, right, bottom = box
    on = " ".join(f'{flag}="true"' for flag in flags.split())
    bounds = f'bounds="[{left},{top}][{right},{bottom}]"'
    return f'<node class="{kind}" text="{name}" {on} enabled="true" {bounds}>{inside}</node>'


def roles(
    holder: str,
    boxes: list[tuple[int, int, int, int]],
    *,
    kind: str = "android.widget.FrameLayout",
    flags: str = "",
) -> set[str]:
    """Return the roles of touchable neighbours of which the first is selected."""
    inside = "".join(
        node(kind, box, name=name, flags=f"clickable {flags} {'' if at else 'selected'}")
        for at, (box, name) in enumerate(zip(boxes, NAMES, strict=False))
    )
    place = (0, boxes[0][1], 1080, boxes[-1][3])
    whole = node(
        "android.widget.FrameLayout",
        (0, 0, 1080, 2400),
        node(holder, place, inside, flags="scrollable" if "Scroll" in holder else ""),
    )
    views = parse_hierarchy(f'<hierarchy rotation="0">{whole}</hierarchy>'.encode())
    reading = build_nodes(views, DISPLAY, max_nodes=100, max_text=200)
    return {each.role for each in reading.nodes if each.name in NAMES}


BESIDE = [(270 * i, 2240, 270 * i + 270, 2400) for i in range(4)]
UNDER = [(0, 200 * i, 1080, 200 * i + 200) for i in range(4)]
CHIPS = [(0, 300, 130, 400), (150, 300, 480, 400), (500, 300, 690, 400), (710, 300, 1060, 400)]
TOOLS = [(126 * i, 300, 126 * i + 126, 426) for i in range(4)]
GROUP = "android.view.ViewGroup"
ROW = "android.widget.LinearLayout"


@pytest.mark.parametrize("holder", [GROUP, ROW, "android.view.View", "android.widget.TabWidget"])
@pytest.mark.parametrize(
    "kind", ["android.widget.FrameLayout", "android.view.View", "android.widget.TextView"]
)
def test_bottom_navigation_is_tabs(holder: str, kind: str) -> None:
    """Neighbours beside each other of which one is selected are tabs: a bottom navigation, a row of tabs."""
    assert roles(holder, BESIDE, kind=kind) == {"tab"}


def test_tabs_told_by_their_class_are_tabs() -> None:
    """What Android calls a tab is one, however wide and though its row scrolls."""
    scrolled = "android.widget.HorizontalScrollView"
    assert roles(scrolled, CHIPS, kind="androidx.appcompat.app.ActionBar$Tab") == {"tab"}


@pytest.mark.parametrize("holder", [GROUP, ROW, "android.widget.ListView", "android.widget.ScrollView"])
def test_entries_under_each_other_are_no_tabs(holder: str) -> None:
    """Of rows, entries of a menu and of a drawer one may be selected: they stay what they are."""
    assert "tab" not in roles(holder, UNDER)


@pytest.mark.parametrize(
    ("holder", "boxes", "flags"),
    [
        (GROUP, CHIPS, ""),
        ("com.google.android.material.chip.ChipGroup", CHIPS, "checkable"),
        ("android.widget.HorizontalScrollView", BESIDE, ""),
        (GROUP, BESIDE, "checkable"),
        (ROW, TOOLS, ""),
        (GROUP, [*BESIDE[:2], *UNDER[2:]], ""),
    ],
    ids=["chips", "chip group", "scrolled row", "choices", "tool bar", "grid"],
)
def test_chips_and_buttons_are_no_tabs(
    holder: str, boxes: list[tuple[int, int, int, int]], flags: str
) -> None:
    """Chips, choices and the buttons of a tool bar are no tabs though one of them is selected."""
    assert "tab" not in roles(holder, boxes, flags=flags)
