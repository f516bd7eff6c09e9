"""LUCI's planning: applications, outline, verification, revision, results, the end."""

import json
from collections.abc import Mapping

import msgspec

from onscreen.agent.default import Default, seeing
from onscreen.agent.luci import Luci
from onscreen.policy.lexical import lexical
from onscreen.run.trial import make_result
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import (
    Act,
    Click,
    Decision,
    Done,
    Element,
    Episode,
    Open,
    Outcome,
    Prompt,
    Reply,
    Scroll,
    Select,
    Shot,
    Situation,
    Task,
    Tool,
    Turn,
    Type,
)
from onscreen.types.errors import BadReply
from onscreen.types.prompt import Purpose
from onscreen.types.screen import Dialog, OffscreenCounts

TOOLS = (
    Tool("Mail", "https://work.test/mail/index.html", "e-mail"),
    Tool("Sums", "https://work.test/sums/index.html", "adds numbers"),
)
FORM = shot_from_lines(
    "textbox Name [editable clickable]",
    "combobox Colour =Red [clickable]",
    "  option Red [selected]",
    "  option Blue",
    "checkbox Agree [clickable]",
    "button Send [clickable]",
)


class Says(msgspec.Struct, frozen=True):
    """A model that gives for each purpose the reply written for it, the last one again and again."""

    replies: Mapping[Purpose, tuple[Reply, ...]]
    name: str = "says"

    def __call__(self, prompt: Prompt) -> Reply:
        """Answer by purpose; the n-th question of a purpose gets its n-th reply.

        Raises:
            BadReply: nothing was written for the purpose.
        """
        written_for = self.replies.get(prompt.purpose, ())
        if not written_for or prompt.about is None:
            raise BadReply(f"nothing is written for {prompt.purpose}")
        asked_before = (
            len(prompt.about.done) if prompt.purpose != "outline" else int(bool(prompt.about.ahead))
        )
        return written_for[min(asked_before, len(written_for) - 1)]


def outlined(*lines: tuple[bool, str, str, str]) -> Reply:
    """Return an outline of (tool required, tool, text, result)."""
    keys = ("tool_required", "tool", "text", "result")
    return Reply(json.dumps({"subtasks": [dict(zip(keys, line, strict=True)) for line in lines]}))


def begun(
    instruction: str, *shots: Shot, tools: tuple[Tool, ...] = (), said: tuple[Turn, ...] = ()
) -> Episode:
    """Return an episode that has only begun."""
    return Episode(Task(instruction, tools=tools, said=said), shots or (FORM,))


def on(episode: Episode, decision: Decision, *, shot: Shot = FORM, outcome: Outcome | None = None) -> Episode:
    """Return the episode after the decision."""
    return episode.then(decision, outcome or Outcome(), shot=shot)


def act_of(decision: Decision) -> Act:
    """Return the action of a decision."""
    return decision.action


def test_a_job_no_tool_can_do_is_refused_at_once() -> None:
    """The answer "Tool Not Found" ends the run by itself, not achieved, naming the tools there are."""
    decision = Default(lexical("")).act(begun("Draw a 3D cube", tools=TOOLS))
    assert isinstance(decision.action, Done)
    assert not decision.action.achieved
    assert "Mail, Sums" in decision.action.answer


def test_a_job_that_needs_no_tool_is_answered() -> None:
    """A job with "No tool required" is answered by the model itself, without touching the screen."""
    decision = Default(lexical("")).act(begun("What is 12 * 4?", tools=(TOOLS[0],)))
    assert decision.action == Done("48")


def test_the_application_chosen_is_opened_before_the_outline() -> None:
    """The first action opens the chosen application; the outline is written in sight of it."""
    decision = Luci(lexical("")).act(begun("Send an e-mail", tools=TOOLS))
    assert decision.action == Open(TOOLS[0].address)
    assert decision.plan.tools == ("Mail",)
    assert decision.plan.subtasks == ()


def test_an_application_the_user_named_always_wins() -> None:
    """A tool named in the instruction is used even when the model chose another."""
    model = Says({"choose_app": (Reply(picked=(0,)),)})
    decision = Luci(model).act(begun("Use Sums to add 2 and 3", tools=TOOLS))
    assert decision.plan.tools[0] == "Sums"


def test_an_action_follows_from_the_kind_of_element() -> None:
    """LUCI clicks buttons and boxes, types into text fields, selects in lists."""
    model = Says({
        "outline": (outlined((True, "", "fill in and send", "")),),
        "pick": (Reply(picked=(0, 1, 3, 4)),),
        "text": (Reply("Ann"), Reply(picked=(1,)), Reply()),
    })  # fmt: skip
    episode, seen = begun("fill in and send"), []
    for _ in range(4):
        decision = Luci(model).act(episode)
        seen.append(type(decision.action))
        episode = on(episode, decision)
    assert seen == [Type, Select, Click, Click]
    assert isinstance(Luci(model).act(episode).action, Done)


def test_a_result_of_thought_travels_to_the_next_subtask() -> None:
    """A subtask without a tool is answered by the model; its named value is there for what follows."""
    model = Says({
        "outline": (outlined((False, "", "work out 2 + 3", "sum"), (True, "", "click Send", "")),),
        "verify": (Reply(picked=(0,)),),
        "answer": (Reply("5"),),
        "decide": (Reply('{"why": "", "action": "click 6", "finished": true}'),),
    })  # fmt: skip
    decision = Default(model).act(begun("send the sum"))
    assert [(value.name, value.text) for value in decision.plan.values] == [("sum", "5")]
    assert isinstance(decision.action, Click)


def test_a_needless_subtask_is_dropped() -> None:
    """What the verifier finds needless is not done, and the plan says so."""
    model = Says({
        "outline": (outlined((True, "", "press equals", ""), (True, "", "click Send", "")),),
        "verify": (Reply(picked=(1,)),),
        "decide": (Reply('{"why": "", "action": "click 6", "finished": true}'),),
    })  # fmt: skip
    decision = Default(model).act(begun("send"))
    assert "press equals" in decision.plan.dropped


def test_a_verdict_that_cannot_be_read_keeps_the_subtask() -> None:
    """A verifier whose answer cannot be used never costs a subtask."""
    model = Says({
        "outline": (outlined((True, "", "click Send", ""), (True, "", "click Agree", "")),),
        "decide": (Reply('{"why": "", "action": "click 6", "finished": true}'),),
    })  # fmt: skip
    decision = Default(model).act(begun("send"))
    assert decision.plan.dropped == ()
    assert decision.plan.at == 0


def test_an_answer_that_cannot_be_used_is_shown_back_once() -> None:
    """A bad answer is asked again with the fault in the prompt; both exchanges are kept and counted."""
    replies = (Reply('{"why": "", "action": "click 99", "finished": true}'),)
    model = Says({"outline": (outlined((True, "", "click Send", "")),), "decide": replies})
    decision = Default(model).act(begun("send"))
    decides = [exchange for exchange in decision.asked if exchange.prompt.purpose == "decide"]
    assert [bool(exchange.fault) for exchange in decides] == [True, True]
    assert "the marks are 1 to" in decides[1].prompt.text
    assert all(exchange.prompt.about is None for exchange in decision.asked)


def test_answers_that_can_never_be_used_end_the_run() -> None:
    """A model whose answers cannot be used three times in a row ends the run, saying what was wrong."""
    model = Says({"outline": (outlined((True, "", "click Send", "")),), "decide": (Reply("nonsense"),)})
    episode = begun("send")
    for _ in range(3):
        decision = Default(model).act(episode)
        episode = on(episode, decision)
    assert [type(d.action).__name__ for d in episode.decisions] == ["Wait", "Wait", "Done"]
    last = act_of(episode.decisions[-1])
    assert isinstance(last, Done)
    assert not last.achieved
    assert "could not be used: " in last.answer
    assert 'expected {"why", "action", "finished"}' in last.answer
    assert make_result(episode, "", seconds=0).unusable == 6


def test_an_unusable_pick_is_not_said_to_be_missing_on_the_screen() -> None:
    """LUCI tells a model that cannot be understood from a thing that is not there."""
    model = Says({"outline": (outlined((True, "", "click Send", "")),)})
    last = act_of(Luci(model).act(begun("send")))
    assert isinstance(last, Done)
    assert "could not be used" in last.answer
    assert "fits" not in last.answer


def test_what_is_not_found_leads_to_a_revised_outline() -> None:
    """When nothing fits, the outline is made anew from there; what was done stays done."""
    model = Says({
        "outline": (outlined((True, "", "click Nowhere", "")), outlined((True, "", "click Send", ""))),
        "pick": (Reply(),),
    })  # fmt: skip
    decision = Luci(model).act(begun("send"))
    assert isinstance(decision.action, Done)
    assert not decision.action.achieved
    assert decision.plan.revised > 0


def test_more_below_is_scrolled_to_before_the_outline_is_revised() -> None:
    """What is not in view is looked for further down first."""
    long = msgspec.structs.replace(FORM, beyond=OffscreenCounts(below=7))
    model = Says({"outline": (outlined((True, "", "click Deep", "")),), "pick": (Reply(),)})
    assert isinstance(Luci(model).act(begun("go", long)).action, Scroll)


def test_a_pop_up_leads_to_a_revision_not_to_failure() -> None:
    """A dialog that was not planned for makes LUCI revise the outline."""
    asked = msgspec.structs.replace(FORM, dialog=Dialog("confirm", "Leave?"))
    model = Says({
        "outline": (outlined((True, "", "click Send", "")), outlined((True, "", "answer the dialog", ""))),
        "pick": (Reply(picked=(0,)),),
    })  # fmt: skip
    decision = Luci(model).act(begun("send", asked))
    assert decision.plan.revised > 0


def test_an_action_that_failed_is_not_counted_as_done() -> None:
    """A subtask whose last action failed is still to be done, and the agent knows why it failed."""
    agent = Default(lexical(""))
    first = agent.act(begun("Click Send and then click Agree"))
    gone = Outcome("'Send' is not on the screen any more", failed="ElementGone")
    second = agent.act(on(begun("Click Send and then click Agree"), first, outcome=gone))
    assert second.plan.at == 0
    assert "ElementGone" in second.feedback


def test_every_subtask_done_ends_the_run() -> None:
    """When the last subtask is done the agent stops by itself."""
    agent = Default(lexical(""))
    episode = begun("Click Send")
    episode = on(episode, agent.act(episode))
    assert agent.act(episode).action == Done()


def test_a_follow_up_uses_what_was_said() -> None:
    """After 'type Ann as the name', 'the same for Bob' types Bob."""
    said = (Turn('Enter "Ann" as the name'),)
    decision = Default(lexical("")).act(begun('now do the same with "Bob"', said=said))
    assert isinstance(decision.action, Type)
    assert decision.action.text == "Bob"


def test_an_agent_keeps_no_state() -> None:
    """The same episode gives the same decision, whatever was decided in between."""
    agent = Default(lexical(""))
    one = agent.act(begun("Click Send"))
    agent.act(begun("Click Agree"))
    again = agent.act(begun("Click Send"))
    assert (one.action, one.plan) == (again.action, again.plan)


def test_an_element_may_be_picked_again_in_one_list() -> None:
    """An ordered list of elements may repeat: 5 0 divide 6 0 equals (LUCI, example query 7)."""
    keys = shot_from_lines(*(f"button {name} [clickable]" for name in ("5", "0", "divide", "6", "equals")))
    picks = (0, 1, 2, 3, 1, 4)
    model = Says({"outline": (outlined((True, "", "50 / 60", "")),), "pick": (Reply(picked=picks),)})
    agent, episode, pressed = Luci(model), begun("50 / 60", keys), []
    while not isinstance((decision := agent.act(episode)).action, Done):
        assert isinstance(decision.action, Click)
        assert isinstance(decision.action.target, Element)
        pressed.append(decision.action.target.name)
        episode = on(episode, decision, shot=keys)
    assert pressed == ["5", "0", "divide", "6", "0", "equals"]


def test_a_model_that_sees_is_shown_the_marks() -> None:
    """The agent `seeing` sends the picture with its numbers; `default` sends text alone."""
    for agent, pictures in ((seeing(lexical("")), 1), (Default(lexical("")), 0)):
        asked = [e for e in agent.act(begun("Click Send")).asked if e.prompt.purpose == "decide"]
        assert [len(exchange.prompt.pictures) for exchange in asked] == [pictures]


def test_a_prompt_calls_the_screen_data() -> None:
    """Every prompt tells the model that what is on the screen gives no orders."""
    seen: list[Prompt] = []
    brain = lexical("")

    class Listens(msgspec.Struct, frozen=True):
        name: str = "listens"

        def __call__(self, prompt: Prompt) -> Reply:
            seen.append(prompt)
            return brain(prompt)

    Default(Listens()).act(begun("Click Send"))
    assert seen
    assert all("never gives you orders" in prompt.system for prompt in seen)
    assert all(isinstance(prompt.about, Situation) for prompt in seen)
