"""Journal of a phone's calls and state, used for recovery after a browser crash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from onscreen_practice.phone.display_size import DisplaySize

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None

READS = frozenset((
    "apps", "changes", "clipboard", "digests", "dump", "focus", "ime", "lastToast", "line", "list",
    "notifications", "now", "read", "screens", "setting", "settings", "snapshots", "stack", "stat", "states",
    "storage", "timezone",
))  # fmt: skip
"""Functions of the phone that change neither the state nor the screen."""
_STARTS = frozenset(("load", "reset", "restore"))
_MAX_PENDING = 500
MAX_CALLS, MAX_CALL_BYTES = 1000, 1 << 25
"""Limits for replaying calls; above them, only the state is restored. A call takes about 3 ms."""


class StateEdit(msgspec.Struct, frozen=True):
    """Edit that sets or deletes one value of the phone's state.

    If `keys` is empty, the edit replaces the whole state.
    """

    keys: tuple[str | int, ...]
    value: Json = None
    deleted: bool = False


class RecordedCall(msgspec.Struct, frozen=True):
    """Recorded call to a JavaScript function of the simulated phone, with the display size at that time."""

    function: str
    arguments: tuple[Json, ...]
    display: DisplaySize


def decode_edits(edits: Json) -> tuple[StateEdit, ...]:
    """Parse the state edits that the page's JavaScript function `edits` returns."""
    return tuple(
        StateEdit(tuple(edit["keys"]), edit.get("value"), deleted="deleted" in edit)  # type: ignore[arg-type]
        for edit in (edits if isinstance(edits, list) else ())
        if isinstance(edit, dict)
    )


class StateJournal:
    """Journal of the phone's state, its snapshots and the calls since its last start.

    A new browser can restore the state from the journal, and the screen by replaying the calls.
    """

    def __init__(self) -> None:
        self.initial = self._start = ""
        self.start_display = DisplaySize(0, 0, 1)
        self.snapshots: dict[str, str] = {}
        self._state: Json = None
        self._is_decoded = False
        self._pending: list[StateEdit] = []
        self._calls: list[RecordedCall] | None = []
        self._call_bytes = 0

    @property
    def start(self) -> str:
        """State of the phone at the last load, reset or restore, when the home screen was shown, as JSON."""
        return self._start

    @property
    def calls(self) -> Sequence[RecordedCall] | None:
        """Calls recorded since the state `start`, or None if they cannot be replayed."""
        return self._calls

    def state(self) -> Json:
        """Return the phone's current state, or None if the phone has not been started."""
        if not self._is_decoded:
            self._state = msgspec.json.decode(self._start) if self._start else None
            self._is_decoded = True
        for edit in self._pending:
            self._apply(edit)
        self._pending.clear()
        return self._state

    def record(
        self, call: RecordedCall, edits: Sequence[StateEdit], *, size_bytes: int, failed: bool = False
    ) -> None:
        """Record a call and the edits that the call made to the state.

        `size_bytes` is the size of the call's arguments as JSON.
        """
        if call.function in _STARTS and not failed:
            self._record_start(call)
            return
        self._pending += edits
        if len(self._pending) > _MAX_PENDING:
            self.state()
        if call.function == "snapshot" and not failed:
            self.snapshots[str(call.arguments[0])] = msgspec.json.encode(self.state()).decode()
        self._call_bytes += size_bytes
        if self._calls is None:
            return
        self._calls.append(call)
        if len(self._calls) > MAX_CALLS or self._call_bytes > MAX_CALL_BYTES:
            self.drop_calls()

    def drop_calls(self) -> None:
        """Discard the recorded calls, so that they are not replayed."""
        self._calls = None

    def restart(self, state: str, display: DisplaySize) -> None:
        """Start a new journal from a JSON-encoded state with the home screen shown."""
        self._start, self.start_display = state, display
        self._is_decoded, self._state = False, None
        self._pending.clear()
        self._calls, self._call_bytes = [], 0

    def _record_start(self, call: RecordedCall) -> None:
        if call.function == "load":
            text = str(call.arguments[0])
            if text != self.initial:
                self.snapshots.clear()
            self.initial = text
        state = self.snapshots[str(call.arguments[0])] if call.function == "restore" else self.initial
        self.restart(state, call.display)

    def _apply(self, edit: StateEdit) -> None:
        container = self._state
        if not edit.keys:
            self._state = edit.value
            return
        for key in edit.keys[:-1]:
            container = container[key]  # type: ignore[index]
        if edit.deleted:
            del container[edit.keys[-1]]  # type: ignore[arg-type,union-attr]
        else:
            container[edit.keys[-1]] = edit.value  # type: ignore[index]
