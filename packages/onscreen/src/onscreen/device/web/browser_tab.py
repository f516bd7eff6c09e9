"""Browser tab state, updated from Chrome DevTools Protocol (CDP) events."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from itertools import islice

from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.devtools_connection import Message
from onscreen.device.web.frame_merge import FrameReading, LastMerge
from onscreen.device.web.http_login import find_challenge
from onscreen.device.web.network_requests import OpenRequests
from onscreen.device.web.page_scripts import ISOLATED_WORLD
from onscreen.device.web.picture_cache import PaintWatch
from onscreen.types import Dialog

_SHOWN_MESSAGE_CHARS = 200

_REPORTED_TYPES = frozenset({"Fetch", "XHR"})
"""Types of requests whose end js/page_world.js reports once the page's scripts have handled the response."""
_PASSIVE_TYPES = frozenset({"Font", "Image", "Preflight", "Stylesheet"})
"""Types of requests whose responses no script handles, except in a "load" event, which is already queued."""
MAX_FRAMES = 50
"""Maximum number of frames read besides the page; each takes milliseconds, and pages have about a dozen."""
_MAX_DIALOG_CHARS = 4000
_FIRST_ERROR_STATUS = 400
_MAX_NAVIGATION_DELAY_SEC = 1.0


class Frame:
    """Frame of a web page, with its CDP session and JavaScript execution contexts.

    Attributes:
        frame_id: CDP id of the frame.
        parent_id: CDP id of the parent frame, "" for the page itself.
        session: CDP session of the frame's process.
        isolated_context_id: Execution context of the device's isolated world, 0 if not created yet.
        main_context_id: Execution context of the page's own scripts, 0 if not created yet.
        change_count: Number of DOM changes when the frame was last read, -1 if it was not read yet.
        linked_context_id: Parent's isolated context in which the iframe element was linked to this
            frame, 0 if it was not linked yet.
        locator_prefix: Prefix of the locators of nodes in this frame, "" for the page itself.
        reading: The last reading of the frame, or None if it was not read yet.
    """

    def __init__(self, frame_id: str, parent_id: str, *, session: str) -> None:
        """Create a frame without execution contexts."""
        self.frame_id = frame_id
        self.parent_id = parent_id
        self.session = session
        self.isolated_context_id = 0
        self.main_context_id = 0
        self.change_count = -1
        self.linked_context_id = 0
        self.locator_prefix = ""
        self.reading: FrameReading | None = None

    def clear_contexts(self) -> None:
        """Clear the execution contexts before the frame loads a new document."""
        self.isolated_context_id = self.main_context_id = 0
        self.change_count = -1


class Tab:
    """State of a browser tab: frames, network requests, loading and dialogs.

    All times are monotonic seconds; 0 means that the event has not happened.

    Attributes:
        number: Number shown to the agent; tabs count from 1 in the order they were opened.
        session: CDP session of the page.
        target_id: CDP id of the target, which is also the id of the root frame.
        opener_id: CDP id of the tab that opened this one, "" if none did.
        address: URL of the page.
        title: Title of the page.
        sessions: CDP sessions of the page and of its frames in other processes.
        frames: Frames by CDP id, the root frame included.
        loading_frames: Ids of the frames that are loading.
        requests: Network requests in progress.
        has_new_response: Whether a response or a new document has arrived that the page may still be
            handling.
        has_unreported_response: Whether the end of handling is not reported for one of the new responses,
            such as a script.
        responded_at: When the last of these responses arrived.
        endless: Kinds of activity still in progress when the last wait for the page timed out.
        dialog: The open JavaScript dialog, or None.
        crashed: Whether the page's process crashed.
        closed: Whether the tab was closed.
        dom_ready_at: When the current document was parsed.
        loading_screen: Number of the navigation whose page is no longer waited for, although it is not drawn.
        has_worker: Whether the page has started a worker.
        acted_at: When the last action on the page began.
        shows_loading: 1 if the page shows little more than a loading message, 2 if it shows nothing, else 0.
        navigation_requested_at: When the page requested a navigation that has not started yet.
        window_requested_at: When the page requested a window that has not opened yet.
        server_awaited_since: When the current navigation began, if the server has not sent the document yet.
        load_cap_sec: Timeout for a document, in seconds.
        is_new: Whether the tab was blank when the device attached to it.
        next_status: HTTP status of the response with the next document, otherwise 0.
        next_challenge: Login challenge of the response with the next document, None without one.
        challenge: Challenge of a server that requires a login, such as 'Basic realm="Mail"', None if no login
            is required.
        error_status: HTTP status of the page's document if it is an error (400 or higher), otherwise 0.
        scripts_disabled: Whether the page's scripts were disabled because they did not end.
        navigations: Number of documents the root frame has shown.
        warnings: Warnings for the next shot.
        drag: The native drag that `Input.setInterceptDrags` intercepted, or None.
        file_chooser: The file chooser that was intercepted, or None.
        paint_watch: Detector of repaints between observations.
        last_merge: The last merged frames, or None if the tab was not observed yet.
    """

    def __init__(self, number: int, session: str, *, info: p.TargetInfo, paint_watch: PaintWatch) -> None:
        """Create the state of a tab whose page is blank."""
        self.number = number
        self.session = session
        self.target_id = info.target_id
        self.opener_id = info.opener_id
        self.address = info.url
        self.title = info.title
        self.sessions = {session}
        self.frames: dict[str, Frame] = {info.target_id: Frame(info.target_id, "", session=session)}
        self.loading_frames: set[str] = set()
        self.requests = OpenRequests()
        self.has_new_response = self.has_unreported_response = True
        self.responded_at = 0.0
        self.endless: frozenset[str] = frozenset()
        self.dialog: Dialog | None = None
        self.crashed = False
        self.closed = False
        self.dom_ready_at = 0.0
        self.navigation_requested_at = 0.0
        self.loading_screen = -1
        self.shows_loading = 0
        self.has_worker = False
        self.acted_at = 0.0
        self.window_requested_at = 0.0
        self.server_awaited_since = 0.0
        self.load_cap_sec = 0.0
        self.is_new = False
        self.next_status = self.error_status = 0
        self.next_challenge: str | None = None
        self.challenge: str | None = None
        self.scripts_disabled = False
        self.navigations = 0
        self.warnings: list[str] = []
        self.paint_watch = paint_watch
        self.last_merge: LastMerge | None = None
        self.drag: p.DragIntercepted | None = None
        self.file_chooser: p.FileChooserOpened | None = None

    @property
    def root(self) -> Frame:
        """Root frame of the page."""
        return self.frames[self.target_id]

    @property
    def read_frames(self) -> list[Frame]:
        """The frames that are read: the root frame first, then at most `MAX_FRAMES` others."""
        return [self.root, *islice((f for f in self.frames.values() if f is not self.root), MAX_FRAMES)]

    @property
    def is_blocked(self) -> bool:
        """True if a dialog is open, or the tab has crashed or been closed.

        Scripts of the page cannot respond then.
        """
        return self.dialog is not None or self.crashed or self.closed

    @property
    def is_loading(self) -> bool:
        """True if the root frame is loading."""
        return self.target_id in self.loading_frames

    @property
    def is_navigating(self) -> bool:
        """True if the root frame is loading, or a navigation or window was requested."""
        return self.is_loading or bool(self.navigation_requested_at or self.window_requested_at)

    @property
    def has_no_document(self) -> bool:
        """True if the tab has never shown a page: a server did not answer, or the link was a download."""
        return self.is_new and not self.navigations

    def postpones(self, session: str) -> bool:
        """Return True if calls of a session wait for the document of a navigation, up to `load_cap_sec`."""
        since = self.server_awaited_since
        return session in self.sessions and bool(since) and time.monotonic() - since < self.load_cap_sec

    def note_worker(self, target_id: str) -> None:
        """Record that the page has a worker; the request for its script ends without an event on the page."""
        self.has_worker = True
        self.requests.end(target_id)

    def begin_action(self) -> None:
        """Record the start of an action, to which the current network requests do not belong."""
        self.acted_at = time.monotonic()
        self.requests.clear()
        self.has_new_response = self.has_unreported_response = False

    def describe_interruption(self) -> str:
        """Describe what interrupted an action: a dialog, a crash, or the end of the page."""
        if self.dialog:
            return f"a dialog opened ({self.dialog.kind}): {self.dialog.message[:_SHOWN_MESSAGE_CHARS]}"
        return "the page crashed" if self.crashed else "the page closed"

    def take_warnings(self) -> str:
        """Return and clear the collected warnings, joined by "; "."""
        text = "; ".join(dict.fromkeys(self.warnings))
        self.warnings.clear()
        return text

    def add_session(self, session: str, frame_id: str) -> None:
        """Add the CDP session for a frame that runs in another process."""
        self.sessions.add(session)
        frame = self.frames.setdefault(frame_id, Frame(frame_id, self.target_id, session=session))
        frame.session = session
        frame.clear_contexts()

    def add_frames(self, tree: p.FrameTree) -> None:
        """Add the frames of a page that was loaded before the device attached to it."""
        info = tree.frame
        self.frames.setdefault(info.id, Frame(info.id, info.parent_id, session=self.session))
        for inner in tree.child_frames:
            self.add_frames(inner)

    def remove_session(self, session: str) -> None:
        """Remove a CDP session and stop tracking its network requests."""
        self.sessions.discard(session)
        self.requests.end_session(session)

    def handle(self, event: Message) -> None:
        """Update the tab's state from a CDP event."""
        if event.method.startswith("Network.webSocket"):
            self.requests.note_socket(event.method, event.params_as(p.RequestEvent).request_id)
        handler = _HANDLERS.get(event.method)
        if handler:
            handler(self, event)

    def _context_created(self, event: Message) -> None:
        context = event.params_as(p.ExecutionContextCreated).context
        frame = self.frames.get(context.aux_data.frame_id)
        if frame is None:
            return
        if context.name == ISOLATED_WORLD:
            frame.session, frame.isolated_context_id = event.session, context.id
        elif context.aux_data.is_default:
            frame.session, frame.main_context_id = event.session, context.id

    def _context_destroyed(self, event: Message) -> None:
        destroyed = event.params_as(p.ExecutionContextDestroyed).execution_context_id
        for frame in self.frames.values():
            if frame.session != event.session:
                continue
            if frame.isolated_context_id == destroyed:
                frame.isolated_context_id = 0
            if frame.main_context_id == destroyed:
                frame.main_context_id = 0

    def _contexts_cleared(self, event: Message) -> None:
        for frame in self.frames.values():
            if frame.session == event.session:
                frame.clear_contexts()

    def _frame_attached(self, event: Message) -> None:
        attached = event.params_as(p.FrameEvent)
        frame = Frame(attached.frame_id, attached.parent_frame_id, session=event.session)
        self.frames.setdefault(attached.frame_id, frame)

    def _frame_detached(self, event: Message) -> None:
        detached = event.params_as(p.FrameEvent)
        self.loading_frames.discard(detached.frame_id)
        if detached.reason != "swap" and detached.frame_id != self.target_id:
            self.frames.pop(detached.frame_id, None)

    def _frame_navigated(self, event: Message) -> None:
        info = event.params_as(p.FrameNavigated).frame
        frame = self.frames.get(info.id)
        if frame is None:
            frame = self.frames[info.id] = Frame(info.id, info.parent_id, session=event.session)
        frame.session = event.session
        frame.change_count = -1
        if info.id == self.target_id:
            self.address = info.unreachable_url or info.url
            self.navigation_requested_at = self.dom_ready_at = self.server_awaited_since = 0.0
            self.navigations += 1
            self.error_status = self.next_status if self.next_status >= _FIRST_ERROR_STATUS else 0
            self.challenge = self.next_challenge if self.error_status else None
            self.next_status, self.next_challenge = 0, None
            self.requests.clear()
            self.has_new_response = self.has_unreported_response = False
            self.endless = frozenset()
            self.has_worker = False
            self.frames = {info.id: frame}

    def _navigated_within_document(self, event: Message) -> None:
        navigated = event.params_as(p.FrameEvent)
        if navigated.frame_id == self.target_id:
            self.address = navigated.url or self.address
            self.navigation_requested_at = 0.0
            self.error_status, self.challenge = 0, None

    def _navigation_requested(self, event: Message) -> None:
        request = event.params_as(p.FrameEvent)
        if request.frame_id == self.target_id and request.delay <= _MAX_NAVIGATION_DELAY_SEC:
            self.navigation_requested_at = time.monotonic() + request.delay

    def _window_requested(self, _event: Message) -> None:
        self.window_requested_at = time.monotonic()

    def _loading_started(self, event: Message) -> None:
        frame_id = event.params_as(p.FrameEvent).frame_id
        self.loading_frames.add(frame_id)
        if frame_id == self.target_id:
            self.dom_ready_at = 0.0
            self.server_awaited_since = self.server_awaited_since or time.monotonic()

    def _loading_stopped(self, event: Message) -> None:
        frame_id = event.params_as(p.FrameEvent).frame_id
        self.loading_frames.discard(frame_id)
        if frame_id == self.target_id:
            self.navigation_requested_at = self.server_awaited_since = 0.0

    def _dom_content_loaded(self, event: Message) -> None:
        if event.session == self.session:
            self.dom_ready_at = time.monotonic()

    def _dialog_opening(self, event: Message) -> None:
        dialog = event.params_as(p.DialogOpening)
        self.dialog = Dialog(
            dialog.type, dialog.message[:_MAX_DIALOG_CHARS], dialog.default_prompt[:_MAX_DIALOG_CHARS]
        )

    def _dialog_closed(self, _event: Message) -> None:
        self.dialog = None

    def _target_crashed(self, event: Message) -> None:
        if event.session == self.session:
            self.crashed = True

    def _request_sent(self, event: Message) -> None:
        self.requests.add(event.params_as(p.RequestEvent), event.session)

    def _response_received(self, event: Message) -> None:
        received = event.params_as(p.ResponseReceived)
        self.requests.note_response(received.request_id)
        if received.type == "Document" and received.frame_id == self.target_id:
            self.next_status = received.response.status
            self.next_challenge = find_challenge(received.response)

    def _data_received(self, event: Message) -> None:
        self.requests.note_response(event.params_as(p.RequestEvent).request_id)

    def _request_ended(self, event: Message) -> None:
        kind = self.requests.end(event.params_as(p.RequestEvent).request_id)
        if kind is None:
            return
        self.has_new_response = True
        self.responded_at = time.monotonic()
        if kind == "Document" and self.is_loading:
            return  # the end of loading is waited for
        if kind not in _REPORTED_TYPES | _PASSIVE_TYPES:
            self.has_unreported_response = True

    def _drag_intercepted(self, event: Message) -> None:
        self.drag = event.params_as(p.DragIntercepted)

    def _file_chooser_opened(self, event: Message) -> None:
        self.file_chooser = event.params_as(p.FileChooserOpened)


_HANDLERS: Mapping[str, Callable[[Tab, Message], None]] = {
    "Runtime.executionContextCreated": Tab._context_created,  # noqa: SLF001
    "Runtime.executionContextDestroyed": Tab._context_destroyed,  # noqa: SLF001
    "Runtime.executionContextsCleared": Tab._contexts_cleared,  # noqa: SLF001
    "Page.frameAttached": Tab._frame_attached,  # noqa: SLF001
    "Page.frameDetached": Tab._frame_detached,  # noqa: SLF001
    "Page.frameNavigated": Tab._frame_navigated,  # noqa: SLF001
    "Page.navigatedWithinDocument": Tab._navigated_within_document,  # noqa: SLF001
    "Page.frameRequestedNavigation": Tab._navigation_requested,  # noqa: SLF001
    "Page.frameScheduledNavigation": Tab._navigation_requested,  # noqa: SLF001
    "Page.frameClearedScheduledNavigation": Tab._navigated_within_document,  # noqa: SLF001
    "Page.windowOpen": Tab._window_requested,  # noqa: SLF001
    "Page.frameStartedLoading": Tab._loading_started,  # noqa: SLF001
    "Page.frameStoppedLoading": Tab._loading_stopped,  # noqa: SLF001
    "Page.domContentEventFired": Tab._dom_content_loaded,  # noqa: SLF001
    "Page.javascriptDialogOpening": Tab._dialog_opening,  # noqa: SLF001
    "Page.javascriptDialogClosed": Tab._dialog_closed,  # noqa: SLF001
    "Inspector.targetCrashed": Tab._target_crashed,  # noqa: SLF001
    "Network.requestWillBeSent": Tab._request_sent,  # noqa: SLF001
    "Network.responseReceived": Tab._response_received,  # noqa: SLF001
    "Network.dataReceived": Tab._data_received,  # noqa: SLF001
    "Network.loadingFinished": Tab._request_ended,  # noqa: SLF001
    "Network.loadingFailed": Tab._request_ended,  # noqa: SLF001
    "Input.dragIntercepted": Tab._drag_intercepted,  # noqa: SLF001
    "Page.fileChooserOpened": Tab._file_chooser_opened,  # noqa: SLF001
}
