"""Navigation in a real browser: addresses, history, tabs, dialogs, domain rules, start."""

import socket
from pathlib import Path

import pytest
from web_pages import Pages

from onscreen.device.web import web
from onscreen.run.episode_loop import RunHooks, run_step, start_episode
from onscreen.types import (
    Answer,
    Back,
    Click,
    CloseTab,
    Decision,
    Done,
    Forward,
    Home,
    Open,
    Press,
    Start,
    SwitchTab,
    Task,
    Tool,
    Type,
    Wait,
)
from onscreen.types.errors import ActionHadNoEffect, DeviceError, ElementCovered, NotAllowed, NotSupported

pytestmark = pytest.mark.browser


def test_history(pages: Pages) -> None:
    """Back and forward move in the history and raise an error at its ends."""
    first, second = pages.open("<p>one").address, pages.open("<p>two").address
    assert pages.act(Back()).address == first
    assert pages.act(Forward()).address == second
    with pytest.raises(ActionHadNoEffect, match="no page after"):
        pages.device.perform(Forward())
    assert pages.act(Home()).address == "about:blank"


def test_tabs_and_windows(pages: Pages) -> None:
    """A window that a link or script opens comes to the front; tabs are numbered in the order they opened."""
    page = pages.write("<button>There</button>")
    shot = pages.open(
        f"<a target=_blank href=/{page}>link</a><button onclick=\"window.open('/{page}')\">pop</button>"
    )
    first = shot.tabs[0].number
    shot = pages.act(Click(pages.get_element(shot, "link")))
    assert pages.get_button(shot, "There")
    assert [t.current for t in shot.tabs] == [False, True]
    shot = pages.act(CloseTab())
    shot = pages.act(Click(pages.get_button(shot, "pop")))
    assert shot.address.endswith(page)
    assert not pages.act(SwitchTab(first)).address.endswith(page)
    with pytest.raises(ActionHadNoEffect, match="no tab has the number 99"):
        pages.device.perform(SwitchTab(99))


def test_open_in_new_tab(pages: Pages) -> None:
    """Opening an address in a new tab keeps the current page."""
    before = pages.open("<p>one").address
    shot = pages.act(Open(f"http://b.test/{pages.write('<p>two')}", new_tab=True))
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
def test_dialogs_are_answered(pages: Pages, answer: Answer | Press, title: str) -> None:
    """A dialog is part of the shot and is answered by action or key; other actions are refused."""
    shot = pages.open("<button onclick=\"document.title=confirm('Sure?')\">b</button>")
    assert "a dialog opened (confirm): Sure?" in pages.device.perform(Click(pages.get_button(shot, "b")))
    asked = pages.device.observe()
    assert (asked.dialog.kind, asked.dialog.message) == ("confirm", "Sure?")
    with pytest.raises(ElementCovered, match="answer it first"):
        pages.device.perform(Click(pages.get_button(shot, "b")))
    pages.device.perform(answer)
    assert pages.evaluate("document.title") == f'"{title}"'


def test_the_address_of_a_page_with_a_dialog(pages: Pages) -> None:
    """While a dialog is open, the shot has the address that the page's script has set."""
    script = "history.pushState({}, '', '/board/7'); confirm('Sure?')"
    shot = pages.open(f'<button onclick="{script}">b</button>')
    asked = pages.act(Click(pages.get_button(shot, "b")))
    assert (asked.dialog.message, asked.address) == ("Sure?", "http://a.test/board/7")


def test_prompt(pages: Pages) -> None:
    """Text is typed into a prompt like into any field and sent with its button."""
    shot = pages.open("<button onclick=\"document.title=prompt('Name?','Bob')\">b</button>")
    asked = pages.act(Click(pages.get_button(shot, "b")))
    asked = pages.act(Type("Al", pages.get_element(asked, "textbox")))
    assert pages.get_element(asked, "textbox").value == "Al"
    pages.device.perform(Click(pages.get_button(asked, "OK")))
    assert pages.evaluate("document.title") == '"Al"'


def test_beforeunload_dialog(pages: Pages) -> None:
    """A page that asks before it is left stays or is left, depending on the answer."""
    shot = pages.open("<input><script>onbeforeunload=e=>{e.preventDefault();return 'x'}</script>")
    pages.device.perform(Type("x", pages.get_element(shot, "textbox")))
    other = f"http://b.test/{pages.write('<p>other')}"
    pages.device.perform(Open(other))
    asked = pages.device.observe()
    assert asked.dialog.kind == "beforeunload"
    assert pages.act(Click(pages.get_button(asked, "Stay"))).address == shot.address
    pages.device.perform(Open(other))
    assert pages.act(Answer()).address == other


def test_endless_dialogs(pages: Pages) -> None:
    """A page that opens dialogs without end can be left by opening another page."""
    assert pages.open("<script>for(;;)alert('again')</script>").dialog
    assert pages.act(Answer()).dialog
    assert pages.find_nodes(pages.open("<p>free"), "text", name="free")


def test_unsupported_actions(pages: Pages) -> None:
    """Answering without a dialog is an error, and Done is not an action of devices."""
    pages.open("<p>x")
    with pytest.raises(ActionHadNoEffect, match="no dialog"):
        pages.device.perform(Answer())
    with pytest.raises(NotSupported, match="Done"):
        pages.device.perform(Done())


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://evil.test/", "is blocked"),
        ("http://sub.evil.test/x", "is blocked"),
        ("file:///etc/passwd", "allow_files"),
        ("chrome://version", "cannot be opened"),
        ("javascript:alert(1)", "cannot be opened"),
    ],
)
def test_forbidden_addresses(pages: Pages, address: str, why: str) -> None:
    """Opening a forbidden address raises NotAllowed with the rule."""
    with pytest.raises(NotAllowed, match=why):
        pages.device.perform(Open(address))


def test_pages_cannot_bypass_domain_rules(pages: Pages) -> None:
    """Links, pop-ups and frames to a blocked domain are stopped; the page stays, and the warning says why."""
    shot = pages.open(
        "<a href='http://evil.test/x'>evil</a><button onclick=\"window.open('http://evil.test/p')\">pop</button>"
        "<iframe src='http://evil.test/i'></iframe>"
    )
    assert "'http://evil.test/i' was stopped" in shot.warning
    after = pages.act(Click(pages.get_element(shot, "link")))
    assert after.address == shot.address
    assert "the domain 'evil.test' is blocked" in after.warning
    after = pages.act(Click(pages.get_button(shot, "pop")))
    assert after.address == shot.address
    assert "'http://evil.test/p' was stopped" in after.warning


def test_addresses_that_cannot_be_opened(pages: Pages) -> None:
    """An unknown host, or text that is not an address, raises an error with the reason."""
    with pytest.raises(ActionHadNoEffect, match="ERR_NAME_NOT_RESOLVED"):
        pages.device.perform(Open("http://nowhere.invalid/"))
    with pytest.raises(ActionHadNoEffect, match="is not an address"):
        pages.device.perform(Open("the shop"))


def test_a_link_to_a_server_that_is_down_is_reported(pages: Pages) -> None:
    """After a click on a link whose server is down, the warning says that the page could not be loaded."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    shot = pages.open(f"<a href=http://127.0.0.1:{port}/>Orders</a>")
    after = pages.act(Click(pages.get_element(shot, "link", name="Orders")))
    assert "the page could not be loaded" in after.warning


def test_wait(pages: Pages) -> None:
    """Waiting ends as soon as the page changes; if nothing changes, the outcome says so."""
    pages.open("<p id=p>x")
    pages.evaluate("setTimeout(() => p.textContent = 'new', 300), 1")
    assert pages.device.perform(Wait(5)) == ""
    assert pages.find_nodes(pages.device.observe(), "text", name="new")
    assert pages.device.perform(Wait(0.2)) == "nothing changed"


def test_start_deletes_cookies_and_storage(folder: Path) -> None:
    """A new start has no storage of the one before; its script runs in the page and is awaited."""
    (folder / "start.html").write_text("<title>S</title>")
    device = web({"sites": (f"a.test={folder}",), "width": 300, "height": 200})
    try:
        with pytest.raises(DeviceError, match="call start first"):
            device.observe()
        start = Start(
            "http://a.test/start.html", script="await 1; localStorage.n = 1 + Number(localStorage.n || 0);"
        )
        for _ in range(4):
            device.start(start)
            assert device.read("localStorage.n") == '"1"'
            assert device.read("[document.visibilityState, document.hasFocus(), innerWidth]") == (
                '["visible",true,300]'
            )
            assert [tab.number for tab in device.observe().tabs] == [1]
        with pytest.raises(DeviceError, match="start script threw an exception: Error: no"):
            device.start(Start("http://a.test/start.html", script="throw Error('no')"))
        with pytest.raises(DeviceError, match="the run cannot start: "):
            device.start(Start("http://nowhere.invalid/"))
        device.close()
        device.close()
        device.start(start)
        assert device.observe().app == "S"
    finally:
        device.close()


def test_reuse_page(folder: Path) -> None:
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


def test_open_by_a_name_lists_the_sites(pages: Pages) -> None:
    """Opening something that is no address raises an error that lists the sites served from folders."""
    with pytest.raises(
        ActionHadNoEffect, match=r"'Shop' is not an address.* available sites: a.test, b.test"
    ):
        pages.device.perform(Open("Shop"))


def test_site_of_the_task_opens_by_its_name(pages: Pages) -> None:
    """A site that the task names opens by this name; another name is an error that lists the sites."""
    task = Task("look", tools=(Tool("Town shop", f"http://b.test/{pages.write('<button>Buy</button>')}"),))
    initial = start_episode(task, pages.device, started=True)
    opened = run_step(initial, pages.device, decision=Decision(Open("town shop")), hooks=RunHooks())
    pages.get_button(opened.last, "Buy")
    failed = run_step(opened, pages.device, decision=Decision(Open("Bank")), hooks=RunHooks())
    assert "available applications: 'Town shop'" in failed.outcomes[-1].message
