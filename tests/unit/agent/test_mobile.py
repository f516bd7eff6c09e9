"""The agent of Mobile-Agent: operations on visible texts, rejected operations, checks and plans."""

from __future__ import annotations

import json
from collections.abc import Sequence

import msgspec
from luci_screens import FORM, TOOLS, ReplyByPurpose, after, started

from onscreen.agent.default import Planner
from onscreen.agent.mobile import mobile, mobile_tree_text
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import Cascade
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Back, Click, Done, Episode, Open, Outcome, Reply, Scroll, Shot, Type, Value, Wait
from onscreen.types.prompt import Purpose

SENT = shot_from_lines("heading Sent", "button Close [clickable]")
TWICE = shot_from_lines("text Home", "button Save [clickable]", "text Work", "button Save [clickable]")


class TextModel(ReplyByPurpose):
    """A model that reads no pictures."""

    reads_pictures = False


def step(operation: str, *, page: str = "expected", value: tuple[str, str] | None = None) -> Reply:
    """Return the reply with one operation."""
    values = [{"name": value[0], "text": value[1]}] if value else []
    reply = {"observation": "a form", "page": page, "thought": "so", "values": values, "operation": operation}
    return Reply(json.dumps(reply))


def checked(*, complete: bool, missing: str = "", possible: bool = True, answer: str = "") -> Reply:
    """Return the reply to the check of the whole task."""
    reply = {"missing": missing, "complete": complete, "possible": possible, "answer": answer}
    return Reply(json.dumps(reply))


def planned(*lines: str) -> Reply:
    """Return the reply with a new plan."""
    return Reply(json.dumps({"thought": "so", "plan": lines}))


def agent_of(*steps: Reply, **others: Sequence[Reply]) -> tuple[Planner, ReplyByPurpose]:
    """Return the agent on the texts of the tree, with a model that gives these replies."""
    purposes: dict[Purpose, tuple[Reply, ...]] = {"decide": steps}
    for purpose in ("pick", "verify", "outline"):
        if purpose in others:
            purposes[purpose] = tuple(others[purpose])
    model = ReplyByPurpose(purposes)
    return mobile_tree_text(Cascade(model=model)), model


def purposes(model: ReplyByPurpose) -> list[str]:
    """Return the purposes of the queries, in order."""
    return [prompt.purpose for prompt in model.prompts]


def play(agent: Planner, *shots: Shot, instruction: str = "send the form") -> Episode:
    """Let the agent decide on each shot in turn."""
    episode = started(instruction, shots[0])
    for shot in (*shots[1:], shots[-1]):
        episode = after(episode, agent.act(episode), shot=shot)
    return episode


def test_one_match_is_clicked() -> None:
    """A text that occurs once is clicked without a further query, and is listed in the prompt."""
    agent, model = agent_of(step("click text (send)"))
    assert agent.act(started("send")).action == Click(build_screen(FORM)[6])
    assert purposes(model) == ["decide"]
    assert '"Send" at 160,110' in model.prompts[0].text
    assert len(model.prompts[0].pictures) == 1


def test_a_missing_text_is_reported() -> None:
    """If a text is not on the screen, the model is informed and chooses again in the same step."""
    agent, model = agent_of(step("click text (Dispatch)"), step("click text (Send)"))
    assert isinstance(agent.act(started("send")).action, Click)
    assert 'the text "Dispatch": not found' in model.prompts[1].text


def test_the_model_chooses_among_a_few_matches() -> None:
    """Among two to four matches the model chooses by crops and by the texts around them."""
    agent, model = agent_of(step("click text (Save)"), pick=[Reply(picked=(1,))])
    action = agent.act(started("save at work", TWICE)).action
    assert action == Click(build_screen(TWICE)[4])
    assert len(model.prompts[1].pictures) == 2
    assert 'near "Work"' in str(model.prompts[1].form)


def test_a_text_model_chooses_by_words() -> None:
    """A model that reads no pictures gets texts only, for the step and for the choice."""
    model = TextModel({"decide": (step("click text (Save)"),), "pick": (Reply(picked=(0,)),)})
    action = mobile_tree_text(Cascade(model=model)).act(started("save at home", TWICE)).action
    assert action == Click(build_screen(TWICE)[2])
    assert all(not prompt.pictures and "picture" not in prompt.text for prompt in model.prompts)


def test_a_near_match_is_confirmed() -> None:
    """A text that only resembles the wanted one is clicked only if the model chooses it."""
    agent, model = agent_of(step("click text (Clse)"), step("back"), pick=[Reply(picked=(0,))])
    assert agent.act(started("close", SENT)).action == Click(build_screen(SENT)[2])
    assert purposes(model) == ["decide", "pick"]
    agent, _ = agent_of(step("click text (Clse)"), step("back"), pick=[Reply(picked=(1,))])
    assert agent.act(started("close", SENT)).action == Back()


def test_none_of_the_matches_and_too_many_are_reported() -> None:
    """If the model rejects all matches, or more than four match, it chooses another operation."""
    many = shot_from_lines(*["button Save [clickable]"] * 5, "button Cancel [clickable]")
    agent, model = agent_of(step("click text (Save)"), step("click text (Cancel)"), pick=[Reply(picked=(2,))])
    assert isinstance(agent.act(started("save", many)).action, Click)
    assert "5 places match" in model.prompts[1].text
    agent, model = agent_of(step("click text (Save)"), step("back"), pick=[Reply(picked=(2,))])
    assert agent.act(started("save", TWICE)).action == Back()
    assert "none of the 2 places" in model.prompts[2].text


def test_icons_below_the_minimum_score_are_not_clicked() -> None:
    """An icon that no candidate matches is reported, and nothing is clicked."""
    agent, model = agent_of(step("click icon (blue whale, top)"), step("click icon (send, bottom)"))
    assert agent.act(started("send")).action == Click(build_screen(FORM)[6])
    assert 'the icon "blue whale" (top): not found' in model.prompts[1].text


def test_the_model_chooses_among_unnamed_icons() -> None:
    """Icons without a name in a part of the screen are offered by crops and by the texts near them."""
    icons = shot_from_lines("text Top", "button [clickable]", "text Middle", "button [clickable]")
    agent, model = agent_of(step("click icon (gear, bottom)"), pick=[Reply(picked=(0,))])
    assert agent.act(started("open the settings", icons)).action == Click(build_screen(icons)[4])
    assert [len(prompt.pictures) for prompt in model.prompts] == [1, 1]
    blind = TextModel({"decide": (step("click icon (gear, bottom)"),), "pick": (Reply(picked=(0,)),)})
    assert isinstance(mobile_tree_text(Cascade(model=blind)).act(started("open", icons)).action, Click)
    assert 'near "Middle"' in str(blind.prompts[1].form)
    assert blind.prompts[1].pictures == ()


def test_only_what_senses_saw_is_used() -> None:
    """The agent `mobile` sees texts read from the screenshot and nothing of the tree."""
    nodes = [msgspec.structs.replace(node, seen_by="ocr", locator="") for node in SENT.nodes]
    both = msgspec.structs.replace(FORM, nodes=(*FORM.nodes, *nodes))
    model = ReplyByPurpose({"decide": (step("click text (Send)"), step("click text (Close)"))})
    action = mobile(Cascade(model=model)).act(started("close", both)).action
    assert isinstance(action, Click)
    assert isinstance(action.target, build_screen(both).elements[0].__class__)
    assert action.target.seen_by == "ocr"
    assert "Agree" not in model.prompts[0].text


def test_a_run_without_senses_ends_with_the_remedy() -> None:
    """If no sense reads the screenshot, the run ends at once, and the answer names the senses to add."""
    model = ReplyByPurpose({"decide": (step("back"),)})
    action = mobile(Cascade(model=model)).act(started("send")).action
    assert isinstance(action, Done)
    assert not action.achieved
    assert "--sense without-tree --sense ocr" in action.answer
    assert model.prompts == []


def test_one_invalid_reply_does_not_end_the_run() -> None:
    """A reply outside the grammar is shown back; after two, the agent waits and asks again."""
    agent, model = agent_of(step("tap Send"), step("click text (Send)"))
    assert isinstance(agent.act(started("send")).action, Click)
    assert "no operation starts with 'tap Send'" in model.prompts[1].text
    agent, _ = agent_of(step("tap"), step("tap"), step("click text (Send)"))
    episode = play(agent, FORM, FORM)
    assert [type(decision.action) for decision in episode.decisions] == [Wait, Click]


def test_an_operation_without_effect_is_refused() -> None:
    """An operation that had no effect is not performed again on the same screen."""
    agent, model = agent_of(step("click text (Send)"), step("click text (Send)"), step("page down"))
    episode = play(agent, FORM, FORM)
    assert [type(decision.action) for decision in episode.decisions] == [Click, Scroll]
    assert "The last operation had no effect" in model.prompts[1].text
    assert "the same operation had no effect on this screen" in model.prompts[2].text


def test_an_application_that_did_not_open_is_refused() -> None:
    """Opening an application by name is recognized as the same operation after it failed."""
    agent, model = agent_of(step("open app (mail)"), step("open app (Mail)"), step("exit"))
    episode = started("read", tools=TOOLS)
    first = agent.act(episode)
    assert first.action == Open(TOOLS[0].address)
    episode = after(episode, first, outcome=Outcome("no network", failed="ActionFailed"))
    agent.act(episode)
    assert "the same operation had no effect" in model.prompts[2].text


def test_two_failures_lead_to_a_new_plan() -> None:
    """After two failures in a row the model makes a plan, which later prompts show."""
    agent, model = agent_of(
        step("click text (Send)"),
        step("click text (Agree)"),
        step("back"),
        step("page down"),
        outline=[planned("fill in the name", "send")],
    )
    play(agent, FORM, FORM, FORM, SENT)
    assert purposes(model) == ["decide", "decide", "outline", "decide", "decide"]
    assert "- fill in the name" in model.prompts[3].text
    assert "- fill in the name" in model.prompts[4].text


def test_a_wrong_page_counts_as_a_failure() -> None:
    """A page that the model calls wrong, and an operation that cannot be performed, lead to a new plan."""
    agent, model = agent_of(
        step("click text (Nowhere)", page="wrong"), step("back"), outline=[planned("go back")]
    )
    assert agent.act(started("send")).action == Back()
    assert purposes(model) == ["decide", "outline", "decide"]


def test_stop_is_checked() -> None:
    """After stop the whole task is checked, and the run continues if something is missing."""
    agent, model = agent_of(
        step("stop (sent)"),
        step("click text (Agree)"),
        verify=[checked(complete=False, missing="agree first")],
    )
    assert isinstance(agent.act(started("agree and send")).action, Click)
    assert "Missing: agree first" in model.prompts[2].text
    agent, _ = agent_of(step("stop"), verify=[checked(complete=True, answer="42")])
    assert agent.act(started("how many?")).action == Done("42")


def test_insisting_on_stop_or_an_impossible_task_ends_without_success() -> None:
    """A second stop, or a task that cannot be done, ends the run and names what is missing."""
    agent, _ = agent_of(step("stop"), step("stop"), verify=[checked(complete=False, missing="agree")])
    assert agent.act(started("send")).action == Done("agree", achieved=False)
    agent, _ = agent_of(step("stop"), verify=[checked(complete=False, missing="no printer", possible=False)])
    assert agent.act(started("print")).action == Done("no printer", achieved=False)


def test_facts_are_carried_between_applications() -> None:
    """A fact that the model keeps is shown later and is typed by its name in braces."""
    agent, model = agent_of(step("back", value=("total", "42")), step("type ({total})"))
    episode = play(agent, FORM, SENT)
    assert episode.decisions[0].plan.values == (Value("total", "42"),)
    assert episode.decisions[1].action == Type("42")
    assert "total = 42" in model.prompts[1].text


def test_a_run_without_any_possible_operation_ends() -> None:
    """If no operation can be performed, the agent waits twice and then gives up with the reason."""
    agent, _ = agent_of(step("click text (Nowhere)"), outline=[planned("look elsewhere")])
    episode = play(agent, SENT, SENT, SENT)
    assert [type(decision.action) for decision in episode.decisions] == [Wait, Wait, Done]
    last = episode.decisions[-1].action
    assert isinstance(last, Done)
    assert not last.achieved
    assert "Nowhere" in last.answer
