"""Lookup of the button that submits a given form field.

Source: LUCI paper, section III-E ("the submit button comes after the search box").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from onscreen.perceive.button_kinds import COMMIT_WORDS, FORM_WORDS, SEARCH_WORDS, first_word, is_refused
from onscreen.perceive.element_kinds import CHOICE_ROLES, kind_of
from onscreen.perceive.reading_order import parents, subtree_ends
from onscreen.types import Element, Screen

BOUNDARY_ROLES = frozenset({"alertdialog", "dialog", "form", "search"})
"""Containers whose fields are submitted by a button inside them."""

PART_ROLES = BOUNDARY_ROLES | {
    *("article", "banner", "complementary", "contentinfo", "group", "list", "listitem", "main", "menu"),
    *("menubar", "navigation", "region", "tablist", "tabpanel", "toolbar"),
}
"""Containers whose buttons concern their own content only."""

CHECKED_ROLES = frozenset({"checkbox", "menuitemcheckbox", "menuitemradio", "radio", "slider", "switch"})
"""Fields that often take effect at once, without a submit button."""

_MESSAGING = frozenset(("ask", "chat", "comment", "post", "reply", "send"))
"""First words of buttons that, outside of forms, submit the message before them only."""
_CHOOSING = frozenset(("combobox", "listbox"))
"""Fields whose choice often takes effect at once, and which filter a page rather than fill in a form."""
_BUTTON_ROLES = frozenset({"button", "generic"})
_SEARCHED = frozenset(("filter", "find", "search"))
"""First words of the names of fields for a search."""
_SEARCH_ICON = frozenset(("find", "go", "magnifier", "magnifying", "search", "submit"))
"""Words in the clue of a button without a name that starts a search."""


class FieldActions:
    """Index of a screen's buttons, used to find the button that submits a given field.

    A field in a form or dialog is submitted by a button of the form with a name such as "Save", preferably
    after the last field, or else by the only possible button. Outside of forms, the name must be unambiguous
    and the button below the field or next to it; a search field needs a search button next to it. In doubt,
    no button is returned.
    """

    def __init__(self, screen: Screen) -> None:
        self._nodes = screen.shot.nodes
        self._parents = list(parents(self._nodes))
        self._ends = subtree_ends(self._parents)
        elements = sorted(screen.elements, key=lambda e: e.index)
        acting = [e for e in elements if kind_of(e) == "action" and e.role not in CHOICE_ROLES]
        self._order = [e for e in elements if kind_of(e) != "information" and e.role not in CHOICE_ROLES]
        self._buttons = [e for e in acting if not is_refused(e)]
        self._counts = Counter((e.role, e.name) for e in acting)
        self._fields = [e.index for e in elements if kind_of(e) == "field"]

    def of(self, field: Element) -> Element | None:
        """Find the button that submits the given field.

        Returns None if no button clearly does.
        """
        if field.has("readonly") or field.role in CHOICE_ROLES:
            return None
        boundaries = [b for b in self._above(field.index) if self._nodes[b].role in BOUNDARY_ROLES]
        found = (self._in_boundary(field, boundary) for boundary in boundaries)
        if boundaries:
            return next((button for button in found if button is not None), None)
        return self._beside(field) or (None if _searches(field) else self._below(field))

    def _in_boundary(self, field: Element, boundary: int) -> Element | None:
        """Return the button that submits a form.

        Returns None if no name identifies the button and several are possible.
        """
        inside = [b for b in self._buttons if boundary < b.index < self._ends[boundary]]
        inside = [b for b in inside if not self._is_in_other_part(b.index, field.index, roles=BOUNDARY_ROLES)]
        if self._nodes[boundary].role != "form":
            inside = [
                b for b in inside if first_word(b) in COMMIT_WORDS or not self._is_in_other_row(b, field)
            ]
        named = [b for b in inside if b.role in _BUTTON_ROLES and first_word(b) in FORM_WORDS]
        named = named or [b for b in inside if b.role == "link" and first_word(b) in COMMIT_WORDS]
        if named:
            return self._after_fields(named, field, start=boundary)
        beside = self._beside(field)
        if beside is not None:
            return beside
        other = [b for b in inside if b.role == "button" and b.name.strip() and b.index > field.index]
        return other[0] if len(other) == 1 and not _is_symbol(other[0].name) else None

    def _after_fields(self, named: Sequence[Element], field: Element, *, start: int) -> Element:
        """Choose the first button after the last field of a container, or the nearest one.

        A button with a clear name, even above the fields, is preferred to one such as "Add", which may add a
        field, and a button such as "Save" to "Save and add another".
        """
        clear = [b for b in named if first_word(b) in COMMIT_WORDS]
        end = self._ends[start] if start >= 0 else len(self._nodes)
        last = max(index for index in self._fields if start < index < end)
        behind = [b for b in named if b.index > last]
        after = [b for b in named if b.index > field.index]
        found = behind or after or named[::-1]
        button = next((b for b in found if b in clear), clear[-1] if clear else found[0])
        shorter = [b for b in found if button.name.casefold().startswith(f"{b.name.casefold()} ")]
        return min([*shorter, button], key=lambda b: len(b.name))

    def _beside(self, field: Element) -> Element | None:
        """Return the search button directly after or before a field, or None."""
        place = next((i for i, e in enumerate(self._order) if e.index == field.index), None)
        if place is None or field.role in CHECKED_ROLES:
            return None
        for other in (*self._order[place + 1 : place + 2], *self._order[max(0, place - 1) : place]):
            near = _is_beside(field, other) and not is_refused(other)
            if near and _starts_search(other) and not self._is_in_other_part(other.index, field.index):
                return other
        return None

    def _is_in_other_row(self, button: Element, field: Element) -> bool:
        """Check whether a button follows a field in a row without the given field before it."""
        place = next(i for i, e in enumerate(self._order) if e.index == button.index)
        before = self._order[place - 1] if place else None
        if before is None or kind_of(before) != "field" or not _is_beside(before, button):
            return False
        is_above_or_below = min(field.box.bottom, button.box.bottom) <= max(field.box.top, button.box.top)
        return is_above_or_below or field.box.left > button.box.left

    def _below(self, field: Element) -> Element | None:
        """Return the submit button below a field in the smallest container, or None."""
        inside_group = False
        for branch in self._above(field.index):
            inside_group = inside_group or self._nodes[branch].role == "group"
            if field.role in CHECKED_ROLES and not inside_group:
                continue
            found = [b for b in self._clear(field) if branch < b.index < self._ends[branch]]
            if found:
                return self._after_fields(found, field, start=branch)
        found = [] if field.role in CHECKED_ROLES else self._clear(field)
        return self._after_fields(found, field, start=-1) if found else None

    def _clear(self, field: Element) -> list[Element]:
        """Return the buttons below or after a field that have a unique name such as "Save"."""
        return [
            button
            for button in self._buttons
            if button.role == "button"
            and button.index > field.index
            and (button.box.top >= field.box.center.y or self._is_in_row_of_fields(field, button))
            and first_word(button) in COMMIT_WORDS
            and self._counts[button.role, button.name] == 1
            and self._may_submit(button, field)
            and not self._is_in_other_part(button.index, field.index)
        ]

    def _may_submit(self, button: Element, field: Element) -> bool:
        """Check whether only fields lie between a field and a button, for those where this is required."""
        is_unclear = first_word(button) in _MESSAGING or field.role in _CHOOSING
        return not is_unclear or self._is_in_row_of_fields(field, button)

    def _is_in_row_of_fields(self, field: Element, button: Element) -> bool:
        """Check whether only fields and unnamed elements are between a field and a button."""
        between = (e for e in self._order if field.index < e.index < button.index)
        return all(kind_of(e) == "field" or not e.name for e in between)

    def _is_in_other_part(self, index: int, field: int, *, roles: frozenset[str] = PART_ROLES) -> bool:
        """Check whether a node is in a part of the page without the field."""
        around = set(self._above(field))
        return any(self._nodes[above].role in roles for above in self._above(index) if above not in around)

    def _above(self, index: int) -> Iterator[int]:
        above = self._parents[index]
        while above is not None:
            yield above
            above = self._parents[above]


def _searches(field: Element) -> bool:
    """Check whether a field is a search field, which buttons such as "Save" or "Send" do not submit."""
    return field.role == "searchbox" or first_word(field) in _SEARCHED


def _starts_search(button: Element) -> bool:
    if button.name.strip():
        return button.role in _BUTTON_ROLES and first_word(button) in SEARCH_WORDS
    return button.role == "button" and not _SEARCH_ICON.isdisjoint(button.clue.casefold().split())


def _is_beside(field: Element, other: Element) -> bool:
    """Check whether two elements are in one row and close to each other."""
    a, b = field.box, other.box
    gap = max(a.left, b.left) - min(a.right, b.right)
    return min(a.bottom, b.bottom) > max(a.top, b.top) and gap <= max(a.height, b.height)


def _is_symbol(name: str) -> bool:
    return not any(character.isalpha() for character in name)
