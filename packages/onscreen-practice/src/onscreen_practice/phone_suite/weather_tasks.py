"""Task factories for the Weather app of the simulated phone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.weather_state import DayForecast, Place
from onscreen_practice.phone.state_mutations import delete, put
from onscreen_practice.phone_suite.task_helpers import (
    TaskFactory,
    clock_forms,
    question_task,
    state_is,
    state_task,
)
from onscreen_practice.state.expected_changes import becomes
from onscreen_practice.state.value_patterns import ExpectedFields, any_order
from onscreen_practice.task_recipe import BACK, TaskRecipe, hold, tap, type_text


def find_listed_places(state: PhoneState) -> list[Place]:
    """List the places saved in the Weather app, in display order."""
    known = {place.id: place for place in state.weather.known}
    return [known[each] for each in state.weather.places]


def _other_places(state: PhoneState) -> list[Place]:
    """List the known places that are not saved in the Weather app, except the two named London."""
    return [
        place
        for place in state.weather.known
        if place.id not in state.weather.places and place.name != "London"
    ]


def add_place(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add one of two cities of the same name in the Weather app."""
    place = rng.choice([each for each in state.weather.known if each.name == "London"])
    other = next(each for each in state.weather.known if each.name == place.name and each.id != place.id)
    ids = [*state.weather.places, place.id]
    return state_task(
        "Add {place} ({country}) to the places of the Weather app",
        {"place": place.name, "country": place.country},
        check=state_is(becomes("weather.places", any_order(*ids))),
        spoil=put(f"weather.places[{len(ids) - 1}]", other.id),
        moves=(
            tap("Weather"), tap("Search places"), type_text("Search for a city", place.name),
            tap(f"{place.name}, {place.country}"), tap("Add"),
        ),
        layout="changing",
    )  # fmt: skip


def remove_place(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to remove a saved place in the Weather app."""
    gone = rng.choice(find_listed_places(state)[1:])
    ids = [each for each in state.weather.places if each != gone.id]
    return state_task(
        "Remove {place} from my places in Weather",
        {"place": gone.name},
        check=state_is(becomes("weather.places", ids)),
        spoil=delete("weather.places[-1]"),
        moves=(tap("Weather"), tap("Places"), tap("Edit places"), tap(f"Remove {gone.name}")),
        layout="changing",
    )


def move_place_to_top(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to move a place to the top of the list in the Weather app."""
    place = rng.choice(find_listed_places(state)[2:])
    ids = [place.id, *(each for each in state.weather.places if each != place.id)]
    return state_task(
        "Move {place} to the top of the places in Weather and leave the order of the others",
        {"place": place.name},
        check=state_is(becomes("weather.places", ids)),
        spoil=delete("weather.places[-1]"),
        moves=(tap("Weather"), tap("Places"), hold(place.name), tap("Move to top")),
        kind="added",
        layout="changing",
    )


def replace_places(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to remove two places and add another one in the Weather app."""
    a, b = rng.sample(find_listed_places(state)[1:], 2)
    new = rng.choice(_other_places(state))
    ids = [*(each for each in state.weather.places if each not in {a.id, b.id}), new.id]
    return state_task(
        "In Weather, remove {a} and {b} from my places and add {new} instead",
        {"a": a.name, "b": b.name, "new": new.name},
        check=state_is(becomes("weather.places", any_order(*ids))),
        spoil=put("weather.places[0]", a.id),
        moves=(
            tap("Weather"), tap("Places"), tap("Edit places"), tap(f"Remove {a.name}"),
            tap(f"Remove {b.name}"), tap("Add place"), type_text("Search for a city", new.name),
            tap(f"{new.name}, {new.country}"), tap("Add"),
        ),
        layout="changing",
    )  # fmt: skip


def change_units(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to change the temperature and wind speed units in the Weather app."""
    wind, words = rng.choice((("mph", "Miles per hour"), ("m/s", "Meters per second")))
    return state_task(
        "Have Weather show temperatures in Fahrenheit and the wind in {unit}",
        {"unit": words.lower()},
        check=state_is(becomes("weather.temp_unit", "F"), becomes("weather.wind_unit", wind)),
        spoil=put("weather.temp_unit", "C"),
        moves=(tap("Weather"), tap("More options"), tap("Units"), tap("Fahrenheit (°F)"), tap(words)),
    )


def find_alert_end(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks when a weather warning ends.

    The instruction does not name the app.
    """
    place = rng.choice([each for each in find_listed_places(state) if each.alerts])
    alert = place.alerts[0]
    return question_task(
        "There is a weather warning for {place}. At what time does it end?",
        {"place": place.name},
        answer=alert.end[11:],
        also=clock_forms(alert.end[11:]),
        wrong=alert.start[11:],
        moves=(tap("Weather"), tap("Places"), tap(place.name), tap(alert.title)),
        kind="abstract",
        layout="changing",
    )


def _days_with_unique_rain(place: Place) -> list[DayForecast]:
    """List the days from the third on whose chance of rain is unique among the numbers shown."""
    return [
        day
        for day in place.days[2:]
        if not any(f"{day.rain}" in f"{each.rain}" for each in place.days if each is not day)
        and not any(f"{day.rain}" in each.date[8:] for each in place.days)
    ]


def find_rain_chance(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks for a future day's chance of rain in a place not saved in the Weather app."""
    place, day = rng.choice(
        [(place, day) for place in _other_places(state) for day in _days_with_unique_rain(place)]
    )
    when = date.fromisoformat(day.date)
    return question_task(
        "How many percent is the chance of rain in {place} on {day}? The place need not be kept in Weather",
        {"place": place.name, "day": f"{when:%A}, March {when.day}"},
        answer=f"{day.rain}",
        wrong=f"{next(each.rain for each in place.days if each.rain != day.rain)}",
        check=state_is(),
        moves=(
            tap("Weather"),
            tap("Search places"),
            type_text("Search for a city", place.name),
            tap(f"{place.name}, {place.country}"),
        ),
        kind="added",
        layout="changing",
    )


def set_daily_forecast(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to schedule a daily forecast notification for a place in the Weather app."""
    place = rng.choice(find_listed_places(state)[1:])
    hour, minute = f"{rng.choice((5, 6, 8, 9)):02}", rng.choice(("10", "20", "45"))
    wanted: ExpectedFields = {"daily": True, "daily_at": f"{hour}:{minute}", "place": place.id}
    return state_task(
        "Have Weather send me the daily forecast of {place} at {time} every day",
        {"place": place.name, "time": f"{hour}:{minute}"},
        check=state_is(becomes("weather.notices", wanted)),
        spoil=put("weather.notices.daily", False),
        moves=(
            tap("Weather"), tap("More options"), tap("Notifications"), tap("Daily forecast"),
            tap("Daily forecast time"), type_text("Hour", hour), type_text("Minute", minute), tap("OK"),
            tap("Place for notifications"), tap(place.name),
        ),
    )  # fmt: skip


def change_alerts(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to change two alert settings and switch to another place in the Weather app."""
    place = rng.choice(find_listed_places(state)[1:])
    return state_task(
        "In Weather, stop severe weather alerts, turn on messages about rain starting soon, and show me"
        " {place}",
        {"place": place.name},
        check=state_is(
            becomes("weather.notices.severe", False),
            becomes("weather.notices.rain", True),
            becomes("weather.shown", place.id),
        ),
        spoil=put("weather.notices.severe", True),
        moves=(
            tap("Weather"), tap("More options"), tap("Notifications"), tap("Severe weather alerts"),
            tap("Rain starting soon"), BACK, tap("Places"), tap(place.name),
        ),
        layout="changing",
    )  # fmt: skip


def copy_weather(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to copy a place's current weather to the clipboard in the Weather app."""
    place = rng.choice(find_listed_places(state)[1:])
    words = f"{place.name}, {place.country}: {place.temp}°, {place.sky}".replace("-", "−")
    return state_task(
        "Copy the current weather of {place} from Weather to the clipboard, with its Share menu",
        {"place": place.name},
        check=state_is(becomes("clipboard", words)),
        spoil=put("clipboard", words[1:]),
        moves=(
            tap("Weather"),
            tap("Places"),
            tap(place.name),
            tap("More options"),
            tap("Share"),
            tap("Copy"),
        ),
        layout="changing",
    )


WEATHER: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "weather-add-place": add_place,
        "weather-remove-place": remove_place,
        "weather-first-place": move_place_to_top,
        "weather-swap-places": replace_places,
        "weather-units": change_units,
        "weather-alert-end": find_alert_end,
        "weather-rain-chance": find_rain_chance,
        "weather-daily-forecast": set_daily_forecast,
        "weather-warnings": change_alerts,
        "weather-copy": copy_weather,
    }
)
