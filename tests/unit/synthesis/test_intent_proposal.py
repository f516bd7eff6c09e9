"""Tests of intents that a language model names."""

from __future__ import annotations

import json

import pytest

from onscreen.synthesis.intent_proposal import NO_STRUCTURE, ask_intents, compose_intents, write_stub
from onscreen.synthesis.subtask_template import BadSubtask
from onscreen.types import Prompt, Reply
from sample_pool import FIND_PRICE, POOL, SEND_MAIL


class ScriptedModel:
    """Model that answers with a given text, and keeps the prompt."""

    name = "scripted"

    def __init__(self, text: str) -> None:
        """Create a model that answers with a text."""
        self.text = text
        self.asked = ""

    def __call__(self, prompt: Prompt) -> Reply:
        """Return the text."""
        self.asked = prompt.text
        return Reply(self.text)


def test_a_subtask_is_a_typed_stub() -> None:
    """A model sees what a subtask needs and returns, and its candidates."""
    assert write_stub(FIND_PRICE) == (
        "def find_price(product: Literal['Lamp', 'Chair']) -> Text:\n"
        '    """Find the price of {product} in Shop."""'
    )
    assert "text: Text" in write_stub(SEND_MAIL)
    assert "-> None:" in write_stub(SEND_MAIL)


def test_tasks_are_composed_for_the_intents_of_a_model() -> None:
    """Each intent gets about as many tasks; unknown names and repeated intents are left out."""
    named = [
        ["find_price", "send_mail"],
        ["send_mail", "find_price", "fly_away"],
        ["find_price", "write_note"],
    ]
    model = ScriptedModel(json.dumps({"intents": named}))
    intents = ask_intents(model, POOL)
    assert intents == (("find-price", "send-mail"), ("find-price", "write-note"))
    assert all(write_stub(each) in model.asked for each in POOL.values())
    composed = compose_intents(POOL, intents, count=6, seed=0)
    found = [tuple(sorted(node.subtask for node in each.graph.nodes)) for each in composed.tasks]
    assert sorted(set(found)) == sorted(intents)
    assert len(found) == len({each.task.name for each in composed.tasks}) == 6
    assert composed == compose_intents(POOL, intents, count=6, seed=0)


def test_subtasks_without_a_common_resource_are_no_task() -> None:
    """The graphs of an intent are enumerated, so that a model cannot name an impossible task."""
    composed = compose_intents(POOL, (("find-price",), ("send-mail", "send-mail")), count=4, seed=0)
    assert not composed.tasks
    assert composed.excluded == {NO_STRUCTURE: 2}


def test_a_reply_in_another_format_is_an_error() -> None:
    """The error says what was expected."""
    with pytest.raises(BadSubtask, match="is not a list of intents"):
        ask_intents(ScriptedModel("Sure! Here are some ideas."), POOL)
