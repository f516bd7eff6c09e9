"""Entries that the embedded policies do not make."""

import pytest

from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.unsuitable_entries import has_unsuitable_entry
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Proposal, Situation, Type


@pytest.mark.parametrize(("text", "expected"), [("oat milk", True), ("19.5", False), ("", False)])
def test_a_field_for_numbers_takes_no_words(text: str, *, expected: bool) -> None:
    """A text without a digit is not entered into a field for numbers."""
    screen = build_screen(shot_from_lines("spinbutton °C [editable clickable]"))
    proposal = Proposal("p", actions=(Type(text, screen.elements[0]),))
    assert has_unsuitable_entry(proposal, Situation("Put oat milk on the list", screen)) is expected


@pytest.mark.parametrize(("number", "expected"), [(0, True), (1, False)])
def test_of_equal_fields_the_one_beside_the_named_thing_is_filled(number: int, *, expected: bool) -> None:
    """Of two fields "°C", only the one in the row of the bedroom takes its temperature."""
    rows = [
        ("group", f"  text {room} temperature", "  spinbutton °C [editable clickable]")
        for room in ("Bathroom", "Bedroom")
    ]
    screen = build_screen(shot_from_lines(*rows[0], *rows[1]))
    fields = [element for element in screen.elements if element.role == "spinbutton"]
    proposal = Proposal("p", actions=(Type("19.5", fields[number]),))
    situation = Situation("Set the temperature of the bedroom to 19.5 degrees", screen)
    assert has_unsuitable_entry(proposal, situation) is expected
