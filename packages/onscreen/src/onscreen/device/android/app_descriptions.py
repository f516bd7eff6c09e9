"""Short descriptions of well-known applications that help an agent choose the right one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from onscreen.device.android.installed_apps import App, app_label
from onscreen.types import Tool

_PURPOSES: Mapping[str, str] = {
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


def build_tools(apps: Sequence[App]) -> tuple[Tool, ...]:
    """Sort applications by name and add descriptions of the well-known ones."""
    return tuple(sorted(_iter_tools(apps), key=lambda tool: tool.name.casefold()))


def _iter_tools(apps: Sequence[App]) -> Iterator[Tool]:
    """Yield one tool per application, named by its package if its label is already taken."""
    used_names: set[str] = set()
    for app in apps:
        label = app_label(app.package)
        name = label if label not in used_names else app.package
        used_names.add(name)
        yield Tool(name, app.package, _PURPOSES.get(label, ""))
