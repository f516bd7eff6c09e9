"""The model port: Prompt -> Reply."""

from __future__ import annotations

from typing import Protocol

from onscreen.types import Prompt, Reply


class Model(Protocol):
    """Something that answers a prompt in the form the prompt requests."""

    @property
    def name(self) -> str:
        """The name it is selected by, for example "openai:gpt-5-mini"."""

    def __call__(self, prompt: Prompt) -> Reply:
        """Answer in the prompt's form; the reply holds tokens, seconds and cost.

        Raises:
            BadReply: the answer cannot be parsed in that form.
            ModelUnavailable: no key, no server, no file, or all retries failed.
            BudgetSpent: answering would exceed the budget.
        """
