"""Well-known names of applications and their translation to those of the phone."""

from __future__ import annotations

from onscreen_practice.phone.app_name_alias_phone import KnownNamesPhone
from onscreen_practice.phone.app_name_aliases import KNOWN_NAMES, find_known_name, find_own_package
from onscreen_practice.phone.shell.phone_interface import Json

CLOCK, CLOCK_CLASS = "com.google.android.deskclock", "com.android.deskclock.DeskClock"
DUMP = '<node text="org.practice.clock" resource-id="org.practice.clock:id/a" package="org.practice.clock" />'


class RecordingPhone:
    """Phone that records calls and returns fixed answers."""

    size = shown_size = (60, 120)
    density = shown_density = 400

    def __init__(self) -> None:
        """Start without calls."""
        self.calls: list[tuple[str, tuple[Json, ...]]] = []

    def screenshot(self) -> bytes:
        """Return no picture."""
        return b""

    def call(self, function: str, *arguments: Json) -> Json:
        """Record the call."""
        self.calls.append((function, arguments))
        answers: dict[str, Json] = {
            "dump": DUMP,
            "focus": {
                "package": "org.practice.clock",
                "activity": ".MainActivity",
                "window": "org.practice.clock/org.practice.clock.MainActivity",
            },
            "apps": [{"package": "org.practice.shop", "activity": ".MainActivity"}],
            "notifications": [{"package": "org.practice.clock", "title": "Alarm"}],
        }
        return answers.get(function)

    def reset(self, seed: int | None = None) -> None:
        """Record the seed."""
        self.calls.append(("reset", (seed,)))

    def resize(self, size: tuple[int, int] | None = None, *, density: int | None = None) -> None:
        """Do nothing."""


def test_names_are_unique() -> None:
    """No well-known package stands for two applications, and none is one of the phone's own."""
    packages = [name.package for names in KNOWN_NAMES.values() for name in names]
    assert len(packages) == len(set(packages))
    assert not set(packages) & set(KNOWN_NAMES)


def test_packages_are_translated_both_ways() -> None:
    """Every well-known package leads to its application; unknown packages stay as they are."""
    assert find_own_package(CLOCK) == "org.practice.clock"
    assert find_own_package("com.android.deskclock") == "org.practice.clock"
    assert find_own_package("com.example") == "com.example"
    assert find_known_name("org.practice.clock").package == CLOCK
    assert find_known_name("org.practice.shop").activity == "org.practice.shop.MainActivity"


def test_arguments_are_translated() -> None:
    """Launching a well-known activity launches the application's own one; another activity stays unknown."""
    recorder = RecordingPhone()
    phone = KnownNamesPhone(recorder)
    for activity in (CLOCK_CLASS, f"{CLOCK}.MainActivity", f"{CLOCK}.Other", None):
        phone.call("launch", CLOCK, activity, {})
    phone.call("stop", CLOCK)
    own = "org.practice.clock"
    assert recorder.calls == [
        ("launch", (own, ".MainActivity", {})),
        ("launch", (own, ".MainActivity", {})),
        ("launch", (own, f"{CLOCK}.Other", {})),
        ("launch", (own, None, {})),
        ("stop", (own,)),
    ]


def test_results_are_translated_if_names_are_shown() -> None:
    """Packages, activities and resource ids are replaced; texts and other applications are not."""
    shown, hidden = KnownNamesPhone(RecordingPhone(), shown=True), KnownNamesPhone(RecordingPhone())
    assert hidden.call("dump", False) == DUMP
    assert (
        shown.call("dump", False)
        == f'<node text="org.practice.clock" resource-id="{CLOCK}:id/a" package="{CLOCK}" />'
    )
    assert shown.call("focus") == {
        "package": CLOCK,
        "activity": CLOCK_CLASS,
        "window": f"{CLOCK}/{CLOCK_CLASS}",
    }
    assert shown.call("apps") == [{"package": "org.practice.shop", "activity": ".MainActivity"}]
    assert shown.call("notifications") == [{"package": CLOCK, "title": "Alarm"}]
