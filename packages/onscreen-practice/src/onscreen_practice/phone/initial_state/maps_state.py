"""Initial state of the maps app: a town with streets and places, and lists of saved places."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.people_state import Person

_TOWNS = ("Millbrook", "Harborough", "Fernley", "Ashford Vale", "Brightwater", "Oakridge")
_STREETS_ACROSS = (
    "Market Street",
    "Church Lane",
    "Station Road",
    "Bridge Street",
    "Garden Street",
    "Kings Road",
    "Park Lane",
    "Abbey Street",
)
_STREETS_DOWN = (
    "Mill Street",
    "Oak Avenue",
    "River Road",
    "School Lane",
    "Victoria Street",
    "Elm Avenue",
    "Harbor Road",
    "Castle Hill",
)
_PLACE_NAMES: Mapping[str, tuple[str, ...]] = {
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
_GOOD_REVIEWS = (
    "Friendly people and good value.", "Lovely place, we will come again.", "Quick and clean.",
    "Better than I expected.", "A gem of this town.",
    "Great for families.", "Quiet in the morning.",
)  # fmt: skip
_BAD_REVIEWS = (
    "Too loud for me.",
    "We had to wait for a long time.",
    "A bit expensive.",
    "Hard to find a parking space.",
    "Not what it was.",
)
_WEEK = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_ALWAYS_OPEN = ("Hospitals", "Parks", "ATMs", "Hotels", "Transit")
_PRICED = ("Restaurants", "Coffee", "Hotels")
TOWN_SIZE_M, _GOOD_STARS = 2000, 4


class Street(msgspec.Struct, frozen=True):
    """A straight street on the town map.

    `at` is the y coordinate if `across` is True and the x coordinate otherwise.
    """

    name: str
    across: bool
    at: int


class Review(msgspec.Struct, frozen=True):
    """A user's review of a place, with a star rating."""

    by: str
    stars: int
    text: str
    date: str


class Location(msgspec.Struct, frozen=True):
    """A location on a street of the town.

    `x` and `y` are in meters from the town's north-west corner.
    """

    name: str
    address: str
    street: str
    x: int
    y: int


class Place(msgspec.Struct, frozen=True):
    """A place on the map, with its address, opening hours and reviews.

    `hours` maps weekdays to `HH:MM-HH:MM`, `Closed` or `Open 24 hours`.
    """

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


class SavedPlace(msgspec.Struct, frozen=True):
    """A place saved to a list, with an optional note."""

    place: str
    note: str = ""


class PlaceList(msgspec.Struct, frozen=True):
    """A list of saved places."""

    id: str
    name: str
    icon: str
    items: tuple[SavedPlace, ...]


class MapView(msgspec.Struct, frozen=True):
    """The visible section of the map, defined by its center and zoom level."""

    x: int = TOWN_SIZE_M // 2
    y: int = TOWN_SIZE_M // 2
    zoom: int = 2


class Maps(msgspec.Struct, frozen=True):
    """State of the maps app: the town map, saved places, navigation and settings.

    `here` is the phone's location.
    """

    town: str
    streets: tuple[Street, ...]
    river: tuple[tuple[int, int], ...]
    here: Location
    places: tuple[Place, ...]
    lists: tuple[PlaceList, ...]
    labels: Mapping[str, Location]
    recent: tuple[str, ...]
    view: MapView = MapView()
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


def build_maps_state(rng: Random, people: tuple[Person, ...]) -> Maps:
    """Generate a town with twelve streets and over forty places, and three lists of saved places."""
    streets = _build_streets(rng)
    places = _build_places(rng, streets=streets, people=people)
    chosen = rng.sample([place.id for place in places], 9)
    lists = (
        PlaceList("list0", "Favorites", "heart", tuple(SavedPlace(each) for each in chosen[:3])),
        PlaceList("list1", "Want to go", "flag", tuple(SavedPlace(each) for each in chosen[3:7])),
        PlaceList(
            "list2", "Weekend", "place", (SavedPlace(chosen[7], "With the family"), SavedPlace(chosen[8]))
        ),
    )
    labels = {
        "Home": _choose_location(rng, streets=streets, name="Home"),
        "Work": _choose_location(rng, streets=streets, name="Work"),
    }
    here = _choose_location(rng, streets=streets, name="Your location")
    river = [(step * 400 - 200, 900 + rng.randint(-260, 260)) for step in range(7)]
    recent = tuple(place.name for place in rng.sample(places, 3))
    return Maps(
        rng.choice(_TOWNS), streets, tuple(river), here, places, lists, labels, recent,
        MapView(here.x, here.y), parking="",
        traffic=rng.random() < 0.5,  # noqa: PLR2004  half of them
    )  # fmt: skip


def _build_streets(rng: Random) -> tuple[Street, ...]:
    offsets = [step * 300 + 230 for step in range(6)]
    across = [
        Street(name, True, at + rng.randint(-70, 70))
        for name, at in zip(rng.sample(_STREETS_ACROSS, 6), offsets, strict=True)
    ]
    down = [
        Street(name, False, at + rng.randint(-70, 70))
        for name, at in zip(rng.sample(_STREETS_DOWN, 6), offsets, strict=True)
    ]
    return (*across, *down)


def _choose_location(rng: Random, *, streets: tuple[Street, ...], name: str) -> Location:
    street, distance = rng.choice(streets), rng.randint(12, 188) * 10
    x, y = (distance, street.at) if street.across else (street.at, distance)
    return Location(name, f"{distance // 10} {street.name}", street.name, x, y)


def _build_places(
    rng: Random, *, streets: tuple[Street, ...], people: tuple[Person, ...]
) -> tuple[Place, ...]:
    places: list[Place] = []
    phones = rng.sample(range(1000, 9999), 60)
    for category, names in _PLACE_NAMES.items():
        ratings = rng.sample(range(31, 50), len(names))
        for name, rating in zip(names, ratings, strict=True):
            location = _choose_distant_location(rng, streets=streets, existing=places)
            number = len(places)
            places.append(
                Place(
                    f"spot{number}", name, category, location.address, location.street,
                    location.x, location.y, rating / 10,
                    rng.randint(12, 900),
                    f"555-{phones[number]}", f"https://{_keep_letters(name)}.example",
                    _build_opening_hours(rng, category=category),
                    _build_reviews(rng, people=people), rng.choice(("$", "$$",
                    "$$$")) if category in _PRICED else "", rng.random() < 0.7,  # noqa: PLR2004
                )
            )  # fmt: skip
    return tuple(places)


def _choose_distant_location(rng: Random, *, streets: tuple[Street, ...], existing: list[Place]) -> Location:
    """Return the one of twelve random locations that is farthest from existing places."""
    candidates = [_choose_location(rng, streets=streets, name="") for _ in range(12)]
    return max(
        candidates,
        key=lambda location: min(
            (abs(location.x - each.x) + abs(location.y - each.y) for each in existing), default=0
        ),
    )


def _keep_letters(name: str) -> str:
    """Return the lower-case letters of a name, for its web address."""
    return "".join(letter for letter in name.lower() if letter.isalpha())


def _build_opening_hours(rng: Random, *, category: str) -> Mapping[str, str]:
    """Generate opening hours; places that close at all close later on Fridays and Saturdays."""
    if category in _ALWAYS_OPEN:
        return dict.fromkeys(_WEEK, "Open 24 hours")
    closed = rng.choice(("Mon", "Tue", "Sun", ""))
    opens, closes = rng.choice((7, 8, 9, 10, 11)), rng.choice((17, 18, 19, 20, 21, 22))
    weekend_closes = min(23, closes + rng.choice((1, 2, 3)))
    hours = {
        day: f"{opens:02}:00-{weekend_closes if day in {'Fri', 'Sat'} else closes:02}:00" for day in _WEEK
    }
    return {day: "Closed" if day == closed else opening for day, opening in hours.items()}


def _build_reviews(rng: Random, *, people: tuple[Person, ...]) -> tuple[Review, ...]:
    reviews = []
    for person in rng.sample(people, 3):
        stars = rng.randint(2, 5)
        text = rng.choice(_GOOD_REVIEWS if stars >= _GOOD_STARS else _BAD_REVIEWS)
        reviews.append(Review(person.name, stars, text, f"2026-0{rng.randint(1, 2)}-{rng.randint(1, 28):02}"))
    return tuple(reviews)
