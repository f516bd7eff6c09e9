"""The phone in a web browser: what a person who looks at it and uses it by hand relies on."""

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
from onscreen_practice.phone.handset import Handset
from onscreen_practice.phone.web_viewer import WebViewer

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def view(handset: Handset) -> Iterator[WebViewer]:
    """The page of a phone."""
    with closing(WebViewer(handset, host="127.0.0.1")) as made:
        yield made


def asked(address: str, given: object = None, *, method: str = "POST") -> tuple[int, bytes]:
    """Ask the page's server and return status and answer."""
    parts = urlsplit(address)
    body = given if isinstance(given, bytes) else json.dumps(given).encode()
    with closing(HTTPConnection(parts.netloc, timeout=20)) as line:
        line.request(method, parts.path, body=body if method == "POST" else None)
        answer = line.getresponse()
        return answer.status, answer.read()


def test_picture_is_the_phones(view: WebViewer, handset: Handset) -> None:
    """The page's picture is the phone's, and its gestures are done on the phone."""
    handset.reset(1)
    assert asked(f"{view.address}picture", method="GET") == (200, handset.screenshot())
    handset.call("launch", "org.practice.clock", None, {})
    before = handset.call("changes")
    assert asked(f"{view.address}key", [3, []])[0] == 200
    assert handset.call("focus")["package"] == "org.practice.launcher"  # type: ignore[index,call-overload]
    assert json.loads(asked(f"{view.address}changes", [])[1]) != before


def test_a_person_clicks_and_types(view: WebViewer, handset: Handset) -> None:
    """A click in the page in a real browser taps the phone at that place."""
    handset.reset(1)
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
def test_anything_but_a_gesture_is_refused(view: WebViewer, call: str, given: object) -> None:
    """Functions that are no gestures, and gestures with odd values, are refused."""
    assert asked(f"{view.address}{call}", given)[0] == 400


def test_the_address_must_be_known(view: WebViewer) -> None:
    """Without the token of its address nothing is shown and nothing is done."""
    outside = view.address.rsplit("/", 2)[0]
    assert asked(f"{outside}/guess/tap", [1, 1])[0] == 400
    assert asked(f"{outside}/picture", method="GET")[0] == 404
