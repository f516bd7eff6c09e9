"""Initial state of the calendar app, with single and recurring events over several weeks."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.people_state import Person

TODAY = date(2026, 3, 12)
_MEETING_TITLES = (
    "Lunch with {name}", "Coffee with {name}", "Call with {name}", "Walk with {name}", "Review with {name}",
    "Dinner with {name}", "Tennis with {name}",
)  # fmt: skip
_HOUR_RANGES = {"Lunch": (12, 14), "Dinner": (18, 21), "Coffee": (9, 17), "Choir": (18, 20), "Book": (18, 20)}
_SOLO_TITLES = (
    "Dentist", "Haircut", "Car inspection", "Budget review", "Parents' evening", "Choir practice", "Eye test",
    "Pick up the parcel", "Book club", "Yoga class", "Language course", "House viewing",
)  # fmt: skip
_PLACES = (
    "Cafe Central", "Room 4B", "City Library", "Harbor Hall", "Main Street 12", "Town Hall", "Riverside Park",
    "Station North",
)  # fmt: skip
_NOTES = (
    "Bring the documents",
    "Ask about the invoice",
    "Second floor, ring twice",
    "Wear good shoes",
    "",
    "",
)
_INVITATION_TITLES = ("Project kickoff", "Garden party", "Interview panel", "School play", "Farewell drinks")
_ALL_DAY_TITLES = ("Conference", "Visit from the family", "Public holiday", "Inventory", "Moving day")
_CALENDARS = ("Family", "Personal", "Work")


class Guest(msgspec.Struct, frozen=True):
    """A guest invited to a calendar event.

    `reply` is yes, no, maybe or empty.
    """

    name: str
    email: str
    reply: str = ""


class Event(msgspec.Struct, frozen=True):
    """A calendar event, which may recur.

    Days are given as YYYY-MM-DD and times as HH:MM.

    `repeat` is empty, daily, weekdays, weekly, monthly or yearly. Repetition ends on the day `until` (never
    if empty) and excludes the days in `skip`. `organizer` is empty for the owner's events; `reply` is the
    owner's answer to an invitation.
    """

    id: str
    title: str
    day: str
    end_day: str
    start: str = ""
    end: str = ""
    all_day: bool = False
    place: str = ""
    guests: tuple[Guest, ...] = ()
    calendar: str = "Personal"
    notes: str = ""
    reminders: tuple[int, ...] = (30,)
    repeat: str = ""
    until: str = ""
    skip: tuple[str, ...] = ()
    organizer: str = ""
    reply: str = ""


class Calendar(msgspec.Struct, frozen=True):
    """State of the calendar app: events, calendars and default settings for new events."""

    events: tuple[Event, ...]
    calendars: tuple[str, ...] = (*_CALENDARS, "Birthdays")
    hidden: tuple[str, ...] = ()
    view: str = "schedule"
    week_start: str = "Monday"
    length_min: int = 60
    reminder_min: int = 30
    default_calendar: str = "Personal"
    show_declined: bool = True
    week_numbers: bool = False


def build_calendar_state(rng: Random, *, people: tuple[Person, ...]) -> Calendar:
    """Generate 18 single, four recurring and two all-day events, and two invitations to events."""
    acquaintances = rng.sample(people, 9)
    titles = [
        words.format(name=who.first) for words, who in zip(_MEETING_TITLES, acquaintances[:7], strict=True)
    ]
    meetings = [(title, who) for title, who in zip(titles, acquaintances[:7], strict=True)]
    solo_titles = rng.sample(_SOLO_TITLES, 11)
    days = rng.sample(range(-10, 36), 18)
    events = [
        _build_event(rng, i, day=days[i], title=title, guest=who) for i, (title, who) in enumerate(meetings)
    ]
    events += [
        _build_event(rng, 7 + i, day=days[7 + i], title=title, guest=None)
        for i, title in enumerate(solo_titles)
    ]
    return Calendar(
        (
            *events,
            *_build_recurring_events(rng),
            *_build_all_day_events(rng),
            *_build_invitations(rng, acquaintances[7:]),
        )
    )


def _build_event(rng: Random, i: int, *, day: int, title: str, guest: Person | None) -> Event:
    first_hour, last_hour = _HOUR_RANGES.get(title.split(maxsplit=1)[0], (8, 19))
    start = rng.choice(range(first_hour * 60, last_hour * 60, 15))
    date_text = _format_day(day)
    return Event(
        f"event{i}",
        title,
        date_text,
        date_text,
        _format_time(start),
        _format_time(start + rng.choice((30, 45, 60, 90, 120))),
        place=rng.choice((*_PLACES, "")),
        guests=(Guest(guest.name, guest.email, rng.choice(("yes", "maybe", ""))),) if guest else (),
        calendar=rng.choice(_CALENDARS),
        notes=rng.choice(_NOTES),
        reminders=rng.choice(((10,), (30,), (60,), ())),
    )


def _build_recurring_events(rng: Random) -> tuple[Event, ...]:
    monday = TODAY - timedelta(days=TODAY.weekday() + 14)
    series = (
        ("Team meeting", "weekly", rng.randint(0, 4), 9 * 60 + rng.choice((0, 30)), 45, "Work"),
        (
            "Piano lesson",
            "weekly",
            rng.randint(0, 4),
            17 * 60 + rng.choice((0, 15, 30)),
            60,
            "Personal",
        ),
        ("Daily stand-up", "weekdays", 0, 8 * 60 + rng.choice((15, 30, 45)), 15, "Work"),
        ("Pay the rent", "monthly", rng.randint(0, 6), 7 * 60, 15, "Personal"),
    )
    return tuple(
        Event(
            f"series{i}", title, str(monday + timedelta(days=day)), str(monday + timedelta(days=day)),
            _format_time(start), _format_time(start + length), calendar=calendar_name, repeat=repeat,
            reminders=(10,),
        )
        for i, (title, repeat, day, start, length, calendar_name) in enumerate(series)
    )  # fmt: skip


def _build_all_day_events(rng: Random) -> tuple[Event, ...]:
    first, second = rng.randint(2, 14), rng.randint(16, 30)
    titles = rng.sample(_ALL_DAY_TITLES, 2)
    last = first + rng.choice((1, 2))
    return (
        _build_all_day_event("whole0", titles[0], first=_format_day(first), last=_format_day(last)),
        _build_all_day_event("whole1", titles[1], first=_format_day(second), last=_format_day(second)),
    )


def _build_all_day_event(key: str, title: str, *, first: str, last: str) -> Event:
    calendar_name = "Work" if title in {"Conference", "Inventory"} else "Family"
    return Event(key, title, first, last, all_day=True, calendar=calendar_name, reminders=())


def _build_invitations(rng: Random, organizers: list[Person]) -> tuple[Event, ...]:
    titles, days = rng.sample(_INVITATION_TITLES, 2), rng.sample(range(3, 25), 2)
    starts = rng.sample(range(600, 1080, 30), 2)
    return tuple(
        Event(
            f"invited{i}", titles[i], _format_day(days[i]), _format_day(days[i]),
            _format_time(starts[i]), _format_time(starts[i] + 90),
            place=rng.choice(_PLACES), organizer=who.name,
            guests=(Guest(who.name, who.email, "yes"),), calendar="Work",
        )
        for i, who in enumerate(organizers)
    )  # fmt: skip


def _format_day(days_ahead: int) -> str:
    return str(TODAY + timedelta(days=days_ahead))


def _format_time(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"
