"""Calls to Chromium and events from it (the Chrome DevTools Protocol), each with a cap on its time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

import msgspec

from onscreen.device.web.browser_process import BrowserPipe
from onscreen.types.errors import DeviceError

T = TypeVar("T")
Params: TypeAlias = Mapping[str, object]
Handler: TypeAlias = Callable[["Event"], None]
Interrupt: TypeAlias = Callable[[], bool]
_NOTHING = msgspec.Raw(b"{}")


class Nothing(msgspec.Struct, frozen=True):
    """An answer nobody needs to look into."""


class Refusal(msgspec.Struct, frozen=True):
    """The browser's no to a call."""

    message: str = ""
    code: int = 0


class Event(msgspec.Struct, frozen=True):
    """One message from the browser: an answer when it has an `id`, else news."""

    id: int = 0
    method: str = ""
    params: msgspec.Raw = _NOTHING
    result: msgspec.Raw = _NOTHING
    error: Refusal | None = None
    session: str = msgspec.field(name="sessionId", default="")

    def read(self, shape: type[T]) -> T:
        """Return the news as a value."""
        return msgspec.json.decode(self.params, type=shape)


class CallRefused(Exception):
    """The browser answered a call with an error (no such session, context, node, ...)."""


class CallCapped(Exception):
    """A call was not answered within its cap."""


class CallBroken(Exception):
    """A call was given up because something happened that it cannot outlast (a dialog, a crash)."""


class Wire:
    """The one line to a browser; used by one thread, so events are handled while waiting for answers."""

    def __init__(self, pipe: BrowserPipe, handle: Handler, *, cap_sec: float) -> None:
        """Keep the pipe; `handle` is given every event, in order; `cap_sec` caps a call by default."""
        self._pipe = pipe
        self._handle = handle
        self._cap_sec = cap_sec
        self._last_id = 0
        self._answers: dict[int, Event] = {}
        self._awaited: set[int] = set()
        self._decoder = msgspec.json.Decoder(Event)
        self._encoder = msgspec.json.Encoder()

    def send(
        self, method: str, params: Params | None = None, *, session: str = "", wanted: bool = True
    ) -> int:
        """Send a call and return its number, for `answer`; with `wanted` False nobody will ask."""
        self._last_id += 1
        message: dict[str, object] = {"id": self._last_id, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        if wanted:
            self._awaited.add(self._last_id)
        self._pipe.send(self._encoder.encode(message))
        return self._last_id

    def answer(
        self, number: int, shape: type[T], *, cap_sec: float | None = None, broken: Interrupt | None = None
    ) -> T:
        """Wait for the answer to a call sent before.

        Raises:
            CallRefused: the browser answered with an error.
            CallCapped: it did not answer in time.
            CallBroken: `broken` became true while waiting.
            DeviceError: the browser is gone.
        """
        until = time.monotonic() + (self._cap_sec if cap_sec is None else cap_sec)
        try:
            self.pump(lambda: number in self._answers, until=until, broken=broken)
        finally:
            found = self._answers.get(number)
            self.forget(number)
        if found is None:
            raise CallCapped(f"call {number} was not answered in time")
        if found.error:
            raise CallRefused(found.error.message)
        try:
            return msgspec.json.decode(found.result, type=shape)
        except msgspec.DecodeError as error:
            raise DeviceError(f"the browser answered in a shape that is not known: {error}") from error

    def call(
        self,
        method: str,
        params: Params | None = None,
        *,
        session: str = "",
        shape: type[T],
        cap_sec: float | None = None,
        broken: Interrupt | None = None,
    ) -> T:
        """Send a call and wait for its answer; raises what `answer` raises."""
        number = self.send(method, params, session=session)
        return self.answer(number, shape, cap_sec=cap_sec, broken=broken)

    def pump(self, ready: Interrupt, *, until: float, broken: Interrupt | None = None) -> bool:
        """Handle messages until `ready`, or the monotonic time `until`; return whether it got ready.

        Raises:
            CallBroken: `broken` became true first.
            DeviceError: the browser is gone.
        """
        while not ready():
            if broken and broken():
                raise CallBroken
            message = self._pipe.receive(until)
            if message is None:
                return False
            self._sort(message)
        return True

    def has_answer(self, number: int) -> bool:
        """Whether the answer to a call has come."""
        return number in self._answers

    def forget(self, number: int) -> None:
        """Give up a call."""
        self._awaited.discard(number)
        self._answers.pop(number, None)

    def drain(self) -> None:
        """Handle what has already come, without waiting."""
        self.pump(lambda: False, until=time.monotonic())

    def _sort(self, message: bytes) -> None:
        event = self._decoder.decode(message)
        if not event.id:
            self._handle(event)
        elif event.id in self._awaited:
            self._answers[event.id] = event
