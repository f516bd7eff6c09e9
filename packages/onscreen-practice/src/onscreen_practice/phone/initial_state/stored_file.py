"""File in the phone's shared storage, as used by several applications."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

NOW_MS = 1_773_308_460_000
"""Initial time of every phone: Thursday, March 12, 2026, 09:41 UTC."""


class File(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file or folder in the phone's shared storage under /sdcard.

    `about` holds metadata for applications.

    `mtime` is in milliseconds since the epoch. `text` or `data` is the content; a file with only a `size` has
    generated content.

    `captured` is True for a screenshot, video or view hierarchy of the screen written by a shell command.
    """

    mtime: int = NOW_MS
    text: str | None = None
    data: str | None = None
    size: int | None = None
    dir: bool = False
    about: Mapping[str, str] = {}
    captured: bool = False
