"""Local HTTP server of the page on which a person operates the mirrored screen."""

from __future__ import annotations

import hmac
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import msgspec

from onscreen.explore.screen_mirror import MAX_TEXT_CHARS, MirrorState, PersonInput, ScreenMirror
from onscreen.types.errors import UsageError

HOST = "127.0.0.1"
MAX_BODY_BYTES = 64 * 1024
POLL_SEC = 20.0
"""Longest time that a request waits for a new state."""
SHUTDOWN_SEC = 0.05
"""Interval at which the server checks whether it was shut down."""
_TOKEN_BYTES = 32


class WatchServer(ThreadingHTTPServer):
    """Server of the page, its screen states and its inputs.

    Every request needs the token, except the one for the page itself.
    """

    daemon_threads = True

    def __init__(self, mirror: ScreenMirror, page: str, *, port: int) -> None:
        """Listen on a port of localhost; port 0 selects a free one."""
        super().__init__((HOST, port), _Handler)
        self.mirror = mirror
        self.page = page
        self.token = secrets.token_urlsafe(_TOKEN_BYTES)

    @property
    def url(self) -> str:
        """Address of the page, with the token in the fragment, which browsers do not send."""
        return f"http://{HOST}:{self.server_port}/#{self.token}"


@contextmanager
def serve_mirror(mirror: ScreenMirror, page: str, *, port: int = 0) -> Iterator[WatchServer]:
    """Serve the page in a background thread.

    Raises:
        UsageError: the port cannot be used.
    """
    try:
        server = WatchServer(mirror, page, port=port)
    except OSError as error:
        raise UsageError(
            f"the port {port} cannot be used: {error.strerror}; choose another one with --port"
        ) from error
    thread = threading.Thread(target=server.serve_forever, args=(SHUTDOWN_SEC,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    server: WatchServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer with the page, or with the next state."""
        parts = urlsplit(self.path)
        if not self._has_own_host():
            self._answer(HTTPStatus.FORBIDDEN, b"the Host header names another host\n")
        elif parts.path == "/":
            self._answer(HTTPStatus.OK, self.server.page.encode(), kind="text/html; charset=utf-8")
        elif parts.path != "/state":
            self._answer(HTTPStatus.NOT_FOUND, b"there is no such page\n")
        elif self._is_authorized():
            after = parse_qs(parts.query).get("after", ["0"])[0]
            state = self.server.mirror.read(int(after) if after.isdecimal() else 0, timeout_sec=POLL_SEC)
            self._answer(HTTPStatus.OK, encode_state(state), kind="application/json")

    def do_POST(self) -> None:
        """Pass an input from the page to the run."""
        length = self.headers.get("Content-Length", "")
        if not self._has_own_host():
            self._answer(HTTPStatus.FORBIDDEN, b"the Host header names another host\n")
        elif urlsplit(self.path).path != "/input":
            self._answer(HTTPStatus.NOT_FOUND, b"there is no such page\n")
        elif not length.isdecimal() or int(length) > MAX_BODY_BYTES:
            self.close_connection = True
            self._answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, b"the input is too long\n")
        elif self._is_authorized():
            self._accept(self.rfile.read(int(length)))

    def _accept(self, body: bytes) -> None:
        try:
            found = msgspec.json.decode(body, type=PersonInput)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._answer(HTTPStatus.BAD_REQUEST, f"the input cannot be read: {error}\n".encode())
            return
        if len(found.text) > MAX_TEXT_CHARS:
            self._answer(
                HTTPStatus.BAD_REQUEST, f"the text has more than {MAX_TEXT_CHARS} characters\n".encode()
            )
        elif self.server.mirror.submit(found):
            self._answer(HTTPStatus.NO_CONTENT, b"")
        else:
            self._answer(HTTPStatus.CONFLICT, b"the last action is still being performed\n")

    def _has_own_host(self) -> bool:
        """Check the Host header, as a protection against DNS rebinding."""
        port = self.server.server_port
        return self.headers.get("Host", "") in {f"{HOST}:{port}", f"localhost:{port}"}

    def _is_authorized(self) -> bool:
        """Check the token, and answer the request if it is wrong."""
        found = self.headers.get("Authorization", "").encode()
        if hmac.compare_digest(found, f"Bearer {self.server.token}".encode()):
            return True
        self.close_connection = True
        self._answer(
            HTTPStatus.UNAUTHORIZED, b"the token is missing or wrong; open the address that was printed\n"
        )
        return False

    def _answer(self, status: HTTPStatus, body: bytes, *, kind: str = "text/plain; charset=utf-8") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "DENY")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the name in the base class
        """Log nothing, because stderr already shows the steps of the run."""


def encode_state(state: MirrorState) -> bytes:
    """Encode a state as JSON for the page, with the picture as Base64."""
    picture = state.picture.png if state.picture else None
    return msgspec.json.encode({**msgspec.structs.asdict(state), "picture": picture})
