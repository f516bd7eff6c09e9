"""Tasks of the maps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.maps_state import Place
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, clock_forms, job, question
from onscreen_practice.phone_suite.unchanged_state import equal, fields_untouched, old_untouched, untouched
from onscreen_practice.task_recipe import Recipe, pressed, quoted, tap, typed

_OWN = "s.maps"
_TITLES = ("Birthday trip", "Rainy days", "Guests in May", "Lunch breaks", "Errands")
_REVIEWS = (
    "Warm welcome and clean rooms",
    "I will come again",
    "Good, but busy at noon",
    "Ask for the garden side",
)
_FEW = 2
_CLOSES = ("Restaurants", "Coffee", "Museums", "Groceries", "Pharmacies", "Cinemas", "Gas")


def rest(*but: str) -> str:
    """Write the condition that the maps are as they began but for these fields and the view."""
    return fields_untouched("maps", but=("recent", "view", "dropped", *but))


def free(w: PhoneState) -> list[Place]:
    """Return the places that are in no list."""
    saved = {item.place for each in w.maps.lists for item in each.items}
    return [place for place in w.maps.places if place.id not in saved]


def items(number: int) -> str:
    """Write the expression of the places of the list of this number."""
    return f"{_OWN}.lists[{number}].items.map(i => i.place)"


def save_place(w: PhoneState, chance: Random) -> Recipe:
    """A place is put in one of the lists."""
    place, number = chance.choice(free(w)), chance.randrange(3)
    kept = w.maps.lists[number]
    return job(
        "Save {place} to the list {list} in Maps",
        {"place": place.name, "list": kept.name},
        holds=f"{equal(items(number), [*(each.place for each in kept.items), place.id])}"
        f" && {untouched('maps.lists', but=f'x.id === {quoted(kept.id)}')} && {rest('lists')}",
        spoil=f"{_OWN}.lists[{(number + 1) % 3}].items.push({{place: {quoted(place.id)}, note: ''}})",
        moves=(
            tap("Maps"), tap("Search here"), typed("Search here", place.name), tap(place.name), tap("Save"),
            tap(kept.name), tap("Done"),
        ),
        layout="changing",
    )  # fmt: skip


def set_work(w: PhoneState, chance: Random) -> Recipe:
    """The label of work moves to a place."""
    place = chance.choice(
        [each for each in w.maps.places if each.category in {"Museums", "Hotels", "Hospitals", "ATMs"}]
    )
    return job(
        "I work at {place} now. Change my work address in Maps accordingly",
        {"place": place.name},
        holds=f"(l => l && l.address === {quoted(place.address)} && l.x === {place.x}"
        f" && l.y === {place.y})({_OWN}.labels.Work)"
        f" && {equal('Object.keys(s.maps.labels).sort()', ['Home', 'Work'])}"
        f" && {untouched('maps.labels.Home')} && {rest('labels')}",
        spoil=f"{_OWN}.labels.Home = {_OWN}.labels.Work",
        moves=(
            tap("Maps"), tap("Saved"), tap("Options for Work"), tap("Change address"),
            typed("Search places", place.name),
            tap(place.name),
        ),
    )  # fmt: skip


def walk_there(w: PhoneState, chance: Random) -> Recipe:
    """A way on foot, started."""
    place = chance.choice([each for each in w.maps.places if each.street != w.maps.here.street])
    return job(
        "Start walking navigation from my location to {place}",
        {"place": place.name},
        holds=f"(t => t && t.from === 'here' && t.to === {quoted(place.id)}"
        f" && t.mode === 'Walk')({_OWN}.trip) && {rest('trip')}",
        spoil=f"{_OWN}.trip.mode = 'Drive'",
        moves=(
            tap("Maps"), tap("Search here"), typed("Search here", place.name), tap(place.name),
            tap("Directions"), tap("Walk"),
            tap("Start", nth=0),
        ),
        kind="abstract",
        layout="changing",
    )  # fmt: skip


def cycle_from_work(w: PhoneState, chance: Random) -> Recipe:
    """A way from another start, without a voice."""
    place = chance.choice([each for each in w.maps.places if each.street != w.maps.labels["Work"].street])
    return job(
        "In Maps, start bicycle navigation from Work to {place}, and mute its voice",
        {"place": place.name},
        holds=f"(t => t && t.from === 'Work' && t.to === {quoted(place.id)}"
        f" && t.mode === 'Cycle')({_OWN}.trip)"
        f" && !{_OWN}.voice && {rest('trip', 'voice')}",
        spoil=f"{_OWN}.voice = true",
        moves=(
            tap("Maps"), tap("Directions"), tap("Choose destination"), typed("Search places", place.name),
            tap(place.name),
            tap("Start: Your location"), tap("Work"), tap("Cycle"), tap("Start", nth=0), tap("Mute voice"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def new_list(w: PhoneState, chance: Random) -> Recipe:
    """A list of two places."""
    a, b = chance.sample(w.maps.places, 2)
    title = chance.choice(_TITLES)
    return job(
        'Make a new list "{title}" in Maps and put {a} and {b} in it',
        {"title": title, "a": a.name, "b": b.name},
        holds=f"{_OWN}.lists.length === 4 && {_OWN}.lists[3].name === {quoted(title)}"
        f" && {equal(f'{items(3)}.sort()', sorted([a.id, b.id]))}"
        f" && {old_untouched('maps.lists')} && {rest('lists')}",
        spoil=f"{_OWN}.lists[3].items.pop()",
        moves=(
            tap("Maps"), tap("Saved"), tap("New list"), typed("List name", title), tap("Create"), tap(title),
            tap("Add place"),
            typed("Search places", a.name), tap(a.name), tap("Add place"), typed("Search places", b.name),
            tap(b.name),
        ),
        layout="changing",
    )  # fmt: skip


def drop_place(w: PhoneState, chance: Random) -> Recipe:
    """A place leaves a list and stays in the others."""
    number = chance.randrange(3)
    kept = w.maps.lists[number]
    gone = chance.choice(kept.items)
    name = next(place.name for place in w.maps.places if place.id == gone.place)
    left = [each for each in kept.items if each is not gone]
    return job(
        "Remove {place} from my list {list} in Maps",
        {"place": name, "list": kept.name},
        holds=f"{equal(f'{_OWN}.lists[{number}].items', left)}"
        f" && {untouched('maps.lists', but=f'x.id === {quoted(kept.id)}')} && {rest('lists')}",
        spoil=f"{_OWN}.lists[{number}].items.pop()",
        moves=(
            tap("Maps"),
            tap("Saved"),
            tap(kept.name),
            tap(f"Options for {name}"),
            tap("Remove from list"),
        ),
        layout="changing",
    )


def write_review(w: PhoneState, chance: Random) -> Recipe:
    """Stars and words."""
    place = chance.choice(
        [each for each in w.maps.places if each.category in {"Hotels", "Restaurants", "Coffee"}]
    )
    stars, words = chance.choice((2, 3, 4)), chance.choice(_REVIEWS)
    return job(
        'Post a review of {place} in Maps: {stars} stars, "{words}"',
        {"place": place.name, "stars": str(stars), "words": words},
        holds=f"(r => r && r.stars === {stars}"
        f" && r.text === {quoted(words)})({_OWN}.mine[{quoted(place.id)}])"
        f" && Object.keys({_OWN}.mine).length === 1 && {rest('mine')}",
        spoil=f"{_OWN}.mine[{quoted(place.id)}].stars = {stars + 1}",
        moves=(
            tap("Maps"), tap("Search here"), typed("Search here", place.name), tap(place.name),
            tap("Reviews"), tap("Write a review"),
            tap(f"Rate {stars} stars"), typed("Share your experience", words), tap("Post"),
        ),
    )  # fmt: skip


def closing_time(w: PhoneState, chance: Random) -> Recipe:
    """A time of another day."""
    open_ = [each for each in w.maps.places if each.category in _CLOSES and "-" in each.hours["Sat"]]
    place = chance.choice(open_)
    opens, closes = place.hours["Sat"].split("-")
    return question(
        "Until what time is {place} in {town} open on Saturdays?",
        {"place": place.name, "town": w.maps.town},
        answer=closes,
        also=clock_forms(closes),
        wrong=opens,
        moves=(tap("Maps"), tap("Search here"), typed("Search here", place.name), tap(place.name)),
        kind="abstract",
        layout="changing",
    )


def best_rated(w: PhoneState, chance: Random) -> Recipe:
    """The best of a kind, by its rating."""
    counted = Counter(place.category for place in w.maps.places)
    category = chance.choice(sorted(each for each, count in counted.items() if count > _FEW))
    best, *others = sorted(
        (each for each in w.maps.places if each.category == category), key=lambda each: -each.rating
    )
    return question(
        "Which place of the category {category} in Maps has the best rating? Answer with its name",
        {"category": category},
        answer=best.name,
        wrong=others[0].name,
        moves=(
            tap("Maps"),
            tap("Search here"),
            typed("Search here", category),
            pressed("Enter"),
            tap("Sort"),
            tap("Rating"),
        ),
        layout="changing",
    )


def preferences(_w: PhoneState, chance: Random) -> Recipe:
    """Units, a way of travel and what to avoid."""
    mode, avoid = chance.choice(("Walk", "Cycle", "Transit")), chance.choice(("Highways", "Tolls", "Ferries"))
    return job(
        "In Maps, show distances in miles, prefer the travel mode {mode} and avoid {avoid}",
        {"mode": mode, "avoid": avoid.lower()},
        holds=f"{_OWN}.units === 'mi' && {_OWN}.mode === {quoted(mode)}"
        f" && {equal(f'{_OWN}.avoid', [avoid])} && {rest('units', 'mode', 'avoid')}",
        spoil=f"{_OWN}.avoid.push('Boats')",
        moves=(
            tap("Maps"), tap("More options"), tap("Settings"), tap("Distance units"), tap("Miles"),
            tap("Preferred travel mode"), tap(mode),
            tap("Route options"), tap(f"Avoid {avoid.lower()}"), tap("Done"),
        ),
        kind="added",
    )  # fmt: skip


MAPS: Mapping[str, Maker] = MappingProxyType(
    {
        "maps-save-place": save_place,
        "maps-set-work": set_work,
        "maps-walk": walk_there,
        "maps-cycle-from-work": cycle_from_work,
        "maps-new-list": new_list,
        "maps-drop-place": drop_place,
        "maps-write-review": write_review,
        "maps-closing-time": closing_time,
        "maps-best-rated": best_rated,
        "maps-preferences": preferences,
    }
)
