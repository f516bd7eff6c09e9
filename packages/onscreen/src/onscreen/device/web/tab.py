"""One tab: its frames, their script worlds, what it is loading, its dialog; fed by the browser's events."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.devtools_connection import Event
from onscreen.device.web.page_scripts import WORLD
from onscreen.types import Dialog

_SLOW_KINDS = frozenset(
    {"EventSource", "WebSocket", "Media", "Ping", "Prefetch", "CSPViolationReport", "Other", "Manifest"}
)


class Frame:
    """A frame of a tab: the session it answers on and its worlds (0: none yet)."""

    def __init__(self, frame_id: str, parent_id: str, *, session: str) -> None:
        """A frame without worlds."""
        self.frame_id = frame_id
        self.parent_id = parent_id
        self.session = session
        self.reader = 0
        self.main = 0
        self.changes = -1
        self.owner_world = 0
        self.key = ""

    def forget_worlds(self) -> None:
        """A new document begins."""
        self.reader = self.main = 0
        self.changes = -1


class Tab:
    """What is known of one page; `number` counts from 1 in the order of opening."""

    def __init__(self, number: int, session: str, *, info: p.TargetInfo) -> None:
        """A tab on a blank page."""
        self.number = number
        self.session = session
        self.target_id = info.target_id
        self.opener_id = info.opener_id
        self.address = info.url
        self.title = info.title
        self.sessions = {session}
        self.frames: dict[str, Frame] = {info.target_id: Frame(info.target_id, "", session=session)}
        self.loading: set[str] = set()
        self.requests: dict[str, float] = {}
        self.was_answered = True
        self.dialog: Dialog | None = None
        self.crashed = False
        self.closed = False
        self.parsed_at = 0.0
        self.leaving_at = 0.0
        self.opening_at = 0.0
        self.scripts_off = False
        self.navigations = 0
        self.notes: list[str] = []
        self.drag: p.DragIntercepted | None = None
        self.chooser: p.ChooserOpened | None = None

    @property
    def root(self) -> Frame:
        """The frame of the page itself."""
        return self.frames[self.target_id]

    @property
    def is_blocked(self) -> bool:
        """Whether its scripts cannot answer now: a dialog is open, it crashed or it closed."""
        return self.dialog is not None or self.crashed or self.closed

    @property
    def is_loading(self) -> bool:
        """Whether the page itself is being loaded."""
        return self.target_id in self.loading

    def is_leaving(self, grace_sec: float) -> bool:
        """Whether the page has asked to go elsewhere and nothing has come of it yet."""
        return bool(self.leaving_at) and time.monotonic() - self.leaving_at < grace_sec

    def is_opening(self, grace_sec: float) -> bool:
        """Whether the page has opened a window that has not come yet."""
        return bool(self.opening_at) and time.monotonic() - self.opening_at < grace_sec

    def forget_requests(self) -> None:
        """Take the requests under way as not belonging to what comes next."""
        self.requests.clear()
        self.was_answered = False

    def take_notes(self) -> str:
        """Return what was noted since the last time."""
        said = "; ".join(dict.fromkeys(self.notes))
        self.notes.clear()
        return said

    def add_session(self, session: str, frame_id: str) -> None:
        """A frame of another site speaks over a session of its own."""
        self.sessions.add(session)
        frame = self.frames.setdefault(frame_id, Frame(frame_id, self.target_id, session=session))
        frame.session = session
        frame.forget_worlds()

    def handle(self, event: Event) -> None:
        """Take note of an event of one of its sessions."""
        handler = _HANDLERS.get(event.method)
        if handler:
            handler(self, event)

    def _context_created(self, event: Event) -> None:
        context = event.read(p.ContextCreated).context
        frame = self.frames.get(context.aux_data.frame_id)
        if frame is None:
            return
        if context.name == WORLD:
            frame.session, frame.reader = event.session, context.id
        elif context.aux_data.is_default:
            frame.session, frame.main = event.session, context.id

    def _context_destroyed(self, event: Event) -> None:
        gone = event.read(p.ContextDestroyed).execution_context_id
        for frame in self.frames.values():
            if frame.session == event.session and gone in (frame.reader, frame.main):
                frame.reader = 0 if frame.reader == gone else frame.reader
                frame.main = 0 if frame.main == gone else frame.main

    def _contexts_cleared(self, event: Event) -> None:
        for frame in self.frames.values():
            if frame.session == event.session:
                frame.forget_worlds()

    def _frame_attached(self, event: Event) -> None:
        said = event.read(p.FrameEvent)
        if said.frame_id not in self.frames:
            self.frames[said.frame_id] = Frame(said.frame_id, said.parent_frame_id, session=event.session)

    def _frame_detached(self, event: Event) -> None:
        said = event.read(p.FrameEvent)
        self.loading.discard(said.frame_id)
        if said.reason != "swap" and said.frame_id != self.target_id:
            self.frames.pop(said.frame_id, None)

    def _frame_navigated(self, event: Event) -> None:
        info = event.read(p.Navigated).frame
        frame = self.frames.get(info.id)
        if frame is None:
            frame = self.frames[info.id] = Frame(info.id, info.parent_id, session=event.session)
        frame.session = event.session
        frame.changes = -1
        if info.id == self.target_id:
            self.address = info.unreachable_url or info.url
            self.leaving_at = self.parsed_at = 0.0
            self.navigations += 1
            self.requests.clear()
            self.was_answered = True
            self.frames = {info.id: frame}

    def _within(self, event: Event) -> None:
        if event.read(p.FrameEvent).frame_id == self.target_id:
            self.leaving_at = 0.0

    def _asked_to_leave(self, event: Event) -> None:
        if event.read(p.FrameEvent).frame_id == self.target_id:
            self.leaving_at = time.monotonic()

    def _window_opening(self, _event: Event) -> None:
        self.opening_at = time.monotonic()

    def _started(self, event: Event) -> None:
        self.loading.add(event.read(p.FrameEvent).frame_id)

    def _stopped(self, event: Event) -> None:
        frame_id = event.read(p.FrameEvent).frame_id
        self.loading.discard(frame_id)
        if frame_id == self.target_id:
            self.leaving_at = 0.0

    def _parsed(self, event: Event) -> None:
        if event.session == self.session:
            self.parsed_at = time.monotonic()

    def _dialog_opening(self, event: Event) -> None:
        said = event.read(p.DialogOpening)
        self.dialog = Dialog(said.type, said.message[:4000], said.default_prompt[:4000])

    def _dialog_closed(self, _event: Event) -> None:
        self.dialog = None

    def _crashed(self, event: Event) -> None:
        if event.session == self.session:
            self.crashed = True

    def _request_began(self, event: Event) -> None:
        said = event.read(p.RequestEvent)
        if said.type not in _SLOW_KINDS:
            self.requests[said.request_id] = time.monotonic()

    def _request_ended(self, event: Event) -> None:
        if self.requests.pop(event.read(p.RequestEvent).request_id, None) is not None:
            self.was_answered = True

    def _drag_intercepted(self, event: Event) -> None:
        self.drag = event.read(p.DragIntercepted)

    def _chooser_opened(self, event: Event) -> None:
        self.chooser = event.read(p.ChooserOpened)


_HANDLERS: Mapping[str, Callable[[Tab, Event], None]] = {
    "Runtime.executionContextCreated": Tab._context_created,  # noqa: SLF001
    "Runtime.executionContextDestroyed": Tab._context_destroyed,  # noqa: SLF001
    "Runtime.executionContextsCleared": Tab._contexts_cleared,  # noqa: SLF001
    "Page.frameAttached": Tab._frame_attached,  # noqa: SLF001
    "Page.frameDetached": Tab._frame_detached,  # noqa: SLF001
    "Page.frameNavigated": Tab._frame_navigated,  # noqa: SLF001
    "Page.navigatedWithinDocument": Tab._within,  # noqa: SLF001
    "Page.frameRequestedNavigation": Tab._asked_to_leave,  # noqa: SLF001
    "Page.frameScheduledNavigation": Tab._asked_to_leave,  # noqa: SLF001
    "Page.frameClearedScheduledNavigation": Tab._within,  # noqa: SLF001
    "Page.windowOpen": Tab._window_opening,  # noqa: SLF001
    "Page.frameStartedLoading": Tab._started,  # noqa: SLF001
    "Page.frameStoppedLoading": Tab._stopped,  # noqa: SLF001
    "Page.domContentEventFired": Tab._parsed,  # noqa: SLF001
    "Page.javascriptDialogOpening": Tab._dialog_opening,  # noqa: SLF001
    "Page.javascriptDialogClosed": Tab._dialog_closed,  # noqa: SLF001
    "Inspector.targetCrashed": Tab._crashed,  # noqa: SLF001
    "Network.requestWillBeSent": Tab._request_began,  # noqa: SLF001
    "Network.loadingFinished": Tab._request_ended,  # noqa: SLF001
    "Network.loadingFailed": Tab._request_ended,  # noqa: SLF001
    "Input.dragIntercepted": Tab._drag_intercepted,  # noqa: SLF001
    "Page.fileChooserOpened": Tab._chooser_opened,  # noqa: SLF001
}
