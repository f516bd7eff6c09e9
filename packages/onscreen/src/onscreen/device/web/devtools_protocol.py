"""The shapes of what Chromium says (Chrome DevTools Protocol), as far as we look into it."""

from __future__ import annotations

from typing import Literal

import msgspec


class Wired(msgspec.Struct, frozen=True, rename="camel"):
    """The root of the shapes; fields are in camel case on the wire."""


class TargetInfo(Wired, frozen=True):
    """A page, frame or worker of the browser."""

    target_id: str
    type: str
    title: str = ""
    url: str = ""
    opener_id: str = ""
    browser_context_id: str = ""


class Attached(Wired, frozen=True):
    """A target we now speak to over a session."""

    session_id: str
    target_info: TargetInfo
    waiting_for_debugger: bool = False


class Detached(Wired, frozen=True):
    """A session that has ended."""

    session_id: str


class TargetChanged(Wired, frozen=True):
    """A target with a new title or address."""

    target_info: TargetInfo


class ContextAux(Wired, frozen=True):
    """Which frame a script context belongs to."""

    frame_id: str = ""
    is_default: bool = False


class Context(Wired, frozen=True):
    """A world in which scripts run."""

    id: int
    name: str = ""
    aux_data: ContextAux = ContextAux()


class ContextCreated(Wired, frozen=True):
    """A new world."""

    context: Context


class ContextDestroyed(Wired, frozen=True):
    """A world that is gone."""

    execution_context_id: int


class FrameEvent(Wired, frozen=True):
    """Something about a frame."""

    frame_id: str
    parent_frame_id: str = ""
    reason: str = ""


class FrameInfo(Wired, frozen=True):
    """A frame and where it is."""

    id: str
    parent_id: str = ""
    url: str = ""
    unreachable_url: str = ""


class Navigated(Wired, frozen=True):
    """A frame with a new document."""

    frame: FrameInfo


class DialogOpening(Wired, frozen=True):
    """A dialog of the page."""

    message: str
    type: Literal["alert", "confirm", "prompt", "beforeunload"]
    default_prompt: str = ""


class RequestEvent(Wired, frozen=True):
    """A request that began, ended or failed."""

    request_id: str
    type: str = ""


class Request(Wired, frozen=True):
    """What a request asks for."""

    url: str
    method: str = "GET"


class Paused(Wired, frozen=True):
    """A request that waits for our word."""

    request_id: str
    request: Request
    frame_id: str = ""
    resource_type: str = ""


class DownloadBegins(Wired, frozen=True):
    """A download that begins."""

    guid: str
    url: str = ""
    suggested_filename: str = ""


class DownloadProgress(Wired, frozen=True):
    """How far a download is."""

    guid: str
    state: str = ""


class ChooserOpened(Wired, frozen=True):
    """A file chooser the page opened."""

    backend_node_id: int = 0
    mode: str = ""


class DragIntercepted(Wired, frozen=True):
    """A native drag that we carry on with."""

    data: msgspec.Raw


class Remote(Wired, frozen=True):
    """A value or object of a page."""

    type: str = ""
    subtype: str = ""
    value: msgspec.Raw = msgspec.Raw(b"null")
    object_id: str = ""
    description: str = ""


class Thrown(Wired, frozen=True):
    """An exception of a page."""

    text: str = ""
    exception: Remote = Remote()


class Evaluated(Wired, frozen=True):
    """What an expression came to."""

    result: Remote = Remote()
    exception_details: Thrown | None = None


class Captured(Wired, frozen=True):
    """A picture, in base64."""

    data: str


class Created(Wired, frozen=True):
    """A new page, or a new set of cookies and storage."""

    target_id: str = ""
    browser_context_id: str = ""
    execution_context_id: int = 0


class Owner(Wired, frozen=True):
    """The element that holds a frame."""

    backend_node_id: int = 0


class Resolved(Wired, frozen=True):
    """A node as an object of a world."""

    object: Remote


class WentTo(Wired, frozen=True):
    """What came of going to an address."""

    error_text: str = ""
    loader_id: str = ""
    is_download: bool = False


class HistoryEntry(Wired, frozen=True):
    """One page gone through."""

    id: int
    url: str = ""


class History(Wired, frozen=True):
    """The pages gone through."""

    current_index: int
    entries: tuple[HistoryEntry, ...] = ()
