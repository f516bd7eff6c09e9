"""Chromium that the user started, controlled through its remote debugging address."""

from __future__ import annotations

from contextlib import suppress

from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.browser import Browser
from onscreen.device.web.browser_tab import Tab
from onscreen.device.web.debugging_socket import DebuggingAddress
from onscreen.device.web.devtools_connection import Message, MessageChannel, Params
from onscreen.device.web.page_setup import FOCUS_CALL
from onscreen.device.web.web_settings import WebSettings
from onscreen.types.errors import DeviceError

BLANK = "about:blank"


class AttachedBrowser(Browser):
    """Browser that the user started; closing this object leaves the user's tabs open.

    The tabs of the device are those that this object opened, the page that it took over, and windows opened
    by one of these. The user's other tabs are not accessed.
    """

    def __init__(self, settings: WebSettings) -> None:
        """Connect to the browser at the address of the setting `attach`.

        Raises:
            BadText: the setting is not an address.
            DeviceError: no browser answers at the address.
        """
        self._address = DebuggingAddress(settings.attach)
        self._opened_targets: set[str] = set()
        super().__init__(settings)

    def reset(self) -> Tab:
        """Close the tabs that this object opened, and return a new tab.

        Without a start address, the user's last used page is returned instead of a new tab.

        Raises:
            DeviceError: the browser does not answer.
        """
        self.tabs.clear()
        self._opened_count = 0
        self._close_opened()
        return self._take_over_page() if self.home == BLANK else self.open_tab()

    def close(self) -> None:
        """Close the tabs that this object opened, and disconnect from the browser."""
        if self._pipe.is_open:
            with suppress(DeviceError):
                self._close_opened()
        self._pipe.close(0)

    def _connect(self) -> MessageChannel:
        return self._address.connect()

    def _initialize(self) -> None:
        """Subscribe to events about new windows, without attaching to the user's tabs."""
        discovered = {"discover": True, "filter": [{"type": "page"}]}
        self.connection.notify("Target.setDiscoverTargets", discovered)

    def _await_tab(self, target_id: str) -> Tab:
        self._opened_targets.add(target_id)
        self._attach(target_id)
        return super()._await_tab(target_id)

    def _take_over_page(self) -> Tab:
        """Attach to the user's last used page, or open a tab if no page is open."""
        pages = self._address.find_pages()
        if not pages:
            return self.open_tab()
        self._attach(pages[0].id)
        tab = super()._await_tab(pages[0].id)
        found = self.connection.call("Page.getFrameTree", session=tab.session, result_type=p.FrameTreeResult)
        tab.add_frames(found.frame_tree)
        for method in ("Runtime.disable", "Runtime.enable"):  # reports the contexts of the frames again
            self.connection.notify(method, session=tab.session)
        return tab

    def _attach(self, target_id: str) -> None:
        self.connection.notify("Target.attachToTarget", {"targetId": target_id, "flatten": True})

    def _close_opened(self) -> None:
        for target_id in self._opened_targets:
            self.connection.notify("Target.closeTarget", {"targetId": target_id})
        self._opened_targets.clear()

    def _handle_event(self, event: Message) -> None:
        if event.method == "Target.targetCreated":
            info = event.params_as(p.TargetInfoChanged).target_info
            if info.type == "page" and info.opener_id and self._find_tab(info.opener_id):
                self._attach(info.target_id)
        else:
            super()._handle_event(event)

    def _view_calls(self) -> list[tuple[str, Params]]:
        """Return the call that emulates focus; the viewport of the user's window is not changed."""
        return [FOCUS_CALL]
