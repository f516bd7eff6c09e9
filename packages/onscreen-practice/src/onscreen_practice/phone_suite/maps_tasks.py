"""Task factories for the Maps app of the simulated phone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.maps_state import Place
from onscreen_practice.phone.state_mutations import delete, put
from onscreen_practice.phone_suite.task_helpers import (
    TaskFactory,
    clock_forms,
    question_task,
    state_is,
    state_task,
)
from onscreen_practice.state.expected_changes import adds, becomes, removes
from onscreen_practice.state.value_patterns import ExpectedFields, any_order
from onscreen_practice.task_recipe import TaskRecipe, press, tap, type_text

_TITLES = ("Birthday trip", "Rainy days", "Guests in May", "Lunch breaks", "Errands")
_REVIEWS = (
    "Warm welcome and clean rooms",
    "I will come again",
    "Good, but busy at noon",
    "Ask for the garden side",
)
_FEW = 2
_CLOSES = ("Restaurants", "Coffee", "Museums", "Groceries", "Pharmacies", "Cinemas", "Gas")


def find_unlisted_places(state: PhoneState) -> list[Place]:
    """List the places that are not saved to any list in the Maps app."""
    saved = {item.place for each in state.maps.lists for item in each.items}
    return [place for place in state.maps.places if place.id not in saved]


def save_place(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to save a place to a list in the Maps app."""
    place, number = rng.choice(find_unlisted_places(state)), rng.randrange(3)
    saved_list = state.maps.lists[number]
    return state_task(
        "Save {place} to the list {list} in Maps",
        {"place": place.name, "list": saved_list.name},
        check=state_is(adds(f"maps.lists[id={saved_list.id}].items", {"place": place.id})),
        spoil=delete(f"maps.lists[id={saved_list.id}].items[0]"),
        moves=(
            tap("Maps"), tap("Search here"), type_text("Search here", place.name), tap(place.name),
            tap("Save"), tap(saved_list.name), tap("Done"),
        ),
        layout="changing",
    )  # fmt: skip


def set_work_address(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to change the work address in the Maps app.

    The instruction does not name the menu entry to use.
    """
    place = rng.choice(
        [each for each in state.maps.places if each.category in {"Museums", "Hotels", "Hospitals", "ATMs"}]
    )
    wanted: ExpectedFields = {"address": place.address, "street": place.street, "x": place.x, "y": place.y}
    return state_task(
        "I work at {place} now. Change my work address in Maps accordingly",
        {"place": place.name},
        check=state_is(becomes("maps.labels.Work", wanted)),
        spoil=put("maps.labels.Home.address", place.address),
        moves=(
            tap("Maps"), tap("Saved"), tap("Options for Work"), tap("Change address"),
            type_text("Search places", place.name), tap(place.name),
        ),
    )  # fmt: skip


def navigate_on_foot(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to start walking navigation to a place.

    The instruction does not name the app.
    """
    place = rng.choice([each for each in state.maps.places if each.street != state.maps.here.street])
    return state_task(
        "Start walking navigation from my location to {place}",
        {"place": place.name},
        check=state_is(becomes("maps.trip", {"from": "here", "to": place.id, "mode": "Walk", "step": 0})),
        spoil=put("maps.trip.mode", "Drive"),
        moves=(
            tap("Maps"), tap("Search here"), type_text("Search here", place.name), tap(place.name),
            tap("Directions"), tap("Walk"), tap("Start", nth=0),
        ),
        kind="abstract",
        layout="changing",
    )  # fmt: skip


def navigate_from_work(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to start bicycle navigation from the work address and mute the voice guidance."""
    place = rng.choice(
        [each for each in state.maps.places if each.street != state.maps.labels["Work"].street]
    )
    return state_task(
        "In Maps, start bicycle navigation from Work to {place}, and mute its voice",
        {"place": place.name},
        check=state_is(
            becomes("maps.trip", {"from": "Work", "to": place.id, "mode": "Cycle", "step": 0}),
            becomes("maps.voice", False),
        ),
        spoil=put("maps.voice", True),
        moves=(
            tap("Maps"), tap("Directions"), tap("Choose destination"),
            type_text("Search places", place.name), tap(place.name), tap("Start: Your location"),
            tap("Work"), tap("Cycle"), tap("Start", nth=0), tap("Mute voice"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def create_list(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to create a list that contains two places in the Maps app."""
    a, b = rng.sample(state.maps.places, 2)
    title = rng.choice(_TITLES)
    items = any_order({"place": a.id}, {"place": b.id})
    return state_task(
        'Make a new list "{title}" in Maps and put {a} and {b} in it',
        {"title": title, "a": a.name, "b": b.name},
        check=state_is(adds("maps.lists", {"name": title, "items": items})),
        spoil=delete("maps.lists[+].items[-1]"),
        moves=(
            tap("Maps"), tap("Saved"), tap("New list"), type_text("List name", title), tap("Create"),
            tap(title), tap("Add place"), type_text("Search places", a.name), tap(a.name),
            tap("Add place"), type_text("Search places", b.name), tap(b.name),
        ),
        layout="changing",
    )  # fmt: skip


def remove_place(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to remove a place from a list in the Maps app."""
    number = rng.randrange(3)
    saved_list = state.maps.lists[number]
    gone = rng.choice(saved_list.items)
    name = next(place.name for place in state.maps.places if place.id == gone.place)
    return state_task(
        "Remove {place} from my list {list} in Maps",
        {"place": name, "list": saved_list.name},
        check=state_is(removes(f"maps.lists[id={saved_list.id}].items[place={gone.place}]")),
        spoil=delete(f"maps.lists[id={saved_list.id}].items[-1]"),
        moves=(
            tap("Maps"),
            tap("Saved"),
            tap(saved_list.name),
            tap(f"Options for {name}"),
            tap("Remove from list"),
        ),
        layout="changing",
    )


def write_review(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to post a review with a star rating and text in the Maps app."""
    place = rng.choice(
        [each for each in state.maps.places if each.category in {"Hotels", "Restaurants", "Coffee"}]
    )
    stars, words = rng.choice((2, 3, 4)), rng.choice(_REVIEWS)
    return state_task(
        'Post a review of {place} in Maps: {stars} stars, "{words}"',
        {"place": place.name, "stars": str(stars), "words": words},
        check=state_is(becomes(f"maps.mine[{place.id}]", {"stars": stars, "text": words})),
        spoil=put(f"maps.mine[{place.id}].stars", stars + 1),
        moves=(
            tap("Maps"), tap("Search here"), type_text("Search here", place.name), tap(place.name),
            tap("Reviews"), tap("Write a review"), tap(f"Rate {stars} stars"),
            type_text("Share your experience", words), tap("Post"),
        ),
    )  # fmt: skip


def find_closing_time(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks when a place closes on Saturdays.

    The instruction does not name the app.
    """
    open_ = [each for each in state.maps.places if each.category in _CLOSES and "-" in each.hours["Sat"]]
    place = rng.choice(open_)
    closes = place.hours["Sat"].partition("-")[2]
    on_thursdays = place.hours["Thu"].partition("-")[2]
    return question_task(
        "Until what time is {place} in {town} open on Saturdays?",
        {"place": place.name, "town": state.maps.town},
        answer=closes,
        also=clock_forms(closes),
        wrong=on_thursdays,
        moves=(tap("Maps"), tap("Search here"), type_text("Search here", place.name), tap(place.name)),
        kind="abstract",
        layout="changing",
    )


def find_best_rated(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks for the best-rated place in a category of the Maps app."""
    counted = Counter(place.category for place in state.maps.places)
    category = rng.choice(sorted(each for each, count in counted.items() if count > _FEW))
    best, *others = sorted(
        (each for each in state.maps.places if each.category == category), key=lambda each: -each.rating
    )
    return question_task(
        "Which place of the category {category} in Maps has the best rating? Answer with its name",
        {"category": category},
        answer=best.name,
        wrong=others[0].name,
        instead=[each.name for each in others],
        moves=(
            tap("Maps"),
            tap("Search here"),
            type_text("Search here", category),
            press("Enter"),
            tap("Sort"),
            tap("Rating"),
        ),
        layout="changing",
    )


def change_settings(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to change the distance unit, travel mode, and route options in the Maps app."""
    mode, avoid = rng.choice(("Walk", "Cycle", "Transit")), rng.choice(("Highways", "Tolls", "Ferries"))
    return state_task(
        "In Maps, show distances in miles, prefer the travel mode {mode} and avoid {avoid}",
        {"mode": mode, "avoid": avoid.lower()},
        check=state_is(
            becomes("maps.units", "mi"), becomes("maps.mode", mode), becomes("maps.avoid", [avoid])
        ),
        spoil=put("maps.avoid", [avoid, "Boats"]),
        moves=(
            tap("Maps"), tap("More options"), tap("Settings"), tap("Distance units"), tap("Miles"),
            tap("Preferred travel mode"), tap(mode), tap("Route options"), tap(f"Avoid {avoid.lower()}"),
            tap("Done"),
        ),
        kind="added",
    )  # fmt: skip


MAPS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "maps-save-place": save_place,
        "maps-set-work": set_work_address,
        "maps-walk": navigate_on_foot,
        "maps-cycle-from-work": navigate_from_work,
        "maps-new-list": create_list,
        "maps-drop-place": remove_place,
        "maps-write-review": write_review,
        "maps-closing-time": find_closing_time,
        "maps-best-rated": find_best_rated,
        "maps-preferences": change_settings,
    }
)
