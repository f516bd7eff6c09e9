"""Waiting for applications that have drawn nothing yet, or nothing between their bars."""
# ruff: noqa: E501 - the pages are HTML as text

from __future__ import annotations

import base64
import hashlib
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from web_pages import Pages

from onscreen.types import Open

pytestmark = pytest.mark.browser

DELAY_SEC = 0.8
"""Time before an application receives what it shows, in seconds."""
WORKER_PAGE = (
    "<div id=root></div><script>new Worker(URL.createObjectURL(new Blob([`setTimeout(() => postMessage('Budget'), 700)`])))"
    ".onmessage = event => { root.innerHTML = `<button>${event.data}</button>` };</script>"
)
SOCKET_PAGE = (
    "<!doctype html><button>Save</button><div id=root></div><p style='position:fixed;bottom:0'>Status: 1</p><script>"
    "new WebSocket(`ws://${location.host}/socket`).onmessage = event => { root.innerHTML = `<h1>${event.data}</h1>` };</script>"
)
HANDSHAKE_ID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""Constant of the handshake of a WebSocket (RFC 6455)."""


class SocketServer(BaseHTTPRequestHandler):
    """Answers /socket with a WebSocket whose first message comes late, and other paths with a page."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer a request."""
        if self.path != "/socket":
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(SOCKET_PAGE)))
            self.end_headers()
            self.wfile.write(SOCKET_PAGE.encode())
            return
        key = self.headers["Sec-WebSocket-Key"] + HANDSHAKE_ID
        accepted = hashlib.sha1(key.encode(), usedforsecurity=False)
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", base64.b64encode(accepted.digest()).decode())
        self.end_headers()
        time.sleep(DELAY_SEC)
        self.wfile.write(b"\x81\x06Budget")
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the base class
        """Log nothing."""


@pytest.fixture
def server() -> Iterator[str]:
    """Start the server and return its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), SocketServer)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_page_that_shows_nothing_yet_is_waited_for(pages: Pages) -> None:
    """The first look at an application that a worker draws later shows what it draws."""
    assert pages.find_nodes(pages.open(WORKER_PAGE), "button", name="Budget")


@pytest.mark.parametrize(
    "spinner",
    [
        "<style>@keyframes t { to { transform: rotate(360deg) } } i { display: block; width: 20px; height: 20px; border: 2px solid; animation: t 1s linear infinite }</style><i></i>",
        "<svg width=20 height=20><path d='M0 0L9 9' stroke=black><animateTransform attributeName=transform type=rotate to=360 dur=1s repeatCount=indefinite /></path></svg>",
    ],
)
def test_a_page_that_shows_only_a_spinner_is_waited_for(pages: Pages, spinner: str) -> None:
    """The first look at an application that shows an animation until it is ready shows what comes after it."""
    shot = pages.open(WORKER_PAGE.replace("<div id=root>", f"<div id=root>{spinner}"))
    assert pages.find_nodes(shot, "button", name="Budget")


def test_the_first_message_of_a_socket_is_waited_for(pages: Pages, server: str) -> None:
    """The first look at an application with bars around an empty middle shows what comes over its socket."""
    pages.device.perform(Open(f"{server}/page"))
    assert pages.find_nodes(pages.device.observe(), "heading", name="Budget")


def test_a_page_that_stays_empty(impatient_pages: Pages) -> None:
    """An empty page is reported with a warning after the timeout, and not waited for again."""
    assert impatient_pages.open("<script>0</script>").warning == "still loading: a page without content"
    assert impatient_pages.device.observe().warning == ""


@pytest.mark.parametrize(
    "html",
    [
        "<div style='width:9px;height:9px;background:red'></div>",
        "<canvas></canvas>",
        "<p>Text",
        "<svg width=20 height=20><path d='M0 0L9 9' stroke=black /></svg>",
        "<div></div><script>document.querySelector('div').attachShadow({ mode: 'open' }).append('Text')</script>",
    ],
)
def test_a_page_that_shows_little_is_not_waited_for(impatient_pages: Pages, html: str) -> None:
    """A page that shows a box, a drawing or a text is not empty."""
    assert impatient_pages.open(f"{html}<script>0</script>").warning == ""
