"""Tasks of the settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.settings_state import RINGTONES
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, job, question
from onscreen_practice.phone_suite.unchanged_state import fields_untouched, untouched
from onscreen_practice.task_recipe import BACK, Recipe, quoted, slid, tap, typed

_NO = "Don't allow"
_APPS = {"maps": "Maps", "weather": "Weather", "calculator": "Calculator", "clock": "Clock"}
_OWN = "s.settings_app"


def _rest(
    *,
    own: Sequence[str] = (),
    system: Sequence[str] = (),
    secure: Sequence[str] = (),
    global_: Sequence[str] = (),
) -> str:
    """Write the condition that all settings but these are as they began."""
    tables = (
        ("settings_app", own),
        ("settings.system", system),
        ("settings.secure", secure),
        ("settings.global", global_),
    )
    return " && ".join(fields_untouched(path, but=but) for path, but in tables)


def join_wifi(w: PhoneState, chance: Random) -> Recipe:
    """A network with a password."""
    net = chance.choice([each for each in w.settings_app.networks if not each.saved and each.password])
    return job(
        "Connect the phone to the Wi-Fi network {ssid}. Its password is {password}",
        {"ssid": net.ssid, "password": net.password},
        holds=f"{_OWN}.networks.length === 9 && {_OWN}.networks.filter(n => n.saved).length === 4"
        f" && {_OWN}.networks.every(n => n.connected === (n.ssid === {quoted(net.ssid)}))"
        f" && {_rest(own=['networks'])}",
        spoil=f"{_OWN}.networks.forEach(n => {{ n.connected = n.id === 'wifi0'; }})",
        moves=(
            tap("Settings"), tap("Network & internet"), tap("Internet"), tap(net.ssid),
            typed("Password", net.password), tap("Connect"),
        ),
        layout="changing",
    )  # fmt: skip


def forget_wifi(w: PhoneState, chance: Random) -> Recipe:
    """A saved network goes, the others stay."""
    net = chance.choice([each for each in w.settings_app.networks if each.saved and not each.connected])
    return job(
        "Make the phone forget the saved Wi-Fi network {ssid}",
        {"ssid": net.ssid},
        holds=f"{_OWN}.networks.filter(n => n.saved).length === 2"
        f" && !{_OWN}.networks.find(n => n.id === {quoted(net.id)}).saved"
        f" && {untouched('settings_app.networks', but=f'x.id === {quoted(net.id)}')}"
        f" && {_rest(own=['networks'])}",
        spoil=f"{_OWN}.networks.find(n => n.id === {quoted(net.id)}).saved = true",
        moves=(tap("Settings"), tap("Network & internet"), tap("Internet"), tap(f"Settings for {net.ssid}"),
        tap("Forget"), tap("Forget")),
        layout="changing",
    )  # fmt: skip


def dark_and_timeout(_w: PhoneState, chance: Random) -> Recipe:
    """Two things of the display."""
    value, words = chance.choice(
        (("15000", "15 seconds"), ("120000", "2 minutes"), ("300000", "5 minutes"), ("600000", "10 minutes"))
    )
    return job(
        "Turn on the dark theme, and have the screen turn off after {time} without a touch",
        {"time": words},
        holds=f"s.settings.secure.ui_night_mode === '2'"
        f" && s.settings.system.screen_off_timeout === {quoted(value)}"
        f" && {_rest(system=['screen_off_timeout'], secure=['ui_night_mode'])}",
        spoil="s.settings.system.screen_off_timeout = '1800000'",
        moves=(tap("Settings"), tap("Display"), tap("Dark theme"), tap("Screen timeout"), tap(words)),
        kind="added",
    )


def pair_device(w: PhoneState, chance: Random) -> Recipe:
    """A device that may read contacts."""
    device = chance.choice([each for each in w.settings_app.devices if not each.paired])
    return job(
        "Pair the phone with the Bluetooth device {device} and let it see my contacts and call history",
        {"device": device.name},
        holds=f"s.settings.global.bluetooth_on === '1' && {_OWN}.devices.filter(d => d.paired).length === 4"
        f" && {_OWN}.devices.some(d => d.id === {quoted(device.id)} && d.paired && d.contacts)"
        f" && {_rest(own=['devices'], global_=['bluetooth_on'])}",
        spoil=f"{_OWN}.devices.find(d => d.id === {quoted(device.id)}).contacts = false",
        moves=(
            tap("Settings"), tap("Connected devices"), tap("Pair new device"), tap(device.name),
            tap("Allow access to your contacts and call history"), tap("Pair"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def flight(w: PhoneState, chance: Random) -> Recipe:
    """Airplane mode, but the headphones work."""
    device = chance.choice([each for each in w.settings_app.devices if each.paired])
    return job(
        "My flight is about to leave. Put this phone in airplane mode, but connect it to my {device}",
        {"device": device.name},
        holds="s.settings.global.airplane_mode_on === '1' && s.settings.global.bluetooth_on === '1'"
        f" && {_rest(own=['devices'], global_=['airplane_mode_on', 'bluetooth_on', 'wifi_on'])}"
        f" && {_OWN}.devices.every(d => d.connected === (d.id === {quoted(device.id)}))",
        spoil="s.settings.global.airplane_mode_on = '0'",
        moves=(
            tap("Settings"), tap("Network & internet"), tap("Airplane mode"), BACK, tap("Connected devices"),
            tap("Bluetooth"),
            tap(device.name),
        ),
        kind="abstract",
        layout="changing",
    )  # fmt: skip


def ringtone(w: PhoneState, chance: Random) -> Recipe:
    """A tone from a long list, and a volume."""
    tone = chance.choice([each for each in RINGTONES if each != w.settings_app.ringtone])
    return job(
        "Set the phone ringtone to {tone} and turn the media volume all the way down",
        {"tone": tone},
        holds=f"{_OWN}.ringtone === {quoted(tone)} && s.system.volume.media === 0"
        f" && s.system.volume.ring === {w.system.volume.ring}"
        f" && s.system.volume.alarm === {w.system.volume.alarm} && {_rest(own=['ringtone'])}",
        spoil="s.system.volume.media = 1",
        moves=(
            tap("Settings"),
            tap("Sound & vibration"),
            slid("Media volume", 0),
            tap("Phone ringtone"),
            tap(tone),
        ),
    )


def revoke(_w: PhoneState, chance: Random) -> Recipe:
    """A permission is taken from an application."""
    app, what = chance.choice((("maps", "Location"), ("maps", "Microphone"), ("weather", "Location")))
    key = f"{app}:{what}"
    return job(
        "Do not allow the {app} app to use my {what} any more",
        {"app": _APPS[app], "what": what.lower()},
        holds=f"{_OWN}.permissions[{quoted(key)}] === {quoted(_NO)} && {_rest(own=['permissions'])}"
        f" && Object.entries({_OWN}.permissions).every(([k, v]) => k === {quoted(key)}"
        " || v.startsWith('Allow'))",
        spoil=f"{_OWN}.permissions[{quoted(key)}] = 'Ask every time'",
        moves=(
            tap("Settings"), tap("Apps"), tap("See all"), typed("Search apps", _APPS[app]), tap(_APPS[app]),
            tap("Permissions"), tap(what),
            tap(_NO),
        ),
    )  # fmt: skip


def silence_apps(_w: PhoneState, chance: Random) -> Recipe:
    """Three applications of many."""
    apps = chance.sample(sorted(_APPS), 3)
    a, b, c = (_APPS[app] for app in apps)
    return job(
        "Turn off the notifications of {a}, {b} and {c}, of no other apps",
        {"a": a, "b": b, "c": c},
        holds=f"Object.entries({_OWN}.notices).filter(([, n]) => n.on === false).map(([id]) =>"
        f" id).sort().join() === {quoted(','.join(sorted(apps)))}"
        f" && {_rest(own=['notices'])}",
        spoil=f"{_OWN}.notices[{quoted(apps[0])}].on = true",
        moves=(
            tap("Settings"),
            tap("Notifications"),
            tap("App notifications"),
            *(tap(f"{_APPS[app]} notifications") for app in sorted(apps)),
        ),
    )


def sleep_schedule(w: PhoneState, chance: Random) -> Recipe:
    """A schedule is edited in four places."""
    old = w.settings_app.schedules[0]
    start = f"{chance.choice((20, 21, 22, 23))}:{chance.choice((15, 30, 45))}"
    end = f"0{chance.choice((5, 6, 8))}:{chance.choice((10, 20, 40))}"
    hours = [*start.split(":"), *end.split(":")]
    return job(
        "Change the Do Not Disturb schedule {name} to run from {start} to {end}, on Fridays too, and"
        " switch that schedule on",
        {"name": old.name, "start": start, "end": end},
        holds=f"{_rest(own=['schedules'])} &&"
        f" {untouched('settings_app.schedules', but='x.id === ' + quoted(old.id))} && (z => z.on"
        f" && z.start === {quoted(start)} && z.end === {quoted(end)}"
        f" && z.days.join() === 'Mon,Tue,Wed,Thu,Fri,Sun')({_OWN}.schedules[0])",
        spoil=f"{_OWN}.schedules[0].days.push('Sat')",
        moves=(
            tap("Settings"), tap("Notifications"), tap("Do Not Disturb"), tap(old.name), tap("Use schedule"),
            tap("Fri"),
            tap("Start time"), typed("Hour", hours[0]), typed("Minute", hours[1]), tap("OK"),
            tap("End time"), typed("Hour", hours[2]), typed("Minute", hours[3]), tap("OK"),
        ),
    )  # fmt: skip


def cache_size(w: PhoneState, chance: Random) -> Recipe:
    """A number deep in the page of an application."""
    sizes = w.settings_app.sizes

    def told_apart(app: str) -> bool:
        size = sizes[app]
        return size.cache > 9 and all(  # noqa: PLR2004  two digits
            f"{size.cache}" not in f"{n}" for n in (size.app, size.data, size.app + size.data + size.cache)
        )

    app = chance.choice(
        [
            each
            for each in ("maps", "weather", "calculator", "clock", "messages", "notes", "calendar")
            if told_apart(each)
        ]
        or ["maps"]
    )
    return question(
        "How many megabytes does the cache of the {app} app take?",
        {"app": app.capitalize()},
        answer=f"{sizes[app].cache}",
        wrong=f"{sizes[app].data}",
        moves=(
            tap("Settings"),
            tap("Apps"),
            tap("See all"),
            typed("Search apps", app),
            tap(app.capitalize()),
            tap("Storage & cache"),
        ),
        layout="changing",
    )


SETTINGS: Mapping[str, Maker] = MappingProxyType(
    {
        "settings-join-wifi": join_wifi,
        "settings-forget-wifi": forget_wifi,
        "settings-dark-theme": dark_and_timeout,
        "settings-pair-device": pair_device,
        "settings-flight": flight,
        "settings-ringtone": ringtone,
        "settings-revoke-permission": revoke,
        "settings-silence-apps": silence_apps,
        "settings-sleep-schedule": sleep_schedule,
        "settings-cache-size": cache_size,
    }
)
