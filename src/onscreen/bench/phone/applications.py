"""The applications of the practice phone, as an agent is told of them."""

from __future__ import annotations

from onscreen.types import Tool

_ABOUT = {
    "Clock": "alarms, timers, a stopwatch, the time in other cities",
    "Calendar": "events, appointments, reminders by day and month",
    "Contacts": "people with their numbers, addresses, birthdays",
    "Messages": "text messages (SMS) and chats",
    "Phone": "calls: dial, call log, favourites, blocked numbers",
    "Mail": "read, write, answer, star and file mails",
    "Notes": "written notes and checklists",
    "Settings": "how the phone behaves: network, display, sound, applications, security",
    "Files": "files and folders of the phone",
    "Gallery": "photos and videos, albums, editing a picture",
    "Camera": "take photos and videos",
    "Calculator": "sums, scientific functions, converting units",
    "Maps": "places, directions, saved places",
    "Browser": "web pages, search, bookmarks, history",
    "Shop": "buy things: products, cart, orders, wish list",
    "Music": "songs, albums, playlists, playing them",
    "Video": "watch videos, channels, playlists, comments",
    "Social": "posts of people, likes, comments, followers",
    "Weather": "forecasts for places",
    "Sheets": "spreadsheets: cells, formulas, charts",
}
_PACKAGES = {"Sheets": "org.practice.spreadsheet"}
APPLICATIONS = tuple(
    Tool(name, _PACKAGES.get(name, f"org.practice.{name.lower()}"), about) for name, about in _ABOUT.items()
)
