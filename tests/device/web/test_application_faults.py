"""Applications that are slow, fail, ask for something first, or show far too much."""

from __future__ import annotations

import base64
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

import pytest

from onscreen import run_task
from onscreen.device.web import WebDevice, web
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.types import Click, Done, Element, Episode, Start, SwitchTab
from onscreen.types.errors import DeviceError

pytestmark = pytest.mark.browser

SLOW_SEC = 2.5
"""Longer than `call_cap_sec` of the device that meets the slow server."""
FORM = (
    "<title>Tasks</title><h1>New task</h1><form method=post action='/save{case}'>"
    "<label>Title <input name=title></label><button>Save</button></form>"
)
BANNER = (
    "<div style='position:fixed;inset:0;background:#ddd' id=b><p>We and our partners store cookies on your "
    "device.</p><button onclick='b.remove()'>Accept all</button>"
    "<button onclick='b.remove()'>Reject all</button></div>"
)
LOGIN = base64.b64encode(b"ann:pass-word").decode()
PRESS = "<button onclick=\"this.textContent='Pressed'\">Press</button>"
PAGES = {
    "/form": FORM.format(case=""),
    "/banner": FORM.format(case="") + BANNER,
    "/logout": FORM.format(case="?logout"),
    "/captcha": FORM.format(case="?captcha"),
    "/error": FORM.format(case="?error"),
    "/down": FORM.format(case="?down"),
    "/delete": "<title>Tasks</title><h1>Buy milk</h1><form method=post action='/save?down'>"
    "<button>Delete task</button></form>",
    "/translated": "<title>Tasks</title><h1>Tasks</h1><a href='/german'>New task</a>",
    "/german": "<h1>Neue Aufgabe</h1><form method=post action='/save'><label>Titel <input name=title></label>"
    "<button>Speichern</button></form>",
    "/login": "<title>Log in</title><h1>Log in</h1><form><label>Name <input></label><label>Password "
    "<input type=password></label><button>Log in</button></form>",
    "/human": "<h1>Verify you are human</h1><label><input type=checkbox> I am not a robot</label>",
    "/links": f"<a href='/slow'>Orders</a> <a href='/never'>Reports</a> {PRESS}",
    "/slow": f"<h1>Orders</h1>{PRESS}",
    "/windows": "<button onclick=\"window.open('/never')\">Popup</button>"
    "<a href='/file' target=_blank>Download</a>"
    "<button onclick=\"window.open('/again', '_blank', 'noopener'); setTimeout(() => {for(;;);}, 500)\">Loop"
    "</button>",
    "/private": f"<h1>Calendar</h1><img src=/private/logo>{PRESS}",
    "/again": "<script>setInterval(()=>{stop();location.href='/never?'+Date.now()},700)</script>",
    "/large": "<h1>Words</h1><button>Edit</button><p id=t></p><button>Last</button><script>let h='';"
    "for(let i=0;i<200000;i++)h+='<i>Word '+i+'</i> ';t.innerHTML=h</script>",
    "/names": "<title>\u2066Names\u2069</title><button>\u202eyaP\u202c now</button><button id=n></button>"
    f"<button>{'x' * 1_000_000}</button><script>n.textContent = 'a\\0b'</script>",
}


class Server(ThreadingHTTPServer):
    """Application with a form; it keeps the titles that were saved."""

    daemon_threads = True

    def __init__(self) -> None:
        """Listen on a free port."""
        super().__init__(("127.0.0.1", 0), Handler)
        self.saved: list[str] = []
        self.is_closing = threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, path: str) -> str:
        """The address of a page."""
        return f"http://127.0.0.1:{self.server_port}{path}"


class Handler(BaseHTTPRequestHandler):
    """Answers the requests of the application."""

    server: Server

    def log_message(self, *_args: object) -> None:
        """Print nothing."""

    def do_GET(self) -> None:
        """Send a page, after a while if it is a slow one, or ask for a login."""
        if self.path.startswith("/private") and self.headers["authorization"] != f"Basic {LOGIN}":
            self.send_response(401)
            self.send_header("www-authenticate", 'Basic realm="Calendar"')
            self.send_header("content-length", "0")
            self.end_headers()
            return
        if self.path == "/slow":
            time.sleep(SLOW_SEC)
        if self.path == "/file":
            self.send_response(200)
            self.send_header("content-disposition", "attachment; filename=a.bin")
            self.send_header("content-length", "1")
            self.end_headers()
            self.wfile.write(b"x")
            return
        if self.path.startswith("/never"):
            self.server.is_closing.wait(60)
        self._send(200, PAGES.get(self.path.partition("?")[0], "nothing"))

    def do_POST(self) -> None:
        """Save the title, unless the case of the form is a failure."""
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        case = self.path.partition("?")[2]
        if case == "down":
            self.server.shutdown()
            self.server.server_close()
        elif case == "error":
            self._send(500, "")
        elif case:
            self.send_response(303)
            self.send_header("location", {"logout": "/login", "captcha": "/human"}[case])
            self.send_header("content-length", "0")
            self.end_headers()
        else:
            self.server.saved += parse_qs(body).get("title", [])
            self._send(200, f"<h1>Tasks</h1><ul><li>{'<li>'.join(self.server.saved)}</ul>")

    def _send(self, status: int, body: str) -> None:
        encoded = f"<!doctype html><meta charset=utf-8>{body}".encode() if body else b""
        self.send_response(status)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(encoded)))
        self.end_headers()
        self.wfile.write(encoded)


@pytest.fixture
def server() -> Iterator[Server]:
    """A server that is closed afterwards."""
    server = Server()
    yield server
    server.is_closing.set()
    server.shutdown()
    server.server_close()


@pytest.fixture
def device() -> Iterator[WebDevice]:
    """A device that waits a second for an answer of a page, and four for a server."""
    device = web({"call_cap_sec": 1.0, "load_cap_sec": 4.0, "width": 600, "height": 400})
    yield device
    device.close()


def element(device: WebDevice, name: str) -> Element:
    """The only element with this name on the screen."""
    (found,) = (e for e in build_screen(device.observe()).elements if e.name == name)
    return found


def add_task(server: Server, path: str) -> Episode:
    """Let the default agent add a task without a language model."""
    return run_task('Add a task "Buy milk" and save it', start=server.url(path), max_steps=12)


def claims_done(episode: Episode) -> bool:
    """Whether the agent reported that the task is done."""
    last = episode.decisions[-1].action
    return isinstance(last, Done) and last.achieved


@pytest.mark.parametrize("path", ["/form", "/banner"])
def test_an_entry_is_added_with_the_form_on_the_page(server: Server, path: str) -> None:
    """The default agent fills the form that a page shows and saves it, after it has refused the cookies."""
    episode = add_task(server, path)
    assert claims_done(episode)
    assert server.saved == ["Buy milk"]
    clicks = [str(decision.action) for decision in episode.decisions if isinstance(decision.action, Click)]
    assert any("Reject all" in click for click in clicks) is (path == "/banner")
    assert not any("Accept all" in click for click in clicks)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/logout", "the last page asks for a login"),
        ("/captcha", "the screen says 'Verify you are human'"),
        ("/error", "the server answered with the error 500"),
        ("/down", "the last page could not be loaded"),
        ("/translated", "nothing on the screen fits 'name'"),
    ],
)
def test_a_task_that_the_application_prevents_is_not_claimed(server: Server, path: str, reason: str) -> None:
    """The agent gives up at a login, a captcha, an error without text, a dead server or another language.

    The answer of the agent contains the reason.
    """
    episode = add_task(server, path)
    assert not claims_done(episode)
    assert server.saved == []
    last = episode.decisions[-1].action
    assert isinstance(last, Done)
    assert reason in last.answer


def test_a_removal_is_not_claimed_if_the_application_goes_down(server: Server) -> None:
    """The empty page of an application that went down is no evidence that something was deleted."""
    episode = run_task("Delete the task", start=server.url("/delete"), max_steps=12)
    last = episode.decisions[-1].action
    assert isinstance(last, Done)
    assert (last.achieved, last.answer) == (False, "the last page could not be loaded")


def test_an_application_that_is_down_from_the_start_is_reported() -> None:
    """A run on an address that refuses connections raises DeviceError with the address and the reason."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"http://127.0.0.1:{free.getsockname()[1]}/"
    with pytest.raises(DeviceError, match=f"{address}' cannot be opened: net::ERR_CONNECTION_REFUSED"):
        run_task('Add a task "Buy milk" and save it', start=address, max_steps=12)


def test_an_error_of_the_server_is_in_the_shot(server: Server, device: WebDevice) -> None:
    """The HTTP status of an error page is in its shot, and not in that of the next page."""
    device.start(Start(server.url("/error")))
    device.perform(Click(element(device, "Save")))
    assert device.observe().error_status == 500
    device.start(Start(server.url("/form")))
    assert device.observe().error_status == 0


def test_a_slow_server_is_waited_for(server: Server, device: WebDevice) -> None:
    """A page that the server sends late is observed, and its scripts run."""
    device.start(Start(server.url("/links")))
    device.perform(Click(element(device, "Orders")))
    shot = device.observe()
    assert (shot.address, shot.warning) == (server.url("/slow"), "")
    device.perform(Click(element(device, "Press")))
    assert element(device, "Pressed")


def test_a_server_that_never_answers_leaves_the_page_usable(server: Server, device: WebDevice) -> None:
    """After a click on a link whose server never answers, the shot says so, and the page can be used."""
    device.start(Start(server.url("/links")))
    device.perform(Click(element(device, "Reports")))
    assert "the server did not answer within 4 s" in device.observe().warning
    device.perform(Click(element(device, "Press")))
    assert element(device, "Pressed")


def test_a_page_with_200000_nodes_is_read_in_part(server: Server) -> None:
    """A page with 200,000 elements gives a shot of the visible ones, and says that there are more."""
    device = web({"width": 600, "height": 400, "load_cap_sec": 60.0, "call_cap_sec": 30.0})
    try:
        device.start(Start(server.url("/large")))
        shot = device.observe()
    finally:
        device.close()
    assert {"Words", "Edit", "Word 0"} <= {node.name for node in shot.nodes}
    assert len(shot.nodes) <= device.settings.max_nodes
    assert shot.beyond.below > 0 or "too large to be read completely" in shot.warning


def test_names_with_control_characters_and_of_any_length_are_shown(server: Server, device: WebDevice) -> None:
    """Bidirectional marks and NUL are no part of the text for a model, and a long name is truncated."""
    device.start(Start(server.url("/names")))
    shot = device.observe()
    names = [node.name for node in shot.nodes if node.role == "button"]
    assert len(names) == 3
    assert max(map(len, names)) <= device.settings.max_text + 1
    assert "truncated" in shot.warning
    text = screen_text(build_screen(shot), cap_chars=None)
    assert '"yaP now"' in text
    assert '"ab"' in text
    assert all(character.isprintable() or character == "\n" for character in text)
    assert len(text) < 3 * device.settings.max_text


@pytest.mark.parametrize("link", ["Popup", "Download"])
def test_a_new_tab_without_a_page_is_closed(server: Server, device: WebDevice, link: str) -> None:
    """A new tab whose server never answers, or that only starts a download, gives way to the page before."""
    device.start(Start(server.url("/windows")))
    device.perform(Click(element(device, link)))
    shot = device.observe()
    assert "the new tab showed no page" in shot.warning
    assert {"Popup", "Download"} <= {node.name for node in shot.nodes}
    assert len(device.observe().tabs) == 1


def test_a_loop_beside_a_tab_that_keeps_navigating_is_stopped(server: Server, device: WebDevice) -> None:
    """A tab in the background that navigates without end does not keep a looping page from being stopped."""
    device.start(Start(server.url("/windows")))
    device.perform(Click(element(device, "Loop")))
    device.observe()
    device.perform(SwitchTab(1))
    deadline = time.monotonic() + 60
    warning = ""
    while "without end" not in warning and time.monotonic() < deadline:
        warning = device.observe().warning
    assert "without end" in warning


@pytest.mark.parametrize("browser", ["chromium-headless-shell", "chromium"])
def test_login_by_http_authentication(server: Server, browser: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that asks for a login in a prompt gets the one of the setting; else the shot says so."""
    executable = shutil.which(browser)
    if executable is None:
        pytest.skip(f"{browser} is not installed")
    monkeypatch.setenv("CALENDAR", "ann:pass-word")
    host = f"127.0.0.1:{server.server_port}"
    with closing(web({"executable": executable, "logins": f"{host}=CALENDAR"})) as device:
        device.start(Start(server.url("/private")))
        shot = device.observe()
        assert any(node.name == "Calendar" for node in shot.nodes)
        assert (shot.error_status, shot.warning) == (0, "")
    monkeypatch.setenv("CALENDAR", "ann:other-word")
    for logins in ((), (f"{host}=CALENDAR",), (f"127.0.0.1:{server.server_port - 1}=CALENDAR",)):
        with closing(web({"executable": executable, "logins": logins})) as device:
            device.start(Start(server.url("/private")))
            shot = device.observe()
            assert shot.error_status == 401
            assert shot.warning.startswith('the server asks for a login (Basic realm="Calendar")')
            assert "word" not in repr(shot)
