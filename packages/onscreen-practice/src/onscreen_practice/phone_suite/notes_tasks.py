"""Task factories for the Notes app of the simulated phone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from random import Random
from types import MappingProxyType

from onscreen.types import AnyOf
from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.notes_state import COLOURS, LABELS, Note
from onscreen_practice.phone.state_mutations import delete, put
from onscreen_practice.phone_suite.task_helpers import TaskFactory, question_task, state_is, state_task
from onscreen_practice.state.expected_changes import Change, adds, becomes, removes
from onscreen_practice.state.value_patterns import Expected, ExpectedFields, OneOf, Text, one_of
from onscreen_practice.task_recipe import BACK, TaskRecipe, hold, press, tap, type_text

_TITLES = ("Recipe swap", "Boiler readings", "Lost umbrella", "Bus 42", "Neighbours", "Paint for the fence")
_TEXTS = ("Ask again on Friday", "Third floor, left door", "Bring two copies", "The red one is better")
_GOODS = ("Candles", "Soap", "Batteries", "Tea", "Salt", "Matches", "Sponges", "Foil")


def find_plain_notes(state: PhoneState) -> list[Note]:
    """List the text notes in the main list that are not pinned and have no reminder."""
    return [n for n in state.notes.notes if n.text and not (n.archived or n.binned or n.pinned or n.reminder)]


def find_note(state: PhoneState, title: str) -> Note:
    """Find the note with the given title."""
    return next(n for n in state.notes.notes if n.title == title)


def new_note(title: str, **fields: Expected) -> Change:
    """Build the expected state change for one new note in the main list of the Notes app."""
    shown: ExpectedFields = {"title": Text(title), "archived": False, "binned": False}
    return adds("notes.notes", {**shown, **fields})


def list_items(*texts: str) -> OneOf:
    """Build a pattern that matches unchecked checklist items with the given texts, in order.

    One empty item may follow.
    """
    items: list[ExpectedFields] = [{"text": Text(text), "done": False} for text in texts]
    return one_of(items, [*items, {"text": ""}])


def _path(note: Note) -> str:
    return f"notes.notes[id={note.id}]"


def write_note(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to write a note with a title and text in the Notes app."""
    title, words = rng.choice(_TITLES), rng.choice(_TEXTS)
    return state_task(
        'Write a note titled "{title}" with the text "{words}" in Notes',
        {"title": title, "words": words},
        check=state_is(new_note(title, text=Text(words))),
        spoil=put("notes.notes[+].text", f"{words}."),
        moves=(tap("Notes"), tap("New note"), type_text("Title", title), type_text("Note", words)),
    )


def write_checklist(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to write a checklist of three items and set its color in the Notes app."""
    goods, colour = rng.sample(_GOODS, 3), rng.choice(COLOURS)
    title = rng.choice(("Cellar", "Corner shop", "For Saturday"))
    return state_task(
        'Make a new checklist called "{title}" in Notes with the items {a}, {b} and {c}, in this order,'
        " and give it the colour {colour}",
        {"title": title, "a": goods[0], "b": goods[1], "c": goods[2], "colour": colour},
        check=state_is(new_note(title, list=True, colour=colour, items=list_items(*goods))),
        spoil=delete("notes.notes[+].items[-1]"),
        moves=(
            tap("Notes"), tap("New list"), type_text("Title", title), type_text("List item 1", goods[0]),
            press("Enter"), type_text("List item 2", goods[1]), press("Enter"),
            type_text("List item 3", goods[2]), tap("Colour"), tap(colour),
        ),
        kind="added",
    )  # fmt: skip


def tick_off_items(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to check off two items of a to-do list.

    The instruction does not name the app.
    """
    note = find_note(state, "Chores")
    done = rng.sample([i for i in note.items if not i.done], 2)
    ids = [each.id for each in done]
    return state_task(
        'I have done these: "{a}" and "{b}". Check them off on my list of chores',
        {"a": done[0].text, "b": done[1].text},
        check=state_is(*(becomes(f"{_path(note)}.items[id={each}].done", True) for each in ids)),
        spoil=put(f"{_path(note)}.items[id={ids[0]}].done", False),
        moves=(tap("Notes"), tap("Chores"), tap(done[0].text), tap(done[1].text)),
        kind="abstract",
    )


def set_reminder(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to set a weekly reminder for a note in the Notes app."""
    note = rng.choice(find_plain_notes(state))
    day, hour = rng.randint(14, 30), rng.randint(7, 21)
    at = f"2026-03-{day}T{hour:02}:30"
    weekday = date(2026, 3, day).strftime("%A")
    return state_task(
        'Set a reminder on the note "{title}" for March {day} at {time} and let it repeat weekly',
        {"title": note.title, "day": str(day), "time": f"{hour:02}:30"},
        check=state_is(becomes(f"{_path(note)}.reminder", at), becomes(f"{_path(note)}.repeat", "Weekly")),
        spoil=put(f"{_path(note)}.reminder", f"{at[:-1]}1"),
        moves=(
            tap("Notes"), tap(note.title), tap("Reminder"), tap("Choose a date and time"),
            tap("March 13, 2026"), tap(f"{weekday}, March {day}"), tap("OK"), tap("08:00"),
            type_text("Hour", f"{hour:02}"), type_text("Minute", "30"), tap("OK"), tap("Repeat"),
            tap("Weekly"), tap("Save"),
        ),
        kind="added",
    )  # fmt: skip


def find_in_note(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks for a detail written in a note, such as a Wi-Fi password."""
    title, what = rng.choice(
        (
            ("Guest Wi-Fi", "guest Wi-Fi password"),
            ("Locker", "number of my locker"),
            ("Parking", "number of the parking space where I left the car"),
        )
    )
    words = find_note(state, title).text
    answer = {
        "Guest Wi-Fi": words.rpartition(": ")[2],
        "Locker": words.removeprefix("Locker ").partition(",")[0],
        "Parking": words.rpartition(" ")[2],
    }[title]
    wrong = str(int(answer) + 7) if answer.isdigit() else f"{answer[:-1]}x"
    return question_task(
        "What is the {what}? I wrote it down in my notes.",
        {"what": what},
        answer=answer,
        wrong=wrong,
        moves=(tap("Notes"), type_text("Search your notes", title), tap(title)),
        layout="changing",
    )


def restore_note(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to restore a note from the bin in the Notes app."""
    binned = [n for n in state.notes.notes if n.binned]
    note = rng.choice(binned)
    other = next(each for each in binned if each is not note)
    return state_task(
        'I deleted the note "{title}" by mistake. Restore it in Notes',
        {"title": note.title},
        check=state_is(becomes(f"{_path(note)}.binned", False)),
        spoil=put(f"{_path(other)}.binned", False),
        moves=(tap("Notes"), tap("Open navigation menu"), tap("Bin"), tap(note.title), tap("Restore")),
    )


def delete_notes(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to delete two notes in the Notes app."""
    first, second = sorted(rng.sample(find_plain_notes(state), 2), key=lambda note: note.edited, reverse=True)
    in_bin = state_is(*(becomes(f"{_path(each)}.binned", True) for each in (first, second)))
    gone = state_is(*(removes(_path(each)) for each in (first, second)))
    other = next(each for each in state.notes.notes if not each.binned and each not in {first, second})
    return state_task(
        'Delete the notes "{first}" and "{second}" in the Notes app',
        {"first": first.title, "second": second.title},
        check=AnyOf((in_bin, gone)),
        spoil=put(f"{_path(other)}.binned", True),
        moves=(tap("Notes"), hold(first.title), tap(second.title), tap("More options"), tap("Delete")),
        layout="changing",
    )


def create_label(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to create a label and assign it to a note in the Notes app."""
    label = rng.choice(
        [each for each in ("Urgent", "Music", "Club", "Family") if each not in state.notes.labels]
    )
    note = rng.choice(find_plain_notes(state))
    path = f"{_path(note)}.labels"
    return state_task(
        'Create the label "{label}" in Notes and put it on the note "{title}"',
        {"label": label, "title": note.title},
        check=state_is(adds("notes.labels", label), becomes(path, [*note.labels, label])),
        spoil=delete(f"{path}[0]"),
        moves=(
            tap("Notes"), tap(note.title), tap("More options"), tap("Labels"),
            type_text("Enter label name", label), tap(f'Create "{label}"'),
        ),
    )  # fmt: skip


def edit_labels(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to rename one label and delete another in the Notes app."""
    old, gone = rng.sample(state.notes.labels[:4], 2)
    new = rng.choice([each for each in (*LABELS, "Errands", "Club") if each not in state.notes.labels])
    relabelled = [
        becomes(path, [new if each == old else each for each in labels if each != gone])
        for path, labels in (
            ("notes.labels", state.notes.labels),
            *((f"{_path(note)}.labels", note.labels) for note in state.notes.notes),
        )
    ]
    return state_task(
        'In Notes, rename the label "{old}" to "{new}" and delete the label "{gone}"',
        {"old": old, "new": new, "gone": gone},
        check=state_is(*relabelled),
        spoil=put("notes.labels[0]", gone),
        moves=(
            tap("Notes"), tap("More options"), tap("Edit labels"), tap(f"Rename {old}"),
            type_text("Label name", new), tap("Rename"), tap(f"Delete {gone}"), tap("Delete"),
        ),
    )  # fmt: skip


def change_settings(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to change the reminder time and item order settings in the Notes app."""
    hour = rng.choice([each for each in range(5, 12) if f"{each:02}:15" != state.notes.morning])
    time = f"{hour:02}:15"
    return state_task(
        "In the settings of Notes, set the morning time for reminders to {time}"
        ' and turn off "Add new items to bottom"',
        {"time": time},
        check=state_is(becomes("notes.morning", time), becomes("notes.new_at_bottom", False)),
        spoil=put("notes.checked_to_bottom", False),
        moves=(
            tap("Notes"), tap("More options"), tap("Settings"), tap("Add new items to bottom"),
            tap("Morning"), type_text("Hour", f"{hour:02}"), type_text("Minute", "15"), tap("OK"), BACK,
        ),
    )  # fmt: skip


NOTES: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "notes-write": write_note,
        "notes-list": write_checklist,
        "notes-tick-off": tick_off_items,
        "notes-remind": set_reminder,
        "notes-look-up": find_in_note,
        "notes-restore": restore_note,
        "notes-delete-two": delete_notes,
        "notes-new-label": create_label,
        "notes-labels": edit_labels,
        "notes-settings": change_settings,
    }
)
