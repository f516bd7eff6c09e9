"""Everything that is on the phone when it begins, made from a seed: the same seed, the same phone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random

import msgspec

from onscreen.worlds.phone.data.clock import Clock, clock
from onscreen.worlds.phone.data.file import NOW_MS, File
from onscreen.worlds.phone.data.people import Person, people

IMES = ("com.android.inputmethod.latin/.LatinIME", "com.android.adbkeyboard/.AdbIME")


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
    {"screen_brightness": "128", "screen_off_timeout": "60000", "font_scale": "1.0"},
    {"ui_night_mode": "1"},
    {
        "wifi_on": "1",
        "bluetooth_on": "0",
        "airplane_mode_on": "0",
        "zen_mode": "0",
        "flashlight": "0",
        "auto_rotate": "1",
    },
)


class World(msgspec.Struct, frozen=True):
    """The whole phone; the fields of applications bear their names."""

    seed: int
    people: tuple[Person, ...]
    clock: Clock
    files: Mapping[str, File]
    system: System = System()
    settings: Settings = SETTINGS
    clipboard: str = ""
    notifications: tuple[str, ...] = ()


@cache
def world(seed: int) -> World:
    """Make up the phone of this seed."""
    cast = people(_chance(seed, "people"))
    return World(seed=seed, people=cast, clock=clock(_chance(seed, "clock")), files=_folders())


def _chance(seed: int, what: str) -> Random:
    return Random(f"phone {seed} {what}")  # noqa: S311  chance to be repeated, not secrets


def _folders() -> Mapping[str, File]:
    names = (
        "Alarms", "Android", "DCIM", "DCIM/Camera", "Documents", "Download", "Movies", "Music", "Pictures",
        "Recordings",
    )  # fmt: skip
    return {f"/sdcard/{name}": File(dir=True) for name in names}
