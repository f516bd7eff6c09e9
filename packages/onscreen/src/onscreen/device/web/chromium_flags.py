"""Command-line flags of the Chromium that the web device starts."""

from __future__ import annotations

from onscreen.device.chromium_executable import NO_SANDBOX_FLAG, is_sandboxed
from onscreen.device.web.web_settings import WebSettings

# The default flags of Playwright and Puppeteer, without those for their own transports.
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
NO_WEBRTC_FLAG = "--force-webrtc-ip-handling-policy=disable_non_proxied_udp"
"""Turns off peer connections by UDP, which the rules for domains do not cover."""
HEADLESS_FLAGS = ("--headless=new", "--disable-gpu")


def flags(settings: WebSettings, *, resolver_rules: str) -> tuple[str, ...]:
    """Build the browser's command-line flags from the device settings.

    `resolver_rules` is the value of `--host-resolver-rules`, "" for none.
    """
    return (
        *FLAGS,
        *(HEADLESS_FLAGS if settings.headless else ()),
        f"--window-size={settings.width},{settings.height}",
        f"--force-device-scale-factor={settings.pixel_ratio:g}",
        *(() if is_sandboxed() else (NO_SANDBOX_FLAG,)),
        *((f"--host-resolver-rules={resolver_rules}",) if resolver_rules else ()),
        *((NO_WEBRTC_FLAG,) if settings.allow_domains or settings.block_domains else ()),
        *settings.flags,
    )
