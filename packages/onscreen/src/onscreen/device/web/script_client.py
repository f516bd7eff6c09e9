"""Questions to the scripts in a tab's frames, each capped, with what to do when a page does not answer."""

from __future__ import annotations

import json
import time
from typing import TypeVar

import msgspec

from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.browser import Browser
from onscreen.device.web.devtools_connection import CallBroken, CallCapped, CallRefused, Nothing, Params
from onscreen.device.web.page_scripts import WORLD, reader_script
from onscreen.device.web.tab import Frame, Tab
from onscreen.types.errors import ActionTimeout

T = TypeVar("T")
_STOP_CAP_SEC = 1.0
_MILD_TRIES = 2
_STOP_TRIES = 8
_OWN = "function (id) { onscreen.own(this, id); }"


class ScriptClient:
    """Asks one tab's frames; made anew for each use, it keeps nothing."""

    def __init__(self, browser: Browser, tab: Tab) -> None:
        """Ask this tab."""
        self.browser = browser
        self.tab = tab
        self.wire = browser.wire

    def send(self, frame: Frame, expression: str) -> int:
        """Send an expression to our world in a frame and return the call's number."""
        return self.wire.send("Runtime.evaluate", self._evaluation(frame, expression), session=frame.session)

    def take(self, number: int, shape: type[T], *, cap_sec: float | None = None) -> T:
        """Return what an expression sent before came to; raises what `Wire.answer` raises."""
        found = self.wire.answer(number, p.Evaluated, cap_sec=cap_sec, broken=self._is_blocked)
        return value_of(found, shape)

    def ask(
        self, frame: Frame, function: str, *given: object, shape: type[T], cap_sec: float | None = None
    ) -> T:
        """Call one of our functions in a frame and return its value.

        Raises:
            CallBroken: a dialog opened, or the tab crashed or closed.
            CallRefused: the frame is gone or its script threw.
            ActionTimeout: the page did not answer; its scripts have been stopped.
        """
        expression = f"onscreen.{function}({', '.join(json.dumps(g) for g in given)})"
        try:
            return self._asked(frame, expression, shape=shape, cap_sec=cap_sec)
        except CallCapped:
            self.unstick()
            raise ActionTimeout(
                "the page did not answer: a script of it was running without end and was stopped"
            ) from None

    def world(self, frame: Frame) -> int:
        """Return the context of our world in a frame, making it when the page has none yet."""
        if not frame.reader:
            where = {"frameId": frame.frame_id, "worldName": WORLD}
            made = self.wire.call(
                "Page.createIsolatedWorld",
                where,
                session=frame.session,
                shape=p.Created,
                broken=self._is_blocked,
            )
            frame.reader = made.execution_context_id
            script = {"expression": reader_script(self.browser.token), "contextId": frame.reader}
            self.wire.send("Runtime.evaluate", script, session=frame.session, wanted=False)
        return frame.reader

    def own_frames(self) -> None:
        """Tell each frame's parent which of its elements holds it, so that places can be added up."""
        for frame in list(self.tab.frames.values()):
            parent = self.tab.frames.get(frame.parent_id)
            if parent is None or not parent.reader or frame.owner_world == parent.reader:
                continue
            try:
                self._own(frame, parent)
            except CallRefused:
                continue

    def unstick(self) -> None:
        """Stop scripts that run without end: one run, then all of them, then the page itself."""
        for attempt in range(_STOP_TRIES):
            if attempt >= _MILD_TRIES:
                self.tab.scripts_off = True
                self._tell_all("Emulation.setScriptExecutionDisabled", {"value": True})
            self._tell_all("Runtime.terminateExecution", {})
            if self._answers():
                off = ", and all its scripts were turned off" if attempt >= _MILD_TRIES else ""
                self.tab.notes.append(f"a script of the page ran without end and was stopped{off}")
                return
        self.wire.send("Page.crash", session=self.tab.session, wanted=False)
        until = time.monotonic() + _STOP_CAP_SEC
        self.wire.pump(lambda: self.tab.crashed or self.tab.closed, until=until)
        self.tab.crashed = True
        self.tab.notes.append("the page did not answer any more and was closed")

    def _tell_all(self, method: str, params: Params) -> None:
        for session in self.tab.sessions:
            self.wire.send(method, params, session=session, wanted=False)

    def _answers(self) -> bool:
        try:
            self.wire.call(
                "Runtime.evaluate",
                {"expression": "1"},
                session=self.tab.session,
                shape=Nothing,
                cap_sec=_STOP_CAP_SEC,
                broken=self._is_blocked,
            )
        except CallBroken:
            return True
        except (CallCapped, CallRefused):
            return False
        return True

    def _asked(self, frame: Frame, expression: str, *, shape: type[T], cap_sec: float | None) -> T:
        try:
            return self.take(self.send(frame, expression), shape, cap_sec=cap_sec)
        except CallRefused:
            frame.reader = 0
            return self.take(self.send(frame, expression), shape, cap_sec=cap_sec)

    def _evaluation(self, frame: Frame, expression: str) -> dict[str, object]:
        context = self.world(frame)
        return {"expression": expression, "contextId": context, "returnByValue": True, "awaitPromise": True}

    def _is_blocked(self) -> bool:
        return self.tab.is_blocked

    def _own(self, frame: Frame, parent: Frame) -> None:
        session = parent.session
        owner = self.wire.call(
            "DOM.getFrameOwner", {"frameId": frame.frame_id}, session=session, shape=p.Owner
        )
        where = {"backendNodeId": owner.backend_node_id, "executionContextId": parent.reader}
        found = self.wire.call("DOM.resolveNode", where, session=session, shape=p.Resolved)
        told = {
            "functionDeclaration": _OWN,
            "objectId": found.object.object_id,
            "arguments": [{"value": frame.frame_id}],
        }
        self.wire.send("Runtime.callFunctionOn", told, session=session, wanted=False)
        frame.owner_world = parent.reader


def value_of(found: p.Evaluated, shape: type[T]) -> T:
    """Return the value an evaluation came to.

    Raises:
        CallRefused: the script threw; the message is what it threw.
    """
    if found.exception_details:
        thrown = found.exception_details
        raise CallRefused(thrown.exception.description or thrown.text)
    return msgspec.json.decode(found.result.value, type=shape)
