"""Counterparts of Mobile-Eval's 33 instructions: ten applications asked in three ways, three across several.

Mobile-Eval (Mobile-Agent, section 3) asks for ten applications of a real phone: plainly, with an added
requirement, and abstractly; here each has the application of the practice phone that does the same work.
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
"""Mobile-Eval's application -> the tasks asked plainly, with an added requirement, abstractly.

The practice phone has no store of applications; the files, which also come, go and are looked for, stand in.
"""

SEVERAL = ("across-forecast-note", "across-text-train", "across-shopping-list")
"""The counterparts of its three instructions that need several applications."""
