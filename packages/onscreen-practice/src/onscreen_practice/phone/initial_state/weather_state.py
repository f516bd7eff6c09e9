"""What the weather application holds when the phone begins: places and their forecasts."""

from __future__ import annotations

import math
from random import Random

import msgspec

_TODAY, _STEADY = 12, 3
_PLACES = (
    ("Berlin", "Germany", 8), ("Lisbon", "Portugal", 16), ("Oslo", "Norway", 1), ("Cairo", "Egypt", 22),
    ("Nairobi", "Kenya", 21), ("Lima", "Peru", 22),
    ("Toronto", "Canada", 2), ("Sydney", "Australia", 23), ("Tokyo", "Japan", 10), ("Mumbai", "India", 29),
    ("Reykjavik", "Iceland", 0),
    ("Athens", "Greece", 14), ("Prague", "Czechia", 7), ("Dublin", "Ireland", 9), ("Helsinki", "Finland", -1),
    ("Bogota", "Colombia", 17),
    ("Hanoi", "Vietnam", 21), ("Santiago", "Chile", 19), ("Vienna", "Austria", 9),
    ("Marrakesh", "Morocco", 18), ("Seoul", "South Korea", 7),
    ("Accra", "Ghana", 29), ("Wellington", "New Zealand", 17), ("Tallinn", "Estonia", 0),
    ("Porto", "Portugal", 14), ("Bergen", "Norway", 4),
    ("Alexandria", "Egypt", 18), ("London", "United Kingdom", 9), ("London", "Canada", 1),
)  # fmt: skip
_ALERTS = (
    (
        "Strong wind warning",
        "Gusts up to {n} km/h are expected. Fasten loose things and keep away from trees.",
        (70, 110),
    ),
    ("Heavy rain warning", "Up to {n} mm of rain in a few hours. Streets may be flooded.", (30, 80)),
    ("Frost warning", "Ground frost down to -{n} degrees. Protect plants.", (2, 9)),
    ("Fog warning", "Sight below {n} meters. Drive slowly.", (50, 200)),
    ("Thunderstorm warning", "Lightning and hail of {n} mm are possible.", (5, 30)),
)
SKIES = ("Sunny", "Partly cloudy", "Cloudy", "Light rain", "Rain", "Thunderstorm", "Fog", "Windy")
_RAIN = {
    "Sunny": 0,
    "Partly cloudy": 10,
    "Cloudy": 20,
    "Light rain": 55,
    "Rain": 85,
    "Thunderstorm": 90,
    "Snow": 80,
    "Fog": 10,
    "Windy": 5,
}


class Hour(msgspec.Struct, frozen=True):
    """The weather of one hour, in Celsius, percent and kilometers an hour."""

    time: str
    temp: int
    sky: str
    rain: int
    wind: int


class Day(msgspec.Struct, frozen=True):
    """The weather of one day."""

    date: str
    high: int
    low: int
    sky: str
    rain: int
    wind: int
    uv: int
    humidity: int
    sunrise: str
    sunset: str


class Alert(msgspec.Struct, frozen=True):
    """A warning of the weather service."""

    id: str
    title: str
    level: str
    text: str
    start: str
    end: str


class Place(msgspec.Struct, frozen=True):
    """Somewhere with a forecast."""

    id: str
    name: str
    country: str
    temp: int
    feels: int
    sky: str
    wind: int
    wind_from: str
    humidity: int
    pressure: int
    visibility: int
    uv: int
    air: int
    hours: tuple[Hour, ...]
    days: tuple[Day, ...]
    alerts: tuple[Alert, ...] = ()


class Notices(msgspec.Struct, frozen=True):
    """What the application tells of by itself."""

    severe: bool = True
    rain: bool = False
    daily: bool = False
    daily_at: str = "07:00"
    place: str = ""


class Weather(msgspec.Struct, frozen=True):
    """All that the weather application holds: ids of the places kept, in order, the first shown first."""

    places: tuple[str, ...]
    known: tuple[Place, ...]
    notices: Notices
    temp_unit: str = "C"
    wind_unit: str = "km/h"
    pressure_unit: str = "hPa"
    rain_unit: str = "mm"
    shown: str = ""
    recent: tuple[str, ...] = ()


def weather(chance: Random) -> Weather:
    """Make up forecasts of all known places; five are kept, and two of these have warnings."""
    kept = chance.sample([i for i in range(len(_PLACES)) if _PLACES[i][0] != "London"], 5)
    warned = chance.sample(kept[:4], 2)
    known = tuple(_place(chance, number=i, warned=i in warned) for i in range(len(_PLACES)))
    return Weather(tuple(f"place{i}" for i in kept), known, Notices(place=f"place{kept[0]}"))


def _place(chance: Random, *, number: int, warned: bool) -> Place:
    name, country, usual = _PLACES[number]
    days = tuple(_day(chance, ahead=ahead, usual=usual) for ahead in range(10))
    now = days[0]
    hours = tuple(_hour(chance, step=step, day=now) for step in range(24))
    wind = now.wind
    return Place(
        f"place{number}", name, country, hours[0].temp, hours[0].temp - chance.randint(0, 3), hours[0].sky,
        wind,
        chance.choice(("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")),
        now.humidity,
        chance.randint(985, 1035), chance.randint(2, 20), now.uv, chance.randint(12, 140), hours, days,
        (_alert(chance, number=number),) if warned else (),
    )  # fmt: skip


def _day(chance: Random, *, ahead: int, usual: int) -> Day:
    high = usual + chance.randint(-1, 8)
    sky = chance.choice(SKIES)
    if high <= 1 and "ain" in sky:
        sky = "Snow"
    rain = min(95, _RAIN[sky] + chance.randint(0, 5))
    number = _TODAY + ahead
    return Day(
        f"2026-03-{number:02}", high, high - chance.randint(4, 11), sky, rain,
        chance.randint(45, 80) if sky == "Windy" else chance.randint(4, 38),
        chance.randint(1, 9), chance.randint(35, 95), f"06:{35 - ahead * 2:02}", f"18:{8 + ahead * 2:02}",
    )  # fmt: skip


def _hour(chance: Random, *, step: int, day: Day) -> Hour:
    at = (9 + step) % 24
    warm = (math.cos((at - 15) / 24 * 2 * math.pi) + 1) / 2
    temp = round(day.low + (day.high - day.low) * warm)
    sky = day.sky if chance.randint(0, 4) < _STEADY else chance.choice(("Partly cloudy", "Cloudy"))
    return Hour(
        f"{at:02}:00",
        temp,
        sky,
        min(95, _RAIN[sky] + chance.randint(0, 5)),
        max(1, day.wind + chance.randint(-6, 6)),
    )


def _alert(chance: Random, *, number: int) -> Alert:
    title, told, span = chance.choice(_ALERTS)
    start = chance.randint(12, 20)
    return Alert(
        f"alert{number}", title, chance.choice(("Yellow", "Orange", "Red")),
        told.format(n=chance.randint(*span)),
        f"2026-03-12T{start:02}:00", f"2026-03-13T{chance.randint(1, 11):02}:00",
    )  # fmt: skip
