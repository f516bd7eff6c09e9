"""Which Chromium to drive, and the flags it is started with."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from onscreen.device.web.web_settings import WebSettings
from onscreen.types.errors import MissingExtra

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
_PLAYWRIGHT = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/Chromium.app/Contents/MacOS/Chromium",
    "chromium-*/chrome-mac*/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
)
# Same set as Playwright's and Puppeteer's defaults, less what is only for their own transports.
FLAGS = (
    "--no-first-run",
    "--allow-pre-commit-input",
    "--no-default-browser-check",
    "--no-service-autorun",
    "--password-store=basic",
    "--use-mock-keychain",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-component-extensions-with-background-pages",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-field-trial-config",
    "--disable-hang-monitor",
    "--disable-ipc-flooding-protection",
    "--disable-popup-blocking",
    "--disable-prompt-on-repost",
    "--disable-quic",
    "--disable-search-engine-choice-screen",
    "--disable-sync",
    "--disable-smooth-scrolling",
    (
        "--disable-features=Translate,MediaRouter,OptimizationHints,DialMediaRouteProvider,PaintHolding,"
        "HttpsUpgrades,GlobalMediaControls,AutofillServerCommunication,CertificateTransparencyComponentUpdater,"
        "BackForwardCache,LensOverlay"
    ),
    "--metrics-recording-only",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--mute-audio",
)
# A picture waits for a frame of the screen; without the limit it takes 5 ms instead of 39.
HEADLESS_FLAGS = ("--headless=new", "--disable-gpu", "--disable-frame-rate-limit")


def executable(wanted: str = "") -> str:
    """Return the path of the browser to drive.

    Raises:
        MissingExtra: there is none; the message holds the command that installs one.
    """
    if wanted:
        found = shutil.which(wanted)
        if not found:
            raise MissingExtra(f"the browser {wanted!r} is not there or cannot be run; {_remedy()}")
        return found
    for candidate in _candidates():
        return candidate
    raise MissingExtra(f"no Chromium or Chrome was found (looked for {', '.join(NAMES)}); {_remedy()}")


def flags(settings: WebSettings, *, resolver_rules: str) -> tuple[str, ...]:
    """Return the flags to start the browser with."""
    as_root = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
    rules = (f"--host-resolver-rules={resolver_rules}",) if resolver_rules else ()
    size = (f"--window-size={settings.width},{settings.height}",)
    headless = HEADLESS_FLAGS if settings.headless else ()
    ratio = (f"--force-device-scale-factor={settings.pixel_ratio:g}",)
    return (*FLAGS, *headless, *size, *ratio, *as_root, *rules, *settings.flags)


def _candidates() -> Iterator[str]:
    for folder in _playwright_folders():
        for pattern in _PLAYWRIGHT:
            yield from map(str, sorted(folder.glob(pattern), reverse=True))
    for name in NAMES:
        if found := shutil.which(name) or shutil.which(f"/usr/bin/{name}"):
            yield found
    mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    if sys.platform == "darwin" and Path(mac).exists():
        yield mac


def _playwright_folders() -> Iterator[Path]:
    if set_by_hand := os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
        yield Path(set_by_hand)
    yield Path.home() / ".cache" / "ms-playwright"
    yield Path.home() / "Library" / "Caches" / "ms-playwright"


def _remedy() -> str:
    return "install one with: apt install chromium   (or: playwright install chromium)"
