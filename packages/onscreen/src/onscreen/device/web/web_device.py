"""Implementation of the device interface for a Chromium browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from onscreen.deadline import now
from onscreen.device.chromium_executable import warn_without_sandbox
from onscreen.device.web import devtools_protocol as p
from onscreen.device.web import file_transfer, mouse_actions, page_navigation, page_text_input
from onscreen.device.web.action_context import ActionContext, unsupported_action
from onscreen.device.web.attached_browser import AttachedBrowser
from onscreen.device.web.browser import Browser
from onscreen.device.web.browser_tab import Tab
from onscreen.device.web.devtools_connection import CallFailed, CallInterrupted, CallTimeout
from onscreen.device.web.display_detection import NO_DISPLAY, has_display
from onscreen.device.web.listbox_selection import select
from onscreen.device.web.page_dialogs import answer_dialog, dialog_nodes, interpret_action, leaves_dialog
from onscreen.device.web.page_observation import Observation, describe_exception, observe_page
from onscreen.device.web.page_stability import settle
from onscreen.device.web.placeholder_picture import blank_picture
from onscreen.device.web.script_client import ScriptClient, ScriptThrew, decode_value
from onscreen.device.web.storage_state import StorageState, load_storage_state
from onscreen.device.web.storage_transfer import read_storage, restore_storage, save_storage
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
from onscreen.types import Tab as TabInfo
from onscreen.types.errors import ActionFailed, ActionHadNoEffect, DeviceError, NotSupported
from onscreen.types.web_address import complete_address

_HANDLERS: Mapping[type[Act], Callable[..., str]] = {
    Click: mouse_actions.click,
    LongPress: mouse_actions.long_press,
    Hover: mouse_actions.hover,
    Scroll: mouse_actions.scroll,
    Swipe: mouse_actions.swipe,
    Drag: mouse_actions.drag,
    Type: page_text_input.type_text,
    Press: page_text_input.press,
    Select: select,
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
    """Chromium browser that implements `onscreen.device.base.Device`.

    Attributes:
        name: "web".
        actions: Types of the actions that the device performs.
        settings: Settings of the device.
    """

    def __init__(self, settings: WebSettings) -> None:
        """Create the device; the browser starts with the first `start`."""
        self.name = "web"
        self.actions: frozenset[type[Act]] = frozenset((*_HANDLERS, Answer))
        self.settings = settings
        self._browser: Browser | None = None
        self._start_address = ""
        self._last_picture: Picture | None = None
        self._observed_tab: Tab | None = None
        self._prompt_text = self._warning = ""
        self._navigations_at_start = 0

    def start(self, start: Start) -> None:
        """Reset the browser, open the start address, and run the start script.

        Cookies and storage are deleted, unless the setting `profile` keeps them or `reuse_page` keeps the
        page.

        Raises:
            DeviceError: the browser does not start, the page does not open, or the script throws.
            MissingExtra: no browser is installed; the message contains the command to install one.
        """
        self._warning = ""
        if not self._can_reuse_page(start):
            self._open_start_page(start)
        if start.script:
            self._run_script(start.script)

    def tools(self) -> tuple[Tool, ...]:
        """Return an empty tuple, because web sites cannot be listed."""
        return ()

    def observe(self) -> Shot:
        """Wait for the page to become stable, then capture a screenshot and the UI nodes.

        The warning lists what was still in progress if a timeout ended the wait, and what could not be read.

        Raises:
            DeviceError: the browser is gone.
        """
        return self._observe()

    def observe_elements(self) -> Shot:
        """Observe the page like `observe`, but reuse the tab's last picture if there is one.

        Raises:
            DeviceError: the browser is gone.
        """
        return self._observe(reuses_picture=True)

    def _observe(self, *, reuses_picture: bool = False) -> Shot:
        reason = ""
        for _ in range(_OBSERVE_TRIES):
            tab = self._usable_tab()
            if tab.dialog:
                return self._dialog_shot(tab, tab.dialog)
            client = ScriptClient(self._running_browser(), tab)
            if tab is not self._observed_tab:
                tab.paint_watch.touch()
            self._observed_tab = tab
            if not reuses_picture:
                tab.paint_watch.begin_look()
            wait_warning = settle(client)
            if self._running_browser().current is not tab:
                continue
            try:
                observation = observe_page(client, reuses_picture=reuses_picture)
                return self._page_shot(tab, observation, wait_warning=wait_warning)
            except CallTimeout:
                client.end_delay()
            except ScriptThrew as error:
                reason = describe_exception("the page", error)
            except (CallInterrupted, CallFailed):
                continue
        return self._unreadable_shot(self._usable_tab(), reason)

    def perform(self, action: Action) -> str:
        """Perform an action and return its outcome, such as the text of a field.

        Raises:
            ActionFailed: the action could not be performed; the device remains usable.
            DeviceError: the browser is gone.
        """
        tab = self._usable_tab()
        context = ActionContext(self._running_browser(), tab)
        if not isinstance(action, Wait):
            tab.paint_watch.touch()
        if tab.dialog and not leaves_dialog(action):
            return self._answer_dialog(context, tab.dialog, action=action)
        handler = _HANDLERS.get(type(action))
        if handler is None:
            raise unsupported_action(action)
        tab.begin_action()
        try:
            return handler(context, action)
        except CallInterrupted:
            return tab.describe_interruption()
        except CallTimeout:
            raise context.scripts.timeout_error("the page did not handle the action in time") from None
        except CallFailed as error:
            raise ActionHadNoEffect(f"the page changed during the action: {error}") from error

    def read(self, expression: str) -> str:
        """Evaluate a trusted JavaScript expression in the page and return its value as JSON text.

        Raises:
            NotSupported: the expression throws or does not end, or a dialog blocks the page.
            DeviceError: the browser is gone.
        """
        tab = self._usable_tab()
        try:
            return bytes(self._evaluate(tab, expression)).decode()
        except CallFailed as error:
            raise NotSupported(f"the page cannot evaluate {expression!r}: {error}") from error
        except CallInterrupted as error:
            raise NotSupported(f"the page cannot evaluate {expression!r}: a dialog is open") from error
        except CallTimeout as error:
            ScriptClient(self._running_browser(), tab).end_delay()
            raise NotSupported(f"the evaluation of {expression!r} did not end in time") from error

    def show_window(self) -> None:
        """Bring the browser's window to the front.

        A browser without a window is replaced by one with a window, which opens the same page with the same
        cookies and local storage; what was entered into the page is lost.

        Raises:
            NotSupported: there is no display to show the window on; the message says how to reach the page.
            DeviceError: the browser is gone, or the page cannot be opened again.
        """
        browser, tab = self._running_browser(), self._usable_tab()
        if self.settings.attach or not self.settings.headless:
            browser.activate(tab)
            return
        if not has_display():
            raise NotSupported(NO_DISPLAY)
        address, state = tab.address, read_storage(browser, browser.origins)
        browser.close()
        self.settings = msgspec.structs.replace(self.settings, headless=False)
        self._browser = None
        self._open_start_page(Start(address), state)

    def close(self) -> None:
        """Close the browser, and save its storage first if the setting `save_storage` is set."""
        if self._browser:
            if self.settings.save_storage:
                save_storage(self._browser, Path(self.settings.save_storage))
            self._browser.close()
            self._browser = None

    def _can_reuse_page(self, start: Start) -> bool:
        """Return whether `reuse_page` is set and the page at this start address is still open."""
        browser = self._browser
        if not self.settings.reuse_page or browser is None or not browser.is_open:
            return False
        browser.connection.handle_pending()
        tab = browser.current
        if tab is None or tab.is_blocked or len(browser.tabs) != 1 or not start.address:
            return False
        return start.address == self._start_address and tab.navigations == self._navigations_at_start

    def _open_start_page(self, start: Start, state: StorageState | None = None) -> None:
        if self._browser is None or not self._browser.is_open:
            self.close()
            self._browser = (AttachedBrowser if self.settings.attach else Browser)(self.settings)
        browser, previous_home = self._browser, self._browser.home
        browser.home = address = complete_address(start.address) if start.address else self.settings.home
        try:
            browser.domain_rules.check(address)
            tab = browser.reset()
            if state is None and self.settings.storage and not self.settings.starts_storage:
                state = load_storage_state(Path(self.settings.storage))
            if state is not None:
                restore_storage(browser, state)
            if address != "about:blank":
                page_navigation.navigate(ActionContext(browser, tab), address)
        except ActionFailed as error:
            browser.home = previous_home
            raise DeviceError(f"the run cannot start: {error}") from error
        except (CallInterrupted, CallTimeout, CallFailed) as error:
            raise DeviceError(f"the run cannot start at {address!r}: {error}") from error
        self._start_address = start.address
        self._navigations_at_start = tab.navigations
        warn_without_sandbox()

    def _run_script(self, script: str) -> None:
        tab = self._usable_tab()
        expression = f"(async () => {{ {script}\n}})()"
        try:
            self._evaluate(tab, expression, timeout_sec=self.settings.load_cap_sec)
        except CallFailed as error:
            raise DeviceError(f"the start script threw an exception: {error}") from error
        except CallTimeout as error:
            raise DeviceError("the start script did not end in time") from error
        except CallInterrupted:
            return

    def _evaluate(self, tab: Tab, expression: str, *, timeout_sec: float | None = None) -> msgspec.Raw:
        """Evaluate an expression in the page's main world.

        Raises the same errors as `DevToolsConnection.call`, and `ScriptThrew` if the expression throws an
        exception.
        """
        params = {"expression": expression, "returnByValue": True, "awaitPromise": True, "replMode": False}
        tab.paint_watch.touch()
        evaluation = self._running_browser().connection.call(
            "Runtime.evaluate",
            params,
            session=tab.session,
            result_type=p.EvaluateResult,
            timeout_sec=timeout_sec,
            interrupted=lambda: tab.is_blocked,
        )
        return decode_value(evaluation, msgspec.Raw)

    def _running_browser(self) -> Browser:
        if self._browser is None:
            raise DeviceError("the device has not been started; call start first")
        if not self._browser.is_open:
            raise DeviceError("the browser is gone: it crashed or was terminated")
        return self._browser

    def _usable_tab(self) -> Tab:
        """Return the tab in front or, if it crashed or closed, another or a blank one with a warning."""
        browser = self._running_browser()
        browser.connection.handle_pending()
        tab = browser.current
        if tab and tab.crashed:
            reason = tab.take_warnings() or "the page crashed"
            browser.close_tab(tab)
            tab = browser.current
            self._warning = f"{reason}; {'another tab' if tab else 'a blank page'} is shown instead"
        if tab is None:
            self._warning = self._warning or "the page closed itself; a blank page is shown instead"
            tab = browser.open_tab()
        return tab

    def _answer_dialog(self, context: ActionContext, dialog: Dialog, *, action: Act) -> str:
        answer = interpret_action(action, dialog, text=self._prompt_text or dialog.default)
        if isinstance(answer, str):
            self._prompt_text = answer
            return f"the field reads {answer!r}"
        self._prompt_text = ""
        text = answer.text or dialog.default
        try:
            return answer_dialog(context, dialog, accept=answer.accept, text=text)
        except CallFailed as error:
            raise ActionHadNoEffect(f"the dialog was already closed: {error}") from error

    def _page_shot(self, tab: Tab, observation: Observation, *, wait_warning: str) -> Shot:
        self._last_picture = observation.picture
        return Shot(
            observation.picture,
            observation.nodes,
            app=observation.title or observation.address,
            address=observation.address,
            taken_at=now(),
            beyond=observation.beyond,
            tabs=self._tab_infos(tab),
            warning=self._join_warnings(tab, wait_warning, observation.warning),
            error_status=tab.error_status,
        )

    def _dialog_shot(self, tab: Tab, dialog: Dialog) -> Shot:
        picture = self._picture_or_blank()
        return Shot(
            picture,
            dialog_nodes(dialog, picture.size, text=self._prompt_text or dialog.default),
            app=tab.title or tab.address,
            address=tab.address,
            taken_at=now(),
            tabs=self._tab_infos(tab),
            dialog=dialog,
            warning=self._join_warnings(tab),
        )

    def _unreadable_shot(self, tab: Tab, reason: str) -> Shot:
        """Return a shot of a page that cannot be read: the last picture, no nodes, and a warning."""
        return Shot(
            self._picture_or_blank(),
            (),
            app=tab.title,
            address=tab.address,
            taken_at=now(),
            beyond=OffscreenCounts(),
            tabs=self._tab_infos(tab),
            warning=self._join_warnings(tab, reason or "the page cannot be read", "the picture is older"),
        )

    def _picture_or_blank(self) -> Picture:
        if self._last_picture is None:
            ratio, size = self.settings.pixel_ratio, (self.settings.width, self.settings.height)
            self._last_picture = blank_picture(*(round(side * ratio) for side in size))
        return self._last_picture

    def _tab_infos(self, current: Tab) -> tuple[TabInfo, ...]:
        return tuple(
            TabInfo(tab.number, tab.title, tab.address, tab is current)
            for tab in self._running_browser().tabs
        )

    def _join_warnings(self, tab: Tab, *warnings: str) -> str:
        """Join the warnings of the device and the tab with additional ones, and clear both."""
        own_warning, self._warning = self._warning, ""
        return "; ".join(warning for warning in (own_warning, tab.take_warnings(), *warnings) if warning)
