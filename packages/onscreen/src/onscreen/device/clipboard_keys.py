"""Key combinations of the clipboard, in lower case and without spaces."""

from __future__ import annotations

COPY_KEYS = frozenset({"control+c", "control+x", "control+insert", "meta+c", "meta+x"})
"""Keys that copy the selection to the clipboard."""

PASTE_KEYS = frozenset({"control+v", "meta+v", "shift+insert", "control+shift+v", "meta+shift+v"})
"""Keys that insert the text of the clipboard."""


def normalize_keys(keys: str) -> str:
    """Convert a key combination to lower case without spaces, as in the sets above."""
    return keys.replace(" ", "").casefold()
