"""A file of the phone's storage, which many applications read and write."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

NOW_MS = 1_773_308_460_000
"""Thursday, March 12, 2026, 09:41 UTC, where every phone's clock begins."""


class File(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file or folder under /sdcard; `about` is what applications know of it.

    `mtime` is in milliseconds since the epoch.
    """

    mtime: int = NOW_MS
    text: str | None = None
    data: str | None = None
    size: int | None = None
    dir: bool = False
    about: Mapping[str, str] = {}
