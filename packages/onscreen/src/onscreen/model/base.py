"""Interface that every language model implements."""

from __future__ import annotations

from typing import Protocol

from onscreen.types import Prompt, Reply


class Model(Protocol):
    """Protocol for language models, which are called with a prompt and return a reply.

    A model that ignores pictures may have an attribute `reads_pictures` that is False. Its prompts then
    contain none.
    """

    @property
    def name(self) -> str:
        """Full model name, for example "openai:gpt-5-mini"."""

    def __call__(self, prompt: Prompt) -> Reply:
        """Answer a prompt in the form that it requests.

        The reply includes token counts, seconds and cost.

        Raises:
            BadReply: the answer cannot be parsed in that form.
            ModelUnavailable: no key, no server, no file, or all retries failed.
            BudgetSpent: answering would exceed the budget.
            TimeLimitReached: no reply within the time limit of the run (`onscreen.deadline`).
        """


def reads_pictures(model: Model) -> bool:
    """Check whether pictures may be sent to a model; True unless its `reads_pictures` is False."""
    return bool(getattr(model, "reads_pictures", True))
