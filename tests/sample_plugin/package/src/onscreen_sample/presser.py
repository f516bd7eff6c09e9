"""An agent that presses the first button until the number in the instruction is shown."""

from __future__ import annotations

import re
from typing import ClassVar

from onscreen.agent.base import Agent
from onscreen.model.base import Model
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Click, Decision, Done, Episode


class Presser:
    """An agent without a model."""

    name: ClassVar[str] = "presser"

    def act(self, episode: Episode) -> Decision:
        """Press the button, or finish."""
        number = re.search(r"\d+", episode.task.instruction)
        screen = build_screen(episode.last)
        if number is None:
            return Decision(Done("the instruction names no number", achieved=False))
        if any(e.role == "text" and e.name == number.group() for e in screen.elements):
            return Decision(Done(number.group()), why="the number is shown")
        buttons = [e for e in screen.elements if e.role == "button"]
        if not buttons:
            return Decision(Done("there is no button", achieved=False))
        return Decision(Click(buttons[0]), why=f"{number.group()} is not shown yet")


def presser(model: Model) -> Agent:
    """Create the agent; the model is not used."""
    del model
    return Presser()
