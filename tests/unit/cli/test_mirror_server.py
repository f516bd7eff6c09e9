"""The server of the page of `onscreen watch` is for the person at this machine only."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from onscreen.cli.main import main
from onscreen.cli.mirror_server import WatchServer, serve_mirror
from onscreen.explore.screen_mirror import MirrorState, PersonInput, ScreenMirror
from onscreen.report.mirror_page import watch_page

FINISH = b'{"kind": "finish"}'
ATTACK = "</script><script>document.title='owned'</script>"


@pytest.fixture
def server() -> Iterator[WatchServer]:
    """Serve a mirror that is ready for an input."""
    mirror = ScreenMirror()
    mirror.publish(MirrorState(status="ready", message="hello"))
    with serve_mirror(mirror, watch_page(ATTACK, "fake")) as server:
        yield server


def answer(
    server: WatchServer, method: str, path: str, *, body: bytes = b"", headers: dict[str, str] | None = None
) -> tuple[int, bytes]:
    """Send a request, and return status and content."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)
    connection.request(method, path, body or None, headers or {})
    response = connection.getresponse()
    found = response.status, response.read()
    connection.close()
    return found


@pytest.mark.parametrize(
    ("method", "path", "headers", "body", "status"),
    [
        ("GET", "/state", {}, b"", 401),
        ("GET", "/state", {"Authorization": "Bearer x"}, b"", 401),
        ("POST", "/input", {}, FINISH, 401),
        ("GET", "/state", {"Host": "evil.test"}, b"", 403),
        ("POST", "/input", {"Host": "evil.test"}, FINISH, 403),
        ("GET", "/", {"Host": "evil.test"}, b"", 403),
    ],
)
def test_others_are_refused(
    server: WatchServer, method: str, path: str, *, headers: dict[str, str], body: bytes, status: int
) -> None:
    """Without the token, or by another host name, neither the screen nor an input is accepted."""
    token = {} if "Host" not in headers else {"Authorization": f"Bearer {server.token}"}
    assert answer(server, method, path, body=body, headers={**headers, **token})[0] == status
    assert server.mirror.take(0) is None


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b'{"kind": "reboot"}', 400),
        (b'{"kind": "click", "x": "left"}', 400),
        (b"{" * 5000, 400),
        (b"\xff", 400),
        (json.dumps({"kind": "type", "text": "a" * 20_000}).encode(), 400),
        (b" " * 100_000, 413),
    ],
)
def test_an_invalid_input_is_refused(server: WatchServer, body: bytes, status: int) -> None:
    """An input that cannot be read is answered with the reason, and not performed."""
    headers = {"Authorization": f"Bearer {server.token}"}
    assert answer(server, "POST", "/input", body=body, headers=headers)[0] == status
    assert server.mirror.take(0) is None


def test_an_input_is_handed_over_once(server: WatchServer) -> None:
    """With the token, the state is read and one input is taken; a second one has to wait."""
    headers = {"Authorization": f"Bearer {server.token}"}
    assert json.loads(answer(server, "GET", "/state?after=0", headers=headers)[1])["message"] == "hello"
    assert answer(server, "POST", "/input", body=FINISH, headers=headers)[0] == 204
    assert answer(server, "POST", "/input", body=FINISH, headers=headers)[0] == 409
    assert server.mirror.take(0) == PersonInput("finish")


def test_the_page_holds_no_token(server: WatchServer) -> None:
    """The page itself is harmless: it holds neither the token nor markup from a name."""
    status, page = answer(server, "GET", "/")
    assert status == 200
    assert server.token.encode() not in page
    assert ATTACK.encode() not in page


def test_a_used_port_is_named(server: WatchServer, capsys: pytest.CaptureFixture[str]) -> None:
    """A port that is in use is an error before the device starts."""
    assert main(["watch", "fake://form", "--on", "fake", "--port", str(server.server_port)]) == 2
    assert f"the port {server.server_port} cannot be used" in capsys.readouterr().err
