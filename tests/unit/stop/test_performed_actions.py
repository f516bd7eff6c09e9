"""Actions of a run are explained by those of a completed run of a similar task with other values."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from onscreen.perceive.screen_builder import build_screen
from onscreen.stop.expected_actions import Expected, Explanation, expect, explain
from onscreen.stop.instruction_values import map_values
from onscreen.stop.performed_actions import PerformedAction, performed_actions
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Action, Click, Decision, Element, Episode, Outcome, Shot, Task, Type

ROWS = 12
"""Number of rows of a screen; each row is low relative to the screen."""


def screen(*rows: Sequence[str]) -> Shot:
    """Return a screen with one or more nodes per row."""
    lines = [line for row in rows for line in row]
    padding = ["generic"] * max(0, ROWS - len(rows))
    shot = shot_from_lines(*lines, *padding)
    tops = [index for index, row in enumerate(rows) for _ in row]
    boxes = [shot.nodes[top].box for top in tops]
    nodes = [msgspec.structs.replace(node, box=box) for node, box in zip(shot.nodes, boxes, strict=False)]
    return msgspec.structs.replace(shot, nodes=(*nodes, *shot.nodes[len(nodes) :]))


def run(instruction: str, *steps: tuple[Shot, str, str | None]) -> Episode:
    """Return a run whose steps click the element with a name on a screen, or type a text into it."""
    episode = Episode(Task(instruction), (steps[0][0],))
    for index, (shot, name, text) in enumerate(steps):
        target = element(shot, name)
        action: Action = Click(target) if text is None else Type(text, target)
        after = steps[index + 1][0] if index + 1 < len(steps) else shot
        episode = episode.then(Decision(action), Outcome(), shot=after)
    return episode


def element(shot: Shot, name: str) -> Element:
    """Return the element with a name."""
    return next(each for each in build_screen(shot).elements if each.name == name)


def share(reference: Episode, episode: Episode) -> float:
    """Return the share of the actions of a reference that a run explains."""
    return compare(episode, reference).share


def compare(episode: Episode, *references: Episode) -> Explanation:
    """Compare a run with the first of several completed runs, given where these differ."""
    completed = [(each.task.instruction, performed_actions(each)) for each in references]
    values = map_values(references[0].task.instruction, episode.task.instruction)
    return explain(expect(completed)[0], performed_actions(episode), values=values)


MAILS = screen(
    ("link New door code", "text Tom Becker"),
    ("link Two books are due", "text City Library"),
    ("button Delete",),
)
KEYS = screen(tuple(f"button {key}" for key in "0123456789"), ("button Add",))
PEOPLE = screen(("checkbox Ada",), ("checkbox Bo",), ("checkbox Chen",), ("button Delete",))
BOXES = screen(("textbox",), ("textbox",))
NOTE = screen(("text Total 3360",), ("text Total 4144",), ("textbox Item",))


def test_a_target_is_recognized_by_the_value_in_its_row() -> None:
    """The mail from another sender has another subject, but the sender of the instruction in its row."""
    old = run("Delete the mail from Tom Becker", (MAILS, "New door code", None), (MAILS, "Delete", None))
    new = "Delete the mail from City Library"
    assert share(old, run(new, (MAILS, "Two books are due", None), (MAILS, "Delete", None))) == 1
    assert share(old, run(new, (MAILS, "New door code", None), (MAILS, "Delete", None))) < 1


def test_the_keys_of_a_keypad_are_one_value() -> None:
    """Digits that are clicked one after the other are compared as the number that they form."""
    old = run("Add 12 and 5", *((KEYS, key, None) for key in ("1", "2", "Add", "5")))
    new = run("Add 407 and 9", *((KEYS, key, None) for key in ("4", "0", "7", "Add", "9")))
    assert share(old, new) == 1
    assert share(old, new.so_far(2)) == 0


@pytest.mark.parametrize(("text", "is_explained"), [("3360", True), ("3370", False)])
def test_a_text_that_was_read_from_a_screen_is_explained(text: str, *, is_explained: bool) -> None:
    """A result that both runs had read before they typed it is explained; another text is not."""
    old = run("Multiply 74 by 56, and note the result", (NOTE, "Item", "4144"))
    new = run("Multiply 40 by 84, and note the result", (NOTE, "Item", text))
    assert (share(old, new) > 0.5) == is_explained


def test_an_action_that_explains_nothing_is_foreign() -> None:
    """A click that the reference does not contain is counted, and the reference's own click is missing."""
    old, new = (run("Delete it", (MAILS, name, None)) for name in ("Delete", "New door code"))
    found = compare(new, old)
    assert (found.foreign, found.unexplained, found.last) == (1, 1, 0)
    assert explain(Expected(()), (), values=()).share == 0
    assert isinstance(performed_actions(old)[0], PerformedAction)


def test_an_action_without_its_value_is_a_missed_value() -> None:
    """A click on another mail than the one in the instruction is a value that was not used."""
    old = run('Delete "New door code"', (MAILS, "New door code", None), (MAILS, "Delete", None))
    task = 'Delete "Two books are due"'
    right = run(task, (MAILS, "Two books are due", None), (MAILS, "Delete", None))
    wrong = run(task, (MAILS, "New door code", None), (MAILS, "Delete", None))
    assert compare(right, old).missed_values == 0
    assert compare(wrong, old).missed_values == 1


def test_an_action_in_which_completed_runs_differ_is_assumed() -> None:
    """The result of a calculation differs, so another one is assumed to be right; a fixed text is not."""
    sums = {text: run("Note the total", (NOTE, "Item", text)) for text in ("12", "15", "18")}
    found = compare(sums["18"], sums["12"], sums["15"])
    assert (found.assumed, found.unexplained < 0.5) == (1, True)
    found = compare(sums["18"], sums["12"])
    assert (found.assumed, found.unexplained) == (0, 1)


def test_repetitions_that_another_run_does_without_are_optional() -> None:
    """Completed runs click once or three times, so two clicks are not too few; none are."""
    clicks = {
        count: run("Add", *[(KEYS, "Add", None)] * count, (MAILS, "Delete", None)) for count in range(4)
    }
    assert compare(clicks[2], clicks[3], clicks[1]).unexplained == 0
    assert compare(clicks[0], clicks[3], clicks[1]).unexplained == 1
    assert compare(clicks[2], clicks[3]).unexplained == 1


def test_a_list_of_values_explains_an_action_for_each() -> None:
    """With two mails instead of one, no click on them is foreign."""
    old = run("Select Ada and click Delete", (PEOPLE, "Ada", None), (PEOPLE, "Delete", None))
    new = run(
        "Select Bo, Chen and click Delete", *((PEOPLE, name, None) for name in ("Bo", "Chen", "Delete"))
    )
    found = compare(new, old)
    assert (found.foreign, found.missed_values) == (0, 0)


def test_targets_without_names_are_compared_by_their_place() -> None:
    """The second text box without a name is not the first one."""
    old = run("Focus", (BOXES, "", None))
    second = [each for each in build_screen(BOXES).elements if each.role == "textbox"][1]
    other = Episode(Task("Focus"), (BOXES,)).then(Decision(Click(second)), Outcome(), shot=BOXES)
    assert share(old, run("Focus", (BOXES, "", None))) == 1
    assert share(old, other) < 1


@pytest.mark.parametrize(("rank", "is_explained"), [(1, False), (2, True)])
def test_an_ordinal_names_the_place_of_a_target(rank: int, *, is_explained: bool) -> None:
    """The 1st text box of a reference stands for the 2nd one, but other numbers for no place."""
    boxes = [each for each in build_screen(BOXES).elements if each.role == "textbox"]
    task = Task("Focus the 2nd text box 2 times")
    new = Episode(task, (BOXES,)).then(Decision(Click(boxes[rank - 1])), Outcome(), shot=BOXES)
    assert (share(run("Focus the 1st text box 2 times", (BOXES, "", None)), new) == 1) == is_explained
    other = run("Focus the 2nd text box 1 times", (BOXES, "", None))
    assert (share(other, new) == 1) == (rank == 1)


def test_the_folders_of_a_path_are_values() -> None:
    """Each folder is clicked on its own."""
    folders = screen(("button Documents",), ("button Work",), ("button School",))
    old = run("List Documents/Work", *((folders, name, None) for name in ("Documents", "Work")))
    new = run("List Documents/School", *((folders, name, None) for name in ("Documents", "School")))
    assert share(old, new) == 1
    assert share(old, run("List Documents/School", (folders, "Documents", None))) == 0.5


def test_the_row_of_an_entry_into_a_unique_field_does_not_matter() -> None:
    """The name of the field identifies it, whatever is beside or behind it; without that, the row does."""
    old_form, new_form = (screen((f"text {name}", "textbox Label")) for name in ("Milk", "Bread"))
    old = run("Rename 'Milk' to 'Oat'", (old_form, "Label", "Oat"))
    assert share(old, run("Rename 'Salt' to 'Rye'", (new_form, "Label", "Rye"))) == 1
    assert share(old, run("Rename 'Salt' to 'Rye'", (new_form, "Label", "Bran"))) < 1
    rows = screen(("text Bread", "textbox Label"), ("text Salt", "textbox Label"))
    assert share(old, run("Rename 'Salt' to 'Rye'", (rows, "Label", "Rye"))) < 1


@pytest.mark.parametrize(
    ("old", "new", "values"),
    [
        (
            'Play "Ink and Thunder", "Steps"',
            'Play "Postcard", "Riot of Birds"',
            {"Postcard", "Riot of Birds"},
        ),
        ("Move the walk to May 4", "Move Parents' evening to May 5", {"Parents' evening", "5"}),
    ],
)
def test_a_quoted_text_is_one_value(old: str, new: str, values: set[str]) -> None:
    """Values with several words, apostrophes and commas between them are found as a whole."""
    assert values <= {value for _, value in map_values(old, new)}
