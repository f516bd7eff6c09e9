"""Plans of the rules for instructions that begin with a login."""

from __future__ import annotations

from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.lexical.instruction_plan import plan_instruction
from onscreen.testing.strategies import blank_picture
from onscreen.types import Shot, Situation


def test_login_comes_before_the_request_and_submits_its_own_form() -> None:
    """The plan fills in and submits the login, then opens the page, and submits nothing else."""
    screen = build_screen(Shot(blank_picture(), ()))
    instruction = "Log in as mira (password kite-2024). Open the page Reports."
    plan = plan_instruction(Situation(instruction, screen=screen, stage="plan"))
    assert [subtask.text for subtask in plan] == [
        'type "mira" into the user name field',
        'type "kite-2024" into the password field',
        "press Enter",
        "wait 1 second",
        "Open the page Reports",
    ]
