"""Rules that classify differences between our elements and the controls of the accessibility tree.

Every rule reads what the page shows: the visible text of the control and near it, its value, its attributes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec
from _accessibility_tree import Control, VisibleText

from onscreen.perceive.element_kinds import kind_of
from onscreen.types import Element, Point

MAX_AREA_RATIO = 4.0
"""Maximum ratio of our element's area to the control's, unless role and name are equal."""
NEAR_X_PX, NEAR_Y_PX = 320.0, 90.0
"""Maximum horizontal and vertical distance of a visible label, in pixels."""
EDGES = " \t\xa0*:.,;…\u00d7"

Verdict = Literal["equal", "better", "worse", "missed"]


class Comparison(msgspec.Struct, frozen=True):
    """A control of the accessibility tree, our matching element, and the rule that applied."""

    verdict: Verdict
    rule: str
    control: Control
    ours: str = ""
    our_role: str = ""
    role_rule: str = ""


def compare(
    controls: Sequence[Control], elements: Sequence[Element], *, texts: Sequence[VisibleText]
) -> list[Comparison]:
    """Compare every control with our element at the same position."""
    return [_compare(control, elements, texts=texts) for control in controls]


def _compare(control: Control, elements: Sequence[Element], *, texts: Sequence[VisibleText]) -> Comparison:
    own = _closest(control, elements)
    if own is None:
        point = Point(control.hit.x, control.hit.y)
        is_inside = any(e.box.contains(point) and kind_of(e) != "information" for e in elements)
        return Comparison(
            "missed", "only in a larger element of ours" if is_inside else "not listed", control
        )
    evidence = _Evidence(control, own, texts)
    roles = () if own.role == control.role else (own.role, _role_rule(own, control, elements))
    if plain(own.name) == plain(control.name):
        return Comparison("equal", "", control, own.name, *roles)
    for rule, applies in BETTER.items():
        if applies(evidence):
            return Comparison("better", rule, control, own.name, *roles)
    return Comparison("worse", _worse(own.name, control.name), control, own.name, *roles)


def _role_rule(own: Element, control: Control, elements: Sequence[Element]) -> str:
    """Return the name of the rule that explains why our role differs."""
    if control.role in {"generic", "none"}:
        return "theirs is no role, ours says more"
    point = Point(control.hit.x, control.hit.y)
    if any(e.role == control.role and e.box.contains(point) for e in elements):
        return "we list both, the other one has the equal name"
    if own.role == "generic":
        return "ours is no role"
    return "another role"


def _closest(control: Control, elements: Sequence[Element]) -> Element | None:
    point = Point(control.hit.x, control.hit.y)
    active = [e for e in elements if kind_of(e) != "information" or e.has("disabled")]
    around = [e for e in active if e.box.contains(point)]
    around = [e for e in around if _is_same(e, control) or e.box.area <= MAX_AREA_RATIO * control.hit.area]

    def rank(element: Element) -> tuple[bool, bool, float]:
        area = abs(element.box.area - control.hit.area)
        return not _is_same(element, control), element.role != control.role, area

    found = min(around, key=rank, default=None)
    if found is None and control.name:
        same = [e for e in active if _is_same(e, control)]
        return same[0] if len(same) == 1 else None
    return found


def _is_same(element: Element, control: Control) -> bool:
    return element.role == control.role and plain(element.name) == plain(control.name)


class _Evidence(msgspec.Struct, frozen=True):
    """Data that the rules use: a control, our element, and the visible texts of the page."""

    control: Control
    own: Element
    texts: Sequence[VisibleText]

    @property
    def ours(self) -> str:
        return plain(self.own.name)

    @property
    def theirs(self) -> str:
        return plain(self.control.name)

    def is_shown(self) -> bool:
        """Return whether our name is the visible text of the control."""
        return bool(self.ours) and self.ours == plain(self.control.hit.text)

    def is_part_shown(self) -> bool:
        """Return whether our name is part of the control's visible text or of an attribute."""
        shown = [self.control.hit.text, *self.control.hit.attributes]
        return bool(self.ours) and any(self.ours in plain(text) for text in shown)

    def is_title(self) -> bool:
        """Return whether our name is the title of a control without visible text."""
        return not plain(self.control.hit.text) and self.ours in [plain(t) for t in self.control.hit.titles]

    def is_beside(self) -> bool:
        """Return whether our name is made of one or more visible texts near the control."""
        hit = self.control.hit
        near = [
            plain(t.text)
            for t in self.texts
            if t.right > hit.left - NEAR_X_PX
            and t.left < hit.right + NEAR_X_PX
            and t.bottom > hit.top - NEAR_Y_PX
            and t.top < hit.bottom + NEAR_Y_PX
        ]
        return bool(self.ours) and (self.ours in near or _is_made_of(self.ours, near))

    def is_value(self, text: str) -> bool:
        """Return whether a text is the value of the control, which we list separately."""
        values = (self.control.hit.value, self.own.value)
        return bool(text) and any(text == plain(value) for value in values if value)


def _is_made_of(name: str, parts: Sequence[str]) -> bool:
    rest = name
    for part in sorted((p for p in parts if p and p in name), key=len, reverse=True):
        rest = rest.replace(part, "", 1)
    return not rest


BETTER: dict[str, Callable[[_Evidence], bool]] = {
    "theirs is empty, ours is its own text or title": lambda e: not e.theirs and e.is_part_shown(),
    "theirs is empty, ours is the visible text beside it": lambda e: not e.theirs and e.is_beside(),
    "ours is its visible text, theirs adds what nobody sees": lambda e: e.ours in e.theirs and e.is_shown(),
    "ours is its visible text, theirs is a hint or hidden": lambda e: e.is_shown(),
    "ours is the title that a pointer shows, theirs the name of an icon": lambda e: e.is_title(),
    "theirs says ours twice": lambda e: bool(e.ours) and e.theirs == 2 * e.ours,
    "theirs includes the value, which we list apart": lambda e: (
        bool(e.ours) and e.ours in e.theirs and e.is_value(e.theirs.replace(e.ours, "", 1))
    ),
    "ours is the visible label, theirs the value or placeholder": lambda e: (
        e.is_beside()
        and (
            e.is_value(e.theirs)
            or e.theirs in [plain(a) for a in e.control.hit.attributes]
            or e.theirs == plain(e.control.hit.text)
        )
    ),
}
"""Rules in order of precedence by which our name is at least as useful to a person."""


def _worse(ours: str, theirs: str) -> str:
    if not plain(ours):
        return "ours is empty"
    if not plain(theirs):
        return "only ours has a name, which is not visible"
    if plain(theirs) in plain(ours):
        return "ours is longer"
    return "ours is shorter" if plain(ours) in plain(theirs) else "another name"


def plain(text: str) -> str:
    """Normalize a name: fold case, and drop punctuation and symbols of icon fonts."""
    shown = "".join(c for c in text if unicodedata.category(c) not in {"Co", "Cf", "Cn"})
    return "".join(c for c in shown if c.isalnum()).casefold() or shown.strip(EDGES)
