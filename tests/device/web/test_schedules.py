"""Schedules: empty cells with days above them and times to the left."""
# ruff: noqa: E501 - the pages are HTML as text

import pytest
from web_pages import Pages

from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Click

pytestmark = pytest.mark.browser

SCHEDULE = """<style>td, th { width: 90px; height: 24px; padding: 0 }</style><div id=all>
<table><tr><td><th role=columnheader>Mon 8<th role=columnheader>Tue 9</table>
<table><tr><td>%s<td class="slot date table"><td class="slot date table"><tr><td><td class=slot><td class=slot>
<tr><td>%s<td class=slot><td class=slot></table></div>
<script>all.addEventListener('dblclick', event => { const cell = event.target; document.title = cell.parentElement.rowIndex + ' ' + cell.cellIndex; });</script>"""


def test_empty_cells_of_a_schedule_have_days_and_times(pages: Pages) -> None:
    """Each empty cell of a schedule can be clicked, and its clue is its day and its time."""
    shot = pages.open(SCHEDULE % ("9:00 AM", "10:00 AM"))
    slots = [node for node in shot.nodes if node.role == "cell" and node.has("clickable")]
    times = ("9:00 AM", "9:30 AM", "10:00 AM")
    assert [node.clue for node in slots] == [f"{day}, {time}" for time in times for day in ("Mon 8", "Tue 9")]


@pytest.mark.parametrize(
    ("times", "between"),
    [
        (("9am", "10am"), "9:30am"),
        (("11 a.m.", "1 p.m."), "12:00 p.m."),
        (("09:00", "10:00"), "09:30"),
        (("9:00", "9:30"), "9:15"),
        (("9:00", "9:01"), "after 9:00"),
        (("11:00 PM", "12:00 AM"), "after 11:00 PM"),
    ],
)
def test_time_of_a_slot_between_two_times(pages: Pages, times: tuple[str, str], between: str) -> None:
    """A slot between two times has its own time, in their form."""
    shot = pages.open(SCHEDULE % times)
    assert f"Mon 8, {between}" in [node.clue for node in shot.nodes]


def test_all_day_row_and_time_column_of_a_schedule(pages: Pages) -> None:
    """The empty cells of the all-day row have the row's label as the time; those between the times are not listed."""
    page = SCHEDULE % ("9:00 AM", "10:00 AM")
    row = "<table><tr><td>All day" + "<td class=allday>" * 6 + "</table>"
    panel = "".join(
        f"<tr><td class='panel cell'><div>{time}</div>" for time in ("9:00 AM", *[""] * 6, "10:00 AM")
    )
    times = f"<table style='position:absolute;top:60px;left:8px'>{panel}</table></div>"
    shot = pages.open(page.replace("</table>", "</table>" + row, 1).replace("</div>", times, 1))
    assert "Mon 8, All day" in [node.clue for node in shot.nodes]
    assert not [node for node in shot.nodes if node.clue == "panel cell"]


def test_slots_follow_the_days_of_another_week(pages: Pages) -> None:
    """When only the days above the cells change, as for the next week, the cells have the new days."""
    pages.open(SCHEDULE % ("9:00 AM", "10:00 AM") + "<p>More" * 300)
    pages.device.observe()
    pages.evaluate("document.querySelector('th').firstChild.data = 'Mon 15'")
    slots = [n for n in pages.device.observe().nodes if n.role == "cell" and n.has("clickable")]
    assert [slot.clue for slot in slots[::2]] == [
        "Mon 15, 9:00 AM",
        "Mon 15, 9:30 AM",
        "Mon 15, 10:00 AM",
    ]


def test_slot_of_a_schedule_is_double_clicked(pages: Pages) -> None:
    """A double click on a slot reaches the cell of this day and time."""
    shot = pages.open(SCHEDULE % ("9:00 AM", "10:00 AM"))
    slot = next(e for e in build_screen(shot).elements if e.clue == "Tue 9, 10:00 AM")
    pages.device.perform(Click(slot, count=2))
    assert pages.evaluate("document.title") == '"2 2"'


def test_box_around_the_slots_of_a_schedule(pages: Pages) -> None:
    """A box that listens for clicks on the slots that fill it is not listed beside them."""
    row = "<div id=row style='width:270px'><table><tr>" + "<td>" * 6 + "</table></div>"
    page = SCHEDULE % ("9:00 AM", "10:00 AM")
    page = page.replace(
        "<table><tr><td>9", "<table><tr><td>All day</table>" + row + "<table><tr><td>9"
    ).replace("all.add", "row.onclick = () => 0; all.add")
    shot = pages.open(
        f"<style>#all {{ display: block }} #row table {{ margin-left: 92px; margin-top: -24px }}</style>{page}"
    )
    assert "Mon 8, All day" in [node.clue for node in shot.nodes]
    assert "row" not in [node.clue for node in pages.find_nodes(shot, "generic")]


def test_empty_cells_of_a_table_of_figures(pages: Pages) -> None:
    """Empty cells beside other texts than times are no slots."""
    shot = pages.open(SCHEDULE % ("Apples", "Pears"))
    assert not [node for node in shot.nodes if node.role == "cell" and node.has("clickable")]
