"""The phone in a web browser, for people: its picture, and clicks and keys that go to it.

The page is found only by who knows its address, which holds a token, and it is asked for nothing but the
gestures below; so other pages that are open in the same browser cannot use the phone.
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

from onscreen_practice.phone.handset import Handset
from onscreen_practice.phone.phone_errors import PhoneError

PAGE = Path(__file__).with_name("view.html")
_MOST_BYTES = 100_000
_Given: TypeAlias = tuple[int | float | str | tuple[int, ...], ...]
_CALLS: Mapping[str, tuple[int, ...]] = {
    "changes": (0,),
    "tap": (2,),
    "swipe": (5,),
    "type": (1,),
    "key": (2,),
}
"""Function of the phone -> how many values it takes."""


class PhoneView:
    """Serves the page until it is closed; `address` is where."""

    def __init__(self, phone: Handset, *, host: str, port: int = 0) -> None:
        """Begin to serve.

        Raises:
            OSError: the port cannot be had.
        """
        token = secrets.token_urlsafe(12)
        handler = type("Handler", (_Handler,), {"phone": phone, "prefix": f"/{token}/"})
        self._server = ThreadingHTTPServer((host, port), handler)
        self._server.daemon_threads = True
        self.address = f"http://{host}:{self._server.server_address[1]}/{token}/"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Serve no more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    phone: Handset
    prefix: str
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self) -> None:
        """Give the page, or the picture."""
        what = self._asked()
        if what == "":
            self._give(PAGE.read_bytes(), "text/html; charset=utf-8")
        elif what == "picture":
            try:
                self._give(self.phone.picture(), "image/png")
            except PhoneError as error:
                self._refuse(str(error))
        else:
            self._refuse("there is nothing here", HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        """Do one gesture, or say how often the screen has changed."""
        what = self._asked() or ""
        given = self._given()
        if what not in _CALLS or given is None or len(given) not in _CALLS[what]:
            self._refuse("that is no gesture", HTTPStatus.BAD_REQUEST)
            return
        try:
            answer = self.phone.ask(what, *msgspec.to_builtins(given))
        except PhoneError as error:
            self._refuse(str(error))
            return
        self._give(msgspec.json.encode(answer), "application/json")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the name is the library's
        """Say nothing."""
        del format, args

    def _asked(self) -> str | None:
        path = self.path.partition("?")[0]
        return path.removeprefix(self.prefix) if path.startswith(self.prefix) else None

    def _given(self) -> _Given | None:
        size = self.headers.get("Content-Length", "")
        if not size.isdigit() or int(size) > _MOST_BYTES:
            self.close_connection = True
            return None
        try:
            return msgspec.json.decode(self.rfile.read(int(size)), type=_Given)
        except msgspec.MsgspecError:
            return None

    def _refuse(self, why: str, status: HTTPStatus = HTTPStatus.SERVICE_UNAVAILABLE) -> None:
        self._give(why.encode(), "text/plain; charset=utf-8", status=status)

    def _give(self, content: bytes, kind: str, *, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)
