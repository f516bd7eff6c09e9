"""Groups of an SVG diagram: a transparent shape receives the mouse for the text and the drawing in its group."""
# ruff: noqa: E501 - the pages are HTML as text

from __future__ import annotations

import pytest
from web_pages import Pages

from onscreen.types import Click

pytestmark = pytest.mark.browser

HIT = (
    "<rect class='hit all' x={x} y=20 width=100 height=80 style='fill:none;pointer-events:all;cursor:move' />"
)
GROUP = (
    "<g><g class=task data-element-id={key}><g class=visual><rect x={x} y=20 width=100 height=80 fill=white stroke=black />"
    "{text}</g>" + HIT + "</g></g>"
)


def diagram(*groups: tuple[str, str]) -> str:
    """Return a diagram with a group for each key and text."""
    parts = [
        GROUP.format(
            key=key, x=20 + 150 * i, text=text and f"<text y=60><tspan x={30 + 150 * i}>{text}</tspan></text>"
        )
        for i, (key, text) in enumerate(groups)
    ]
    return f"<svg width=700 height=200>{''.join(parts)}</svg>"


def test_shape_is_named_by_the_text_of_its_group(pages: Pages) -> None:
    """What can be dragged has the text in its group as its name, which is not listed again."""
    shot = pages.open(diagram(("Task_scan", "Scan"), ("Task_store", "Store"), ("Start_1", "")))
    handles = [(node.role, node.name, node.clue) for node in shot.nodes if node.has("draggable")]
    assert handles == [("image", "Scan", ""), ("image", "Store", ""), ("image", "", "rect 100x80 Start 1")]
    assert not pages.find_nodes(shot, "text")


def test_text_behind_a_transparent_shape_of_its_group_is_clicked(pages: Pages) -> None:
    """A click on a text reaches the transparent shape that receives the mouse for its group."""
    shot = pages.open(
        "<svg width=300 height=200><g onclick=\"document.title='hit'\"><rect x=20 y=20 width=100 height=80 fill=white stroke=black />"
        "<text x=40 y=60>Scan</text><rect x=20 y=20 width=100 height=80 fill=none style='pointer-events:all' /></g></svg>"
    )
    text = pages.find_nodes(shot, "text", name="Scan") or pages.find_nodes(shot, "generic", name="Scan")
    assert not text[0].has("covered")
    pages.device.perform(Click(pages.get_element(shot, text[0].role, name="Scan")))
    assert pages.evaluate("document.title") == '"hit"'


def test_text_behind_a_shape_of_another_group_is_covered(pages: Pages) -> None:
    """A shape that is not in the group of a text covers it."""
    shot = pages.open(
        "<svg width=300 height=200><g><text x=40 y=60>Scan</text></g>"
        "<g><rect x=20 y=20 width=100 height=80 fill=none style='pointer-events:all' /></g></svg>"
    )
    assert pages.get_element(shot, "text", name="Scan").has("covered")


def test_values_of_a_chart_are_no_controls(pages: Pages) -> None:
    """Of a chart whose bars and boxes all listen for their tooltips, one element is reported."""
    bar = "<g class=bar><path d='M{x},10h8v60h-8Z' fill='#36c' /></g>"
    shot = pages.open(
        "<div id=l style='width:300px;height:100px'><div id=m style='height:98px'><svg width=300 height=98><g>"
        f"{''.join(bar.replace('{x}', str(12 * i)) for i in range(20))}</g></svg></div></div><script>"
        "for (const el of [l, m, ...document.querySelectorAll('.bar')]) el.onclick = () => 0</script>"
    )
    assert [node.clue for node in shot.nodes if node.has("clickable")] == ["l"]
