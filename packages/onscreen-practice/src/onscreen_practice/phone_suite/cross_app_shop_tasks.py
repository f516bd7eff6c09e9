"""Cross-application tasks that involve the Shop, Music, or Sheets app."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.state_mutations import put
from onscreen_practice.phone_suite.calendar_tasks import new_event, pick_day
from onscreen_practice.phone_suite.notes_tasks import new_note
from onscreen_practice.phone_suite.task_helpers import TaskFactory, state_is, state_task
from onscreen_practice.state.expected_changes import adds, becomes
from onscreen_practice.state.value_patterns import Digits, Matches
from onscreen_practice.task_recipe import HOME, TaskRecipe, tap, type_text

_MINUTE = 60
_TITLES = ("Compare this", "Ask about it", "For the talk on Sunday", "Bills")


def start_timer_of_song(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to start a timer that is exactly as long as a given song.

    The instruction does not name the app.
    """
    song = rng.choice(state.music.songs)
    minutes, seconds = divmod(song.seconds, _MINUTE)
    return state_task(
        'Start a timer that is exactly as long as the song "{title}"',
        {"title": song.title},
        check=state_is(adds("clock.timers", {"total_sec": song.seconds, "running": True})),
        spoil=put("clock.timers[+].total_sec", song.seconds + 1),
        moves=(
            tap("Music"),
            tap("Search"),
            type_text("Songs, albums, artists, playlists", song.title),
            HOME,
            tap("Clock"),
            tap("Timer"),
            tap("Add timer"),
            type_text("Minutes", str(minutes)),
            type_text("Seconds", str(seconds)),
            tap("Start"),
        ),
        kind="abstract",
        layout="changing",
    )


def add_voucher_day(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add the expiration date of a shopping voucher to the calendar."""
    voucher = rng.choice(state.shop.vouchers[:2])
    day, title = date.fromisoformat(voucher.until), rng.choice(("Last day of voucher", "Use the voucher"))
    return state_task(
        'Look up until when my Shop voucher {code} is valid, and add an all-day event "{title}" on that day '
        "to the Calendar",
        {"code": voucher.code, "title": title},
        check=state_is(new_event(title, day, all_day=True)),
        spoil=put("calendar.events[+].all_day", False),
        moves=(
            tap("Shop"),
            tap("More options"),
            tap("Vouchers"),
            HOME,
            tap("Calendar"),
            tap("Create event"),
            type_text("Add title", title),
            tap("All-day"),
            *pick_day("Start date", day),
            tap("Save"),
        ),
    )


def write_down_cost(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to copy an expense from a household budget spreadsheet into a note."""
    month = rng.choice(state.spreadsheet.books[0].sheets[1:])
    row = rng.randint(2, 11)
    item, spent = month.cells[f"A{row}"].raw, month.cells[f"C{row}"].raw
    title = rng.choice(_TITLES)
    number = Matches(rf"[^0-9]*({spent}|{float(spent):,.0f})([.]0+)?[^0-9]*")
    return state_task(
        'Write a note titled "{title}" whose text is only the number that I spent on {item} in {month}, '
        "as it stands in the workbook Household budget",
        {"title": title, "item": item.lower(), "month": month.name},
        check=state_is(new_note(title, text=number)),
        spoil=put("notes.notes[+].text", f"{spent}0"),
        moves=(
            tap("Sheets"),
            tap("Household budget"),
            tap(f"Sheet {month.name}"),
            HOME,
            tap("Notes"),
            tap("New note"),
            type_text("Title", title),
            type_text("Note", spent),
        ),
        layout="changing",
    )


def change_delivery_address(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to update a delivery address with a contact's data and make it the default."""
    known = {each.id: each for each in state.contacts.entries}
    person = rng.choice(
        [each for each in state.people if each.id in known and len(known[each.id].phones) == 1]
    )
    number = known[person.id].phones[0].value
    where = rng.choice(state.shop.addresses[1:])
    path = f"shop.addresses[id={where.id}]"
    return state_task(
        "In Shop, change the name of my {label} address to {name} and its phone to the number that {first} "
        "has in the contacts, and make it the default address",
        {"label": where.label, "name": person.name, "first": person.first},
        check=state_is(
            becomes(path, {"name": person.name, "phone": Digits(number)}),
            becomes("shop.default_address", where.id),
        ),
        spoil=put(f"{path}.phone", number[:-1]),
        moves=(
            tap("Contacts"),
            tap(person.name),
            HOME,
            tap("Shop"),
            tap("Account"),
            tap("Addresses"),
            tap(f"Options of {where.label}"),
            tap("Edit"),
            type_text("Full name", person.name),
            type_text("Phone", number),
            tap("Use as default address"),
            tap("Save"),
        ),
        kind="added",
        layout="changing",
    )


CROSS_APP_SHOP_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "across-timer-of-song": start_timer_of_song,
        "across-voucher-day": add_voucher_day,
        "across-cost-note": write_down_cost,
        "across-deliver-to": change_delivery_address,
    }
)
