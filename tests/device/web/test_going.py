"""Going elsewhere: addresses, history, tabs, pop-ups, dialogs, and what may not be gone to."""
# ruff: noqa: E501 - the pages are HTML as text

from pathlib import Path

import pytest
from web_desk import Desk

from onscreen.device.web import web
from onscreen.types import (
    Answer,
    Back,
    Click,
    CloseTab,
    Done,
    Forward,
    Home,
    Open,
    Press,
    Start,
    SwitchTab,
    Type,
    Wait,
)
from onscreen.types.errors import ActionHadNoEffect, DeviceError, ElementCovered, NotAllowed, NotSupported

pytestmark = pytest.mark.browser


def test_history(desk: Desk) -> None:
    """Back and forward go through the pages, and say when there is none."""
    first, second = desk.open("<p>one").address, desk.open("<p>two").address
    assert desk.do(Back()).address == first
    assert desk.do(Forward()).address == second
    with pytest.raises(ActionHadNoEffect, match="no page after"):
        desk.device.perform(Forward())
    assert desk.do(Home()).address == "about:blank"


def test_tabs_and_windows(desk: Desk) -> None:
    """Links and scripts that open a window bring it to the front; tabs are numbered as they opened."""
    page = desk.write("<button>There</button>")
    shot = desk.open(
        f"<a target=_blank href=/{page}>link</a><button onclick=\"window.open('/{page}')\">pop</button>"
    )
    first = shot.tabs[0].number
    shot = desk.do(Click(desk.only(shot, "link")))
    assert desk.button(shot, "There")
    assert [t.current for t in shot.tabs] == [False, True]
    shot = desk.do(CloseTab())
    shot = desk.do(Click(desk.button(shot, "pop")))
    assert shot.address.endswith(page)
    assert not desk.do(SwitchTab(first)).address.endswith(page)
    with pytest.raises(ActionHadNoEffect, match="no tab has the number 99"):
        desk.device.perform(SwitchTab(99))


def test_a_new_tab_keeps_the_page(desk: Desk) -> None:
    """Opening in a new tab keeps the page that was there."""
    before = desk.open("<p>one").address
    shot = desk.do(Open(f"http://b.test/{desk.write('<p>two')}", new_tab=True))
    assert [t.address for t in shot.tabs] == [before, shot.address]


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        (Answer(accept=True), "true"),
        (Answer(accept=False), "false"),
        (Press("Enter"), "true"),
        (Press("Escape"), "false"),
    ],
)
def test_dialogs_are_answered(desk: Desk, answer: Answer | Press, title: str) -> None:
    """A dialog is part of the screen and is answered by word, key or click; nothing waits meanwhile."""
    shot = desk.open("<button onclick=\"document.title=confirm('Sure?')\">b</button>")
    assert "a dialog opened (confirm): Sure?" in desk.device.perform(Click(desk.button(shot, "b")))
    asked = desk.device.observe()
    assert (asked.dialog.kind, asked.dialog.message) == ("confirm", "Sure?")
    with pytest.raises(ElementCovered, match="answer it first"):
        desk.device.perform(Click(desk.button(shot, "b")))
    desk.device.perform(answer)
    assert desk.value("document.title") == f'"{title}"'


def test_prompts_take_text(desk: Desk) -> None:
    """Text for a prompt is typed into it like into any field, and its button sends it."""
    shot = desk.open("<button onclick=\"document.title=prompt('Name?','Bob')\">b</button>")
    asked = desk.do(Click(desk.button(shot, "b")))
    asked = desk.do(Type("Al", desk.only(asked, "textbox")))
    assert desk.only(asked, "textbox").value == "Al"
    desk.device.perform(Click(desk.button(asked, "OK")))
    assert desk.value("document.title") == '"Al"'


def test_leaving_may_be_asked_about(desk: Desk) -> None:
    """A page that asks before it is left is left or stayed on, as answered."""
    shot = desk.open("<input><script>onbeforeunload=e=>{e.preventDefault();return 'x'}</script>")
    desk.device.perform(Type("x", desk.only(shot, "textbox")))
    other = f"http://b.test/{desk.write('<p>other')}"
    desk.device.perform(Open(other))
    asked = desk.device.observe()
    assert asked.dialog.kind == "beforeunload"
    assert desk.do(Click(desk.button(asked, "Stay"))).address == shot.address
    desk.device.perform(Open(other))
    assert desk.do(Answer()).address == other


def test_an_endless_dialog_can_be_left(desk: Desk) -> None:
    """A page that asks without end is left by opening another."""
    assert desk.open("<script>for(;;)alert('again')</script>").dialog
    assert desk.do(Answer()).dialog
    assert desk.nodes(desk.open("<p>free"), "text", name="free")


def test_without_a_dialog_there_is_nothing_to_answer(desk: Desk) -> None:
    """Answering when nothing was asked is told, and Done is not for devices."""
    desk.open("<p>x")
    with pytest.raises(ActionHadNoEffect, match="no dialog"):
        desk.device.perform(Answer())
    with pytest.raises(NotSupported, match="Done"):
        desk.device.perform(Done())


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://evil.test/", "is blocked"),
        ("http://sub.evil.test/x", "is blocked"),
        ("file:///etc/passwd", "allow_files"),
        ("chrome://version", "not opened"),
        ("javascript:alert(1)", "not opened"),
    ],
)
def test_forbidden_addresses(desk: Desk, address: str, why: str) -> None:
    """What may not be gone to is refused, with the rule."""
    with pytest.raises(NotAllowed, match=why):
        desk.device.perform(Open(address))


def test_pages_do_not_get_round_the_policy(desk: Desk) -> None:
    """Links, pop-ups and frames to a blocked domain are stopped, the page stays, and the shot says so."""
    shot = desk.open(
        "<a href='http://evil.test/x'>evil</a><button onclick=\"window.open('http://evil.test/p')\">pop</button>"
        "<iframe src='http://evil.test/i'></iframe>"
    )
    assert "'http://evil.test/i' was stopped" in shot.note
    after = desk.do(Click(desk.only(shot, "link")))
    assert after.address == shot.address
    assert "the domain 'evil.test' is blocked" in after.note
    assert "evil" not in desk.do(Click(desk.button(shot, "pop"))).address


def test_addresses_that_lead_nowhere(desk: Desk) -> None:
    """An address without a server, or text that is none, is told with the reason."""
    with pytest.raises(ActionHadNoEffect, match="ERR_NAME_NOT_RESOLVED"):
        desk.device.perform(Open("http://nowhere.invalid/"))
    with pytest.raises(ActionHadNoEffect, match="is not an address"):
        desk.device.perform(Open("the shop"))


def test_wait_ends_when_something_changes(desk: Desk) -> None:
    """Waiting ends as soon as the page changes, and says when nothing did."""
    desk.open("<p id=p>x")
    desk.value("setTimeout(() => p.textContent = 'new', 300), 1")
    assert desk.device.perform(Wait(5)) == ""
    assert desk.nodes(desk.device.observe(), "text", name="new")
    assert desk.device.perform(Wait(0.2)) == "nothing changed"


def test_what_comes_after_a_click_is_waited_for(desk: Desk) -> None:
    """A screen is looked at after the requests and short timers of the click before have run."""
    (desk.folder / "data.txt").write_text("from the server")
    shot = desk.open(
        "<button onclick=\"fetch('/data.txt').then(r=>r.text()).then(t=>setTimeout(()=>p.textContent=t,150))\">b</button><p id=p>"
    )
    assert desk.nodes(desk.do(Click(desk.button(shot, "b"))), "text", name="from the server")


def test_start_forgets_cookies_and_storage(folder: Path) -> None:
    """A new start knows nothing of the run before; its script runs in the page and is awaited."""
    (folder / "start.html").write_text("<title>S</title>")
    device = web({"sites": (f"a.test={folder}",), "width": 300, "height": 200})
    try:
        with pytest.raises(DeviceError, match="call start first"):
            device.observe()
        start = Start(
            "http://a.test/start.html", script="await 1; localStorage.n = 1 + Number(localStorage.n || 0);"
        )
        for _ in range(2):
            device.start(start)
            assert device.read("localStorage.n") == '"1"'
        with pytest.raises(DeviceError, match="script of the start threw: Error: no"):
            device.start(Start("http://a.test/start.html", script="throw Error('no')"))
        with pytest.raises(DeviceError, match="cannot be started at"):
            device.start(Start("http://nowhere.invalid/"))
        device.close()
        device.close()
        device.start(start)
        assert device.observe().app == "S"
    finally:
        device.close()


def test_reuse_page_runs_only_the_script(folder: Path) -> None:
    """With reuse_page, a start at the same address keeps the page and runs its script."""
    (folder / "reuse.html").write_text("<script>n = 0</script>")
    device = web({"sites": (f"a.test={folder}",), "reuse_page": True, "width": 300, "height": 200})
    try:
        for wanted in ("1", "2"):
            device.start(Start("http://a.test/reuse.html", script="n += 1"))
            assert device.read("n") == wanted
        device.perform(Open("about:blank"))
        device.start(Start("http://a.test/reuse.html", script="n += 1"))
        assert device.read("n") == "1"
    finally:
        device.close()
