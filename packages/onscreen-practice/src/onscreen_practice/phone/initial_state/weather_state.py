"""Initial state of the weather app: places and their forecasts."""

from __future__ import annotations

import math
from random import Random

import msgspec

_TODAY_DAY, _SAME_SKY_LIMIT = 12, 3
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


class HourForecast(msgspec.Struct, frozen=True):
    """Weather forecast for one hour, in degrees Celsius, percent and km/h."""

    time: str
    temp: int
    sky: str
    rain: int
    wind: int


class DayForecast(msgspec.Struct, frozen=True):
    """Weather forecast for one day, in degrees Celsius, percent and km/h."""

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
    """A weather warning."""

    id: str
    title: str
    level: str
    text: str
    start: str
    end: str


class Place(msgspec.Struct, frozen=True):
    """A place with its current weather and forecasts."""

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
    hours: tuple[HourForecast, ...]
    days: tuple[DayForecast, ...]
    alerts: tuple[Alert, ...] = ()


class WeatherNotifications(msgspec.Struct, frozen=True):
    """Notification settings of the weather app."""

    severe: bool = True
    rain: bool = False
    daily: bool = False
    daily_at: str = "07:00"
    place: str = ""


class Weather(msgspec.Struct, frozen=True):
    """State of the weather app: saved places, forecasts and units.

    `places` are the ids of saved places, in order.
    """

    places: tuple[str, ...]
    known: tuple[Place, ...]
    notices: WeatherNotifications
    temp_unit: str = "C"
    wind_unit: str = "km/h"
    pressure_unit: str = "hPa"
    rain_unit: str = "mm"
    shown: str = ""
    recent: tuple[str, ...] = ()


def build_weather_state(rng: Random) -> Weather:
    """Generate weather forecasts for all known places, five of which are saved.

    Two of the saved places have weather warnings.
    """
    saved = rng.sample([i for i in range(len(_PLACES)) if _PLACES[i][0] != "London"], 5)
    warned = rng.sample(saved[:4], 2)
    places = tuple(_build_place(rng, number=i, has_alert=i in warned) for i in range(len(_PLACES)))
    return Weather(tuple(f"place{i}" for i in saved), places, WeatherNotifications(place=f"place{saved[0]}"))


def _build_place(rng: Random, *, number: int, has_alert: bool) -> Place:
    name, country, typical_temp = _PLACES[number]
    days = tuple(
        _build_day(rng, days_ahead=days_ahead, typical_temp=typical_temp) for days_ahead in range(10)
    )
    today = days[0]
    hours = tuple(_build_hour(rng, hours_ahead=hours_ahead, day=today) for hours_ahead in range(24))
    wind = today.wind
    return Place(
        f"place{number}", name, country, hours[0].temp, hours[0].temp - rng.randint(0, 3), hours[0].sky,
        wind,
        rng.choice(("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")),
        today.humidity,
        rng.randint(985, 1035), rng.randint(2, 20), today.uv, rng.randint(12, 140), hours, days,
        (_build_alert(rng, number=number),) if has_alert else (),
    )  # fmt: skip


def _build_day(rng: Random, *, days_ahead: int, typical_temp: int) -> DayForecast:
    high = typical_temp + rng.randint(-1, 8)
    sky = rng.choice(SKIES)
    if high <= 1 and "ain" in sky:
        sky = "Snow"
    rain = min(95, _RAIN[sky] + rng.randint(0, 5))
    number = _TODAY_DAY + days_ahead
    return DayForecast(
        f"2026-03-{number:02}", high, high - rng.randint(4, 11), sky, rain,
        rng.randint(45, 80) if sky == "Windy" else rng.randint(4, 38),
        rng.randint(1, 9), rng.randint(35, 95), f"06:{35 - days_ahead * 2:02}", f"18:{8 + days_ahead * 2:02}",
    )  # fmt: skip


def _build_hour(rng: Random, *, hours_ahead: int, day: DayForecast) -> HourForecast:
    hour = (9 + hours_ahead) % 24
    warmth = (math.cos((hour - 15) / 24 * 2 * math.pi) + 1) / 2
    temp = round(day.low + (day.high - day.low) * warmth)
    sky = day.sky if rng.randint(0, 4) < _SAME_SKY_LIMIT else rng.choice(("Partly cloudy", "Cloudy"))
    return HourForecast(
        f"{hour:02}:00",
        temp,
        sky,
        min(95, _RAIN[sky] + rng.randint(0, 5)),
        max(1, day.wind + rng.randint(-6, 6)),
    )


def _build_alert(rng: Random, *, number: int) -> Alert:
    title, template, value_range = rng.choice(_ALERTS)
    start = rng.randint(12, 20)
    return Alert(
        f"alert{number}", title, rng.choice(("Yellow", "Orange", "Red")),
        template.format(n=rng.randint(*value_range)),
        f"2026-03-12T{start:02}:00", f"2026-03-13T{rng.randint(1, 11):02}:00",
    )  # fmt: skip
