"""Task factories for the Clock app of the simulated phone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.clock_state import WEEK
from onscreen_practice.phone.state_mutations import delete, put
from onscreen_practice.phone_suite.task_helpers import TaskFactory, question_task, state_is, state_task
from onscreen_practice.state.expected_changes import Change, adds, becomes, may_change, removes
from onscreen_practice.state.value_patterns import Expected, Text
from onscreen_practice.task_recipe import Move, TaskRecipe, tap, type_text


def _free_time(state: PhoneState, rng: Random) -> str:
    used_times = {alarm.time for alarm in state.clock.alarms}
    free = (f"{hour:02}:{minute:02}" for hour in range(5, 23) for minute in (5, 20, 35, 50))
    return rng.choice([time for time in free if time not in used_times])


def new_alarm(**fields: Expected) -> Change:
    """Build the expected state change for one new, enabled alarm with the given fields."""
    return adds("clock.alarms", {"on": True, **fields})


def _set_time(button: str, time: str) -> tuple[Move, ...]:
    """Build the UI actions that open a time picker and set the time."""
    hour, minute = time.split(":")
    return tap(button), type_text("Hour", hour), type_text("Minute", minute), tap("OK")


def set_alarm(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to set an alarm for a given time in the Clock app."""
    time = _free_time(state, rng)
    return state_task(
        "Set an alarm for {time} in the Clock app",
        {"time": time},
        check=state_is(new_alarm(time=time, days=[])),
        spoil=put("clock.alarms[+].time", f"{time[:-1]}1"),
        moves=(tap("Clock"), tap("Add alarm"), *_set_time("Time 07:00", time), tap("Save")),
    )


def switch_alarm(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to turn off an alarm without deleting it.

    The instruction does not name the app.
    """
    alarm = rng.choice([alarm for alarm in state.clock.alarms if alarm.on])
    other = rng.choice([each for each in state.clock.alarms if each is not alarm])
    return state_task(
        "I don't need the alarm at {time} any more for now. Turn it off, but keep it.",
        {"time": alarm.time},
        check=state_is(becomes(f"clock.alarms[id={alarm.id}].on", False)),
        spoil=put(f"clock.alarms[id={other.id}].on", not other.on),
        moves=(tap("Clock"), tap(f"Alarm {alarm.time}")),
        kind="abstract",
    )


def set_snooze_length(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to change the snooze length in the Clock app's settings."""
    minutes = rng.choice([n for n in (5, 15, 30) if n != state.clock.snooze_min])
    return state_task(
        "In Clock, set the snooze length to {minutes} minutes",
        {"minutes": str(minutes)},
        check=state_is(becomes("clock.snooze_min", minutes)),
        spoil=put("clock.snooze_min", minutes + 1),
        moves=(
            tap("Clock"),
            tap("More options"),
            tap("Settings"),
            tap("Snooze length"),
            tap(f"{minutes} minutes"),
        ),
    )


def find_country(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks which country the Clock app's world clock shows for a city."""
    city = rng.choice(state.clock.cities)
    countries = {each.name: each.country for each in state.clock.known_cities}
    wrong = next(each for each in countries.values() if each != countries[city])
    return question_task(
        "Which country does the Clock app show under {city} in the world clock?",
        {"city": city},
        answer=countries[city],
        wrong=wrong,
        instead=tuple(countries.values()),
        moves=(tap("Clock"), tap("World clock")),
    )


def set_repeated_alarm(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to set a labeled alarm that repeats on given weekdays in the Clock app."""
    time = _free_time(state, rng)
    days = tuple(WEEK[i] for i in sorted(rng.sample(range(7), 3)))
    label = rng.choice(("Swimming", "Feed the cat", "Early shift", "Take out the bins"))
    return state_task(
        "Set an alarm for {time} in Clock, repeating on {days}, and label it {label}",
        {"time": time, "days": f"{days[0]}, {days[1]} and {days[2]}", "label": label},
        check=state_is(new_alarm(time=time, label=Text(label), days=days)),
        spoil=delete("clock.alarms[+].days[-1]"),
        moves=(
            tap("Clock"),
            tap("Add alarm"),
            *_set_time("Time 07:00", time),
            *(tap(day) for day in days),
            type_text("Label", label),
            tap("Save"),
        ),
        kind="added",
    )


def delete_alarm(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to delete the alarm with a given label in the Clock app."""
    alarm = rng.choice(state.clock.alarms)
    return state_task(
        "Delete the alarm labelled {label} in the Clock app",
        {"label": alarm.label},
        check=state_is(removes(f"clock.alarms[id={alarm.id}]")),
        spoil=delete("clock.alarms[-1]"),
        moves=(tap("Clock"), tap(alarm.time), tap("Delete alarm")),
        layout="changing",
    )


def add_city(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add a city to the Clock app's world clock."""
    city = rng.choice([each.name for each in state.clock.known_cities if each.name not in state.clock.cities])
    return state_task(
        "Add {city} to the world clock",
        {"city": city},
        check=state_is(adds("clock.cities", city)),
        spoil=delete("clock.cities[0]"),
        moves=(
            tap("Clock"),
            tap("World clock"),
            tap("Add city"),
            type_text("Search for a city", city),
            tap(f"{city},"),
        ),
        layout="changing",
    )


def change_alarm(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to change an alarm's time and sound in the Clock app."""
    alarm, time = rng.choice(state.clock.alarms), _free_time(state, rng)
    sounds = ("Bright morning", "Cuckoo clock", "Early twilight", "Piezo alarm")
    sound = rng.choice([each for each in sounds if each != alarm.sound])
    path = f"clock.alarms[id={alarm.id}]"
    return state_task(
        "Change the alarm labelled {label} in Clock to {time} and its sound to {sound}",
        {"label": alarm.label, "time": time, "sound": sound},
        check=state_is(
            becomes(f"{path}.time", time), becomes(f"{path}.sound", sound), may_change(f"{path}.on")
        ),
        spoil=put(f"{path}.sound", alarm.sound),
        moves=(
            tap("Clock"),
            tap(alarm.time),
            *_set_time("Time ", time),
            tap("Sound"),
            tap(sound),
            tap("Save"),
        ),
    )


def start_labelled_timer(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to start a timer with a label in the Clock app."""
    hours, minutes = rng.randint(1, 4), rng.choice(range(10, 56, 5))
    label = rng.choice(("Roast", "Bread", "Marinade", "Parking"))
    total = hours * 3600 + minutes * 60
    return state_task(
        "Start a timer of {hours} h {minutes} min in Clock, and give it the label {label}",
        {"hours": str(hours), "minutes": str(minutes), "label": label},
        check=state_is(adds("clock.timers", {"total_sec": total, "running": True, "label": label})),
        spoil=put("clock.timers[+].label", ""),
        moves=(
            tap("Clock"),
            tap("Timer"),
            tap("Add timer"),
            type_text("Hours", str(hours)),
            type_text("Minutes", str(minutes)),
            tap("Start"),
            tap("Label of timer"),
            type_text("Label", label),
            tap("OK"),
        ),
        kind="added",
    )


def turn_off_alarms(state: PhoneState, _: Random) -> TaskRecipe:
    """Create a task to turn off all alarms in the Clock app without deleting any."""
    on = tuple(alarm for alarm in state.clock.alarms if alarm.on)
    return state_task(
        "Turn off all alarms in the Clock app without deleting any",
        {},
        check=state_is(becomes("clock.alarms[*].on", False)),
        spoil=put(f"clock.alarms[id={on[-1].id}].on", True),
        moves=(tap("Clock"), *(tap(f"Alarm {alarm.time}") for alarm in on)),
    )


CLOCK: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "clock-set-alarm": set_alarm,
        "clock-switch-alarm": switch_alarm,
        "clock-snooze-length": set_snooze_length,
        "clock-city-country": find_country,
        "clock-repeated-alarm": set_repeated_alarm,
        "clock-delete-alarm": delete_alarm,
        "clock-add-city": add_city,
        "clock-move-alarm": change_alarm,
        "clock-labelled-timer": start_labelled_timer,
        "clock-all-off": turn_off_alarms,
    }
)
