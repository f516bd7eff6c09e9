"""Budgets of tokens and money."""

from __future__ import annotations

import pytest
from provider_server import Provider, message

from onscreen.model.budget import with_budget
from onscreen.model.scripted_model import ScriptedModel
from onscreen.types import OneOf, Prompt, Reply
from onscreen.types.errors import BadReply, BudgetSpent

HUNDRED = Reply("ok", tokens_in=90, tokens_out=10, cost_usd=0.01)


def test_call_that_exceeds_the_token_budget_is_refused() -> None:
    """A call that needs more tokens than are left is not made."""
    scripted = ScriptedModel([HUNDRED] * 5)
    model = with_budget(scripted, max_tokens=250)
    for _ in range(2):
        model(Prompt("x" * 40))
    with pytest.raises(BudgetSpent, match="200 tokens are used and the next prompt needs about 75"):
        model(Prompt("x" * 300))
    assert len(scripted.prompts) == 2
    assert model(Prompt("x")).text == "ok"


def test_call_that_exceeds_the_money_budget_is_refused() -> None:
    """A call whose estimated price exceeds the remaining money is not made."""
    model = with_budget(ScriptedModel([HUNDRED] * 5), max_cost_usd=0.015)
    model(Prompt("x"))
    with pytest.raises(BudgetSpent, match=r"\$0.0100 is spent.*the budget is \$0.0150"):
        model(Prompt("x" * 400))


def test_without_limits_every_call_is_made() -> None:
    """Without limits every call is made, and the model keeps its name."""
    model = with_budget(ScriptedModel([HUNDRED] * 5))
    assert [model(Prompt("x" * 10_000)).text for _ in range(5)] == ["ok"] * 5
    assert model.name == "scripted"


def test_bad_reply_counts_against_the_budget(provider: Provider) -> None:
    """The cost of an unusable answer is counted."""
    model = with_budget(provider(message("no"))[0], max_tokens=130)
    with pytest.raises(BadReply):
        model(Prompt("?", form=OneOf(("a", "b"))))
    with pytest.raises(BudgetSpent, match="127 tokens are used"):
        model(Prompt("what next?" * 4))
