"""Reuse of the last picture: only while nothing was painted and no action was performed."""
# ruff: noqa: E501 - the pages are HTML as text

from __future__ import annotations

import time

import pytest
from web_pages import Pages

from onscreen.types import Click, Hover, Picture, Point, Wait

pytestmark = pytest.mark.browser
TIMEOUT_SEC = 60.0
DRAWING = "<canvas id=c width=300 height=300></canvas><script>{}</script>"
SQUARE = "<div id=d style='width:{0}px;height:{0}px;background:#00f'></div>"
ANIMATE = "d.animate([{ background: '#f00' }, { background: '#f00' }], 1e8)"
PAINTED = {
    "canvas": (DRAWING.format(""), "c.getContext('2d').fillRect(9, 9, 50, 50)"),
    "animation": (SQUARE.format(90), ANIMATE),
    "pixel": (SQUARE.format(1), ANIMATE),
    "value of a control": ("<progress id=d value=1 max=9></progress>", "d.max = 3"),
}


def run_script(pages: Pages, script: str) -> None:
    """Run a script in every frame that has an element with the id it uses, as the page's own scripts do."""
    device = pages.device
    tab, connection = device._usable_tab(), device._running_browser().connection
    for frame in tab.frames.values():
        params = {
            "expression": f"globalThis.c || globalThis.d ? {script} : 0",
            "contextId": frame.main_context_id,
        }
        connection.notify("Runtime.evaluate", params, session=frame.session)


def look_until_different(pages: Pages, picture: Picture) -> Picture:
    """Look until the picture differs, for at most a minute, and return it."""
    deadline = time.monotonic() + TIMEOUT_SEC
    while (shown := pages.device.observe().picture) == picture and time.monotonic() < deadline:
        pages.device.perform(Wait(0.1))
    return shown


def picture_of_second_reuse(pages: Pages, html: str) -> Picture:
    """Open a page and look until a look returns the same picture object as the one before."""
    before = pages.open(html).picture
    deadline = time.monotonic() + TIMEOUT_SEC
    while time.monotonic() < deadline:
        picture = pages.device.observe().picture
        if picture is before:
            return picture
        before = picture
    pytest.fail("no picture was reused")


def test_picture_of_an_unchanged_page_is_reused(pages: Pages) -> None:
    """Looks at a page in which nothing happens return the same picture, and it is right."""
    picture = picture_of_second_reuse(pages, "<p>Still</p>")
    assert pages.act(Wait(0.1)).picture is picture
    pages.evaluate("0")
    fresh = pages.device.observe().picture
    assert fresh is not picture
    assert fresh == picture


@pytest.mark.parametrize("name", PAINTED)
def test_what_is_painted_without_an_action_is_seen(pages: Pages, name: str) -> None:
    """A picture is not reused once a canvas, an animation or a single pixel was painted."""
    html, script = PAINTED[name]
    picture = picture_of_second_reuse(pages, html)
    run_script(pages, script)
    assert look_until_different(pages, picture) != picture


def test_what_a_frame_of_another_site_paints_is_seen(pages: Pages) -> None:
    """A picture is not reused once a frame in another process painted something."""
    name = pages.write(SQUARE.format(90))
    picture = picture_of_second_reuse(pages, f"<iframe src='http://b.test/{name}'></iframe>")
    run_script(pages, ANIMATE)
    assert look_until_different(pages, picture) != picture


def test_the_last_of_many_paints_is_in_the_picture(pages: Pages) -> None:
    """After many paints at short intervals, the picture shows the last one."""
    paint = "let n = 0; const t = setInterval(() => { c.getContext('2d').fillRect(5 * n, 0, 4, 90); if (++n === 50) clearInterval(t); }, 70)"
    pages.open(DRAWING.format(paint))
    while pages.evaluate("n") != "50":
        for _ in range(5):
            pages.device.observe()
    pages.device.observe()
    reused = picture_of_second_look(pages)
    pages.evaluate("0")
    assert pages.device.observe().picture == reused


def picture_of_second_look(pages: Pages) -> Picture:
    """Return the picture of the second of two looks without an action."""
    pages.device.observe()
    return pages.device.observe().picture


def test_tab_that_paints_without_end_is_not_watched(pages: Pages) -> None:
    """The watch ends in a tab that paints continuously, because every frame costs time."""
    pages.open(
        DRAWING.format(
            "let n = 0; (function f() { c.getContext('2d').fillRect(n++ % 300, 0, 9, 9); requestAnimationFrame(f); })()"
        )
    )
    watch = pages.device._usable_tab().paint_watch
    pages.device.observe()
    assert watch.is_on
    deadline = time.monotonic() + TIMEOUT_SEC
    while watch.is_on and time.monotonic() < deadline:
        pages.device.perform(Wait(1))
        pages.device.observe()
    assert not watch.is_on


def test_picture_is_new_after_an_action(pages: Pages) -> None:
    """An action ends the reuse, even if it changes nothing but the picture."""
    html = DRAWING.format("c.onclick = () => c.getContext('2d').fillRect(0, 0, 99, 99)")
    picture = picture_of_second_reuse(pages, html)
    assert pages.act(Click(Point(100, 100))).picture != picture
    picture = picture_of_second_reuse(pages, "<style>p:hover{color:red}</style><p>Hover</p>")
    assert pages.act(Hover(Point(20, 25))).picture != picture


def test_elements_are_observed_without_a_new_picture(pages: Pages) -> None:
    """An observation of the elements has the current elements and the last picture."""
    shot = pages.open("<button id=d>Save</button>")
    pages.device.perform(Click(Point(300, 300)))
    after = pages.device.observe()
    again = pages.device.observe_elements()
    assert (again.picture is after.picture, again.nodes) == (True, after.nodes)
    run_script(pages, "d.append(' all')")
    deadline = time.monotonic() + TIMEOUT_SEC
    while (changed := pages.device.observe_elements()).nodes == shot.nodes and time.monotonic() < deadline:
        pages.device.perform(Wait(0.1))
    assert "Save all" in [node.name for node in changed.nodes]
    assert changed.picture is after.picture
    assert pages.device.observe().picture != after.picture
