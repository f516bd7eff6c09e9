"""Row numbers in content provider tables, assigned to parts of the phone's state."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock


class RowNumbers:
    """Thread-safe store of row numbers for each content provider table.

    Numbers are assigned to keys in the order of first use and kept until `clear` is called.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._numbers: dict[str, dict[str, int]] = {}

    def assign(self, table: str, keys: Iterable[str]) -> dict[str, int]:
        """Return the number of each key, numbering new keys in the given order from 1."""
        with self._lock:
            numbers = self._numbers.setdefault(table, {})
            return {key: numbers.setdefault(key, max(numbers.values(), default=0) + 1) for key in keys}

    def bind(self, table: str, key: str, *, number: int) -> None:
        """Assign an existing row number to a new key."""
        with self._lock:
            self._numbers.setdefault(table, {})[key] = number

    def clear(self) -> None:
        """Remove all assigned numbers."""
        with self._lock:
            self._numbers.clear()
