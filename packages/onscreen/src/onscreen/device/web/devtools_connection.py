"""Chrome DevTools Protocol (CDP) connection with call timeouts and event handling."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from math import inf
from typing import Protocol, TypeAlias, TypeVar

import msgspec

from onscreen.deadline import check_limit
from onscreen.types.errors import DeviceError

T = TypeVar("T")
Params: TypeAlias = Mapping[str, object]
EventHandler: TypeAlias = Callable[["Message"], None]
Condition: TypeAlias = Callable[[], bool]
_BACKLOG_SEC = 1.0
_EMPTY_OBJECT = msgspec.Raw(b"{}")


class EmptyResult(msgspec.Struct, frozen=True):
    """Result type for CDP calls whose result is not used."""


class ProtocolError(msgspec.Struct, frozen=True):
    """Error object in the response to a CDP call."""

    message: str = ""
    code: int = 0


class Message(msgspec.Struct, frozen=True):
    """Message from the browser: a response to a call if `id` is not 0, otherwise an event."""

    id: int = 0
    method: str = ""
    params: msgspec.Raw = _EMPTY_OBJECT
    result: msgspec.Raw = _EMPTY_OBJECT
    error: ProtocolError | None = None
    session: str = msgspec.field(name="sessionId", default="")

    def params_as(self, params_type: type[T]) -> T:
        """Decode the event's parameters as `params_type`."""
        return msgspec.json.decode(self.params, type=params_type)


class CallFailed(Exception):
    """Raised when the browser responds to a call with an error, such as an unknown session."""


class CallTimeout(Exception):
    """Raised when the browser does not respond to a call within the timeout."""


class CallInterrupted(Exception):
    """Raised when a dialog, a crash or a closed tab prevents the response to a call."""


class MessageChannel(Protocol):
    """Channel that carries messages to and from a browser: a pipe or a WebSocket."""

    @property
    def is_open(self) -> bool:
        """True if the browser is still connected."""

    def send(self, message: bytes) -> None:
        """Send one message to the browser.

        Raises:
            DeviceError: the browser is gone, or reads nothing.
        """

    def receive(self, deadline: float) -> bytes | None:
        """Return the next message, or None if none arrives before the monotonic time `deadline`.

        Raises:
            DeviceError: the browser is gone.
            TimeLimitReached: no message arrives before the time limit of the run.
        """

    def close(self, grace_sec: float, /) -> None:
        """Close the channel, and the browser if it was started for the device.

        This method never raises.
        """


class DevToolsConnection:
    """CDP connection to one browser, for use by a single thread.

    Events are handled while the thread waits for an answer or a condition.
    """

    def __init__(
        self,
        pipe: MessageChannel,
        handle_event: EventHandler,
        *,
        timeout_sec: float,
        is_postponed: Callable[[str], bool] = lambda _session: False,
    ) -> None:
        """Create a connection over a channel to the browser.

        `handle_event` is called with every event, in order. `timeout_sec` is the default timeout of a call.
        When it expires, it is restarted if `is_postponed` is true for the call's session, because the browser
        postpones calls to a page that is about to be replaced.
        """
        self._pipe = pipe
        self._is_postponed = is_postponed
        self._handle_event = handle_event
        self._timeout_sec = timeout_sec
        self._last_id = 0
        self._answers: dict[int, Message] = {}
        self._awaited: dict[int, str] = {}
        self._decoder = msgspec.json.Decoder(Message)
        self._encoder = msgspec.json.Encoder()

    def send(self, method: str, params: Params | None = None, *, session: str = "") -> int:
        """Send a call without waiting for the response, and return the call's id.

        The caller must take the response with `answer` or drop it with `discard`.
        """
        self._send(method, params, session=session)
        self._awaited[self._last_id] = session
        return self._last_id

    def notify(self, method: str, params: Params | None = None, *, session: str = "") -> None:
        """Send a call and ignore the response."""
        self._send(method, params, session=session)

    def answer(
        self,
        call_id: int,
        result_type: type[T],
        *,
        timeout_sec: float | None = None,
        interrupted: Condition | None = None,
    ) -> T:
        """Wait for the response to a call and decode the result.

        Raises:
            CallFailed: the browser answered with an error.
            CallTimeout: the browser did not answer within the timeout.
            CallInterrupted: `interrupted` became true before the answer came.
            DeviceError: the browser is gone, or the result does not have the expected type.
        """
        seconds = self._timeout_sec if timeout_sec is None else timeout_sec
        try:
            while not self.wait_until(
                lambda: call_id in self._answers, deadline=time.monotonic() + seconds, interrupted=interrupted
            ):
                if not self._is_postponed(self._awaited.get(call_id, "")):
                    break
        finally:
            message = self._answers.get(call_id)
            self.discard(call_id)
        if message is None:
            raise CallTimeout(f"call {call_id} was not answered in time")
        if message.error:
            raise CallFailed(message.error.message)
        try:
            return msgspec.json.decode(message.result, type=result_type)
        except msgspec.DecodeError as error:
            raise DeviceError(
                f"the browser's answer does not match {result_type.__name__}: {error}"
            ) from error

    def call(
        self,
        method: str,
        params: Params | None = None,
        *,
        session: str = "",
        result_type: type[T],
        timeout_sec: float | None = None,
        interrupted: Condition | None = None,
    ) -> T:
        """Send a call, wait for the response and decode the result.

        Raises the same errors as `answer`.
        """
        call_id = self.send(method, params, session=session)
        return self.answer(call_id, result_type, timeout_sec=timeout_sec, interrupted=interrupted)

    def wait_until(
        self, condition: Condition, *, deadline: float, interrupted: Condition | None = None
    ) -> bool:
        """Process messages until `condition` is true or the deadline passes.

        `deadline` is a monotonic time. Messages that arrived before the deadline are always processed, but
        for at most `_BACKLOG_SEC`, because a page may cause messages faster than they are read. Returns False
        if the deadline passed first.

        Raises:
            CallInterrupted: `interrupted` became true first.
            DeviceError: the browser is gone.
            TimeLimitReached: the time limit of the run is reached.
        """
        late_since = inf
        while not condition():
            if interrupted and interrupted():
                raise CallInterrupted
            check_limit()
            time_now = time.monotonic()
            late_since = min(late_since, time_now) if time_now >= deadline else late_since
            message = None if time_now - late_since > _BACKLOG_SEC else self._pipe.receive(deadline)
            if message is None:
                return False
            self._dispatch(message)
        return True

    def has_answer(self, call_id: int) -> bool:
        """Check whether the response to a call has arrived."""
        return call_id in self._answers

    def discard(self, call_id: int) -> None:
        """Ignore the response to a call that was sent with `send`."""
        self._awaited.pop(call_id, None)
        self._answers.pop(call_id, None)

    def handle_pending(self) -> None:
        """Process messages that have already arrived, without waiting for more."""
        self.wait_until(lambda: False, deadline=time.monotonic())

    def _send(self, method: str, params: Params | None, *, session: str) -> None:
        self._last_id += 1
        message: dict[str, object] = {"id": self._last_id, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        self._pipe.send(self._encoder.encode(message))

    def _dispatch(self, encoded: bytes) -> None:
        message = self._decoder.decode(encoded)
        if not message.id:
            self._handle_event(message)
        elif message.id in self._awaited:
            self._answers[message.id] = message
