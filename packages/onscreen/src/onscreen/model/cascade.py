"""Two models as one: the first answers where it is sure, the second everything else."""

from __future__ import annotations

from typing import Protocol

import msgspec

from onscreen.model.base import Model
from onscreen.types import Prompt, Reply
from onscreen.types.errors import BadReply

PLANNING = ("choose_app", "outline", "verify", "answer")


class Sure(Model, Protocol):
    """A model that says how sure it is in every reply; from `least` on it is sure."""

    @property
    def least(self) -> float:
        """The confidence from which its answer is taken, 0..1."""


class Cascade(msgspec.Struct, frozen=True):
    """Asks `first`, and `second` where the first is not sure or does not answer (Chen et al. 2023).

    With `second_plans`, for a second that understands more, the first is not asked for what is planned, and
    decides what it is sure of. Without, whoever wrote the outline carries it out: the first what it was sure
    of when planning, the second its own. Replies name the model they are from.
    """

    first: Sure
    second: Model
    second_plans: bool = False

    @property
    def name(self) -> str:
        """What it was chosen by."""
        return f"{self.first.name}+{self.second.name}"

    def __call__(self, prompt: Prompt) -> Reply:
        """Answer with the first that is sure.

        Raises:
            BadReply: the second's answer cannot be read.
            ModelUnavailable: the second cannot be reached.
            BudgetSpent: answering would spend more than allowed.
        """
        planner = prompt.about.planner if prompt.about else ""
        if self._is_for_second(prompt, planner):
            return self.second(prompt)
        try:
            reply = self.first(prompt)
        except BadReply:
            return self.second(prompt)
        own = not self.second_plans and planner == self.first.name and prompt.purpose not in PLANNING
        sure = reply.confidence is not None and reply.confidence >= self.first.least
        return reply if own or sure else self.second(prompt)

    def _is_for_second(self, prompt: Prompt, planner: str) -> bool:
        if prompt.purpose in PLANNING:
            return self.second_plans
        return not self.second_plans and planner == self.second.name
