"""Tasks in the wiki DokuWiki."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.dokuwiki_app import PAGES
from onscreen_practice.apps.task_helpers import change_task, impossible_task, question_task
from onscreen_practice.state.expected_changes import becomes, removes
from onscreen_practice.state.value_patterns import Text
from onscreen_practice.task_recipe import Move, TaskFactory, TaskRecipe, click, open_path

_APP = "dokuwiki"
_TRIPS: Mapping[str, tuple[str, str, str]] = {
    "brill": ("48", "Piet", "water tower"),
    "oste": ("73", "Hana", "east gate"),
    "fog_lake": ("31", "Luis", "bakery"),
}
"""Distance in km, guide and meeting point of each trip, by the name in the links to its page."""

_SAVE = click("button", "Save")


def _write(text: str) -> Move:
    """Return the action that replaces the text in the unnamed field of the page editor."""
    return Move("type", "textbox", "", text)


def _edit(link: str, text: str) -> tuple[Move, ...]:
    return click("link", link), click("link", "Edit this page [e]"), _write(text), _SAVE


def _create(identifier: str, text: str) -> tuple[Move, ...]:
    opened = open_path(f"/doku.php?id={identifier}"), click("link", "Create this page [e]")
    return *opened, _write(text), _SAVE


def rewrite_page(rng: Random) -> TaskRecipe:
    """Create a task to replace the text of a page."""
    trip, other = rng.sample(tuple(_TRIPS), 2)
    text = rng.choice(("The trip is cancelled.", "The road is closed until May.", "Ask Marta for the route."))
    return change_task(
        _APP,
        f'Replace the whole text of the page "{trip}" with: {text}',
        becomes(f"dokuwiki.pages[trips:{trip}]", Text(text)),
        moves=_edit(trip, text),
        near=_edit(other, text),
    )


def correct_distance(rng: Random) -> TaskRecipe:
    """Create a task to change one number in a page and keep the rest."""
    trip = rng.choice(tuple(_TRIPS))
    old = _TRIPS[trip][0]
    new = str(int(old) + rng.randint(2, 9))
    before = PAGES[f"trips:{trip}"]
    after = before.replace(old, new)
    return change_task(
        _APP,
        f"The distance of the trip to {trip.replace('_', ' ')} is {new} km, not {old}. Correct its page and "
        "keep the rest.",
        becomes(f"dokuwiki.pages[trips:{trip}]", Text(after.strip())),
        moves=_edit(trip, after),
        near=_edit(trip, f"Distance: {new} km."),
    )


def create_page(rng: Random) -> TaskRecipe:
    """Create a task to write a new page in a namespace."""
    name, wrong = rng.sample(("dunes", "linnhaven", "windmills", "ferry"), 2)
    text = rng.choice(("Distance: 40 km.", "Guide: Marta.", "Meeting point: school."))
    return change_task(
        _APP,
        f'Create the page "{name}" in the namespace "trips" with this text: {text}',
        becomes(f"dokuwiki.pages[trips:{name}]", Text(text)),
        moves=_create(f"trips:{name}", text),
        near=_create(f"trips:{wrong}", text),
    )


def delete_page(rng: Random) -> TaskRecipe:
    """Create a task to delete a page by saving it without text."""
    trip, other = rng.sample(tuple(_TRIPS), 2)
    return change_task(
        _APP,
        f"We don't ride to {trip.replace('_', ' ')} any more. Delete the page of that trip.",
        removes(f"dokuwiki.pages[trips:{trip}]"),
        moves=_edit(trip, ""),
        near=_edit(other, ""),
    )


def read_trip(rng: Random) -> TaskRecipe:
    """Create a task that asks for a detail of a trip."""
    trip, other = rng.sample(tuple(_TRIPS), 2)
    field, question = rng.choice(
        ((0, "How many km long is the trip to"), (1, "Who guides the trip to"), (2, "Where do we meet for"))
    )
    return question_task(
        _APP,
        f"{question} {trip.replace('_', ' ')}?",
        answer=_TRIPS[trip][field],
        wrong=_TRIPS[other][field],
        moves=(click("link", trip),),
    )


def find_page(rng: Random) -> TaskRecipe:
    """Create a task whose answer is on a page that no other page links to."""
    owner = rng.choice(("the club", "our club", "the cycling club"))
    return question_task(
        _APP,
        f"What is the number of the insurance policy of {owner}?",
        answer="NW-5530",
        wrong="NW-5350",
        moves=(click("link", "Sitemap"), click("link", "insurance")),
    )


def compare_trips(rng: Random) -> TaskRecipe:
    """Create a task that asks for the longest or shortest trip, which requires reading all pages."""
    kind = rng.choice((max, min))
    chosen = kind(_TRIPS, key=lambda trip: int(_TRIPS[trip][0]))
    other = next(trip for trip in _TRIPS if trip != chosen)
    asked = "longest" if kind is max else "shortest"
    opened = [move for trip in _TRIPS for move in (click("link", trip), click("link", "Cycling club"))]
    return question_task(
        _APP,
        f"Who guides the {asked} trip of the club?",
        answer=_TRIPS[chosen][1],
        wrong=_TRIPS[other][1],
        moves=tuple(opened),
    )


def rename_page(rng: Random) -> TaskRecipe:
    """Create an infeasible task: rename a page together with its history."""
    trip = rng.choice(tuple(_TRIPS))
    new = f"{trip}_2026"
    return impossible_task(
        _APP,
        f'Rename the page "{trip}" to "{new}" in one step, so that it keeps its old revisions.',
        moves=(click("link", trip),),
        near=_create(f"trips:{new}", PAGES[f"trips:{trip}"]),
    )


DOKUWIKI_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "dokuwiki-rewrite": rewrite_page,
        "dokuwiki-distance": correct_distance,
        "dokuwiki-create": create_page,
        "dokuwiki-delete": delete_page,
        "dokuwiki-read": read_trip,
        "dokuwiki-find": find_page,
        "dokuwiki-compare": compare_trips,
        "dokuwiki-rename-impossible": rename_page,
    }
)
