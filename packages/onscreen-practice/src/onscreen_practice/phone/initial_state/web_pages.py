"""Simulated websites: an encyclopedia, news, recipes, train times and a library."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Literal, TypeAlias

import msgspec

from onscreen_practice.phone.initial_state.web_texts import BOOKS, DISHES, STORIES, TOPICS, TOWNS

Row: TypeAlias = tuple[str, ...]


class PageElement(msgspec.Struct, frozen=True):
    """An element of a web page, such as a heading, table or form.

    `rows` holds facts, links, table rows or list items.
    """

    kind: Literal["heading", "words", "picture", "facts", "links", "table", "list", "file", "form"]
    text: str = ""
    rows: tuple[Row, ...] = ()


class WebPage(msgspec.Struct, frozen=True):
    """A simulated web page with its URL and content.

    The URL has no scheme.
    """

    url: str
    title: str
    parts: tuple[PageElement, ...]

    def get_fact(self, label: str) -> str:
        """Look up the value of a labeled fact on the page."""
        return next(
            row[1] for part in self.parts if part.kind == "facts" for row in part.rows if row[0] == label
        )


class LibraryBook(msgspec.Struct, frozen=True):
    """A book in the library's catalog."""

    id: str
    title: str
    author: str
    year: int
    shelf: str
    free: bool


def build_pages(rng: Random) -> tuple[WebPage, ...]:
    """Generate the pages of all simulated websites."""
    return (
        *_build_encyclopedia(rng),
        *_build_news(rng),
        *_build_recipes(rng),
        *_build_train_times(rng),
        *_build_library(rng),
    )


def build_books(rng: Random) -> tuple[LibraryBook, ...]:
    """Generate the catalog of the simulated library."""
    available = rng.sample(range(len(BOOKS)), 6)
    return tuple(
        LibraryBook(
            f"book{i}",
            title,
            author,
            rng.randint(1950, 2024),
            f"{rng.choice('ABCDEF')}{rng.randint(10, 99)}",
            i in available,
        )
        for i, (title, author) in enumerate(BOOKS)
    )


def _to_url_path(words: str) -> str:
    return words.replace(" ", "_")


def _article_url(name: str) -> str:
    return f"encyclo.example/wiki/{_to_url_path(name)}"


def _generate_article_facts(rng: Random) -> Mapping[str, tuple[Row, ...]]:
    """Generate two facts for each topic."""
    return {
        "Mount Ardin": (
            ("Height", f"{rng.randint(2100, 3900)} m"),
            ("First climbed", str(rng.randint(1790, 1890))),
        ),
        "River Tessel": (
            ("Length", f"{rng.randint(120, 480)} km"),
            ("Bridges", str(rng.randint(11, 39))),
        ),
        "Lake Orvin": (
            ("Depth", f"{rng.randint(80, 310)} m"),
            ("Area", f"{rng.randint(12, 88)} square km"),
        ),
        "Haldern": (
            ("Population", f"{rng.randint(21, 98)},400"),
            ("Founded", str(rng.randint(1120, 1480))),
        ),
        "Isle of Skarra": (
            ("Area", f"{rng.randint(31, 96)} square km"),
            ("People", str(rng.randint(210, 890))),
        ),
        "Ardin Railway": (
            ("Opened", str(rng.randint(1871, 1929))),
            ("Stations", str(rng.randint(11, 29))),
        ),
        "Tessel Bridge": (
            ("Length", f"{rng.randint(110, 290)} m"),
            ("Built", str(rng.randint(1310, 1690))),
        ),
        "Skarra Lighthouse": (
            ("Height", f"{rng.randint(21, 58)} m"),
            ("Built", str(rng.randint(1801, 1899))),
        ),
        "Haldern University": (
            ("Students", f"{rng.randint(2, 9)},{rng.randint(100, 900)}"),
            ("Founded", str(rng.randint(1500, 1790))),
        ),
        "Orvin trout": (("Size", f"{rng.randint(21, 64)} cm"), ("Weight", f"{rng.randint(2, 9)}.5 kg")),
    }


def _build_encyclopedia(rng: Random) -> Iterator[WebPage]:
    facts = _generate_article_facts(rng)
    links = tuple((name, _article_url(name)) for name, _ in TOPICS)
    yield WebPage(
        "encyclo.example",
        "Open Encyclopedia",
        (
            PageElement("form", "encyclopedia"),
            PageElement("heading", "All articles"),
            PageElement("links", rows=links),
        ),
    )
    for name, words in TOPICS:
        others = tuple(rng.sample([link for link in links if link[0] != name], 3))
        parts = (
            PageElement("heading", name),
            PageElement("picture", name),
            PageElement("words", f"{name} {words}"),
            PageElement("facts", rows=facts[name]),
            PageElement("heading", "History"),
            PageElement(
                "words",
                f"The first written record of {name} is found in a letter of a traveller. "
                "Later writers repeat it, often with mistakes.",
            ),
            PageElement("heading", "Today"),
            PageElement(
                "words",
                f"Today many visitors come to see what the traveller saw. "
                f"A society looks after {name} and prints a calendar every year.",
            ),
            PageElement("heading", "See also"),
            PageElement("links", rows=(*others, ("Open Encyclopedia", "encyclo.example"))),
        )
        yield WebPage(_article_url(name), f"{name} - Open Encyclopedia", parts)


def _build_news(rng: Random) -> Iterator[WebPage]:
    stories = []
    for section, title, words in rng.sample(STORIES, len(STORIES)):
        known = {
            "month": rng.choice(("April", "May", "June")),
            "n": str(rng.randint(3, 9)),
            "m": str(rng.randint(12, 58)),
            "d": str(rng.randint(11, 28)),
        }
        head = title.format(**known)
        stories.append(
            (
                section,
                head,
                f"news.example/{_to_url_path(title.format(**known | {'month': 'spring'}).lower())}",
                words.format(**known),
            )
        )
    front = [PageElement("heading", "Daily Courier"), PageElement("words", "Thursday, March 12, 2026")]
    for section in ("Local", "World", "Sports", "Science"):
        front += [
            PageElement("heading", section),
            PageElement(
                "links", rows=tuple((head, url) for each, head, url, _ in stories if each == section)
            ),
        ]
    yield WebPage(
        "news.example",
        "Daily Courier",
        (*front, PageElement("heading", "Newsletter"), PageElement("form", "newsletter")),
    )
    for section, head, url, words in stories:
        writer = rng.choice(("Nora Fell", "Tim Lund", "Eva Roth"))
        parts = (
            PageElement("words", section),
            PageElement("heading", head),
            PageElement("words", f"By {writer}"),
            PageElement("picture", head),
            PageElement("words", words),
            PageElement("words", "People we spoke to were surprised. More on this in tomorrow's paper."),
            PageElement("links", rows=(("Back to the front page", "news.example"),)),
        )
        yield WebPage(url, f"{head} - Daily Courier", parts)


def _build_recipes(rng: Random) -> Iterator[WebPage]:
    links = tuple((name, f"recipes.example/{_to_url_path(name)}") for name, _, _ in DISHES)
    yield WebPage(
        "recipes.example",
        "Good Kitchen",
        (
            PageElement("heading", "Good Kitchen"),
            PageElement("words", "Simple food for every day."),
            PageElement("picture", "A kitchen table"),
            PageElement("heading", "Recipes"),
            PageElement("links", rows=links),
        ),
    )
    for (name, needs, how), (_, url) in zip(DISHES, links, strict=True):
        known = {"g": str(rng.randint(11, 59) * 10), "n": str(rng.randint(2, 8))}
        facts = (
            ("Time", f"{rng.randint(4, 17) * 5} minutes"),
            ("Servings", str(rng.randint(2, 8))),
            ("Rating", f"{rng.randint(31, 49) / 10} of 5"),
        )
        parts = (
            PageElement("heading", name),
            PageElement("picture", name),
            PageElement("facts", rows=facts),
            PageElement("heading", "Ingredients"),
            PageElement("list", rows=tuple((need.format(**known),) for need in needs)),
            PageElement("heading", "Method"),
            PageElement("words", how),
            PageElement("file", f"{name}.pdf"),
            PageElement("links", rows=(("All recipes", "recipes.example"),)),
        )
        yield WebPage(url, f"{name} - Good Kitchen", parts)


def _build_train_times(rng: Random) -> Iterator[WebPage]:
    links = tuple((f"Trains to {town}", f"rail.example/to/{_to_url_path(town)}") for town in TOWNS)
    yield WebPage(
        "rail.example",
        "Swift Rail",
        (
            PageElement("heading", "Swift Rail"),
            PageElement("words", "Timetables from Central Station."),
            PageElement("links", rows=links),
            PageElement("heading", "Downloads"),
            PageElement("file", "Timetable 2026.pdf"),
            PageElement("file", "Network map.pdf"),
        ),
    )
    for town, (_, url) in zip(TOWNS, links, strict=True):
        hours = sorted(rng.sample(range(5, 23), 5))
        rows = tuple(
            (
                f"{hour:02}:{rng.choice(('07', '19', '33', '48'))}",
                str(rng.randint(1, 12)),
                f"{rng.randint(11, 59)}.90 EUR",
            )
            for hour in hours
        )
        yield WebPage(
            url,
            f"Trains to {town} - Swift Rail",
            (
                PageElement("heading", f"Trains to {town}"),
                PageElement("table", rows=(("Departure", "Platform", "Price"), *rows)),
                PageElement("links", rows=(("All destinations", "rail.example"),)),
            ),
        )


def _build_library(rng: Random) -> Iterator[WebPage]:
    days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
    hours = tuple((day, f"{rng.randint(8, 11)}:00 to {rng.randint(15, 20)}:00") for day in days)
    menu = (
        ("Opening hours", "library.example/hours"),
        ("Catalog", "library.example/catalog"),
        ("Get a library card", "library.example/register"),
    )
    yield WebPage(
        "library.example",
        "City Library",
        (
            PageElement("heading", "City Library"),
            PageElement("picture", "The reading room"),
            PageElement("links", rows=menu),
        ),
    )
    yield WebPage(
        "library.example/hours",
        "Opening hours - City Library",
        (PageElement("heading", "Opening hours"), PageElement("facts", rows=(*hours, ("Sunday", "Closed")))),
    )
    yield WebPage(
        "library.example/catalog",
        "Catalog - City Library",
        (PageElement("heading", "Catalog"), PageElement("form", "catalog")),
    )
    yield WebPage(
        "library.example/register",
        "Get a library card - City Library",
        (PageElement("heading", "Get a library card"), PageElement("form", "register")),
    )
