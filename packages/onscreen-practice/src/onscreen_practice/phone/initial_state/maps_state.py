"""The town that the maps show: streets, places with opening hours and reviews, and what is saved of it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.people_state import Person

_TOWNS = ("Millbrook", "Harborough", "Fernley", "Ashford Vale", "Brightwater", "Oakridge")
_ACROSS = (
    "Market Street",
    "Church Lane",
    "Station Road",
    "Bridge Street",
    "Garden Street",
    "Kings Road",
    "Park Lane",
    "Abbey Street",
)
_DOWN = (
    "Mill Street",
    "Oak Avenue",
    "River Road",
    "School Lane",
    "Victoria Street",
    "Elm Avenue",
    "Harbor Road",
    "Castle Hill",
)
_NAMES: Mapping[str, tuple[str, ...]] = {
    "Restaurants": ("Basil & Vine", "Saffron House", "The Copper Pot", "Noodle Corner", "Casa Rosa",
    "Blue Door Bistro", "Olive Tree", "Curry Leaf"),
    "Coffee": ("Cafe Lumen", "Bean There", "The Daily Cup", "Roast & Co", "Corner Kettle"),
    "Groceries": ("Fresh Basket", "Corner Market", "Green Grocer", "Daily Foods"),
    "Gas": ("North Fuel", "Star Pumps", "Quick Tank"),
    "Hotels": ("Hotel Aurora", "The Old Post", "Riverside Inn", "Park View Hotel"),
    "Parks": ("Willow Park", "Castle Gardens", "Riverside Green"),
    "Museums": ("Town Museum", "Gallery of Light", "Railway Museum", "Museum of Maps"),
    "Pharmacies": ("Green Cross Pharmacy", "Market Pharmacy", "Sun Pharmacy"),
    "Hospitals": ("St. Anna Hospital", "Riverside Clinic"),
    "ATMs": ("Fairwind Bank", "Town Savings Bank", "Corvane Bank"),
    "Cinemas": ("The Lantern", "Star Cinema"),
    "Transit": ("Central Station", "Harbor Station", "West Gate Station"),
}  # fmt: skip
_PRAISE = (
    "Friendly people and good value.", "Lovely place, we will come again.", "Quick and clean.",
    "Better than I expected.", "A gem of this town.",
    "Great for families.", "Quiet in the morning.",
)  # fmt: skip
_BLAME = (
    "Too loud for me.",
    "We had to wait for a long time.",
    "A bit expensive.",
    "Hard to find a parking space.",
    "Not what it was.",
)
_WEEK = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_ALWAYS = ("Hospitals", "Parks", "ATMs", "Hotels", "Transit")
_PRICED = ("Restaurants", "Coffee", "Hotels")
SIDE, _GOOD = 2000, 4


class Street(msgspec.Struct, frozen=True):
    """A street from one side of the town to the other: at y when it runs across, at x when it runs down."""

    name: str
    across: bool
    at: int


class Review(msgspec.Struct, frozen=True):
    """What somebody thinks of a place."""

    by: str
    stars: int
    text: str
    date: str


class Spot(msgspec.Struct, frozen=True):
    """Somewhere on a street; meters from the north-west corner of the town."""

    name: str
    address: str
    street: str
    x: int
    y: int


class Place(msgspec.Struct, frozen=True):
    """A place to go to; `hours` maps the days of the week to `HH:MM-HH:MM`, `Closed` or `Open 24 hours`."""

    id: str
    name: str
    category: str
    address: str
    street: str
    x: int
    y: int
    rating: float
    ratings: int
    phone: str
    website: str
    hours: Mapping[str, str]
    reviews: tuple[Review, ...]
    price: str = ""
    accessible: bool = True


class Saved(msgspec.Struct, frozen=True):
    """A place in a list, with a note."""

    place: str
    note: str = ""


class Kept(msgspec.Struct, frozen=True):
    """A list of places."""

    id: str
    name: str
    icon: str
    items: tuple[Saved, ...]


class View(msgspec.Struct, frozen=True):
    """The piece of the town that is shown: its middle and how near."""

    x: int = SIDE // 2
    y: int = SIDE // 2
    zoom: int = 2


class Maps(msgspec.Struct, frozen=True):
    """All that the maps hold; `here` is where the phone is."""

    town: str
    streets: tuple[Street, ...]
    river: tuple[tuple[int, int], ...]
    here: Spot
    places: tuple[Place, ...]
    lists: tuple[Kept, ...]
    labels: Mapping[str, Spot]
    recent: tuple[str, ...]
    view: View = View()
    mine: Mapping[str, Review] = {}
    parking: str = ""
    trip: Mapping[str, str | int] | None = None
    dropped: Mapping[str, str | int] | None = None
    mode: str = "Drive"
    units: str = "km"
    kind: str = "Default"
    traffic: bool = False
    avoid: tuple[str, ...] = ()
    offline: tuple[str, ...] = ()
    voice: bool = True


def maps(chance: Random, cast: tuple[Person, ...]) -> Maps:
    """Make up a town of twelve streets and some forty places, home and work, and three lists."""
    streets = _streets(chance)
    places = _places(chance, streets=streets, cast=cast)
    picked = chance.sample([place.id for place in places], 9)
    lists = (
        Kept("list0", "Favorites", "heart", tuple(Saved(each) for each in picked[:3])),
        Kept("list1", "Want to go", "flag", tuple(Saved(each) for each in picked[3:7])),
        Kept("list2", "Weekend", "place", (Saved(picked[7], "With the family"), Saved(picked[8]))),
    )
    labels = {
        "Home": _spot(chance, streets=streets, name="Home"),
        "Work": _spot(chance, streets=streets, name="Work"),
    }
    here = _spot(chance, streets=streets, name="Your location")
    bend = [(step * 400 - 200, 900 + chance.randint(-260, 260)) for step in range(7)]
    recent = tuple(place.name for place in chance.sample(places, 3))
    return Maps(
        chance.choice(_TOWNS), streets, tuple(bend), here, places, lists, labels, recent,
        View(here.x, here.y), parking="",
        traffic=chance.random() < 0.5,  # noqa: PLR2004  half of them
    )  # fmt: skip


def _streets(chance: Random) -> tuple[Street, ...]:
    gaps = [step * 300 + 230 for step in range(6)]
    across = [
        Street(name, True, at + chance.randint(-70, 70))
        for name, at in zip(chance.sample(_ACROSS, 6), gaps, strict=True)
    ]
    down = [
        Street(name, False, at + chance.randint(-70, 70))
        for name, at in zip(chance.sample(_DOWN, 6), gaps, strict=True)
    ]
    return (*across, *down)


def _spot(chance: Random, *, streets: tuple[Street, ...], name: str) -> Spot:
    street, along = chance.choice(streets), chance.randint(12, 188) * 10
    x, y = (along, street.at) if street.across else (street.at, along)
    return Spot(name, f"{along // 10} {street.name}", street.name, x, y)


def _places(chance: Random, *, streets: tuple[Street, ...], cast: tuple[Person, ...]) -> tuple[Place, ...]:
    made: list[Place] = []
    phones = chance.sample(range(1000, 9999), 60)
    for category, names in _NAMES.items():
        ratings = chance.sample(range(31, 50), len(names))
        for name, rating in zip(names, ratings, strict=True):
            spot = _apart(chance, streets=streets, made=made)
            number = len(made)
            made.append(
                Place(
                    f"spot{number}", name, category, spot.address, spot.street, spot.x, spot.y, rating / 10,
                    chance.randint(12, 900),
                    f"555-{phones[number]}", f"https://{_letters(name)}.example",
                    _hours(chance, category=category),
                    _reviews(chance, cast=cast), chance.choice(("$", "$$",
                    "$$$")) if category in _PRICED else "", chance.random() < 0.7,  # noqa: PLR2004
                )
            )  # fmt: skip
    return tuple(made)


def _apart(chance: Random, *, streets: tuple[Street, ...], made: list[Place]) -> Spot:
    tries = [_spot(chance, streets=streets, name="") for _ in range(12)]
    return max(
        tries, key=lambda spot: min((abs(spot.x - each.x) + abs(spot.y - each.y) for each in made), default=0)
    )


def _letters(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalpha())


def _hours(chance: Random, *, category: str) -> Mapping[str, str]:
    if category in _ALWAYS:
        return dict.fromkeys(_WEEK, "Open 24 hours")
    closed = chance.choice(("Mon", "Tue", "Sun", ""))
    opens, closes = chance.choice((7, 8, 9, 10, 11)), chance.choice((17, 18, 19, 20, 21, 22))
    late = min(23, closes + chance.choice((0, 1, 2)))
    hours = {day: f"{opens:02}:00-{late if day in {'Fri', 'Sat'} else closes:02}:00" for day in _WEEK}
    return {day: "Closed" if day == closed else span for day, span in hours.items()}


def _reviews(chance: Random, *, cast: tuple[Person, ...]) -> tuple[Review, ...]:
    made = []
    for person in chance.sample(cast, 3):
        stars = chance.randint(2, 5)
        words = chance.choice(_PRAISE if stars >= _GOOD else _BLAME)
        made.append(
            Review(person.name, stars, words, f"2026-0{chance.randint(1, 2)}-{chance.randint(1, 28):02}")
        )
    return tuple(made)
