"""What the browser holds when the phone begins."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.web_pages import Book, Page, books, pages

_NOW = datetime(2026, 3, 12, 9, 20)  # noqa: DTZ001  the phone's own clock


class Tab(msgspec.Struct, frozen=True):
    """A tab: the addresses it went through and which of them is shown; the empty one is a new tab."""

    id: str
    stack: tuple[str, ...]
    at: int
    private: bool = False
    desktop: bool = False


class Bookmark(msgspec.Struct, frozen=True):
    """A page that is kept, in a folder."""

    id: str
    title: str
    url: str
    folder: str


class Visit(msgspec.Struct, frozen=True):
    """A page that was seen."""

    id: str
    title: str
    url: str
    at: str


class Download(msgspec.Struct, frozen=True):
    """A file that was fetched; `path` is where it lies."""

    id: str
    name: str
    path: str
    size: int
    url: str
    at: str


class Unread(msgspec.Struct, frozen=True):
    """A page of the reading list."""

    id: str
    title: str
    url: str
    read: bool = False


class Options(msgspec.Struct, frozen=True):
    """The settings of the browser."""

    engine: str = "Findly"
    home_on: bool = True
    home: str = "news.example"
    theme: str = "System default"
    scale: int = 100
    javascript: bool = True
    cookies: str = "Allow all"
    popups: bool = False
    passwords: bool = True
    do_not_track: bool = False
    secure: bool = False
    ask_downloads: bool = False
    preload: str = "Standard"


class Browser(msgspec.Struct, frozen=True):
    """All that the browser holds, and the web it sees; `sent` are forms, `reserved` books."""

    pages: tuple[Page, ...]
    books: tuple[Book, ...]
    tabs: tuple[Tab, ...]
    current: str
    bookmarks: tuple[Bookmark, ...]
    folders: tuple[str, ...]
    history: tuple[Visit, ...]
    downloads: tuple[Download, ...]
    reading: tuple[Unread, ...]
    options: Options = Options()
    sent: tuple[Mapping[str, str | tuple[str, ...]], ...] = ()
    reserved: tuple[str, ...] = ()

    def page(self, title: str) -> Page:
        """Return the page whose title begins like this."""
        return next(each for each in self.pages if each.title.startswith(title))


def browser(chance: Random) -> Browser:
    """Make up a browser: three tabs, seven bookmarks, a history, two pages to read."""
    web = pages(chance)
    inner = [page for page in web if "/" in page.url]
    seen = chance.sample(inner, 11)
    tabs = tuple(Tab(f"tab{i}", (page.url,), 0) for i, page in enumerate(seen[:3]))
    folders = ("Mobile bookmarks", "Cooking", "Travel")
    fronts = [page for page in web if "/" not in page.url]
    kept = [*fronts[:4], *chance.sample([page for page in inner if page not in seen[:3]], 4)]
    bookmarks = tuple(
        Bookmark(
            f"mark{i}", page.title, page.url, "Cooking" if page.url.startswith("recipes") else folders[0]
        )
        for i, page in enumerate(kept)
    )
    at = _NOW
    history = []
    for i, page in enumerate(seen):
        history.append(Visit(f"visit{i}", page.title, page.url, at.isoformat(timespec="minutes")))
        at -= timedelta(minutes=chance.randint(20, 900))
    reading = tuple(
        Unread(f"read{i}", page.title, page.url) for i, page in enumerate(chance.sample(inner, 2))
    )
    return Browser(web, books(chance), tabs, tabs[0].id, bookmarks, folders, tuple(history), (), reading)
