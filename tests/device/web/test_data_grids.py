"""Data grids in a browser as text for a model."""
# ruff: noqa: E501 - the pages are HTML as text

import pytest
from web_pages import Pages

from onscreen.perceive.item_owner import owner_names
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.types import Element

pytestmark = pytest.mark.browser

GRID = """<style>[role=row]{display:flex;position:relative;height:26px}[role=columnheader],[role=gridcell]{width:140px}.resize-handle{position:absolute;width:6px;height:24px;cursor:ew-resize}</style>
<div role=grid></div><script>
const grid = document.querySelector('[role=grid]');
const handles = () => [1, 2, 3].map(at => `<div class='col resize-handle' style='left:${140 * at - 3}px'></div>`).join('');
let html = '<div role=row>' + ['Name', 'Rating', 'Confirmed'].map(name => `<div role=columnheader>${name}</div>`).join('') + handles() + '</div>';
for (let row = 0; row < 40; row++)
  html += `<div role=row><div role=gridcell tabindex=0>Person ${row}</div><div role=gridcell tabindex=0>${row % 5}</div><div role=gridcell tabindex=0><input type=checkbox aria-label='Press the space bar to change the value'${row % 3 ? '' : ' checked'}></div>${handles()}</div>`;
grid.innerHTML = html;
for (const part of document.querySelectorAll('[role=row], [role=gridcell], .resize-handle')) part.addEventListener('click', () => {});
</script>"""


def test_check_boxes_of_a_grid_have_their_state_and_column(pages: Pages) -> None:
    """In a truncated text each check box has its state and column, and handles and rows have gone first."""
    given = build_screen(pages.open(GRID))
    view = screen_text(given, cap_chars=1800, brief=True)
    boxes = [line for line in view.splitlines() if "(Confirmed)" in line]
    assert len(view) <= 1800
    assert len(boxes) >= 15
    assert [line.endswith("checked") for line in boxes] == [row % 3 == 0 for row in range(len(boxes))]
    assert "resize" not in view
    assert "resize" in screen_text(given)


ADMIN = """<nav><a href=#a>Artists</a> <a href=#e>Exhibits</a></nav>
<table><caption><a href=#m>Museum</a></caption><tr><th><a href=#a>Artists</a></th><td><a href=#b>add</a></td></tr>
<tr><th><a href=#e>Exhibits</a></th><td><a href=#d>add</a></td></tr></table>
<div class='mail row' style=cursor:pointer><input type=checkbox aria-label='Select 10'><span>10</span> <span>Charged twice</span></div>
<div class='mail row' style=cursor:pointer><input type=checkbox aria-label='Select 11'><span>11</span> <span>Broken vase</span></div>
<script>document.querySelectorAll('.mail').forEach(row => row.addEventListener('click', () => {}));</script>"""


@pytest.mark.parametrize(
    ("role", "name", "rank", "expected"),
    [
        ("link", "Exhibits", 1, ()),
        ("link", "add", 1, ("Exhibits",)),
        ("generic", "", 1, ("11", "Broken vase")),
    ],
)
def test_a_click_is_described_by_its_own_row(
    pages: Pages, role: str, name: str, rank: int, expected: tuple[str, ...]
) -> None:
    """The description of a click names the row of the control, and never another row."""
    nodes = pages.open(ADMIN).nodes
    found = [i for i, n in enumerate(nodes) if (n.role, n.name) == (role, name) and n.has("clickable")]
    assert owner_names(Element.of(nodes[found[rank]], 1, index=found[rank]), nodes) == expected
