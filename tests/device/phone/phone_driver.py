"""Driver for tests of the simulated phone: taps and types by name, reads the view hierarchy."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import msgspec

from onscreen_practice.phone.renderer import Json
from onscreen_practice.phone.simulated_phone import Handset

_KEYS = {"Back": 4, "Home": 3, "Enter": 66, "Delete": 67}
_A, _CTRL_LEFT = 29, 113
_MAX_SCROLLS = 12


class UiNode(msgspec.Struct, frozen=True):
    """A node of the view hierarchy; `name` is its description, hint (of a field) or text."""

    name: str
    text: str
    field: bool
    clickable: bool
    enabled: bool
    checked: bool
    selected: bool
    bounds: tuple[int, int, int, int]

    @property
    def center(self) -> tuple[int, int]:
        """Center of the node in pixels."""
        left, top, right, bottom = self.bounds
        return (left + right) // 2, (top + bottom) // 2


class PhoneDriver:
    """Operates a phone by visible names; a missing name raises an AssertionError listing the visible ones."""

    def __init__(self, handset: Handset) -> None:
        """Operate this phone."""
        self.handset = handset

    def open(self, label: str) -> None:
        """Launch the application with this label."""
        apps = self.handset.call("apps")
        assert isinstance(apps, list)
        packages = {app["label"]: app["package"] for app in apps if isinstance(app, dict)}
        assert label in packages, f"no application {label!r} among {sorted(map(str, packages))}"
        assert not self.handset.call("launch", packages[label], None, {})

    def tap(self, name: str, *, nth: int = 0) -> None:
        """Tap the node with this name or name prefix, scrolling down to find it."""
        self.handset.call("tap", *self.find(name, nth=nth).center)

    def hold(self, name: str, *, nth: int = 0) -> None:
        """Long-press the node with this name."""
        x, y = self.find(name, nth=nth).center
        self.handset.call("swipe", x, y, x, y, 1000)

    def swipe(self, name: str, direction: str) -> None:
        """Swipe over the node with this name: left, right, up or down."""
        left, top, right, bottom = (node := self.find(name)).bounds
        x, y = node.center
        across, along = (right - left) * 2 // 5, (bottom - top) * 2 // 5
        dx, dy = {"left": (-across, 0), "right": (across, 0), "up": (0, -along), "down": (0, along)}[
            direction
        ]
        self.handset.call("swipe", x - dx, y - dy, x + dx, y + dy, 300)

    def type(self, hint: str, text: str) -> None:
        """Replace the text of the field with this hint."""
        self.handset.call("tap", *self.find(hint, field=True).center)
        self.handset.call("key", _A, [_CTRL_LEFT])
        self.press("Delete")
        self.handset.call("type", text)

    def press(self, key: str) -> None:
        """Press Back, Home, Enter or Delete."""
        self.handset.call("key", _KEYS[key], [])

    def back(self) -> None:
        """Press Back."""
        self.press("Back")

    def scroll(self, direction: str = "down") -> None:
        """Scroll the screen down or up."""
        width, height = self.handset.shown_size
        upper, lower = height * 3 // 10, height * 7 // 10
        start, end = (lower, upper) if direction == "down" else (upper, lower)
        self.handset.call("swipe", width // 2, start, width // 2, end, 300)

    def nodes(self) -> list[UiNode]:
        """Return all visible nodes in document order."""
        return [_parse_node(node.attrib) for node in ET.fromstring(self._dump()).iter("node")]  # noqa: S314  trusted input

    def visible_texts(self) -> set[str]:
        """Return the visible names and texts."""
        return {text for node in self.nodes() for text in (node.name, node.text) if text}

    def find(self, name: str, *, nth: int = 0, field: bool = False) -> UiNode:
        """Return the node with this name, scrolling down until it is visible."""
        for _ in range(_MAX_SCROLLS):
            candidates = [node for node in self.nodes() if node.field or not field]
            matching = [node for node in candidates if node.name == name] or [
                node for node in candidates if node.name.startswith(name)
            ]
            tappable = [node for node in matching if node.clickable] or matching
            if len(tappable) > nth:
                return tappable[nth]
            before = self._dump()
            self.scroll()
            if self._dump() == before:
                break
        raise AssertionError(f"no {name!r} among {sorted(self.visible_texts())}")

    def value(self, hint: str) -> str:
        """Return the text of the field with this hint; its hint if it is empty."""
        return self.find(hint, field=True).text

    def checked(self, name: str) -> bool:
        """Whether the checkbox, switch or radio button with this name is checked."""
        return self.find(name).checked

    def state(self, expression: str) -> Json:
        """Return the value of a JavaScript expression over the phone's state `s`."""
        return self.handset.call("evaluate", expression)

    def reset(self, seed: int | None = None) -> None:
        """Restore the initial state."""
        self.handset.reset(seed)

    def _dump(self) -> str:
        dump = self.handset.call("dump", False)
        return str(dump)


def _parse_node(attributes: dict[str, str]) -> UiNode:
    field = attributes["class"].endswith("EditText")
    left, top, right, bottom = map(int, re.findall(r"-?\d+", attributes["bounds"]))
    return UiNode(
        attributes["content-desc"] or (attributes.get("hint", "") if field else "") or attributes["text"],
        attributes["text"],
        field,
        attributes["clickable"] == "true",
        attributes["enabled"] == "true",
        attributes["checked"] == "true",
        attributes["selected"] == "true",
        (left, top, right, bottom),
    )
