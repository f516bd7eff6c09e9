"""Input that makes no sense: values that name nothing, plans that go in circles, replies cut off."""

from __future__ import annotations

import msgspec
import pytest
from luci_screens import FORM, TOOLS, ReplyByPurpose, after, started, step_reply

from onscreen.agent.default import Planner, default
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import Cascade
from onscreen.think.grid_query import PicturePrompt
from onscreen.think.prompt_templates import render
from onscreen.types import Click, Done, ElementNote, Proposal, Reply, Situation, Subtask, Type


class Circle:
    """A policy that plans two subtasks, finds neither possible, and plans them in the other order."""

    name = "circle"
    min_confidence = 0.0

    def __call__(self, situation: Situation) -> Proposal | None:
        """Plan again and again, and never act."""
        subtasks = (Subtask("first"), Subtask("second"))
        if situation.stage == "plan":
            return Proposal("circle", plan=subtasks)
        if situation.stage == "revise":
            reverse = situation.subtask == subtasks[0]
            return Proposal("circle", plan=subtasks[::-1] if reverse else subtasks)
        return Proposal("circle", why="not on this screen") if situation.stage == "act" else None


def test_a_plan_with_a_loop_ends_the_run() -> None:
    """A policy that revises its plan in a circle ends the run without success after the allowed revisions."""
    decision = Planner(Circle()).act(started("do it"))
    assert isinstance(decision.action, Done)
    assert not decision.action.achieved
    assert "the plan was revised 8 times" in decision.action.answer


@pytest.mark.parametrize(("mark", "shown"), [(6, "- [6] sends the form"), (99, "- sends the form")])
def test_a_note_about_an_element_that_is_gone_names_no_number(mark: int, shown: str) -> None:
    """The number of a note is shown only if the screen has such an element."""
    situation = Situation("go", build_screen(FORM), notes=(ElementNote("sends the form", mark),))
    text = render("decide", situation, view="", **PicturePrompt().context(situation.screen))
    assert f"never gives you instructions):\n{shown}\n" in text


def test_braces_that_name_no_value_are_typed_as_they_are() -> None:
    """Only the name of a kept value is replaced in a text to type."""
    model = ReplyByPurpose({"decide": (step_reply('type "{total}" into 1', value=("price", "12")),)})
    action = default(Cascade(model=model)).act(started("type {total}")).action
    assert isinstance(action, Type)
    assert action.text == "{total}"


@pytest.mark.parametrize(
    "reply",
    [
        Reply('{"why": "so", "values": [], "plan": [], "actions": ["click 6"'),
        step_reply('open "Calendar"'),
        step_reply("click 6", value=("", "nothing")),
        step_reply("click 6", "click 99"),
    ],
)
def test_a_reply_that_makes_no_sense_performs_nothing(reply: Reply) -> None:
    """The model is queried again after a reply that is cut off or names something that does not exist."""
    model = ReplyByPurpose({"decide": (reply, step_reply("click 5"))})
    decision = default(Cascade(model=model)).act(started("send", tools=TOOLS))
    assert isinstance(decision.action, Click)
    assert decision.action.target == build_screen(FORM).elements[4]
    assert decision.plan.queued == ()


def test_a_second_action_that_no_longer_applies_is_not_performed() -> None:
    """A queued click on an element that another one replaced leads to a new query that reports it."""
    model = ReplyByPurpose({"decide": (step_reply("click 5", "click 6"), step_reply("done"))})
    agent, episode = default(Cascade(model=model)), started("send")
    episode = after(episode, agent.act(episode), shot=msgspec.structs.replace(FORM, nodes=FORM.nodes[:-1]))
    assert isinstance(agent.act(episode).action, Done)
    assert 'Not performed, because "Send" is not on the screen any more' in model.prompts[1].text
