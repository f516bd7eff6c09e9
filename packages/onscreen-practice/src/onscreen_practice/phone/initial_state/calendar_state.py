"""What the calendar holds when the phone begins: five weeks of appointments, some of which repeat."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.people_state import Person

TODAY = date(2026, 3, 12)
_WITH = (
    "Lunch with {name}", "Coffee with {name}", "Call with {name}", "Walk with {name}", "Review with {name}",
    "Dinner with {name}", "Tennis with {name}",
)  # fmt: skip
_HOURS = {"Lunch": (12, 14), "Dinner": (18, 21), "Coffee": (9, 17), "Choir": (18, 20), "Book": (18, 20)}
_ALONE = (
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
_INVITED = ("Project kickoff", "Garden party", "Interview panel", "School play", "Farewell drinks")
_ALL_DAY = ("Conference", "Visit from the family", "Public holiday", "Inventory", "Moving day")
_CALENDARS = ("Family", "Personal", "Work")


class Guest(msgspec.Struct, frozen=True):
    """Somebody invited; `reply` is yes, no, maybe or empty."""

    name: str
    email: str
    reply: str = ""


class Event(msgspec.Struct, frozen=True):
    """An appointment, days as YYYY-MM-DD and times as HH:MM.

    `repeat` is empty, daily, weekdays, weekly, monthly or yearly, until the day `until` (empty: for ever)
    but not on the days of `skip`. `organizer` is empty for one's own; `reply` answers another's invitation.
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
    """All appointments, the calendars shown, and what new ones begin with."""

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


def calendar(chance: Random, *, cast: tuple[Person, ...]) -> Calendar:
    """Make up 18 appointments on their own, four that repeat, two all day long and two invitations."""
    people = chance.sample(cast, 9)
    titles = [words.format(name=who.first) for words, who in zip(_WITH, people[:7], strict=True)]
    meetings = [(title, who) for title, who in zip(titles, people[:7], strict=True)]
    alone = chance.sample(_ALONE, 11)
    days = chance.sample(range(-10, 36), 18)
    events = [
        _single(chance, i, day=days[i], title=title, guest=who) for i, (title, who) in enumerate(meetings)
    ]
    events += [
        _single(chance, 7 + i, day=days[7 + i], title=title, guest=None) for i, title in enumerate(alone)
    ]
    return Calendar((*events, *_repeated(chance), *_whole_days(chance), *_invitations(chance, people[7:])))


def _single(chance: Random, i: int, *, day: int, title: str, guest: Person | None) -> Event:
    first, last = _HOURS.get(title.split(maxsplit=1)[0], (8, 19))
    start = chance.choice(range(first * 60, last * 60, 15))
    on = _day(day)
    return Event(
        f"event{i}",
        title,
        on,
        on,
        _time(start),
        _time(start + chance.choice((30, 45, 60, 90, 120))),
        place=chance.choice((*_PLACES, "")),
        guests=(Guest(guest.name, guest.email, chance.choice(("yes", "maybe", ""))),) if guest else (),
        calendar=chance.choice(_CALENDARS),
        notes=chance.choice(_NOTES),
        reminders=chance.choice(((10,), (30,), (60,), ())),
    )


def _repeated(chance: Random) -> tuple[Event, ...]:
    monday = TODAY - timedelta(days=TODAY.weekday() + 14)
    made = (
        ("Team meeting", "weekly", chance.randint(0, 4), 9 * 60 + chance.choice((0, 30)), 45, "Work"),
        (
            "Piano lesson",
            "weekly",
            chance.randint(0, 4),
            17 * 60 + chance.choice((0, 15, 30)),
            60,
            "Personal",
        ),
        ("Daily stand-up", "weekdays", 0, 8 * 60 + chance.choice((15, 30, 45)), 15, "Work"),
        ("Pay the rent", "monthly", chance.randint(0, 6), 7 * 60, 15, "Personal"),
    )
    return tuple(
        Event(
            f"series{i}", title, str(monday + timedelta(days=day)), str(monday + timedelta(days=day)),
            _time(start), _time(start + length), calendar=kind, repeat=repeat, reminders=(10,),
        )
        for i, (title, repeat, day, start, length, kind) in enumerate(made)
    )  # fmt: skip


def _whole_days(chance: Random) -> tuple[Event, ...]:
    first, second = chance.randint(2, 14), chance.randint(16, 30)
    titles = chance.sample(_ALL_DAY, 2)
    last = first + chance.choice((1, 2))
    return (
        _whole("whole0", titles[0], first=_day(first), last=_day(last)),
        _whole("whole1", titles[1], first=_day(second), last=_day(second)),
    )


def _whole(key: str, title: str, *, first: str, last: str) -> Event:
    kind = "Work" if title in {"Conference", "Inventory"} else "Family"
    return Event(key, title, first, last, all_day=True, calendar=kind, reminders=())


def _invitations(chance: Random, people: list[Person]) -> tuple[Event, ...]:
    titles, days = chance.sample(_INVITED, 2), chance.sample(range(3, 25), 2)
    starts = chance.sample(range(600, 1080, 30), 2)
    return tuple(
        Event(
            f"invited{i}", titles[i], _day(days[i]), _day(days[i]), _time(starts[i]), _time(starts[i] + 90),
            place=chance.choice(_PLACES), organizer=who.name,
            guests=(Guest(who.name, who.email, "yes"),), calendar="Work",
        )
        for i, who in enumerate(people)
    )  # fmt: skip


def _day(after: int) -> str:
    return str(TODAY + timedelta(days=after))


def _time(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"
