"""Tables of the days of a month, whose clicks one listener around the days receives."""
# ruff: noqa: E501 - the pages are HTML as text

import pytest
from web_pages import Pages

from onscreen.types import Click

pytestmark = pytest.mark.browser

CALENDAR = """<style>td:hover{cursor:pointer}</style>
<div id=picker style='width:240px'><div><button>Next month</button><table%s><thead><tr><th class=prev>«<th colspan=5>November<th class=next>»<tr><th>Su<th>Mo<th>Tu<th>We<th>Th<th>Fr<th>Sa<tbody></table></div></div>
<p>-</p><script>
let rows = '';
for (let week = 0; week < 5; week++) {
  rows += '<tr>';
  for (let day = 7 * week + 1; day < 7 * week + 8; day++)
    rows += `<td class="day${day === 28 ? ' active' : ''}${day === 2 ? ' disabled' : ''}">${day > 30 ? day - 30 : day}</td>`;
}
document.querySelector('tbody').innerHTML = rows;
const choose = event => { if (event.target.matches('td')) document.querySelector('p').textContent = event.target.textContent; };
%s</script>"""
"""A calendar of 30 days and the first five of the next month, one of them unavailable."""

LISTENERS = {
    "box": "picker.addEventListener('click', choose)",
    "table": "document.querySelector('table').addEventListener('click', choose)",
    "body": "document.querySelector('tbody').addEventListener('click', choose)",
}


@pytest.mark.parametrize("around", LISTENERS)
def test_days_of_a_calendar_have_marks(pages: Pages, around: str) -> None:
    """Every day that a listener around all days reacts to is an element, and the chosen day is marked as selected."""
    shot = pages.open(CALENDAR % ("", LISTENERS[around]))
    days = [node for node in shot.nodes if node.role == "cell" and node.has("clickable")]
    assert [day.name for day in days] == [str(i) for i in (1, *range(3, 31), *range(1, 6))]
    assert [day.name for day in days if day.has("selected")] == ["28"]
    arrows = [node.name for node in pages.find_nodes(shot, "columnheader") if node.has("clickable")]
    assert arrows == ["«", "»"]
    assert not pages.find_nodes(shot, "generic")
    assert pages.find_nodes(pages.act(Click(pages.get_element(shot, "cell", name="12"))), "text", name="12")


def test_days_with_the_cursor_of_a_table(pages: Pages) -> None:
    """The days of a table with the cursor of a link are elements, not the table around them."""
    shot = pages.open(CALENDAR % (" style='cursor:pointer'", ""))
    assert {node.role for node in shot.nodes if node.has("clickable")} == {"button", "cell", "columnheader"}


def test_days_of_a_printed_calendar_are_text(pages: Pages) -> None:
    """The days of a table that nothing reacts to are plain text."""
    shot = pages.open(CALENDAR % ("", ""))
    assert [node.name for node in shot.nodes if node.has("clickable")] == ["Next month"]


def test_days_below_the_screen_are_counted(pages: Pages) -> None:
    """The days below the screen are counted as further elements, also in the next observation."""
    page = "<div style='height:calc(100vh - 110px)'></div>" + CALENDAR % ("", LISTENERS["box"])
    first, second = pages.open(page), pages.device.observe()
    assert first.beyond.below == second.beyond.below > 0


@pytest.mark.parametrize("label", ["", " aria-label='Day'"])
def test_days_that_listen_themselves(pages: Pages, label: str) -> None:
    """Days whose own elements react to clicks are elements once, in or without a box that listens, too."""
    days = "document.querySelectorAll('td').forEach(td => { td.innerHTML = `<span>${td.textContent}</span>`; td.firstChild.addEventListener('click', () => {}); });"
    style = "<style>td { padding: 0 } td > span { display: block; width: 30px; height: 30px; cursor: pointer }</style>"
    for listener in ("", LISTENERS["box"]):
        page = style + CALENDAR.replace("<td ", f"<td{label} ") % ("", listener + ";" + days)
        found = [n for n in pages.open(page).nodes if n.has("clickable") and n.role in ("generic", "cell")]
        assert len(found) in (34, 35)
