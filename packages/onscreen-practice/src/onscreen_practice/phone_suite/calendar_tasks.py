"""Task factories for the Calendar app of the simulated phone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.calendar_state import TODAY, Event
from onscreen_practice.phone.state_mutations import delete, put
from onscreen_practice.phone_suite.task_helpers import TaskFactory, question_task, state_is, state_task
from onscreen_practice.state.expected_changes import Change, adds, becomes, removes
from onscreen_practice.state.value_patterns import Expected, ExpectedFields, Text, any_order
from onscreen_practice.task_recipe import Move, TaskRecipe, tap, type_text

_TITLES = ("Plumber", "Passport photo", "Tax return", "Swimming", "Guitar practice", "Blood donation")


def format_day(day: date) -> str:
    """Format a date as the Calendar app displays it, such as "Thursday, March 12"."""
    return f"{day:%A, %B} {day.day}"


def pick_day(button: str, day: date, *, shown: date = TODAY) -> tuple[Move, ...]:
    """Build the UI actions that select a date in a date picker.

    The date picker opens at the month of `shown`.
    """
    months = (day.year - shown.year) * 12 + day.month - shown.month
    turn = tap("Next month" if months > 0 else "Previous month")
    return tap(button), *(turn for _ in range(abs(months))), tap(format_day(day)), tap("OK")


def pick_time(button: str, time: str) -> tuple[Move, ...]:
    """Build the UI actions that open a time picker and set the time."""
    hour, minute = time.split(":")
    return tap(button), type_text("Hour", hour), type_text("Minute", minute), tap("OK")


def open_event(title: str) -> tuple[Move, ...]:
    """Build the UI actions that find an event by its title and open it in the Calendar app."""
    return tap("Calendar"), tap("Search"), type_text("Search events", title), tap(title)


def new_event(title: str, day: date, **fields: Expected) -> Change:
    """Build the expected state change for one new event, ignoring the case of its title."""
    named: ExpectedFields = {
        "title": Text(title, ignore_case=True),
        "day": str(day),
        "end_day": str(day),
        "repeat": "",
    }
    return adds("calendar.events", {**named, **fields})


def find_upcoming_events(state: PhoneState) -> list[Event]:
    """List the future events that have a start time and do not repeat."""
    return [each for each in state.calendar.events if each.id.startswith("event") and each.day > str(TODAY)]


def _future_day(rng: Random, *, max_days: int = 40) -> date:
    return TODAY + timedelta(days=rng.randint(2, max_days))


def create_event(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add an event with a given date, start time, and end time to the calendar."""
    day, hour, title = _future_day(rng), rng.randint(8, 19), rng.choice(_TITLES)
    start, end = f"{hour:02}:15", f"{hour + 1:02}:15"
    return state_task(
        "Put {title} into the calendar on {day} from {start} to {end}",
        {"title": title, "day": format_day(day), "start": start, "end": end},
        check=state_is(new_event(title, day, start=start, end=end)),
        spoil=put("calendar.events[+].day", str(day + timedelta(days=7))),
        moves=(
            tap("Calendar"),
            tap("Create event"),
            type_text("Add title", title),
            *pick_day("Start date", day),
            *pick_time("Start time", start),
            tap("Save"),
        ),
    )


def create_event_with_guests(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add a calendar event with two guests and a location."""
    people = sorted(rng.sample(state.people, 2), key=lambda each: each.name)
    title, place = (
        rng.choice(("Picnic", "Board games", "Planning")),
        rng.choice(("Town Hall", "Room 9")),
    )
    hour = rng.randint(13, 20)
    start = f"{hour:02}:00"
    guests = any_order(*({"email": each.email} for each in people))
    return state_task(
        "Create the event {title} in Calendar today at {start}, invite {first} and {second},"
        " and give {place} as the location",
        {"title": title, "start": start, "first": people[0].name, "second": people[1].name, "place": place},
        check=state_is(new_event(title, TODAY, start=start, place=Text(place), guests=guests)),
        spoil=delete("calendar.events[+].guests[-1]"),
        moves=(
            tap("Calendar"),
            tap("Create event"),
            type_text("Add title", title),
            *pick_time("Start time", start),
            tap("Add guests"),
            *(tap(each.name) for each in people),
            tap("Done"),
            type_text("Location", place),
            tap("Save"),
        ),
        kind="added",
    )


def move_event(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to move a calendar event to another day without changing its time."""
    event = rng.choice(find_upcoming_events(state))
    now = date.fromisoformat(event.day)
    day = rng.choice([d for n in range(1, 40) if (d := TODAY + timedelta(days=n)) != now])
    path = f"calendar.events[id={event.id}]"
    return state_task(
        "Move {title} in the calendar from {old} to {new}, at the same time of day",
        {"title": event.title, "old": format_day(now), "new": format_day(day)},
        check=state_is(becomes(f"{path}.day", str(day)), becomes(f"{path}.end_day", str(day))),
        spoil=put(f"{path}.start", "00:00"),
        moves=(
            *open_event(event.title),
            tap("Edit event"),
            *pick_day("Start date", day, shown=now),
            tap("Save"),
        ),
        layout="changing",
    )


def delete_event(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to delete an event from the calendar."""
    event, other = rng.sample(find_upcoming_events(state), 2)
    return state_task(
        "Delete the event {title} on {day} from my calendar",
        {"title": event.title, "day": format_day(date.fromisoformat(event.day))},
        check=state_is(removes(f"calendar.events[id={event.id}]")),
        spoil=delete(f"calendar.events[id={other.id}]"),
        moves=(*open_event(event.title), tap("More options"), tap("Delete"), tap("Delete")),
        layout="changing",
    )


def cancel_occurrence(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to cancel a single occurrence of a recurring calendar event."""
    series = rng.choice([each for each in state.calendar.events if each.repeat == "weekly"])
    first = date.fromisoformat(series.day)
    days = [day for n in range(2, 5) if (day := first + timedelta(days=7 * n)) > TODAY]
    day = rng.choice(days[:2])
    return state_task(
        "Cancel the {title} on {day} in Calendar, but only that one",
        {"title": series.title, "day": format_day(day)},
        check=state_is(becomes(f"calendar.events[id={series.id}].skip", [*series.skip, str(day)])),
        spoil=put(f"calendar.events[id={series.id}].until", str(day)),
        moves=(
            tap("Calendar"),
            tap(format_day(day)),
            tap(f"{series.title}, "),
            tap("More options"),
            tap("Delete"),
            tap("This event"),
        ),
        kind="added",
        layout="changing",
    )


def answer_invitation(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to respond to an event invitation in the Calendar app."""
    event = rng.choice([each for each in state.calendar.events if each.organizer])
    reply = rng.choice(("Yes", "No", "Maybe"))
    return state_task(
        "{who} invited me to {title}. Answer {reply} in the calendar.",
        {"who": event.organizer, "title": event.title, "reply": reply.lower()},
        check=state_is(becomes(f"calendar.events[id={event.id}].reply", reply.lower())),
        spoil=put(f"calendar.events[id={event.id}].reply", ""),
        moves=(*open_event(event.title), tap(reply)),
    )


def find_location(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks for the location of a calendar event."""
    event = rng.choice([each for each in find_upcoming_events(state) if each.place])
    wrong = next(each.place for each in state.calendar.events if each.place not in {"", event.place})
    return question_task(
        "According to my calendar, where does {title} on {day} take place?",
        {"title": event.title, "day": format_day(date.fromisoformat(event.day))},
        answer=event.place,
        wrong=wrong,
        instead=[each.place for each in state.calendar.events if each.place],
        moves=open_event(event.title),
        layout="changing",
    )


def set_event_defaults(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to change the default length and notification time of new calendar events."""
    length = rng.choice((15, 30, 90, 120))
    minutes, words = rng.choice(((10, "10 minutes"), (60, "1 hour"), (1440, "1 day")))
    return state_task(
        "In the Calendar settings, make new events {length} minutes long by default,"
        " with a notification {words} before",
        {"length": str(length), "words": words},
        check=state_is(becomes("calendar.length_min", length), becomes("calendar.reminder_min", minutes)),
        spoil=put("calendar.reminder_min", 30),
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


def create_all_day_event(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add an all-day event to the calendar.

    The instruction does not name the app.
    """
    day, title = _future_day(rng), rng.choice(("Family day", "Painting the flat", "Museum trip"))
    return state_task(
        "Keep the whole day free on {day}: note it down as an all-day event called {title}",
        {"day": format_day(day), "title": title},
        check=state_is(new_event(title, day, all_day=True)),
        spoil=put("calendar.events[+].end_day", str(day + timedelta(days=1))),
        moves=(
            tap("Calendar"),
            tap("Create event"),
            type_text("Add title", title),
            tap("All-day"),
            *pick_day("Start date", day),
            tap("Save"),
        ),
        kind="abstract",
    )


def hide_calendars(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to hide two of the four calendars in the Calendar app."""
    names = sorted(rng.sample(state.calendar.calendars, 2))
    return state_task(
        "Hide the calendars {first} and {second}, so that only the other two are shown",
        {"first": names[0], "second": names[1]},
        check=state_is(becomes("calendar.hidden", any_order(*names))),
        spoil=delete("calendar.hidden[-1]"),
        moves=(
            tap("Calendar"),
            tap("More options"),
            tap("Calendars"),
            *(tap(each) for each in names),
            tap("Done"),
        ),
        layout="changing",
    )


CALENDAR: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "calendar-create": create_event,
        "calendar-invite": create_event_with_guests,
        "calendar-move": move_event,
        "calendar-delete": delete_event,
        "calendar-skip-one": cancel_occurrence,
        "calendar-answer": answer_invitation,
        "calendar-where": find_location,
        "calendar-defaults": set_event_defaults,
        "calendar-whole-day": create_all_day_event,
        "calendar-hide": hide_calendars,
    }
)
