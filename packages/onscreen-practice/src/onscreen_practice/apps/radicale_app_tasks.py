"""Tasks in Radicale, which manages calendars and address books."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.apps_device import UPLOADS
from onscreen_practice.apps.radicale_app import ADDRESSES, CALENDAR, COLLECTIONS, USER, SeedCollection
from onscreen_practice.apps.task_helpers import change_task, impossible_task, question_task
from onscreen_practice.phone_suite.task_helpers import number_forms
from onscreen_practice.state.expected_changes import adds, becomes, removes
from onscreen_practice.state.value_patterns import Text, any_order
from onscreen_practice.task_recipe import (
    Move,
    TaskFactory,
    TaskRecipe,
    click,
    select,
    tap,
    type_text,
    upload,
)

_APP = "radicale"
_PASSWORD = "kite-2024"  # noqa: S105  the server accepts any password
_LOG_IN = (type_text("Username", USER), type_text("Password", _PASSWORD), click("button", "Next"))
_ICONS = ("✏️", "❌", "➕", "⬆️")  # noqa: RUF001  the icon is a plus sign
_EDIT, _DELETE, _NEW, _UPLOAD = (click("link", icon) for icon in _ICONS)
"""Clicks on the links of a card, which are named by an icon and appear when the pointer hovers over it."""

_SAVE, _CREATE = click("button", "Save"), click("button", "Create")


def _as_mira(request: str) -> str:
    return f"Log in as {USER} (password {_PASSWORD}). {request}"


def _on_card(collection: SeedCollection, *moves: Move) -> tuple[Move, ...]:
    """Return the actions that log in, open a collection's card and continue with `moves`."""
    return *_LOG_IN, tap(collection.title), *moves


def _noun(collection: SeedCollection) -> str:
    return "calendar" if collection.kind == CALENDAR else "address book"


def _path(collection: SeedCollection) -> str:
    return f"radicale.collections[id={collection.id}]"


def create_collection(rng: Random) -> TaskRecipe:
    """Create a task to fill in the form for a new collection."""
    title, text = rng.choice((("Choir", "Rehearsals"), ("Bees", "Notes of Moritz"), ("Club", "Kite club")))
    kind, option = rng.choice(((CALENDAR, "Calendar, journal and tasks"), (ADDRESSES, "Address book")))
    wrong = "Address book" if kind == CALENDAR else "Calendar, journal and tasks"

    def create(chosen: str) -> tuple[Move, ...]:
        fields = select("Type:", chosen), type_text("Title:", title), type_text("Description:", text)
        return *_LOG_IN, _NEW, *fields, _CREATE

    return change_task(
        _APP,
        _as_mira(f'Create a collection of the type "{option}", title "{title}", description "{text}".'),
        adds(
            "radicale.collections",
            {"kind": kind, "title": Text(title), "description": Text(text), "items": []},
        ),
        moves=create(option),
        near=create(wrong),
    )


def rename_collection(rng: Random) -> TaskRecipe:
    """Create a task to change the title of a collection."""
    collection, other = rng.sample(COLLECTIONS, 2)
    title = rng.choice(("Archive 2026", "Shared", "Old entries"))
    enter = type_text("Title:", title)
    return change_task(
        _APP,
        _as_mira(f'Rename the {_noun(collection)} "{collection.title}" to "{title}".'),
        becomes(f"{_path(collection)}.title", Text(title)),
        moves=_on_card(collection, _EDIT, enter, _SAVE),
        near=_on_card(other, _EDIT, enter, _SAVE),
    )


def describe_collection(rng: Random) -> TaskRecipe:
    """Create a task to change the description of a collection."""
    collection = rng.choice(COLLECTIONS)
    text, wrong = rng.sample(("Ask Edda before editing", "Synchronised with the phone", "Read only"), 2)
    return change_task(
        _APP,
        _as_mira(f'Change the description of the {_noun(collection)} "{collection.title}" to "{text}".'),
        becomes(f"{_path(collection)}.description", Text(text)),
        moves=_on_card(collection, _EDIT, type_text("Description:", text), _SAVE),
        near=_on_card(collection, _EDIT, type_text("Description:", wrong), _SAVE),
    )


def delete_collection(rng: Random) -> TaskRecipe:
    """Create a task to delete a collection, which requires a typed confirmation."""
    collection, other = rng.sample(COLLECTIONS, 2)
    confirm = Move("type", "textbox", "", "DELETE"), click("button", "Delete")
    return change_task(
        _APP,
        _as_mira(f'Delete the {_noun(collection)} "{collection.title}" with everything in it.'),
        removes(_path(collection)),
        moves=_on_card(collection, _DELETE, *confirm),
        near=_on_card(other, _DELETE, *confirm),
    )


def upload_collection(rng: Random) -> TaskRecipe:
    """Create a task to upload an address book from a file."""
    name, wrong = rng.sample(("club", "members", "plots"), 2)
    path = str(UPLOADS / "club.vcf")

    def send(address: str) -> tuple[Move, ...]:
        fields = upload("button", "File:", path=path), type_text("HREF:", address)
        return *_LOG_IN, _UPLOAD, *fields, click("button", "Upload")

    contacts = any_order({"name": "Edda Falk"}, {"name": "Moritz Lind"})
    return change_task(
        _APP,
        _as_mira(f'Upload the file {path} as a new address book with the HREF "{name}".'),
        adds("radicale.collections", {"id": name, "kind": ADDRESSES, "items": contacts}),
        moves=send(name),
        near=send(wrong),
    )


def count_items(rng: Random) -> TaskRecipe:
    """Create a task that asks for the number of entries of a collection."""
    collection = rng.choice(COLLECTIONS)
    count = str(len(collection.items))
    return question_task(
        _APP,
        _as_mira(f'How many items are in the {_noun(collection)} "{collection.title}"?'),
        answer=count,
        also=number_forms(count),
        wrong=str(len(collection.items) + 1),
        moves=_LOG_IN,
    )


def find_by_description(rng: Random) -> TaskRecipe:
    """Create a task that asks which collection has the given description."""
    collection, other = rng.sample(COLLECTIONS, 2)
    return question_task(
        _APP,
        _as_mira(f'Which calendar or address book has the description "{collection.description}"?'),
        answer=collection.title,
        wrong=other.title,
        moves=_LOG_IN,
    )


def add_event(rng: Random) -> TaskRecipe:
    """Create an infeasible task: add an event, for which the web interface has no function."""
    calendar = rng.choice([each for each in COLLECTIONS if each.kind == CALENDAR])
    event = rng.choice(("Dentist", "Parents' evening", "Boat trip"))
    create = _NEW, type_text("Title:", event), _CREATE
    return impossible_task(
        _APP,
        _as_mira(f'Add the event "{event}" on 4 May 2026 to the calendar "{calendar.title}".'),
        moves=_on_card(calendar, _EDIT),
        near=(*_LOG_IN, *create),
    )


RADICALE_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "radicale-create": create_collection,
        "radicale-rename": rename_collection,
        "radicale-describe": describe_collection,
        "radicale-delete": delete_collection,
        "radicale-upload": upload_collection,
        "radicale-count": count_items,
        "radicale-description": find_by_description,
        "radicale-event-impossible": add_event,
    }
)
