"""The screen server: watching and operating the phone in a web browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from onscreen.device.web import web
from onscreen.types import Click, Start
from onscreen.types.geometry import Point
from onscreen_practice.phone.simulated_phone import Handset
from onscreen_practice.phone.web_viewer import ScreenServer

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def view(shared_handset: Handset) -> Iterator[ScreenServer]:
    """Serve the screen of a phone."""
    with closing(ScreenServer(shared_handset, host="127.0.0.1")) as server:
        yield server


def send_request(address: str, given: object = None, *, method: str = "POST") -> tuple[int, bytes]:
    """Send a request to the screen server and return status and body."""
    parts = urlsplit(address)
    body = given if isinstance(given, bytes) else json.dumps(given).encode()
    with closing(HTTPConnection(parts.netloc, timeout=20)) as connection:
        connection.request(method, parts.path, body=body if method == "POST" else None)
        response = connection.getresponse()
        return response.status, response.read()


def test_page_shows_and_operates_the_phone(view: ScreenServer, handset: Handset) -> None:
    """The image on the page is the phone's screenshot, and gestures reach the phone."""
    assert send_request(f"{view.address}picture", method="GET") == (200, handset.screenshot())
    handset.call("launch", "org.practice.clock", None, {})
    before = handset.call("changes")
    assert send_request(f"{view.address}key", [3, []])[0] == 200
    assert handset.call("focus")["package"] == "org.practice.launcher"  # type: ignore[index,call-overload]
    assert json.loads(send_request(f"{view.address}changes", [])[1]) != before


def test_click_in_the_page_taps_the_phone(view: ScreenServer, handset: Handset) -> None:
    """A click in the page in a real browser taps the phone at that position."""
    with closing(web({"width": 700, "height": 1000})) as browser:
        browser.start(Start(view.address))
        screen = next(node for node in browser.observe().nodes if node.name.startswith("The phone's screen"))
        width, height = screen.box.right - screen.box.left, screen.box.bottom - screen.box.top
        browser.perform(Click(Point(screen.box.left + width * 0.38, screen.box.bottom - height * 0.11)))
        browser.observe()
    assert handset.call("focus")["package"] == "org.practice.messages"  # type: ignore[index,call-overload]


@pytest.mark.parametrize(
    ("call", "given"),
    [
        ("evaluate", ["s"]),
        ("tap", [1]),
        ("tap", {"x": 1}),
        ("tap", b"not JSON"),
        ("swipe", [1, 2, 3]),
        ("type", []),
    ],
)
def test_invalid_gestures_are_refused(view: ScreenServer, call: str, given: object) -> None:
    """Other functions and invalid arguments are refused."""
    assert send_request(f"{view.address}{call}", given)[0] == 400


def test_token_is_required(view: ScreenServer) -> None:
    """Without the secret token, nothing is shown and nothing is done."""
    outside = view.address.rsplit("/", 2)[0]
    assert send_request(f"{outside}/guess/tap", [1, 1])[0] == 400
    assert send_request(f"{outside}/picture", method="GET")[0] == 404
