"""Cross-application tasks that start in the Mail, Messages, or Browser app."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.state_mutations import put
from onscreen_practice.phone_suite.browser_tasks import open_address
from onscreen_practice.phone_suite.calendar_tasks import new_event, pick_day, pick_time
from onscreen_practice.phone_suite.mail_tasks import find_subject
from onscreen_practice.phone_suite.messages_tasks import find_name, find_thread, spoil_message, text_sent
from onscreen_practice.phone_suite.notes_tasks import list_items, new_note
from onscreen_practice.phone_suite.task_helpers import TaskFactory, state_is, state_task
from onscreen_practice.state.expected_changes import becomes
from onscreen_practice.state.value_patterns import Text
from onscreen_practice.task_recipe import HOME, TaskRecipe, hold, press, tap, type_text

_DISHES = ("Rye bread", "Potato salad", "Mushroom risotto", "Pancakes")
_TOWNS = ("Haldern", "Orvin South", "Skarra Port", "Ardin Base", "Marlow", "Tessel Mouth")


def add_train_to_calendar(state: PhoneState, _rng: Random) -> TaskRecipe:
    """Create a task to add the train journey from an emailed ticket to the calendar."""
    title = find_subject(state, "Your ticket to ")
    facts = state.mail.facts[title]
    day = datetime.strptime(f"{facts['month']} {facts['day']} 2026", "%B %d %Y").date()  # noqa: DTZ007  a day
    start, event = facts["time"].zfill(5), f"Train to {facts['city']}"
    return state_task(
        "My mail has a train ticket to {city}. Add the journey to my calendar as {event}, on the day"
        " and at the time at which the train leaves",
        {"city": facts["city"], "event": event},
        check=state_is(new_event(event, day, start=start, all_day=False)),
        spoil=put("calendar.events[+].day", str(date(2026, 3, 30))),
        moves=(
            tap("Mail"), tap("Search in mail"), type_text("Search in mail", "ticket"), tap(title), HOME,
            tap("Calendar"), tap("Create event"), type_text("Add title", event),
            *pick_day("Start date", day), *pick_time("Start time", start), tap("Save"),
        ),
        layout="changing",
    )  # fmt: skip


def save_attachment(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to save an email attachment and move it to a given folder in Documents."""
    letter = rng.choice([each for each in state.mail.letters if each.folder == "inbox" and each.files])
    file, folder = letter.files[0].name, rng.choice(("Work", "Travel", "School"))
    goal, source = f"/sdcard/Documents/{folder}/{file}", f"/sdcard/Download/{file}"
    return state_task(
        'Save the file that came with the mail "{subject}" and move it from the Download folder to'
        " Documents/{folder}",
        {"subject": letter.subject, "folder": folder},
        check=state_is(becomes(f"files[{goal}]", {})),
        spoil=put(f"files[{source}]", {"size": 1}),
        moves=(
            tap("Mail"), tap("Search in mail"), type_text("Search in mail", letter.subject[:-2]),
            tap(letter.subject), tap(f"Download {file}"), HOME, tap("Files"), tap("Download"), hold(file),
            tap("Move to"), tap("Parent folder"), tap("Documents"), tap(folder), tap("Move here"),
        ),
        layout="changing",
    )  # fmt: skip


def write_shopping_list(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to copy the ingredients of an online recipe into a checklist in the Notes app."""
    dish = rng.choice(_DISHES)
    page = state.browser.find_page(f"{dish} -")
    needs = next([row[0] for row in part.rows] for part in page.parts if part.kind == "list")
    return state_task(
        "Make a checklist in Notes called {dish} with the three ingredients of that recipe on"
        " recipes.example, each as it is written there with its amount, and in that order",
        {"dish": dish},
        check=state_is(new_note(dish, list=True, items=list_items(*needs))),
        spoil=put("notes.notes[+].items[1].text", "salt"),
        moves=(
            *open_address("recipes.example"), tap(dish), HOME, tap("Notes"), tap("New list"),
            type_text("Title", dish), type_text("List item 1", needs[0]), press("Enter"),
            type_text("List item 2", needs[1]), press("Enter"), type_text("List item 3", needs[2]),
        ),
        layout="changing",
    )  # fmt: skip


def text_train_time(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to look up a train's departure time online and text it to a contact.

    The instruction does not name the app.
    """
    person, town = rng.choice(state.people), rng.choice(_TOWNS)
    table = next(part for part in state.browser.find_page(f"Trains to {town}").parts if part.kind == "table")
    first, last = table.rows[1], table.rows[-1]
    early = rng.choice((True, False))
    row = first if early else last
    return state_task(
        "Let {name} know by text when the {which} train of the day from Central Station to {town} leaves"
        " (the timetables are on rail.example). The text must be the time only, like 07:15",
        {"name": person.name, "which": "first" if early else "last", "town": town},
        check=text_sent(state, person, text=row[0], files=[]),
        spoil=spoil_message("text", table.rows[2][0]),
        moves=(
            *open_address("rail.example"), tap(f"Trains to {town}"), HOME, tap("Messages"),
            tap("Start chat"), tap(person.name), type_text("Text message", row[0]), tap("Send"),
        ),
        kind="abstract",
        layout="changing",
    )  # fmt: skip


def save_address(state: PhoneState, _rng: Random) -> TaskRecipe:
    """Create a task to save an address from a text message and make the sender a favorite contact."""
    about = find_thread(state, "address")
    person = next(each for each in state.people if each.phone == about.numbers[0])
    street = f"{about.facts['house']} {about.facts['street']}"
    path = f"contacts.entries[id={person.id}]"
    starred = state.contacts.find(person).starred
    star = () if starred else (tap("Add to favorites"),)
    return state_task(
        "{name} texted me a new address. Save its house number and street as the address in the contact,"
        " and see to it that this contact is among the favorites",
        {"name": find_name(state, about)},
        check=state_is(becomes(path, {"address": Text(street), "starred": True})),
        spoil=put(f"{path}.starred", False),
        moves=(
            tap("Messages"), tap("Search conversations"), type_text("Search messages", "new address"),
            tap("You: What was your new address again?"), HOME, tap("Contacts"), tap(person.name), *star,
            tap("Edit contact"), type_text("Address", street), tap("Save"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


CROSS_APP_MAIL_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "across-train-to-calendar": add_train_to_calendar,
        "across-file-away": save_attachment,
        "across-shopping-list": write_shopping_list,
        "across-text-train": text_train_time,
        "across-new-address": save_address,
    }
)
