"""Evidence for and against the claim that the goals of a plan in an application were achieved."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
import pytest
from contradiction_runs import element

from onscreen.perceive.pixel_array import decode, encode
from onscreen.policy.completion.contradictions import find_contradictions
from onscreen.policy.lexical.goal_planning import CONFIRM, SAVE, achieve, create, set_to
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Click, Decision, Episode, Open, Outcome, Plan, Shot, Subtask, Task, Tool, Type

CLOCK = Tool("Clock", "org.example.clock")
LIST = (
    "heading Alarms",
    "group",
    "  button 05:45 [clickable]",
    "  text Feed cat",
    "  switch Alarm 05:45 [clickable checked]",
    "button Add alarm [clickable]",
)
EDIT = (
    "heading Edit alarm",
    "button Delete alarm [clickable]",
    "button Close [clickable]",
    "textbox Label =Feed cat [editable clickable]",
    "text Sound: Bell",
    "text Repeat: never",
)
EMPTY = ("heading Alarms", "button Add alarm [clickable]", "text No alarms yet")
UNITS = (
    "dialog Units",
    "  radio Celsius [clickable checked]",
    "  radio Kelvin [clickable]",
    "  button Cancel [clickable]",
)


def run_goals(
    instruction: str,
    plan: Sequence[Subtask],
    *screens: Sequence[str] | Shot,
    did: Sequence[tuple[int, str, str]],
) -> tuple[Episode, Plan]:
    """Return an episode in the application Clock and its plan.

    Each step belongs to the subtask with this index, and clicks the named element or types a text into it.
    """
    shots = [screen if isinstance(screen, Shot) else shot_from_lines(*screen) for screen in screens]
    first = Plan(subtasks=tuple(plan))
    opening = Decision(Open(CLOCK.address), plan=first)
    episode = Episode(Task(instruction, tools=(CLOCK,)), (shot_from_lines("text Home"),))
    episode = episode.then(opening, Outcome(), shot=shots[0])
    for before, after, (at, name, text) in zip(shots[:-1], shots[1:], did, strict=True):
        target = element(before, name)
        action = Type(text, target) if text else Click(target)
        decision = Decision(action, plan=msgspec.structs.replace(first, at=at))
        episode = episode.then(decision, Outcome(), shot=after)
    return episode, msgspec.structs.replace(first, at=len(plan))


def texts(run: tuple[Episode, Plan]) -> str:
    """Return the texts of the contradictions in a run."""
    return "; ".join(each.text for each in find_contradictions(*run))


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        ("Delete the alarm labelled Feed cat in the Clock app", ""),
        ("Delete the alarm labelled Wake up in the Clock app", "'Wake'"),
    ],
)
def test_an_entry_is_identified_by_its_page_and_an_application_by_its_use(
    instruction: str, expected: str
) -> None:
    """The page on which Delete was clicked shows which entry it was about."""
    plan = (achieve(instruction.removesuffix(" in the Clock app")), CONFIRM)
    run = run_goals(instruction, plan, LIST, EDIT, EMPTY, did=[(0, "05:45", ""), (0, "Delete alarm", "")])
    assert expected in texts(run)
    assert bool(texts(run)) is bool(expected)


def test_a_goal_needs_more_than_an_opened_page() -> None:
    """Opening the page of an entry deletes nothing, and its Delete button is still there."""
    plan = (achieve("Delete the alarm labelled Feed cat"), CONFIRM)
    run = run_goals("Delete the alarm labelled Feed cat", plan, LIST, EDIT, did=[(0, "05:45", "")])
    assert "the screen offers 'Delete alarm'" in texts(run)
    assert "only opened pages" in texts(run)


@pytest.mark.parametrize(("target", "is_open"), [("Add to favorites", False), ("Create album", True)])
def test_something_is_added_to_the_place_that_is_named(target: str, is_open: bool) -> None:
    """A photo is in the favorites after a step that was about them, not after a plan to create them."""
    photo = (
        "heading Photo of a guitar",
        "button Add to favorites [clickable]",
        "button Create album [clickable]",
    )
    plan = [create("favorites")]
    instruction = "Add the photo of a guitar to my favorites"
    run = run_goals(instruction, plan, photo, (*photo, "text Done"), did=[(0, target, "")])
    assert ("no step was about" in texts(run)) == is_open


@pytest.mark.parametrize(("row", "expected"), [("Calculator", False), ("Settings", True)])
def test_what_only_the_launcher_shows_was_not_read(row: str, expected: bool) -> None:
    """The answer about an application is not read on the page of another one that the launcher names."""
    apps, page = (
        ("heading Apps", "button Calculator [clickable]"),
        ("heading Storage", "text Cache", "text 2 MB"),
    )
    rows = (apps[0], f"button {row} [clickable]")
    episode, plan = run_goals("How large is the cache of Calculator?", [], rows, page, did=[(0, row, "")])
    launcher = shot_from_lines("button Calculator [clickable]", "button Clock [clickable]")
    episode = msgspec.structs.replace(episode, shots=(launcher, *episode.shots[1:]))
    found = find_contradictions(episode, plan, answer="2 MB")
    assert any("no step used 'Calculator'" in each.text for each in found) == expected


@pytest.mark.parametrize(("name", "is_open"), [("Autoplay", False), ("Auto", True)])
def test_what_is_turned_off_is_what_the_goal_names(name: str, is_open: bool) -> None:
    """Autoplay is turned off by a step that is about autoplay, not by the choice of the quality Auto."""
    before, after = (("heading Video", f"switch {name} [clickable{state}]") for state in (" checked", ""))
    goal = achieve("turn off autoplay")
    run = run_goals("Turn off autoplay", [goal], before, after, did=[(0, name, "")])
    assert ("was about 'autoplay'" in texts(run)) == is_open


def test_a_form_with_a_long_button_is_submitted_by_a_click() -> None:
    """After "Save caption", the form may stay on the screen; without the click, it is not submitted."""
    form = ("heading Details", "textbox Caption [editable]", "button Save caption [clickable]")
    typed = (form[0], "textbox Caption =Old harbor [editable]", form[2])
    plan = [achieve('Set the caption to "Old harbor"')]
    steps = [(0, "Caption", "Old harbor"), (0, "Save caption", "")]
    instruction = 'Set the caption of the photo to "Old harbor"'
    assert "was not submitted" in texts(run_goals(instruction, plan, form, typed, did=steps[:1]))
    submitted = run_goals(instruction, plan, form, typed, (*typed, "text 1 photo"), did=steps)
    assert "was not submitted" not in texts(submitted)


def test_several_steps_may_cover_all_without_a_plan() -> None:
    """A run without a plan, such as that of a model, is not asked which steps covered "each" entry."""
    screens = (EMPTY, EDIT, (*LIST, "text Peers: 40"))
    did = [(0, "Add alarm", ""), (0, "Close", "")]
    episode, _ = run_goals("Limit the peers for each torrent to 40", [], *screens, did=did)
    kinds = [each.kind for each in find_contradictions(episode, Plan())]
    assert "ignored qualifier" not in kinds


def test_an_open_question_contradicts() -> None:
    """A dialog that asks whether to delete has deleted nothing yet."""
    asking = ("dialog Delete this alarm?", "  button Cancel [clickable]", "  button Delete [clickable]")
    goal = "Delete the alarm labelled Feed cat"
    did = [(0, "05:45", ""), (0, "Delete alarm", ""), (1, "Delete", "")]
    plan = (achieve(goal), CONFIRM)
    assert "dialog" in texts(run_goals(goal, plan, LIST, EDIT, asking, did=did[:2]))
    assert texts(run_goals(goal, plan, LIST, EDIT, asking, EMPTY, did=did)) == ""


@pytest.mark.parametrize(("state", "expected"), [("", ""), (" checked", "'Alarm 07:15' is still on")])
def test_all_switches_are_in_the_requested_state(state: str, expected: str) -> None:
    """A claim about all switches holds once the last screen shows none in another state."""
    lines = ("heading Alarms", "switch Alarm 05:45 [clickable{}]", "switch Alarm 07:15 [clickable{}]")
    before = tuple(line.format(" checked") for line in lines)
    between = (lines[0], lines[1].format(""), lines[2].format(" checked"))
    after = (lines[0], lines[1].format(""), lines[2].format(state))
    goal = "Turn off all alarms without deleting any"
    did = [(0, "Alarm 05:45", ""), (0, "Alarm 07:15", "")]
    assert texts(run_goals(goal, (achieve(goal), CONFIRM), before, between, after, did=did)).startswith(
        expected
    )


def test_a_switch_in_the_wrong_state_contradicts() -> None:
    """A switch that a goal turns on must be on at the end."""
    on, off = ("switch Vibration [clickable checked]", "switch Vibration [clickable]")
    plan = (achieve("turn on the vibration"), CONFIRM)
    goal = "Turn on the vibration"
    assert texts(run_goals(goal, plan, (off,), (on,), did=[(0, "Vibration", "")])) == ""
    wrong = run_goals(goal, plan, (on,), (off,), did=[(0, "Vibration", "")])
    assert "'Vibration' is not on" in texts(wrong)


def test_a_choice_of_a_list_must_be_made() -> None:
    """A list of values that is still open shows that the named one was not chosen."""
    settings = ("heading Settings", "button Units of temperature [clickable]", "text Celsius")
    plan = (achieve("set the units of temperature to Kelvin"), CONFIRM)
    goal = "Set the units of temperature to Kelvin"
    run = run_goals(goal, plan, settings, UNITS, did=[(0, "Units of temperature", "")])
    assert "'Kelvin' is not chosen" in texts(run)


def test_another_choice_that_fits_better_contradicts() -> None:
    """A switch with fewer words of the instruction than its neighbor is the wrong one."""
    lines = ("switch Pause search history [clickable{}]", "switch Pause watch history [clickable]")
    before, after = (lines[0].format(""), lines[1]), (lines[0].format(" checked"), lines[1])
    plan = (achieve("pause the watch history"), CONFIRM)
    run = run_goals("Pause the watch history", plan, before, after, did=[(0, "Pause search history", "")])
    assert "'Pause watch history' fits better" in texts(run)


def test_an_action_is_done_as_often_as_it_is_planned() -> None:
    """Two photos need two clicks, and a number is confirmed by the number of clicks."""
    page = ("button Take photo [clickable]", "text Photos: {}")
    screens = [(page[0], page[1].format(number)) for number in "012"]
    plan = (achieve("Take photo"), achieve("Take photo"))
    did = [(0, "Take photo", ""), (1, "Take photo", "")]
    assert texts(run_goals("Take 2 photos", plan, *screens, did=did)) == ""
    assert "was not done 2 times" in texts(run_goals("Take 2 photos", plan, *screens[:2], did=did[:1]))


@pytest.mark.parametrize(("is_repainted", "expected"), [(True, ""), (False, "left the screen unchanged")])
def test_a_new_picture_of_another_control_is_an_effect(is_repainted: bool, expected: str) -> None:
    """A click that leaves the tree as it was may show its effect in a thumbnail."""
    lines = ("button Take photo [clickable]", "button Last photo [clickable]", *["text -"] * 40)
    before = shot_from_lines(*lines)
    pixels = np.array(decode(before.picture))
    pixels[22:38, 5:300] = 0 if is_repainted else 240
    after = msgspec.structs.replace(before, picture=encode(pixels))
    run = run_goals("Take photo", (achieve("Take photo"),), before, after, did=[(0, "Take photo", "")])
    assert texts(run) == expected or expected in texts(run)
    assert bool(texts(run)) is bool(expected)


def test_a_part_of_the_instruction_without_a_step_contradicts() -> None:
    """A part that the plan left out contradicts a claim, but a prohibition needs no step."""
    plan = (create("alarm"), set_to("label", "Feed cat"), SAVE)
    form = ("textbox Label [editable clickable]", "button Save [clickable]")
    filled = ("textbox Label =Feed cat [editable clickable]", "button Save [clickable]")
    did = [(0, "Add alarm", ""), (1, "Label", "Feed cat"), (2, "Save", "")]
    screens = (EMPTY, form, filled, LIST)
    made = 'Create an alarm with the label "Feed cat"'
    assert texts(run_goals(made, plan, *screens, did=did)) == ""
    assert texts(run_goals(f"{made}. Do not ring aloud", plan, *screens, did=did)) == ""
    more = run_goals(f"{made} and pause the snoozed timer", plan, *screens, did=did)
    assert "no step was about 'pause the snoozed timer'" in texts(more)


def test_values_in_cells_of_one_table_need_not_be_of_one_kind() -> None:
    """The kind of a bike is not compared with its name, although both are links in a table."""
    table = ("link Osprey", "link Mountain", "button Save [clickable]")
    form = ("textbox Notes =New tires [editable]", "combobox Kind =Mountain [clickable]", table[2])
    goal = achieve("open the bike Osprey")
    did = [(0, "Osprey", ""), (0, "Save", "")]
    run = run_goals("Open the bike Osprey", [goal], table, form, (*form, "text Saved"), did=did)
    assert "not 'Osprey'" not in texts(run)


@pytest.mark.parametrize(
    ("instruction", "goal"),
    [
        ("Start Harbor, no other", "Start Harbor, no other"),
        ("We no longer need Harbor. Start it.", "Start Harbor (We no longer need Harbor)"),
    ],
    ids=("restriction", "reason"),
)
def test_restrictions_and_reasons_need_no_step(instruction: str, goal: str) -> None:
    """What must not be done, and why something is asked for, need no step."""
    page = ("heading Downloads", "button Start Harbor [clickable]")
    run = run_goals(instruction, [achieve(goal)], page, (*page, "text Done"), did=[(0, "Start Harbor", "")])
    assert texts(run) == ""


def test_a_setting_with_another_value_of_the_same_kind_contradicts() -> None:
    """The place of a setting is another one than the place in the instruction."""
    pages = ("tab Page 1: Lima [clickable]", "tab Page 2: Oslo [clickable]", "button Alerts [clickable]")
    form = ("switch Alerts [clickable{}]", "combobox Place for alerts ={} [clickable]")
    goal = "Turn on alerts for Oslo"
    did = [(0, "Page 2: Oslo", ""), (0, "Alerts", ""), (0, "Alerts", "")]
    for place, expected in (("Lima", "'Place for alerts' is 'Lima', not 'Oslo'"), ("Oslo", "")):
        screens = [(form[0].format(state), form[1].format(place)) for state in ("", " checked")]
        chosen = (pages[0], "tab Page 2: Oslo [clickable selected]", pages[2])
        run = run_goals(goal, (achieve("turn on alerts for Oslo"),), pages, chosen, *screens, did=did)
        assert expected in texts(run)
        assert bool(texts(run)) is bool(expected)


def test_a_time_in_another_half_of_the_day_is_another_time() -> None:
    """An alarm at 7:35 in the morning is none at 19:35, unless its time says PM."""
    plan = (create("alarm"), set_to("time", "19:35"), SAVE)
    form = ("textbox Time [editable clickable]", "button Save [clickable]")
    for typed, expected in (("19:35", ""), ("7:35 PM", ""), ("07:35", "19:35")):
        filled = (f"textbox Time ={typed} [editable clickable]", "button Save [clickable]")
        did = [(0, "Add alarm", ""), (1, "Time", typed), (2, "Save", "")]
        run = run_goals("Set an alarm for 19:35", plan, EMPTY, form, filled, EMPTY, did=did)
        assert expected in texts(run)
        assert bool(texts(run)) is bool(expected)


def test_a_position_needs_a_step_that_took_it_into_account() -> None:
    """The plan repeats the word "last", which does not show that the last entry was meant."""
    plan = (achieve("Delete the last alarm"), CONFIRM)
    did = [(0, "05:45", ""), (0, "Delete alarm", "")]
    run = run_goals("Delete the last alarm", plan, LIST, EDIT, EMPTY, did=did)
    assert "no step was about 'Delete the last alarm'" in texts(run)
