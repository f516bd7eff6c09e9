"""The policy `route` chooses the setting of an action before the action."""

from __future__ import annotations

import pytest

from onscreen.app_maps.map_extension import observe_screen
from onscreen.app_maps.screen_map import AppMap
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.lexical.goal_planning import achieve
from onscreen.policy.route.action_settings import plan_settings, press_named
from onscreen.policy.route.place_index import index_places
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Situation, Subtask

CAMERA = (
    "heading Camera",
    "button Flash: Auto [clickable]",
    "radio Zoom 1 [clickable]",
    "button Take photo [clickable]",
    "tab Portrait [clickable]",
    "tab Video [clickable]",
)
SHOT = shot_from_lines(*CAMERA, address="org.example.camera/.Main")
INDEX = index_places(observe_screen(AppMap("Camera", scope="org.example.camera/"), SHOT).app_map)


@pytest.mark.parametrize(
    ("goal", "goals"),
    [
        ("take a photo in portrait mode", ['open "Portrait"', "Take photo"]),
        ("Take exactly 2 photos in portrait mode", ['open "Portrait"', "Take photo", "Take photo"]),
        (
            "Take one photo at zoom 2, with the flash on",
            ["choose zoom 2", "turn the flash on", "Take photo"],
        ),
        ("take a photo in the park", ["take a photo in the park"]),
        ("take a photo", ["take a photo"]),
        ("delete a photo in portrait mode", ["delete a photo in portrait mode"]),
    ],
)
def test_setting_is_chosen_before_the_action(goal: str, goals: list[str]) -> None:
    """Controls on the screen of the button are set first; a goal with an unknown setting is left alone."""
    plan = plan_settings((achieve(goal),), INDEX, tool="")
    assert [each.text for each in plan] == goals


@pytest.mark.parametrize(
    ("text", "steps", "is_pressed"),
    [("Take photo", 0, True), ("Take photo", 1, False), ("Take it", 0, False)],
)
def test_goal_with_the_name_of_a_button_presses_it_once(text: str, steps: int, *, is_pressed: bool) -> None:
    """The button is pressed at the first step of the subtask, however often it was pressed before."""
    asked = Situation(text, build_screen(SHOT), subtask=Subtask(text, kind="achieve"), subtask_steps=steps)
    assert (press_named(asked, text) is not None) is is_pressed
