"""A hand on the simulated phone: it taps and types by name and reads the accessibility dump."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import msgspec

from onscreen_practice.phone.handset import Handset
from onscreen_practice.phone.renderer import Json

_KEYS = {"Back": 4, "Home": 3, "Enter": 66, "Delete": 67}
_A, _CTRL_LEFT = 29, 113
_MOST_SCROLLS = 12


class Part(msgspec.Struct, frozen=True):
    """One node of the dump; `name` is its description, else its hint (a field), else its text."""

    name: str
    text: str
    field: bool
    clickable: bool
    enabled: bool
    checked: bool
    selected: bool
    bounds: tuple[int, int, int, int]

    @property
    def middle(self) -> tuple[int, int]:
        """Where a finger meets it."""
        left, top, right, bottom = self.bounds
        return (left + right) // 2, (top + bottom) // 2


class PhoneDriver:
    """Acts on a phone by the names shown; one not there is an AssertionError listing those that are."""

    def __init__(self, handset: Handset) -> None:
        """Work on this phone."""
        self.handset = handset

    def open(self, label: str) -> None:
        """Start the application of this label."""
        apps = self.handset.call("apps")
        assert isinstance(apps, list)
        packages = {app["label"]: app["package"] for app in apps if isinstance(app, dict)}
        assert label in packages, f"no application {label!r} among {sorted(map(str, packages))}"
        assert not self.handset.call("launch", packages[label], None, {})

    def tap(self, name: str, *, nth: int = 0) -> None:
        """Tap what has this name (exact, else at its beginning), scrolling down to find it."""
        self.handset.call("tap", *self.find(name, nth=nth).middle)

    def hold(self, name: str, *, nth: int = 0) -> None:
        """Hold the finger on what has this name."""
        x, y = self.find(name, nth=nth).middle
        self.handset.call("swipe", x, y, x, y, 1000)

    def swipe(self, name: str, way: str) -> None:
        """Swipe over what has this name: left, right, up or down."""
        left, top, right, bottom = (part := self.find(name)).bounds
        x, y = part.middle
        across, along = (right - left) * 2 // 5, (bottom - top) * 2 // 5
        dx, dy = {"left": (-across, 0), "right": (across, 0), "up": (0, -along), "down": (0, along)}[way]
        self.handset.call("swipe", x - dx, y - dy, x + dx, y + dy, 300)

    def type(self, hint: str, text: str) -> None:
        """Replace what stands in the field of this hint."""
        self.handset.call("tap", *self.find(hint, field=True).middle)
        self.handset.call("key", _A, [_CTRL_LEFT])
        self.press("Delete")
        self.handset.call("type", text)

    def press(self, key: str) -> None:
        """Press Back, Home, Enter or Delete."""
        self.handset.call("key", _KEYS[key], [])

    def back(self) -> None:
        """Press Back."""
        self.press("Back")

    def scroll(self, way: str = "down") -> None:
        """Scroll the screen down or up."""
        width, height = self.handset.shown_size
        upper, lower = height * 3 // 10, height * 7 // 10
        start, end = (lower, upper) if way == "down" else (upper, lower)
        self.handset.call("swipe", width // 2, start, width // 2, end, 300)

    def parts(self) -> list[Part]:
        """Return every node that is shown, in the order of the dump."""
        return [_part(node.attrib) for node in ET.fromstring(self._dump()).iter("node")]  # noqa: S314  our own phone wrote it

    def shown(self) -> set[str]:
        """Return the names and the texts that are shown."""
        return {words for part in self.parts() for words in (part.name, part.text) if words}

    def find(self, name: str, *, nth: int = 0, field: bool = False) -> Part:
        """Return what has this name, scrolling down until it is shown."""
        for _ in range(_MOST_SCROLLS):
            parts = [part for part in self.parts() if part.field or not field]
            found = [p for p in parts if p.name == name] or [p for p in parts if p.name.startswith(name)]
            tappable = [p for p in found if p.clickable] or found
            if len(tappable) > nth:
                return tappable[nth]
            before = self._dump()
            self.scroll()
            if self._dump() == before:
                break
        raise AssertionError(f"no {name!r} among {sorted(self.shown())}")

    def value(self, hint: str) -> str:
        """Return what stands in the field of this hint; its hint when it is empty, as Android tells it."""
        return self.find(hint, field=True).text

    def checked(self, name: str) -> bool:
        """Whether the box, switch or option of this name is on."""
        return self.find(name).checked

    def state(self, expression: str) -> Json:
        """Return the value of a JavaScript expression over the phone's state `s`."""
        return self.handset.call("evaluate", expression)

    def reset(self, seed: int | None = None) -> None:
        """Bring the phone back to its beginning."""
        self.handset.reset(seed)

    def _dump(self) -> str:
        written = self.handset.call("dump", False)
        return str(written)


def _part(given: dict[str, str]) -> Part:
    field = given["class"].endswith("EditText")
    left, top, right, bottom = map(int, re.findall(r"-?\d+", given["bounds"]))
    return Part(
        given["content-desc"] or (given.get("hint", "") if field else "") or given["text"],
        given["text"],
        field,
        given["clickable"] == "true",
        given["enabled"] == "true",
        given["checked"] == "true",
        given["selected"] == "true",
        (left, top, right, bottom),
    )
