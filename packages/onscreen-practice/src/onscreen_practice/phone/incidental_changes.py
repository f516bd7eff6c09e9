"""Incidental state changes that every task allows, such as opened tabs and search histories."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from onscreen_practice.state.expected_changes import Change, may_add, may_change
from onscreen_practice.state.state_path import get_value
from onscreen_practice.state.value_patterns import States

_VIEWS = (
    "browser.tabs[*].stack", "browser.tabs[*].at", "browser.current", "browser.reading[*].read",
    "calculator.expression", "calculator.scientific", "calculator.inverse", "calculator.converter",
    "calculator.tip",
    "calendar.view",
    "camera.mode", "camera.lens", "camera.flash", "camera.timer", "camera.ratio", "camera.zoom",
    "clipboard",
    "clock.stopwatch",
    "files_app.sort", "files_app.down", "files_app.view",
    "gallery.sort",
    "mail.letters[*].read", "mail.recent",
    "maps.recent", "maps.view", "maps.dropped",
    "messages.threads[*].unread", "messages.threads[*].draft",
    "music.player", "music.recent", "music.searches", "music.sleep_at",
    "notes.notes[*].edited", "notes.view", "notes.sort",
    "notifications",
    "phone.voicemails[*].heard",
    "shop.searches",
    "social.searches", "social.stories[*].seen", "social.notes[*].read", "social.chats[*].unread",
    "spreadsheet.books[*].modified", "spreadsheet.order",
    "video.player", "video.history[*].date", "video.searches",
    "weather.shown", "weather.recent",
)  # fmt: skip
_SYSTEM = (
    "system.now", "system.next", "system.battery", "system.rotation", "system.ime", "system.interruptions",
    "system.granted",
    "settings.secure.enabled_accessibility_services", "settings.secure.accessibility_enabled",
)  # fmt: skip

INCIDENTAL: tuple[Change, ...] = (
    *(may_change(path) for path in (*_VIEWS, *_SYSTEM)),
    may_add("browser.tabs"),
    may_add("browser.history"),
    may_add("video.history"),
    may_add("mail.letters", {"folder": "drafts"}),
    may_add("notes.notes", {"title": "", "text": "", "items": []}),
    may_add("notes.notes", {"binned": True}),
    may_add("contacts.trash"),
    may_add("files", {"captured": True}),
    may_change("files[/sdcard/adbutils-screenrecord.sh]"),
    may_add("files_app.bin"),
    may_add("gallery.bin"),
)
"""Changes to views, searches, read flags, players, time and permissions, and new visits, drafts or trash.

Clients such as Mobilerun enable their accessibility service when they connect. Others capture the screen into
shared storage (`screencap`, `uiautomator dump`, `screenrecord`); adbutils leaves a script there.

The clipboard is included, because pasting is a way to type. Searches and recent items may disappear, because
a new one replaces the oldest. New members of a trash folder are harmless, because an item that existed at the
start and was deleted is missing elsewhere.
"""

_BY_INTERRUPTION: Mapping[str, Change] = MappingProxyType(
    {
        "lowbattery": may_change("settings.global.low_power"),
        "calls": may_add("phone.calls"),
        "network": may_change("settings.global.wifi_on"),
        "ads": may_change("system.accepted"),
        "popups": may_change("system.accepted"),
    }
)
"""Changes that interruptions cause or that users may make in response, by name."""


def find_incidental(states: States) -> tuple[Change, ...]:
    """List the allowed incidental changes, including responses to enabled interruptions."""
    interruptions = get_value(states.after, ("system", "interruptions"))
    enabled = interruptions if isinstance(interruptions, list) else []
    return (*INCIDENTAL, *(change for name, change in _BY_INTERRUPTION.items() if name in enabled))
