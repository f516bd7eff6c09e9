"""Initial state of the clock app."""

from __future__ import annotations

from random import Random

import msgspec

WEEK = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_LABELS = ("Wake up", "Medicine", "School run", "Workout", "Water the plants", "Team call", "Lunch", "Nap")
_SOUNDS = ("Bright morning", "Cuckoo clock", "Early twilight", "Piezo alarm")
_TIMERS = ("Tea", "Eggs", "Laundry", "Pizza", "Stretching")
_CITIES = (
    ("Berlin", "Germany", 60), ("London", "United Kingdom", 0), ("New York", "United States", -300),
    ("Los Angeles", "United States", -480), ("Tokyo", "Japan", 540), ("Sydney", "Australia", 660),
    ("Nairobi", "Kenya", 180), ("Lima", "Peru", -300), ("Mumbai", "India", 330), ("Toronto", "Canada", -300),
    ("Cairo", "Egypt", 120), ("Oslo", "Norway", 60), ("Seoul", "South Korea", 540), ("Lisbon", "Portugal", 0),
    ("Honolulu", "United States", -600), ("Auckland", "New Zealand", 780),
)  # fmt: skip


class Alarm(msgspec.Struct, frozen=True):
    """An alarm that rings once or on selected weekdays.

    `time` is HH:MM and `days` are the weekdays on which the alarm repeats.
    """

    id: str
    time: str
    label: str
    days: tuple[str, ...]
    on: bool
    vibrate: bool = True
    sound: str = "Bright morning"


class City(msgspec.Struct, frozen=True):
    """A city and its UTC offset in minutes."""

    name: str
    country: str
    offset_min: int


class Timer(msgspec.Struct, frozen=True):
    """A countdown timer with its total and remaining time.

    `since` is the start time in milliseconds since the epoch.
    """

    id: str
    label: str
    total_sec: int
    left_sec: int
    running: bool = False
    since: int = 0


class Stopwatch(msgspec.Struct, frozen=True):
    """State of the stopwatch, including its lap times.

    `laps` are in seconds, newest first.
    """

    running: bool = False
    passed_sec: float = 0.0
    since: int = 0
    laps: tuple[float, ...] = ()


class Bedtime(msgspec.Struct, frozen=True):
    """Sleep schedule with a bedtime, a wake-up time and related settings."""

    bed: str
    wake: str
    on: bool = False
    days: tuple[str, ...] = WEEK[:5]
    remind_min: int = 30
    quiet: bool = True
    dim: bool = False


class Clock(msgspec.Struct, frozen=True):
    """State of the clock app."""

    alarms: tuple[Alarm, ...]
    cities: tuple[str, ...]
    known_cities: tuple[City, ...]
    timers: tuple[Timer, ...]
    bedtime: Bedtime
    stopwatch: Stopwatch = Stopwatch()
    snooze_min: int = 10
    crescendo: bool = False
    week_start: str = "Monday"


def build_clock_state(rng: Random) -> Clock:
    """Generate seven alarms, three cities for the world clock and two timers."""
    labels = rng.sample(_LABELS, 7)
    times = rng.sample([f"{hour:02}:{minute:02}" for hour in range(5, 22) for minute in (0, 15, 30, 45)], 7)
    days = ((), WEEK[:5], WEEK[5:], WEEK, (rng.choice(WEEK),), (), tuple(WEEK[:5:2]))
    enabled = rng.sample((True, True, True, False, False, False, rng.choice((True, False))), 7)
    alarms = tuple(
        Alarm(f"alarm{i}", times[i], labels[i], tuple(days[i]), enabled[i], sound=rng.choice(_SOUNDS))
        for i in range(7)
    )
    known_cities = tuple(City(*city) for city in _CITIES)
    names = rng.sample(_TIMERS, 2)
    minutes = rng.sample((3, 5, 8, 10, 20, 45), 2)
    timers = tuple(
        Timer(f"timer{i}", name, duration_min * 60, duration_min * 60)
        for i, (name, duration_min) in enumerate(zip(names, minutes, strict=True))
    )
    bedtime = Bedtime(rng.choice(("22:00", "22:30", "23:00")), rng.choice(("06:30", "07:00", "07:30")))
    return Clock(
        alarms, tuple(city.name for city in rng.sample(known_cities, 3)), known_cities, timers, bedtime
    )
