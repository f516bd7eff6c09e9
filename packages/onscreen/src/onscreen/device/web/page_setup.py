"""CDP calls that set up a new page or frame: events, scripts, viewport and focus."""

from __future__ import annotations

from onscreen.device.web.devtools_connection import Params
from onscreen.device.web.page_scripts import ISOLATED_WORLD, isolated_world_script, main_world_script
from onscreen.device.web.web_settings import WebSettings

AUTO_ATTACH: Params = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
ATTACH_INNER: tuple[str, Params] = (
    "Target.setAutoAttach",
    {**AUTO_ATTACH, "filter": [{"type": "iframe"}, {"type": "worker"}]},
)
"""Call that attaches to the frames and workers of a page or worker, which then wait for their setup."""
FOCUS_CALL: tuple[str, Params] = ("Emulation.setFocusEmulationEnabled", {"enabled": True})


def script_calls(token: str) -> list[tuple[str, Params]]:
    """Return the calls that enable events and install the scripts.

    `token` is the secret part of the names of the scripts' events.
    """
    isolated = isolated_world_script(token)
    return [
        ("Page.enable", {}),
        ("Runtime.enable", {}),
        ("Network.enable", {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0}),
        (
            "Page.addScriptToEvaluateOnNewDocument",
            {"source": main_world_script(token), "runImmediately": True},
        ),
        (
            "Page.addScriptToEvaluateOnNewDocument",
            {"source": isolated, "worldName": ISOLATED_WORLD, "runImmediately": True},
        ),
        ATTACH_INNER,
    ]


def view_calls(settings: WebSettings) -> list[tuple[str, Params]]:
    """Return the calls that set the viewport of a page and its focus."""
    metrics: Params = {
        "width": settings.width,
        "height": settings.height,
        "deviceScaleFactor": settings.pixel_ratio,
        "mobile": False,
    }
    return [("Emulation.setDeviceMetricsOverride", metrics), FOCUS_CALL]
