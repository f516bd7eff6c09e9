"""Targets and conditions of the steps of a routine, on screens written as text."""

from __future__ import annotations

import pytest

from onscreen.perceive.screen_builder import build_screen
from onscreen.routines.routine import BadRoutine, RoutineTarget
from onscreen.routines.screen_conditions import had_lasting_effect, is_shown
from onscreen.routines.target_description import describe_target
from onscreen.routines.target_search import find_targets
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Click, NodeChange, PastStep, Point, ScreenChange, Shot


def describe(shot: Shot, name: str, values: dict[str, str]) -> RoutineTarget:
    """Describe the element of a screen with this name as the target of a step of one run."""
    element = next(each for each in build_screen(shot).elements if each.name == name)
    return describe_target(1, [(element, shot)], values=[values])


def names_of(target: RoutineTarget, shot: Shot, values: dict[str, str]) -> list[str]:
    """Return the names of the elements that fit a target."""
    return [each.name for each in find_targets(target, build_screen(shot), values=values)]


def test_a_row_is_found_by_the_value_in_its_name() -> None:
    """With another value, the row of that value is chosen, wherever it is."""
    target = describe(
        shot_from_lines("button Milk [clickable]", "button Eggs [clickable]"), "Milk", {"x": "Milk"}
    )
    assert names_of(
        target, shot_from_lines("button Rent [clickable]", "button Eggs [clickable]"), {"x": "Eggs"}
    ) == ["Eggs"]


def test_a_button_with_another_name_is_not_the_target() -> None:
    """The button that turned something on is not clicked when it would turn it off."""
    target = describe(shot_from_lines("button Turn on [clickable]"), "Turn on", {})
    assert names_of(target, shot_from_lines("button Turn off [clickable]"), {}) == []


def test_rows_of_several_runs_are_found_by_the_part_that_the_instruction_names() -> None:
    """The value must be at the same place of the name; the other parts may differ."""
    first, second = (
        shot_from_lines("button Bob, 555-1 [clickable]"),
        shot_from_lines("button Eve, 555-4 [clickable]"),
    )
    found = [(build_screen(shot).elements[0], shot) for shot in (first, second)]
    target = describe_target(1, found, values=[{"who": "Bob"}, {"who": "Eve"}])
    assert names_of(target, shot_from_lines("button Ann, 555-9 [clickable]"), {"who": "Ann"}) == [
        "Ann, 555-9"
    ]
    assert names_of(target, shot_from_lines("button Mary Ann Lee, 555-3 [clickable]"), {"who": "Ann"}) == []


def test_a_target_that_several_elements_fit_makes_no_routine() -> None:
    """Of two equal buttons, the instruction does not say which is meant."""
    with pytest.raises(BadRoutine, match="do not say which is meant"):
        describe(shot_from_lines("button Delete [clickable]", "button Delete [clickable]"), "Delete", {})


def test_a_field_without_a_name_is_found_if_it_is_the_only_one() -> None:
    """The text area of an editor needs no name; a button needs one, and so does one of two fields."""
    editor = shot_from_lines("button Save [clickable]", "textbox =draft [editable]")
    target = describe(editor, "", {})
    other = shot_from_lines("textbox =other text [editable]", "button Save [clickable]")
    assert len(find_targets(target, build_screen(other), values={})) == 1
    two = ("textbox [editable]", "textbox [editable]")
    assert len(find_targets(target, build_screen(shot_from_lines(*two)), values={})) == 2
    for lines in (two, ("button [clickable]",)):
        with pytest.raises(BadRoutine, match="do not say which is meant"):
            describe(shot_from_lines(*lines), "", {})


def test_a_text_in_the_field_that_it_was_typed_into_proves_nothing() -> None:
    """Only texts outside of entry fields count as shown, and only as whole words."""
    assert is_shown("milk", shot_from_lines("listitem Milk and eggs"))
    assert not is_shown("milk", shot_from_lines("textbox Title =milk [editable]"))
    assert not is_shown("1", shot_from_lines("text 10"))


def test_a_change_of_focus_is_no_effect() -> None:
    """A button without a function only takes the focus."""
    before = shot_from_lines("button Add [clickable]").nodes[0]
    after = shot_from_lines("button Add [clickable focused]").nodes[0]
    focus = ScreenChange(altered=(NodeChange(before, after),))
    assert not had_lasting_effect(PastStep(Click(Point(1, 1)), change=focus))
    assert had_lasting_effect(PastStep(Click(Point(1, 1)), change=ScreenChange(added=(before,))))
