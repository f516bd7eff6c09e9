"""The web device: real Chromium, driven over its debugging pipe."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import msgspec

from onscreen.device.web import devtools_protocol as p
from onscreen.device.web import file_transfer, list_options, mouse_actions, page_navigation, page_text_input
from onscreen.device.web.action_context import ActionContext
from onscreen.device.web.blank_picture import blank
from onscreen.device.web.browser import Browser
from onscreen.device.web.devtools_connection import CallBroken, CallCapped, CallRefused
from onscreen.device.web.domain_rules import whole_address
from onscreen.device.web.page_dialogs import answer_dialog, answer_of, dialog_nodes, leaves
from onscreen.device.web.page_observation import Moment, moment
from onscreen.device.web.page_stability import settle
from onscreen.device.web.script_client import ScriptClient, value_of
from onscreen.device.web.tab import Tab
from onscreen.device.web.web_settings import WebSettings
from onscreen.types import (
    Act,
    Action,
    Answer,
    Back,
    Click,
    CloseTab,
    Dialog,
    Download,
    Drag,
    Forward,
    Home,
    Hover,
    LongPress,
    OffscreenCounts,
    Open,
    Picture,
    Press,
    Scroll,
    Select,
    Shot,
    Start,
    Swipe,
    SwitchTab,
    Tool,
    Type,
    Upload,
    Wait,
)  # fmt: skip
from onscreen.types import Tab as ShownTab
from onscreen.types.errors import ActionFailed, ActionHadNoEffect, ActionTimeout, DeviceError, NotSupported

_DOERS: Mapping[type[Act], Callable[..., str]] = {
    Click: mouse_actions.click,
    LongPress: mouse_actions.long_press,
    Hover: mouse_actions.hover,
    Scroll: mouse_actions.scroll,
    Swipe: mouse_actions.swipe,
    Drag: mouse_actions.drag,
    Type: page_text_input.type_text,
    Press: page_text_input.press,
    Select: list_options.select,
    Open: page_navigation.open_address,
    Back: page_navigation.back,
    Forward: page_navigation.forward,
    Home: page_navigation.home,
    SwitchTab: page_navigation.switch_tab,
    CloseTab: page_navigation.close_tab,
    Wait: page_navigation.wait,
    Upload: file_transfer.upload,
    Download: file_transfer.download,
}
_OBSERVE_TRIES = 4


class WebDevice:
    """Real Chromium behind the device port; the browser starts with the first `start`."""

    def __init__(self, settings: WebSettings) -> None:
        """Keep the settings; nothing is started yet."""
        self.name = "web"
        self.actions: frozenset[type[Act]] = frozenset((*_DOERS, Answer))
        self.settings = settings
        self._browser: Browser | None = None
        self._started = ""
        self._picture: Picture | None = None
        self._prompt = ""
        self._note = ""
        self._navigations = 0

    def start(self, start: Start) -> None:
        """Bring a browser to the address and run the script there; cookies and storage are forgotten.

        Raises:
            DeviceError: the browser does not start, the page does not open, or the script throws.
            MissingExtra: no browser is installed; the message holds the command.
        """
        self._note = ""
        if not self._may_reuse(start):
            self._begin(start)
        if start.script:
            self._run(start.script)

    def tools(self) -> tuple[Tool, ...]:
        """Return none: which sites there are, nobody can list."""
        return ()

    def observe(self) -> Shot:
        """Return picture and nodes of one moment, after the page has settled.

        Raises:
            DeviceError: the browser is gone.
        """
        for _ in range(_OBSERVE_TRIES):
            tab = self._living_tab()
            if tab.dialog:
                return self._dialog_shot(tab, tab.dialog)
            asker = ScriptClient(self._running(), tab)
            waited = settle(asker)
            if self._running().current is not tab:
                continue
            try:
                return self._shot(tab, moment(asker), waited=waited)
            except CallCapped:
                asker.unstick()
            except (CallBroken, CallRefused):
                continue
        return self._blind_shot(self._living_tab())

    def perform(self, action: Action) -> str:
        """Do the action; returns the text read back, a path, how a dialog was answered, ...

        Raises:
            ActionFailed: it could not be done; the page is as usable as before.
            DeviceError: the browser is gone.
        """
        tab = self._living_tab()
        context = ActionContext(self._running(), tab)
        if tab.dialog and not leaves(action):
            return self._answer(context, tab.dialog, action=action)
        doer = _DOERS.get(type(action))
        if doer is None:
            raise self._unsupported(action)
        tab.forget_requests()
        try:
            return doer(context, action)
        except CallBroken:
            return self._interrupted(tab)
        except CallCapped:
            context.asker.unstick()
            raise ActionTimeout("the page did not take the action in time") from None
        except CallRefused as error:
            raise ActionHadNoEffect(f"the page changed while it was acted on: {error}") from error

    def read(self, expression: str) -> str:
        """Evaluate a trusted JavaScript expression in the page and return its value as JSON text.

        Raises:
            NotSupported: the expression throws, or a dialog blocks the page.
            DeviceError: the browser is gone.
        """
        tab = self._living_tab()
        try:
            return bytes(self._evaluate(tab, expression)).decode()
        except CallRefused as error:
            raise NotSupported(f"the page cannot evaluate {expression!r}: {error}") from error
        except CallBroken as error:
            raise NotSupported(f"the page cannot evaluate {expression!r}: a dialog is open") from error
        except CallCapped as error:
            ScriptClient(self._running(), tab).unstick()
            raise NotSupported(f"{expression!r} did not come to an end in time") from error

    def close(self) -> None:
        """End the browser."""
        if self._browser:
            self._browser.close()
            self._browser = None

    def _may_reuse(self, start: Start) -> bool:
        """Whether the page that is there is the one to start at, as the setting `reuse_page` allows."""
        browser = self._browser
        if not self.settings.reuse_page or browser is None or not browser.is_open:
            return False
        browser.wire.drain()
        tab = browser.current
        same = bool(start.address) and start.address == self._started and len(browser.tabs) == 1
        return same and tab is not None and not tab.is_blocked and tab.navigations == self._navigations

    def _begin(self, start: Start) -> None:
        if self._browser is None or not self._browser.is_open:
            self.close()
            self._browser = Browser(self.settings)
        browser = self._browser
        address = whole_address(start.address) if start.address else self.settings.home
        browser.home = address
        try:
            browser.policy.check(address)
            tab = browser.fresh()
            if address != "about:blank":
                page_navigation.go(ActionContext(browser, tab), address)
        except (ActionFailed, CallBroken, CallCapped, CallRefused) as error:
            raise DeviceError(f"the page {address!r} cannot be started at: {error}") from error
        self._started = start.address
        self._navigations = tab.navigations

    def _run(self, script: str) -> None:
        tab = self._living_tab()
        body = f"(async () => {{ {script}\n}})()"
        try:
            self._evaluate(tab, body, cap_sec=self.settings.load_cap_sec)
        except CallRefused as error:
            raise DeviceError(f"the script of the start threw: {error}") from error
        except CallCapped as error:
            raise DeviceError("the script of the start did not come to an end") from error
        except CallBroken:
            return

    def _evaluate(self, tab: Tab, expression: str, *, cap_sec: float | None = None) -> msgspec.Raw:
        """Evaluate in the page's own world; raises what `Wire.call` raises."""
        asked = {"expression": expression, "returnByValue": True, "awaitPromise": True, "replMode": False}
        found = self._running().wire.call(
            "Runtime.evaluate",
            asked,
            session=tab.session,
            shape=p.Evaluated,
            cap_sec=cap_sec,
            broken=lambda: tab.is_blocked,
        )
        return value_of(found, msgspec.Raw)

    def _running(self) -> Browser:
        if self._browser is None:
            raise DeviceError("the device has not been started; call start first")
        if not self._browser.is_open:
            raise DeviceError("the browser is gone (crashed, or ended by someone else)")
        return self._browser

    def _living_tab(self) -> Tab:
        """Return the tab in front; when it crashed or closed, another or a blank one, with a note."""
        browser = self._running()
        browser.wire.drain()
        tab = browser.current
        if tab and tab.crashed:
            said = tab.take_notes() or "the page crashed"
            browser.close_tab(tab)
            tab = browser.current
            self._note = f"{said}; {'another tab' if tab else 'a blank page'} is shown instead"
        if tab is None:
            self._note = self._note or "the page closed itself; a blank page is shown instead"
            tab = browser.open_tab()
        return tab

    def _answer(self, context: ActionContext, dialog: Dialog, *, action: Act) -> str:
        meant = answer_of(action, dialog, text=self._prompt or dialog.default)
        if isinstance(meant, str):
            self._prompt = meant
            return f"the field reads {meant!r}"
        self._prompt = ""
        text = meant.text or dialog.default
        try:
            return answer_dialog(context, dialog, accept=meant.accept, text=text)
        except CallRefused as error:
            raise ActionHadNoEffect(f"the dialog was gone: {error}") from error

    def _interrupted(self, tab: Tab) -> str:
        if tab.dialog:
            return f"a dialog opened ({tab.dialog.kind}): {tab.dialog.message[:200]}"
        return "the page crashed" if tab.crashed else "the page closed"

    def _unsupported(self, action: Act) -> ActionFailed:
        if isinstance(action, Answer):
            return ActionHadNoEffect("there is no dialog to answer")
        return NotSupported(f"the device 'web' does not do {type(action).__name__}")

    def _shot(self, tab: Tab, seen: Moment, *, waited: str) -> Shot:
        self._picture = seen.picture
        notes = (self._take_note(), tab.take_notes(), waited, seen.note)
        return Shot(
            seen.picture,
            seen.nodes,
            app=seen.title or seen.address,
            address=seen.address,
            taken_at=time.time(),
            beyond=seen.beyond,
            tabs=self._tabs(tab),
            note="; ".join(note for note in notes if note),
        )

    def _dialog_shot(self, tab: Tab, dialog: Dialog) -> Shot:
        picture = self._last_picture()
        nodes = dialog_nodes(dialog, picture.size, text=self._prompt or dialog.default)
        note = "; ".join(n for n in (self._take_note(), tab.take_notes()) if n)
        return Shot(
            picture,
            nodes,
            app=tab.title or tab.address,
            address=tab.address,
            taken_at=time.time(),
            tabs=self._tabs(tab),
            dialog=dialog,
            note=note,
        )

    def _blind_shot(self, tab: Tab) -> Shot:
        """A shot of a page that cannot be read, with the last picture and a note that says so."""
        notes = (self._take_note(), tab.take_notes(), "the page cannot be read; the picture is an older one")
        return Shot(
            self._last_picture(),
            (),
            app=tab.title,
            address=tab.address,
            taken_at=time.time(),
            beyond=OffscreenCounts(),
            tabs=self._tabs(tab),
            note="; ".join(note for note in notes if note),
        )

    def _last_picture(self) -> Picture:
        if self._picture is None:
            ratio = self.settings.pixel_ratio
            self._picture = blank(round(self.settings.width * ratio), round(self.settings.height * ratio))
        return self._picture

    def _tabs(self, current: Tab) -> tuple[ShownTab, ...]:
        return tuple(
            ShownTab(tab.number, tab.title, tab.address, tab is current) for tab in self._running().tabs
        )

    def _take_note(self) -> str:
        note, self._note = self._note, ""
        return note
