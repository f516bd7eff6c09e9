"""CDP calls that prepare a new page or frame: events, scripts, size and intercepted requests."""

from __future__ import annotations

import msgspec

from onscreen.device.web.devtools_connection import Params
from onscreen.device.web.domain_rules import DomainRules
from onscreen.device.web.page_scripts import ISOLATED_WORLD, isolated_world_script, main_world_script
from onscreen.device.web.web_settings import WebSettings, site_folders

AUTO_ATTACH: Params = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}


class TargetSetup(msgspec.Struct, frozen=True):
    """What a new page or frame is prepared with.

    `token` is the secret part of the names of events between the worlds of a page.
    """

    settings: WebSettings
    domain_rules: DomainRules
    token: str

    def calls(self, *, is_page: bool, sets_size: bool) -> list[tuple[str, Params]]:
        """Return the calls for a new page, or for a frame in a process of its own, in order.

        With `sets_size`, the page gets the size of the settings.
        """
        calls: list[tuple[str, Params]] = [
            ("Page.enable", {}),
            ("Runtime.enable", {}),
            ("Network.enable", {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0}),
            (
                "Page.addScriptToEvaluateOnNewDocument",
                {"source": main_world_script(self.token), "runImmediately": True},
            ),
            (
                "Page.addScriptToEvaluateOnNewDocument",
                {
                    "source": isolated_world_script(self.token),
                    "worldName": ISOLATED_WORLD,
                    "runImmediately": True,
                },
            ),
            ("Target.setAutoAttach", {**AUTO_ATTACH, "filter": [{"type": "iframe"}]}),
        ]
        if sets_size:
            calls.append(("Emulation.setDeviceMetricsOverride", self._size()))
        if is_page:
            calls.append(("Emulation.setFocusEmulationEnabled", {"enabled": True}))
        if patterns := self._intercepted_patterns():
            calls.append(("Fetch.enable", {"patterns": patterns}))
        return calls

    def _size(self) -> Params:
        settings = self.settings
        return {
            "width": settings.width,
            "height": settings.height,
            "deviceScaleFactor": settings.pixel_ratio,
            "mobile": False,
        }

    def _intercepted_patterns(self) -> list[Params]:
        """Return the URL patterns of the requests that must be paused."""
        if self.domain_rules.restricts_domains:
            return [{"urlPattern": "*"}]
        hosts: list[Params] = [{"urlPattern": f"*://{host}/*"} for host in site_folders(self.settings.sites)]
        return hosts if self.domain_rules.files else [*hosts, {"urlPattern": "file://*"}]
