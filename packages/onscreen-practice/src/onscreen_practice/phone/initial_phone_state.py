"""Initial state of the simulated phone, generated deterministically from a random seed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.browser_state import Browser, build_browser_state
from onscreen_practice.phone.initial_state.calculator_state import Calculator, build_calculator_state
from onscreen_practice.phone.initial_state.calendar_state import Calendar, build_calendar_state
from onscreen_practice.phone.initial_state.camera_state import Camera, build_camera_state
from onscreen_practice.phone.initial_state.clock_state import Clock, build_clock_state
from onscreen_practice.phone.initial_state.contacts_state import Contacts, build_contacts_state
from onscreen_practice.phone.initial_state.dialer_state import Dialer, build_dialer_state
from onscreen_practice.phone.initial_state.files_state import FilesApp, build_storage_content
from onscreen_practice.phone.initial_state.gallery_state import Gallery, build_gallery_content
from onscreen_practice.phone.initial_state.mail_state import Mail, build_mail_files, build_mail_state
from onscreen_practice.phone.initial_state.maps_state import Maps, build_maps_state
from onscreen_practice.phone.initial_state.messages_state import Messages, build_messages_state
from onscreen_practice.phone.initial_state.music_state import Music, build_music_state
from onscreen_practice.phone.initial_state.notes_state import Notes, build_notes_state
from onscreen_practice.phone.initial_state.people_state import Person, build_people
from onscreen_practice.phone.initial_state.settings_state import SettingsApp, build_settings_app_state
from onscreen_practice.phone.initial_state.shop_state import Shop, build_shop_state
from onscreen_practice.phone.initial_state.social_state import Social, build_social_state
from onscreen_practice.phone.initial_state.spreadsheet_state import Spreadsheet, build_spreadsheet_state
from onscreen_practice.phone.initial_state.stored_file import NOW_MS, File
from onscreen_practice.phone.initial_state.video_state import Video, build_video_state
from onscreen_practice.phone.initial_state.weather_state import Weather, build_weather_state

INPUT_METHODS = ("com.android.inputmethod.latin/.LatinIME", "com.android.adbkeyboard/.AdbIME")
INTERRUPTIONS = ("permissions", "popups", "ads", "lowbattery", "calls", "network")
"""Interruptions that can be enabled to simulate conditions on real phones."""


class Volume(msgspec.Struct, frozen=True):
    """Volume levels for media, ringtone and alarms, from 0 to 15."""

    media: int = 8
    ring: int = 10
    alarm: int = 12


class System(msgspec.Struct, frozen=True):
    """State of the operating system, such as time, battery level and screen rotation.

    `now` is in milliseconds since the epoch, and `next` is the next free id. `accepted` lists the accepted
    offers of advertisements and pop-ups, such as "install Crystal Match"; `disabled` lists the packages of
    disabled applications. With `running_clock`, time passes as in the real world instead of with each input;
    with `animations`, new screens and dialogs are animated.
    """

    now: int = NOW_MS
    battery: int = 82
    rotation: int = 0
    next: int = 1000
    ime: str = INPUT_METHODS[0]
    imes: tuple[str, ...] = INPUT_METHODS
    volume: Volume = Volume()
    interruptions: tuple[str, ...] = ()
    granted: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()
    disabled: tuple[str, ...] = ()
    running_clock: bool = False
    animations: bool = False


class Settings(msgspec.Struct, frozen=True, rename={"global_": "global"}):
    """Android's system, secure and global settings tables, with all values as strings."""

    system: Mapping[str, str]
    secure: Mapping[str, str]
    global_: Mapping[str, str]


DEFAULT_SETTINGS = Settings(
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
        "lock_screen_show_notifications": "1", "show_password": "1", "zen_duration": "0",
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
        "wifi_wakeup_enabled": "1", "heads_up_notifications_enabled": "1",
    },
)  # fmt: skip


class PhoneState(msgspec.Struct, frozen=True):
    """Complete state of a simulated phone, with one field for each application."""

    seed: int
    people: tuple[Person, ...]
    calendar: Calendar
    clock: Clock
    contacts: Contacts
    phone: Dialer
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
    files_app: FilesApp
    music: Music
    video: Video
    spreadsheet: Spreadsheet
    files: Mapping[str, File]
    system: System = System()
    settings: Settings = DEFAULT_SETTINGS
    clipboard: str = ""
    notifications: tuple[str, ...] = ()


@cache
def build_phone_state(seed: int) -> PhoneState:
    """Generate the initial state of a simulated phone from a random seed.

    Results are cached.
    """
    people = build_people(_seeded_random(seed, "people"))
    storage, gallery_content = (
        build_storage_content(_seeded_random(seed, "files"), people),
        build_gallery_content(_seeded_random(seed, "gallery")),
    )
    return PhoneState(
        seed=seed,
        people=people,
        calendar=build_calendar_state(_seeded_random(seed, "calendar"), people=people),
        clock=build_clock_state(_seeded_random(seed, "clock")),
        contacts=build_contacts_state(_seeded_random(seed, "contacts"), people=people),
        phone=build_dialer_state(_seeded_random(seed, "phone"), people=people),
        browser=build_browser_state(_seeded_random(seed, "browser")),
        mail=build_mail_state(_seeded_random(seed, "mail"), people=people),
        messages=build_messages_state(_seeded_random(seed, "messages"), people=people),
        social=build_social_state(_seeded_random(seed, "social"), people=people),
        calculator=build_calculator_state(_seeded_random(seed, "calculator")),
        maps=build_maps_state(_seeded_random(seed, "maps"), people),
        settings_app=build_settings_app_state(_seeded_random(seed, "settings_app"), people),
        weather=build_weather_state(_seeded_random(seed, "weather")),
        shop=build_shop_state(_seeded_random(seed, "shop"), people=people),
        notes=build_notes_state(_seeded_random(seed, "notes"), people),
        camera=build_camera_state(_seeded_random(seed, "camera")),
        gallery=gallery_content.gallery,
        files_app=storage.files_app,
        music=build_music_state(_seeded_random(seed, "music")),
        video=build_video_state(_seeded_random(seed, "video"), people=people),
        spreadsheet=build_spreadsheet_state(_seeded_random(seed, "spreadsheet"), people=people),
        files={
            **_build_folders(),
            **storage.files,
            **gallery_content.files,
            **build_mail_files(_seeded_random(seed, "mail files")),
        },
    )


def _seeded_random(seed: int, purpose: str) -> Random:
    """Return a random generator that depends only on the seed and its purpose."""
    return Random(f"phone {seed} {purpose}")  # noqa: S311  reproducible, not for secrets


def _build_folders() -> Mapping[str, File]:
    names = (
        "Alarms", "Android", "DCIM", "DCIM/Camera", "Documents", "Download", "Movies", "Music", "Pictures",
        "Recordings",
    )  # fmt: skip
    return {f"/sdcard/{name}": File(dir=True) for name in names}
