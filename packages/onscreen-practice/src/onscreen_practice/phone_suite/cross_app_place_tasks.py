"""Cross-application tasks that involve the Settings, Maps, or Weather app."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.state_mutations import put
from onscreen_practice.phone_suite.clock_tasks import new_alarm
from onscreen_practice.phone_suite.messages_tasks import spoil_message, text_sent
from onscreen_practice.phone_suite.notes_tasks import new_note
from onscreen_practice.phone_suite.task_helpers import TaskFactory, state_is, state_task
from onscreen_practice.phone_suite.weather_tasks import find_listed_places
from onscreen_practice.state.value_patterns import Contains, Matches, Text
from onscreen_practice.task_recipe import BACK, HOME, Move, TaskRecipe, tap, type_text

_TITLES = ("What to pack", "Travel", "For the suitcase", "Weekend away")


def share_place(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to look up a place in the Maps app and text its name and address to a contact."""
    place, person = rng.choice(state.maps.places), rng.choice(state.people)
    others = [each for each in state.maps.places if each is not place]
    text = Contains(
        (place.name, place.address),
        excluded=tuple(dict.fromkeys(each.address for each in others if each.address != place.address)),
    )
    return state_task(
        "Look up {place} in Maps and share it with {name} in a text message, with its address",
        {"place": place.name, "name": person.name},
        check=text_sent(state, person, text=text),
        spoil=spoil_message("text", place.name),
        moves=(
            tap("Maps"), tap("Search here"), type_text("Search here", place.name), tap(place.name),
            tap("Share"), tap("Messages"), type_text("Search people", person.name), tap(person.name),
            tap("Send"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def text_wifi_password(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to text a contact the password of a saved Wi-Fi network.

    The instruction does not name the app.
    """
    net = rng.choice([each for each in state.settings_app.networks if each.saved])
    person = rng.choice(state.people)
    others = {each.password for each in state.settings_app.networks} - {net.password, ""}
    return state_task(
        "{name} is visiting. Text {first} the password of the Wi-Fi network {ssid}, as this phone knows it",
        {"name": person.name, "first": person.first, "ssid": net.ssid},
        check=text_sent(state, person, text=Contains((net.password,), excluded=tuple(sorted(others)))),
        spoil=spoil_message("text", net.password.upper()),
        moves=(
            tap("Settings"), tap("Network & internet"), tap("Internet"), tap(f"Settings for {net.ssid}"),
            tap("Share"), tap("Done"), HOME, tap("Messages"), tap("Start chat"), tap(person.name),
            type_text("Text message", net.password), tap("Send"),
        ),
        kind="abstract",
        layout="changing",
    )  # fmt: skip


def set_opening_alarm(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to look up a place's opening time and set an alarm for that time.

    The instruction does not name the app.
    """
    used = {alarm.time for alarm in state.clock.alarms}
    open_ = [
        (place, hours[:5])
        for place in state.maps.places
        if "-" in (hours := place.hours["Sat"]) and hours[:5] not in {*used, "07:00"}
    ]
    place, opens = rng.choice(open_)
    hour, minute = opens.split(":")
    return state_task(
        "Set an alarm for the time at which {place} in {town} opens on Saturdays, and label it {place}",
        {"place": place.name, "town": state.maps.town},
        check=state_is(new_alarm(time=opens, label=Text(place.name, ignore_case=True))),
        spoil=put("clock.alarms[+].time", f"{hour}:01"),
        moves=(
            tap("Maps"), tap("Search here"), type_text("Search here", place.name), tap(place.name), HOME,
            tap("Clock"), tap("Add alarm"), tap("Time 07:00"), type_text("Hour", hour),
            type_text("Minute", minute), tap("OK"), type_text("Label", place.name), tap("Save"),
        ),
        kind="abstract",
        layout="changing",
    )  # fmt: skip


def write_down_forecast(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to copy a day's forecast high temperature from the Weather app into a note."""
    place, title = rng.choice(find_listed_places(state)), rng.choice(_TITLES)
    day = rng.choice([each for each in place.days[2:] if each.high != each.low])
    when = date.fromisoformat(day.date)
    number = Matches(rf"[^0-9−-]*{f'{day.high}'.replace('-', '[−-]')}[^0-9]*")
    return state_task(
        'Write down the highest temperature that Weather expects in {place} on {day}: a note titled "{title}"'
        " with just this number as its text",
        {"place": place.name, "day": f"{when:%A}, March {when.day}", "title": title},
        check=state_is(new_note(title, text=number)),
        spoil=put("notes.notes[+].text", str(day.high + 1)),
        moves=(
            tap("Weather"), tap("Places"), tap(place.name), tap(f"{when:%a}, Mar {when.day}"), BACK, HOME,
            Move("open", text="Notes"), tap("New note"), type_text("Title", title),
            type_text("Note", f"{day.high}°"),
        ),
        layout="changing",
    )  # fmt: skip


CROSS_APP_PLACE_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "across-share-place": share_place,
        "across-wifi-password": text_wifi_password,
        "across-opening-alarm": set_opening_alarm,
        "across-forecast-note": write_down_forecast,
    }
)
