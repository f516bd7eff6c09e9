"""Web pages served from local folders, without an HTTP server or port."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

import msgspec

_NOT_FOUND = b"<title>Not found</title><h1>404 Not found</h1>"


class StaticResponse(msgspec.Struct, frozen=True):
    """HTTP response that contains a static file."""

    status: int
    content_type: str
    body: bytes


def serve_file(address: str, folders: Mapping[str, Path]) -> StaticResponse | None:
    """Serve a URL from the local folder assigned to its host.

    A folder is answered with its index.html, a path outside the host's folder with status 404. Returns None
    if the host has no folder.
    """
    parts = urlsplit(address)
    folder = folders.get((parts.hostname or "").lower())
    if folder is None:
        return None
    path = (folder / unquote(parts.path).replace("\0", "").lstrip("/")).resolve()
    if path.is_dir():
        path /= "index.html"
    if not path.is_relative_to(folder) or not path.is_file():
        return StaticResponse(404, "text/html; charset=utf-8", _NOT_FOUND)
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    is_text = media_type.startswith("text/") or media_type.endswith(("javascript", "json"))
    charset = "; charset=utf-8" if is_text else ""
    return StaticResponse(200, media_type + charset, path.read_bytes())
