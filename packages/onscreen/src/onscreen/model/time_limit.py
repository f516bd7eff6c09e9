"""Model wrapper that stops waiting for a reply when the time limit of the run is reached."""

from __future__ import annotations

import msgspec

from onscreen.deadline import call_within_limit
from onscreen.model.base import Model, reads_pictures
from onscreen.types import Prompt, Reply


class TimeLimitedModel(msgspec.Struct, frozen=True):
    """A model wrapper whose calls end at the time limit of the run."""

    model: Model

    @property
    def name(self) -> str:
        """The name of the model."""
        return self.model.name

    @property
    def reads_pictures(self) -> bool:
        """Whether pictures may be sent to the model."""
        return reads_pictures(self.model)

    def __call__(self, prompt: Prompt) -> Reply:
        """Query the model.

        Raises:
            TimeLimitReached: the model did not reply within the time limit of the run.
            ModelError: the model cannot be used.
            BadReply: the reply is unusable.
        """
        return call_within_limit(lambda: self.model(prompt))
