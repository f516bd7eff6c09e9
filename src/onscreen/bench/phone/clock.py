"""Tasks of the clock."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen.bench.phone.job import Maker, job, question
from onscreen.bench.recipe import Recipe, quoted, tap, typed
from onscreen.worlds.phone.world import World


def _free_time(w: World, chance: Random) -> str:
    taken = {alarm.time for alarm in w.clock.alarms}
    return chance.choice(
        [
            time
            for hour in range(5, 23)
            for minute in (5, 20, 35, 50)
            if (time := f"{hour:02}:{minute:02}") not in taken
        ]
    )


def set_alarm(w: World, chance: Random) -> Recipe:
    """An alarm at a time."""
    time = _free_time(w, chance)
    hour, minute = time.split(":")
    return job(
        "Set an alarm for {time} in the Clock app",
        {"time": time},
        holds=f"s.clock.alarms.length === {len(w.clock.alarms) + 1} && s.clock.alarms.some(a => a.time === {quoted(time)} && a.on)",
        spoil="s.clock.alarms.at(-1).on = false",
        moves=(
            tap("Clock"),
            tap("Add alarm"),
            tap("Time 07:00"),
            typed("Hour", hour),
            typed("Minute", minute),
            tap("OK"),
            tap("Save"),
        ),
    )


def switch_off(w: World, chance: Random) -> Recipe:
    """Every alarm that is on goes off."""
    on = sorted(alarm.time for alarm in w.clock.alarms if alarm.on)
    chosen = chance.choice(on) if on else w.clock.alarms[0].time
    return job(
        "Turn {way} the alarm at {time}",
        {"way": "off" if on else "on", "time": chosen},
        holds=f"s.clock.alarms.find(a => a.time === {quoted(chosen)}).on === {'false' if on else 'true'}"
        f" && s.clock.alarms.filter(a => a.on).length === {len(on) - 1 if on else 1}",
        spoil=f"s.clock.alarms.find(a => a.time !== {quoted(chosen)}).on = {'true' if len(on) <= 1 else 's.clock.alarms.find(a => a.time !== ' + quoted(chosen) + ').on === false'}",
        moves=(tap("Clock"), tap(f"Alarm {chosen}")),
        kind="abstract",
    )


def snooze_length(w: World, chance: Random) -> Recipe:
    """A setting two screens deep."""
    minutes = chance.choice([n for n in (5, 15, 30) if n != w.clock.snooze_min])
    return job(
        "In Clock, set the snooze length to {minutes} minutes",
        {"minutes": str(minutes)},
        holds=f"s.clock.snooze_min === {minutes}",
        spoil=f"s.clock.snooze_min = {minutes + 1}",
        moves=(
            tap("Clock"),
            tap("More options"),
            tap("Settings"),
            tap("Snooze length"),
            tap(f"{minutes} minutes"),
        ),
    )


def which_cities(w: World, chance: Random) -> Recipe:
    """Read something that stands on a tab."""
    city = chance.choice(w.clock.cities)
    country = next(each.country for each in w.clock.known_cities if each.name == city)
    return question(
        "Which country does the Clock app show under {city} in the world clock?",
        {"city": city},
        answer=country,
        wrong=next(each.country for each in w.clock.known_cities if each.country != country),
        moves=(tap("Clock"), tap("World clock")),
    )


CLOCK: Mapping[str, Maker] = MappingProxyType(
    {
        "clock-set-alarm": set_alarm,
        "clock-switch-alarm": switch_off,
        "clock-snooze-length": snooze_length,
        "clock-city-country": which_cities,
    }
)
