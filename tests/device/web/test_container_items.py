"""Containers that listen for clicks on what is in them are no controls of their own, and take no names from it."""
# ruff: noqa: E501 - the pages are HTML as text

from __future__ import annotations

import pytest
from web_pages import Pages

from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Click

pytestmark = pytest.mark.browser

LISTENS = (
    "<script>l.addEventListener('mousedown', event => { document.title = event.target.textContent })</script>"
)
TIMELINE = (
    "<style>#l{position:relative;width:700px;height:90px} .item{position:absolute;top:9px;border:1px solid #000}"
    " .day{position:absolute;top:60px}</style><div id=l><div class=item style='left:20px'>Arrival</div>"
    "<div class=item style='left:420px'><b>Workshop</b></div><div class=day style='left:30px'>Monday</div></div>"
)


def names_of_controls(pages: Pages, html: str) -> list[tuple[str, str]]:
    """Return role and name of what can be clicked on a page."""
    return [(node.role, node.name) for node in pages.open(html).nodes if node.has("clickable")]


def test_items_on_a_surface(pages: Pages) -> None:
    """Each item that a script places on a timeline can be clicked; the timeline is not named by their texts."""
    assert names_of_controls(pages, TIMELINE + LISTENS) == [
        ("generic", ""),
        ("generic", "Arrival"),
        ("generic", "Workshop"),
    ]
    pages.device.perform(Click(pages.get_element(pages.device.observe(), "generic", name="Workshop")))
    assert pages.evaluate("document.title") == '"Workshop"'


@pytest.mark.parametrize("size", ["width:600px", "width:200px"])
def test_card_with_badges(pages: Pages, size: str) -> None:
    """A card whose own text is beside badges at its corners is one element with all of its text."""
    card = (
        f"<style>#l{{position:relative;height:90px;{size}}} i{{position:absolute;right:0;background:#f00}}</style>"
        "<div id=l><b>Tulip</b> <i style='top:0'>New</i> <i style='bottom:0'>Red</i></div>"
    )
    assert names_of_controls(pages, card + LISTENS) == [("generic", "Tulip New Red")]


@pytest.mark.parametrize(
    ("html", "names"),
    [
        ("<div id=l style='width:400px;height:300px'><button style='width:390px;height:140px'>One</button><button style='width:390px;height:140px'>Two</button></div>", ["One", "Two"]),
        ("<div id=l style='width:400px'>Row <button style='width:160px'>One</button><button style='width:160px'>Two</button></div>", ["Row", "One", "Two"]),
        ("<div id=l style='height:300px'><div role=listitem>A</div><div role=listitem>B</div><div role=listitem>C</div></div>", [""]),
        ("<div id=l style='height:300px'><div role=row tabindex=0>A</div><div role=row tabindex=-1>B</div><div role=row tabindex=-1>C</div></div>", ["", "A", "B", "C"]),
    ],
)  # fmt: skip
def test_container_of_controls(pages: Pages, html: str, names: list[str]) -> None:
    """A container that its controls fill is none itself, and one without other text has no name."""
    assert [name for _, name in names_of_controls(pages, html + LISTENS)] == names


@pytest.mark.parametrize(("listens", "count"), [(LISTENS, 1), ("", 0)])
def test_cell_with_a_picture(pages: Pages, listens: str, count: int) -> None:
    """A cell that only shows a picture can be clicked in a grid that listens for the clicks on its cells."""
    picture = "<svg width=14 height=14><path d='M0 0L14 14' /></svg>"
    grid = f"<div id=l role=grid><div role=row><div role=gridcell>Ann</div><div role=gridcell>{picture}</div></div></div>"
    cells = [role for role, _ in names_of_controls(pages, grid + listens) if role == "gridcell"]
    assert len(cells) == count


def test_value_in_a_list_that_is_opened(pages: Pages) -> None:
    """The text of the chosen option in a combo box is no control of its own, although it listens."""
    box = "<button role=combobox aria-label=Order aria-expanded=false style='width:200px'><span id=l>A to Z</span></button>"
    assert names_of_controls(pages, box + LISTENS) == [("combobox", "Order")]


@pytest.mark.parametrize(
    ("before", "names"),
    [("<input aria-label=Filter>", ["Filter", "Heading", "Bullets", "Numbers"]), ("<b>Plan</b>", ["Plan Heading Bullets Numbers"])],
)  # fmt: skip
def test_menu_that_listens_for_its_items(pages: Pages, before: str, names: list[str]) -> None:
    """The items of a menu can be clicked although only the box around it and its search field listens."""
    items = "<p data-name=heading>Heading</p><p data-name=list>Bullets</p><p data-name=list>Numbers</p>"
    menu = f"<div id=l style='width:200px'><div>{before}</div><div>{items}</div></div>"
    assert [name for _, name in names_of_controls(pages, menu + LISTENS)] == names


BOARD = (
    "<div id=board style='{touch};width:600px;height:400px;position:relative'><div>"
    "<div data-id=a data-shape-type=note style='position:absolute;width:90px;height:60px;transform:translate(20px, 30px)'><p>Buy roses</p></div>"
    "<div data-id=b data-shape-type=arrow style='position:absolute;width:90px;height:60px;transform:translate(200px, 30px)'><svg width=90 height=60><path d='M0 0L90 60' stroke=black /></svg></div>"
    "</div></div><script>document.addEventListener('pointerdown', event => {{ document.title = event.clientX + ' ' + event.clientY; }});</script>"
)


def test_items_on_a_board(pages: Pages) -> None:
    """Items placed on a board whose gestures scripts handle can be clicked, and have their text as name or their kind as clue."""
    shot = pages.open(BOARD.format(touch="touch-action:none"))
    items = [e for e in build_screen(shot).elements if e.has("clickable")]
    assert [(item.name, item.clue) for item in items] == [("Buy roses", ""), ("", "arrow")]
    assert not pages.find_nodes(shot, "text")
    pages.device.perform(Click(items[0]))
    assert pages.evaluate("document.title") == '"73 68"'


def test_placed_boxes_outside_of_a_board(pages: Pages) -> None:
    """Boxes placed by coordinates are no items where the browser handles gestures."""
    shot = pages.open(BOARD.format(touch="color:black"))
    assert not [node for node in shot.nodes if node.has("clickable")]


CELL = "<div><div tabindex=-1><p><button>Run</button></p><div tabindex=-1><textarea>{}</textarea></div><button>Delete</button></div></div>"


def test_cells_of_a_notebook(pages: Pages) -> None:
    """A focusable box with one editor and buttons, beside others like it, is a group with the editor's first line as name."""
    shot = pages.open(CELL.format("total = 1\nprint(total)") + CELL.format("Text"))
    groups = {i: node.name for i, node in enumerate(shot.nodes) if node.role == "group"}
    assert list(groups.values()) == ["total = 1", "Text"]
    deletes = [groups.get(node.parent) for node in shot.nodes if node.name == "Delete"]
    assert deletes == ["total = 1", "Text"]


def test_a_single_editor_is_no_cell(pages: Pages) -> None:
    """A box with an editor and buttons that has no others like it beside it is no group."""
    shot = pages.open(
        CELL.format("Text") + "<div tabindex=-1><button>Run</button><button>Stop</button></div>"
    )
    assert not pages.find_nodes(shot, "group")
