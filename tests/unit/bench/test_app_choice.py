"""The rules' choice of applications on the tasks of the phone."""

from __future__ import annotations

import pytest

from onscreen.device.android.app_descriptions import build_tools
from onscreen.device.android.installed_apps import App
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.lexical.app_choice import choose_applications
from onscreen.policy.lexical.lexical_policy import CHOICE_CONFIDENCE
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Situation
from onscreen_practice.phone_suite.phone_suite import TASKS, recipe

APPLICATIONS = (
    *("Browser", "Calculator", "Calendar", "Camera", "Clock", "Contacts", "Files", "Gallery", "Mail", "Maps"),
    *("Messages", "Music", "Notes", "Phone", "Settings", "Sheets", "Shop", "Social", "Video", "Weather"),
)


def test_the_confidence_of_a_choice_is_the_share_that_is_right() -> None:
    """The rules state how often the first application that they choose is the one a person opens first."""
    tools = build_tools([App(f"org.practice.{name.lower()}") for name in APPLICATIONS])
    screen = build_screen(shot_from_lines("button Home [clickable]"))
    firsts = []
    for seed in (1, 2):
        for name in TASKS:
            task = recipe(name, seed)
            opened = next(t for move in task.moves for t in (move.name, move.text) if t in APPLICATIONS)
            chosen = choose_applications(Situation(task.instruction, screen, tools=tools)) or ("",)
            firsts.append(chosen[0] == opened)
    assert sum(firsts) / len(firsts) == pytest.approx(CHOICE_CONFIDENCE, abs=0.03)
