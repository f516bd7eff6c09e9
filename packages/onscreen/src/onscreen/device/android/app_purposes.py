"""What applications are for, by the names people call them: it helps to choose among many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from onscreen.device.android.installed_apps import App, label_of
from onscreen.types import Tool

_USES: Mapping[str, str] = {
    "Browser": "web pages, search, bookmarks, history, downloads",
    "Calculator": "sums, scientific functions, converting units",
    "Calendar": "events, appointments, reminders by day and month",
    "Camera": "take photos and videos",
    "Chrome": "web pages, search, bookmarks, history, downloads",
    "Clock": "alarms, timers, a stopwatch, the time in other cities",
    "Contacts": "people with their numbers, addresses, birthdays",
    "Files": "files and folders of the phone",
    "Gallery": "photos and videos, albums, editing a picture",
    "Gmail": "read, write, answer, star and file mails",
    "Mail": "read, write, answer, star and file mails",
    "Maps": "places, directions, navigation, saved places",
    "Messages": "text messages (SMS) and chats",
    "Music": "songs, albums, playlists, playing them",
    "Notes": "written notes and checklists",
    "Phone": "calls: dial, call log, favourites, voicemail, blocked numbers",
    "Photos": "photos and videos, albums, editing a picture",
    "Play Store": "install, update and remove applications",
    "Settings": "how the phone behaves: network, display, sound, applications, security",
    "Sheets": "spreadsheets: workbooks, cells, formulas, charts",
    "Shop": "buy things: products, cart, orders, wish list",
    "Social": "posts of people, likes, comments, followers",
    "Spotify": "songs, albums, playlists, playing them",
    "Video": "watch videos, channels, playlists, comments",
    "Weather": "forecasts for places, temperature, rain, wind",
    "YouTube": "watch videos, channels, playlists, comments",
}


def tools_of(apps: Sequence[App]) -> tuple[Tool, ...]:
    """Return the applications as a person would list them: by name, with what those well known are for."""
    return tuple(sorted(_named(apps), key=lambda tool: tool.name.casefold()))


def _named(apps: Sequence[App]) -> Iterator[Tool]:
    taken: set[str] = set()
    for app in apps:
        label = label_of(app.package)
        name = label if label not in taken else app.package
        taken.add(name)
        yield Tool(name, app.package, _USES.get(label, ""))
