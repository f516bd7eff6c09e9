"""Web server that shows the phone on a page and forwards clicks and keys to it.

The page's address contains a secret token, and the server accepts only a fixed set of gestures, so other
pages open in the same browser cannot use the phone.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TypeAlias

import msgspec

from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.simulated_phone import Handset

PAGE_FILE = Path(__file__).with_name("view.html")
_MAX_BODY_BYTES = 100_000
_Arguments: TypeAlias = tuple[int | float | str | tuple[int, ...], ...]
_GESTURES: Mapping[str, tuple[int, ...]] = {
    "changes": (0,),
    "tap": (2,),
    "swipe": (5,),
    "type": (1,),
    "key": (2,),
}
"""Accepted numbers of arguments, by function of the phone."""


class ScreenServer:
    """Web server for a page on which a phone can be watched and operated.

    The page is served at `address` until `close` is called.
    """

    def __init__(self, phone: Handset, *, host: str, port: int = 0) -> None:
        """Start serving the page; if `port` is 0, a free port is chosen.

        Raises:
            OSError: the port is not available.
        """
        token = secrets.token_urlsafe(12)
        handler = type("Handler", (_Handler,), {"phone": phone, "prefix": f"/{token}/"})
        self._server = ThreadingHTTPServer((host, port), handler)
        self._server.daemon_threads = True
        self.address = f"http://{host}:{self._server.server_address[1]}/{token}/"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    phone: Handset
    prefix: str
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self) -> None:
        """Send the page or a screenshot."""
        path = self._requested_path()
        if path == "":
            self._send(PAGE_FILE.read_bytes(), "text/html; charset=utf-8")
        elif path == "picture":
            try:
                self._send(self.phone.screenshot(), "image/png")
            except PhoneError as error:
                self._send_error(str(error))
        else:
            self._send_error("not found", HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        """Perform a gesture, or return the number of screen changes so far."""
        function = self._requested_path() or ""
        arguments = self._read_arguments()
        if function not in _GESTURES or arguments is None or len(arguments) not in _GESTURES[function]:
            self._send_error("unknown gesture or wrong number of arguments", HTTPStatus.BAD_REQUEST)
            return
        try:
            answer = self.phone.call(function, *msgspec.to_builtins(arguments))
        except PhoneError as error:
            self._send_error(str(error))
            return
        self._send(msgspec.json.encode(answer), "application/json")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  name defined by the library
        """Discard the server's request log."""
        del format, args

    def _requested_path(self) -> str | None:
        path = self.path.partition("?")[0]
        return path.removeprefix(self.prefix) if path.startswith(self.prefix) else None

    def _read_arguments(self) -> _Arguments | None:
        size = self.headers.get("Content-Length", "")
        if not size.isdigit() or int(size) > _MAX_BODY_BYTES:
            self.close_connection = True
            return None
        try:
            return msgspec.json.decode(self.rfile.read(int(size)), type=_Arguments)
        except msgspec.MsgspecError:
            return None

    def _send_error(self, message: str, status: HTTPStatus = HTTPStatus.SERVICE_UNAVAILABLE) -> None:
        self._send(message.encode(), "text/plain; charset=utf-8", status=status)

    def _send(self, content: bytes, kind: str, *, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)
