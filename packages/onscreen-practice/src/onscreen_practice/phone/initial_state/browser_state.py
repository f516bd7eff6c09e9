"""Initial state of the web browser."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.web_pages import LibraryBook, WebPage, build_books, build_pages

_NOW = datetime(2026, 3, 12, 9, 20)  # noqa: DTZ001  the phone's own clock


class Tab(msgspec.Struct, frozen=True):
    """An open browser tab with its navigation history.

    `stack` holds the visited URLs and `at` is the index of the current one. The empty URL is the new tab
    page.
    """

    id: str
    stack: tuple[str, ...]
    at: int
    private: bool = False
    desktop: bool = False


class Bookmark(msgspec.Struct, frozen=True):
    """A bookmarked web page in a bookmark folder."""

    id: str
    title: str
    url: str
    folder: str


class Visit(msgspec.Struct, frozen=True):
    """An entry in the browsing history."""

    id: str
    title: str
    url: str
    at: str


class Download(msgspec.Struct, frozen=True):
    """A file that was downloaded from the web."""

    id: str
    name: str
    path: str
    size: int
    url: str
    at: str


class ReadingListItem(msgspec.Struct, frozen=True):
    """A web page saved to the reading list."""

    id: str
    title: str
    url: str
    read: bool = False


class BrowserSettings(msgspec.Struct, frozen=True):
    """Settings of the browser."""

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
    """State of the web browser and the simulated web.

    `sent` holds the submitted forms and `reserved` the ids of reserved library books.
    """

    pages: tuple[WebPage, ...]
    books: tuple[LibraryBook, ...]
    tabs: tuple[Tab, ...]
    current: str
    bookmarks: tuple[Bookmark, ...]
    folders: tuple[str, ...]
    history: tuple[Visit, ...]
    downloads: tuple[Download, ...]
    reading: tuple[ReadingListItem, ...]
    options: BrowserSettings = BrowserSettings()
    sent: tuple[Mapping[str, str | tuple[str, ...]], ...] = ()
    reserved: tuple[str, ...] = ()

    def find_page(self, title: str) -> WebPage:
        """Find the first page whose title starts with `title`."""
        return next(each for each in self.pages if each.title.startswith(title))


def build_browser_state(rng: Random) -> Browser:
    """Generate three open tabs, eight bookmarks, a browsing history and two unread articles."""
    pages = build_pages(rng)
    articles = [page for page in pages if "/" in page.url]
    visited = rng.sample(articles, 11)
    tabs = tuple(Tab(f"tab{i}", (page.url,), 0) for i, page in enumerate(visited[:3]))
    folders = ("Mobile bookmarks", "Cooking", "Travel")
    home_pages = [page for page in pages if "/" not in page.url]
    bookmarked = [*home_pages[:4], *rng.sample([page for page in articles if page not in visited[:3]], 4)]
    bookmarks = tuple(
        Bookmark(
            f"mark{i}", page.title, page.url, "Cooking" if page.url.startswith("recipes") else folders[0]
        )
        for i, page in enumerate(bookmarked)
    )
    visit_time = _NOW
    history = []
    for i, page in enumerate(visited):
        history.append(Visit(f"visit{i}", page.title, page.url, visit_time.isoformat(timespec="minutes")))
        visit_time -= timedelta(minutes=rng.randint(20, 900))
    reading = tuple(
        ReadingListItem(f"read{i}", page.title, page.url) for i, page in enumerate(rng.sample(articles, 2))
    )
    return Browser(pages, build_books(rng), tabs, tabs[0].id, bookmarks, folders, tuple(history), (), reading)
