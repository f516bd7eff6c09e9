"""Tasks of the notes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.notes_state import COLOURS, LABELS, Note
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, job, question
from onscreen_practice.phone_suite.unchanged_state import fields_untouched, old_untouched, untouched
from onscreen_practice.task_recipe import BACK, Recipe, held, pressed, quoted, tap, typed

_TITLES = ("Recipe swap", "Boiler readings", "Lost umbrella", "Bus 42", "Neighbours", "Paint for the fence")
_TEXTS = ("Ask again on Friday", "Third floor, left door", "Bring two copies", "The red one is better")
_GOODS = ("Candles", "Soap", "Batteries", "Tea", "Salt", "Matches", "Sponges", "Foil")


def plain(w: PhoneState) -> list[Note]:
    """Return the notes of the main list that are not checklists, without pin and reminder."""
    return [n for n in w.notes.notes if n.text and not (n.archived or n.binned or n.pinned or n.reminder)]


def named(w: PhoneState, title: str) -> Note:
    """Return the note of this title."""
    return next(n for n in w.notes.notes if n.title == title)


def changed(note: Note, holds: str, *fields: str) -> str:
    """Write the condition that this note fulfils `holds`; its other fields and the others are as begun."""
    is_it = f"x.id === {quoted(note.id)}"
    one = f"(n => {holds})(s.notes.notes.find(x => {is_it}) ?? {{items: [], labels: []}})"
    same = fields_untouched(f"notes.notes.find(x => {is_it})", but=["edited", *fields])
    return f"{one} && {same} && {untouched('notes.notes', but=is_it, blind='edited')}"


def titles(notes: str) -> str:
    """Write the expression of what a list of notes has but for labels."""
    return f"JSON.stringify({notes}.map(n => [n.id, n.title, n.text, n.binned, n.archived]))"


def _of(note: Note) -> str:
    return f"s.notes.notes.find(x => x.id === {quoted(note.id)})"


def write_note(w: PhoneState, chance: Random) -> Recipe:
    """A note with title and text."""
    title, words = chance.choice(_TITLES), chance.choice(_TEXTS)
    fits = (
        f"n.title.trim() === {quoted(title)} && n.text.trim() === {quoted(words)} && !n.archived && !n.binned"
    )
    return job(
        'Write a note titled "{title}" with the text "{words}" in Notes',
        {"title": title, "words": words},
        holds=f"s.notes.notes.length === {len(w.notes.notes) + 1} && s.notes.notes.some(n => {fits})"
        f" && {old_untouched('notes.notes', blind='edited')}",
        spoil=f"s.notes.notes.find(n => n.title === {quoted(title)}).text += '.'",
        moves=(tap("Notes"), tap("New note"), typed("Title", title), typed("Note", words)),
    )


def write_list(w: PhoneState, chance: Random) -> Recipe:
    """A checklist of three items in an order, with a colour."""
    goods, colour = chance.sample(_GOODS, 3), chance.choice(COLOURS)
    title = chance.choice(("Cellar", "Corner shop", "For Saturday"))
    items = quoted(",".join(f"{each}false" for each in goods))
    fits = (
        f"n.title.trim() === {quoted(title)} && n.list && n.colour === {quoted(colour)} && !n.archived"
        f" && n.items.filter(i => i.text.trim()).map(i => i.text.trim() + i.done).join() === {items}"
        " && !n.binned"
    )
    return job(
        'Make a new checklist called "{title}" in Notes with the items {a}, {b} and {c}, in this order,'
        " and give it the colour {colour}",
        {"title": title, "a": goods[0], "b": goods[1], "c": goods[2], "colour": colour},
        holds=f"s.notes.notes.length === {len(w.notes.notes) + 1} && s.notes.notes.some(n => {fits})"
        f" && {old_untouched('notes.notes', blind='edited')}",
        spoil=f"s.notes.notes.find(n => n.title === {quoted(title)}).items.pop()",
        moves=(
            tap("Notes"), tap("New list"), typed("Title", title), typed("List item 1", goods[0]),
            pressed("Enter"), typed("List item 2", goods[1]), pressed("Enter"),
            typed("List item 3", goods[2]),
            tap("Colour"), tap(colour),
        ),
        kind="added",
    )  # fmt: skip


def tick_off(w: PhoneState, chance: Random) -> Recipe:
    """Two items of a list are done, the others stay."""
    note = named(w, "Chores")
    done = chance.sample([i for i in note.items if not i.done], 2)
    ids = [each.id for each in done]
    wanted = sorted({i.id for i in note.items if i.done} | set(ids))
    words = ",".join(sorted(i.text for i in note.items))
    return job(
        'I have done these: "{a}" and "{b}". Check them off on my list of chores',
        {"a": done[0].text, "b": done[1].text},
        holds=changed(
            note,
            f"n.items.filter(i => i.done).map(i => i.id).sort().join() === {quoted(','.join(wanted))}"
            f" && n.items.map(i => i.text.trim()).sort().join() === {quoted(words)}",
            "items",
        ),
        spoil=f"{_of(note)}.items.find(i => i.id === {quoted(ids[0])}).done = false",
        moves=(tap("Notes"), tap("Chores"), tap(done[0].text), tap(done[1].text)),
        kind="abstract",
    )


def remind(w: PhoneState, chance: Random) -> Recipe:
    """A reminder at a date and time, every week."""
    note = chance.choice(plain(w))
    day, hour = chance.randint(14, 30), chance.randint(7, 21)
    at = f"2026-03-{day}T{hour:02}:30"
    weekday = date(2026, 3, day).strftime("%A")
    return job(
        'Set a reminder on the note "{title}" for March {day} at {time} and let it repeat weekly',
        {"title": note.title, "day": str(day), "time": f"{hour:02}:30"},
        holds=changed(note, f"n.reminder === {quoted(at)} && n.repeat === 'Weekly'", "reminder", "repeat"),
        spoil=f"{_of(note)}.reminder = {quoted(at[:-1] + '1')}",
        moves=(
            tap("Notes"), tap(note.title), tap("Reminder"), tap("Choose a date and time"),
            tap("March 13, 2026"), tap(f"{weekday}, March {day}"), tap("OK"), tap("08:00"),
            typed("Hour", f"{hour:02}"),
            typed("Minute", "30"), tap("OK"), tap("Repeat"), tap("Weekly"), tap("Save"),
        ),
        kind="added",
    )  # fmt: skip


def look_up(w: PhoneState, chance: Random) -> Recipe:
    """Find something that is written in a note."""
    title, what = chance.choice(
        (
            ("Guest Wi-Fi", "guest Wi-Fi password"),
            ("Locker", "number of my locker"),
            ("Parking", "number of the parking space where I left the car"),
        )
    )
    words = named(w, title).text
    answer = {
        "Guest Wi-Fi": words.rpartition(": ")[2],
        "Locker": words.removeprefix("Locker ").partition(",")[0],
        "Parking": words.rpartition(" ")[2],
    }[title]
    wrong = str(int(answer) + 7) if answer.isdigit() else f"{answer[:-1]}x"
    return question(
        "What is the {what}? I wrote it down in my notes.",
        {"what": what},
        answer=answer,
        wrong=wrong,
        moves=(tap("Notes"), typed("Search your notes", title), tap(title)),
        layout="changing",
    )


def bring_back(w: PhoneState, chance: Random) -> Recipe:
    """A note comes out of the bin, another from the archive stays."""
    note = chance.choice([n for n in w.notes.notes if n.binned])
    return job(
        'I deleted the note "{title}" by mistake. Restore it in Notes',
        {"title": note.title},
        holds=changed(note, "n.binned === false && n.archived === false", "binned", "archived"),
        spoil="s.notes.notes.filter(n => n.binned)[0].binned = false",
        moves=(tap("Notes"), tap("Open navigation menu"), tap("Bin"), tap(note.title), tap("Restore")),
    )


def throw_away(w: PhoneState, chance: Random) -> Recipe:
    """Two notes go to the bin."""
    first, second = sorted(chance.sample(plain(w), 2), key=lambda note: note.edited, reverse=True)
    ids = quoted([first.id, second.id])
    return job(
        'Delete the notes "{first}" and "{second}" in the Notes app',
        {"first": first.title, "second": second.title},
        holds=f"s.notes.notes.filter(n => {ids}.includes(n.id) && !n.binned).length === 0"
        f" && {untouched('notes.notes', but=f'{ids}.includes(x.id)', blind='edited')}",
        spoil="s.notes.notes.find(n => !n.binned).binned = true",
        moves=(tap("Notes"), held(first.title), tap(second.title), tap("More options"), tap("Delete")),
        layout="changing",
    )


def new_label(w: PhoneState, chance: Random) -> Recipe:
    """A label is made and put on a note."""
    label = chance.choice(
        [each for each in ("Urgent", "Music", "Club", "Family") if each not in w.notes.labels]
    )
    note = chance.choice(plain(w))
    return job(
        'Create the label "{label}" in Notes and put it on the note "{title}"',
        {"label": label, "title": note.title},
        holds=f"s.notes.labels.filter(l => l === {quoted(label)}).length === 1"
        f" && s.notes.labels.length === {len(w.notes.labels) + 1} && "
        + changed(note, f"n.labels.join() === {quoted(','.join((*note.labels, label)))}", "labels"),
        spoil=f"{_of(note)}.labels.shift()",
        moves=(
            tap("Notes"), tap(note.title), tap("More options"), tap("Labels"),
            typed("Enter label name", label),
            tap(f'Create "{label}"'),
        ),
    )  # fmt: skip


def rename_label(w: PhoneState, chance: Random) -> Recipe:
    """A label gets another name, and another one is deleted."""
    old, gone = chance.sample(w.notes.labels[:4], 2)
    new = chance.choice([each for each in (*LABELS, "Errands", "Club") if each not in w.notes.labels])
    wanted = [new if each == old else each for each in w.notes.labels if each != gone]
    return job(
        'In Notes, rename the label "{old}" to "{new}" and delete the label "{gone}"',
        {"old": old, "new": new, "gone": gone},
        holds=f"s.notes.labels.join() === {quoted(','.join(wanted))}"
        f" && {titles('s.notes.notes')} === {titles('begin.notes.notes')}"
        f" && s.notes.notes.map(n => n.labels.join()).join('|') === begin.notes.notes.map(n => n.labels"
        f".filter(l => l !== {quoted(gone)}).map(l => l === {quoted(old)} ? {quoted(new)} : l).join())"
        ".join('|')",
        spoil=f"s.notes.labels.push({quoted(gone)})",
        moves=(
            tap("Notes"), tap("More options"), tap("Edit labels"), tap(f"Rename {old}"),
            typed("Label name", new),
            tap("Rename"), tap(f"Delete {gone}"), tap("Delete"),
        ),
    )  # fmt: skip


def reminder_times(w: PhoneState, chance: Random) -> Recipe:
    """Two settings: when the morning is, and where new items go."""
    hour = chance.choice([each for each in range(5, 12) if f"{each:02}:15" != w.notes.morning])
    time = f"{hour:02}:15"
    return job(
        "In the settings of Notes, set the morning time for reminders to {time}"
        ' and turn off "Add new items to bottom"',
        {"time": time},
        holds=f"s.notes.morning === {quoted(time)} && s.notes.new_at_bottom === false"
        f" && {fields_untouched('notes', but=['morning', 'new_at_bottom'])}",
        spoil="s.notes.checked_to_bottom = false",
        moves=(
            tap("Notes"), tap("More options"), tap("Settings"), tap("Add new items to bottom"),
            tap("Morning"),
            typed("Hour", f"{hour:02}"), typed("Minute", "15"), tap("OK"), BACK,
        ),
    )  # fmt: skip


NOTES: Mapping[str, Maker] = MappingProxyType(
    {
        "notes-write": write_note,
        "notes-list": write_list,
        "notes-tick-off": tick_off,
        "notes-remind": remind,
        "notes-look-up": look_up,
        "notes-restore": bring_back,
        "notes-delete-two": throw_away,
        "notes-new-label": new_label,
        "notes-labels": rename_label,
        "notes-settings": reminder_times,
    }
)
