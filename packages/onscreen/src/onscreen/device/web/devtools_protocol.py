"""Types for Chrome DevTools Protocol (CDP) messages, limited to the fields in use.

Classes are named after their CDP types, events and results: https://chromedevtools.github.io/devtools-protocol/
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec


class ProtocolMessage(msgspec.Struct, frozen=True, rename="camel"):
    """Base class for CDP types, with camel-case field names in JSON."""


class TargetInfo(ProtocolMessage, frozen=True):
    """Information about a CDP target: a page, iframe or worker."""

    target_id: str
    type: str
    title: str = ""
    url: str = ""
    opener_id: str = ""
    browser_context_id: str = ""


class AttachedToTarget(ProtocolMessage, frozen=True):
    """Event sent when a session is attached to a target."""

    session_id: str
    target_info: TargetInfo
    waiting_for_debugger: bool = False


class DetachedFromTarget(ProtocolMessage, frozen=True):
    """Event sent when a session is closed."""

    session_id: str


class TargetInfoChanged(ProtocolMessage, frozen=True):
    """Event sent when a target is created, or its title or URL changes."""

    target_info: TargetInfo


class ContextAuxData(ProtocolMessage, frozen=True):
    """Details of a JavaScript execution context: its frame, and whether it is the default one there."""

    frame_id: str = ""
    is_default: bool = False


class ExecutionContext(ProtocolMessage, frozen=True):
    """JavaScript execution context for a frame's main world or an isolated world."""

    id: int
    name: str = ""
    aux_data: ContextAuxData = ContextAuxData()


class ExecutionContextCreated(ProtocolMessage, frozen=True):
    """Event sent when a JavaScript execution context is created."""

    context: ExecutionContext


class ExecutionContextDestroyed(ProtocolMessage, frozen=True):
    """Event sent when a JavaScript execution context is destroyed."""

    execution_context_id: int


class FrameEvent(ProtocolMessage, frozen=True):
    """Event sent when a frame is attached or detached, starts or stops loading, or navigates.

    `delay` is the delay of a scheduled navigation in seconds, `url` the address after a navigation within the
    document.
    """

    frame_id: str
    url: str = ""
    parent_frame_id: str = ""
    reason: str = ""
    delay: float = 0


class FrameInfo(ProtocolMessage, frozen=True):
    """Frame with its URL."""

    id: str
    parent_id: str = ""
    url: str = ""
    unreachable_url: str = ""


class FrameTree(ProtocolMessage, frozen=True):
    """Frame with the frames inside it."""

    frame: FrameInfo
    child_frames: tuple[FrameTree, ...] = ()


class FrameTreeResult(ProtocolMessage, frozen=True):
    """Result of `Page.getFrameTree`."""

    frame_tree: FrameTree


class FrameNavigated(ProtocolMessage, frozen=True):
    """Event sent when a frame has navigated to a new document."""

    frame: FrameInfo


class DialogOpening(ProtocolMessage, frozen=True):
    """Event sent when the page opens a JavaScript dialog."""

    message: str
    type: Literal["alert", "confirm", "prompt", "beforeunload"]
    default_prompt: str = ""


class RequestEvent(ProtocolMessage, frozen=True):
    """Event sent when a network request starts, finishes or fails."""

    request_id: str
    type: str = ""


class Response(ProtocolMessage, frozen=True):
    """Response of a server, with its HTTP status code and headers."""

    status: int = 0
    headers: Mapping[str, str] = {}


class ResponseReceived(ProtocolMessage, frozen=True):
    """Event sent when the response to a request of a frame begins; `type` is the resource type."""

    type: str
    response: Response
    frame_id: str = ""
    request_id: str = ""


class Request(ProtocolMessage, frozen=True):
    """Network request, with its URL and method."""

    url: str
    method: str = "GET"


class RequestPaused(ProtocolMessage, frozen=True):
    """Event sent when a request is paused until the client continues, fulfills or fails the request."""

    request_id: str
    request: Request
    frame_id: str = ""
    resource_type: str = ""


class AuthChallenge(ProtocolMessage, frozen=True):
    """Request for a login by HTTP authentication; `source` is "Server" or "Proxy"."""

    origin: str
    realm: str = ""
    source: str = "Server"


class AuthRequired(ProtocolMessage, frozen=True):
    """Event sent when a request is paused because the server requires a login."""

    request_id: str
    auth_challenge: AuthChallenge


class DownloadWillBegin(ProtocolMessage, frozen=True):
    """Event sent when a download starts."""

    guid: str
    url: str = ""
    suggested_filename: str = ""


class DownloadProgress(ProtocolMessage, frozen=True):
    """Event that reports a download's state: "inProgress", "completed" or "canceled"."""

    guid: str
    state: str = ""


class FileChooserOpened(ProtocolMessage, frozen=True):
    """Event sent when the page opens a file chooser."""

    backend_node_id: int = 0
    mode: str = ""


class DragIntercepted(ProtocolMessage, frozen=True):
    """Event sent when a native drag starts.

    The client must continue the drag with `Input.dispatchDragEvent`.
    """

    data: msgspec.Raw


class RemoteObject(ProtocolMessage, frozen=True):
    """JavaScript value, or a reference to a JavaScript object in the page."""

    type: str = ""
    value: msgspec.Raw = msgspec.Raw(b"null")
    object_id: str = ""
    description: str = ""


class ExceptionDetails(ProtocolMessage, frozen=True):
    """Exception thrown by JavaScript code."""

    text: str = ""
    exception: RemoteObject = RemoteObject()


class EvaluateResult(ProtocolMessage, frozen=True):
    """Result of `Runtime.evaluate`."""

    result: RemoteObject = RemoteObject()
    exception_details: ExceptionDetails | None = None


class Screenshot(ProtocolMessage, frozen=True):
    """Result of `Page.captureScreenshot`: a base64-encoded image."""

    data: str


class ScreencastFrame(ProtocolMessage, frozen=True):
    """Event sent for each painted frame while the screencast runs; `session_id` is the frame's number."""

    session_id: int


class CreateResult(ProtocolMessage, frozen=True):
    """Result of creating a target, a browser context or an isolated world."""

    target_id: str = ""
    browser_context_id: str = ""
    execution_context_id: int = 0


class FrameOwner(ProtocolMessage, frozen=True):
    """Result of `DOM.getFrameOwner`: the iframe element that contains a frame."""

    backend_node_id: int = 0


class ResolvedNode(ProtocolMessage, frozen=True):
    """Result of `DOM.resolveNode`: a JavaScript reference to a DOM node."""

    object: RemoteObject


class NavigateResult(ProtocolMessage, frozen=True):
    """Result of `Page.navigate`.

    `loader_id` is "" if the navigation stays within the same document.
    """

    error_text: str = ""
    loader_id: str = ""
    is_download: bool = False


class FoundCookie(ProtocolMessage, frozen=True):
    """Cookie of the browser; `same_site` is "" if the site did not set it."""

    name: str
    value: str
    domain: str
    path: str = "/"
    expires: float = -1
    http_only: bool = False
    secure: bool = False
    session: bool = False
    same_site: Literal["Strict", "Lax", "None", ""] = ""


class CookiesResult(ProtocolMessage, frozen=True):
    """Result of `Storage.getCookies`."""

    cookies: tuple[FoundCookie, ...] = ()


class NavigationEntry(ProtocolMessage, frozen=True):
    """Entry in a tab's navigation history."""

    id: int
    url: str = ""


class NavigationHistory(ProtocolMessage, frozen=True):
    """Result of `Page.getNavigationHistory`."""

    current_index: int
    entries: tuple[NavigationEntry, ...] = ()
