"""Tests of the instructions of subtasks, which say what is done rather than what is clicked."""

from __future__ import annotations

import pytest

from onscreen.discovery.instruction_faults import (
    KEY,
    MAX_ON_FIELD,
    NO_OBJECT,
    UNCLEAR,
    find_instruction_fault,
    find_keys,
)
from onscreen.discovery.subtask_draft import SubtaskDraft
from onscreen.discovery.subtask_instruction import write_instruction
from onscreen.discovery.trajectory import Steps, TrajectoryStep
from onscreen.synthesis.subtask_template import SubtaskTemplate
from onscreen.types import AllOf


def _click(name: str, role: str = "button") -> TrajectoryStep:
    return TrajectoryStep("click", role, name)


def _enter(parameter: str, label: str) -> TrajectoryStep:
    return TrajectoryStep("type", "textbox", label, text="{" + parameter + "}")


SAVE = _click("Save")
SWITCH = TrajectoryStep("click", "switch", "HDR", turns="off")
BACK = TrajectoryStep("back")


@pytest.mark.parametrize(
    ("steps", "instruction"),
    [
        ((_click("More options"), _click("Units"), SWITCH), "In App under Units, turn off HDR"),
        ((_click("Flash: Auto"), _click("{option}", "radio")), "In App under Flash, choose {option}"),
        (
            (_click("Create event"), _enter("t", "Add title"), SAVE),
            "In App, create an event with {t} as title",
        ),
        ((_click("Edit profile"), _enter("w", "Site:"), SAVE), "In App, edit profile with {w} as Site"),
        ((_click("New list"), _enter("n", "Name *"), SAVE), "In App, create a new list with {n} as Name"),
        (
            (_click("Ann"), _enter("m", "Text"), _click("Send")),
            "In App under Ann, enter {m} as Text and send it",
        ),
        ((_click("{note}"), _click("Unpin"), _click("Archive")), "In App, unpin and archive {note}"),
        ((_click("Ann"), _click("Call Ann")), "In App, call Ann"),
        ((_click("Clear history"), _click("Clear")), "In App, clear history"),
        ((_click("Options of Plan"), _click("Delete")), "In App, delete Plan"),
        ((_click("The poster"), _click("Like 54K")), "In App, like The poster"),
        (
            (_click("📂"), _enter("t", "Title:"), _click("Create")),
            "In App under 📂, enter {t} as Title and create it",
        ),
        ((_click("{row}"), SWITCH, SAVE), "In App under {row}, turn off HDR and save it"),
        ((_click("Edit page [e]"), _enter("text", ""), BACK), "In App, edit page, enter {text} and save it"),
        ((_click("Add to list"), _enter("n", "Name"), SAVE), "In App, add to list with {n} as Name"),
    ],
)
def test_an_instruction_says_what_is_done(steps: Steps, instruction: str) -> None:
    """Menus, symbols and buttons that only save are not named; places and values are."""
    assert write_instruction("App", steps) == instruction


def test_a_lookup_names_what_is_looked_up() -> None:
    """The row is part of what is looked up."""
    found = write_instruction("App", (_click("List"), _click("{row}")), looked_up="the phone")
    assert found == "In App under List, look up the phone of {row}"


def test_menus_are_named_on_request() -> None:
    """Two subtasks that differ in the menu only get different instructions."""
    steps = (_click("More options"), _click("{row}"))
    assert write_instruction("App", steps) == "In App, open {row}"
    assert write_instruction("App", steps, names_menus=True) == "In App under More options, open {row}"


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ((_click("OK"),), UNCLEAR),
        ((_click("4:3"),), UNCLEAR),
        ((_click("Close"),), UNCLEAR),
        ((_click("delete"), TrajectoryStep("accept")), NO_OBJECT),
        ((_click("edit"), _enter("when", "When?"), SAVE), NO_OBJECT),
        ((_click("{key}"),), UNCLEAR),
        ((_click("Zoom in"),), ""),
        ((_click("{note}"), _click("Delete")), ""),
        ((_click("Bin"), _click("Empty"), _click("Yes")), ""),
        ((SWITCH,), ""),
        ((_enter("text", ""), TrajectoryStep("press", text="Control+s")), ""),
    ],
)
def test_unclear_subtasks_are_excluded(steps: Steps, reason: str) -> None:
    """A user must know what to do, and to which object."""
    draft = SubtaskDraft("a", "change", "", steps, {"key": ("7", "9"), "note": ("Milk", "Tea")}, ())
    assert find_instruction_fault(draft) == reason


def test_keys_are_recognized() -> None:
    """Many buttons that change the same field are keys; a few are options."""
    templates = [
        SubtaskTemplate(f"key-{rank}", f"In App, press {rank}", "App", AllOf(()), sets=("typed",))
        for rank in range(MAX_ON_FIELD + 1)
    ]
    assert KEY
    assert find_keys(templates) == {each.id for each in templates}
    assert find_keys(templates[:-1]) == frozenset()
