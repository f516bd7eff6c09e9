"""Long tasks that transfer facts from files, tables, notes, pictures and calls to other applications."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.calendar_state import TODAY
from onscreen_practice.phone.state_mutations import put
from onscreen_practice.phone_suite.calculator_tasks import new_calculation, tap_keys
from onscreen_practice.phone_suite.calendar_tasks import format_day
from onscreen_practice.phone_suite.cross_app_task_parts import (
    Part,
    add_event,
    create_contact,
    fill_cells,
    find_reachable,
    join_parts,
    look,
    open_app,
    send_mail,
    send_text,
    set_alarm,
    write_note,
)
from onscreen_practice.phone_suite.dialer_tasks import find_contact_name
from onscreen_practice.phone_suite.gallery_tasks import describe, find_photos, get_screen_name
from onscreen_practice.phone_suite.notes_tasks import find_note
from onscreen_practice.phone_suite.task_helpers import TaskFactory
from onscreen_practice.state.expected_changes import adds
from onscreen_practice.state.value_patterns import Contains
from onscreen_practice.task_recipe import TaskRecipe, tap, type_text

_DOCUMENTS = "/sdcard/Documents"
_GUEST_LIST = 4


def invite_guest(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to enter a guest in a spreadsheet and send an invitation."""
    invited = {cell.raw for cell in state.spreadsheet.books[_GUEST_LIST].sheets[0].cells.values()}
    person = rng.choice([each for each in find_reachable(state) if each.name not in invited])
    height = max(int(name[1:]) for name in state.spreadsheet.books[_GUEST_LIST].sheets[0].cells)
    table, day = str(rng.choice((7, 8, 9))), TODAY + timedelta(days=rng.randint(3, 15))
    row = {f"A{height + 1}": person.name, f"B{height + 1}": "maybe", f"D{height + 1}": table}
    return join_parts(
        "Add {name} at the end of the workbook Guest list in Sheets, with maybe in the column Coming and"
        ' {table} in the column Table, text {name} "You sit at table {table}", mail {name} with the subject'
        " Invitation and {day} as the text, and put the all-day event Party into the calendar on that day",
        {"name": person.name, "table": table, "day": format_day(day)},
        fill_cells(_GUEST_LIST, "Guest list", cells=row),
        send_text(state, person, text=f"You sit at table {table}"),
        send_mail(person, "Invitation", body=format_day(day)),
        add_event("Party", day),
    )


def add_expenses(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add two expenses from a spreadsheet and share the sum."""
    month = state.spreadsheet.books[0].sheets[0]
    first, second = sorted(rng.sample(range(2, 11), 2))
    items = [month.cells[f"A{row}"].raw for row in (first, second)]
    spent = [month.cells[f"C{row}"].raw for row in (first, second)]
    total, person = sum(map(int, spent)), rng.choice(find_reachable(state))
    return join_parts(
        "Add in Calculator what I spent on {one} and on {two} in January according to the workbook Household"
        ' budget, so that the sum stands in its history. Write a note titled "January" with only the sum,'
        ' text it to {name} (only the number), and mail {mail} with the subject "January" and the number as'
        " the text",
        {"one": items[0], "two": items[1], "name": person.name, "mail": person.email},
        look("Sheets", tap("Household budget"), tap("Sheet January")),
        Part(
            (open_app("Calculator"), *tap_keys("+".join(spent)), tap("equals")),
            new_calculation(result=f"{total:,}", expression=Contains(("+",))),
            (put("calculator.history[+].result", spent[0]),),
        ),
        write_note("January", f"{total}"),
        send_text(state, person, text=f"{total}"),
        send_mail(person, "January", body=f"{total}"),
        kind="added",
    )


def share_booking(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to record and share a booking code from a text file."""
    path = next(p for p in state.files if p.startswith(f"{_DOCUMENTS}/Travel/booking "))
    name, person = path.rpartition("/")[2], rng.choice(find_reachable(state))
    city = name.removeprefix("booking ").removesuffix(".txt")
    code = (state.files[path].text or "").partition("Booking code: ")[2].partition("\n")[0]
    day = TODAY + timedelta(days=rng.randint(3, 15))
    return join_parts(
        'The file "{file}" in Documents/Travel has the booking code of my hotel. Write a note titled "{city}"'
        " with only this code and pin it, text the code alone to {name}, and add the all-day event {city} to"
        ' the calendar on {day}; then mail {mail} with the subject "{city}" and the code as the text',
        {"file": name, "city": city, "name": person.name, "day": format_day(day), "mail": person.email},
        look("Files", tap("Documents"), tap("Travel"), tap(name)),
        write_note(city, code, tap("Pin"), pinned=True),
        send_text(state, person, text=code),
        add_event(city, day),
        send_mail(person, city, body=code),
        kind="added",
    )


def plan_next_meeting(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to plan a meeting whose date is in a file and tell two people."""
    words = (state.files[f"{_DOCUMENTS}/Work/minutes.txt"].text or "").partition("Next meeting: ")[2]
    day = datetime.strptime(f"{words.removesuffix('.')} 2026", "%d %B %Y").date()  # noqa: DTZ007  a day
    person, other = rng.sample(find_reachable(state), 2)
    start = f"{rng.randint(9, 16)}:40".zfill(5)
    return join_parts(
        "The file minutes.txt in Documents/Work names the day of the next meeting. Add the event Meeting to"
        ' the calendar on that day at {start}, text {name} "Meeting at {start}", mail {mail} with the'
        ' subject "Meeting" and {start} as the text, and set an alarm for {start} labelled Meeting',
        {"start": start, "name": person.name, "mail": other.email},
        look("Files", tap("Documents"), tap("Work"), tap("minutes.txt")),
        add_event("Meeting", day, start=start),
        send_text(state, person, text=f"Meeting at {start}"),
        send_mail(other, "Meeting", body=start),
        set_alarm(start, "Meeting"),
    )


def triple_invoice(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to multiply an invoice's total by three and share the result."""
    path = next(p for p in state.files if p.startswith(f"{_DOCUMENTS}/Invoice ") and p.endswith(".txt"))
    name, person = path.rpartition("/")[2], rng.choice(find_reachable(state))
    total = int((state.files[path].text or "").partition("Total: ")[2].partition(" ")[0])
    result, title = f"{total * 3}", rng.choice(("Three months", "Quarter"))
    return join_parts(
        'The file "{file}" in Documents names a monthly total. Multiply it by 3 in Calculator, so that it'
        ' stands in its history, write a note titled "{title}" with only the result, text "{title}: RESULT"'
        " to {name} with the number in place of RESULT, and set an alarm for 17:25 labelled {title}",
        {"file": name, "title": title, "name": person.name},
        look("Files", tap("Documents"), tap(name)),
        Part(
            (open_app("Calculator"), *tap_keys(f"{total}×3"), tap("equals")),
            new_calculation(result=f"{int(result):,}", expression=Contains(("×",))),
            (put("calculator.history[+].result", f"{total}"),),
        ),
        write_note(title, result),
        send_text(state, person, text=f"{title}: {result}"),
        set_alarm("17:25", title),
    )


def publish_photo(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to publish a photo in the Social app and tell a contact about it."""
    path = rng.choice([each for each in find_photos(state)[:12] if each not in state.gallery.favourites])
    person, words = (
        rng.choice(find_reachable(state)),
        rng.choice(("Such a light", "Never forget", "Our corner")),
    )
    post = {"image": path, "text": words, "by": "me", "place": ""}
    day = TODAY + timedelta(days=rng.randint(3, 15))
    return join_parts(
        'Post the photo of {photo} on Social with the caption "{words}" and add that photo to the favourites'
        ' of the Gallery. Text {name} "New photo: {words}", write a note titled "Posted" with the caption as'
        ' its text, and add the all-day event "Print {words}" to the calendar on {day}',
        {
            "photo": describe(state.files[path]),
            "words": words,
            "name": person.name,
            "day": format_day(day),
        },
        Part(
            (
                open_app("Gallery"), tap(get_screen_name(state.files[path])), tap("Add to favourites"),
                tap("Share"), tap("Social"), type_text("Write a caption", words), tap("Share"),
            ),
            (adds("social.posts", post), adds("gallery.favourites", path)),
            (put("social.posts[+].text", f"{words}!"),),
        ),
        send_text(state, person, text=f"New photo: {words}"),
        write_note("Posted", words),
        add_event(f"Print {words}", day),
    )  # fmt: skip


def welcome_caller(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to save an unknown caller as a contact and plan a call."""
    number = next(
        call.number for call in state.phone.calls if find_contact_name(state, call.number) == call.number
    )
    first, last = rng.choice((("Ingrid", "Vale"), ("Tomas", "Birch"), ("Leila", "Stone"), ("Mats", "Heron")))
    day, start = TODAY + timedelta(days=rng.randint(3, 15)), f"{rng.randint(10, 19)}:10"
    title, person = f"Call {first}", rng.choice(find_reachable(state))
    return join_parts(
        "The most recent call with a number that is not in my contacts was with {name}. Save the number as a"
        ' new contact, put "{title}" into the calendar on {day} at {start}, set an alarm labelled "{title}"'
        " for that time of day, and text the number, and nothing else, to {person}",
        {
            "name": f"{first} {last}",
            "title": title,
            "day": format_day(day),
            "start": start,
            "person": person.name,
        },
        Part((open_app("Phone"), tap(number))),
        create_contact(first, last, number=number),
        add_event(title, day, start=start),
        set_alarm(start, title),
        send_text(state, person, text=number),
    )


def meet_on_sunday(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to plan a meeting that was agreed on in a direct message."""
    chat = next(each for each in state.social.chats if "we meet at" in each.lines[-1].text)
    name, start = (
        state.social.find_account(chat.account).name,
        chat.lines[-1].text.rpartition(" ")[2].zfill(5),
    )
    day = next(each for n in range(1, 8) if f"{(each := TODAY + timedelta(days=n)):%A}" == "Sunday")
    person = rng.choice(find_reachable(state))
    return join_parts(
        "{name} wrote me on Social at what time we meet on Sunday. Add the event Hike to the calendar for"
        ' next Sunday at that time, set an alarm labelled Hike for the time, write a note titled "Hike" with'
        " the time only, like 07:15, and text {other} the same",
        {"name": name, "other": person.name},
        look("Social", tap("Messages"), tap(name)),
        add_event("Hike", day, start=start),
        set_alarm(start, "Hike"),
        write_note("Hike", start),
        send_text(state, person, text=start),
    )


def collect_car(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to share a note with the car's location and plan its collection."""
    place = find_note(state, "Parking").text
    person, other = rng.sample(find_reachable(state), 2)
    day, start = TODAY + timedelta(days=rng.randint(3, 15)), f"{rng.randint(10, 19)}:40"
    return join_parts(
        'My note "Parking" says where the car is. Text {name} the text of this note as it is, mail it to'
        ' {mail} with the subject "Car" in the same words, add the event "Collect the car" to the calendar'
        ' on {day} at {start}, and set an alarm for {start} labelled "Car"',
        {"name": person.name, "mail": other.email, "day": format_day(day), "start": start},
        look("Notes", type_text("Search your notes", "Parking"), tap("Parking")),
        send_text(state, person, text=place),
        send_mail(other, "Car", body=place),
        add_event("Collect the car", day, start=start),
        set_alarm(start, "Car"),
    )


def hand_over_locker(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to hand over a locker by sending the number and code in a note."""
    words = find_note(state, "Locker").text
    number, code = words.removeprefix("Locker ").partition(",")[0], words.rpartition(" ")[2]
    person, day = rng.choice(find_reachable(state)), TODAY + timedelta(days=rng.randint(3, 15))
    return join_parts(
        '{name} takes over my locker. Look up my note "Locker", text {name} only the number of the locker,'
        ' mail {mail} with the subject "Locker" and only its code as the text, add the all-day event "Hand'
        ' over locker" to the calendar on {day}, and set an alarm for 06:25 labelled Locker',
        {"name": person.name, "mail": person.email, "day": format_day(day)},
        look("Notes", type_text("Search your notes", "Locker"), tap("Locker")),
        send_text(state, person, text=number),
        send_mail(person, "Locker", body=code),
        add_event("Hand over locker", day),
        set_alarm("06:25", "Locker"),
        kind="abstract",
    )


LONG_RECORD_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "long-invite-guest": invite_guest,
        "long-add-expenses": add_expenses,
        "long-share-booking": share_booking,
        "long-next-meeting": plan_next_meeting,
        "long-triple-invoice": triple_invoice,
        "long-publish-photo": publish_photo,
        "long-welcome-caller": welcome_caller,
        "long-meet-on-sunday": meet_on_sunday,
        "long-collect-car": collect_car,
        "long-hand-over-locker": hand_over_locker,
    }
)
