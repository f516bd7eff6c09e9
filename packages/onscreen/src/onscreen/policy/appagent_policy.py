"""Policy that queries a language model once per step, as AppAgent does in its deployment phase."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from onscreen.model.base import Model, reads_pictures
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.perceive.set_of_marks import mark
from onscreen.policy.language_model_policy import VIEW_CHARS
from onscreen.think.appagent_step import decide_step
from onscreen.types import Proposal, Situation


class AppAgentPolicy(msgspec.Struct, frozen=True):
    """Policy that queries a model with numbered elements and notes, and proposes one action.

    The model's summary is the memory of the run; the outline of the proposal carries it to the next step. A
    model that reads no pictures receives only the list of elements.
    """

    model: Model
    view_chars: int = VIEW_CHARS
    min_confidence: float = 0.0
    makes_plans: ClassVar[bool] = False

    @property
    def name(self) -> str:
        """The name of the model."""
        return self.model.name

    def __call__(self, situation: Situation) -> Proposal | None:
        """Propose the next action, or return None at the stage "verify".

        If the reply cannot be used, the proposal has no actions, and its exchanges contain the fault.

        Raises:
            ModelError: the model cannot be used.
        """
        if situation.stage == "verify":
            return None
        screen = situation.screen
        view = screen_text(screen, cap_chars=self.view_chars)
        pictures = (mark(screen),) if reads_pictures(self.model) else ()
        parsed = decide_step(self.model, situation, view=view, pictures=pictures)
        step = parsed.value
        if step is None or step.action is None:
            return Proposal(self.name, why=parsed.unusable, asked=parsed.asked)
        return Proposal(
            self.name,
            confidence=parsed.confidence,
            actions=(step.action,),
            outline=(step.summary,) if step.summary.strip() else (),
            why=step.thought or step.observation,
            asked=parsed.asked,
        )
