"""Waiting for pages: what an action started is waited for, and a timeout is reported in the warning."""
# ruff: noqa: E501 - the pages are HTML as text

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import msgspec
import pytest
from web_pages import Pages

from onscreen.device.web.devtools_connection import Message
from onscreen.device.web.page_scripts import isolated_world_script
from onscreen.types import Click, Open, Wait
from onscreen.types.errors import ActionTimeout

pytestmark = pytest.mark.browser
QUIET_MS = 6
"""Pause after which a page that has changed only briefly counts as quiet, in milliseconds."""
RUN_QUIET_MS = 50
"""Pause after which a page that has changed for a while counts as quiet, in milliseconds."""
MAX_PAUSED = 5
"""Maximum number of times that a page which paused is opened again."""
FETCH_BUTTON = b"<button onclick=\"fetch('/silent')\">Fetch</button>"
LOADING_PAGE = (
    b"<!doctype html><button onclick=\"this.textContent = 'Pressed'\">OK</button>"
    b"<img src=/silent><script src=/silent async></script><script>fetch('/silent')</script>"
)
SAVE_PAGE = (
    b"<!doctype html><p id=p><button onclick=\"fetch('/saved').then(() => p.textContent = 'Saved')\">Save</button>"
    b"<button onclick=\"fetch('/pause').then(r => r.body.getReader().read())"
    b".then(() => p.textContent = 'Following')\">Follow</button>"
)
FETCH = "fetch('/data.txt').then(r => r.text()).then(t => setTimeout(() => p.textContent = t, 150))"
XHR = "const x = new XMLHttpRequest(); x.onload = () => p.textContent = x.response; x.open('GET', '/data.txt'); x.send()"
BLOB = "fetch('/data.txt').then(r => r.blob()).then(b => b.text()).then(t => p.textContent = t)"
SCRIPT = "const s = document.createElement('script'); s.src = '/data.js'; document.body.append(s)"
STREAM = (
    "fetch('/data.txt').then(async r => { const reader = r.body.getReader(); let t = '', part;"
    "while (!(part = await reader.read()).done) t += new TextDecoder().decode(part.value); p.textContent = t; })"
)
WASM = "WebAssembly.compileStreaming(fetch('/data.wasm')).then(() => p.textContent = 'from the server')"
IMAGE = "const i = new Image(); i.onload = () => p.textContent = 'from the server'; i.src = '/data.svg'"
BLOCKED_TIMER = (
    "setTimeout(() => setTimeout(() => p.textContent = 'from the server', 5), 10);"
    "const end = performance.now() + 200; while (performance.now() < end);"
)
ENDLESS_TICKS = (
    "(tick => { tick(); setInterval(tick, 400); })"
    "(() => { clearInterval(window.ticks); window.ticks = setInterval(() => 0, 50); })"
)
ENDLESS_ANIMATION = "this.className = 'a'; setInterval(() => { for (const a of this.getAnimations()) a.currentTime = 0; }, 300)"
ENDED = Event()


class SilentServer(BaseHTTPRequestHandler):
    """Never answers /silent, never finishes /endless and /pause, and answers other paths with a page."""

    def do_GET(self) -> None:
        """Answer a request."""
        if self.path == "/silent":
            ENDED.wait()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write({"/fetch": FETCH_BUTTON, "/save": SAVE_PAGE}.get(self.path, LOADING_PAGE))
        if self.path == "/pause":
            self.wfile.flush()
            ENDED.wait()
        while self.path == "/endless" and not ENDED.wait(0.2):
            try:
                self.wfile.write(b"<p>more")
            except OSError:
                return

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Run a silent server on this machine and return its address."""
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), SilentServer)
    httpd.daemon_threads = True
    thread = Thread(target=httpd.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{httpd.server_port}"
    ENDED.set()
    httpd.shutdown()
    httpd.server_close()
    thread.join()


@pytest.mark.parametrize("script", [FETCH, XHR, BLOB, STREAM, WASM, IMAGE, SCRIPT, BLOCKED_TIMER])
def test_scripts_started_by_a_click_are_waited_for(pages: Pages, script: str) -> None:
    """A shot shows what the requests and short timers of the last click changed."""
    (pages.folder / "data.txt").write_text("from the server")
    (pages.folder / "data.js").write_text("p.textContent = 'from the server'")
    (pages.folder / "data.wasm").write_bytes(b"\0asm\1\0\0\0")
    (pages.folder / "data.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")
    shot = pages.open(f'<button onclick="{script}">b</button><p id=p>')
    after = pages.act(Click(pages.get_button(shot, "b")))
    assert pages.find_nodes(after, "text", name="from the server")
    assert after.warning == ""


def test_scripts_in_frames_are_waited_for(pages: Pages) -> None:
    """Requests and timers that a click starts in a frame of another site are waited for, too."""
    (pages.folder / "data.txt").write_text("from the server")
    inner = pages.write(f'<button onclick="{FETCH}">b</button><p id=p>')
    pages.open(f"<iframe src='http://b.test/{inner}'></iframe>")
    button = pages.get_button(pages.observe_until_node("button", "b"), "b")
    assert pages.find_nodes(pages.act(Click(button)), "text", name="from the server")


def test_body_that_comes_late_is_waited_for(pages: Pages) -> None:
    """A response whose body reaches the script long after the network is done is waited for."""
    (pages.folder / "data.txt").write_text("from the server")
    # Stands for a loaded machine, where reading the body takes long.
    slow_body = (
        "<script>const read = r => r.text().then(t => new Response(new ReadableStream({"
        "start(c) { setTimeout(() => { c.enqueue(new TextEncoder().encode(t)); c.close(); }, 700); } })).text())"
        "</script>"
    )
    shot = pages.open(
        f"{slow_body}<button onclick=\"fetch('/data.txt').then(read).then(t => p.textContent = t)\">b</button><p id=p>"
    )
    after = pages.act(Click(pages.get_button(shot, "b")))
    assert pages.find_nodes(after, "text", name="from the server")


@pytest.mark.parametrize(
    ("html", "script", "warning"),
    [
        ("", "setInterval(() => p.textContent = Date.now(), 3)", "changes of the page"),
        ("", ENDLESS_TICKS, "1 timer"),
        (
            "<style>@keyframes k { to { opacity: 0 } } .a { animation: k 1400ms }</style>",
            ENDLESS_ANIMATION,
            "animation",
        ),
    ],
)
def test_warning_says_what_is_in_progress(
    impatient_pages: Pages, html: str, script: str, warning: str
) -> None:
    """If a timeout ends the wait, the warning lists what was still in progress."""
    pages = impatient_pages
    shot = pages.open(f'{html}<button onclick="{script}">b</button><p id=p>')
    after = pages.act(Click(pages.get_button(shot, "b")))
    assert after.warning.startswith("still loading: ")
    assert warning in after.warning


def test_change_of_color_is_shown_at_its_end(impatient_pages: Pages) -> None:
    """A button that slowly changes its colors under the pointer is seen in its final colors, with no wait."""
    pages = impatient_pages
    style = (
        "button{transition:all 1400ms;border:1px solid} button:hover{background-color:#f00;border-color:#f00}"
    )
    shot = pages.open(
        f"<style>{style}</style><button onclick='this.textContent = \"Sent\"' "
        "ontransitionend='p.textContent = \"Colored\"'>Send</button><p id=p>"
    )
    after = pages.act(Click(pages.get_button(shot, "Send")))
    assert after.warning == ""
    assert pages.device.read("getComputedStyle(document.querySelector('button')).backgroundColor") == (
        '"rgb(255, 0, 0)"'
    )
    assert pages.find_nodes(after, "button", name="Sent")
    assert pages.find_nodes(after, "text", name="Colored")


def test_page_that_is_never_quiet_is_remembered(impatient_pages: Pages) -> None:
    """The kinds of activity that outlast a wait shorten the next one, with the same warning, until they end."""
    pages = impatient_pages
    shot = pages.open(
        "<button onclick='clearInterval(t)'>b</button><script>const t = setInterval(() => document.title = Date.now(), 3)</script>"
    )
    tab = pages.device._usable_tab()
    assert "changes of the page" in shot.warning
    assert "change" in tab.endless
    assert "changes of the page" in pages.device.observe().warning
    assert pages.act(Click(pages.get_button(shot, "b"))).warning == ""
    assert not tab.endless


def test_page_that_changes_without_end(pages: Pages) -> None:
    """A page in which the same element changes all the time is looked at before the changes or the wait end."""
    change = "p.textContent = Date.now(); if (performance.now() < 120000) setTimeout(change)"
    shot = pages.open(f"<p id=p>0</p><script>(function change() {{ {change} }})()</script>")
    assert shot.warning == "still loading: changes of the page"


@pytest.mark.parametrize(
    ("steps", "pause_ms"),
    [
        ("change change change", RUN_QUIET_MS),
        ("change change look change", QUIET_MS),
        ("change look change change change", RUN_QUIET_MS),
    ],
)
def test_change_after_a_quiet_page_begins_a_new_run(pages: Pages, steps: str, pause_ms: int) -> None:
    """Only changes without a quiet page between them make the script wait for the longer pause.

    The script runs on a clock that stands still except during its waits, so that the load of the machine has
    no influence. Each change comes too soon after the one before to begin a new run by itself.
    """
    pages.open("<p id=p>0")
    calls = " ".join(f"await {step}();" for step in [*steps.split(), "look"])
    waits = pages.evaluate(
        "(async () => { let time = 1000, waits;"
        "const world = { setTimeout: (done, ms) => { waits.push(ms); time += ms; queueMicrotask(done); } };"
        f"((globalThis, performance) => {{ {isolated_world_script('clock')} }})(world, {{ now: () => time }});"
        "const change = () => { time += 120; p.append('more'); world.onscreen.changeCount(); };"
        f"const look = () => {{ waits = []; return world.onscreen.settle(-1, {QUIET_MS}, 5000, 0, 0); }};"
        f"{calls} return waits; }})()"
    )
    assert msgspec.json.decode(waits) == [pause_ms]


def test_page_that_grows_without_a_pause(pages: Pages) -> None:
    """What is added to a page is waited for, also if it takes longer than an endless change is waited for.

    On a loaded machine, the page itself can pause; then it is opened again.
    """
    grow = (
        "pause = Math.max(pause, performance.now() - last); last = performance.now(); p.append(document.createElement('i'));"
        " if (last < 1600) setTimeout(grow); else p.innerHTML = '<button>End</button>'"
    )
    page = f"<p id=p></p><script>let pause = 0, last = 0; (function grow() {{ {grow} }})()</script>"
    shot = pages.open(page)
    for _ in range(MAX_PAUSED):
        if pages.find_nodes(shot, "button", name="End") or float(pages.evaluate("pause")) < RUN_QUIET_MS:
            break
        shot = pages.open(page)
    assert pages.find_nodes(shot, "button", name="End")


@pytest.mark.parametrize(("kind", "is_unreported"), [("XHR", False), ("Image", False), ("Script", True)])
def test_responses_that_need_a_fixed_wait(pages: Pages, kind: str, *, is_unreported: bool) -> None:
    """Only responses whose end the page does not report are waited for by time."""
    pages.open("<p>Requests")
    tab = pages.device._usable_tab()
    for method in ("Network.requestWillBeSent", "Network.loadingFinished"):
        params = msgspec.Raw(msgspec.json.encode({"requestId": "1", "type": kind}))
        tab.handle(Message(method=method, params=params, session=tab.session))
    assert tab.has_new_response
    assert tab.has_unreported_response == is_unreported


def test_warning_counts_open_requests(impatient_pages: Pages, server: str) -> None:
    """A request that is not answered is counted in the warning."""
    pages = impatient_pages
    pages.device.perform(Open(f"{server}/fetch"))
    button = pages.get_button(pages.device.observe(), "Fetch")
    assert pages.act(Click(button)).warning == "still loading: 1 request"


def test_answer_that_no_script_reads_is_not_waited_for(pages: Pages, server: str) -> None:
    """A request whose answer is not read ends with the answer, and a stream once no more data comes."""
    for name, text in (("Save", "Saved"), ("Follow", "Following")):
        pages.device.perform(Open(f"{server}/save"))
        after = pages.act(Click(pages.get_button(pages.device.observe(), name)))
        assert (after.warning, bool(pages.find_nodes(after, "text", name=text))) == ("", True)


@pytest.mark.parametrize(
    ("path", "warning"),
    [("/page", "still loading: parts of the page"), ("/endless", "still loading: the page")],
)
def test_page_that_never_finishes_loading(
    impatient_pages: Pages, server: str, path: str, warning: str
) -> None:
    """A page whose parts never come can be used after the timeout, and the warning says what is missing."""
    pages = impatient_pages
    pages.device.perform(Open(server + path))
    shot = pages.device.observe()
    assert warning in shot.warning
    after = pages.act(Click(pages.get_button(shot, "OK")))
    assert pages.find_nodes(after, "button", name="Pressed")


def test_server_that_never_answers(impatient_pages: Pages, server: str) -> None:
    """Opening an address whose server never answers raises ActionTimeout; the device can be used afterwards."""
    pages = impatient_pages
    with pytest.raises(ActionTimeout, match="did not answer within 2 s"):
        pages.device.perform(Open(f"{server}/silent"))
    assert pages.get_button(pages.open("<button>Here</button>"), "Here")


def test_workers_run(pages: Pages) -> None:
    """A worker answers, also one that another worker started, and neither keeps the page from being quiet."""
    inner = "onmessage = () => postMessage('inner answered')"
    outer = (
        f"const inner = new Worker(URL.createObjectURL(new Blob([`{inner}`])));"
        " inner.onmessage = event => postMessage(event.data); inner.postMessage(1)"
    )
    pages.open(
        "<p id=p>no answer</p><script>"
        f"const worker = new Worker(URL.createObjectURL(new Blob([{outer!r}])));"
        "worker.onmessage = event => { document.getElementById('p').textContent = event.data };</script>"
    )
    for _ in range(50):
        shot = pages.device.observe()
        if "inner answered" in [node.name for node in shot.nodes]:
            break
        pages.device.perform(Wait(0.1))
    assert [node.name for node in shot.nodes if node.role == "text"] == ["inner answered"]
    assert shot.warning == ""


def test_an_application_that_says_it_is_loading_is_waited_for(pages: Pages) -> None:
    """A page that shows only "Loading…" while a worker computes is not reported before it shows more."""
    worker = "setTimeout(() => postMessage('Budget'), 700)"
    shot = pages.open(
        f"<p id=p>Loading…</p><script>const worker = new Worker(URL.createObjectURL(new Blob([`{worker}`])));"
        "worker.onmessage = event => { document.body.innerHTML = `<button>${event.data}</button>` };</script>"
    )
    assert [node.name for node in shot.nodes if node.role == "button"] == ["Budget"]


def test_an_application_that_never_ends_loading_is_reported_with_a_warning(pages: Pages) -> None:
    """The wait for content ends, and is not repeated for the same page."""
    shot = pages.open("<p>Loading…</p>")
    assert shot.warning == "still loading: an application that says so"
    assert pages.device.observe().warning == ""


def test_the_answer_of_a_worker_to_an_action_is_waited_for(pages: Pages) -> None:
    """A value that a worker computes for a moment is on the screen that is reported after the click."""
    worker = "onmessage = () => setTimeout(() => postMessage('450.00'), 60)"
    shot = pages.open(
        f"<p id=p>400.00</p><button>Save</button><script>const worker = new Worker(URL.createObjectURL("
        f"new Blob([`{worker}`]))); worker.onmessage = event => {{ p.textContent = event.data }};"
        "document.querySelector('button').onclick = () => worker.postMessage(1)</script>"
    )
    pages.device.perform(Wait(0.3))
    pages.device.observe()
    pages.device.perform(Click(pages.get_button(shot, "Save")))
    texts = [node.name for node in pages.device.observe().nodes if node.role == "text"]
    assert "450.00" in texts


def test_a_menu_of_a_web_component_that_fades_out_is_waited_for(pages: Pages) -> None:
    """An animation inside a shadow root ends before the page is read, as one outside of it does."""
    shot = pages.open(
        "<button id=o>Close</button><div id=h></div><script>h.attachShadow({mode:'open'}).innerHTML="
        "'<div id=m role=menu><button role=menuitem>Settings</button></div>';const m=h.shadowRoot.getElementById('m');"
        "o.onclick=()=>{m.animate([{opacity:1},{opacity:0}],{duration:400,fill:'forwards'}).onfinish=()=>{m.hidden=true}}"
        "</script>"
    )
    assert pages.find_nodes(shot, "menuitem", name="Settings")
    assert not pages.find_nodes(pages.act(Click(pages.get_element(shot, "button", name="Close"))), "menuitem")
