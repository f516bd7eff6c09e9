"""Tab detection: tabs are siblings side by side of which one is selected."""

from __future__ import annotations

import pytest

from onscreen.device.android.coordinate_conversion import Display
from onscreen.device.android.view_hierarchy import parse_hierarchy
from onscreen.device.android.view_nodes import build_nodes

DISPLAY = Display((1080, 2400), (1080, 2400), 420)
NAMES = ("Home", "Search", "Saved", "Profile")


def node(kind: str, box: tuple[int, int, int, int], inside: str = "", name: str = "", flags: str = "") -> str:
    """Return a view as XML of the dump."""
    left, top, right, bottom = box
    attributes = " ".join(f'{flag}="true"' for flag in flags.split())
    bounds = f'bounds="[{left},{top}][{right},{bottom}]"'
    return f'<node class="{kind}" text="{name}" {attributes} enabled="true" {bounds}>{inside}</node>'


def roles(
    holder: str,
    boxes: list[tuple[int, int, int, int]],
    *,
    kind: str = "android.widget.FrameLayout",
    flags: str = "",
) -> set[str]:
    """Return the roles of clickable siblings of which the first is selected."""
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
    hierarchy = parse_hierarchy(f'<hierarchy rotation="0">{whole}</hierarchy>'.encode())
    content = build_nodes(hierarchy, DISPLAY, max_nodes=100, max_text=200)
    return {each.role for each in content.nodes if each.name in NAMES}


SIDE_BY_SIDE = [(270 * i, 2240, 270 * i + 270, 2400) for i in range(4)]
STACKED = [(0, 200 * i, 1080, 200 * i + 200) for i in range(4)]
CHIPS = [(0, 300, 130, 400), (150, 300, 480, 400), (500, 300, 690, 400), (710, 300, 1060, 400)]
TOOLBAR = [(126 * i, 300, 126 * i + 126, 426) for i in range(4)]
GROUP = "android.view.ViewGroup"
ROW = "android.widget.LinearLayout"


@pytest.mark.parametrize("holder", [GROUP, ROW, "android.view.View", "android.widget.TabWidget"])
@pytest.mark.parametrize(
    "kind", ["android.widget.FrameLayout", "android.view.View", "android.widget.TextView"]
)
def test_side_by_side_siblings_are_tabs(holder: str, kind: str) -> None:
    """Siblings side by side of which one is selected are tabs, as in a bottom navigation bar."""
    assert roles(holder, SIDE_BY_SIDE, kind=kind) == {"tab"}


def test_tab_class_is_a_tab() -> None:
    """A view of a tab class is a tab, whatever its width and even in a scrollable row."""
    scrolled = "android.widget.HorizontalScrollView"
    assert roles(scrolled, CHIPS, kind="androidx.appcompat.app.ActionBar$Tab") == {"tab"}


@pytest.mark.parametrize("holder", [GROUP, ROW, "android.widget.ListView", "android.widget.ScrollView"])
def test_stacked_rows_are_no_tabs(holder: str) -> None:
    """Rows, menu entries and drawer entries are no tabs, even if one of them is selected."""
    assert "tab" not in roles(holder, STACKED)


@pytest.mark.parametrize(
    ("holder", "boxes", "flags"),
    [
        (GROUP, CHIPS, ""),
        ("com.google.android.material.chip.ChipGroup", CHIPS, "checkable"),
        ("android.widget.HorizontalScrollView", SIDE_BY_SIDE, ""),
        (GROUP, SIDE_BY_SIDE, "checkable"),
        (ROW, TOOLBAR, ""),
        (GROUP, [*SIDE_BY_SIDE[:2], *STACKED[2:]], ""),
    ],
    ids=["chips", "chip group", "scrolled row", "choices", "tool bar", "grid"],
)
def test_chips_and_toolbar_buttons_are_no_tabs(
    holder: str, boxes: list[tuple[int, int, int, int]], flags: str
) -> None:
    """Chips, choices and toolbar buttons are no tabs, even if one of them is selected."""
    assert "tab" not in roles(holder, boxes, flags=flags)
