"""Counterparts of Mobile-Eval's 33 instructions: three for each of ten applications, and three across them.

Mobile-Eval (Mobile-Agent, section 3) words its three instructions for an application of a real phone plainly,
with an added requirement, and abstractly; each application has a counterpart on the practice phone.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MOBILE_EVAL: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Alibaba.com": ("shop-wish", "shop-add-to-cart", "shop-send-back"),
        "Amazon Music": ("music-play-song", "music-queue-next", "music-sleep"),
        "Chrome": ("browser-fact", "browser-add-bookmark", "browser-last-train"),
        "Gmail": ("mail-reply", "mail-send-file", "mail-ticket-seat"),
        "Google Maps": ("maps-save-place", "maps-cycle-from-work", "maps-walk"),
        "Google Play": ("files-delete", "files-copy-song", "files-new-folder"),
        "Notes": ("notes-write", "notes-list", "notes-tick-off"),
        "Settings": ("settings-ringtone", "settings-dark-theme", "settings-flight"),
        "TikTok": ("social-like", "social-follow-page", "social-follow-request"),
        "YouTube": ("video-download", "video-speed", "video-forget"),
    }
)
"""The plain, the added and the abstract task for each application of Mobile-Eval.

The practice phone has no app store; its file manager is the counterpart of Google Play.
"""

MOBILE_EVAL_CROSS_APP = ("across-forecast-note", "across-text-train", "across-shopping-list")
"""The counterparts of its three instructions across applications."""
