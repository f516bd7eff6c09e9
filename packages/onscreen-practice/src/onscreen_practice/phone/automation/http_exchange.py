"""Minimal HTTP/1.1 server over an adb stream: request parsing and responses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from onscreen_practice.phone.adb.stream import Stream, StreamClosed, StreamReader

MAX_HEADER_BYTES = 1 << 14
MAX_BODY_BYTES = 1 << 24
_HEADER_END = b"\r\n\r\n"
_REQUEST_WORDS = 3


class HttpRequest(msgspec.Struct, frozen=True):
    """HTTP request, with header names in lower case."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes = b""


class HttpResponse(msgspec.Struct, frozen=True):
    """HTTP response with its body, status and media type."""

    body: bytes
    status: HTTPStatus = HTTPStatus.OK
    media_type: str = "text/plain"


class HttpError(Exception):
    """Raised when an HTTP request is malformed or too large.

    The connection is closed after the error response.
    """

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status


class ConnectionAborted(Exception):
    """Raised by a handler to close the connection without a response."""


Handler = Callable[[HttpRequest], HttpResponse]


def serve_http(stream: Stream, handler: Handler) -> None:
    """Answer HTTP requests until the client or the handler closes the connection."""
    reader = StreamReader(stream)
    while True:
        try:
            request = _read_request(reader)
        except HttpError as error:
            response = HttpResponse(str(error).encode(), error.status)
            stream.write(_encode_response(response, keep_alive=False))
            return
        except StreamClosed:
            return
        try:
            response = handler(request)
        except ConnectionAborted:
            return
        keep_alive = request.headers.get("connection", "").lower() != "close"
        stream.write(_encode_response(response, keep_alive=keep_alive))
        if not keep_alive:
            return


def _read_request(reader: StreamReader) -> HttpRequest:
    head = reader.read_until(_HEADER_END, limit=MAX_HEADER_BYTES)
    if head is None:
        raise HttpError(
            HTTPStatus.BAD_REQUEST, f"BAD REQUEST: Headers are longer than {MAX_HEADER_BYTES} bytes."
        )
    request_line, *header_lines = head.decode("latin-1").split("\r\n")
    words = request_line.split(" ")
    if len(words) != _REQUEST_WORDS or not words[2].startswith("HTTP/"):
        raise HttpError(HTTPStatus.BAD_REQUEST, "BAD REQUEST: Syntax error. Usage: GET /example/file.html")
    pairs = [line.partition(":") for line in header_lines if line]
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    target = urlsplit(words[1])
    return HttpRequest(
        words[0],
        unquote(target.path),
        dict(parse_qsl(target.query, keep_blank_values=True)),
        headers,
        _read_body(reader, headers),
    )


def _read_body(reader: StreamReader, headers: Mapping[str, str]) -> bytes:
    length = headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit()):
        raise HttpError(HTTPStatus.BAD_REQUEST, f"BAD REQUEST: The Content-Length is {length!r}.")
    if int(length) > MAX_BODY_BYTES:
        raise HttpError(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            f"The body has {length} bytes; the maximum is {MAX_BODY_BYTES}.",
        )
    return reader.read_exactly(int(length)) if int(length) else b""


def _encode_response(response: HttpResponse, *, keep_alive: bool) -> bytes:
    lines = (
        f"HTTP/1.1 {response.status.value} {response.status.phrase}",
        f"Content-Type: {response.media_type}",
        f"Content-Length: {len(response.body)}",
        f"Connection: {'keep-alive' if keep_alive else 'close'}",
    )
    return "\r\n".join(lines).encode("latin-1") + _HEADER_END + response.body
