"""The small web of the phone: pages of an encyclopedia, news, recipes, trains and a library."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Literal, TypeAlias

import msgspec

Row: TypeAlias = tuple[str, ...]


class Part(msgspec.Struct, frozen=True):
    """A piece of a page: words, a picture, rows of facts or links or a table, a file, or a form by its name."""

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
        return next(row[1] for part in self.parts if part.kind == "facts" for row in part.rows if row[0] == label)


class Book(msgspec.Struct, frozen=True):
    """A book of the library."""

    id: str
    title: str
    author: str
    year: int
    shelf: str
    free: bool


_TOPICS = (
    ("Mount Ardin", "is the highest mountain of the Ardin range. Its north face is covered by ice all year."),
    ("River Tessel", "flows from Mount Ardin through Haldern to the sea. Barges used it until the railway came."),
    ("Lake Orvin", "is a deep lake in the south. In cold winters people skate from shore to shore."),
    ("Haldern", "is a town on the River Tessel, known for its cheese market and its university."),
    ("Isle of Skarra", "is an island in the west. Sheep outnumber people by far."),
    ("Ardin Railway", "is a narrow railway that climbs to the foot of Mount Ardin."),
    ("Tessel Bridge", "is the oldest bridge over the River Tessel. It has five arches."),
    ("Skarra Lighthouse", "is a lighthouse on the Isle of Skarra. Its lamp can be seen far out at sea."),
    ("Haldern University", "is one of the smallest universities of the country."),
    ("Orvin trout", "is a fish that lives only in Lake Orvin."),
)
_STORIES = (
    ("Local", "New tram line opens in {month}", "The tram will run every {n} minutes. It cost {m} million euros."),
    ("Local", "Market moves to Canal Square", "From {month} {d} the market has {n}0 stalls on Canal Square."),
    ("Local", "Swimming pool closes for repairs", "The pool reopens on {month} {d}. Season tickets stay valid."),
    ("Sports", "Haldern wins the cup", "Haldern won {n} to 1 before {m},000 people."),
    ("Sports", "Runner breaks the record", "She ran the bridge race in {m} minutes and {d} seconds."),
    ("Science", "New beetle found on Skarra", "The beetle is {n} millimeters long and lives in driftwood."),
    ("Science", "Telescope sees a comet", "The comet will be brightest on {month} {d}."),
    ("World", "Fishing talks end", "{n} countries agreed to catch {m} percent less."),
)  # fmt: skip
_DISHES = (
    ("Lentil soup", ("{g} g lentils", "2 carrots", "1 onion", "1 l broth"), "Fry, add broth, cook until soft."),
    ("Rye bread", ("{g} g rye flour", "10 g salt", "1 cup of sourdough"), "Knead, let rise overnight, bake."),
    ("Apple cake", ("{n} apples", "{g} g flour", "3 eggs", "cinnamon"), "Stir, lay apples on top, bake."),
    ("Potato salad", ("{g} g potatoes", "1 cucumber", "mustard"), "Boil, slice, mix while warm."),
    ("Mushroom risotto", ("{g} g rice", "200 g mushrooms", "parmesan"), "Stir, and stir, and stir."),
    ("Pancakes", ("{n} eggs", "{g} g flour", "500 ml milk"), "Whisk, rest, fry in butter."),
    ("Bean chili", ("{g} g beans", "{n} chilies", "tomatoes", "cumin"), "Simmer for a long time."),
)
_BOOKS = (
    ("The Salt Road", "M. Arden"), ("Night Ferry", "L. Okoye"), ("A Field Guide to Clouds", "P. Strand"),
    ("The Glass Orchard", "I. Varga"), ("Bees of the North", "T. Halonen"), ("Bread and Stone", "C. Duarte"),
    ("Seven Winters", "A. Kovacs"), ("The Mapmaker", "R. Singh"), ("Small Engines", "D. Weiss"),
)  # fmt: skip
_TOWNS = ("Haldern", "Orvin South", "Skarra Port", "Ardin Base", "Marlow", "Tessel Mouth")


def pages(chance: Random) -> tuple[Page, ...]:
    """Make up the pages of every site."""
    return (*_encyclopedia(chance), *_news(chance), *_recipes(chance), *_rail(chance), *_library(chance))


def books(chance: Random) -> tuple[Book, ...]:
    """Make up the books of the library."""
    free = chance.sample(range(len(_BOOKS)), 6)
    return tuple(
        Book(f"book{i}", title, author, chance.randint(1950, 2024), f"{chance.choice('ABCDEF')}{chance.randint(10, 99)}", i in free)
        for i, (title, author) in enumerate(_BOOKS)
    )  # fmt: skip


def _address(words: str) -> str:
    return words.replace(" ", "_")


def _article(name: str) -> str:
    return f"encyclo.example/wiki/{_address(name)}"


def _encyclopedia(chance: Random) -> Iterator[Page]:
    facts = {
        "Mount Ardin": (("Height", f"{chance.randint(2100, 3900)} m"), ("First climbed", str(chance.randint(1790, 1890)))),
        "River Tessel": (("Length", f"{chance.randint(120, 480)} km"), ("Bridges", str(chance.randint(11, 39)))),
        "Lake Orvin": (("Depth", f"{chance.randint(80, 310)} m"), ("Area", f"{chance.randint(12, 88)} square km")),
        "Haldern": (("Population", f"{chance.randint(21, 98)},400"), ("Founded", str(chance.randint(1120, 1480)))),
        "Isle of Skarra": (("Area", f"{chance.randint(31, 96)} square km"), ("People", str(chance.randint(210, 890)))),
        "Ardin Railway": (("Opened", str(chance.randint(1871, 1929))), ("Stations", str(chance.randint(11, 29)))),
        "Tessel Bridge": (("Length", f"{chance.randint(110, 290)} m"), ("Built", str(chance.randint(1310, 1690)))),
        "Skarra Lighthouse": (("Height", f"{chance.randint(21, 58)} m"), ("Built", str(chance.randint(1801, 1899)))),
        "Haldern University": (("Students", f"{chance.randint(2, 9)},{chance.randint(100, 900)}"), ("Founded", str(chance.randint(1500, 1790)))),
        "Orvin trout": (("Size", f"{chance.randint(21, 64)} cm"), ("Weight", f"{chance.randint(2, 9)}.5 kg")),
    }  # fmt: skip
    links = tuple((name, _article(name)) for name, _ in _TOPICS)
    yield Page("encyclo.example", "Open Encyclopedia", (Part("form", "encyclopedia"), Part("heading", "All articles"), Part("links", rows=links)))
    for name, words in _TOPICS:
        others = tuple(chance.sample([link for link in links if link[0] != name], 3))
        parts = (
            Part("heading", name), Part("picture", name), Part("words", f"{name} {words}"), Part("facts", rows=facts[name]),
            Part("heading", "History"), Part("words", f"The first written record of {name} is found in a letter of a traveller. Later writers repeat it, often with mistakes."),
            Part("heading", "Today"), Part("words", f"Today many visitors come to see what the traveller saw. A society looks after {name} and prints a calendar every year."),
            Part("heading", "See also"), Part("links", rows=(*others, ("Open Encyclopedia", "encyclo.example"))),
        )  # fmt: skip
        yield Page(_article(name), f"{name} - Open Encyclopedia", parts)


def _news(chance: Random) -> Iterator[Page]:
    stories = []
    for section, title, words in chance.sample(_STORIES, len(_STORIES)):
        known = {"month": chance.choice(("April", "May", "June")), "n": str(chance.randint(3, 9)), "m": str(chance.randint(12, 58)), "d": str(chance.randint(11, 28))}
        head = title.format(**known)
        stories.append((section, head, f"news.example/{_address(title.format(**known | {'month': 'spring'}).lower())}", words.format(**known)))
    front = [Part("heading", "Daily Courier"), Part("words", "Thursday, March 12, 2026")]
    for section in ("Local", "World", "Sports", "Science"):
        front += [Part("heading", section), Part("links", rows=tuple((head, url) for each, head, url, _ in stories if each == section))]
    yield Page("news.example", "Daily Courier", (*front, Part("heading", "Newsletter"), Part("form", "newsletter")))
    for section, head, url, words in stories:
        writer = chance.choice(("Nora Fell", "Tim Lund", "Eva Roth"))
        parts = (Part("words", section), Part("heading", head), Part("words", f"By {writer}"), Part("picture", head), Part("words", words), Part("words", "People we spoke to were surprised. More on this in tomorrow's paper."), Part("links", rows=(("Back to the front page", "news.example"),)))
        yield Page(url, f"{head} - Daily Courier", parts)


def _recipes(chance: Random) -> Iterator[Page]:
    links = tuple((name, f"recipes.example/{_address(name)}") for name, _, _ in _DISHES)
    yield Page("recipes.example", "Good Kitchen", (Part("heading", "Good Kitchen"), Part("words", "Simple food for every day."), Part("picture", "A kitchen table"), Part("heading", "Recipes"), Part("links", rows=links)))
    for (name, needs, how), (_, url) in zip(_DISHES, links, strict=True):
        known = {"g": str(chance.randint(11, 59) * 10), "n": str(chance.randint(2, 8))}
        facts = (("Time", f"{chance.randint(4, 17) * 5} minutes"), ("Servings", str(chance.randint(2, 8))), ("Rating", f"{chance.randint(31, 49) / 10} of 5"))
        parts = (Part("heading", name), Part("picture", name), Part("facts", rows=facts), Part("heading", "Ingredients"), Part("list", rows=tuple((need.format(**known),) for need in needs)), Part("heading", "Method"), Part("words", how), Part("file", f"{name}.pdf"), Part("links", rows=(("All recipes", "recipes.example"),)))
        yield Page(url, f"{name} - Good Kitchen", parts)


def _rail(chance: Random) -> Iterator[Page]:
    links = tuple((f"Trains to {town}", f"rail.example/to/{_address(town)}") for town in _TOWNS)
    yield Page("rail.example", "Swift Rail", (Part("heading", "Swift Rail"), Part("words", "Timetables from Central Station."), Part("links", rows=links), Part("heading", "Downloads"), Part("file", "Timetable 2026.pdf"), Part("file", "Network map.pdf")))
    for town, (_, url) in zip(_TOWNS, links, strict=True):
        hours = sorted(chance.sample(range(5, 23), 5))
        rows = tuple((f"{hour:02}:{chance.choice(('07', '19', '33', '48'))}", str(chance.randint(1, 12)), f"{chance.randint(11, 59)}.90 EUR") for hour in hours)
        yield Page(url, f"Trains to {town} - Swift Rail", (Part("heading", f"Trains to {town}"), Part("table", rows=(("Departure", "Platform", "Price"), *rows)), Part("links", rows=(("All destinations", "rail.example"),))))


def _library(chance: Random) -> Iterator[Page]:
    days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
    hours = tuple((day, f"{chance.randint(8, 11)}:00 to {chance.randint(15, 20)}:00") for day in days)
    menu = (("Opening hours", "library.example/hours"), ("Catalog", "library.example/catalog"), ("Get a library card", "library.example/register"))
    yield Page("library.example", "City Library", (Part("heading", "City Library"), Part("picture", "The reading room"), Part("links", rows=menu)))
    yield Page("library.example/hours", "Opening hours - City Library", (Part("heading", "Opening hours"), Part("facts", rows=(*hours, ("Sunday", "Closed")))))
    yield Page("library.example/catalog", "Catalog - City Library", (Part("heading", "Catalog"), Part("form", "catalog")))
    yield Page("library.example/register", "Get a library card - City Library", (Part("heading", "Get a library card"), Part("form", "register")))
