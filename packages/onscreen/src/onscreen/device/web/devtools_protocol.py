"""Types of Chrome DevTools Protocol (CDP) messages, limited to the fields the web device reads.

Classes are named after their CDP types, events and results: https://chromedevtools.github.io/devtools-protocol/
"""

from __future__ import annotations

from typing import Literal

import msgspec


class ProtocolMessage(msgspec.Struct, frozen=True, rename="camel"):
    """Base of all CDP types; field names are camel case in JSON."""


class TargetInfo(ProtocolMessage, frozen=True):
    """A page, iframe or worker of the browser."""

    target_id: str
    type: str
    title: str = ""
    url: str = ""
    opener_id: str = ""
    browser_context_id: str = ""


class AttachedToTarget(ProtocolMessage, frozen=True):
    """Event: a session to a target was opened."""

    session_id: str
    target_info: TargetInfo
    waiting_for_debugger: bool = False


class DetachedFromTarget(ProtocolMessage, frozen=True):
    """Event: a session was closed."""

    session_id: str


class TargetInfoChanged(ProtocolMessage, frozen=True):
    """Event: the title or URL of a target changed."""

    target_info: TargetInfo


class ContextAuxData(ProtocolMessage, frozen=True):
    """Frame of an execution context."""

    frame_id: str = ""
    is_default: bool = False


class ExecutionContext(ProtocolMessage, frozen=True):
    """JavaScript execution context: the main world or an isolated world of a frame."""

    id: int
    name: str = ""
    aux_data: ContextAuxData = ContextAuxData()


class ExecutionContextCreated(ProtocolMessage, frozen=True):
    """Event: an execution context was created."""

    context: ExecutionContext


class ExecutionContextDestroyed(ProtocolMessage, frozen=True):
    """Event: an execution context was destroyed."""

    execution_context_id: int


class FrameEvent(ProtocolMessage, frozen=True):
    """Event about a frame: attached, detached, loading started or stopped, navigation requested.

    `delay` is the delay of a scheduled navigation in seconds.
    """

    frame_id: str
    parent_frame_id: str = ""
    reason: str = ""
    delay: float = 0


class FrameInfo(ProtocolMessage, frozen=True):
    """Frame with its URL."""

    id: str
    parent_id: str = ""
    url: str = ""
    unreachable_url: str = ""


class FrameNavigated(ProtocolMessage, frozen=True):
    """Event: a frame shows a new document."""

    frame: FrameInfo


class DialogOpening(ProtocolMessage, frozen=True):
    """Event: the page opens a JavaScript dialog."""

    message: str
    type: Literal["alert", "confirm", "prompt", "beforeunload"]
    default_prompt: str = ""


class RequestEvent(ProtocolMessage, frozen=True):
    """Event: a network request was sent, finished or failed."""

    request_id: str
    type: str = ""


class Request(ProtocolMessage, frozen=True):
    """URL and method of a network request."""

    url: str
    method: str = "GET"


class RequestPaused(ProtocolMessage, frozen=True):
    """Event: a request is paused until it is continued, fulfilled or failed."""

    request_id: str
    request: Request
    frame_id: str = ""
    resource_type: str = ""


class DownloadWillBegin(ProtocolMessage, frozen=True):
    """Event: a download starts."""

    guid: str
    url: str = ""
    suggested_filename: str = ""


class DownloadProgress(ProtocolMessage, frozen=True):
    """Event: the state of a download ("inProgress", "completed" or "canceled")."""

    guid: str
    state: str = ""


class FileChooserOpened(ProtocolMessage, frozen=True):
    """Event: the page opened a file chooser."""

    backend_node_id: int = 0
    mode: str = ""


class DragIntercepted(ProtocolMessage, frozen=True):
    """Event: a native drag started and must be continued by `Input.dispatchDragEvent`."""

    data: msgspec.Raw


class RemoteObject(ProtocolMessage, frozen=True):
    """A JavaScript value, or a reference to an object in the page."""

    type: str = ""
    subtype: str = ""
    value: msgspec.Raw = msgspec.Raw(b"null")
    object_id: str = ""
    description: str = ""


class ExceptionDetails(ProtocolMessage, frozen=True):
    """JavaScript exception."""

    text: str = ""
    exception: RemoteObject = RemoteObject()


class EvaluateResult(ProtocolMessage, frozen=True):
    """Result of `Runtime.evaluate`."""

    result: RemoteObject = RemoteObject()
    exception_details: ExceptionDetails | None = None


class Screenshot(ProtocolMessage, frozen=True):
    """Result of `Page.captureScreenshot`: a base64-encoded picture."""

    data: str


class CreateResult(ProtocolMessage, frozen=True):
    """Result of a call that creates a target, a browser context or an isolated world."""

    target_id: str = ""
    browser_context_id: str = ""
    execution_context_id: int = 0


class FrameOwner(ProtocolMessage, frozen=True):
    """Result of `DOM.getFrameOwner`: the iframe element of a frame."""

    backend_node_id: int = 0


class ResolvedNode(ProtocolMessage, frozen=True):
    """Result of `DOM.resolveNode`: a DOM node as an object of an execution context."""

    object: RemoteObject


class NavigateResult(ProtocolMessage, frozen=True):
    """Result of `Page.navigate`; `loader_id` is "" if the document stays the same."""

    error_text: str = ""
    loader_id: str = ""
    is_download: bool = False


class NavigationEntry(ProtocolMessage, frozen=True):
    """Entry of a tab's navigation history."""

    id: int
    url: str = ""


class NavigationHistory(ProtocolMessage, frozen=True):
    """Result of `Page.getNavigationHistory`."""

    current_index: int
    entries: tuple[NavigationEntry, ...] = ()
