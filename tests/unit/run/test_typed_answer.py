"""The answer of a run as a value that follows a schema, or the reason why it has no such answer."""

from __future__ import annotations

import json

import msgspec
import pytest

from onscreen.model.scripted_model import ScriptedModel
from onscreen.run.typed_answer import read_typed_answer
from onscreen.testing.sample_episodes import make_shot
from onscreen.types import Box, Decision, Done, Episode, Node, Outcome, Shot, Stop, Task

TOTAL = json.dumps({"type": "object", "properties": {"total": {"type": "number"}}, "required": ["total"]})
LINES = json.dumps(
    {"type": "object", "properties": {"lines": {"type": "array", "items": {"type": "string"}}}}
)
NODES = (
    Node("text", "Total: 1,299.50", Box(0, 0, 100, 20)),
    Node("text", "Lamp", Box(0, 30, 100, 50)),
)


def episode(*ends: Done) -> Episode:
    """Return a run that ended on the screen of an order."""
    shot = Shot(make_shot(1, "x").picture, NODES, app="Orders")
    run = Episode(Task("What is the total?"), (shot,), stop=Stop("done" if ends else "steps", "20 steps"))
    for end in ends:
        run = run.then(Decision(end), Outcome(), shot=shot)
    return msgspec.structs.replace(run, stop=Stop("done" if ends else "steps", "x"))


@pytest.mark.parametrize(
    "answer", ["1,299.50", "it is 1299.5 euros", '{"total": 1299.5}', '{"total": "1,299.50"}', ""]
)
def test_answer_is_converted(answer: str) -> None:
    """The answer of the agent, or else the last screen, becomes a number with its element."""
    typed = read_typed_answer(episode(Done(answer)), TOTAL)
    assert typed.values == {"total": 1299.5}
    assert "total" in typed.elements or answer == "it is 1299.5 euros" or "{" in answer


@pytest.mark.parametrize(
    ("run", "schema", "why"),
    [
        (episode(), TOTAL, "the run ended without an answer: steps"),
        (episode(Done("no such order", achieved=False)), TOTAL, "the agent gave up: no such order"),
        (episode(Done("12 May")), LINES, "the answer '12 May' does not fit the schema; without a model"),
        (
            episode(Done("soon")),
            TOTAL.replace("total", "tax"),
            "the answer 'soon' does not fit the schema; no label on the screen matches 'tax'",
        ),
    ],
)
def test_missing_answer_has_a_reason(run: Episode, schema: str, why: str) -> None:
    """Without values, the reason says whether the agent gave up or what does not fit."""
    typed = read_typed_answer(run, schema)
    assert typed.values is None
    assert typed.why.startswith(why)


def test_only_value_answers_the_question() -> None:
    """Without a label, the only value of a schema is the answer to the question on the screen."""
    schema = TOTAL.replace("total", "answer")
    typed = read_typed_answer(episode(Done("")), schema)
    assert (typed.values, typed.elements["answer"].name) == ({"answer": 1299.5}, "Total: 1,299.50")


def test_model_reads_what_rules_cannot() -> None:
    """With a language model, values of any form are read from the last screen."""
    reply = {"why": "", "values": {"lines": ["Lamp"]}, "sources": [{"path": "lines.0", "mark": 2}]}
    typed = read_typed_answer(episode(Done("one lamp")), LINES, model=ScriptedModel([json.dumps(reply)]))
    assert typed.values == {"lines": ["Lamp"]}
    assert typed.elements["lines.0"].name == "Lamp"
