"""Web browser device: Chromium controlled over the Chrome DevTools Protocol (CDP)."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen.device.web.web_device import WebDevice
from onscreen.device.web.web_settings import WebSettings, web_settings
from onscreen.types import Setting

__all__ = ["WebDevice", "WebSettings", "web"]


def web(settings: Mapping[str, Setting]) -> WebDevice:
    """Create a `WebDevice` from settings, without starting the browser yet.

    The browser starts on the first call to `start`.

    Raises:
        UnknownName: a setting does not exist.
        BadText: a value does not fit its setting.
    """
    return WebDevice(web_settings(settings))
