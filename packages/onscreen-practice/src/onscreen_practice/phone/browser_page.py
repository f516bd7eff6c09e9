"""One page of a Chromium: expressions evaluated in it, pictures of it; not for two threads at once."""

from __future__ import annotations

import base64
import time
from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from onscreen_practice.phone.chromium_process import Chromium, executable
from onscreen_practice.phone.phone_errors import PhoneError, PhoneGone
from onscreen_practice.phone.screen import page, place, script

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
_START_CAP_SEC, _CALL_CAP_SEC, _SCRIPT_CAP_MS = 30.0, 25.0, 5_000
_TERMINATED = "Execution was terminated"
_LOST = "ReferenceError: phone is not defined"
_CRASHES = {"Inspector.targetCrashed", "Inspector.detached", "Target.detachedFromTarget"}


class _Refusal(msgspec.Struct, frozen=True):
    message: str = ""


class _Answer(msgspec.Struct, frozen=True):
    id: int = 0
    method: str = ""
    result: msgspec.Raw = msgspec.Raw(b"{}")
    error: _Refusal | None = None


class _Thrown(msgspec.Struct, frozen=True, rename="camel"):
    class_name: str = ""
    description: str = ""
    value: msgspec.Raw = msgspec.Raw(b"null")


class _Details(msgspec.Struct, frozen=True, rename="camel"):
    text: str = ""
    line_number: int = 0
    exception: _Thrown = _Thrown()


class _Value(msgspec.Struct, frozen=True):
    value: msgspec.Raw = msgspec.Raw(b"null")


class _Evaluated(msgspec.Struct, frozen=True, rename="camel"):
    result: _Value = _Value()
    exception_details: _Details | None = None


class _Target(msgspec.Struct, frozen=True, rename="camel"):
    target_id: str
    type: str = ""


class _Targets(msgspec.Struct, frozen=True, rename="camel"):
    target_infos: tuple[_Target, ...]


class _Session(msgspec.Struct, frozen=True, rename="camel"):
    session_id: str


class _Frame(msgspec.Struct, frozen=True):
    id: str


class _Tree(msgspec.Struct, frozen=True):
    frame: _Frame


class _FrameTree(msgspec.Struct, frozen=True, rename="camel"):
    frame_tree: _Tree


class _Shot(msgspec.Struct, frozen=True):
    data: str


class Page:
    """The page with the phone's scripts, in a browser of its own."""

    def __init__(self, browser: str = "") -> None:
        """Start the browser and load the phone's scripts.

        Raises:
            PhoneError: no browser is there, it does not start, or a script is wrong.
        """
        path = executable(browser)
        self._chromium = Chromium(path)
        self._session = ""
        self._count = 0
        try:
            self._load()
        except PhoneGone as gone:
            self.end()
            raise PhoneError(f"the browser {path} does not start: {gone}") from gone
        except PhoneError:
            self.end()
            raise

    @property
    def pid(self) -> int:
        """The browser's process, 0 once it was ended."""
        return self._chromium.pid

    def evaluate(self, expression: str, *, promised: bool = False) -> Json:
        """Return what a JavaScript expression comes to; `promised` where it may be a promise.

        Raises:
            PhoneError: it threw, or did not end within five seconds.
            PhoneGone: the browser is gone.
        """
        asked: Mapping[str, Json] = {
            "expression": expression,
            "returnByValue": True,
            "awaitPromise": promised,
            "timeout": _SCRIPT_CAP_MS,
        }
        found = msgspec.json.decode(self._call("Runtime.evaluate", asked), type=_Evaluated)
        if found.exception_details is not None:
            told = _told(found.exception_details)
            raise PhoneGone("the page left the phone's scripts") if told == _LOST else PhoneError(told)
        value: Json = msgspec.json.decode(found.result.value)
        return value

    def shape(self, width: int, height: int, *, ratio: float) -> None:
        """Give the page this many CSS pixels, each so many pixels of the picture.

        Raises:
            PhoneGone: the browser is gone.
        """
        asked = {"width": width, "height": height, "deviceScaleFactor": ratio, "mobile": False}
        self._call("Emulation.setDeviceMetricsOverride", asked)

    def capture(self, clip: tuple[float, float] | None = None) -> bytes:
        """Return a PNG of the page, or of so many CSS pixels from its left upper corner.

        Raises:
            PhoneGone: the browser is gone.
        """
        asked: dict[str, Json] = {"format": "png", "optimizeForSpeed": True, "captureBeyondViewport": False}
        if clip is not None:
            asked["clip"] = {"x": 0, "y": 0, "width": clip[0], "height": clip[1], "scale": 1}
        shot = msgspec.json.decode(self._call("Page.captureScreenshot", asked), type=_Shot)
        return base64.b64decode(shot.data)

    def tidy(self) -> None:
        """Give back the memory of what was drawn before.

        Raises:
            PhoneGone: the browser is gone.
        """
        self._call("HeapProfiler.collectGarbage", {})

    def end(self) -> None:
        """End the browser; may be called more than once."""
        self._chromium.end()

    def _load(self) -> None:
        until = time.monotonic() + _START_CAP_SEC
        pages: list[str] = []
        while not pages:
            found = msgspec.json.decode(self._call("Target.getTargets", {}), type=_Targets)
            pages = [each.target_id for each in found.target_infos if each.type == "page"]
            if time.monotonic() > until:
                raise PhoneGone("it opened no page")
        attached = self._call("Target.attachToTarget", {"targetId": pages[0], "flatten": True})
        self._session = msgspec.json.decode(attached, type=_Session).session_id
        self._call("Inspector.enable", {})
        tree = msgspec.json.decode(self._call("Page.getFrameTree", {}), type=_FrameTree)
        self._call("Page.setDocumentContent", {"frameId": tree.frame_tree.frame.id, "html": page()})
        self.evaluate(script())

    def _call(self, method: str, asked: Mapping[str, Json]) -> msgspec.Raw:
        self._count += 1
        session = {"sessionId": self._session} if self._session else {}
        asking = {"id": self._count, "method": method, "params": asked, **session}
        self._chromium.send(msgspec.json.encode(asking))
        until = time.monotonic() + _CALL_CAP_SEC
        while True:
            answer = msgspec.json.decode(self._chromium.receive(until), type=_Answer)
            if answer.method in _CRASHES:
                raise PhoneGone("the page that draws the phone crashed")
            if answer.id == self._count:
                break
        if answer.error is not None and answer.error.message == _TERMINATED:
            raise PhoneError(f"the phone's script did not end within {_SCRIPT_CAP_MS / 1000:.0f} seconds")
        if answer.error is not None:
            raise PhoneGone(f"the page that draws the phone is gone ({method}: {answer.error.message})")
        return answer.result


def _told(details: _Details) -> str:
    """Return the message of what was thrown, and where in the phone's scripts unless it is a refusal."""
    thrown = details.exception
    message, _, stack = thrown.description.partition("\n    at ")
    if not message:
        message = bytes(thrown.value).decode() if thrown.value != b"null" else details.text
    if thrown.class_name == "Refused":
        return message.removeprefix("Error: ").removeprefix("Refused: ")
    where = place(stack, line=details.line_number + 1 if not stack else 0)
    return message.removeprefix("Error: ") + (f" (at {where})" if where else "")
