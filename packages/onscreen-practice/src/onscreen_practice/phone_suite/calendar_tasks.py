"""Tasks of the calendar."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.calendar_state import TODAY, Event
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, job, question
from onscreen_practice.phone_suite.unchanged_state import equal, fields_untouched, old_untouched
from onscreen_practice.task_recipe import Move, Recipe, quoted, tap, typed

_ALL = "s.calendar.events"
_TITLES = ("Plumber", "Passport photo", "Tax return", "Swimming", "Guitar practice", "Blood donation")


def spoken(day: date) -> str:
    """Return a day as the calendar names it, as in Thursday, March 12."""
    return f"{day:%A, %B} {day.day}"


def picked(button: str, day: date, *, shown: date = TODAY) -> tuple[Move, ...]:
    """Return the moves that choose a day where the month of another one is shown."""
    months = (day.year - shown.year) * 12 + day.month - shown.month
    turn = tap("Next month" if months > 0 else "Previous month")
    return tap(button), *(turn for _ in range(abs(months))), tap(spoken(day)), tap("OK")


def timed(button: str, time: str) -> tuple[Move, ...]:
    """Return the moves that set a time."""
    hour, minute = time.split(":")
    return tap(button), typed("Hour", hour), typed("Minute", minute), tap("OK")


def searched(title: str) -> tuple[Move, ...]:
    """Return the moves that open an appointment of this title."""
    return tap("Calendar"), tap("Search"), typed("Search events", title), tap(title)


def added(w: PhoneState, title: str, *, day: date, also: str) -> str:
    """Return the condition that one appointment is new, with this title and day, and no other changed."""
    new = f"{_ALL}.filter(e => /^n/.test(e.id))"
    named = f"e.title.trim().toLowerCase() === {quoted(title.lower())}"
    dated = f"e.day === {quoted(str(day))} && e.end_day === e.day && e.repeat === ''"
    return f"{new}.length === 1 && {new}.every(e => {named} && {dated} && {also}) && {_others(w, more=1)}"


def _others(w: PhoneState, *ids: str, more: int = 0) -> str:
    """Return the condition that all others are as they were, and that there are so many more now."""
    count = len(w.calendar.events) + more
    return f"{old_untouched('calendar.events', but=ids)} && {_ALL}.length === {count}"


def coming(w: PhoneState) -> list[Event]:
    """Return what is on its own, has a time and lies ahead."""
    return [each for each in w.calendar.events if each.id.startswith("event") and each.day > str(TODAY)]


def _ahead(chance: Random, *, most: int = 40) -> date:
    return TODAY + timedelta(days=chance.randint(2, most))


def create(w: PhoneState, chance: Random) -> Recipe:
    """A new appointment of an hour on a day."""
    day, hour, title = _ahead(chance), chance.randint(8, 19), chance.choice(_TITLES)
    start, end = f"{hour:02}:15", f"{hour + 1:02}:15"
    return job(
        "Put {title} into the calendar on {day} from {start} to {end}",
        {"title": title, "day": spoken(day), "start": start, "end": end},
        holds=added(w, title, day=day, also=f"e.start === {quoted(start)} && e.end === {quoted(end)}"),
        spoil=f"{_ALL}.at(-1).day = {quoted(str(day + timedelta(days=7)))}",
        moves=(
            tap("Calendar"),
            tap("Create event"),
            typed("Add title", title),
            *picked("Start date", day),
            *timed("Start time", start),
            tap("Save"),
        ),
    )


def invite(w: PhoneState, chance: Random) -> Recipe:
    """A new appointment with two guests and a place."""
    people = sorted(chance.sample(w.people, 2), key=lambda each: each.name)
    title, place = (
        chance.choice(("Picnic", "Board games", "Planning")),
        chance.choice(("Town Hall", "Room 9")),
    )
    hour = chance.randint(13, 20)
    start = f"{hour:02}:00"
    mails = sorted(each.email for each in people)
    also = (
        f"e.start === {quoted(start)} && e.place.trim() === {quoted(place)}"
        f" && {equal('e.guests.map(g => g.email).sort()', mails)}"
    )
    return job(
        "Create the event {title} in Calendar today at {start}, invite {first} and {second},"
        " and give {place} as the location",
        {"title": title, "start": start, "first": people[0].name, "second": people[1].name, "place": place},
        holds=added(w, title, day=TODAY, also=also),
        spoil=f"{_ALL}.at(-1).guests.pop()",
        moves=(
            tap("Calendar"),
            tap("Create event"),
            typed("Add title", title),
            *timed("Start time", start),
            tap("Add guests"),
            *(tap(each.name) for each in people),
            tap("Done"),
            typed("Location", place),
            tap("Save"),
        ),
        kind="added",
    )


def move(w: PhoneState, chance: Random) -> Recipe:
    """An appointment goes to another day at the same time."""
    event = chance.choice(coming(w))
    now = date.fromisoformat(event.day)
    day = chance.choice([d for n in range(1, 40) if (d := TODAY + timedelta(days=n)) != now])
    kept = ("title", "start", "end", "place", "guests", "calendar", "repeat")
    rest = equal(f"{quoted(kept)}.map(k => e[k])", [getattr(event, key) for key in kept])
    return job(
        "Move {title} in the calendar from {old} to {new}, at the same time of day",
        {"title": event.title, "old": spoken(now), "new": spoken(day)},
        holds=f"{_others(w, event.id)} && {_ALL}.some(e => e.id === {quoted(event.id)}"
        f" && e.day === {quoted(str(day))} && e.end_day === e.day && {rest})",
        spoil=f"{_ALL}.find(e => e.id === {quoted(event.id)}).start = '00:00'",
        moves=(
            *searched(event.title),
            tap("Edit event"),
            *picked("Start date", day, shown=now),
            tap("Save"),
        ),
        layout="changing",
    )


def delete(w: PhoneState, chance: Random) -> Recipe:
    """An appointment is cancelled."""
    event, other = chance.sample(coming(w), 2)
    return job(
        "Delete the event {title} on {day} from my calendar",
        {"title": event.title, "day": spoken(date.fromisoformat(event.day))},
        holds=f"{_others(w, event.id, more=-1)} && !{_ALL}.some(e => e.id === {quoted(event.id)})",
        spoil=f"{_ALL} = {_ALL}.filter(e => e.id !== {quoted(other.id)})",
        moves=(*searched(event.title), tap("More options"), tap("Delete"), tap("Delete")),
        layout="changing",
    )


def skip_one(w: PhoneState, chance: Random) -> Recipe:
    """One of an appointment that repeats is cancelled, the series stays."""
    series = chance.choice([each for each in w.calendar.events if each.repeat == "weekly"])
    first = date.fromisoformat(series.day)
    days = [day for n in range(2, 5) if (day := first + timedelta(days=7 * n)) > TODAY]
    day = chance.choice(days[:2])
    whole = {**_fields(series), "skip": [str(day)]}
    return job(
        "Cancel the {title} on {day} in Calendar, but only that one",
        {"title": series.title, "day": spoken(day)},
        holds=f"{_others(w, series.id)} && {equal(f'{_ALL}.find(e => e.id === {quoted(series.id)})', whole)}",
        spoil=f"{_ALL}.find(e => e.id === {quoted(series.id)}).until = {quoted(str(day))}",
        moves=(
            tap("Calendar"),
            tap(spoken(day)),
            tap(f"{series.title}, "),
            tap("More options"),
            tap("Delete"),
            tap("This event"),
        ),
        kind="added",
        layout="changing",
    )


def answer(w: PhoneState, chance: Random) -> Recipe:
    """An invitation is answered."""
    event = chance.choice([each for each in w.calendar.events if each.organizer])
    reply = chance.choice(("Yes", "No", "Maybe"))
    whole = {**_fields(event), "reply": reply.lower()}
    return job(
        "{who} invited me to {title}. Answer {reply} in the calendar.",
        {"who": event.organizer, "title": event.title, "reply": reply.lower()},
        holds=f"{_others(w, event.id)} && {equal(f'{_ALL}.find(e => e.id === {quoted(event.id)})', whole)}",
        spoil=f"{_ALL}.find(e => e.id === {quoted(event.id)}).reply = ''",
        moves=(*searched(event.title), tap(reply)),
    )


def where(w: PhoneState, chance: Random) -> Recipe:
    """Read where something takes place."""
    event = chance.choice([each for each in coming(w) if each.place])
    wrong = next(each.place for each in w.calendar.events if each.place not in {"", event.place})
    return question(
        "According to my calendar, where does {title} on {day} take place?",
        {"title": event.title, "day": spoken(date.fromisoformat(event.day))},
        answer=event.place,
        wrong=wrong,
        moves=searched(event.title),
        layout="changing",
    )


def defaults(w: PhoneState, chance: Random) -> Recipe:
    """Two settings for new appointments."""
    del w
    length = chance.choice((15, 30, 90, 120))
    minutes, words = chance.choice(((10, "10 minutes"), (60, "1 hour"), (1440, "1 day")))
    return job(
        "In the Calendar settings, make new events {length} minutes long by default,"
        " with a notification {words} before",
        {"length": str(length), "words": words},
        holds=f"s.calendar.length_min === {length} && s.calendar.reminder_min === {minutes}"
        f" && {fields_untouched('calendar', but=['length_min', 'reminder_min', 'view'])}",
        spoil="s.calendar.reminder_min = 30",
        moves=(
            tap("Calendar"),
            tap("More options"),
            tap("Settings"),
            tap("Default event duration"),
            tap(f"{length} minutes"),
            tap("Default notification"),
            tap(f"{words} before"),
        ),
    )


def whole_day(w: PhoneState, chance: Random) -> Recipe:
    """A day is kept free, no application is named."""
    day, title = _ahead(chance), chance.choice(("Family day", "Painting the flat", "Museum trip"))
    return job(
        "Keep the whole day free on {day}: note it down as an all-day event called {title}",
        {"day": spoken(day), "title": title},
        holds=added(w, title, day=day, also="e.all_day"),
        spoil=f"{_ALL}.at(-1).end_day = {quoted(str(day + timedelta(days=1)))}",
        moves=(
            tap("Calendar"),
            tap("Create event"),
            typed("Add title", title),
            tap("All-day"),
            *picked("Start date", day),
            tap("Save"),
        ),
        kind="abstract",
    )


def hide(w: PhoneState, chance: Random) -> Recipe:
    """Two of four calendars are no longer shown."""
    names = sorted(chance.sample(w.calendar.calendars, 2))
    return job(
        "Hide the calendars {first} and {second}, so that only the other two are shown",
        {"first": names[0], "second": names[1]},
        holds=f"{equal('[...s.calendar.hidden].sort()', names)}"
        f" && {fields_untouched('calendar', but=['hidden', 'view'])}",
        spoil="s.calendar.hidden.pop()",
        moves=(
            tap("Calendar"),
            tap("More options"),
            tap("Calendars"),
            *(tap(each) for each in names),
            tap("Done"),
        ),
        layout="changing",
    )


def _fields(event: Event) -> dict[str, object]:
    return {key: getattr(event, key) for key in Event.__struct_fields__}


CALENDAR: Mapping[str, Maker] = MappingProxyType(
    {
        "calendar-create": create,
        "calendar-invite": invite,
        "calendar-move": move,
        "calendar-delete": delete,
        "calendar-skip-one": skip_one,
        "calendar-answer": answer,
        "calendar-where": where,
        "calendar-defaults": defaults,
        "calendar-whole-day": whole_day,
        "calendar-hide": hide,
    }
)
