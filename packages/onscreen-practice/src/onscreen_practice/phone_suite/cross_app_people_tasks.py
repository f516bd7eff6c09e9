"""Tasks that need clock, calendar, contacts, dialer or messages together."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.calendar_state import TODAY
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.calendar_tasks import added, coming, picked, searched, spoken, timed
from onscreen_practice.phone_suite.clock_tasks import only_new_alarm
from onscreen_practice.phone_suite.contacts_tasks import dials, only_new_contact
from onscreen_practice.phone_suite.messages_tasks import sent, spoiled
from onscreen_practice.phone_suite.phone_task import Maker, job
from onscreen_practice.phone_suite.phone_tasks import WRONG_CALL, called, name_of
from onscreen_practice.task_recipe import HOME, Recipe, quoted, tap, typed

_CLINIC = "50505"


def appointment_from_text(w: PhoneState, _: Random) -> Recipe:
    """An appointment that a text message tells goes into the calendar."""
    thread = next(each for each in w.messages.threads if each.numbers == (_CLINIC,))
    week = (TODAY + timedelta(days=n) for n in range(1, 8))
    day = next(day for day in week if f"{day:%A}" == thread.facts["day"])
    start = thread.facts["time"]
    return job(
        "A text message from {number} names the weekday and time of an appointment. Add it to the calendar"
        " as Checkup, on the first such weekday after today",
        {"number": _CLINIC},
        holds=added(w, "Checkup", day=day, also=f"e.start === {quoted(start)} && !e.all_day"),
        spoil=f"s.calendar.events.at(-1).day = {quoted(str(day + timedelta(days=7)))}",
        moves=(
            tap("Messages"),
            tap(_CLINIC),
            HOME,
            tap("Calendar"),
            tap("Create event"),
            typed("Add title", "Checkup"),
            *picked("Start date", day),
            *timed("Start time", start),
            tap("Save"),
        ),
        layout="changing",
    )


def call_host(w: PhoneState, chance: Random) -> Recipe:
    """Whoever invites to something in the calendar is called, no application is named."""
    event = chance.choice([each for each in w.calendar.events if each.organizer])
    host = next(each for each in w.contacts.entries if each.name == event.organizer)
    numbers = tuple(line.value for line in host.phones)
    which = (tap(f"{numbers[0]} ("),) if len(numbers) > 1 else ()
    return job(
        "Call whoever invited me to {title}",
        {"title": event.title},
        holds=called(w, *numbers),
        spoil=WRONG_CALL,
        moves=(*searched(event.title), tap(host.name), tap("Call"), *which),
        kind="abstract",
        layout="changing",
    )


def alarm_for_event(w: PhoneState, chance: Random) -> Recipe:
    """An alarm rings when something in the calendar begins, and bears its name."""
    event = chance.choice(coming(w))
    is_new = f"a.time === {quoted(event.start)} && a.on && a.label.trim() === {quoted(event.title)}"
    return job(
        "Set an alarm for the time of day at which {title} on {day} begins, with {title} as its label",
        {"title": event.title, "day": spoken(date.fromisoformat(event.day))},
        holds=only_new_alarm(f"{is_new} && a.days.length === 0"),
        spoil="s.clock.alarms.at(-1).label = ''",
        moves=(
            *searched(event.title),
            HOME,
            tap("Clock"),
            tap("Add alarm"),
            *timed("Time 07:00", event.start),
            typed("Label", event.title),
            tap("Save"),
        ),
        kind="added",
        layout="changing",
    )


def save_caller(w: PhoneState, chance: Random) -> Recipe:
    """The number of an unknown caller becomes a contact."""
    number = next(call.number for call in w.phone.calls if name_of(w, call.number) == call.number)
    first, last = chance.choice(
        (("Ingrid", "Vale"), ("Tomas", "Birch"), ("Leila", "Stone"), ("Mats", "Heron"))
    )
    is_new = f"c.phones.length === 1 && {dials(number)}"
    return job(
        "The most recent call with a number that is not in my contacts was with {name}."
        " Save that number under this name",
        {"name": f"{first} {last}"},
        holds=only_new_contact(w, f"{first} {last}", also=is_new),
        spoil="s.contacts.entries.at(-1).phones[0].value = '558-0000'",
        moves=(
            tap("Phone"),
            tap(number),
            tap("Add contact"),
            typed("First name", first),
            typed("Last name", last),
            tap("Save"),
        ),
        layout="changing",
    )


def text_place(w: PhoneState, chance: Random) -> Recipe:
    """Somebody gets the place of something in the calendar as a message."""
    event = chance.choice([each for each in coming(w) if each.place])
    who = chance.choice(w.people)
    return job(
        "Text {name} the location of {title}, just as the calendar has it, and nothing else",
        {"name": who.name, "title": event.title},
        holds=sent(w, who, text=event.place),
        spoil=spoiled("m.text += '?'"),
        moves=(
            *searched(event.title),
            HOME,
            tap("Messages"),
            tap("Start chat"),
            tap(who.name),
            typed("Text message", event.place),
            tap("Send"),
        ),
        layout="changing",
    )


ACROSS_A: Mapping[str, Maker] = MappingProxyType(
    {
        "across-appointment-from-text": appointment_from_text,
        "across-call-host": call_host,
        "across-alarm-for-event": alarm_for_event,
        "across-save-caller": save_caller,
        "across-text-place": text_place,
    }
)
