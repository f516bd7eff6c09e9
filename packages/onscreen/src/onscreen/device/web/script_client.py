"""Client for the script that is injected into the frames of a tab.

Stops page scripts that block the injected script.
"""

from __future__ import annotations

import json
import time
from typing import TypeVar

import msgspec

from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.browser import Browser
from onscreen.device.web.browser_tab import Frame, Tab
from onscreen.device.web.devtools_connection import (
    CallFailed,
    CallInterrupted,
    CallTimeout,
    EmptyResult,
    Params,
)
from onscreen.device.web.page_scripts import ISOLATED_WORLD, isolated_world_script
from onscreen.types.errors import ActionTimeout

T = TypeVar("T")
_STOP_TIMEOUT_SEC = 1.0
_TERMINATE_TRIES = 2
_STOP_TRIES = 8
_LINK_FRAME = "function (frameId) { onscreen.linkFrame(this, frameId); }"


class ScriptThrew(CallFailed):
    """Raised when the injected script threw an exception; the message is the exception's description."""


class ServerTimeout(ActionTimeout):
    """Raised when a page did not answer because the server of the next page was silent for `load_cap_sec`."""


class ScriptClient:
    """Client that calls functions of the injected script in the frames of a tab."""

    def __init__(self, browser: Browser, tab: Tab) -> None:
        """Create a client for the frames of the given tab."""
        self.browser = browser
        self.tab = tab
        self.connection = browser.connection

    def send(self, frame: Frame, expression: str) -> int:
        """Start evaluating an expression in a frame's isolated world, and return the call's id."""
        params = {
            "expression": expression,
            "contextId": self.isolated_context(frame),
            "returnByValue": True,
            "awaitPromise": True,
        }
        return self.connection.send("Runtime.evaluate", params, session=frame.session)

    def receive(self, call_id: int, result_type: type[T], *, timeout_sec: float | None = None) -> T:
        """Wait for the value of an expression that was sent with `send`.

        Raises the same errors as `DevToolsConnection.answer`, and `ScriptThrew` if the script throws an
        exception.
        """
        evaluation = self.connection.answer(
            call_id, p.EvaluateResult, timeout_sec=timeout_sec, interrupted=self._is_blocked
        )
        return decode_value(evaluation, result_type)

    def call(
        self,
        frame: Frame,
        function: str,
        *arguments: object,
        result_type: type[T],
        timeout_sec: float | None = None,
    ) -> T:
        """Call a function of the injected script in a frame and return the result.

        Raises:
            CallInterrupted: a dialog opened, or the tab crashed or closed.
            CallFailed: the frame is gone, or the function threw an exception.
            ServerTimeout: the page did not answer because its server was silent; loading was stopped.
            ActionTimeout: the page did not answer; its scripts were stopped.
        """
        expression = call_expression(function, *arguments)
        try:
            return self._evaluate(frame, expression, result_type=result_type, timeout_sec=timeout_sec)
        except CallTimeout:
            raise self.timeout_error("the page did not respond") from None

    def isolated_context(self, frame: Frame) -> int:
        """Return the execution context of a frame's isolated world, creating it if necessary.

        Raises the same errors as `DevToolsConnection.call`, and `ScriptThrew` if the injected script throws
        an exception.
        """
        if not frame.isolated_context_id:
            created = self.connection.call(
                "Page.createIsolatedWorld",
                {"frameId": frame.frame_id, "worldName": ISOLATED_WORLD},
                session=frame.session,
                result_type=p.CreateResult,
                interrupted=self._is_blocked,
            )
            frame.isolated_context_id = created.execution_context_id
            source = isolated_world_script(self.browser.token)
            script = {"expression": source, "contextId": frame.isolated_context_id}
            evaluation = self.connection.call(
                "Runtime.evaluate",
                script,
                session=frame.session,
                result_type=p.EvaluateResult,
                interrupted=self._is_blocked,
            )
            _raise_exception(evaluation)
        return frame.isolated_context_id

    def link_frames(self) -> None:
        """Link each iframe element to its frame id, so that frame positions can be computed."""
        for frame in self.tab.read_frames:
            parent = self.tab.frames.get(frame.parent_id)
            if parent is None or not parent.isolated_context_id:
                continue
            if frame.linked_context_id == parent.isolated_context_id:
                continue
            try:
                self._link_frame(frame, parent)
            except CallFailed:
                continue

    def timeout_error(self, message: str) -> ActionTimeout:
        """Stop the cause of a page's silence, and return the error to raise.

        `message` is the beginning of the error's text; the reason is added.
        """
        error_type = ServerTimeout if self.tab.server_awaited_since else ActionTimeout
        return error_type(f"{message}: {self.end_delay()}")

    def end_delay(self) -> str:
        """Stop the cause of a page's silence, add a warning, and return the warning.

        The cause is a navigation to a server that does not answer, or a script that runs indefinitely. A new
        tab that has shown no page is marked as crashed, so that it is closed.
        """
        if self.tab.has_no_document and len(self.browser.tabs) > 1:
            self.tab.crashed = True
            self.tab.warnings.append("the new tab showed no page: no answer of its server, or a download")
            return self.tab.warnings[-1]
        if not self.tab.server_awaited_since:
            self._stop_scripts()
            return self.tab.warnings[-1]
        self.connection.notify("Page.stopLoading", session=self.tab.session)
        deadline = time.monotonic() + _STOP_TIMEOUT_SEC
        self.connection.wait_until(lambda: not self.tab.server_awaited_since, deadline=deadline)
        self.tab.server_awaited_since = 0.0
        seconds = self.browser.settings.load_cap_sec
        self.tab.warnings.append(f"the server did not answer within {seconds:g} s; loading was stopped")
        return self.tab.warnings[-1]

    def _stop_scripts(self) -> None:
        """Stop page scripts that run indefinitely.

        The running script is terminated. If the page still does not respond, scripts are disabled; if this
        also fails, the page's process is crashed. A page that is busy without a script, such as with a long
        layout, first has `load_cap_sec` to finish.
        """
        busy_sec = self._terminate_script()
        if busy_sec > _STOP_TIMEOUT_SEC and self.is_responsive():
            self.tab.warnings.append(f"the page was busy for {busy_sec:.0f} s and did not answer")
            return
        for attempt in range(_STOP_TRIES):
            if attempt >= _TERMINATE_TRIES:
                self.tab.scripts_disabled = True
                self._notify_all_sessions("Emulation.setScriptExecutionDisabled", {"value": True})
            self._notify_all_sessions("Runtime.terminateExecution", {})
            if self.is_responsive():
                disabled = ", and all its scripts were turned off" if self.tab.scripts_disabled else ""
                self.tab.warnings.append(f"a script of the page ran without end and was stopped{disabled}")
                return
        self.connection.notify("Page.crash", session=self.tab.session)
        deadline = time.monotonic() + _STOP_TIMEOUT_SEC
        self.connection.wait_until(lambda: self.tab.crashed or self.tab.closed, deadline=deadline)
        self.tab.crashed = True
        self.tab.warnings.append("the page did not answer any more and was closed")

    def _terminate_script(self) -> float:
        """Terminate the running script in the root frame; return the seconds until the confirmation.

        Chromium confirms this immediately while a script runs, but only after a layout in progress.
        """
        started_at = time.monotonic()
        try:
            self.connection.call(
                "Runtime.terminateExecution",
                session=self.tab.session,
                result_type=EmptyResult,
                timeout_sec=self.browser.settings.load_cap_sec,
                interrupted=self._is_blocked,
            )
        except (CallInterrupted, CallTimeout, CallFailed):
            return 0.0
        return time.monotonic() - started_at

    def _notify_all_sessions(self, method: str, params: Params) -> None:
        for session in self.tab.sessions:
            self.connection.notify(method, params, session=session)

    def is_responsive(self) -> bool:
        """Check whether the page runs scripts within a second."""
        try:
            self.connection.call(
                "Runtime.evaluate",
                {"expression": "1"},
                session=self.tab.session,
                result_type=EmptyResult,
                timeout_sec=_STOP_TIMEOUT_SEC,
                interrupted=self._is_blocked,
            )
        except CallInterrupted:
            return True
        except (CallTimeout, CallFailed):
            return False
        return True

    def _evaluate(
        self, frame: Frame, expression: str, *, result_type: type[T], timeout_sec: float | None
    ) -> T:
        """Evaluate an expression; if the isolated world is gone, evaluate it in a new one."""
        try:
            return self.receive(self.send(frame, expression), result_type, timeout_sec=timeout_sec)
        except CallFailed:
            frame.isolated_context_id = 0
            return self.receive(self.send(frame, expression), result_type, timeout_sec=timeout_sec)

    def _is_blocked(self) -> bool:
        return self.tab.is_blocked

    def _link_frame(self, frame: Frame, parent: Frame) -> None:
        session = parent.session
        owner = self.connection.call(
            "DOM.getFrameOwner", {"frameId": frame.frame_id}, session=session, result_type=p.FrameOwner
        )
        node = {"backendNodeId": owner.backend_node_id, "executionContextId": parent.isolated_context_id}
        resolved = self.connection.call("DOM.resolveNode", node, session=session, result_type=p.ResolvedNode)
        params = {
            "functionDeclaration": _LINK_FRAME,
            "objectId": resolved.object.object_id,
            "arguments": [{"value": frame.frame_id}],
        }
        self.connection.notify("Runtime.callFunctionOn", params, session=session)
        frame.linked_context_id = parent.isolated_context_id


def call_expression(function: str, *arguments: object) -> str:
    """Build the JavaScript expression that calls a function of the injected script."""
    return f"onscreen.{function}({', '.join(json.dumps(argument) for argument in arguments)})"


def decode_value(evaluation: p.EvaluateResult, result_type: type[T]) -> T:
    """Decode the result of a JavaScript evaluation.

    Raises:
        ScriptThrew: the script threw an exception.
    """
    _raise_exception(evaluation)
    return msgspec.json.decode(evaluation.result.value, type=result_type)


def _raise_exception(evaluation: p.EvaluateResult) -> None:
    details = evaluation.exception_details
    if details:
        raise ScriptThrew(details.exception.description or details.text)
