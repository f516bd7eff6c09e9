"""Off-screen content: what a dump proves to lie outside the visible part of scroll containers."""

from __future__ import annotations

import pytest

from onscreen.device.android.coordinate_conversion import Display
from onscreen.device.android.view_hierarchy import parse_hierarchy
from onscreen.device.android.view_nodes import build_nodes
from onscreen.types import OffscreenCounts

DISPLAY = Display((1080, 2400), (1080, 2400), 420)
ROW_HEIGHT = 200
TOP, BOTTOM = 300, 2000


def view(
    class_name: str, bounds: tuple[int, int, int, int], *children: str, index: int = 0, flags: str = ""
) -> str:
    """Return a view as XML of the dump."""
    left, top, right, bottom = bounds
    attributes = " ".join(f'{flag}="true"' for flag in flags.split())
    return (
        f'<node index="{index}" class="android.widget.{class_name}" {attributes} '
        f'bounds="[{left},{top}][{right},{bottom}]">{"".join(children)}</node>'
    )


def row(top: int, index: int, height: int = ROW_HEIGHT) -> str:
    """Return a row with a title, both clipped to the list, or "" if it is out of view."""
    bottom = min(top + height, BOTTOM)
    title_top, title_bottom = max(top + 60, TOP), min(top + height - 60, BOTTOM)
    title = (
        view("TextView", (40, title_top, 800, title_bottom), flags="enabled")
        if title_top < title_bottom
        else ""
    )
    if max(top, TOP) >= bottom:
        return ""
    return view("LinearLayout", (0, max(top, TOP), 1080, bottom), title, index=index, flags="clickable")


def count(*rows: str, flags: str = "scrollable", class_name: str = "ListView") -> OffscreenCounts:
    """Return what is off-screen of a container with these rows."""
    container = view(class_name, (0, TOP, 1080, BOTTOM), *rows, flags=flags)
    hierarchy = parse_hierarchy(f'<hierarchy rotation="0">{container}</hierarchy>'.encode())
    return build_nodes(hierarchy, DISPLAY, max_nodes=100, max_text=100).beyond


def at_least(**counts: int) -> OffscreenCounts:
    """Return counts that are lower bounds."""
    return OffscreenCounts(**counts, is_lower_bound=True)


def rows(start: int, *, number: int = 30, first: int = 0) -> list[str]:
    """Return the visible ones of `number` rows, of which the first begins at `start`."""
    return [row(start + position * ROW_HEIGHT, first + position) for position in range(number)]


@pytest.mark.parametrize("start", [TOP, TOP + 20])
def test_cut_last_row_means_more_below(start: int) -> None:
    """A last row that is cut off at the end of its container counts as one element more below."""
    assert count(*rows(start)) == at_least(below=1)


@pytest.mark.parametrize(
    ("offset", "above", "below"),
    [(50, 0, 0), (90, 1, 0), (130, 1, 1), (170, 1, 1)],
    ids=["padding cut", "title cut above", "title cut above, gone below", "title gone above, cut below"],
)
def test_cut_rows_at_both_ends(offset: int, above: int, below: int) -> None:
    """A row counts as cut off if its title is cut or missing, but not if only its padding is cut."""
    assert count(*rows(TOP - offset)) == at_least(above=above, below=below)


def test_index_gap_counts_rows_above() -> None:
    """Children that the dump skips at the start of a container count as rows above."""
    content = view("LinearLayout", (0, TOP, 1080, BOTTOM), *rows(TOP - 130, first=7))
    assert count(content, class_name="ScrollView").above == 7
    assert count(*rows(TOP - 130, first=7)).above == 7


def test_end_of_the_list_has_nothing_below() -> None:
    """A list whose last row is complete has nothing below."""
    end = rows(TOP - 130, number=9, first=4)
    assert count(*end) == at_least(above=4)


def test_complete_list_has_nothing_off_screen() -> None:
    """A list of complete rows has nothing off-screen, even if a shorter row ends at its edge."""
    complete = rows(TOP, number=8)
    assert count(*complete) == at_least()
    short = view("TextView", (0, TOP + 8 * ROW_HEIGHT, 1080, BOTTOM), index=8, flags="clickable")
    assert count(*complete, short) == at_least()


def test_container_that_does_not_scroll_is_complete() -> None:
    """Rows of a container that does not scroll are not cut off."""
    assert count(*rows(TOP), flags="") == at_least()


def test_horizontal_row_of_chips() -> None:
    """Chips that are cut off at the right edge of a horizontal container count to the right."""
    chips = [
        view("TextView", (left, 400, min(left + 250, 1080), 500), index=number, flags="clickable")
        for number, left in enumerate(range(20, 1080, 260))
    ]
    assert count(*chips, class_name="HorizontalScrollView") == at_least(right=1)


def test_unclipped_bounds_of_a_cut_row() -> None:
    """A row whose reported bounds exceed the container counts as one element more below."""
    last = view("LinearLayout", (0, 1900, 1080, 2100), index=8, flags="clickable")
    assert count(*rows(TOP, number=8), last) == at_least(below=1)


def test_grid_counts_as_vertical() -> None:
    """Skipped cells at the start of a grid count as elements above."""
    cells = [
        view("ImageView", (x, y, x + 360, y + 360), index=9 + number, flags="clickable")
        for number, (y, x) in enumerate((y, x) for y in (300, 660, 1020) for x in (0, 360, 720))
    ]
    assert count(*cells, class_name="GridView") == at_least(above=9)
