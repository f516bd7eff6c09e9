"""Initial state of the Settings app: networks, Bluetooth devices, sounds and screen lock.

Android's own settings tables are not included.
"""

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
_PASSWORD_WORDS = (
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
_DEFAULT_DND = {"calls": "Starred contacts", "messages": "None", "repeat": "1", "alarms": "1", "media": "1"}
_DEFAULT_APPS = {
    "Browser": "Browser",
    "Phone": "Phone",
    "Messages": "Messages",
    "Home": "Launcher",
    "Assistant": "None",
}
_STORAGE_RANGES_GB = {
    "Images": (2, 9),
    "Videos": (3, 14),
    "Audio": (1, 5),
    "Documents": (0.2, 2),
    "Games": (0.5, 6),
    "Trash": (0.1, 1.5),
    "System": (12, 16),
}
_SAVED_NETWORKS, _PAIRED_DEVICES, _OPEN_NETWORKS = 3, 3, (8,)
_APPS = (
    "browser", "calculator", "calendar", "camera", "clock", "contacts", "files", "gallery", "mail", "maps",
    "messages", "music", "notes",
    "phone", "recorder", "sheets", "shop", "social", "tasks", "video", "weather",
)  # fmt: skip


class Network(msgspec.Struct, frozen=True):
    """A Wi-Fi network within range of the phone.

    `level` is 0 to 4 bars. `password` is empty if the network is open.
    """

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
    """A Bluetooth device that is paired or available for pairing.

    `pin` is the code shown for pairing.
    """

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
    """Settings of the phone's Wi-Fi hotspot."""

    name: str
    password: str
    on: bool = False
    security: str = "WPA2-Personal"
    auto_off: bool = True


class Vpn(msgspec.Struct, frozen=True):
    """A VPN connection."""

    id: str
    name: str
    server: str
    user: str
    connected: bool = False


class Schedule(msgspec.Struct, frozen=True):
    """A schedule that turns on Do Not Disturb."""

    id: str
    name: str
    days: tuple[str, ...]
    start: str
    end: str
    on: bool = False


class ScreenLock(msgspec.Struct, frozen=True):
    """Settings of the screen lock."""

    kind: str = "Swipe"
    secret: str = ""
    owner: str = ""
    after: str = "5 seconds"


class Fingerprint(msgspec.Struct, frozen=True):
    """A fingerprint that is registered to unlock the phone."""

    id: str
    name: str


class Account(msgspec.Struct, frozen=True):
    """An online account that is registered on the phone."""

    id: str
    name: str
    kind: str
    sync: bool = True


class AppSize(msgspec.Struct, frozen=True):
    """Storage space used by an application, in megabytes."""

    app: int
    data: int
    cache: int


class SettingsApp(msgspec.Struct, frozen=True):
    """State of the Settings app: networks, devices, accounts, sounds and preferences.

    `notices` and `permissions` hold only changed values.
    """

    networks: tuple[Network, ...]
    devices: tuple[Device, ...]
    hotspot: Hotspot
    vpns: tuple[Vpn, ...]
    schedules: tuple[Schedule, ...]
    fingers: tuple[Fingerprint, ...]
    accounts: tuple[Account, ...]
    sizes: Mapping[str, AppSize]
    use: Mapping[str, int]
    storage: Mapping[str, float]
    about: Mapping[str, str]
    ringtone: str
    chime: str
    alarm_sound: str
    lock: ScreenLock = ScreenLock()
    languages: tuple[str, ...] = ("English (United States)",)
    region: str = "Greenwich Mean Time"
    wallpaper: str = "Dusk"
    notices: Mapping[str, Mapping[str, bool]] = {}
    permissions: Mapping[str, str] = {}
    stopped: tuple[str, ...] = ()
    disabled: tuple[str, ...] = ()
    dnd: Mapping[str, str] = msgspec.field(default_factory=lambda: dict(_DEFAULT_DND))
    defaults: Mapping[str, str] = msgspec.field(default_factory=lambda: dict(_DEFAULT_APPS))
    data_warning_gb: float = 2.0
    data_limit_on: bool = False
    saver_at: int = 0
    bedtime: str = "22:30"
    updated: str = "2026-02-05"


def build_settings_app_state(rng: Random, people: tuple[Person, ...]) -> SettingsApp:
    """Generate nine Wi-Fi networks, eight Bluetooth devices, sounds, accounts and app sizes."""
    owner = rng.choice(people)
    company = rng.choice(("Fairwind", "Corvane"))
    return SettingsApp(
        _build_networks(rng),
        _build_devices(rng),
        Hotspot(f"{owner.first}'s phone", _generate_password(rng)),
        (
            Vpn("vpn0", "Office", f"vpn.{company.lower()}.example", owner.first.lower()),
            Vpn("vpn1", "Home", "home.example", owner.first.lower()),
        ),
        (
            Schedule(
                "schedule0",
                "Sleeping",
                ("Mon", "Tue", "Wed", "Thu", "Sun"),
                f"{rng.choice((21, 22, 23))}:00",
                "07:00",
            ),
            Schedule("schedule1", "Event", ("Sat",), "10:00", f"{rng.choice((11, 12, 13))}:30"),
        ),
        (
            Fingerprint("finger0", "Right thumb"),
            Fingerprint("finger1", rng.choice(("Left thumb", "Right index finger", "Left index finger"))),
        ),
        (
            Account("account0", f"{owner.first}.{owner.last}@example.com".lower(), "Mail"),
            Account("account1", f"{owner.first}@{company}.example".lower(), "Work"),
        ),
        {app: AppSize(rng.randint(14, 190), rng.randint(1, 80), rng.randint(3, 60)) for app in _APPS},
        _build_battery_use(rng),
        {kind: round(rng.uniform(*span), 1) for kind, span in _STORAGE_RANGES_GB.items()},
        _build_device_info(rng),
        rng.choice(RINGTONES),
        rng.choice(CHIMES),
        rng.choice(("Bright morning", "Cuckoo clock", "Early twilight")),
    )


def _generate_password(rng: Random) -> str:
    return f"{rng.choice(_PASSWORD_WORDS)}{rng.randint(100, 999)}{rng.choice(_PASSWORD_WORDS)}"


def _build_networks(rng: Random) -> tuple[Network, ...]:
    networks = []
    for i, ssid in enumerate(rng.sample(_SSIDS, 9)):
        security = "None" if i in _OPEN_NETWORKS else rng.choice(("WPA2-Personal", "WPA3-Personal"))
        password = "" if i in _OPEN_NETWORKS else _generate_password(rng)
        networks.append(
            Network(
                f"wifi{i}",
                ssid,
                rng.randint(1, 4),
                security,
                password,
                saved=i < _SAVED_NETWORKS,
                connected=i == 0,
            )
        )
    return tuple(networks)


def _build_devices(rng: Random) -> tuple[Device, ...]:
    chosen = rng.sample(_DEVICES, 8)
    pins = rng.sample(range(100_000, 999_999), 8)
    return tuple(
        Device(f"device{i}", name, kind, str(pin), paired=i < _PAIRED_DEVICES, battery=rng.randint(20, 99))
        for i, ((name, kind), pin) in enumerate(zip(chosen, pins, strict=True))
    )


def _build_battery_use(rng: Random) -> Mapping[str, int]:
    shares = sorted(rng.sample(range(2, 24), 6), reverse=True)
    return dict(zip(rng.sample(_APPS, 6), shares, strict=True))


def _build_device_info(rng: Random) -> Mapping[str, str]:
    return {
        "Model": "Practice One",
        "Phone number": f"555-{rng.randint(1000, 9999)}",
        "IMEI": f"35{rng.randint(10**12, 10**13 - 1)}",
        "Serial number": f"PR{rng.randint(10**8, 10**9 - 1)}",
        "Android version": "14",
        "Android security update": f"February {rng.randint(1, 9)}, 2026",
        "Kernel version": f"5.15.{rng.randint(60, 150)}",
        "Build number": f"UP1A.{rng.randint(231000, 240999)}.{rng.randint(100, 999):03}",
        "IP address": f"192.168.{rng.randint(0, 9)}.{rng.randint(10, 250)}",
        "Wi-Fi MAC address": ":".join(f"{rng.randint(16, 255):02x}" for _ in range(6)),
        "Bluetooth address": ":".join(f"{rng.randint(16, 255):02X}" for _ in range(6)),
        "Up time": f"{rng.randint(2, 240)}:{rng.randint(10, 59)}:00",
    }
