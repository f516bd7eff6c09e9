"""The model port: Prompt -> Reply."""

from __future__ import annotations

from typing import Protocol

from onscreen.types import Prompt, Reply


class Model(Protocol):
    """Something that answers prompts in the form they ask for; `name` is what it was chosen by."""

    @property
    def name(self) -> str:
        """What it was chosen by."""

    def __call__(self, prompt: Prompt) -> Reply:
        """Answer in the prompt's form, with tokens, seconds and cost counted.

        Raises:
            BadReply: what came back cannot be read in that form.
            ModelUnavailable: no key, no server, no file, or the retries are spent.
            BudgetSpent: answering would spend more than allowed.
        """
