"""Tasks of the weather."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.weather_state import DayForecast, Place
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, clock_forms, job, question
from onscreen_practice.phone_suite.unchanged_state import equal, fields_untouched
from onscreen_practice.task_recipe import BACK, Recipe, held, quoted, tap, typed

_OWN = "s.weather"


def kept(w: PhoneState) -> list[Place]:
    """Return the places of the list, in its order."""
    known = {place.id: place for place in w.weather.known}
    return [known[each] for each in w.weather.places]


def _others(w: PhoneState) -> list[Place]:
    return [place for place in w.weather.known if place.id not in w.weather.places and place.name != "London"]


def _rest(*but: str) -> str:
    return fields_untouched("weather", but=("shown", "recent", *but))


def _places(ids: list[str]) -> str:
    return f"{equal(f'{_OWN}.places', ids)} && {_rest('places')}"


def add_place(w: PhoneState, chance: Random) -> Recipe:
    """One of two towns of the same name."""
    place = chance.choice([each for each in w.weather.known if each.name == "London"])
    other = next(each for each in w.weather.known if each.name == place.name and each.id != place.id)
    ids = [*w.weather.places, place.id]
    return job(
        "Add {place} ({country}) to the places of the Weather app",
        {"place": place.name, "country": place.country},
        holds=f"{equal(f'[...{_OWN}.places].sort()', sorted(ids))} && {_rest('places')}",
        spoil=f"{_OWN}.places[{len(ids) - 1}] = {quoted(other.id)}",
        moves=(
            tap("Weather"), tap("Search places"), typed("Search for a city", place.name),
            tap(f"{place.name}, {place.country}"), tap("Add"),
        ),
        layout="changing",
    )  # fmt: skip


def remove_place(w: PhoneState, chance: Random) -> Recipe:
    """One place goes."""
    gone = chance.choice(kept(w)[1:])
    ids = [each for each in w.weather.places if each != gone.id]
    return job(
        "Remove {place} from my places in Weather",
        {"place": gone.name},
        holds=_places(ids),
        spoil=f"{_OWN}.places.pop()",
        moves=(tap("Weather"), tap("Places"), tap("Edit places"), tap(f"Remove {gone.name}")),
        layout="changing",
    )


def first_place(w: PhoneState, chance: Random) -> Recipe:
    """A place comes first, the others keep their order."""
    place = chance.choice(kept(w)[2:])
    ids = [place.id, *(each for each in w.weather.places if each != place.id)]
    return job(
        "Move {place} to the top of the places in Weather and leave the order of the others",
        {"place": place.name},
        holds=_places(ids),
        spoil=f"{_OWN}.places.reverse()",
        moves=(tap("Weather"), tap("Places"), held(place.name), tap("Move to top")),
        kind="added",
        layout="changing",
    )


def swap_places(w: PhoneState, chance: Random) -> Recipe:
    """Two places go and another comes."""
    a, b = chance.sample(kept(w)[1:], 2)
    new = chance.choice(_others(w))
    ids = [*(each for each in w.weather.places if each not in {a.id, b.id}), new.id]
    return job(
        "In Weather, remove {a} and {b} from my places and add {new} instead",
        {"a": a.name, "b": b.name, "new": new.name},
        holds=f"{equal(f'[...{_OWN}.places].sort()', sorted(ids))} && {_rest('places')}",
        spoil=f"{_OWN}.places.push({quoted(a.id)})",
        moves=(
            tap("Weather"), tap("Places"), tap("Edit places"), tap(f"Remove {a.name}"),
            tap(f"Remove {b.name}"), tap("Add place"),
            typed("Search for a city", new.name), tap(f"{new.name}, {new.country}"), tap("Add"),
        ),
        layout="changing",
    )  # fmt: skip


def units(_w: PhoneState, chance: Random) -> Recipe:
    """Two units, the others stay."""
    wind, words = chance.choice((("mph", "Miles per hour"), ("m/s", "Meters per second")))
    return job(
        "Have Weather show temperatures in Fahrenheit and the wind in {unit}",
        {"unit": words.lower()},
        holds=f"{_OWN}.temp_unit === 'F' && {_OWN}.wind_unit === {quoted(wind)}"
        f" && {_rest('temp_unit', 'wind_unit')}",
        spoil=f"{_OWN}.temp_unit = 'C'",
        moves=(tap("Weather"), tap("More options"), tap("Units"), tap("Fahrenheit (°F)"), tap(words)),
    )


def alert_end(w: PhoneState, chance: Random) -> Recipe:
    """The end of a warning."""
    place = chance.choice([each for each in kept(w) if each.alerts])
    alert = place.alerts[0]
    return question(
        "There is a weather warning for {place}. At what time does it end?",
        {"place": place.name},
        answer=alert.end[11:],
        also=clock_forms(alert.end[11:]),
        wrong=alert.start[11:],
        moves=(tap("Weather"), tap("Places"), tap(place.name), tap(alert.title)),
        kind="abstract",
        layout="changing",
    )


def _told_apart(place: Place) -> list[DayForecast]:
    """Return the later days whose chance of rain stands in no other day's and in no date."""
    return [
        day
        for day in place.days[2:]
        if not any(f"{day.rain}" in f"{each.rain}" for each in place.days if each is not day)
        and not any(f"{day.rain}" in each.date[8:] for each in place.days)
    ]


def rain_chance(w: PhoneState, chance: Random) -> Recipe:
    """A number of another day, in a place not kept."""
    place, day = chance.choice([(place, day) for place in _others(w) for day in _told_apart(place)])
    when = date.fromisoformat(day.date)
    return question(
        "How many percent is the chance of rain in {place} on {day}? The place need not be kept in Weather",
        {"place": place.name, "day": f"{when:%A}, March {when.day}"},
        answer=f"{day.rain}",
        wrong=f"{next(each.rain for each in place.days if each.rain != day.rain)}",
        holds=_places(list(w.weather.places)),
        moves=(
            tap("Weather"),
            tap("Search places"),
            typed("Search for a city", place.name),
            tap(f"{place.name}, {place.country}"),
        ),
        kind="added",
        layout="changing",
    )


def daily_forecast(w: PhoneState, chance: Random) -> Recipe:
    """A message every day at a time, about a place."""
    place = chance.choice(kept(w)[1:])
    hour, minute = f"{chance.choice((5, 6, 8, 9)):02}", chance.choice(("10", "20", "45"))
    return job(
        "Have Weather send me the daily forecast of {place} at {time} every day",
        {"place": place.name, "time": f"{hour}:{minute}"},
        holds=f"(n => n.daily && n.daily_at === '{hour}:{minute}' && n.place === {quoted(place.id)}"
        f" && n.severe && !n.rain)({_OWN}.notices)"
        f" && {_rest('notices')}",
        spoil=f"{_OWN}.notices.daily = false",
        moves=(
            tap("Weather"), tap("More options"), tap("Notifications"), tap("Daily forecast"),
            tap("Daily forecast time"),
            typed("Hour", hour), typed("Minute", minute), tap("OK"), tap("Place for notifications"),
            tap(place.name),
        ),
    )  # fmt: skip


def warnings(w: PhoneState, chance: Random) -> Recipe:
    """One message is switched off, another on."""
    place = chance.choice(kept(w)[1:])
    return job(
        "In Weather, stop severe weather alerts, turn on messages about rain starting soon, and show me"
        " {place}",
        {"place": place.name},
        holds=f"!{_OWN}.notices.severe && {_OWN}.notices.rain && !{_OWN}.notices.daily"
        f" && {_OWN}.shown === {quoted(place.id)} && {_rest('notices')}",
        spoil=f"{_OWN}.notices.severe = true",
        moves=(
            tap("Weather"), tap("More options"), tap("Notifications"), tap("Severe weather alerts"),
            tap("Rain starting soon"), BACK,
            tap("Places"), tap(place.name),
        ),
        layout="changing",
    )  # fmt: skip


def copy_now(w: PhoneState, chance: Random) -> Recipe:
    """The weather of a place goes to the clipboard."""
    place = chance.choice(kept(w)[1:])
    words = f"{place.name}, {place.country}: {place.temp}°, {place.sky}".replace("-", "−")
    return job(
        "Copy the current weather of {place} from Weather to the clipboard, with its Share menu",
        {"place": place.name},
        holds=f"s.clipboard === {quoted(words)} && {_places(list(w.weather.places))}",
        spoil="s.clipboard = s.clipboard.slice(1)",
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


WEATHER: Mapping[str, Maker] = MappingProxyType(
    {
        "weather-add-place": add_place,
        "weather-remove-place": remove_place,
        "weather-first-place": first_place,
        "weather-swap-places": swap_places,
        "weather-units": units,
        "weather-alert-end": alert_end,
        "weather-rain-chance": rain_chance,
        "weather-daily-forecast": daily_forecast,
        "weather-warnings": warnings,
        "weather-copy": copy_now,
    }
)
