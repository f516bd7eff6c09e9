"""Exchange of screens and inputs between a device's thread and the page that mirrors it."""

from __future__ import annotations

import threading
from typing import Literal

import msgspec

from onscreen.types import Picture

InputKind = Literal[
    "click", "long press", "drag", "scroll", "type", "select", "press", "answer", "back", "home", "finish"
]
MirrorStatus = Literal["ready", "busy", "ended"]
MAX_TEXT_CHARS = 10_000


class PersonInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Input of a person on the page, with coordinates in pixels of the mirrored screenshot.

    `to_x` and `to_y` are the end point of a drag. `text` is the text to type, the option to select, the key
    to press, the direction to scroll to, or "yes" or "no" as the answer to a dialog. `is_secret` marks a text
    that must not be stored.
    """

    kind: InputKind
    x: float = 0.0
    y: float = 0.0
    to_x: float = 0.0
    to_y: float = 0.0
    text: str = ""
    is_secret: bool = False


class MirroredElement(msgspec.Struct, frozen=True):
    """An element that the page highlights under the pointer, with its box in pixels of the screenshot."""

    left: float
    top: float
    width: float
    height: float
    label: str
    number: int


class MirroredField(msgspec.Struct, frozen=True):
    """The field with the focus: its label, and its options if it is a dropdown."""

    label: str
    is_password: bool = False
    options: tuple[str, ...] = ()


class MirrorState(msgspec.Struct, frozen=True):
    """State of the page: the screen, its elements, the field with the focus, and the actions so far.

    `version` grows with every change. `message` states why the last input was not performed, or why the
    session ended. `dialog` is the message of a dialog that blocks the screen.
    """

    version: int = 0
    status: MirrorStatus = "busy"
    message: str = ""
    picture: Picture | None = None
    elements: tuple[MirroredElement, ...] = ()
    field: MirroredField | None = None
    dialog: str = ""
    steps: tuple[str, ...] = ()


class ScreenMirror:
    """Thread-safe exchange of states and inputs: one input is accepted for each state that is ready."""

    def __init__(self) -> None:
        """Create an exchange without a screen."""
        self._changed = threading.Condition()
        self._state = MirrorState()
        self._input: PersonInput | None = None
        self._read_version = 0

    def publish(self, state: MirrorState) -> None:
        """Replace the state of the page, and increment its version."""
        with self._changed:
            self._state = msgspec.structs.replace(state, version=self._state.version + 1)
            self._changed.notify_all()

    def read(self, after: int, *, timeout_sec: float) -> MirrorState:
        """Return the state once its version is above `after`, or after the timeout."""
        with self._changed:
            self._changed.wait_for(lambda: self._state.version > after, timeout_sec)
            self._read_version = self._state.version
            self._changed.notify_all()
            return self._state

    def wait_until_read(self, *, timeout_sec: float) -> None:
        """Wait until an open page has read the latest state, or until the timeout."""
        with self._changed:
            if self._read_version:
                self._changed.wait_for(lambda: self._read_version >= self._state.version, timeout_sec)

    def submit(self, found: PersonInput) -> bool:
        """Submit an input; returns False if the previous one is still being performed."""
        with self._changed:
            if self._state.status != "ready" or self._input is not None:
                return False
            self._input = found
            self._changed.notify_all()
            return True

    def take(self, timeout_sec: float) -> PersonInput | None:
        """Wait for an input; returns None after the timeout."""
        with self._changed:
            self._changed.wait_for(lambda: self._input is not None, timeout_sec)
            taken, self._input = self._input, None
            return taken
