"""LUCI's planning: applications, outline, verification, revision, results, the end."""

from __future__ import annotations

import msgspec
import pytest
from luci_screens import FORM, TOOLS, ReplyByPurpose, after, outlined, started, step_reply

from onscreen.agent.default import Planner, default
from onscreen.agent.luci import luci
from onscreen.model.base import Model
from onscreen.policy.cascade import Cascade, make_cascade
from onscreen.policy.first_confident import FirstConfident
from onscreen.policy.lexical.lexical_policy import lexical
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import (
    Click,
    Done,
    Element,
    Open,
    Outcome,
    Proposal,
    Reply,
    Scroll,
    Select,
    Situation,
    Subtask,
    Tool,
    Turn,
    Type,
)
from onscreen.types.screen import Dialog, OffscreenCounts


def luci_of(model: Model) -> Planner:
    """Return the agent `luci` with this model."""
    return luci(Cascade(model=model))


def rules() -> Planner:
    """Return the default agent with the rules alone."""
    return Planner(FirstConfident(make_cascade("lexical").policies))


def test_a_task_that_no_application_can_do_is_refused_at_once() -> None:
    """The run ends without success, naming "Tool Not Found" and the applications there are."""
    decision = rules().act(started("Draw a 3D cube", tools=TOOLS))
    assert isinstance(decision.action, Done)
    assert not decision.action.achieved
    assert "Mail, Sums" in decision.action.answer


def test_a_task_that_needs_no_application_is_answered() -> None:
    """With "No tool required" the answer is given without touching the screen."""
    decision = rules().act(started("What is 12 * 4?", tools=(TOOLS[0],)))
    assert decision.action == Done("48")


def test_the_chosen_application_is_opened_before_planning() -> None:
    """The first action opens the chosen application; the plan is made on its screen."""
    model = ReplyByPurpose({"choose_app": (Reply(picked=(0,)),)})
    decision = luci_of(model).act(started("Send an e-mail", tools=TOOLS))
    assert decision.action == Open(TOOLS[0].address)
    assert decision.plan.tools == ("Mail",)
    assert decision.plan.subtasks == ()


@pytest.mark.parametrize(
    ("instruction", "chosen"),
    [
        ("Mail Ann the sums of last week", "Mail"),
        ("Add Corner Shop to my places", "Maps"),
        ("What is the phone number of Ada Lane?", "Contacts"),
        ("Note in my calendar that the shop is closed", "Calendar"),
    ],
)
def test_a_word_of_the_instruction_never_overrides_the_models_choice(instruction: str, chosen: str) -> None:
    """An instruction that contains the name of another application opens the one the model chose."""
    names = ("Calendar", "Contacts", "Mail", "Maps", "Notes", "Phone", "Shop", "Sums")
    tools = tuple(Tool(name, f"https://work.test/{name.lower()}/", "") for name in names)
    words = instruction.lower().split()
    options = sorted(names, key=lambda name: (name.lower() not in words, name))
    picked = Reply(picked=(options.index(chosen),))
    luci_decision = luci_of(ReplyByPurpose({"choose_app": (picked,)})).act(started(instruction, tools=tools))
    assert luci_decision.action == Open(f"https://work.test/{chosen.lower()}/")
    assert luci_decision.plan.tools == (chosen,)
    rules_first = Cascade((lexical(""),), ReplyByPurpose({"choose_app": (picked,)}))
    assert luci(rules_first).act(started(instruction, tools=tools)).plan.tools == (chosen,)
    model = ReplyByPurpose({"decide": (step_reply(f'open "{chosen}"'),)})
    decision = default(Cascade(model=model)).act(started(instruction, tools=tools))
    assert decision.action == Open(f"https://work.test/{chosen.lower()}/")


def test_the_action_follows_from_the_kind_of_element() -> None:
    """LUCI clicks buttons and boxes, types into text fields, selects in lists."""
    model = ReplyByPurpose({
        "outline": (outlined((True, "", "fill in and send", "")),),
        "pick": (Reply(picked=(0, 1, 3, 4)),),
        "text": (Reply("Ann"), Reply(picked=(1,)), Reply()),
    })  # fmt: skip
    agent, episode, kinds = luci_of(model), started("fill in and send"), []
    for _ in range(4):
        decision = agent.act(episode)
        kinds.append(type(decision.action))
        episode = after(episode, decision)
    assert kinds == [Type, Select, Click, Click]
    assert isinstance(agent.act(episode).action, Done)


def test_a_result_is_kept_and_typed_into_a_later_field() -> None:
    """The answer to a subtask is kept under its name, and {name} in a later text is replaced by it."""
    model = ReplyByPurpose({
        "outline": (outlined((False, "", "work out 2 + 3", "sum"), (True, "", "type {sum} as name", "")),),
        "verify": (Reply(picked=(0,)),),
        "answer": (Reply("5"),),
        "pick": (Reply(picked=(0,)),),
        "text": (Reply("{sum}"),),
    })  # fmt: skip
    decision = luci_of(model).act(started("type the sum"))
    assert [(value.name, value.text) for value in decision.plan.values] == [("sum", "5")]
    assert isinstance(decision.action, Type)
    assert decision.action.text == "5"


def test_an_unnecessary_subtask_is_dropped() -> None:
    """A subtask that the verifier rejects is skipped, and the plan records it."""
    model = ReplyByPurpose({
        "outline": (outlined((True, "", "press equals", ""), (True, "", "click Send", "")),),
        "verify": (Reply(picked=(1,)), Reply(picked=(0,))),
        "pick": (Reply(picked=(4,)),),
    })  # fmt: skip
    decision = luci_of(model).act(started("send"))
    assert decision.plan.dropped == ("press equals",)
    assert isinstance(decision.action, Click)


def test_the_record_holds_what_the_verifier_was_asked() -> None:
    """A verification that keeps the subtask is among the exchanges of the decision, and counted."""
    model = ReplyByPurpose({
        "outline": (outlined((True, "", "click Send", ""), (True, "", "click Agree", "")),),
        "verify": (Reply(picked=(0,), tokens_in=7),),
        "pick": (Reply(picked=(4,)),),
    })  # fmt: skip
    decision = luci_of(model).act(started("send"))
    purposes = [exchange.prompt.purpose for exchange in decision.asked]
    assert purposes == ["outline", "verify", "pick"]
    assert sum(exchange.reply.tokens_in for exchange in decision.asked) == 7


def test_an_unusable_verification_keeps_the_subtask() -> None:
    """A verifier whose reply cannot be used never costs a subtask."""
    model = ReplyByPurpose({
        "outline": (outlined((True, "", "click Send", ""), (True, "", "click Agree", "")),),
        "pick": (Reply(picked=(4,)),),
    })  # fmt: skip
    decision = luci_of(model).act(started("send"))
    assert decision.plan.dropped == ()
    assert decision.plan.at == 0


def test_an_unusable_pick_is_not_reported_as_missing_on_the_screen() -> None:
    """A model that cannot be understood is reported as such, not as an element that is not there."""
    model = ReplyByPurpose({"outline": (outlined((True, "", "click Send", "")),)})
    episode = started("send")
    agent = luci_of(model)
    while not isinstance((decision := agent.act(episode)).action, Done):
        episode = after(episode, decision)
    assert "could not be used" in decision.action.answer
    assert "fits" not in decision.action.answer


def test_a_missing_element_leads_to_a_revised_plan() -> None:
    """When nothing fits, the remaining subtasks are planned again, a limited number of times."""
    model = ReplyByPurpose({
        "outline": (outlined((True, "", "click Nowhere", "")), outlined((True, "", "click Send", ""))),
        "pick": (Reply(),),
    })  # fmt: skip
    decision = luci_of(model).act(started("send"))
    assert isinstance(decision.action, Done)
    assert not decision.action.achieved
    assert decision.plan.revised > 0


def test_an_action_that_was_refused_is_not_repeated_by_the_rules() -> None:
    """A run that lacks an approval ends with the reason for it, not after many attempts."""
    episode = started("click Send")
    decision = rules().act(episode)
    assert isinstance(decision.action, Click)
    refused = Outcome("'Send' looks irreversible, and nobody is there to approve it", "NotAllowed")
    ended = rules().act(after(episode, decision, outcome=refused))
    assert ended.action == Done(refused.message, achieved=False)
    failed = Outcome("the page changed meanwhile", "ElementGone")
    again = rules().act(after(episode, decision, outcome=failed))
    assert again.action != Done(failed.message, achieved=False)


def test_a_plan_that_repeats_itself_ends_the_run() -> None:
    """A policy that answers every trouble with the same plan is stopped with a reason."""

    class Loop(msgspec.Struct, frozen=True):
        name: str = "loop"
        min_confidence: float = 0.0

        def __call__(self, situation: Situation) -> Proposal:
            if situation.stage in ("plan", "revise"):
                return Proposal(self.name, plan=(Subtask("click Nowhere"),))
            return Proposal(self.name, why="nothing fits")

    decision = Planner(Loop()).act(started("go"))
    assert isinstance(decision.action, Done)
    assert "revised 8 times" in decision.action.answer


def test_content_below_is_scrolled_to_before_the_plan_is_revised() -> None:
    """What is not in view is looked for further down first."""
    long = msgspec.structs.replace(FORM, beyond=OffscreenCounts(below=7))
    model = ReplyByPurpose({"outline": (outlined((True, "", "click Deep", "")),), "pick": (Reply(),)})
    assert isinstance(luci_of(model).act(started("go", long)).action, Scroll)


def test_a_dialog_leads_to_a_revised_plan() -> None:
    """A dialog that was not planned for makes LUCI revise the plan instead of failing."""
    dialog = msgspec.structs.replace(FORM, dialog=Dialog("confirm", "Leave?"))
    model = ReplyByPurpose({
        "outline": (outlined((True, "", "click Send", "")), outlined((True, "", "answer the dialog", ""))),
        "pick": (Reply(picked=(0,)),),
    })  # fmt: skip
    decision = luci_of(model).act(started("send", dialog))
    assert decision.plan.revised > 0


def test_a_failed_action_does_not_complete_its_subtask() -> None:
    """A subtask whose last action failed is still the current one."""
    agent, episode = rules(), started("Click Send and then click Agree")
    gone = Outcome("'Send' is not on the screen any more", failed="ElementGone")
    second = agent.act(after(episode, agent.act(episode), outcome=gone))
    assert second.plan.at == 0


def test_the_last_completed_subtask_ends_the_run() -> None:
    """When the last subtask is complete the agent stops by itself."""
    agent, episode = rules(), started("Click Send")
    episode = after(episode, agent.act(episode))
    assert agent.act(episode).action == Done()


def test_done_while_subtasks_remain_keeps_the_value_and_continues() -> None:
    """An answer given for one subtask is kept as a result; the run continues with the next subtask."""

    class Answers(msgspec.Struct, frozen=True):
        name: str = "answers"
        min_confidence: float = 0.0

        def __call__(self, situation: Situation) -> Proposal:
            if situation.stage == "plan":
                plan = (Subtask("read the price", result="price"), Subtask("type it"))
                return Proposal(self.name, plan=plan)
            if not situation.values:
                return Proposal(self.name, actions=(Done("12.50"),))
            return Proposal(self.name, actions=(Type("{price}", situation.screen[1]),))

    decision = Planner(Answers()).act(started("type the price"))
    assert isinstance(decision.action, Type)
    assert decision.action.text == "12.50"
    assert decision.plan.at == 1


def test_a_follow_up_uses_the_conversation() -> None:
    """After 'type Ann as the name', 'the same for Bob' types Bob."""
    conversation = (Turn('Enter "Ann" as the name'),)
    decision = rules().act(started('now do the same with "Bob"', conversation=conversation))
    assert isinstance(decision.action, Type)
    assert decision.action.text == "Bob"


def test_an_agent_keeps_no_state() -> None:
    """The same episode gives the same decision, whatever was decided in between."""
    agent = rules()
    one = agent.act(started("Click Send"))
    agent.act(started("Click Agree"))
    again = agent.act(started("Click Send"))
    assert (one.action, one.plan) == (again.action, again.plan)


def test_an_element_may_be_picked_several_times() -> None:
    """An ordered list of elements may repeat: 5 0 divide 6 0 equals (LUCI, example query 7)."""
    keys = shot_from_lines(*(f"button {name} [clickable]" for name in ("5", "0", "divide", "6", "equals")))
    picks = (0, 1, 2, 3, 1, 4)
    model = ReplyByPurpose(
        {"outline": (outlined((True, "", "50 / 60", "")),), "pick": (Reply(picked=picks),)}
    )
    agent, episode, pressed = luci_of(model), started("50 / 60", keys), []
    while not isinstance((decision := agent.act(episode)).action, Done):
        assert isinstance(decision.action, Click)
        assert isinstance(decision.action.target, Element)
        pressed.append(decision.action.target.name)
        episode = after(episode, decision, shot=keys)
    assert pressed == ["5", "0", "divide", "6", "0", "equals"]


def test_a_policy_that_abstains_at_the_end_still_ends_the_run() -> None:
    """When the plan is complete and no policy adds an answer, the run ends with success."""

    class Clicks(msgspec.Struct, frozen=True):
        name: str = "clicks"
        min_confidence: float = 0.0

        def __call__(self, situation: Situation) -> Proposal | None:
            if situation.stage == "plan":
                return Proposal(self.name, plan=(Subtask("click Send"),))
            if situation.stage == "act":
                return Proposal(self.name, actions=(Click(situation.screen[6]),), finished=True)
            return None

    agent, episode = Planner(Clicks()), started("Click Send")
    episode = after(episode, agent.act(episode))
    assert agent.act(episode).action == Done()
