"""Incidental state changes that every task allows, such as opened tabs and search histories."""

from __future__ import annotations

from onscreen_practice.state.state_changes import Change, may_add, may_change

_VIEWS = (
    "browser.tabs", "browser.current", "browser.history", "browser.reading[*].read",
    "calculator.expression", "calculator.scientific", "calculator.inverse", "calculator.converter",
    "calculator.tip",
    "calendar.view",
    "camera.mode", "camera.lens", "camera.flash", "camera.timer", "camera.ratio", "camera.zoom",
    "clipboard",
    "clock.stopwatch",
    "filing.sort", "filing.down", "filing.view",
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
    "video.player", "video.history", "video.searches",
    "weather.shown", "weather.recent",
)  # fmt: skip
_SYSTEM = (
    "system.now", "system.next", "system.battery", "system.rotation", "system.ime", "system.troubles",
    "system.granted", "settings.global.low_power",
    "settings.secure.enabled_accessibility_services", "settings.secure.accessibility_enabled",
)  # fmt: skip

INCIDENTAL: tuple[Change, ...] = (
    *(may_change(path) for path in (*_VIEWS, *_SYSTEM)),
    may_add("mail.letters", {"folder": "drafts"}),
    may_add("notes.notes", {"title": "", "text": "", "items": []}),
    may_add("notes.notes", {"binned": True}),
    may_add("contacts.trash"),
    may_add("filing.bin"),
    may_add("gallery.bin"),
)
"""Changes to views, searches, read flags, players, time and permissions, and new drafts or trash.

Clients such as Mobilerun enable their accessibility service when they connect.

New members of a trash folder are harmless, because an item that was deleted after it existed at the start is
missing elsewhere.
"""
