"""Reusable parts of cross-application tasks, each a lookup or a change in one application."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from datetime import date

import msgspec

from onscreen.types import Check, PageValue
from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.people_state import Person
from onscreen_practice.phone.state_mutations import Edit, decode_edits, put
from onscreen_practice.phone_suite.calendar_tasks import new_event, pick_day, pick_time
from onscreen_practice.phone_suite.clock_tasks import new_alarm
from onscreen_practice.phone_suite.contacts_tasks import new_contact
from onscreen_practice.phone_suite.mail_tasks import mail_sent
from onscreen_practice.phone_suite.messages_tasks import find_numbers, message_to, spoil_message
from onscreen_practice.phone_suite.notes_tasks import list_items, new_note
from onscreen_practice.phone_suite.task_helpers import state_is, state_task
from onscreen_practice.state.expected_changes import Change, adds, becomes, decode_changes
from onscreen_practice.state.value_patterns import Digits, Expected, ExpectedFields, Text
from onscreen_practice.task_recipe import DONE, HOME, Kind, Move, TaskRecipe, press, tap, type_text


class Part(msgspec.Struct, frozen=True):
    """Part of a task: the UI actions in one application and the changes that they make.

    `spoil` are edits that make one detail of the changes wrong. A part without changes looks something up.
    """

    moves: tuple[Move, ...]
    changes: tuple[Change, ...] = ()
    spoil: tuple[Edit, ...] = ()


def open_app(name: str) -> Move:
    """Create an action that opens an application."""
    return Move("open", text=name)


def look(app: str, *moves: Move) -> Part:
    """Build a part that looks up information in an application and changes nothing."""
    return Part((open_app(app), *moves))


def join_parts(
    template: str,
    values: Mapping[str, str],
    *parts: Part,
    kind: Kind = "plain",
) -> TaskRecipe:
    """Combine several parts into one task.

    One near miss has a wrong detail in the first part with changes; the other near miss lacks the last part.

    Args:
        template: the instruction, with a placeholder in braces for each of the `values`.
        values: the text that replaces each placeholder.
        parts: the parts of the task, in the order in which they are done.
        kind: wording of the instruction: plain, with an added requirement, or abstract.
    """
    spoil = next(part.spoil for part in parts if part.spoil)
    recipe = state_task(
        template,
        values,
        check=state_is(*(change for part in parts for change in part.changes)),
        spoil=spoil,
        moves=[move for part in parts for move in part.moves],
        kind=kind,
        layout="changing",
    )
    unfinished = [move for part in parts[:-1] for move in part.moves]
    return msgspec.structs.replace(recipe, near_miss=(*unfinished, DONE))


def part_of(recipe: TaskRecipe) -> Part:
    """Convert a task that starts on the home screen into a part of a longer one."""
    words = shlex.split(recipe.spoil)
    moves = tuple(move for move in recipe.moves if move is not DONE)
    return Part((HOME, *moves), required_changes(recipe.check), decode_edits(words[-1]))


def required_changes(check: Check) -> tuple[Change, ...]:
    """List the changes that a check of the phone's state requires.

    Raises:
        TypeError: the check is not a single check of the state.
    """
    if not isinstance(check, PageValue):
        raise TypeError(f"expected a check of the phone's state, found {type(check).__name__}")
    return decode_changes(shlex.split(check.expression)[-1], root=PhoneState)


def join_tasks(instruction: str, *recipes: TaskRecipe) -> TaskRecipe:
    """Combine several independent tasks into one task, which lists them in its instruction."""
    names = [f"task{number}" for number in range(1, len(recipes) + 1)]
    listed = " ".join(f"({number}) {{{name}}}." for number, name in enumerate(names, start=1))
    values = {name: recipe.instruction.removesuffix(".") for name, recipe in zip(names, recipes, strict=True)}
    return join_parts(f"{instruction} {listed}", values, *map(part_of, recipes), kind="added")


def find_reachable(state: PhoneState) -> list[Person]:
    """List the people in the contacts who have exactly one phone number."""
    return [person for person in state.people if len(find_numbers(state, person)) == 1]


def send_text(state: PhoneState, person: Person, *, text: str) -> Part:
    """Build a part that sends a text message to a person with one phone number."""
    (number,) = find_numbers(state, person)
    message: ExpectedFields = {"by": "", "due": "", "text": Text(text, ignore_stop=True), "files": []}
    return Part(
        (
            open_app("Messages"), tap("Start chat"), tap(person.name), type_text("Text message", text),
            tap("Send"),
        ),
        message_to(state, number, message=message),
        (spoil_message("text", f"{text}!"),),
    )  # fmt: skip


def send_mail(person: Person, subject: str, *, body: str) -> Part:
    """Build a part that sends an email to a person."""
    return Part(
        (
            open_app("Mail"), tap("Compose"), type_text("To", person.email), type_text("Subject", subject),
            type_text("Compose email", body), tap("Send"),
        ),
        (
            mail_sent(
                to=[person.email], cc=[], bcc=[], subject=subject, body=Text(body, ignore_stop=True), files=[]
            ),
        ),
        (put("mail.letters[+].subject", f"{subject}?"),),
    )  # fmt: skip


def write_note(title: str, text: str, *moves: Move, **fields: Expected) -> Part:
    """Build a part that writes a note and sets the note's other fields with `moves`."""
    return Part(
        (open_app("Notes"), tap("New note"), type_text("Title", title), type_text("Note", text), *moves),
        (new_note(title, text=Text(text, ignore_stop=True), **fields),),
        (put("notes.notes[+].text", f"{text} or so"),),
    )


def write_checklist(title: str, items: Sequence[str]) -> Part:
    """Build a part that writes a checklist in the given order."""
    typed = [
        move
        for number, item in enumerate(items, start=1)
        for move in (type_text(f"List item {number}", item), press("Enter"))
    ]
    return Part(
        (open_app("Notes"), tap("New list"), type_text("Title", title), *typed[:-1]),
        (new_note(title, list=True, items=list_items(*items)),),
        (put("notes.notes[+].items[0].text", f"{items[0]}s"),),
    )


def add_event(title: str, day: date, *, start: str = "") -> Part:
    """Build a part that adds a calendar event; without a start time, it lasts all day."""
    fields: dict[str, Expected] = {"start": start, "all_day": False} if start else {"all_day": True}
    timing = pick_time("Start time", start) if start else ()
    whole_day = () if start else (tap("All-day"),)
    return Part(
        (
            open_app("Calendar"), tap("Create event"), type_text("Add title", title), *whole_day,
            *pick_day("Start date", day), *timing, tap("Save"),
        ),
        (new_event(title, day, **fields),),
        (put("calendar.events[+].day", "2026-12-24"),),
    )  # fmt: skip


def set_alarm(time: str, label: str) -> Part:
    """Build a part that sets an alarm that rings once."""
    return Part(
        (
            open_app("Clock"), tap("Add alarm"), *pick_time("Time 07:00", time), type_text("Label", label),
            tap("Save"),
        ),
        (new_alarm(time=time, label=Text(label, ignore_case=True), days=[]),),
        (put("clock.alarms[+].label", ""),),
    )  # fmt: skip


def start_timer(minutes: int, seconds: int = 0) -> Part:
    """Build a part that starts a timer of less than an hour."""
    total = minutes * 60 + seconds
    digits = (type_text("Minutes", str(minutes)), type_text("Seconds", str(seconds)))
    return Part(
        (open_app("Clock"), tap("Timer"), tap("Add timer"), *digits, tap("Start")),
        (adds("clock.timers", {"total_sec": total, "running": True}),),
        (put("clock.timers[+].total_sec", total + 1),),
    )


def create_contact(first: str, last: str, *, number: str) -> Part:
    """Build a part that creates a contact with a phone number."""
    return Part(
        (
            open_app("Contacts"), tap("Create contact"), type_text("First name", first),
            *((type_text("Last name", last),) if last else ()), type_text("Phone", number), tap("Save"),
        ),
        (new_contact(first, last, phones=[{"value": Digits(number)}]),),
        (put("contacts.entries[+].phones[0].value", "555-0000"),),
    )  # fmt: skip


def fill_cells(number: int, book: str, *, cells: Mapping[str, str]) -> Part:
    """Build a part that fills empty cells in the first sheet of a workbook.

    `number` is the 0-based number of the workbook, and `book` its name.
    """
    path = f"spreadsheet.books[id=book{number}].sheets[0].cells"
    typed = [
        move
        for name, raw in cells.items()
        for move in (tap(name), type_text("Enter text or formula", raw), tap("Confirm entry"))
    ]
    return Part(
        (open_app("Sheets"), tap(book), *typed),
        tuple(becomes(f"{path}.{name}", {"raw": raw}) for name, raw in cells.items()),
        tuple(put(f"{path}.{name}.raw", "0") for name in list(cells)[-1:]),
    )


def find_in_maps(name: str, *moves: Move) -> tuple[Move, ...]:
    """Build the UI actions that open a place in the Maps app."""
    return open_app("Maps"), tap("Search here"), type_text("Search here", name), tap(name), *moves


def find_in_mail(words: str, subject: str, *moves: Move) -> tuple[Move, ...]:
    """Build the UI actions that search the emails for words and open one by its subject."""
    return open_app("Mail"), tap("Search in mail"), type_text("Search in mail", words), tap(subject), *moves


def find_in_messages(words: str) -> tuple[Move, ...]:
    """Build the UI actions that search the text messages for words."""
    return open_app("Messages"), tap("Search conversations"), type_text("Search messages", words)
