"""Tasks that need settings, maps or weather, and another application."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.people_state import Person
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.maps_tasks import rest
from onscreen_practice.phone_suite.messages_tasks import count, numbers, spoiled
from onscreen_practice.phone_suite.phone_task import Maker, job
from onscreen_practice.phone_suite.unchanged_state import fields_untouched, old_untouched
from onscreen_practice.phone_suite.weather_tasks import kept
from onscreen_practice.task_recipe import BACK, HOME, Move, Recipe, quoted, tap, typed

_COUNT = "s.messages.threads.reduce((n, t) => n + t.messages.length, 0)"
_TITLES = ("What to pack", "Travel", "For the suitcase", "Weekend away")


def _texted(w: PhoneState, person: Person, *, parts: tuple[str, ...]) -> str:
    says = " && ".join(f"m.text.includes({quoted(part)})" for part in parts)
    last = f"(m => m && m.by === '' && !m.due && {says})(t.messages.at(-1))"
    to = f"s.messages.threads.some(t => {numbers(w, person)}.includes(t.numbers.join()) && {last})"
    return f"{_COUNT} === {count(w) + 1} && {to}"


def share_place(w: PhoneState, chance: Random) -> Recipe:
    """A place of the maps goes to somebody by text message."""
    place, person = chance.choice(w.maps.places), chance.choice(w.people)
    return job(
        "Look up {place} in Maps and share it with {name} in a text message, with its address",
        {"place": place.name, "name": person.name},
        holds=f"{_texted(w, person, parts=(place.name, place.address))} && {rest()}",
        spoil=spoiled(f"m.text = {quoted(place.name)}"),
        moves=(
            tap("Maps"), tap("Search here"), typed("Search here", place.name), tap(place.name), tap("Share"),
            tap("Messages"), typed("Search people", person.name), tap(person.name), tap("Send"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def wifi_password(w: PhoneState, chance: Random) -> Recipe:
    """A password the phone knows goes to somebody."""
    net = chance.choice([each for each in w.settings_app.networks if each.saved])
    person = chance.choice(w.people)
    return job(
        "{name} is visiting. Text {first} the password of the Wi-Fi network {ssid}, as this phone knows it",
        {"name": person.name, "first": person.first, "ssid": net.ssid},
        holds=f"{_texted(w, person, parts=(net.password,))} && {fields_untouched('settings_app', but=())}",
        spoil=spoiled("m.text = m.text.toUpperCase()"),
        moves=(
            tap("Settings"), tap("Network & internet"), tap("Internet"), tap(f"Settings for {net.ssid}"),
            tap("Share"),
            tap("Done"), HOME, tap("Messages"), tap("Start chat"), tap(person.name),
            typed("Text message", net.password), tap("Send"),
        ),
        kind="abstract",
        layout="changing",
    )  # fmt: skip


def opening_alarm(w: PhoneState, chance: Random) -> Recipe:
    """An alarm for when a place opens."""
    taken = {alarm.time for alarm in w.clock.alarms}
    open_ = [
        (place, hours[:5])
        for place in w.maps.places
        if "-" in (hours := place.hours["Sat"]) and hours[:5] not in {*taken, "07:00"}
    ]
    place, opens = chance.choice(open_)
    hour, minute = opens.split(":")
    fits = (
        f"a.time === {quoted(opens)} && a.label.trim().toLowerCase() === {quoted(place.name.lower())} && a.on"
    )
    return job(
        "Set an alarm for the time at which {place} in {town} opens on Saturdays, and label it {place}",
        {"place": place.name, "town": w.maps.town},
        holds=f"s.clock.alarms.length === {len(w.clock.alarms) + 1} && s.clock.alarms.some(a => {fits})"
        f" && {rest()}"
        f" && {old_untouched('clock.alarms')}",
        spoil=f"s.clock.alarms.find(a => a.label.trim() === {quoted(place.name)}).time = '{hour}:01'",
        moves=(
            tap("Maps"), tap("Search here"), typed("Search here", place.name), tap(place.name), HOME,
            tap("Clock"),
            tap("Add alarm"), tap("Time 07:00"), typed("Hour", hour), typed("Minute", minute), tap("OK"),
            typed("Label", place.name), tap("Save"),
        ),
        kind="abstract",
        layout="changing",
    )  # fmt: skip


def forecast_note(w: PhoneState, chance: Random) -> Recipe:
    """A number of the forecast is written down."""
    place, title = chance.choice(kept(w)), chance.choice(_TITLES)
    day = chance.choice([each for each in place.days[2:] if each.high != each.low])
    when = date.fromisoformat(day.date)
    number = "(n.text.replace('−', '-').match(/-?[0-9]+/g) ?? []).join()"
    fits = f"n.title.trim() === {quoted(title)} && {number} === {quoted(str(day.high))}"
    fits += " && !n.archived && !n.binned"
    return job(
        'Write down the highest temperature that Weather expects in {place} on {day}: a note titled "{title}"'
        " with just this number as its text",
        {"place": place.name, "day": f"{when:%A}, March {when.day}", "title": title},
        holds=f"s.notes.notes.length === {len(w.notes.notes) + 1} && s.notes.notes.some(n => {fits})"
        f" && {old_untouched('notes.notes')}",
        spoil=f"s.notes.notes.find(n => n.title === {quoted(title)}).text = {quoted(str(day.high + 1))}",
        moves=(
            tap("Weather"), tap("Places"), tap(place.name), tap(f"{when:%a}, Mar {when.day}"), BACK, HOME,
            Move("open", text="Notes"), tap("New note"), typed("Title", title), typed("Note", f"{day.high}°"),
        ),
        layout="changing",
    )  # fmt: skip


ACROSS_D: Mapping[str, Maker] = MappingProxyType(
    {
        "across-share-place": share_place,
        "across-wifi-password": wifi_password,
        "across-opening-alarm": opening_alarm,
        "across-forecast-note": forecast_note,
    }
)
