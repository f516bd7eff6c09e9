"""HTTP server of a page for the local user: on localhost only, with a token in the page's address."""

from __future__ import annotations

import hmac
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TypeVar
from urllib.parse import urlsplit

from onscreen.types.errors import UsageError

HOST = "127.0.0.1"
MAX_BODY_BYTES = 64 * 1024
SHUTDOWN_SEC = 0.05
"""Interval at which the server checks whether it was shut down, in seconds."""
_TOKEN_BYTES = 32


class LocalServer(ThreadingHTTPServer):
    """Server of a page and of the requests sent by the page's script.

    Every request needs the token, except the one for the page itself.
    """

    daemon_threads = True

    def __init__(self, handler: type[LocalHandler], page: str, *, port: int) -> None:
        """Listen on a port of localhost; port 0 selects a free one."""
        super().__init__((HOST, port), handler)
        self.page = page
        self.token = secrets.token_urlsafe(_TOKEN_BYTES)

    @property
    def url(self) -> str:
        """Address of the page, with the token in the fragment, which browsers do not send."""
        return f"http://{HOST}:{self.server_port}/#{self.token}"


Server = TypeVar("Server", bound=LocalServer)


@contextmanager
def serve(create: Callable[[int], Server], port: int) -> Iterator[Server]:
    """Create a server with `create` and run it in a background thread.

    Raises:
        UsageError: the port cannot be used.
    """
    try:
        server = create(port)
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


class LocalHandler(BaseHTTPRequestHandler):
    """Handler that answers only requests with the page's token, host and origin."""

    server: LocalServer
    protocol_version = "HTTP/1.1"

    def answer_get(self, path: str, query: str) -> None:
        """Answer an authorized GET request for a path other than the page."""
        raise NotImplementedError

    def answer_post(self, path: str, body: bytes) -> None:
        """Answer an authorized POST request."""
        raise NotImplementedError

    def do_GET(self) -> None:
        """Answer with the page, or pass an authorized request to `answer_get`."""
        parts = urlsplit(self.path)
        if not self._has_own_host():
            self.answer(HTTPStatus.FORBIDDEN, b"the Host or Origin header names another host\n")
        elif parts.path == "/":
            self.answer(HTTPStatus.OK, self.server.page.encode(), kind="text/html; charset=utf-8")
        elif self._is_authorized():
            self.answer_get(parts.path, parts.query)

    def do_POST(self) -> None:
        """Pass an authorized request to `answer_post`."""
        length = self.headers.get("Content-Length", "")
        if not self._has_own_host():
            self.answer(HTTPStatus.FORBIDDEN, b"the Host or Origin header names another host\n")
        elif not length.isdecimal() or int(length) > MAX_BODY_BYTES:
            self.close_connection = True
            self.answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, b"the input is too long\n")
        elif self._is_authorized():
            self.answer_post(urlsplit(self.path).path, self.rfile.read(int(length)))

    def answer_not_found(self) -> None:
        """Answer with status 404."""
        self.answer(HTTPStatus.NOT_FOUND, b"there is no such page\n")

    def answer(self, status: HTTPStatus, body: bytes, *, kind: str = "text/plain; charset=utf-8") -> None:
        """Send a response that other pages cannot embed and caches do not keep."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "DENY")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the name in the base class
        """Log nothing, because stderr shows the progress of the command."""

    def _has_own_host(self) -> bool:
        """Check the Host and Origin headers, as a protection against DNS rebinding and other pages."""
        port = self.server.server_port
        hosts = {f"{HOST}:{port}", f"localhost:{port}"}
        origin = self.headers.get("Origin")
        is_own_origin = origin is None or origin in {f"http://{host}" for host in hosts}
        return self.headers.get("Host", "") in hosts and is_own_origin

    def _is_authorized(self) -> bool:
        """Check the token; answer the request with an error if the token is wrong."""
        found = self.headers.get("Authorization", "").encode()
        if hmac.compare_digest(found, f"Bearer {self.server.token}".encode()):
            return True
        self.close_connection = True
        self.answer(
            HTTPStatus.UNAUTHORIZED, b"the token is missing or wrong; open the address that was printed\n"
        )
        return False
