"""Pages that never finish loading: the device waits as long as its cap says, and no longer."""

from __future__ import annotations

import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import pytest
from web_desk import Desk

from onscreen.types import Click, Open
from onscreen.types.errors import ActionTimeout

pytestmark = pytest.mark.browser
BUTTON = b"<!doctype html><button onclick=\"this.textContent = 'Pressed'\">OK</button>"
NEVER = b"<img src=/silent><script src=/silent async></script><script>fetch('/silent')</script>"


class Slow(BaseHTTPRequestHandler):
    """Answers /silent never, /endless without end, and anything else with a page that asks for /silent."""

    over = Event()

    def do_GET(self) -> None:
        """Answer."""
        if self.path == "/silent":
            self.over.wait(60)
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(BUTTON if self.path == "/endless" else BUTTON + NEVER)
        while self.path == "/endless" and not self.over.wait(0.2):
            try:
                self.wfile.write(b"<p>more")
            except OSError:
                return

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A slow server on this machine; its address."""
    there = ThreadingHTTPServer(("127.0.0.1", 0), Slow)
    there.daemon_threads = True
    thread = Thread(target=there.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{there.server_port}"
    Slow.over.set()
    there.shutdown()
    there.server_close()
    thread.join()


@pytest.mark.parametrize("page", ["/page", "/endless"])
def test_a_page_whose_parts_never_come_can_be_used(desk: Desk, server: str, page: str) -> None:
    """Pictures, scripts and text that never finish are not waited for beyond the caps."""
    began = time.monotonic()
    desk.device.perform(Open(server + page))
    shot = desk.device.observe()
    after = desk.do(Click(desk.button(shot, "OK")))
    assert desk.nodes(after, "button", name="Pressed")
    assert time.monotonic() - began < 25


def test_a_page_that_never_answers_is_told(desk: Desk, server: str) -> None:
    """A server that takes the request and says nothing is a typed error, and the device goes on."""
    with pytest.raises(ActionTimeout, match="did not answer within 3 s"):
        desk.device.perform(Open(f"{server}/silent"))
    shot = desk.open("<button>Here</button>")
    assert desk.nodes(shot, "button", name="Here")
