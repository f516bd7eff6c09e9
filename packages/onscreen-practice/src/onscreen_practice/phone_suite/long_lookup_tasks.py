"""Long tasks that transfer facts from maps, weather, web pages, the shop and music to other applications."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.calendar_state import TODAY
from onscreen_practice.phone.initial_state.maps_state import Place
from onscreen_practice.phone.state_mutations import put
from onscreen_practice.phone_suite.browser_tasks import open_address
from onscreen_practice.phone_suite.calculator_tasks import new_calculation, tap_keys
from onscreen_practice.phone_suite.calendar_tasks import format_day
from onscreen_practice.phone_suite.cross_app_task_parts import (
    Part,
    add_event,
    create_contact,
    find_in_maps,
    find_reachable,
    join_parts,
    look,
    open_app,
    send_mail,
    send_text,
    set_alarm,
    start_timer,
    write_checklist,
    write_note,
)
from onscreen_practice.phone_suite.maps_tasks import find_unlisted_places
from onscreen_practice.phone_suite.task_helpers import TaskFactory
from onscreen_practice.phone_suite.weather_tasks import find_listed_places
from onscreen_practice.state.expected_changes import adds
from onscreen_practice.state.value_patterns import Contains
from onscreen_practice.task_recipe import TaskRecipe, press, tap, type_text

_TOWNS = ("Haldern", "Orvin South", "Skarra Port", "Ardin Base", "Marlow", "Tessel Mouth")
_DISHES = ("Rye bread", "Potato salad", "Mushroom risotto", "Pancakes")
_PEAKS = (("Mount Ardin", "Height"), ("Lake Orvin", "Depth"))
_LATEST_HOUR = 20
_MINUTE = 60


def _next_saturday() -> date:
    return next(day for n in range(1, 8) if f"{(day := TODAY + timedelta(days=n)):%A}" == "Saturday")


def _open_on_saturday(state: PhoneState, rng: Random) -> tuple[Place, str]:
    """Choose a random place that opens on Saturdays, and return it with its opening time."""
    used = {alarm.time for alarm in state.clock.alarms}
    hours = [(place, place.hours["Sat"][:5]) for place in find_unlisted_places(state) if place.phone]
    return rng.choice([(place, opens) for place, opens in hours if ":" in opens and opens not in used])


def plan_outing(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to plan a visit to a place in Maps on the next Saturday."""
    (place, opens), person = _open_on_saturday(state, rng), rng.choice(find_reachable(state))
    saved_list = rng.choice(state.maps.lists)
    path = f"maps.lists[id={saved_list.id}].items"
    return join_parts(
        "I want to visit {place} next Saturday. Save it to my list {list} in Maps, put {place} into the"
        " calendar on that day at the time at which it opens, set an alarm labelled {place} for that time,"
        " and text {name} its address exactly as Maps has it",
        {"place": place.name, "list": saved_list.name, "name": person.name},
        Part(
            find_in_maps(place.name, tap("Save"), tap(saved_list.name), tap("Done")),
            (adds(path, {"place": place.id}),),
            (put(f"{path}[+].place", "spot99"),),
        ),
        add_event(place.name, _next_saturday(), start=opens),
        set_alarm(opens, place.name),
        send_text(state, person, text=place.address),
        kind="abstract",
    )


def record_place(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to copy a place's phone number, address and opening time to other apps."""
    (place, opens), person = _open_on_saturday(state, rng), rng.choice(find_reachable(state))
    return join_parts(
        "Look up {place} in Maps. Create a contact with the first name {place} and its phone number, write a"
        ' note titled "{place}" with its address exactly as it stands there, set an alarm labelled {place}'
        " for the time at which it opens on Saturdays, and text {name} the phone number only",
        {"place": place.name, "name": person.name},
        Part(find_in_maps(place.name)),
        create_contact(place.name, "", number=place.phone),
        write_note(place.name, place.address),
        set_alarm(opens, place.name),
        send_text(state, person, text=place.phone),
    )


def plan_for_weather(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to record a weather forecast and plan a day."""
    place, person = rng.choice(find_listed_places(state)[1:]), rng.choice(find_reachable(state))
    day = rng.choice(place.days[2:6])
    when = date.fromisoformat(day.date)
    event = f"Day in {place.name}"
    return join_parts(
        "I will be in {place} on {day}. Add the all-day event {event} to the calendar, write a note titled"
        ' "Weather in {place}" with nothing but the highest temperature that Weather expects there that day'
        " (the number without a unit), and text that number to {name} as well; then set an alarm for 05:35"
        " labelled {place}",
        {"place": place.name, "day": format_day(when), "event": event, "name": person.name},
        look("Weather", tap("Places"), tap(place.name), tap(f"{when:%a}, Mar {when.day}")),
        add_event(event, when),
        write_note(f"Weather in {place.name}", f"{day.high}"),
        send_text(state, person, text=f"{day.high}"),
        set_alarm("05:35", place.name),
        kind="added",
    )


def catch_train(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to plan a train journey with an online timetable."""
    town, person = rng.choice(_TOWNS), rng.choice(find_reachable(state))
    table = next(part for part in state.browser.find_page(f"Trains to {town}").parts if part.kind == "table")
    start, day = table.rows[1][0], TODAY + timedelta(days=rng.randint(2, 15))
    return join_parts(
        "Look up on rail.example when the first train of the day from Central Station to {town} leaves. Put"
        ' "Train to {town}" into the calendar on {day} at that time, set an alarm for the time with the label'
        " {town}, and text {name} the time only, like 07:15",
        {"town": town, "day": format_day(day), "name": person.name},
        Part((open_app("Browser"), *open_address("rail.example")[1:], tap(f"Trains to {town}"))),
        add_event(f"Train to {town}", day, start=start.zfill(5)),
        set_alarm(start.zfill(5), town),
        send_text(state, person, text=start),
    )


def cook_for_guest(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to plan a dinner with an online recipe."""
    dish, person = rng.choice(_DISHES), rng.choice(find_reachable(state))
    page = state.browser.find_page(f"{dish} -")
    needs = next([row[0] for row in part.rows] for part in page.parts if part.kind == "list")
    day, start = TODAY + timedelta(days=rng.randint(2, 15)), "18:45"
    return join_parts(
        "{name} comes for dinner on {day} at {start}. Put Cooking into the calendar then, make a checklist in"
        " Notes called {dish} with the three ingredients of that recipe on recipes.example, each as it is"
        ' written there with its amount, in that order, and text {name} "We are having {dish}"',
        {"name": person.name, "day": format_day(day), "start": start, "dish": dish},
        Part((open_app("Browser"), *open_address("recipes.example")[1:], tap(dish))),
        add_event("Cooking", day, start=start),
        write_checklist(dish, needs),
        send_text(state, person, text=f"We are having {dish}"),
        kind="abstract",
    )


def compare_numbers(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add a height and a depth from an encyclopedia and share the sum."""
    person = rng.choice(find_reachable(state))
    height, depth = (
        int(state.browser.find_page(f"{name} -").get_fact(label).split()[0].replace(",", ""))
        for name, label in _PEAKS
    )
    result = f"{height + depth}"
    (peak, _), (lake, _) = _PEAKS
    title = rng.choice(("Quiz question", "From top to bottom"))
    address = (tap("Address bar"), type_text("Search or type web address", "encyclo.example"), press("Enter"))
    return join_parts(
        "How many meters are there between the top of {peak} and the ground of {lake}? Look up the height of"
        " the one and the depth of the other on encyclo.example and add them in Calculator, so that the sum"
        ' stands in its history. Write a note titled "{title}" with the result only, as digits without'
        " separators, text it to {name}, and add the all-day event {title} to the calendar on Friday, March"
        " 27",
        {"peak": peak, "lake": lake, "title": title, "name": person.name},
        look("Browser", *address, tap(peak), *address, tap(lake)),
        Part(
            (open_app("Calculator"), *tap_keys(f"{height}+{depth}"), tap("equals")),
            new_calculation(result=f"{int(result):,}", expression=Contains(("+",))),
            (put("calculator.history[+].result", f"{height}"),),
        ),
        write_note(title, result),
        send_text(state, person, text=result),
        add_event(title, date(2026, 3, 27)),
        kind="added",
    )


def share_wifi(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to share a Wi-Fi password in a note, a text message and an email."""
    net = rng.choice([each for each in state.settings_app.networks if each.saved and each.password])
    person, other = rng.sample(find_reachable(state), 2)
    return join_parts(
        "Guests are coming. Find the password of the Wi-Fi network {ssid} that this phone has saved. Write a"
        ' note titled "Wi-Fi {ssid}" with just the password, text the password alone to {name}, and mail it'
        ' to {mail} with the subject "Wi-Fi" and nothing else in the text',
        {"ssid": net.ssid, "name": person.name, "mail": other.email},
        look(
            "Settings", tap("Network & internet"), tap("Internet"), tap(f"Settings for {net.ssid}"),
            tap("Share"), tap("Done"),
        ),
        write_note(f"Wi-Fi {net.ssid}", net.password),
        send_text(state, person, text=net.password),
        send_mail(other, "Wi-Fi", body=net.password),
        kind="abstract",
    )  # fmt: skip


def remember_voucher(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to record a voucher's expiration date and share its code."""
    voucher, person = rng.choice(state.shop.vouchers[:2]), rng.choice(find_reachable(state))
    return join_parts(
        'Look up until when my Shop voucher {code} is valid. Add the all-day event "{code} ends" on that day'
        ' to the calendar, write a note titled "Voucher" with only the code, set an alarm labelled {code} for'
        " 18:05, and text {name} the code only",
        {"code": voucher.code, "name": person.name},
        look("Shop", tap("More options"), tap("Vouchers")),
        add_event(f"{voucher.code} ends", date.fromisoformat(voucher.until)),
        write_note("Voucher", voucher.code),
        set_alarm("18:05", voucher.code),
        send_text(state, person, text=voucher.code),
    )


def practise_song(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to plan practising a song, with a timer as long as the song."""
    song, person = rng.choice(state.music.songs), rng.choice(find_reachable(state))
    minutes, seconds = divmod(song.seconds, _MINUTE)
    day, hour = TODAY + timedelta(days=rng.randint(2, 15)), rng.randint(10, _LATEST_HOUR)
    return join_parts(
        'I practise the song "{title}". Start a timer exactly as long as the song, put {title} into the'
        ' calendar on {day} at {start}, write a note titled "{title}" with the name of its artist only, and'
        " text {name} the name of the album it is on, and nothing else",
        {"title": song.title, "day": format_day(day), "start": f"{hour}:20", "name": person.name},
        look("Music", tap("Search"), type_text("Songs, albums, artists, playlists", song.title)),
        start_timer(minutes, seconds),
        add_event(song.title, day, start=f"{hour}:20"),
        write_note(song.title, song.artist),
        send_text(state, person, text=song.album),
        kind="abstract",
    )


def warn_of_storm(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to warn a contact of severe weather and record when the warning ends."""
    place = rng.choice([each for each in find_listed_places(state) if each.alerts])
    alert, person = place.alerts[0], rng.choice(find_reachable(state))
    end = alert.end[11:]
    return join_parts(
        'There is a weather warning for {place}. Text {name} "Stay inside until TIME" with the time at which'
        ' it ends, as HH:MM, set an alarm for that time labelled {place}, write a note titled "Warning" with'
        " the name of the warning as Weather has it, and add the all-day event Storm to the calendar on"
        " {day}",
        {"place": place.name, "name": person.name, "day": format_day(TODAY + timedelta(days=1))},
        look("Weather", tap("Places"), tap(place.name), tap(alert.title)),
        send_text(state, person, text=f"Stay inside until {end}"),
        set_alarm(end, place.name),
        write_note("Warning", alert.title),
        add_event("Storm", TODAY + timedelta(days=1)),
    )


LONG_PLACE_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "long-plan-outing": plan_outing,
        "long-record-place": record_place,
        "long-weather-day": plan_for_weather,
        "long-catch-train": catch_train,
        "long-cook-for-guest": cook_for_guest,
        "long-compare-numbers": compare_numbers,
        "long-share-wifi": share_wifi,
        "long-remember-voucher": remember_voucher,
        "long-practise-song": practise_song,
        "long-warn-of-storm": warn_of_storm,
    }
)
