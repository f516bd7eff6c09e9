"""The small web of the phone: pages of an encyclopedia, news, recipes, trains and a library."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Literal, TypeAlias

import msgspec

from onscreen_practice.phone.initial_state.web_texts import BOOKS, DISHES, STORIES, TOPICS, TOWNS

Row: TypeAlias = tuple[str, ...]


class Part(msgspec.Struct, frozen=True):
    """A piece of a page: words, a picture, rows of facts, links or a table, a file, or a form by its name."""

    kind: Literal["heading", "words", "picture", "facts", "links", "table", "list", "file", "form"]
    text: str = ""
    rows: tuple[Row, ...] = ()


class Page(msgspec.Struct, frozen=True):
    """A page with its address (no scheme) and what stands on it."""

    url: str
    title: str
    parts: tuple[Part, ...]

    def fact(self, label: str) -> str:
        """Return what the page says of this label."""
        return next(
            row[1] for part in self.parts if part.kind == "facts" for row in part.rows if row[0] == label
        )


class Book(msgspec.Struct, frozen=True):
    """A book of the library."""

    id: str
    title: str
    author: str
    year: int
    shelf: str
    free: bool


def pages(chance: Random) -> tuple[Page, ...]:
    """Make up the pages of every site."""
    return (*_encyclopedia(chance), *_news(chance), *_recipes(chance), *_rail(chance), *_library(chance))


def books(chance: Random) -> tuple[Book, ...]:
    """Make up the books of the library."""
    free = chance.sample(range(len(BOOKS)), 6)
    return tuple(
        Book(
            f"book{i}",
            title,
            author,
            chance.randint(1950, 2024),
            f"{chance.choice('ABCDEF')}{chance.randint(10, 99)}",
            i in free,
        )
        for i, (title, author) in enumerate(BOOKS)
    )


def _address(words: str) -> str:
    return words.replace(" ", "_")


def _article(name: str) -> str:
    return f"encyclo.example/wiki/{_address(name)}"


def _article_facts(chance: Random) -> Mapping[str, tuple[Row, ...]]:
    """Make up two facts of every topic."""
    return {
        "Mount Ardin": (
            ("Height", f"{chance.randint(2100, 3900)} m"),
            ("First climbed", str(chance.randint(1790, 1890))),
        ),
        "River Tessel": (
            ("Length", f"{chance.randint(120, 480)} km"),
            ("Bridges", str(chance.randint(11, 39))),
        ),
        "Lake Orvin": (
            ("Depth", f"{chance.randint(80, 310)} m"),
            ("Area", f"{chance.randint(12, 88)} square km"),
        ),
        "Haldern": (
            ("Population", f"{chance.randint(21, 98)},400"),
            ("Founded", str(chance.randint(1120, 1480))),
        ),
        "Isle of Skarra": (
            ("Area", f"{chance.randint(31, 96)} square km"),
            ("People", str(chance.randint(210, 890))),
        ),
        "Ardin Railway": (
            ("Opened", str(chance.randint(1871, 1929))),
            ("Stations", str(chance.randint(11, 29))),
        ),
        "Tessel Bridge": (
            ("Length", f"{chance.randint(110, 290)} m"),
            ("Built", str(chance.randint(1310, 1690))),
        ),
        "Skarra Lighthouse": (
            ("Height", f"{chance.randint(21, 58)} m"),
            ("Built", str(chance.randint(1801, 1899))),
        ),
        "Haldern University": (
            ("Students", f"{chance.randint(2, 9)},{chance.randint(100, 900)}"),
            ("Founded", str(chance.randint(1500, 1790))),
        ),
        "Orvin trout": (("Size", f"{chance.randint(21, 64)} cm"), ("Weight", f"{chance.randint(2, 9)}.5 kg")),
    }


def _encyclopedia(chance: Random) -> Iterator[Page]:
    facts = _article_facts(chance)
    links = tuple((name, _article(name)) for name, _ in TOPICS)
    yield Page(
        "encyclo.example",
        "Open Encyclopedia",
        (Part("form", "encyclopedia"), Part("heading", "All articles"), Part("links", rows=links)),
    )
    for name, words in TOPICS:
        others = tuple(chance.sample([link for link in links if link[0] != name], 3))
        parts = (
            Part("heading", name),
            Part("picture", name),
            Part("words", f"{name} {words}"),
            Part("facts", rows=facts[name]),
            Part("heading", "History"),
            Part(
                "words",
                f"The first written record of {name} is found in a letter of a traveller. "
                "Later writers repeat it, often with mistakes.",
            ),
            Part("heading", "Today"),
            Part(
                "words",
                f"Today many visitors come to see what the traveller saw. "
                f"A society looks after {name} and prints a calendar every year.",
            ),
            Part("heading", "See also"),
            Part("links", rows=(*others, ("Open Encyclopedia", "encyclo.example"))),
        )
        yield Page(_article(name), f"{name} - Open Encyclopedia", parts)


def _news(chance: Random) -> Iterator[Page]:
    stories = []
    for section, title, words in chance.sample(STORIES, len(STORIES)):
        known = {
            "month": chance.choice(("April", "May", "June")),
            "n": str(chance.randint(3, 9)),
            "m": str(chance.randint(12, 58)),
            "d": str(chance.randint(11, 28)),
        }
        head = title.format(**known)
        stories.append(
            (
                section,
                head,
                f"news.example/{_address(title.format(**known | {'month': 'spring'}).lower())}",
                words.format(**known),
            )
        )
    front = [Part("heading", "Daily Courier"), Part("words", "Thursday, March 12, 2026")]
    for section in ("Local", "World", "Sports", "Science"):
        front += [
            Part("heading", section),
            Part("links", rows=tuple((head, url) for each, head, url, _ in stories if each == section)),
        ]
    yield Page(
        "news.example", "Daily Courier", (*front, Part("heading", "Newsletter"), Part("form", "newsletter"))
    )
    for section, head, url, words in stories:
        writer = chance.choice(("Nora Fell", "Tim Lund", "Eva Roth"))
        parts = (
            Part("words", section),
            Part("heading", head),
            Part("words", f"By {writer}"),
            Part("picture", head),
            Part("words", words),
            Part("words", "People we spoke to were surprised. More on this in tomorrow's paper."),
            Part("links", rows=(("Back to the front page", "news.example"),)),
        )
        yield Page(url, f"{head} - Daily Courier", parts)


def _recipes(chance: Random) -> Iterator[Page]:
    links = tuple((name, f"recipes.example/{_address(name)}") for name, _, _ in DISHES)
    yield Page(
        "recipes.example",
        "Good Kitchen",
        (
            Part("heading", "Good Kitchen"),
            Part("words", "Simple food for every day."),
            Part("picture", "A kitchen table"),
            Part("heading", "Recipes"),
            Part("links", rows=links),
        ),
    )
    for (name, needs, how), (_, url) in zip(DISHES, links, strict=True):
        known = {"g": str(chance.randint(11, 59) * 10), "n": str(chance.randint(2, 8))}
        facts = (
            ("Time", f"{chance.randint(4, 17) * 5} minutes"),
            ("Servings", str(chance.randint(2, 8))),
            ("Rating", f"{chance.randint(31, 49) / 10} of 5"),
        )
        parts = (
            Part("heading", name),
            Part("picture", name),
            Part("facts", rows=facts),
            Part("heading", "Ingredients"),
            Part("list", rows=tuple((need.format(**known),) for need in needs)),
            Part("heading", "Method"),
            Part("words", how),
            Part("file", f"{name}.pdf"),
            Part("links", rows=(("All recipes", "recipes.example"),)),
        )
        yield Page(url, f"{name} - Good Kitchen", parts)


def _rail(chance: Random) -> Iterator[Page]:
    links = tuple((f"Trains to {town}", f"rail.example/to/{_address(town)}") for town in TOWNS)
    yield Page(
        "rail.example",
        "Swift Rail",
        (
            Part("heading", "Swift Rail"),
            Part("words", "Timetables from Central Station."),
            Part("links", rows=links),
            Part("heading", "Downloads"),
            Part("file", "Timetable 2026.pdf"),
            Part("file", "Network map.pdf"),
        ),
    )
    for town, (_, url) in zip(TOWNS, links, strict=True):
        hours = sorted(chance.sample(range(5, 23), 5))
        rows = tuple(
            (
                f"{hour:02}:{chance.choice(('07', '19', '33', '48'))}",
                str(chance.randint(1, 12)),
                f"{chance.randint(11, 59)}.90 EUR",
            )
            for hour in hours
        )
        yield Page(
            url,
            f"Trains to {town} - Swift Rail",
            (
                Part("heading", f"Trains to {town}"),
                Part("table", rows=(("Departure", "Platform", "Price"), *rows)),
                Part("links", rows=(("All destinations", "rail.example"),)),
            ),
        )


def _library(chance: Random) -> Iterator[Page]:
    days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
    hours = tuple((day, f"{chance.randint(8, 11)}:00 to {chance.randint(15, 20)}:00") for day in days)
    menu = (
        ("Opening hours", "library.example/hours"),
        ("Catalog", "library.example/catalog"),
        ("Get a library card", "library.example/register"),
    )
    yield Page(
        "library.example",
        "City Library",
        (Part("heading", "City Library"), Part("picture", "The reading room"), Part("links", rows=menu)),
    )
    yield Page(
        "library.example/hours",
        "Opening hours - City Library",
        (Part("heading", "Opening hours"), Part("facts", rows=(*hours, ("Sunday", "Closed")))),
    )
    yield Page(
        "library.example/catalog",
        "Catalog - City Library",
        (Part("heading", "Catalog"), Part("form", "catalog")),
    )
    yield Page(
        "library.example/register",
        "Get a library card - City Library",
        (Part("heading", "Get a library card"), Part("form", "register")),
    )
