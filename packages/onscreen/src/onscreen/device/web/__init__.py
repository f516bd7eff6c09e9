"""The web device: real Chromium."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen.device.web.web_device import WebDevice
from onscreen.device.web.web_settings import WebSettings, web_settings
from onscreen.types import Setting

__all__ = ["WebDevice", "WebSettings", "web"]


def web(settings: Mapping[str, Setting]) -> WebDevice:
    """Return the web device with these settings.

    Raises:
        UnknownName: a setting of that name does not exist.
        BadText: a value does not fit.
    """
    return WebDevice(web_settings(settings))
