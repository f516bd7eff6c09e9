"""Task factories for the Settings app of the simulated phone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.settings_state import RINGTONES
from onscreen_practice.phone.state_mutations import put
from onscreen_practice.phone_suite.task_helpers import TaskFactory, question_task, state_is, state_task
from onscreen_practice.state.expected_changes import becomes, may_change
from onscreen_practice.state.value_patterns import ExpectedFields
from onscreen_practice.task_recipe import BACK, TaskRecipe, set_slider, tap, type_text

_NO = "Don't allow"
_APPS = {"maps": "Maps", "weather": "Weather", "calculator": "Calculator", "clock": "Clock"}


def join_wifi(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to connect to a password-protected Wi-Fi network in the Settings app."""
    net = rng.choice([each for each in state.settings_app.networks if not each.saved and each.password])
    path = f"settings_app.networks[id={net.id}]"
    others = [
        f"settings_app.networks[id={each.id}].connected"
        for each in state.settings_app.networks
        if each.connected
    ]
    return state_task(
        "Connect the phone to the Wi-Fi network {ssid}. Its password is {password}",
        {"ssid": net.ssid, "password": net.password},
        check=state_is(
            becomes(f"{path}.saved", True),
            becomes(f"{path}.connected", True),
            *(becomes(other, False) for other in others),
        ),
        spoil=put(f"{path}.connected", False),
        moves=(
            tap("Settings"), tap("Network & internet"), tap("Internet"), tap(net.ssid),
            type_text("Password", net.password), tap("Connect"),
        ),
        layout="changing",
    )  # fmt: skip


def forget_wifi(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to forget a saved Wi-Fi network in the Settings app."""
    net = rng.choice([each for each in state.settings_app.networks if each.saved and not each.connected])
    return state_task(
        "Make the phone forget the saved Wi-Fi network {ssid}",
        {"ssid": net.ssid},
        check=state_is(becomes(f"settings_app.networks[id={net.id}].saved", False)),
        spoil=put(f"settings_app.networks[id={net.id}].saved", True),
        moves=(tap("Settings"), tap("Network & internet"), tap("Internet"), tap(f"Settings for {net.ssid}"),
        tap("Forget"), tap("Forget")),
        layout="changing",
    )  # fmt: skip


def set_theme_and_timeout(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to turn on the dark theme and set the screen timeout in the Settings app."""
    value, words = rng.choice(
        (("15000", "15 seconds"), ("120000", "2 minutes"), ("300000", "5 minutes"), ("600000", "10 minutes"))
    )
    return state_task(
        "Turn on the dark theme, and have the screen turn off after {time} without a touch",
        {"time": words},
        check=state_is(
            becomes("settings.secure.ui_night_mode", "2"),
            becomes("settings.system.screen_off_timeout", value),
        ),
        spoil=put("settings.system.screen_off_timeout", "1800000"),
        moves=(tap("Settings"), tap("Display"), tap("Dark theme"), tap("Screen timeout"), tap(words)),
        kind="added",
    )


def pair_device(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to pair a Bluetooth device and give it access to contacts and call history."""
    device = rng.choice([each for each in state.settings_app.devices if not each.paired])
    path = f"settings_app.devices[id={device.id}]"
    return state_task(
        "Pair the phone with the Bluetooth device {device} and let it see my contacts and call history",
        {"device": device.name},
        check=state_is(
            becomes("settings.global.bluetooth_on", "1"),
            becomes(f"{path}.paired", True),
            becomes(f"{path}.contacts", True),
            may_change("settings_app.devices[*].connected"),
        ),
        spoil=put(f"{path}.contacts", False),
        moves=(
            tap("Settings"), tap("Connected devices"), tap("Pair new device"), tap(device.name),
            tap("Allow access to your contacts and call history"), tap("Pair"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def prepare_flight(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to turn on airplane mode and connect a Bluetooth device.

    The instruction does not name the app.
    """
    device = rng.choice([each for each in state.settings_app.devices if each.paired])
    connections = [
        becomes(f"settings_app.devices[id={each.id}].connected", each is device)
        for each in state.settings_app.devices
    ]
    return state_task(
        "My flight is about to leave. Put this phone in airplane mode, but connect it to my {device}",
        {"device": device.name},
        check=state_is(
            becomes("settings.global.airplane_mode_on", "1"),
            becomes("settings.global.bluetooth_on", "1"),
            may_change("settings.global.wifi_on"),
            *connections,
        ),
        spoil=put("settings.global.airplane_mode_on", "0"),
        moves=(
            tap("Settings"), tap("Network & internet"), tap("Airplane mode"), BACK,
            tap("Connected devices"), tap("Bluetooth"), tap(device.name),
        ),
        kind="abstract",
        layout="changing",
    )  # fmt: skip


def set_ringtone(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to choose a ringtone and mute the media volume in the Settings app."""
    tone = rng.choice([each for each in RINGTONES if each != state.settings_app.ringtone])
    return state_task(
        "Set the phone ringtone to {tone} and turn the media volume all the way down",
        {"tone": tone},
        check=state_is(becomes("settings_app.ringtone", tone), becomes("system.volume.media", 0)),
        spoil=put("system.volume.media", 1),
        moves=(
            tap("Settings"),
            tap("Sound & vibration"),
            set_slider("Media volume", 0),
            tap("Phone ringtone"),
            tap(tone),
        ),
    )


def revoke_permission(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to revoke a permission of an application in the Settings app."""
    app, what = rng.choice((("maps", "Location"), ("maps", "Microphone"), ("weather", "Location")))
    key = f"{app}:{what}"
    return state_task(
        "Do not allow the {app} app to use my {what} any more",
        {"app": _APPS[app], "what": what.lower()},
        check=state_is(becomes(f"settings_app.permissions[{key}]", _NO)),
        spoil=put(f"settings_app.permissions[{key}]", "Ask every time"),
        moves=(
            tap("Settings"), tap("Apps"), tap("See all"), type_text("Search apps", _APPS[app]),
            tap(_APPS[app]), tap("Permissions"), tap(what), tap(_NO),
        ),
    )  # fmt: skip


def silence_apps(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to turn off notifications for three applications in the Settings app."""
    apps = rng.sample(sorted(_APPS), 3)
    a, b, c = (_APPS[app] for app in apps)
    return state_task(
        "Turn off the notifications of {a}, {b} and {c}, of no other apps",
        {"a": a, "b": b, "c": c},
        check=state_is(*(becomes(f"settings_app.notices.{app}", {"on": False}) for app in apps)),
        spoil=put(f"settings_app.notices.{apps[0]}.on", True),
        moves=(
            tap("Settings"),
            tap("Notifications"),
            tap("App notifications"),
            *(tap(f"{_APPS[app]} notifications") for app in sorted(apps)),
        ),
    )


def edit_schedule(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to edit the hours and days of a Do Not Disturb schedule and turn it on."""
    old = state.settings_app.schedules[0]
    start = f"{rng.choice((20, 21, 22, 23))}:{rng.choice((15, 30, 45))}"
    end = f"0{rng.choice((5, 6, 8))}:{rng.choice((10, 20, 40))}"
    hours = [*start.split(":"), *end.split(":")]
    path, days = f"settings_app.schedules[id={old.id}]", ["Mon", "Tue", "Wed", "Thu", "Fri", "Sun"]
    wanted: ExpectedFields = {"on": True, "start": start, "end": end, "days": days}
    return state_task(
        "Change the Do Not Disturb schedule {name} to run from {start} to {end}, on Fridays too, and"
        " switch that schedule on",
        {"name": old.name, "start": start, "end": end},
        check=state_is(becomes(path, wanted)),
        spoil=put(f"{path}.days", [*days, "Sat"]),
        moves=(
            tap("Settings"), tap("Notifications"), tap("Do Not Disturb"), tap(old.name),
            tap("Use schedule"), tap("Fri"), tap("Start time"), type_text("Hour", hours[0]),
            type_text("Minute", hours[1]), tap("OK"), tap("End time"), type_text("Hour", hours[2]),
            type_text("Minute", hours[3]), tap("OK"),
        ),
    )  # fmt: skip


def find_cache_size(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks for an application's cache size in megabytes."""
    sizes = state.settings_app.sizes

    def is_unique(app: str) -> bool:
        size = sizes[app]
        return size.cache > 9 and all(  # noqa: PLR2004  two digits
            f"{size.cache}" not in f"{n}" for n in (size.app, size.data, size.app + size.data + size.cache)
        )

    app = rng.choice(
        [
            each
            for each in ("maps", "weather", "calculator", "clock", "messages", "notes", "calendar")
            if is_unique(each)
        ]
        or ["maps"]
    )
    return question_task(
        "How many megabytes does the cache of the {app} app take?",
        {"app": app.capitalize()},
        answer=f"{sizes[app].cache}",
        wrong=f"{sizes[app].data}",
        moves=(
            tap("Settings"),
            tap("Apps"),
            tap("See all"),
            type_text("Search apps", app),
            tap(app.capitalize()),
            tap("Storage & cache"),
        ),
        layout="changing",
    )


SETTINGS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "settings-join-wifi": join_wifi,
        "settings-forget-wifi": forget_wifi,
        "settings-dark-theme": set_theme_and_timeout,
        "settings-pair-device": pair_device,
        "settings-flight": prepare_flight,
        "settings-ringtone": set_ringtone,
        "settings-revoke-permission": revoke_permission,
        "settings-silence-apps": silence_apps,
        "settings-sleep-schedule": edit_schedule,
        "settings-cache-size": find_cache_size,
    }
)
