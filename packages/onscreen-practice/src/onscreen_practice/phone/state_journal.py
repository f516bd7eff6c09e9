"""Journal of a phone's calls and state, from which a new page continues after a browser crash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from onscreen_practice.phone.display_size import DisplaySize

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None

READS = frozenset((
    "apps", "changes", "clipboard", "digests", "dump", "focus", "ime", "lastToast", "line", "list",
    "notifications", "now", "read", "setting", "settings", "snapshots", "stack", "stat", "states", "storage",
    "timezone",
))  # fmt: skip
"""Functions that change neither the state nor the screen."""
_STARTS = frozenset(("load", "reset", "restore"))
MAX_CALLS, MAX_CALL_BYTES = 1000, 1 << 25
"""A longer journal is not replayed: the state is kept, and the screen is lost. A call takes about 3 ms."""


class StateEdit(msgspec.Struct, frozen=True):
    """A value set or deleted at a path of the state; an empty path replaces the whole state."""

    keys: tuple[str | int, ...]
    value: Json = None
    deleted: bool = False


class RecordedCall(msgspec.Struct, frozen=True):
    """A call of a function of the phone, with the display size at the time."""

    function: str
    arguments: tuple[Json, ...]
    display: DisplaySize


def decode_edits(edits: Json) -> tuple[StateEdit, ...]:
    """Convert the result of the page's function `edits`."""
    return tuple(
        StateEdit(tuple(edit["keys"]), edit.get("value"), deleted="deleted" in edit)  # type: ignore[arg-type]
        for edit in (edits if isinstance(edits, list) else ())
        if isinstance(edit, dict)
    )


class StateJournal:
    """The phone's current state, its snapshots, and the calls since its screen was last in a known state."""

    def __init__(self) -> None:
        self.initial = self._start = ""
        self.start_display = DisplaySize(0, 0, 1)
        self.snapshots: dict[str, str] = {}
        self._state: Json = None
        self._is_decoded = False
        self._calls: list[RecordedCall] | None = []
        self._call_bytes = 0

    @property
    def start(self) -> str:
        """State, as JSON, in which the screen was last the home screen of a started phone."""
        return self._start

    @property
    def calls(self) -> Sequence[RecordedCall] | None:
        """Calls since `start`; None if they cannot be replayed."""
        return self._calls

    def state(self) -> Json:
        """Return the current state."""
        if not self._is_decoded:
            self._state = msgspec.json.decode(self._start) if self._start else None
            self._is_decoded = True
        return self._state

    def record(
        self, call: RecordedCall, edits: Sequence[StateEdit], *, size_bytes: int, failed: bool = False
    ) -> None:
        """Record a call whose arguments have `size_bytes`, and the edits that it made to the state."""
        if call.function in _STARTS and not failed:
            self._record_start(call)
            return
        for edit in edits:
            self._apply(edit)
        if call.function == "snapshot" and not failed:
            self.snapshots[str(call.arguments[0])] = msgspec.json.encode(self.state()).decode()
        self._call_bytes += size_bytes
        if self._calls is None:
            return
        self._calls.append(call)
        if len(self._calls) > MAX_CALLS or self._call_bytes > MAX_CALL_BYTES:
            self.drop_calls()

    def drop_calls(self) -> None:
        """Give up on a replay of the calls since `start`, because their effect is not repeatable."""
        self._calls = None

    def restart(self, state: str, display: DisplaySize) -> None:
        """Start a new journal with this state, shown as a home screen."""
        self._start, self.start_display = state, display
        self._is_decoded, self._state = False, None
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
        container = self.state()
        if not edit.keys:
            self._state = edit.value
            return
        for key in edit.keys[:-1]:
            container = container[key]  # type: ignore[index]
        if edit.deleted:
            del container[edit.keys[-1]]  # type: ignore[arg-type,union-attr]
        else:
            container[edit.keys[-1]] = edit.value  # type: ignore[index]
