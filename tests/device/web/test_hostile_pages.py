"""Hostile pages: nothing hangs, and the warning or the error says what happened."""
# ruff: noqa: E501 - the pages are HTML as text

import contextlib
import os
import re
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from web_pages import Pages

from onscreen.device.web import WebDevice, web
from onscreen.run.worker_handle import descendants
from onscreen.types import Click, Open, Start
from onscreen.types.errors import ActionFailed, ActionTimeout, DeviceError

pytestmark = pytest.mark.browser


def test_endless_script_is_stopped(impatient_pages: Pages) -> None:
    """A click that starts an endless loop raises ActionTimeout, and the page can be used afterwards."""
    pages = impatient_pages
    shot = pages.open(
        "<button onclick='for(;;);'>loop</button><button onclick=\"document.title='fine'\">ok</button>"
    )
    with pytest.raises(ActionTimeout):
        pages.device.perform(Click(pages.get_button(shot, "loop")))
    assert "ran without end and was stopped" in pages.device.observe().warning
    pages.device.perform(Click(pages.get_button(shot, "ok")))
    assert pages.evaluate("document.title") == '"fine"'


def test_busy_page_is_awaited() -> None:
    """A page whose process is busy without a script, as with a long layout, is neither stopped nor closed."""
    with contextlib.closing(web({"call_cap_sec": 0.2, "settle_cap_sec": 0.2})) as device:
        device.start(Start("data:text/html,<button>Green</button>"))
        renderers = [
            pid
            for pid in descendants(os.getpid())
            if b"=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes()
        ]
        timer = threading.Timer(1.8, lambda: [os.kill(pid, signal.SIGCONT) for pid in renderers])
        for pid in renderers:
            os.kill(pid, signal.SIGSTOP)
        timer.start()
        shot = device.observe()
        timer.join()
        assert "the page was busy for" in shot.warning
        assert [node.name for node in shot.nodes if node.role == "button"] == ["Green"]


def test_page_that_keeps_looping(impatient_pages: Pages) -> None:
    """A page that loops while it loads, and again from timers, is stopped and can be left."""
    pages = impatient_pages
    page = pages.write("<p>x<script>setInterval(() => {for(;;);}, 0)</script>")
    with contextlib.suppress(ActionFailed):
        pages.device.perform(Open(f"http://a.test/{page}"))
    assert "without end" in pages.device.observe().warning
    tries = (pages.find_nodes(pages.open("<p>free"), "text", name="free") for _ in range(3))
    assert any(tries)


@pytest.mark.parametrize(
    "script",
    [
        "document.title = 'a\\ud800b'",
        "document.body.innerHTML = '<button>a\\ud800b</button>'",
        "document.body.innerHTML = '<input>'; document.querySelector('input').value = '\\udc00b'",
    ],
    ids=["title", "name", "value"],
)
def test_half_of_a_surrogate_pair_is_replaced(pages: Pages, script: str) -> None:
    """Half of a surrogate pair in a title, a name or a value is shown as U+FFFD."""
    shot = pages.open(f"<body><script>{script}</script>")
    texts = [shot.app, *(text for node in shot.nodes for text in (node.name, node.value))]
    assert any("\N{REPLACEMENT CHARACTER}b" in text for text in texts), texts


def test_page_that_changes_its_address_without_end(impatient_pages: Pages) -> None:
    """A page that adds entries to its history without end is observed or closed, and can be left."""
    pages = impatient_pages
    page = pages.write(
        "<script>setInterval(() => {for (let i = 0; i < 1e4; i++) history.pushState(i, '', '#' + i)})</script>"
    )
    with contextlib.suppress(ActionFailed):
        pages.device.perform(Open(f"http://a.test/{page}"))
    pages.device.observe()
    assert pages.find_nodes(pages.open("<p>free"), "text", name="free")


def test_too_many_frames(pages: Pages) -> None:
    """A page with hundreds of frames gives a shot of its first ones, and a warning with their number."""
    shot = pages.open(
        "<button>top</button><script>for (let i = 0; i < 200; i++) { const f = document.createElement('iframe');"
        " f.srcdoc = '<button>inner</button>'; document.body.append(f); }</script>"
    )
    assert pages.find_nodes(shot, "button", name="top")
    assert "the page has 201 frames, of which " in shot.warning


def test_page_with_10000_frames(pages: Pages) -> None:
    """A page with 10,000 frames is observed in part, with a warning, and can be left.

    The browser itself leaves some of the frames without a document.
    """
    shot = pages.open("<button>top</button>" + "<iframe></iframe>" * 10_000)
    assert pages.find_nodes(shot, "button", name="top")
    assert re.search(r"the page has \d+ frames, of which \d+ were not read", shot.warning)
    assert len(shot.nodes) <= pages.device.settings.max_nodes
    assert pages.evaluate("document.querySelectorAll('iframe').length") == "10000"
    assert pages.find_nodes(pages.open("<p>free"), "text", name="free")


def test_page_that_closes_itself(pages: Pages) -> None:
    """After a window closed itself, the tab that opened it is in front."""
    page = pages.write("<button onclick='window.close()'>bye</button>")
    shot = pages.open(f"<button onclick=\"window.open('/{page}')\">open</button>")
    popup = pages.act(Click(pages.get_button(shot, "open")))
    assert pages.act(Click(pages.get_button(popup, "bye"))).address == shot.address


def test_too_many_elements(pages: Pages) -> None:
    """A page with too many elements gives a shot whose warning says what was omitted."""
    shot = pages.open(
        "<script>for(let i=0;i<9000;i++)document.write('<i onclick=1 style=\"position:absolute;top:0\">b'+i+'</i>')</script>"
    )
    assert len(shot.nodes) <= pages.device.settings.max_nodes
    assert "too large to be read completely" in shot.warning


def test_too_long_text(pages: Pages) -> None:
    """A text of a million characters is truncated to the limit, with a warning."""
    shot = pages.open("<p>" + "lorem ipsum " * 90000)
    assert max(len(n.name) for n in shot.nodes) <= pages.device.settings.max_text + 1
    assert "truncated to" in shot.warning


def test_page_that_breaks_its_globals(pages: Pages) -> None:
    """A page that replaces built-in functions, or names fields like properties, is read correctly."""
    shot = pages.open(
        "<form><input name=tagName><input name=getBoundingClientRect aria-label=odd><input name=labels></form>"
        "<button>fine</button><script>Array.prototype.map=()=>{throw 2};JSON.stringify=null;Node.prototype.contains=null;"
        "Object.defineProperty(Element.prototype,'getBoundingClientRect',{value(){throw 3}})</script>"
    )
    assert pages.get_button(shot, "fine")
    assert pages.get_element(shot, "textbox", name="odd")


@pytest.mark.parametrize("name", ["parentNode", "parentElement", "children", "dataset", "firstElementChild"])
def test_field_named_like_a_property(pages: Pages, name: str) -> None:
    """A field whose name shadows a property of its form changes nothing else about the page."""
    shot = pages.open(
        f"<form><input name={name}><button>Hidden</button></form><button>Free</button>"
        "<div style='position:absolute;left:0;top:0;width:400px;height:34px'></div>"
    )
    assert pages.get_button(shot, "Hidden").has("covered")
    assert not pages.get_button(shot, "Free").has("covered")


def test_element_named_like_the_script(pages: Pages) -> None:
    """An element whose id is the name of the injected object does not replace that object."""
    assert pages.get_button(
        pages.open("<p id=onscreen>x</p><iframe id=onscreen srcdoc=x></iframe><button>Go"), "Go"
    )


def test_exception_while_the_page_is_read(pages: Pages) -> None:
    """An exception while the page is read is in the note of the shot."""
    pages.open("<button>Go</button>")
    break_script(pages.device, frame=0)
    assert "the page cannot be read: Error: no sense" in pages.device.observe().warning


def test_exception_while_a_frame_is_read(pages: Pages) -> None:
    """An exception while a frame is read is in the note of the shot, which has the rest of the page."""
    pages.open("<iframe srcdoc='<b>inner</b>'></iframe><button>Go</button>")
    assert pages.find_nodes(pages.observe_until_node("text", "inner"), "text", name="inner")
    break_script(pages.device, frame=1)
    shot = pages.device.observe()
    assert pages.get_button(shot, "Go")
    assert "a frame of the page cannot be read: Error: no sense" in shot.warning


def break_script(device: WebDevice, *, frame: int) -> None:
    """Replace the function that reads a frame, by its rank in the tab, by one that throws."""
    tab = device._browser.current
    chosen = list(tab.frames.values())[frame]
    code = "onscreen.snapshot = () => { throw Error('no sense'); }"
    params = {"expression": code, "contextId": chosen.isolated_context_id}
    device._browser.connection.notify("Runtime.evaluate", params, session=chosen.session)


def test_crashed_page(pages: Pages) -> None:
    """A crashed page is reported in a warning, and a blank page takes its place."""
    pages.open("<p>x")
    tab = pages.device._browser.current
    pages.device._browser.connection.notify("Page.crash", session=tab.session)
    assert "crashed" in observe_until(pages.device, lambda warning: "crashed" in warning)
    assert pages.find_nodes(pages.open("<p>again"), "text", name="again")


def test_crashed_browser() -> None:
    """A crashed browser raises DeviceError, and the next start launches a new one."""
    device = web({"width": 300, "height": 200})
    try:
        device.start(Start())
        device._browser.connection.notify("Browser.crash")
        with pytest.raises(DeviceError, match="browser is gone"):
            observe_until(device, lambda _: False)
        device.start(Start())
        assert device.observe().picture.size == (300, 200)
    finally:
        device.close()


def observe_until(device: WebDevice, is_expected: Callable[[str], bool]) -> str:
    """Observe the screen until a warning is as expected or a minute has passed; return the last warning."""
    deadline = time.monotonic() + 60
    warning = device.observe().warning
    while not is_expected(warning) and time.monotonic() < deadline:
        warning = device.observe().warning
    return warning
