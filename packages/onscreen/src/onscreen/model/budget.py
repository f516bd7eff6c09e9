"""Token and cost budgets for language models."""

from __future__ import annotations

from onscreen.model.base import Model, reads_pictures
from onscreen.types import Prompt, Reply
from onscreen.types.errors import BadReply, BudgetSpent

CHARS_PER_TOKEN = 4.0
"""Rule of thumb for English text (OpenAI, "What are tokens and how to count them")."""


def with_budget(
    model: Model,
    *,
    max_tokens: int | None = None,
    max_cost_usd: float | None = None,
    chars_per_token: float = CHARS_PER_TOKEN,
) -> Model:
    """Wrap a model to refuse calls that would exceed a token or cost budget.

    `max_tokens` limits the sum of input and output tokens; None means no limit.
    """
    return Budgeted(model, max_tokens=max_tokens, max_cost_usd=max_cost_usd, chars_per_token=chars_per_token)


class Budgeted:
    """A model wrapper that refuses calls that would exceed a token or cost budget.

    The number of tokens is estimated from the length of the prompt, and the price from the average price so
    far. The last answer may exceed the budget; no further call is then made.
    """

    def __init__(
        self,
        model: Model,
        *,
        max_tokens: int | None,
        max_cost_usd: float | None,
        chars_per_token: float,
    ) -> None:
        self.name = model.name
        self.reads_pictures = reads_pictures(model)
        self.tokens = 0
        self.cost_usd = 0.0
        self._model = model
        self._max_tokens = max_tokens
        self._max_cost_usd = max_cost_usd
        self._chars_per_token = chars_per_token

    def __call__(self, prompt: Prompt) -> Reply:
        """Call the model, unless that would exceed the budget.

        Raises:
            BudgetSpent: the call would exceed the budget; the model was not called.
            BadReply: raised by the model; its cost is counted.
            ModelUnavailable: raised by the model.
        """
        self._check(prompt)
        try:
            reply = self._model(prompt)
        except BadReply as error:
            self._count(error.tokens_in + error.tokens_out, error.cost_usd)
            raise
        self._count(reply.tokens_in + reply.tokens_out, reply.cost_usd)
        return reply

    def _check(self, prompt: Prompt) -> None:
        needed = int((len(prompt.text) + len(prompt.system)) / self._chars_per_token)
        if self._max_tokens is not None and self.tokens + needed > self._max_tokens:
            raise BudgetSpent(
                f"{self.tokens} tokens are used and the next prompt needs about {needed}; "
                f"the budget is {self._max_tokens} tokens; raise the limit to continue"
            )
        price = self.cost_usd / self.tokens * needed if self.tokens else 0.0
        if self._max_cost_usd is not None and self.cost_usd + price > self._max_cost_usd:
            raise BudgetSpent(
                f"${self.cost_usd:.4f} is spent and the next prompt costs about ${price:.4f}; "
                f"the budget is ${self._max_cost_usd:.4f}; raise the limit to continue"
            )

    def _count(self, tokens: int, cost_usd: float) -> None:
        self.tokens += tokens
        self.cost_usd += cost_usd
