"""Exploration towards a goal with a model: steps are judged, notes written, useless steps not repeated."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from onscreen.app_maps.episode_extension import extend_map
from onscreen.app_maps.map_store import load_map
from onscreen.app_maps.screen_map import AppMap
from onscreen.cli.main import main
from onscreen.explore.permitted_actions import find_refusal
from onscreen.explore.task_exploration import TaskExplorer
from onscreen.model.scripted_model import ScriptedModel
from onscreen.perceive.screen_builder import build_screen
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Back, Click, Decision, Done, Episode, Open, Outcome, Scroll, Shot, Task, Wait
from onscreen.types.action_parser import parse

CLOCK = AppMap("Clock", home="Clock", scope="org.example.clock/")
ADDRESS = "org.example.clock/.Main"
ALARMS = shot_from_lines(
    "heading Alarms",
    "switch Vibrate [clickable]",
    "button Plus [clickable]",
    "button Delete all [clickable]",
    "textbox Search [editable clickable]",
    "textbox Code [editable password]",
    address=ADDRESS,
)
NEW = shot_from_lines("heading New alarm", "button Repeat [clickable]", "text Ring", address=ADDRESS)
MAIL = shot_from_lines("heading Inbox", "button Write [clickable]", address="org.example.mail/.Main")


def step(action: str) -> str:
    """Return a model's reply with an action."""
    return json.dumps({"observation": "", "thought": "so", "action": action, "summary": f"chose {action}"})


def verdict(name: str, note: str = "") -> str:
    """Return a model's judgement of a step."""
    return json.dumps({"thought": "because", "verdict": name, "note": note})


def explore(replies: Sequence[str], *shots: Shot) -> tuple[Episode, ScriptedModel]:
    """Return the episode of an exploration that sees these screens in order."""
    model = ScriptedModel(replies)
    episode = Episode(Task("set an alarm"), (shots[0],))
    explorer = TaskExplorer(model, CLOCK)
    for shot in shots[1:]:
        episode = episode.then(explorer.act(episode), Outcome(), shot=shot)
    decision = explorer.act(episode)
    return episode.then(decision, Outcome(), shot=episode.last), model


def test_a_useful_step_is_noted_and_continued() -> None:
    """After a step that the model judges useful, the exploration continues, and the note is on the map."""
    replies = [step("click 3"), verdict("continue", "adds an alarm"), step("click 2")]
    episode, model = explore(replies, ALARMS, NEW)
    assert [type(d.action) for d in episode.decisions] == [Click, Click]
    notes = extend_map(CLOCK, episode).app_map.notes
    assert [(note.text, note.author, note.effect) for note in notes] == [("adds an alarm", "model", "opens")]
    assert "chose click 3" in model.prompts[2].text
    assert len(model.prompts[1].pictures) == 2


def test_a_note_is_refined() -> None:
    """The model sees the note it wrote before when it acts on the element again, and replaces it."""
    replies = [
        step("click 3"),
        verdict("continue", "adds something"),
        step("back"),
        step("click 3"),
        verdict("success", "adds an alarm"),
    ]
    episode, model = explore(replies, ALARMS, NEW, ALARMS, NEW)
    assert "The note on the element so far: adds something" in model.prompts[4].text
    assert "adds something" in model.prompts[3].text
    assert [note.text for note in extend_map(CLOCK, episode).app_map.notes] == ["adds an alarm"]


def test_success_ends_the_exploration() -> None:
    """If the model judges that the goal is reached, the exploration ends with the reason."""
    episode, _ = explore([step("click 3"), verdict("success")], ALARMS, NEW)
    assert episode.decisions[-1].action == Done("because")


def test_an_unrelated_page_is_left() -> None:
    """A page that the model judges unrelated is left by Back, without another query."""
    episode, model = explore([step("click 3"), verdict("back")], ALARMS, NEW)
    assert isinstance(episode.decisions[-1].action, Back)
    assert len(model.prompts) == 2


def test_another_application_is_left_without_a_query() -> None:
    """Another application is left by Back, and after two attempts the own one is opened again."""
    episode, model = explore([step("click 3")], ALARMS, MAIL, MAIL, MAIL)
    assert [d.action for d in episode.decisions[1:]] == [Back(), Back(), Open("Clock")]
    assert len(model.prompts) == 1


@pytest.mark.parametrize("useless", ["no effect", "ineffective"])
def test_what_achieved_nothing_is_not_repeated(useless: str) -> None:
    """An action without use is refused on the same screen, with the reason, and permitted on another one."""
    judged = [] if useless == "no effect" else [verdict("ineffective")]
    after = ALARMS if useless == "no effect" else shot_from_lines(*LINES, "text Now", address=ADDRESS)
    replies = [step("click 3"), *judged, step("click 3"), step("scroll down")]
    episode, model = explore(replies, ALARMS, after)
    assert isinstance(episode.decisions[-1].action, Scroll)
    assert "achieved nothing on this screen before" in model.prompts[-1].text
    reflection = episode.decisions[-1].reflection
    assert reflection is not None
    assert reflection.verdict == "ineffective"


LINES = (
    "heading Alarms",
    "switch Vibrate [clickable]",
    "button Plus [clickable]",
    "button Delete all [clickable]",
    "textbox Search [editable clickable]",
    "textbox Code [editable password]",
)


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("click 2", "may change data"),
        ("click 4", "looks irreversible"),
        ("click at 160,70", "looks irreversible"),
        ("long press 4", "looks irreversible"),
        ('type "a\\n" into 5', "submits no text"),
        ('type "sesame" into 6', "passwords"),
        ("press Enter in 5", "looks irreversible|may not be modified"),
        ('open "Mail"', "no action of the kind Open"),
        ("home", "no action of the kind Home"),
        ("swipe 1,1 to 9,9", "no action of the kind Swipe"),
        ("answer yes", "accepts no dialog"),
    ],
)
def test_what_may_not_be_done_is_refused(line: str, refusal: str) -> None:
    """Without permission to modify, exploration refuses to change, submit, leave, and enter secrets."""
    action = parse(line, build_screen(ALARMS))
    found = find_refusal(action, CLOCK, shot=ALARMS, may_modify=False)
    assert any(each in found for each in refusal.split("|"))


@pytest.mark.parametrize(
    "line", ["click 3", "click 5", 'type "a" into 5', "scroll down", "back", "answer no"]
)
def test_harmless_actions_are_permitted(line: str) -> None:
    """Opening screens, entering text and going back are permitted."""
    action = parse(line, build_screen(ALARMS))
    assert find_refusal(action, CLOCK, shot=ALARMS, may_modify=False) == ""


def test_permission_to_modify_permits_switches_and_buttons() -> None:
    """If the application may be modified, switches and irreversible controls are permitted."""
    screen = build_screen(ALARMS)
    refusals = [
        find_refusal(parse(line, screen), CLOCK, shot=ALARMS, may_modify=True)
        for line in ("click 2", "click 4", "press Enter in 5", 'type "x" into 6')
    ]
    assert refusals[:3] == ["", "", ""]
    assert "passwords" in refusals[3]


def test_unusable_replies_end_the_exploration() -> None:
    """After three decisions without a usable reply, the exploration gives up and says why."""
    episode, _ = explore(["nonsense"] * 6, ALARMS, ALARMS, ALARMS)
    assert [type(d.action) for d in episode.decisions] == [Wait, Wait, Done]
    last = episode.decisions[-1].action
    assert isinstance(last, Done)
    assert not last.achieved


def test_the_same_episode_gives_the_same_decision() -> None:
    """The agent keeps no state: the judgement of steps is read from the episode."""
    replies = [step("click 3"), verdict("ineffective"), step("scroll down")]
    changed = shot_from_lines(*LINES, "text Now", address=ADDRESS)
    episode, _ = explore(replies, ALARMS, changed)
    again = TaskExplorer(ScriptedModel(replies[1:]), CLOCK).act(episode.so_far(1))
    assert msgspec.structs.replace(again, asked=()) == msgspec.structs.replace(episode.decisions[1], asked=())
    assert isinstance(again, Decision)


def test_command_explores_towards_a_goal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`explore --task` records the run, and stores the map with the notes of the model."""
    monkeypatch.setenv("ONSCREEN_MAPS", str(tmp_path / "maps"))
    monkeypatch.chdir(tmp_path)
    replies = [step('type "Bo" into 2'), verdict("success", "takes the name of a person")]
    (tmp_path / "replies.jsonl").write_text("\n".join(map(json.dumps, replies)))
    model = f"scripted:{tmp_path / 'replies.jsonl'}"
    command = ["explore", "fake://form", "--on", "fake", "--task", "sign up", "--model", model]
    assert main(command) == 0
    assert "1 new note" in capsys.readouterr().err
    assert [note.text for note in load_map(tmp_path / "maps" / "form").notes] == [
        "takes the name of a person"
    ]
    assert list(tmp_path.glob("runs/*/episode.jsonl"))


@pytest.mark.parametrize("model", [[], ["--model", "lexical"]])
def test_a_goal_needs_a_language_model(model: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A goal without a language model is an error that names the option."""
    assert main(["explore", "fake://form", "--on", "fake", "--task", "sign up", *model]) == 2
    assert "--task needs a language model" in capsys.readouterr().err
