"""Web page in a Chromium browser, controlled over the Chrome DevTools Protocol.

The page is not thread-safe.
"""

from __future__ import annotations

import base64
import re
import time
from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from onscreen_practice.phone.chromium_process import Chromium
from onscreen_practice.phone.phone_errors import PhoneError, RendererLost, ScriptTerminated
from onscreen_practice.phone.screen import build_page, build_script, locate_source

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
_START_TIMEOUT_SEC, _CALL_TIMEOUT_SEC, _SCRIPT_TIMEOUT_MS = 60.0, 20.0, 15_000
_PING_TIMEOUT_SEC = 4.0
"""A page that does not answer within this time is sent a ping, and must answer it within the same time."""
_PING_METHOD = "Performance.getMetrics"
"""A method that Chromium answers even while a script runs (`ShouldInterruptForMethod` in its source)."""
_TERMINATED_MESSAGE = "Execution was terminated"
_SCRIPTS_MISSING_MESSAGE = "ReferenceError: phone is not defined"
_ESCAPE = re.compile(
    rb"(\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\.",
    re.DOTALL,
)
"""A surrogate pair in group 1, a lone surrogate, or the start of any other escape sequence."""
_SURROGATE_BYTES = len(r"\ud800")
_CRASH_EVENTS = {"Inspector.targetCrashed", "Inspector.detached", "Target.detachedFromTarget"}


class _ProtocolError(msgspec.Struct, frozen=True):
    message: str = ""


class _Message(msgspec.Struct, frozen=True):
    id: int = 0
    method: str = ""
    result: msgspec.Raw = msgspec.Raw(b"{}")
    error: _ProtocolError | None = None


class _RemoteException(msgspec.Struct, frozen=True, rename="camel"):
    class_name: str = ""
    description: str = ""
    value: msgspec.Raw = msgspec.Raw(b"null")


class _ExceptionDetails(msgspec.Struct, frozen=True, rename="camel"):
    text: str = ""
    line_number: int = 0
    exception: _RemoteException = _RemoteException()


class _RemoteObject(msgspec.Struct, frozen=True):
    value: msgspec.Raw = msgspec.Raw(b"null")


class _EvaluateResult(msgspec.Struct, frozen=True, rename="camel"):
    result: _RemoteObject = _RemoteObject()
    exception_details: _ExceptionDetails | None = None


class _TargetInfo(msgspec.Struct, frozen=True, rename="camel"):
    target_id: str
    type: str = ""


class _TargetList(msgspec.Struct, frozen=True, rename="camel"):
    target_infos: tuple[_TargetInfo, ...]


class _AttachedSession(msgspec.Struct, frozen=True, rename="camel"):
    session_id: str


class _Frame(msgspec.Struct, frozen=True):
    id: str


class _FrameTree(msgspec.Struct, frozen=True):
    frame: _Frame


class _FrameTreeResult(msgspec.Struct, frozen=True, rename="camel"):
    frame_tree: _FrameTree


class _Screenshot(msgspec.Struct, frozen=True):
    data: str


class BrowserPage:
    """Browser page that runs the simulated phone's scripts in its own browser process."""

    def __init__(self, chromium: Chromium) -> None:
        """Wait until a browser responds, and load the phone's scripts.

        The page owns the browser, and closes it after an error.

        Raises:
            PhoneError: the browser does not start, or a script fails.
        """
        self._chromium = chromium
        self._session = ""
        self._last_id = 0
        self._is_loaded = False
        try:
            self._load()
        except RendererLost as gone:
            self.close()
            raise PhoneError(f"the browser {chromium.path} does not start: {gone}") from gone
        except PhoneError:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """Process ID of the browser, or 0 after `close`."""
        return self._chromium.pid

    def evaluate(self, expression: str, *, await_promise: bool = False) -> Json:
        """Evaluate a JavaScript expression and return its JSON-compatible value.

        Set `await_promise` if the expression may return a promise.

        Raises:
            PhoneError: the expression threw an exception.
            ScriptTerminated: the expression ran longer than 15 seconds.
            RendererLost: the browser has exited or does not respond.
        """
        parameters: Mapping[str, Json] = {
            "expression": expression,
            "returnByValue": True,
            "awaitPromise": await_promise,
            "timeout": _SCRIPT_TIMEOUT_MS,
        }
        answer = msgspec.json.decode(self._call("Runtime.evaluate", parameters), type=_EvaluateResult)
        if answer.exception_details is not None:
            message = _format_exception(answer.exception_details)
            raise (
                RendererLost("the page no longer contains the phone's scripts")
                if message == _SCRIPTS_MISSING_MESSAGE
                else PhoneError(message)
            )
        value: Json = msgspec.json.decode(answer.result.value)
        return value

    def set_viewport(self, width: int, height: int, *, ratio: float) -> None:
        """Set the viewport size in CSS pixels and the device pixel ratio.

        Raises:
            RendererLost: the browser has exited or does not respond.
        """
        parameters = {"width": width, "height": height, "deviceScaleFactor": ratio, "mobile": False}
        self._call("Emulation.setDeviceMetricsOverride", parameters)

    def capture(self, clip: tuple[float, float] | None = None) -> bytes:
        """Take a screenshot of the page as a PNG image.

        `clip` limits it to (width, height) CSS pixels from the top-left corner.

        Raises:
            RendererLost: the browser has exited or does not respond.
        """
        parameters: dict[str, Json] = {
            "format": "png",
            "optimizeForSpeed": True,
            "captureBeyondViewport": False,
        }
        if clip is not None:
            parameters["clip"] = {"x": 0, "y": 0, "width": clip[0], "height": clip[1], "scale": 1}
        screenshot = msgspec.json.decode(self._call("Page.captureScreenshot", parameters), type=_Screenshot)
        return base64.b64decode(screenshot.data)

    def collect_garbage(self) -> None:
        """Start JavaScript garbage collection, which frees memory used by earlier screens.

        Later calls wait until the collection has ended.

        Raises:
            RendererLost: the browser has exited.
        """
        self._send("HeapProfiler.collectGarbage", {})

    def close(self) -> None:
        """Stop the browser process if it is still running."""
        self._chromium.close()

    def _load(self) -> None:
        deadline = time.monotonic() + _START_TIMEOUT_SEC
        html, script = build_page(), build_script()
        pages: list[str] = []
        while not pages:
            targets = msgspec.json.decode(self._call("Target.getTargets", {}), type=_TargetList)
            pages = [each.target_id for each in targets.target_infos if each.type == "page"]
            if time.monotonic() > deadline:
                raise RendererLost("it opened no page")
        attached = self._call("Target.attachToTarget", {"targetId": pages[0], "flatten": True})
        self._session = msgspec.json.decode(attached, type=_AttachedSession).session_id
        self._call("Inspector.enable", {})
        tree = msgspec.json.decode(self._call("Page.getFrameTree", {}), type=_FrameTreeResult)
        self._call("Page.setDocumentContent", {"frameId": tree.frame_tree.frame.id, "html": html})
        self.evaluate(script)
        self._is_loaded = True

    def _call(self, method: str, parameters: Mapping[str, Json]) -> msgspec.Raw:
        answer = self._receive_answer(self._send(method, parameters))
        if answer.error is not None and answer.error.message == _TERMINATED_MESSAGE:
            raise ScriptTerminated(
                f"the phone's script did not end within {_SCRIPT_TIMEOUT_MS / 1000:.0f} seconds"
            )
        if answer.error is not None:
            raise RendererLost(
                f"the page that renders the phone rejected a call ({method}: {answer.error.message})"
            )
        return answer.result

    def _send(self, method: str, parameters: Mapping[str, Json]) -> int:
        """Send a request and return its id."""
        self._last_id += 1
        session_field = {"sessionId": self._session} if self._session else {}
        request = {"id": self._last_id, "method": method, "params": parameters, **session_field}
        self._chromium.send(msgspec.json.encode(request))
        return self._last_id

    def _receive_answer(self, request_id: int) -> _Message:
        """Wait for the answer to a request, and check with pings that the page is alive.

        A loading page is not pinged, because a machine under load may need a long time to start a browser.
        """
        deadline = time.monotonic() + (_CALL_TIMEOUT_SEC if self._is_loaded else _START_TIMEOUT_SEC)
        ping_id = 0
        while True:
            pause_sec = _PING_TIMEOUT_SEC if self._is_loaded else _START_TIMEOUT_SEC
            message = self._chromium.receive(min(deadline, time.monotonic() + pause_sec))
            if message is None and (ping_id or time.monotonic() >= deadline):
                raise RendererLost("the browser that renders the phone does not respond")
            if message is None:
                ping_id = self._send(_PING_METHOD, {})
                continue
            answer = msgspec.json.decode(_replace_lone_surrogates(message), type=_Message)
            if answer.method in _CRASH_EVENTS:
                raise RendererLost("the page that renders the phone crashed")
            if answer.id == request_id:
                return answer
            ping_id = 0 if answer.id == ping_id else ping_id


def _replace_lone_surrogates(message: bytes) -> bytes:
    """Replace escaped halves of UTF-16 surrogate pairs, which are not valid in UTF-8, in a JSON message."""
    if b"\\ud" not in message and b"\\uD" not in message:
        return message
    return _ESCAPE.sub(
        lambda match: b"\\ufffd" if len(match[0]) == _SURROGATE_BYTES and not match[1] else match[0], message
    )


def _format_exception(details: _ExceptionDetails) -> str:
    """Return a script exception's message, with its source location unless its class is `RequestError`."""
    thrown = details.exception
    message, _, stack = thrown.description.partition("\n    at ")
    if not message:
        message = bytes(thrown.value).decode() if thrown.value != b"null" else details.text
    if thrown.class_name == "RequestError":
        return message.removeprefix("Error: ").removeprefix("RequestError: ")
    location = locate_source(stack, line=details.line_number + 1 if not stack else 0)
    return message.removeprefix("Error: ") + (f" (at {location})" if location else "")
