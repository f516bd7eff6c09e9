"""Policy that queries a language model once per step."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from onscreen.model.base import Model, reads_pictures
from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.perceive.set_of_marks import mark
from onscreen.think.next_action_query import decide
from onscreen.types import Proposal, Screen, Situation

VIEW_CHARS = 8000
"""Longest text of a screen in a prompt, in characters (about 2,000 tokens)."""

PICTURE_SHARE = 0.5
"""Share of unnamed graphics in the usable elements or the screen's area from which a picture is sent."""

Pictures = Literal["never", "auto", "always"]


class LanguagePolicy(msgspec.Struct, frozen=True):
    """Policy that queries a language model once per step for the next actions.

    `pictures` determines when a screenshot with the marks of the elements is sent: with "auto", if the screen
    consists mainly of graphics without a name. A model that reads no pictures receives none.
    """

    model: Model
    pictures: Pictures = "auto"
    view_chars: int = VIEW_CHARS
    min_confidence: float = 0.0
    makes_plans: ClassVar[bool] = False

    @property
    def name(self) -> str:
        """The name of the model."""
        return self.model.name

    def __call__(self, situation: Situation) -> Proposal | None:
        """Propose the next actions, or return None at the stage "verify".

        If the reply cannot be used, the proposal has no actions, and its exchanges contain the fault.

        Raises:
            ModelError: the model cannot be used.
        """
        if situation.stage == "verify":
            return None
        screen = situation.screen
        view = screen_text(screen, cap_chars=self.view_chars)
        wanted = self.pictures == "always" or (self.pictures == "auto" and is_mostly_graphics(screen))
        with_picture = wanted and reads_pictures(self.model)
        parsed = decide(self.model, situation, view=view, pictures=(mark(screen),) if with_picture else ())
        step = parsed.value
        if step is None:
            return Proposal(self.name, why=parsed.unusable, asked=parsed.asked)
        return Proposal(
            self.name,
            confidence=parsed.confidence,
            actions=step.actions,
            outline=step.plan,
            values=step.values,
            why=step.why,
            asked=parsed.asked,
        )


def is_mostly_graphics(screen: Screen, share: float = PICTURE_SHARE) -> bool:
    """Check whether a screen consists mainly of graphics without a name.

    Returns True if unnamed elements make up at least `share` of the usable ones, or unnamed graphics at least
    `share` of the area.
    """
    usable = [e for e in screen.elements if kind_of(e) != "information"]
    unnamed = [e for e in usable if not (e.name or e.value or e.clue)]
    width, height = screen.shot.picture.size
    graphics = (n for n in screen.shot.nodes if n.role in ("image", "canvas") and not n.name)
    area = sum(node.box.width * node.box.height for node in graphics)
    return bool(usable and len(unnamed) >= share * len(usable)) or area >= share * width * height
