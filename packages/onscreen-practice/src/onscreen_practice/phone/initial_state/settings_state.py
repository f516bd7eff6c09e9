"""What the Settings application keeps beside Android's own tables: networks, devices, sounds, locks."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.people_state import Person

_SSIDS = (
    "Maple Street 12", "Fairwind Guest", "Cafe Lumen", "Upstairs", "BlueHarbor-5G", "Hotel Aurora",
    "Penguin House", "Old Mill Library",
    "Riverside", "Quiet Corner", "Station Free", "Garden Flat", "Tower 7", "Lantern", "Fieldhouse",
)  # fmt: skip
_WORDS = (
    "maple",
    "comet",
    "pebble",
    "violet",
    "harbor",
    "cactus",
    "walnut",
    "lemon",
    "tiger",
    "copper",
    "meadow",
    "saddle",
)
_DEVICES = (
    ("Aria Buds", "headphones"), ("Sound Brick", "speaker"), ("Pulse Watch 3", "watch"), ("Road Kit", "car"),
    ("Slim Keyboard", "keyboard"),
    ("Kitchen Speaker", "speaker"), ("Studio Headset", "headphones"), ("Trail Band", "watch"),
    ("Living Room TV", "tv"), ("Pocket Mouse", "mouse"),
    ("Smart Scale", "scale"),
)  # fmt: skip
RINGTONES = (
    "Aurora",
    "Bell tower",
    "Blue sky",
    "Carousel",
    "Dewdrop",
    "Fireflies",
    "Glass",
    "Marimba",
    "Orbit",
    "Ripple",
    "Sunrise",
    "Tango",
)
CHIMES = ("Blip", "Chime", "Drip", "Echo", "Hop", "Ping", "Pop", "Spark", "Tap", "Twinkle")
_DND = {"calls": "Starred contacts", "messages": "None", "repeat": "1", "alarms": "1", "media": "1"}
_DEFAULTS = {
    "Browser": "Browser",
    "Phone": "Phone",
    "Messages": "Messages",
    "Home": "Launcher",
    "Assistant": "None",
}
_STORAGE = {
    "Images": (2, 9),
    "Videos": (3, 14),
    "Audio": (1, 5),
    "Documents": (0.2, 2),
    "Games": (0.5, 6),
    "Trash": (0.1, 1.5),
    "System": (12, 16),
}
_SAVED, _PAIRED, _FREE = 3, 3, (8,)
_APPS = (
    "browser", "calculator", "calendar", "camera", "clock", "contacts", "files", "gallery", "mail", "maps",
    "messages", "music", "notes",
    "phone", "recorder", "sheets", "shop", "social", "tasks", "video", "weather",
)  # fmt: skip


class Network(msgspec.Struct, frozen=True):
    """A Wi-Fi network in reach; `level` is bars of 4, a password only where it is secured."""

    id: str
    ssid: str
    level: int
    security: str
    password: str
    saved: bool = False
    connected: bool = False
    auto: bool = True
    metered: str = "Detect automatically"


class Device(msgspec.Struct, frozen=True):
    """A Bluetooth device; `pin` is what it shows when pairing."""

    id: str
    name: str
    kind: str
    pin: str
    paired: bool = False
    connected: bool = False
    battery: int = 80
    contacts: bool = False
    calls: bool = True
    audio: bool = True


class Hotspot(msgspec.Struct, frozen=True):
    """The phone's own network."""

    name: str
    password: str
    on: bool = False
    security: str = "WPA2-Personal"
    auto_off: bool = True


class Vpn(msgspec.Struct, frozen=True):
    """A private network."""

    id: str
    name: str
    server: str
    user: str
    connected: bool = False


class Schedule(msgspec.Struct, frozen=True):
    """When Do Not Disturb turns itself on."""

    id: str
    name: str
    days: tuple[str, ...]
    start: str
    end: str
    on: bool = False


class Lock(msgspec.Struct, frozen=True):
    """How the screen is unlocked."""

    kind: str = "Swipe"
    secret: str = ""
    owner: str = ""
    after: str = "5 seconds"


class Finger(msgspec.Struct, frozen=True):
    """A fingerprint."""

    id: str
    name: str


class Account(msgspec.Struct, frozen=True):
    """An account whose data are kept in step."""

    id: str
    name: str
    kind: str
    sync: bool = True


class Size(msgspec.Struct, frozen=True):
    """What an application takes, in megabytes."""

    app: int
    data: int
    cache: int


class SettingsApp(msgspec.Struct, frozen=True):
    """All that Settings keeps of its own; `notices`, `permissions` hold only what was changed."""

    networks: tuple[Network, ...]
    devices: tuple[Device, ...]
    hotspot: Hotspot
    vpns: tuple[Vpn, ...]
    schedules: tuple[Schedule, ...]
    fingers: tuple[Finger, ...]
    accounts: tuple[Account, ...]
    sizes: Mapping[str, Size]
    use: Mapping[str, int]
    storage: Mapping[str, float]
    about: Mapping[str, str]
    ringtone: str
    chime: str
    alarm_sound: str
    lock: Lock = Lock()
    languages: tuple[str, ...] = ("English (United States)",)
    region: str = "Greenwich Mean Time"
    wallpaper: str = "Dusk"
    notices: Mapping[str, Mapping[str, bool]] = {}
    permissions: Mapping[str, str] = {}
    stopped: tuple[str, ...] = ()
    disabled: tuple[str, ...] = ()
    dnd: Mapping[str, str] = msgspec.field(default_factory=lambda: dict(_DND))
    defaults: Mapping[str, str] = msgspec.field(default_factory=lambda: dict(_DEFAULTS))
    data_warning_gb: float = 2.0
    data_limit_on: bool = False
    saver_at: int = 0
    bedtime: str = "22:30"
    updated: str = "2026-02-05"


def settings_app(chance: Random, cast: tuple[Person, ...]) -> SettingsApp:
    """Make up nine networks (one in use, two saved), eight devices (three paired), sounds and sizes."""
    owner = chance.choice(cast)
    taken = chance.choice(("Fairwind", "Corvane"))
    return SettingsApp(
        _networks(chance),
        _devices(chance),
        Hotspot(f"{owner.first}'s phone", _password(chance)),
        (
            Vpn("vpn0", "Office", f"vpn.{taken.lower()}.example", owner.first.lower()),
            Vpn("vpn1", "Home", "home.example", owner.first.lower()),
        ),
        (
            Schedule(
                "schedule0",
                "Sleeping",
                ("Mon", "Tue", "Wed", "Thu", "Sun"),
                f"{chance.choice((21, 22, 23))}:00",
                "07:00",
            ),
            Schedule("schedule1", "Event", ("Sat",), "10:00", f"{chance.choice((11, 12, 13))}:30"),
        ),
        (
            Finger("finger0", "Right thumb"),
            Finger("finger1", chance.choice(("Left thumb", "Right index finger", "Left index finger"))),
        ),
        (
            Account("account0", f"{owner.first}.{owner.last}@example.com".lower(), "Mail"),
            Account("account1", f"{owner.first}@{taken}.example".lower(), "Work"),
        ),
        {app: Size(chance.randint(14, 190), chance.randint(1, 80), chance.randint(3, 60)) for app in _APPS},
        _use(chance),
        {kind: round(chance.uniform(*span), 1) for kind, span in _STORAGE.items()},
        _about(chance),
        chance.choice(RINGTONES),
        chance.choice(CHIMES),
        chance.choice(("Bright morning", "Cuckoo clock", "Early twilight")),
    )


def _password(chance: Random) -> str:
    return f"{chance.choice(_WORDS)}{chance.randint(100, 999)}{chance.choice(_WORDS)}"


def _networks(chance: Random) -> tuple[Network, ...]:
    made = []
    for i, ssid in enumerate(chance.sample(_SSIDS, 9)):
        security = "None" if i in _FREE else chance.choice(("WPA2-Personal", "WPA3-Personal"))
        password = "" if i in _FREE else _password(chance)
        made.append(
            Network(
                f"wifi{i}", ssid, chance.randint(1, 4), security, password, saved=i < _SAVED, connected=i == 0
            )
        )
    return tuple(made)


def _devices(chance: Random) -> tuple[Device, ...]:
    picked = chance.sample(_DEVICES, 8)
    pins = chance.sample(range(100_000, 999_999), 8)
    return tuple(
        Device(f"device{i}", name, kind, str(pin), paired=i < _PAIRED, battery=chance.randint(20, 99))
        for i, ((name, kind), pin) in enumerate(zip(picked, pins, strict=True))
    )


def _use(chance: Random) -> Mapping[str, int]:
    shares = sorted(chance.sample(range(2, 24), 6), reverse=True)
    return dict(zip(chance.sample(_APPS, 6), shares, strict=True))


def _about(chance: Random) -> Mapping[str, str]:
    return {
        "Model": "Practice One",
        "Phone number": f"555-{chance.randint(1000, 9999)}",
        "IMEI": f"35{chance.randint(10**12, 10**13 - 1)}",
        "Serial number": f"PR{chance.randint(10**8, 10**9 - 1)}",
        "Android version": "14",
        "Android security update": f"February {chance.randint(1, 9)}, 2026",
        "Kernel version": f"5.15.{chance.randint(60, 150)}",
        "Build number": f"UP1A.{chance.randint(231000, 240999)}.{chance.randint(100, 999):03}",
        "IP address": f"192.168.{chance.randint(0, 9)}.{chance.randint(10, 250)}",
        "Wi-Fi MAC address": ":".join(f"{chance.randint(16, 255):02x}" for _ in range(6)),
        "Bluetooth address": ":".join(f"{chance.randint(16, 255):02X}" for _ in range(6)),
        "Up time": f"{chance.randint(2, 240)}:{chance.randint(10, 59)}:00",
    }
