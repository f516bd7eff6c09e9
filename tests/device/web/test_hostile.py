"""Pages that attack: nothing hangs, everything is told."""
# ruff: noqa: E501 - the pages are HTML as text

import contextlib
import time

import pytest
from web_desk import Desk

from onscreen.device.web import WebDevice, web
from onscreen.types import Click, Open, Start
from onscreen.types.errors import ActionFailed, ActionTimeout, DeviceError

pytestmark = pytest.mark.browser


def test_a_script_without_end_is_stopped(desk: Desk) -> None:
    """A click that starts a loop without end comes back as too slow, and the page can be used again."""
    shot = desk.open(
        "<button onclick='for(;;);'>loop</button><button onclick=\"document.title='fine'\">ok</button>"
    )
    with pytest.raises(ActionTimeout):
        desk.device.perform(Click(desk.button(shot, "loop")))
    assert "ran without end and was stopped" in desk.device.observe().note
    desk.device.perform(Click(desk.button(shot, "ok")))
    assert desk.value("document.title") == '"fine"'


def test_a_page_that_never_answers_does_not_hang(desk: Desk) -> None:
    """A page that loops while it loads, and again and again after, is got rid of within the caps."""
    began = time.monotonic()
    page = desk.write("<p>x<script>setInterval(() => {for(;;);}, 0)</script>")
    with contextlib.suppress(ActionFailed):
        desk.device.perform(Open(f"http://a.test/{page}"))
    assert "without end" in desk.device.observe().note
    assert desk.nodes(desk.open("<p>free"), "text", name="free")
    assert time.monotonic() - began < 60


def test_a_page_that_closes_itself(desk: Desk) -> None:
    """A window that closes itself leaves the one that opened it."""
    page = desk.write("<button onclick='window.close()'>bye</button>")
    shot = desk.open(f"<button onclick=\"window.open('/{page}')\">open</button>")
    popup = desk.do(Click(desk.button(shot, "open")))
    assert desk.do(Click(desk.button(popup, "bye"))).address == shot.address


def test_endless_content_is_cut_and_told(desk: Desk) -> None:
    """A page of ever more elements gives a screen in time, with a note of what was left out."""
    shot = desk.open(
        "<script>for(let i=0;i<9000;i++)document.write('<i onclick=1 style=\"position:absolute;top:0\">b'+i+'</i>')</script>"
    )
    assert len(shot.nodes) <= desk.device.settings.max_nodes
    assert "too large to be read completely" in shot.note


def test_a_text_without_end_is_cut(desk: Desk) -> None:
    """A text of a million characters is cut to the cap, and the note says so."""
    shot = desk.open("<p>" + "lorem ipsum " * 90000)
    assert max(len(n.name) for n in shot.nodes) <= desk.device.settings.max_text + 1
    assert "truncated to" in shot.note


def test_a_page_that_breaks_its_own_world(desk: Desk) -> None:
    """A page that spoils the functions of its world, or names fields like properties, is read all the same."""
    shot = desk.open(
        "<form><input name=tagName><input name=getBoundingClientRect aria-label=odd><input name=labels></form>"
        "<button>fine</button><script>Array.prototype.map=()=>{throw 2};JSON.stringify=null;Node.prototype.contains=null;"
        "Object.defineProperty(Element.prototype,'getBoundingClientRect',{value(){throw 3}})</script>"
    )
    assert desk.button(shot, "fine")
    assert desk.only(shot, "textbox", name="odd")


def test_a_crash_is_recovered_from(desk: Desk) -> None:
    """A page that crashes is told, and the device goes on with a blank one."""
    desk.open("<p>x")
    tab = desk.device._browser.current
    desk.device._browser.connection.notify("Page.crash", session=tab.session)
    notes = [desk.device.observe().note for _ in range(2)]
    assert any("crashed" in note for note in notes)
    assert desk.nodes(desk.open("<p>again"), "text", name="again")


def test_a_browser_that_is_gone_is_a_device_error() -> None:
    """When the browser itself is gone, that is said, and the next start begins a new one."""
    device = web({"width": 300, "height": 200})
    try:
        device.start(Start())
        device._browser.connection.notify("Browser.crash")
        with pytest.raises(DeviceError, match="browser is gone"):
            look_again(device, 50)
        device.start(Start())
        assert device.observe().picture.size == (300, 200)
    finally:
        device.close()


def look_again(device: WebDevice, times: int) -> None:
    """Look at the screen so many times."""
    for _ in range(times):
        device.observe()
