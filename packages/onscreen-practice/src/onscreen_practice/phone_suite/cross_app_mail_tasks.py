"""Tasks that need mail, messages, or the browser together with others."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.browser_tasks import visit
from onscreen_practice.phone_suite.calendar_tasks import added, picked, timed
from onscreen_practice.phone_suite.mail_tasks import subject
from onscreen_practice.phone_suite.messages_tasks import name, sent, spoiled, thread
from onscreen_practice.phone_suite.phone_task import Maker, job
from onscreen_practice.phone_suite.unchanged_state import (
    equal,
    fields_untouched,
    files_untouched,
    old_untouched,
    untouched,
)
from onscreen_practice.task_recipe import HOME, Recipe, held, pressed, quoted, tap, typed

_DISHES = ("Rye bread", "Potato salad", "Mushroom risotto", "Pancakes")
_TOWNS = ("Haldern", "Orvin South", "Skarra Port", "Ardin Base", "Marlow", "Tessel Mouth")


def train_to_calendar(w: PhoneState, _chance: Random) -> Recipe:
    """A journey that a mail tells goes into the calendar."""
    title = subject(w, "Your ticket to ")
    facts = w.mail.facts[title]
    day = datetime.strptime(f"{facts['month']} {facts['day']} 2026", "%B %d %Y").date()  # noqa: DTZ007  a day
    start, event = facts["time"].zfill(5), f"Train to {facts['city']}"
    return job(
        "My mail has a train ticket to {city}. Add the journey to my calendar as {event}, on the day"
        " and at the time at which the train leaves",
        {"city": facts["city"], "event": event},
        holds=added(w, event, day=day, also=f"e.start === {quoted(start)} && !e.all_day"),
        spoil=f"s.calendar.events.at(-1).day = {quoted(str(date(2026, 3, 30)))}",
        moves=(
            tap("Mail"), tap("Search in mail"), typed("Search in mail", "ticket"), tap(title), HOME,
            tap("Calendar"), tap("Create event"), typed("Add title", event), *picked("Start date", day),
            *timed("Start time", start), tap("Save"),
        ),
        layout="changing",
    )  # fmt: skip


def file_away(w: PhoneState, chance: Random) -> Recipe:
    """What came with a mail is put in a folder."""
    letter = chance.choice([each for each in w.mail.letters if each.folder == "inbox" and each.files])
    file, folder = letter.files[0].name, chance.choice(("Work", "Travel", "School"))
    goal, source = f"/sdcard/Documents/{folder}/{file}", f"/sdcard/Download/{file}"
    return job(
        'Save the file that came with the mail "{subject}" and move it from the Download folder to'
        " Documents/{folder}",
        {"subject": letter.subject, "folder": folder},
        holds=f"{quoted(goal)} in s.files && !({quoted(source)} in s.files)"
        f" && {files_untouched(f'x === {quoted(goal)}')}",
        spoil=f"s.files[{quoted(source)}] = s.files[{quoted(goal)}]",
        moves=(
            tap("Mail"), tap("Search in mail"), typed("Search in mail", letter.subject[:-2]),
            tap(letter.subject),
            tap(f"Download {file}"), HOME, tap("Files"), tap("Download"), held(file), tap("Move to"),
            tap("Parent folder"), tap("Documents"), tap(folder), tap("Move here"),
        ),
        layout="changing",
    )  # fmt: skip


def shopping_list(w: PhoneState, chance: Random) -> Recipe:
    """The ingredients of a recipe become a checklist."""
    dish = chance.choice(_DISHES)
    page = w.browser.find_page(f"{dish} -")
    needs = next([row[0] for row in part.rows] for part in page.parts if part.kind == "list")
    fits = (
        f"n.title === {quoted(dish)} && n.list && !n.archived && !n.binned"
        f" && {equal('n.items.map(i => i.text.trim()).filter(Boolean)', needs)}"
    )
    return job(
        "Make a checklist in Notes called {dish} with the three ingredients of that recipe on"
        " recipes.example, each as it is written there with its amount, and in that order",
        {"dish": dish},
        holds=f"s.notes.notes.length === {len(w.notes.notes) + 1} && s.notes.notes.some(n => {fits})"
        f" && {old_untouched('notes.notes')}",
        spoil=f"s.notes.notes.find(n => n.title === {quoted(dish)}).items[1].text = 'salt'",
        moves=(
            *visit("recipes.example"), tap(dish), HOME, tap("Notes"), tap("New list"), typed("Title", dish),
            typed("List item 1", needs[0]), pressed("Enter"), typed("List item 2", needs[1]),
            pressed("Enter"),
            typed("List item 3", needs[2]),
        ),
        layout="changing",
    )  # fmt: skip


def text_train(w: PhoneState, chance: Random) -> Recipe:
    """Somebody is told when a train leaves."""
    person, town = chance.choice(w.people), chance.choice(_TOWNS)
    table = next(part for part in w.browser.find_page(f"Trains to {town}").parts if part.kind == "table")
    first, last = table.rows[1], table.rows[-1]
    early = chance.choice((True, False))
    row = first if early else last
    return job(
        "Let {name} know by text when the {which} train of the day from Central Station to {town} leaves"
        " (the timetables are on rail.example). The text must be the time only, like 07:15",
        {"name": person.name, "which": "first" if early else "last", "town": town},
        holds=sent(w, person, text=row[0]),
        spoil=spoiled(f"m.text = {quoted(table.rows[2][0])}"),
        moves=(
            *visit("rail.example"), tap(f"Trains to {town}"), HOME, tap("Messages"), tap("Start chat"),
            tap(person.name), typed("Text message", row[0]), tap("Send"),
        ),
        kind="abstract",
        layout="changing",
    )  # fmt: skip


def new_address(w: PhoneState, _chance: Random) -> Recipe:
    """What somebody texted goes into the contact, which becomes a favorite."""
    about = thread(w, "address")
    person = next(each for each in w.people if each.phone == about.numbers[0])
    street = f"{about.facts['house']} {about.facts['street']}"
    path = f"contacts.entries.find(c => c.id === {quoted(person.id)})"
    one = f"s.{path}"
    rest = untouched("contacts.entries", but=f"x.id === {quoted(person.id)}")
    starred = w.contacts.find(person).starred
    star = () if starred else (tap("Add to favorites"),)
    return job(
        "{name} texted me a new address. Save its house number and street as the address in the contact,"
        " and see to it that this contact is among the favorites",
        {"name": name(w, about)},
        holds=f"{one}.address.trim() === {quoted(street)} && {one}.starred && {rest}"
        f" && {fields_untouched(path, but=['address', 'starred'])}",
        spoil=f"{one}.starred = false",
        moves=(
            tap("Messages"), tap("Search conversations"), typed("Search messages", "new address"),
            tap("You: What was your new address again?"), HOME, tap("Contacts"), tap(person.name), *star,
            tap("Edit contact"), typed("Address", street), tap("Save"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


ACROSS_B: Mapping[str, Maker] = MappingProxyType(
    {
        "across-train-to-calendar": train_to_calendar,
        "across-file-away": file_away,
        "across-shopping-list": shopping_list,
        "across-text-train": text_train,
        "across-new-address": new_address,
    }
)
