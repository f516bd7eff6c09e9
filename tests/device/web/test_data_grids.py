"""Data grids in a browser as text for a model."""
# ruff: noqa: E501 - the pages are HTML as text

import pytest
from web_pages import Pages

from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text

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
