"""Attempts of a page to reach a blocked domain, with real sockets."""

from __future__ import annotations

import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import msgspec
import pytest

from onscreen.device.web import WebDevice, web
from onscreen.types import Start
from onscreen.types.errors import NotSupported

pytestmark = pytest.mark.browser
WORKER = "new Worker(URL.createObjectURL(new Blob([`CODE`])))"
CONNECT = """const peer = new (WINDOW.RTCPeerConnection)({ iceServers: [{ urls: 'stun:127.0.0.1:PORT' }] });
peer.createDataChannel('x'); peer.createOffer().then(offer => peer.setLocalDescription(offer));"""
RELAY = """const relay = new (WINDOW.RTCPeerConnection)({ iceTransportPolicy: 'relay', iceServers: [
{ urls: 'turn:127.0.0.1:PORT?transport=tcp', username: 'u', credential: 'c' }] });
relay.createDataChannel('x'); relay.createOffer().then(offer => relay.setLocalDescription(offer));"""
ATTEMPTS = {
    "request": "fetch('http://localhost.:PORT/').catch(() => 0)",
    "subdomain": "fetch('http://a.localhost.:PORT/').catch(() => 0)",
    "socket": "new WebSocket('ws://localhost.:PORT/')",
    "worker": WORKER.replace("CODE", "fetch('http://localhost.:PORT/')"),
    "socket in a worker": WORKER.replace("CODE", "new WebSocket('ws://localhost.:PORT/')"),
    "script of a worker": WORKER.replace("CODE", "importScripts('http://localhost.:PORT/')"),
    "events in a worker": WORKER.replace("CODE", "new EventSource('http://localhost.:PORT/')"),
    "beacon": "navigator.sendBeacon('http://localhost.:PORT/', 'x')",
    "image": "new Image().src = 'http://localhost.:PORT/'",
    "page": "location = 'http://localhost.:PORT/'",
    "window": "window.open('http://localhost.:PORT/')",
    "address of a socket": "new WebSocket('ws://127.0.0.1:PORT/')",
    "peer": CONNECT.replace("WINDOW", "window"),
    "peer in a frame": "document.body.append(document.createElement('iframe')); "
    + CONNECT.replace("WINDOW", "frames[0]"),
    "relay by TCP": RELAY.replace("WINDOW", "window"),
    "relay by TCP in a frame": "document.body.append(document.createElement('iframe')); "
    + RELAY.replace("WINDOW", "frames[0]"),
}


class Listener(msgspec.Struct):
    """A port of this machine that counts connections by TCP and packets by UDP."""

    port: int
    received: list[str]


def wait_until(condition: Callable[[], bool], device: WebDevice, *, seconds: float = 30.0) -> None:
    """Let the browser work until a condition holds, at most for some seconds."""
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        with suppress(NotSupported):  # a dialog is open
            device.read("1")
        time.sleep(0.02)


@pytest.fixture
def listener() -> Iterator[Listener]:
    """Listen on one port by TCP and UDP."""
    is_done = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(type=socket.SOCK_DGRAM) as udp:
        listening = Listener(tcp.getsockname()[1], [])
        udp.bind(("127.0.0.1", listening.port))

        def receive() -> None:
            while not is_done.is_set():
                for ready in select.select((tcp, udp), (), (), 0.05)[0]:
                    if ready is tcp:
                        tcp.accept()[0].close()
                        listening.received.append("connection")
                    else:
                        udp.recv(2000)
                        listening.received.append("packet")

        thread = threading.Thread(target=receive)
        thread.start()
        yield listening
        is_done.set()
        thread.join()


@pytest.fixture(scope="module")
def blocking_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebDevice]:
    """Start a browser that must not reach this machine by name or by address."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "page.html").write_text("<!doctype html><title>page</title><body><p>page")
    device = web({"sites": f"a.test={folder}", "block_domains": ("localhost", "127.0.0.1")})
    yield device
    device.close()


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_page_cannot_reach_a_blocked_domain(
    blocking_browser: WebDevice, listener: Listener, attempt: str
) -> None:
    """A page reaches a blocked domain neither with a dot at the end of its name nor by a peer connection."""
    blocking_browser.start(Start("http://a.test/page.html"))
    script = ATTEMPTS[attempt].replace("PORT", str(listener.port))
    assert blocking_browser.read(f"(() => {{ {script}; return 1; }})()") == "1"
    wait_until(lambda: bool(listener.received), blocking_browser, seconds=0.7)
    assert listener.received == []


@pytest.fixture(scope="module")
def open_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebDevice]:
    """Start a browser without blocked domains."""
    folder = tmp_path_factory.mktemp("open")
    (folder / "page.html").write_text("<!doctype html><title>page</title><body><p>page")
    (folder / "worker.js").write_text("postMessage('served')")
    device = web({"sites": f"a.test={folder}"})
    yield device
    device.close()


@pytest.mark.parametrize("attempt", [name for name in ATTEMPTS if "worker" in name])
def test_worker_reaches_a_domain_that_is_not_blocked(
    open_browser: WebDevice, listener: Listener, attempt: str
) -> None:
    """Without a blocked domain, the same attempt reaches this machine, so it is the rule that stops it."""
    open_browser.start(Start("http://a.test/page.html"))
    script = ATTEMPTS[attempt].replace("PORT", str(listener.port))
    assert open_browser.read(f"(() => {{ {script}; return 1; }})()") == "1"
    wait_until(lambda: bool(listener.received), open_browser)
    assert "connection" in listener.received


def test_script_of_a_worker_is_served_from_a_folder(open_browser: WebDevice) -> None:
    """A site that is served from a folder can start workers from its own files."""
    open_browser.start(Start("http://a.test/page.html"))
    start = "new Worker('worker.js').onmessage = event => { document.title = event.data }"
    open_browser.read(f"(() => {{ {start}; return 1; }})()")
    wait_until(lambda: open_browser.read("document.title") == '"served"', open_browser)
    assert open_browser.read("document.title") == '"served"'
