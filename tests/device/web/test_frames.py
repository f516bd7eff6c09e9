"""Frames of the same and of other sites, one in another."""
# ruff: noqa: E501 - the pages are HTML as text

import pytest
from web_desk import Desk

from onscreen.types import Click, Shot, Type, Wait
from onscreen.types.errors import ElementCovered, ElementGone

pytestmark = pytest.mark.browser


@pytest.fixture
def nested(desk: Desk) -> Shot:
    """A page of a.test with a frame of b.test, in which is a frame of c.test, with borders and paddings."""
    deep = desk.write(
        "<body style='margin:0'><input aria-label=deep style='width:90px;height:20px;box-sizing:border-box'>"
    )
    inner = desk.write(
        "<body style='margin:0'><button onclick='this.textContent=1'>Inner</button><br>"
        f"<iframe style='border:5px solid;padding:7px' src='http://c.test/{deep}'></iframe>"
    )
    desk.open(
        "<body style='margin:0'><div style='height:100px'></div><iframe style='border:3px solid;margin-left:50px;"
        f"width:500px;height:300px' src='http://b.test/{inner}'></iframe><iframe srcdoc='<b>same</b>'></iframe>"
        "<div id=late></div>"
    )
    return desk.device.observe()


def test_all_frames_are_one_tree(desk: Desk, nested: Shot) -> None:
    """What stands in frames of any site is in the one tree, under its frame and at its place."""
    field = desk.only(nested, "textbox", name="deep")
    frame = nested.nodes[nested.nodes[field.parent].parent]
    assert frame.role == "iframe"
    assert nested.nodes[field.parent].role == "iframe"
    assert (field.box.left, field.box.width) == (50 + 3 + 5 + 7, 90)
    assert desk.only(nested, "text", name="same")


def test_actions_reach_into_frames(desk: Desk, nested: Shot) -> None:
    """Clicks and text arrive in the frame they are meant for."""
    desk.device.perform(Click(desk.button(nested, "Inner")))
    assert (
        desk.device.perform(Type("hello", desk.only(nested, "textbox", name="deep")))
        == "the field reads 'hello'"
    )
    shot = desk.device.observe()
    assert desk.button(shot, "1")
    assert desk.only(shot, "textbox", name="deep").value == "hello"


@pytest.mark.usefixtures("nested")
def test_late_frames_are_seen(desk: Desk) -> None:
    """A frame added later is seen as soon as it is there."""
    page = desk.write("<button>Late</button>")
    desk.value(f"late.innerHTML = '<iframe src=\"http://b.test/{page}\"></iframe>', 1")
    shot = desk.device.observe()
    for _ in range(20):
        if desk.nodes(shot, "button", name="Late"):
            break
        shot = desk.do(Wait(0.1))
    assert desk.nodes(shot, "button", name="Late")


def test_a_cover_in_the_outer_page_counts(desk: Desk, nested: Shot) -> None:
    """What the outer page lays over a frame covers what is in it."""
    desk.value(
        "document.body.insertAdjacentHTML('beforeend', '<div id=o style=\"position:fixed;inset:0;background:#eee\">"
        "Banner</div>'), 1"
    )
    assert desk.button(desk.device.observe(), "Inner").has("covered")
    with pytest.raises(ElementCovered, match="Banner"):
        desk.device.perform(Click(desk.button(nested, "Inner")))


def test_a_removed_frame_is_gone(desk: Desk, nested: Shot) -> None:
    """An element of a frame that was removed is gone, as a typed error."""
    desk.value("document.querySelector('iframe').remove(), 1")
    desk.device.observe()
    with pytest.raises(ElementGone, match="Inner"):
        desk.device.perform(Click(desk.button(nested, "Inner")))


def test_frames_outside_the_view_are_scrolled_to(desk: Desk) -> None:
    """An element in a frame that has been scrolled away is brought into view and clicked."""
    inner = desk.write("<button onclick=\"this.textContent='done'\">Go</button>")
    shot = desk.open(f"<iframe src='http://b.test/{inner}'></iframe><div style='height:3000px'>")
    desk.value("scrollTo(0, 2000), 1")
    desk.device.perform(Click(desk.button(shot, "Go")))
    assert desk.button(desk.device.observe(), "done")
