"""Pages of a host served from a folder, so that places to practise need no port."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

import msgspec


class Served(msgspec.Struct, frozen=True):
    """An answer to a request for a page of a site."""

    status: int
    kind: str
    body: bytes


def serve(address: str, folders: Mapping[str, Path]) -> Served | None:
    """Return what the folder of the address's host holds there; None when the host has no folder."""
    parts = urlsplit(address)
    folder = folders.get((parts.hostname or "").lower())
    if folder is None:
        return None
    path = (folder / unquote(parts.path).replace("\0", "").lstrip("/")).resolve()
    if path.is_dir():
        path /= "index.html"
    if not path.is_relative_to(folder) or not path.is_file():
        return Served(404, "text/html; charset=utf-8", b"<title>Not found</title><h1>404 Not found</h1>")
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    charset = "; charset=utf-8" if kind.startswith("text/") or kind.endswith(("javascript", "json")) else ""
    return Served(200, kind + charset, path.read_bytes())
