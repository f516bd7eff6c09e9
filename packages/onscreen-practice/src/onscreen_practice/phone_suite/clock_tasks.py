"""Tasks of the clock."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.clock_state import WEEK
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, job, question
from onscreen_practice.phone_suite.unchanged_state import equal, fields_untouched, old_untouched, untouched
from onscreen_practice.task_recipe import Move, Recipe, quoted, tap, typed


def _free_time(w: PhoneState, chance: Random) -> str:
    taken = {alarm.time for alarm in w.clock.alarms}
    free = (f"{hour:02}:{minute:02}" for hour in range(5, 23) for minute in (5, 20, 35, 50))
    return chance.choice([time for time in free if time not in taken])


def only_new_alarm(condition: str) -> str:
    """Return the condition that one alarm `a` is new, as told, and that all others are as they were."""
    new = "s.clock.alarms.filter(a => /^n/.test(a.id))"
    return f"{new}.length === 1 && {new}.every(a => {condition}) && {old_untouched('clock.alarms')}"


def _picked(button: str, time: str) -> tuple[Move, ...]:
    hour, minute = time.split(":")
    return tap(button), typed("Hour", hour), typed("Minute", minute), tap("OK")


def set_alarm(w: PhoneState, chance: Random) -> Recipe:
    """An alarm at a time."""
    time = _free_time(w, chance)
    return job(
        "Set an alarm for {time} in the Clock app",
        {"time": time},
        holds=only_new_alarm(f"a.time === {quoted(time)} && a.on && !a.days.length"),
        spoil=f"s.clock.alarms.at(-1).time = '{time[:-1]}1'",
        moves=(tap("Clock"), tap("Add alarm"), *_picked("Time 07:00", time), tap("Save")),
    )


def switch_alarm(w: PhoneState, chance: Random) -> Recipe:
    """One alarm that is on goes off, no application is named."""
    alarm = chance.choice([alarm for alarm in w.clock.alarms if alarm.on])
    other = chance.choice([each for each in w.clock.alarms if each is not alarm])
    return job(
        "I don't need the alarm at {time} any more for now. Turn it off, but keep it.",
        {"time": alarm.time},
        holds=f"s.clock.alarms.length === {len(w.clock.alarms)}"
        f" && s.clock.alarms.find(a => a.id === {quoted(alarm.id)})?.on === false"
        f" && {old_untouched('clock.alarms', but=(alarm.id,))}",
        spoil=f"s.clock.alarms.find(a => a.id === {quoted(other.id)}).on = {quoted(not other.on)}",
        moves=(tap("Clock"), tap(f"Alarm {alarm.time}")),
        kind="abstract",
    )


def snooze_length(w: PhoneState, chance: Random) -> Recipe:
    """A setting two screens deep."""
    minutes = chance.choice([n for n in (5, 15, 30) if n != w.clock.snooze_min])
    return job(
        "In Clock, set the snooze length to {minutes} minutes",
        {"minutes": str(minutes)},
        holds=f"s.clock.snooze_min === {minutes}"
        f" && {fields_untouched('clock', but=['snooze_min', 'stopwatch'])}",
        spoil=f"s.clock.snooze_min = {minutes + 1}",
        moves=(
            tap("Clock"),
            tap("More options"),
            tap("Settings"),
            tap("Snooze length"),
            tap(f"{minutes} minutes"),
        ),
    )


def which_country(w: PhoneState, chance: Random) -> Recipe:
    """Read something that stands on a tab."""
    city = chance.choice(w.clock.cities)
    countries = {each.name: each.country for each in w.clock.known_cities}
    wrong = next(each for each in countries.values() if each != countries[city])
    return question(
        "Which country does the Clock app show under {city} in the world clock?",
        {"city": city},
        answer=countries[city],
        wrong=wrong,
        moves=(tap("Clock"), tap("World clock")),
    )


def repeated_alarm(w: PhoneState, chance: Random) -> Recipe:
    """An alarm with days to repeat on and a label."""
    time = _free_time(w, chance)
    days = tuple(WEEK[i] for i in sorted(chance.sample(range(7), 3)))
    label = chance.choice(("Swimming", "Feed the cat", "Early shift", "Take out the bins"))
    return job(
        "Set an alarm for {time} in Clock, repeating on {days}, and label it {label}",
        {"time": time, "days": f"{days[0]}, {days[1]} and {days[2]}", "label": label},
        holds=only_new_alarm(
            f"a.time === {quoted(time)} && a.on && a.label.trim() === {quoted(label)}"
            f" && {equal('a.days', days)}"
        ),
        spoil="s.clock.alarms.at(-1).days.pop()",
        moves=(
            tap("Clock"),
            tap("Add alarm"),
            *_picked("Time 07:00", time),
            *(tap(day) for day in days),
            typed("Label", label),
            tap("Save"),
        ),
        kind="added",
    )


def delete_alarm(w: PhoneState, chance: Random) -> Recipe:
    """An alarm goes for good."""
    alarm = chance.choice(w.clock.alarms)
    return job(
        "Delete the alarm labelled {label} in the Clock app",
        {"label": alarm.label},
        holds=f"s.clock.alarms.length === {len(w.clock.alarms) - 1}"
        f" && {old_untouched('clock.alarms', but=(alarm.id,))}"
        f" && !s.clock.alarms.some(a => a.id === {quoted(alarm.id)})",
        spoil="s.clock.alarms.pop()",
        moves=(tap("Clock"), tap(alarm.time), tap("Delete alarm")),
        layout="changing",
    )


def add_city(w: PhoneState, chance: Random) -> Recipe:
    """A city is searched for and added to those shown."""
    city = chance.choice([each.name for each in w.clock.known_cities if each.name not in w.clock.cities])
    return job(
        "Add {city} to the world clock",
        {"city": city},
        holds=equal("[...s.clock.cities].sort()", sorted((*w.clock.cities, city))),
        spoil="s.clock.cities.shift()",
        moves=(
            tap("Clock"),
            tap("World clock"),
            tap("Add city"),
            typed("Search for a city", city),
            tap(f"{city},"),
        ),
        layout="changing",
    )


def move_alarm(w: PhoneState, chance: Random) -> Recipe:
    """An alarm that is there gets another time and another sound."""
    alarm, time = chance.choice(w.clock.alarms), _free_time(w, chance)
    sounds = ("Bright morning", "Cuckoo clock", "Early twilight", "Piezo alarm")
    sound = chance.choice([each for each in sounds if each != alarm.sound])
    kept = ("label", "days", "vibrate")
    return job(
        "Change the alarm labelled {label} in Clock to {time} and its sound to {sound}",
        {"label": alarm.label, "time": time, "sound": sound},
        holds=f"s.clock.alarms.length === {len(w.clock.alarms)} && s.clock.alarms.some(a =>"
        f" a.id === {quoted(alarm.id)} && a.time === {quoted(time)} && a.sound === {quoted(sound)}"
        f" && {equal(f'{quoted(kept)}.map(k => a[k])', [getattr(alarm, key) for key in kept])})"
        f" && {old_untouched('clock.alarms', but=(alarm.id,))}",
        spoil=f"s.clock.alarms.find(a => a.id === {quoted(alarm.id)}).sound = {quoted(alarm.sound)}",
        moves=(
            tap("Clock"),
            tap(alarm.time),
            *_picked("Time ", time),
            tap("Sound"),
            tap(sound),
            tap("Save"),
        ),
    )


def labelled_timer(w: PhoneState, chance: Random) -> Recipe:
    """A timer is started and gets a label."""
    hours, minutes = chance.randint(1, 4), chance.choice(range(10, 56, 5))
    label = chance.choice(("Roast", "Bread", "Marinade", "Parking"))
    total = hours * 3600 + minutes * 60
    return job(
        "Start a timer of {hours} h {minutes} min in Clock, and give it the label {label}",
        {"hours": str(hours), "minutes": str(minutes), "label": label},
        holds=f"s.clock.timers.length === {len(w.clock.timers) + 1} && s.clock.timers.some(t =>"
        f" t.total_sec === {total} && t.running && t.label === {quoted(label)})"
        f" && {old_untouched('clock.timers')}",
        spoil="s.clock.timers[0].label = ''",
        moves=(
            tap("Clock"),
            tap("Timer"),
            tap("Add timer"),
            typed("Hours", str(hours)),
            typed("Minutes", str(minutes)),
            tap("Start"),
            tap("Label of timer"),
            typed("Label", label),
            tap("OK"),
        ),
        kind="added",
    )


def all_off(w: PhoneState, _: Random) -> Recipe:
    """Every alarm that is on goes off, none is deleted."""
    on = tuple(alarm for alarm in w.clock.alarms if alarm.on)
    return job(
        "Turn off all alarms in the Clock app without deleting any",
        {},
        holds=f"s.clock.alarms.every(a => !a.on) && {untouched('clock.alarms', blind='on')}",
        spoil=f"s.clock.alarms.find(a => a.id === {quoted(on[-1].id)}).on = true",
        moves=(tap("Clock"), *(tap(f"Alarm {alarm.time}") for alarm in on)),
    )


CLOCK: Mapping[str, Maker] = MappingProxyType(
    {
        "clock-set-alarm": set_alarm,
        "clock-switch-alarm": switch_alarm,
        "clock-snooze-length": snooze_length,
        "clock-city-country": which_country,
        "clock-repeated-alarm": repeated_alarm,
        "clock-delete-alarm": delete_alarm,
        "clock-add-city": add_city,
        "clock-move-alarm": move_alarm,
        "clock-labelled-timer": labelled_timer,
        "clock-all-off": all_off,
    }
)
