"""Running Chromium browser with its tabs, request interception and downloads."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import urlsplit

from onscreen.device.browser_process import BrowserPipe
from onscreen.device.chromium_executable import executable, is_headless_shell
from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.browser_tab import Tab
from onscreen.device.web.chromium_flags import flags
from onscreen.device.web.devtools_connection import (
    CallFailed,
    CallInterrupted,
    CallTimeout,
    DevToolsConnection,
    EmptyResult,
    Message,
    MessageChannel,
    Params,
)
from onscreen.device.web.domain_rules import DomainRules, build_domain_rules
from onscreen.device.web.downloads import Downloads
from onscreen.device.web.http_login import HttpLogins
from onscreen.device.web.page_setup import ATTACH_INNER, AUTO_ATTACH, script_calls, view_calls
from onscreen.device.web.picture_cache import PaintWatch
from onscreen.device.web.request_interception import answer_request, interception_calls
from onscreen.device.web.web_settings import WebSettings, login_variables, site_folders
from onscreen.types.errors import DeviceError

_LAUNCH_TIMEOUT_SEC, _CLOSE_TIMEOUT_SEC = 30.0, 2.0
_SHOWN_ADDRESS_CHARS = 200


class Browser:
    """Running browser with its open tabs and a browser context (cookies and storage).

    Attributes:
        settings: Settings of the device.
        domain_rules: Addresses that may be opened and loaded.
        token: Secret part of the names of events between the page's main world and the isolated world.
        tabs: Open tabs in the order they were opened.
        context_id: CDP id of the browser context, "" for the profile's own.
        home: Address that the action `Home` opens, "" for the setting `home`.
        downloads: Downloaded files.
        origins: Origins of the pages that were open since the last reset.
        connection: CDP connection to the process.
    """

    def __init__(self, settings: WebSettings) -> None:
        """Start the browser process and connect to it.

        Raises:
            MissingExtra: no browser is installed.
            DeviceError: the browser does not start.
        """
        self.settings = settings
        self.domain_rules: DomainRules = build_domain_rules(settings)
        self.token = "e" + secrets.token_hex(12)
        self.tabs: list[Tab] = []
        self.context_id = ""
        self.home = ""
        self.downloads = Downloads(settings.downloads)
        self.origins: set[str] = set()
        self._blank_session = self._spare_context_id = ""
        self._opened_count = 0
        self._current: Tab | None = None
        self._spare_tab: Tab | None = None
        self._folders = site_folders(settings.sites)
        self._logins = HttpLogins(login_variables(settings.logins))
        self._asks_in_prompts = False
        self._pipe = self._connect()
        self.connection = DevToolsConnection(
            self._pipe,
            self._handle_event,
            timeout_sec=settings.call_cap_sec,
            is_postponed=lambda session: any(tab.postpones(session) for tab in self.tabs),
        )
        self._initialize()

    def _connect(self) -> MessageChannel:
        """Start the browser process and return the channel to it."""
        settings = self.settings
        rules = self.domain_rules.resolver_rules()
        arguments = (*flags(settings, resolver_rules=rules), "--no-startup-window")
        path = executable(settings.executable, headless=settings.headless)
        self._asks_in_prompts = settings.headless and not is_headless_shell(path)
        return BrowserPipe(path, arguments, profile=settings.profile)

    @property
    def is_open(self) -> bool:
        """True if the browser process is still connected."""
        return self._pipe.is_open

    @property
    def current(self) -> Tab | None:
        """Active tab, or None if all tabs are closed."""
        return self._current if self._current in self.tabs else None

    def activate(self, tab: Tab) -> None:
        """Bring a tab to the front."""
        self._current = tab
        self.connection.notify("Page.bringToFront", session=tab.session)

    def reset(self) -> Tab:
        """Close all tabs, delete cookies and storage, and return a new blank tab.

        With the setting `profile`, cookies and storage are kept. Otherwise the tab is in a new browser
        context. From the second reset on, the context and the tab for the next reset are opened in advance.

        Raises:
            DeviceError: the browser does not answer.
        """
        old_context_id, old_tabs = self.context_id, list(self.tabs)
        self.tabs.clear()
        self.origins.clear()
        self._opened_count = 0
        tab = self._take_spare_tab()
        if tab is None:
            if not self.settings.profile:
                self.context_id = self._create_context()
            tab = self.open_tab()
        behavior = self.downloads.behavior_params(self.context_id)
        self.connection.notify("Browser.setDownloadBehavior", behavior)
        for old_tab in old_tabs:
            self.connection.notify("Target.closeTarget", {"targetId": old_tab.target_id})
        if old_context_id:
            self.connection.notify("Target.disposeBrowserContext", {"browserContextId": old_context_id})
            if self.settings.headless:
                self._open_spare_tab()
        return tab

    def open_tab(self) -> Tab:
        """Open a blank tab in the foreground and return it.

        Raises:
            DeviceError: the browser does not open a tab.
        """
        params: dict[str, object] = {"url": "about:blank"}
        if self.context_id:
            params["browserContextId"] = self.context_id
        created = self.connection.call(
            "Target.createTarget", params, result_type=p.CreateResult, timeout_sec=_LAUNCH_TIMEOUT_SEC
        )
        return self._await_tab(created.target_id)

    def _await_tab(self, target_id: str) -> Tab:
        """Wait until a tab can be used, bring it to the front and return it."""
        self.connection.wait_until(
            lambda: self._find_tab(target_id) is not None,
            deadline=time.monotonic() + _LAUNCH_TIMEOUT_SEC,
        )
        tab = self._find_tab(target_id)
        if tab is None:
            raise DeviceError("the browser did not open a tab, or the tab closed at once")
        self._wait_for_renderer(tab)
        self._current = tab
        return tab

    @contextmanager
    def blank_tab(self) -> Iterator[Tab]:
        """Open a tab in which every page is empty, and close it afterwards.

        Raises:
            DeviceError: the browser does not open a tab.
        """
        current, count, tab = self._current, self._opened_count, self.open_tab()
        self._blank_session = tab.session
        self.connection.notify("Fetch.enable", {"patterns": [{"urlPattern": "*"}]}, session=tab.session)
        self.connection.notify("Network.setBypassServiceWorker", {"bypass": True}, session=tab.session)
        try:
            yield tab
        finally:
            self._blank_session = ""
            self.close_tab(tab)
            self._opened_count, self._current = count, current
            if self.current:
                self.activate(self.current)

    def close_tab(self, tab: Tab) -> None:
        """Close a tab without a confirmation prompt from its page."""
        tab.closed = True
        self._remove_tab(tab)
        self.connection.notify("Target.closeTarget", {"targetId": tab.target_id})

    def close(self) -> None:
        """Close the browser and wait until the process has ended."""
        if self._pipe.is_open:
            try:
                self.connection.call("Browser.close", result_type=EmptyResult, timeout_sec=_CLOSE_TIMEOUT_SEC)
            except (DeviceError, CallTimeout, CallFailed, CallInterrupted):
                self.tabs.clear()
        self._pipe.close(_CLOSE_TIMEOUT_SEC)

    def _initialize(self) -> None:
        try:
            self.connection.call(
                "Browser.getVersion", result_type=EmptyResult, timeout_sec=_LAUNCH_TIMEOUT_SEC
            )
            target_types = [{"type": "page"}, {"type": "iframe"}]
            self.connection.notify("Target.setAutoAttach", {**AUTO_ATTACH, "filter": target_types})
            if self.settings.profile:
                self.connection.notify("Browser.setDownloadBehavior", self.downloads.behavior_params(""))
        except (DeviceError, CallTimeout) as error:
            self._pipe.close(_CLOSE_TIMEOUT_SEC)
            raise DeviceError(
                "the browser did not start (its profile may be in use by another one, or a library of the "
                f"system is missing): {error}"
            ) from error

    def _create_context(self) -> str:
        """Create a browser context without cookies and storage and return its CDP id."""
        created = self.connection.call(
            "Target.createBrowserContext",
            {"disposeOnDetach": True},
            result_type=p.CreateResult,
            timeout_sec=_LAUNCH_TIMEOUT_SEC,
        )
        return created.browser_context_id

    def _wait_for_renderer(self, tab: Tab) -> None:
        """Wait until the process of a new tab runs scripts."""
        self.connection.call(
            "Runtime.evaluate",
            {"expression": "0"},
            session=tab.session,
            result_type=EmptyResult,
            timeout_sec=_LAUNCH_TIMEOUT_SEC,
        )

    def _open_spare_tab(self) -> None:
        """Start opening a blank tab in a new browser context, for the next reset."""
        self._spare_context_id = self._create_context()
        params = {"url": "about:blank", "browserContextId": self._spare_context_id, "background": True}
        self.connection.notify("Target.createTarget", params)

    def _take_spare_tab(self) -> Tab | None:
        """Make the spare tab and its browser context the current ones and return the tab.

        Returns None if no spare tab was requested, or if it could not be opened.
        """
        if not self._spare_context_id:
            return None
        self.connection.wait_until(
            lambda: self._spare_tab is not None or not self._spare_context_id,
            deadline=time.monotonic() + _LAUNCH_TIMEOUT_SEC,
        )
        context_id, self._spare_context_id = self._spare_context_id, ""
        tab, self._spare_tab = self._spare_tab, None
        if tab is None:
            return None
        self._wait_for_renderer(tab)
        self.context_id = context_id
        self.tabs.append(tab)
        self._opened_count = tab.number
        self.activate(tab)
        return tab

    def _find_tab(self, target_id: str) -> Tab | None:
        return next((tab for tab in self.tabs if tab.target_id == target_id), None)

    def _tab_of_session(self, session: str) -> Tab | None:
        tabs = self.tabs if self._spare_tab is None else [*self.tabs, self._spare_tab]
        return next((tab for tab in tabs if session in tab.sessions), None)

    def _handle_event(self, event: Message) -> None:
        if event.method == "Target.attachedToTarget":
            self._attached_to_target(event)
        elif event.method == "Target.detachedFromTarget":
            self._detached_from_target(event.params_as(p.DetachedFromTarget).session_id)
        elif event.method.startswith("Fetch."):
            self._request_paused(event)
        elif event.method.startswith("Browser.download"):
            self.downloads.handle(event)
        elif event.method == "Page.screencastFrame":
            if tab := self._tab_of_session(event.session):
                tab.paint_watch.note_painted(event)
        elif event.method == "Target.targetInfoChanged":
            self._target_info_changed(event.params_as(p.TargetInfoChanged).target_info)
        elif tab := self._tab_of_session(event.session):
            tab.handle(event)
            if event.method == "Page.frameNavigated" and event.session != self._blank_session:
                self._note_origin(event.params_as(p.FrameNavigated).frame)

    def _note_origin(self, frame: p.FrameInfo) -> None:
        parts = urlsplit(frame.url)
        if not frame.parent_id and parts.scheme in {"http", "https"}:
            self.origins.add(f"{parts.scheme}://{parts.netloc}")

    def _attached_to_target(self, event: Message) -> None:
        attached = event.params_as(p.AttachedToTarget)
        info = attached.target_info
        parent = self._tab_of_session(event.session)
        is_spare = bool(self._spare_context_id) and info.browser_context_id == self._spare_context_id
        is_own_context = info.browser_context_id in ("", self.context_id or info.browser_context_id)
        if info.type == "page" and is_spare:
            self._spare_tab = self._make_tab(1, attached)
        elif info.type == "page" and not event.session and is_own_context:
            self._opened_count += 1
            self.tabs.append(self._make_tab(self._opened_count, attached))
            if opener := self._find_tab(info.opener_id):
                opener.window_requested_at = 0.0
            if info.opener_id or self._current is None:
                self._current = self.tabs[-1]
        elif info.type == "iframe" and parent:
            parent.add_session(attached.session_id, info.target_id)
            self._set_up(attached.session_id, is_page=False)
        elif info.type == "worker":
            self._send([ATTACH_INNER, *self._interception_calls()], session=attached.session_id)
            if parent:
                parent.note_worker(info.target_id)
        self.connection.notify("Runtime.runIfWaitingForDebugger", session=attached.session_id)

    def _make_tab(self, number: int, attached: p.AttachedToTarget) -> Tab:
        """Create the tab of a new page, and set up the page."""
        watch = PaintWatch(self.connection, attached.session_id)
        tab = Tab(number, attached.session_id, info=attached.target_info, paint_watch=watch)
        tab.is_new, tab.load_cap_sec = attached.waiting_for_debugger, self.settings.load_cap_sec
        self._set_up(attached.session_id, is_page=True)
        return tab

    def _set_up(self, session: str, *, is_page: bool) -> None:
        """Enable events, install the scripts and set the viewport of a new page or frame."""
        calls = script_calls(self.token) + (self._view_calls() if is_page else [])
        self._send([*calls, *self._interception_calls()], session=session)

    def _interception_calls(self) -> list[tuple[str, Params]]:
        return interception_calls(
            self.domain_rules,
            self._folders,
            logins=self._logins.patterns(),
            asks_in_prompts=self._asks_in_prompts,
        )

    def _send(self, calls: Sequence[tuple[str, Params]], *, session: str) -> None:
        for method, params in calls:
            self.connection.notify(method, params, session=session)

    def _view_calls(self) -> list[tuple[str, Params]]:
        """Return the calls that set the viewport of a page and its focus."""
        return view_calls(self.settings)

    def _detached_from_target(self, session: str) -> None:
        for tab in list(self.tabs):
            if tab.session == session:
                tab.closed = True
                self._remove_tab(tab)
            tab.remove_session(session)
        if self._spare_tab and self._spare_tab.session == session:
            self._spare_tab, self._spare_context_id = None, ""

    def _remove_tab(self, tab: Tab) -> None:
        """Remove a tab; if it was in front, activate its opener or the last tab."""
        if tab in self.tabs:
            self.tabs.remove(tab)
        if self._current is tab:
            opener = self._find_tab(tab.opener_id) if tab.opener_id else None
            self._current = opener or (self.tabs[-1] if self.tabs else None)

    def _target_info_changed(self, info: p.TargetInfo) -> None:
        if tab := self._find_tab(info.target_id):
            tab.title = info.title
            tab.address = info.url or tab.address

    def _request_paused(self, event: Message) -> None:
        """Answer a paused request, or a request for a login."""
        if event.method == "Fetch.authRequired":
            login = self._logins.answer(event.params_as(p.AuthRequired))
            self.connection.notify("Fetch.continueWithAuth", login, session=event.session)
            return
        paused, is_blank = event.params_as(p.RequestPaused), event.session == self._blank_session
        answer = answer_request(paused, self.domain_rules, folders=self._folders, is_blank=is_blank)
        self.connection.notify(answer.method, answer.params, session=event.session)
        if answer.refusal:
            self._warn_of_refusal(paused, answer.refusal, session=event.session)

    def _warn_of_refusal(self, paused: p.RequestPaused, reason: str, *, session: str) -> None:
        """Add a warning about a refused document, and close a new window, which has no previous page."""
        tab = self._tab_of_session(session)
        if tab is None:
            return
        is_new_window = paused.frame_id == tab.target_id and not tab.navigations
        opener = self._find_tab(tab.opener_id) if is_new_window else None
        address = paused.request.url[:_SHOWN_ADDRESS_CHARS]
        (opener or tab).warnings.append(f"the page {address!r} was stopped: {reason}")
        if opener:
            self.close_tab(tab)
