"""Cross-application tasks that involve the Clock, Calendar, Contacts, Phone, or Messages app."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.calendar_state import TODAY
from onscreen_practice.phone.state_mutations import put
from onscreen_practice.phone_suite.calendar_tasks import (
    find_upcoming_events,
    format_day,
    new_event,
    open_event,
    pick_day,
    pick_time,
)
from onscreen_practice.phone_suite.clock_tasks import new_alarm
from onscreen_practice.phone_suite.contacts_tasks import new_contact
from onscreen_practice.phone_suite.dialer_tasks import WRONG_CALL, call_made, find_contact_name
from onscreen_practice.phone_suite.messages_tasks import spoil_message, text_sent
from onscreen_practice.phone_suite.task_helpers import TaskFactory, state_is, state_task
from onscreen_practice.state.value_patterns import Digits, Text
from onscreen_practice.task_recipe import HOME, TaskRecipe, tap, type_text

_CLINIC = "50505"


def add_appointment_from_text(state: PhoneState, _: Random) -> TaskRecipe:
    """Create a task to add an appointment from a text message to the calendar."""
    thread = next(each for each in state.messages.threads if each.numbers == (_CLINIC,))
    week = (TODAY + timedelta(days=n) for n in range(1, 8))
    day = next(day for day in week if f"{day:%A}" == thread.facts["day"])
    start = thread.facts["time"]
    return state_task(
        "A text message from {number} names the weekday and time of an appointment. Add it to the calendar"
        " as Checkup, on the first such weekday after today",
        {"number": _CLINIC},
        check=state_is(new_event("Checkup", day, start=start, all_day=False)),
        spoil=put("calendar.events[+].day", str(day + timedelta(days=7))),
        moves=(
            tap("Messages"),
            tap(_CLINIC),
            HOME,
            tap("Calendar"),
            tap("Create event"),
            type_text("Add title", "Checkup"),
            *pick_day("Start date", day),
            *pick_time("Start time", start),
            tap("Save"),
        ),
        layout="changing",
    )


def call_host(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to call the person who sent a calendar invitation.

    The instruction does not name the app.
    """
    event = rng.choice([each for each in state.calendar.events if each.organizer])
    host = next(each for each in state.contacts.entries if each.name == event.organizer)
    numbers = tuple(line.value for line in host.phones)
    which = (tap(f"{numbers[0]} ("),) if len(numbers) > 1 else ()
    return state_task(
        "Call whoever invited me to {title}",
        {"title": event.title},
        check=call_made(*numbers),
        spoil=WRONG_CALL,
        moves=(*open_event(event.title), tap(host.name), tap("Call"), *which),
        kind="abstract",
        layout="changing",
    )


def set_alarm_for_event(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to set an alarm for a calendar event's start time, labeled with its title."""
    event = rng.choice(find_upcoming_events(state))
    return state_task(
        "Set an alarm for the time of day at which {title} on {day} begins, with {title} as its label",
        {"title": event.title, "day": format_day(date.fromisoformat(event.day))},
        check=state_is(new_alarm(time=event.start, label=Text(event.title), days=[])),
        spoil=put("clock.alarms[+].label", ""),
        moves=(
            *open_event(event.title),
            HOME,
            tap("Clock"),
            tap("Add alarm"),
            *pick_time("Time 07:00", event.start),
            type_text("Label", event.title),
            tap("Save"),
        ),
        kind="added",
        layout="changing",
    )


def save_caller(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to find an unknown caller's number in the call history and save it as a contact."""
    number = next(
        call.number for call in state.phone.calls if find_contact_name(state, call.number) == call.number
    )
    first, last = rng.choice((("Ingrid", "Vale"), ("Tomas", "Birch"), ("Leila", "Stone"), ("Mats", "Heron")))
    return state_task(
        "The most recent call with a number that is not in my contacts was with {name}."
        " Save that number under this name",
        {"name": f"{first} {last}"},
        check=state_is(new_contact(first, last, phones=[{"value": Digits(number)}])),
        spoil=put("contacts.entries[+].phones[0].value", "558-0000"),
        moves=(
            tap("Phone"),
            tap(number),
            tap("Add contact"),
            type_text("First name", first),
            type_text("Last name", last),
            tap("Save"),
        ),
        layout="changing",
    )


def text_location(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to text a calendar event's location to a contact."""
    event = rng.choice([each for each in find_upcoming_events(state) if each.place])
    who = rng.choice(state.people)
    return state_task(
        "Text {name} the location of {title}, just as the calendar has it, and nothing else",
        {"name": who.name, "title": event.title},
        check=text_sent(state, who, text=event.place, files=[]),
        spoil=spoil_message("text", f"{event.place}?"),
        moves=(
            *open_event(event.title),
            HOME,
            tap("Messages"),
            tap("Start chat"),
            tap(who.name),
            type_text("Text message", event.place),
            tap("Send"),
        ),
        layout="changing",
    )


CROSS_APP_PEOPLE_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "across-appointment-from-text": add_appointment_from_text,
        "across-call-host": call_host,
        "across-alarm-for-event": set_alarm_for_event,
        "across-save-caller": save_caller,
        "across-text-place": text_location,
    }
)
