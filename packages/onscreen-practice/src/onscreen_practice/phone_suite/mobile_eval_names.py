"""Names of the phone tasks that correspond to the 33 instructions of the Mobile-Eval benchmark.

Mobile-Eval (Mobile-Agent, section 3) has three instructions for each of ten applications of a real phone: a
plain one, one with an added requirement, and an abstract one. Three more instructions involve several
applications. Each application has a counterpart on the simulated phone.
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
"""Task names for each Mobile-Eval application, in the order plain, added requirement, abstract.

The simulated phone has no app store, so its file manager is the counterpart of Google Play.
"""

MOBILE_EVAL_CROSS_APP = ("across-forecast-note", "across-text-train", "across-shopping-list")
"""Names of the tasks that correspond to the three cross-application instructions of Mobile-Eval."""
