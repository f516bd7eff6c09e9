"""Frames of the same and of other sites, and nested frames."""
# ruff: noqa: E501 - the pages are HTML as text

import pytest
from web_pages import Pages

from onscreen.types import Click, Shot, Type
from onscreen.types.errors import ElementCovered, ElementGone

pytestmark = pytest.mark.browser


@pytest.fixture
def nested(pages: Pages) -> Shot:
    """Open a page of a.test with a frame of b.test that has a frame of c.test, with borders and paddings."""
    deep = pages.write(
        "<body style='margin:0'><input aria-label=deep style='width:90px;height:20px;box-sizing:border-box'>"
    )
    inner = pages.write(
        "<body style='margin:0'><button onclick='this.textContent=1'>Inner</button><br>"
        f"<iframe style='border:5px solid;padding:7px' src='http://c.test/{deep}'></iframe>"
    )
    pages.open(
        "<body style='margin:0'><div style='height:100px'></div><iframe style='border:3px solid;margin-left:50px;"
        f"width:500px;height:300px' src='http://b.test/{inner}'></iframe><iframe srcdoc='<b>same</b>'></iframe>"
        "<div id=late></div>"
    )
    return pages.device.observe()


def test_frames_are_merged_into_one_tree(pages: Pages, nested: Shot) -> None:
    """The nodes of frames of any site are in one tree, below their iframe element and at their position."""
    field = pages.get_element(nested, "textbox", name="deep")
    frame = nested.nodes[nested.nodes[field.parent].parent]
    assert frame.role == "iframe"
    assert nested.nodes[field.parent].role == "iframe"
    assert (field.box.left, field.box.width) == (50 + 3 + 5 + 7, 90)
    assert pages.get_element(nested, "text", name="same")


def test_actions_in_frames(pages: Pages, nested: Shot) -> None:
    """Clicks and text reach the frame of their target."""
    pages.device.perform(Click(pages.get_button(nested, "Inner")))
    assert (
        pages.device.perform(Type("hello", pages.get_element(nested, "textbox", name="deep")))
        == "the field reads 'hello'"
    )
    shot = pages.device.observe()
    assert pages.get_button(shot, "1")
    assert pages.get_element(shot, "textbox", name="deep").value == "hello"


@pytest.mark.usefixtures("nested")
def test_frame_added_later(pages: Pages) -> None:
    """A frame that is added later is observed once it has loaded."""
    page = pages.write("<button>Late</button>")
    pages.evaluate(f"late.innerHTML = '<iframe src=\"http://b.test/{page}\"></iframe>', 1")
    assert pages.find_nodes(pages.observe_until_node("button", "Late"), "button", name="Late")


def test_outer_page_covers_frame(pages: Pages, nested: Shot) -> None:
    """An element of the outer page that covers a frame covers the elements in it."""
    pages.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<div id=o style=\"position:fixed;inset:0;background:#eee\">"
        "Banner</div>'), 1"
    )
    assert pages.get_button(pages.device.observe(), "Inner").has("covered")
    with pytest.raises(ElementCovered, match="Banner"):
        pages.device.perform(Click(pages.get_button(nested, "Inner")))


def test_removed_frame_raises(pages: Pages, nested: Shot) -> None:
    """An action on an element of a removed frame raises ElementGone."""
    pages.evaluate("document.querySelector('iframe').remove(), 1")
    pages.device.observe()
    with pytest.raises(ElementGone, match="Inner"):
        pages.device.perform(Click(pages.get_button(nested, "Inner")))


def test_click_scrolls_frame_into_view(pages: Pages) -> None:
    """An element in a frame outside the viewport is scrolled into view and clicked."""
    inner = pages.write("<button onclick=\"this.textContent='done'\">Go</button>")
    shot = pages.open(f"<iframe src='http://b.test/{inner}'></iframe><div style='height:3000px'>")
    pages.evaluate("scrollTo(0, 2000), 1")
    pages.device.perform(Click(pages.get_button(shot, "Go")))
    assert pages.get_button(pages.device.observe(), "done")
