"""Everything that is on the phone when it begins, made from a seed: the same seed, the same phone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.browser_state import Browser, browser
from onscreen_practice.phone.initial_state.calculator_state import Calculator, calculator
from onscreen_practice.phone.initial_state.calendar_state import Calendar, calendar
from onscreen_practice.phone.initial_state.camera_state import Camera, camera
from onscreen_practice.phone.initial_state.clock_state import Clock, clock
from onscreen_practice.phone.initial_state.contacts_state import Contacts, contacts
from onscreen_practice.phone.initial_state.gallery_state import Gallery, shots
from onscreen_practice.phone.initial_state.mail_state import Mail, mail, mail_files
from onscreen_practice.phone.initial_state.maps_state import Maps, maps
from onscreen_practice.phone.initial_state.messages_state import Messages, messages
from onscreen_practice.phone.initial_state.music_state import Music, music
from onscreen_practice.phone.initial_state.notes_state import Notes, notes
from onscreen_practice.phone.initial_state.people_state import Person, people
from onscreen_practice.phone.initial_state.phone_state import Phone, phone
from onscreen_practice.phone.initial_state.settings_state import SettingsApp, settings_app
from onscreen_practice.phone.initial_state.shop_state import Shop, shop
from onscreen_practice.phone.initial_state.social_state import Social, social
from onscreen_practice.phone.initial_state.spreadsheet_state import Spreadsheet, spreadsheet
from onscreen_practice.phone.initial_state.storage_state import Filing, store
from onscreen_practice.phone.initial_state.stored_file import NOW_MS, File
from onscreen_practice.phone.initial_state.video_state import Video, video
from onscreen_practice.phone.initial_state.weather_state import Weather, weather

IMES = ("com.android.inputmethod.latin/.LatinIME", "com.android.adbkeyboard/.AdbIME")
TROUBLES = ("permissions", "popups", "ads", "lowbattery", "calls")
"""What gets in the way on real phones."""


class Volume(msgspec.Struct, frozen=True):
    """How loud, 0 to 15."""

    media: int = 8
    ring: int = 10
    alarm: int = 12


class System(msgspec.Struct, frozen=True):
    """What belongs to no application; `now` is milliseconds since the epoch, `next` numbers new things."""

    now: int = NOW_MS
    battery: int = 82
    rotation: int = 0
    next: int = 1000
    ime: str = IMES[0]
    imes: tuple[str, ...] = IMES
    volume: Volume = Volume()
    troubles: tuple[str, ...] = ()
    granted: tuple[str, ...] = ()


class Settings(msgspec.Struct, frozen=True, rename={"global_": "global"}):
    """Android's three tables of settings; every value is text."""

    system: Mapping[str, str]
    secure: Mapping[str, str]
    global_: Mapping[str, str]


SETTINGS = Settings(
    {
        "screen_brightness": "128", "screen_brightness_mode": "0", "screen_off_timeout": "60000",
        "font_scale": "1.0",
        "vibrate_when_ringing": "1", "sound_effects_enabled": "1", "haptic_feedback_enabled": "1",
        "dtmf_tone": "1",
        "lockscreen_sounds_enabled": "1", "time_12_24": "24", "system_locales": "en-US",
    },
    {
        "ui_night_mode": "1", "location_mode": "3", "night_display_activated": "0",
        "high_text_contrast_enabled": "0",
        "accessibility_display_inversion_enabled": "0", "accessibility_captioning_enabled": "0",
        "notification_badging": "1",
        "lock_screen_show_notifications": "1", "show_password": "1",
    },
    {
        "wifi_on": "1",
        "bluetooth_on": "0",
        "airplane_mode_on": "0",
        "zen_mode": "0",
        "flashlight": "0",
        "auto_rotate": "1",
        "mobile_data": "1", "data_roaming": "0", "low_power": "0", "auto_time": "1", "auto_time_zone": "1",
        "device_name": "Practice One", "private_dns_mode": "opportunistic",
        "adaptive_battery_management_enabled": "1",
        "wifi_wakeup_enabled": "1",
    },
)  # fmt: skip


class World(msgspec.Struct, frozen=True):
    """The whole phone; the fields of applications bear their names."""

    seed: int
    people: tuple[Person, ...]
    calendar: Calendar
    clock: Clock
    contacts: Contacts
    phone: Phone
    browser: Browser
    mail: Mail
    messages: Messages
    social: Social
    calculator: Calculator
    maps: Maps
    settings_app: SettingsApp
    weather: Weather
    shop: Shop
    notes: Notes
    camera: Camera
    gallery: Gallery
    filing: Filing
    music: Music
    video: Video
    spreadsheet: Spreadsheet
    files: Mapping[str, File]
    system: System = System()
    settings: Settings = SETTINGS
    clipboard: str = ""
    notifications: tuple[str, ...] = ()


@cache
def world(seed: int) -> World:
    """Make up the phone of this seed."""
    cast = people(_chance(seed, "people"))
    kept, taken = store(_chance(seed, "files"), cast), shots(_chance(seed, "gallery"))
    return World(
        seed=seed,
        people=cast,
        calendar=calendar(_chance(seed, "calendar"), cast=cast),
        clock=clock(_chance(seed, "clock")),
        contacts=contacts(_chance(seed, "contacts"), cast=cast),
        phone=phone(_chance(seed, "phone"), cast=cast),
        browser=browser(_chance(seed, "browser")),
        mail=mail(_chance(seed, "mail"), cast=cast),
        messages=messages(_chance(seed, "messages"), cast=cast),
        social=social(_chance(seed, "social"), cast=cast),
        calculator=calculator(_chance(seed, "calculator")),
        maps=maps(_chance(seed, "maps"), cast),
        settings_app=settings_app(_chance(seed, "settings_app"), cast),
        weather=weather(_chance(seed, "weather")),
        shop=shop(_chance(seed, "shop"), cast=cast),
        notes=notes(_chance(seed, "notes"), cast),
        camera=camera(_chance(seed, "camera")),
        gallery=taken.gallery,
        filing=kept.filing,
        music=music(_chance(seed, "music")),
        video=video(_chance(seed, "video"), cast=cast),
        spreadsheet=spreadsheet(_chance(seed, "spreadsheet"), cast=cast),
        files={**_folders(), **kept.files, **taken.files, **mail_files(_chance(seed, "mail files"))},
    )


def _chance(seed: int, what: str) -> Random:
    return Random(f"phone {seed} {what}")  # noqa: S311  chance to be repeated, not secrets


def _folders() -> Mapping[str, File]:
    names = (
        "Alarms", "Android", "DCIM", "DCIM/Camera", "Documents", "Download", "Movies", "Music", "Pictures",
        "Recordings",
    )  # fmt: skip
    return {f"/sdcard/{name}": File(dir=True) for name in names}
