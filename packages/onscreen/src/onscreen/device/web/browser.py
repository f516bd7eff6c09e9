"""A running Chromium: its tabs as they come and go, their set-up, requests stopped or served, downloads."""

from __future__ import annotations

import base64
import secrets
import time

from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.browser_process import BrowserPipe
from onscreen.device.web.chromium_executable import executable, flags
from onscreen.device.web.devtools_connection import (
    CallBroken,
    CallCapped,
    CallRefused,
    Event,
    Nothing,
    Params,
    Wire,
)
from onscreen.device.web.domain_rules import Policy, policy_of
from onscreen.device.web.downloads import Downloads
from onscreen.device.web.page_scripts import WORLD, page_script, reader_script
from onscreen.device.web.served_folders import serve
from onscreen.device.web.tab import Tab
from onscreen.device.web.web_settings import WebSettings, site_folders
from onscreen.types.errors import DeviceError

_LAUNCH_CAP_SEC = 30.0
_CLOSE_GRACE_SEC = 2.0
_ATTACH: Params = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}


class Browser:
    """One browser process and the set of cookies and storage in use."""

    def __init__(self, settings: WebSettings) -> None:
        """Start the browser.

        Raises:
            MissingExtra: no browser is installed.
            DeviceError: it does not start.
        """
        self.settings = settings
        self.policy: Policy = policy_of(settings)
        self.token = "e" + secrets.token_hex(12)
        self.tabs: list[Tab] = []
        self.context = ""
        self.home = ""
        self._opened = 0
        self._current: Tab | None = None
        self._folders = site_folders(settings.sites)
        self.downloads = Downloads(settings.downloads)
        chosen = flags(settings, resolver_rules=self.policy.resolver_rules())
        self._pipe = BrowserPipe(executable(settings.executable), chosen, profile=settings.profile)
        self.wire = Wire(self._pipe, self._handle, cap_sec=settings.call_cap_sec)
        self._greet()

    @property
    def is_open(self) -> bool:
        """Whether the browser is there."""
        return self._pipe.is_open

    @property
    def current(self) -> Tab | None:
        """The tab in front, None when all are gone."""
        return self._current if self._current in self.tabs else None

    def bring_forward(self, tab: Tab) -> None:
        """Make a tab the current one."""
        self._current = tab
        self.wire.send("Page.bringToFront", session=tab.session, wanted=False)

    def fresh(self) -> Tab:
        """Forget all tabs, cookies and storage (but for a profile's) and return a new blank tab.

        Raises:
            DeviceError: the browser does not answer.
        """
        old, tabs = self.context, list(self.tabs)
        self.tabs.clear()
        self._opened = 0
        if not self.settings.profile:
            made = self.wire.call("Target.createBrowserContext", {"disposeOnDetach": True}, shape=p.Created)
            self.context = made.browser_context_id
        tab = self.open_tab()
        self.wire.send("Browser.setDownloadBehavior", self.downloads.behaviour(self.context), wanted=False)
        for gone in tabs:
            self.wire.send("Target.closeTarget", {"targetId": gone.target_id}, wanted=False)
        if old:
            self.wire.send("Target.disposeBrowserContext", {"browserContextId": old}, wanted=False)
        return tab

    def open_tab(self) -> Tab:
        """Open a blank tab in front.

        Raises:
            DeviceError: the browser does not open one.
        """
        where: dict[str, object] = {"url": "about:blank"}
        if self.context:
            where["browserContextId"] = self.context
        made = self.wire.call("Target.createTarget", where, shape=p.Created, cap_sec=_LAUNCH_CAP_SEC)
        until = time.monotonic() + _LAUNCH_CAP_SEC
        if not self.wire.pump(lambda: self._tab_of(made.target_id) is not None, until=until):
            raise DeviceError("the browser opened no tab")
        tab = self._tab_of(made.target_id)
        if tab is None:
            raise DeviceError("the new tab closed at once")
        self.wire.call("Runtime.evaluate", {"expression": "0"}, session=tab.session, shape=Nothing)
        self._current = tab
        return tab

    def close_tab(self, tab: Tab) -> None:
        """Close a tab, whatever its page says to that."""
        tab.closed = True
        self._forget(tab)
        self.wire.send("Target.closeTarget", {"targetId": tab.target_id}, wanted=False)

    def close(self) -> None:
        """End the browser."""
        if self._pipe.is_open:
            try:
                self.wire.call("Browser.close", shape=Nothing, cap_sec=_CLOSE_GRACE_SEC)
            except (DeviceError, CallCapped, CallRefused, CallBroken):
                self.tabs.clear()
        self._pipe.close(_CLOSE_GRACE_SEC)

    def _greet(self) -> None:
        try:
            self.wire.call("Browser.getVersion", shape=Nothing, cap_sec=_LAUNCH_CAP_SEC)
            kinds = [{"type": "page"}, {"type": "iframe"}]
            self.wire.send("Target.setAutoAttach", {**_ATTACH, "filter": kinds}, wanted=False)
            if self.settings.profile:
                self.wire.send("Browser.setDownloadBehavior", self.downloads.behaviour(""), wanted=False)
        except (DeviceError, CallCapped) as error:
            self._pipe.close(_CLOSE_GRACE_SEC)
            raise DeviceError(
                "the browser did not start (its profile may be in use by another one, or a library of the "
                f"system is missing): {error}"
            ) from error

    def _tab_of(self, target_id: str) -> Tab | None:
        return next((tab for tab in self.tabs if tab.target_id == target_id), None)

    def _handle(self, event: Event) -> None:
        if event.method == "Target.attachedToTarget":
            self._attached(event)
        elif event.method == "Target.detachedFromTarget":
            self._detached(event.read(p.Detached).session_id)
        elif event.method == "Fetch.requestPaused":
            self._paused(event)
        elif event.method.startswith("Browser.download"):
            self.downloads.handle(event)
        elif event.method == "Target.targetInfoChanged":
            self._renamed(event.read(p.TargetChanged).target_info)
        else:
            tab = self._tab_on(event.session)
            if tab:
                tab.handle(event)

    def _tab_on(self, session: str) -> Tab | None:
        return next((tab for tab in self.tabs if session in tab.sessions), None)

    def _attached(self, event: Event) -> None:
        said = event.read(p.Attached)
        info = said.target_info
        parent = self._tab_on(event.session)
        if (
            info.type == "page"
            and not event.session
            and info.browser_context_id in ("", self.context or info.browser_context_id)
        ):
            self._opened += 1
            tab = Tab(self._opened, said.session_id, info=info)
            self.tabs.append(tab)
            if opener := self._tab_of(info.opener_id):
                opener.opening_at = 0.0
            if info.opener_id or self._current is None:
                self._current = tab
            self._set_up(said.session_id, is_page=True)
        elif info.type == "iframe" and parent:
            parent.add_session(said.session_id, info.target_id)
            self._set_up(said.session_id, is_page=False)
        self.wire.send("Runtime.runIfWaitingForDebugger", session=said.session_id, wanted=False)

    def _set_up(self, session: str, *, is_page: bool) -> None:
        calls: list[tuple[str, Params]] = [
            ("Page.enable", {}),
            ("Runtime.enable", {}),
            ("Network.enable", {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0}),
            (
                "Page.addScriptToEvaluateOnNewDocument",
                {"source": page_script(self.token), "runImmediately": True},
            ),
            (
                "Page.addScriptToEvaluateOnNewDocument",
                {"source": reader_script(self.token), "worldName": WORLD, "runImmediately": True},
            ),
            ("Target.setAutoAttach", {**_ATTACH, "filter": [{"type": "iframe"}]}),
        ]
        if is_page:
            calls += [
                ("Emulation.setDeviceMetricsOverride", self._metrics()),
                ("Emulation.setFocusEmulationEnabled", {"enabled": True}),
            ]
        if patterns := self._patterns():
            calls.append(("Fetch.enable", {"patterns": patterns}))
        for method, params in calls:
            self.wire.send(method, params, session=session, wanted=False)

    def _metrics(self) -> Params:
        settings = self.settings
        return {
            "width": settings.width,
            "height": settings.height,
            "deviceScaleFactor": settings.pixel_ratio,
            "mobile": False,
        }

    def _patterns(self) -> list[Params]:
        if self.policy.looks_at_all:
            return [{"urlPattern": "*"}]
        hosts: list[Params] = [{"urlPattern": f"*://{host}/*"} for host in self._folders]
        return hosts if self.policy.files else [*hosts, {"urlPattern": "file://*"}]

    def _detached(self, session: str) -> None:
        for tab in list(self.tabs):
            if tab.session == session:
                tab.closed = True
                self._forget(tab)
            tab.sessions.discard(session)

    def _forget(self, tab: Tab) -> None:
        if tab in self.tabs:
            self.tabs.remove(tab)
        if self._current is tab:
            opener = self._tab_of(tab.opener_id) if tab.opener_id else None
            self._current = opener or (self.tabs[-1] if self.tabs else None)

    def _renamed(self, info: p.TargetInfo) -> None:
        tab = self._tab_of(info.target_id)
        if tab:
            tab.title = info.title
            tab.address = info.url or tab.address

    def _refuse(self, said: p.Paused, *, session: str) -> None:
        """Stop a request; "no content" to a page keeps the one that is there."""
        answer: dict[str, object] = {"requestId": said.request_id}
        if said.resource_type == "Document":
            answer["responseCode"] = 204
            self.wire.send("Fetch.fulfillRequest", answer, session=session, wanted=False)
            return
        answer["errorReason"] = "BlockedByClient"
        self.wire.send("Fetch.failRequest", answer, session=session, wanted=False)

    def _paused(self, event: Event) -> None:
        said = event.read(p.Paused)
        answer: dict[str, object] = {"requestId": said.request_id}
        if fault := self.policy.fault(said.request.url):
            tab = self._tab_on(event.session)
            if tab and said.resource_type == "Document":
                tab.notes.append(f"the page {said.request.url[:200]!r} was stopped: {fault}")
            self._refuse(said, session=event.session)
            return
        served = serve(said.request.url, self._folders)
        if served is None:
            self.wire.send("Fetch.continueRequest", answer, session=event.session, wanted=False)
            return
        headers = [
            {"name": "Content-Type", "value": served.kind},
            {"name": "Cache-Control", "value": "no-store"},
        ]
        body = base64.b64encode(served.body).decode()
        answer |= {"responseCode": served.status, "responseHeaders": headers, "body": body}
        self.wire.send("Fetch.fulfillRequest", answer, session=event.session, wanted=False)
