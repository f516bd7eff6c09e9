"""Decisions of a planning agent: query the policy, follow its plan, open applications, finish."""

from __future__ import annotations

from urllib.parse import urlsplit

import msgspec

from onscreen.agent.plan_state import (
    PlanState,
    build_situation,
    count_steps_in_subtask,
    count_unusable_replies,
    decide,
    decide_queued,
    next_queued,
    resume,
    with_plan,
    with_value,
)
from onscreen.app_maps.failed_steps import find_failures, note_failures
from onscreen.app_maps.note_lookup import MAX_NOTES, find_notes
from onscreen.app_maps.screen_map import AppMap
from onscreen.policy.base import Policy, query_policy
from onscreen.policy.completion.contradictions import find_contradictions
from onscreen.types import (
    Action,
    Contradiction,
    Decision,
    Done,
    DroppedActions,
    Episode,
    Open,
    Plan,
    Proposal,
    Tool,
    Value,
    Wait,
)
from onscreen.types.action_parser import show
from onscreen.types.errors import NotAllowed, keep_exchanges
from onscreen.types.task import find_tool

SHOWN_FAILURES = frozenset({"error message", "open dialog"})
"""Contradictions on the screen, which count even if a policy has recognized the finished state."""

REFUSED_STEPS = 4
"""Number of recent steps whose refused actions are not tried again."""
REFUTED = frozenset({"repeated instruction", "denied success"})
"""Contradictions in the answer of a claim; a repeated claim with such an answer is not accepted."""
OMISSIONS = REFUTED | {"unused value", "open clause"}
"""Contradictions after which a language model is queried again: parts of the instruction without a step.

Other contradictions are left to the model's own judgment: what the screen shows, and whether a name in the
instruction only identifies an entry or a value to read.
"""


class PlanningLimits(msgspec.Struct, frozen=True):
    """Limits of a planning agent on plan revisions, actions, queries and unusable replies.

    `max_revisions` is the limit on revisions of the plan in a run, `max_actions` on actions for one subtask
    (20, as in MTTIA), and `max_queries` on policy queries for one decision, in case a plan never leads to an
    action. A run ends after `max_unusable` consecutive decisions in which the model's reply could not be
    used, even after a second attempt.
    """

    max_revisions: int = 8
    max_actions: int = 20
    max_queries: int = 40
    max_unusable: int = 3


def act(
    episode: Episode, policy: Policy, *, limits: PlanningLimits, maps: tuple[AppMap, ...] = ()
) -> Decision:
    """Decide on the next action by querying the policy until it proposes one.

    The policy receives the notes on the current screen from `maps`.

    Raises:
        ModelError: a model that the policy queries cannot be used.
        PolicyError: the policy raised another exception.
        BadProposal: the policy returned something that is not a valid proposal.
    """
    state = resume(episode)
    turn = _continue_queue(state)
    if isinstance(turn, Decision):
        return turn
    task = episode.task.instruction
    failed = find_failures(maps, turn.screen, instruction=task)
    notes = (*note_failures(maps, turn.screen, instruction=task), *find_notes(maps, turn.screen))
    state = msgspec.structs.replace(turn, notes=notes[:MAX_NOTES], failed_before=failed)
    for _ in range(limits.max_queries):
        if opening := open_tool(state):
            return opening
        if count_steps_in_subtask(state) >= limits.max_actions and not _is_taken_over(state):
            state = msgspec.structs.replace(
                state, trouble=f"{limits.max_actions} actions did not complete it"
            )
        if state.trouble and state.plan.revised >= limits.max_revisions:
            return give_up(state, f"the plan was revised {state.plan.revised} times; last: {state.trouble}")
        state, proposal = _query(state, policy)
        if proposal is None:
            return give_up(state, state.trouble or "no policy proposed what to do")
        turn = apply(state, proposal, limits=limits)
        if isinstance(turn, Decision):
            return turn
        state = turn
    return give_up(state, "the plan does not lead to an action")


def _is_taken_over(state: PlanState) -> bool:
    """Check whether no subtask is left, or a model that did not make the plan took the last step.

    Such a model carries out the whole task, not only the current subtask.
    """
    last = state.episode.decisions[-1] if state.episode.decisions else None
    asked = {decision.proposer for decision in state.episode.decisions if decision.asked}
    return state.subtask is None or (last is not None and last.proposer in asked - {state.plan.planner})


def _continue_queue(state: PlanState) -> PlanState | Decision:
    """Decide on the next queued action, or return the state without the invalid queued actions.

    A queued `Done` is checked like a new proposal.
    """
    queued = next_queued(state)
    if queued is None:
        return state
    if isinstance(queued, DroppedActions):
        return msgspec.structs.replace(with_plan(state, queued=(), queue_address=""), dropped=queued)
    if not isinstance(queued, Done):
        return decide_queued(state, queued)
    last = state.episode.decisions[-1]
    claim = Proposal(last.proposer, last.confidence, (queued,), why=last.why)
    return _apply_actions(with_plan(state, queued=(), queue_address=""), claim)


def _query(state: PlanState, policy: Policy) -> tuple[PlanState, Proposal | None]:
    """Query the policy, and return the state with the exchanges, and the proposal.

    If the policy abstains, the proposal is the default one.
    """
    with keep_exchanges(state.unused + state.asked):
        proposal = query_policy(policy, build_situation(state))
    if proposal is None:
        return state, default_proposal(state)
    if proposal.abstained:
        unused = state.unused + proposal.unused + proposal.asked
        return msgspec.structs.replace(state, unused=unused), default_proposal(state)
    asked, unused = state.asked + proposal.asked, state.unused + proposal.unused
    return msgspec.structs.replace(state, asked=asked, unused=unused), proposal


def default_proposal(state: PlanState) -> Proposal | None:
    """Return the fallback proposal for the stage if every policy abstains.

    All applications may be used, an unverified subtask is kept, and a completed plan ends the run. Returns
    None at the other stages.
    """
    match state.stage:
        case "choose_tools":
            return Proposal("agent", tools=tuple(tool.name for tool in state.episode.task.tools))
        case "verify":
            return Proposal("agent")
        case "finish":
            return Proposal("agent", actions=(Done(),), why="every subtask is complete")
    return None


def apply(state: PlanState, proposal: Proposal, *, limits: PlanningLimits) -> PlanState | Decision:
    """Apply a proposal to the state, and return the next decision or the new state.

    The state is returned if the policy must be queried again before an action can be decided on.
    """
    for value in proposal.values:
        state = with_value(state, value)
    if proposal.outline:
        state = with_plan(state, outline=proposal.outline)
    if proposal.drop and state.subtask:
        dropped = (*state.plan.dropped, state.subtask.text)
        return with_plan(state, dropped=dropped, at=state.plan.at + 1)
    if proposal.actions:
        return _apply_actions(state, proposal)
    if state.stage == "verify":
        return with_plan(state, verified=state.plan.at)
    if proposal.tools is not None:
        return _apply_tools(state, proposal)
    if proposal.plan is not None:
        return _apply_plan(state, proposal)
    return _apply_finding(state, proposal, limits=limits)


def _apply_finding(state: PlanState, proposal: Proposal, *, limits: PlanningLimits) -> PlanState | Decision:
    """Apply a proposal without actions or plan.

    The proposal states that the subtask is complete, or why it cannot be done.
    """
    if proposal.finished:
        return with_plan(state, at=state.plan.at + 1, picked=())
    if proposal.asked and proposal.asked[-1].fault:
        return _apply_unusable(state, proposal, limits=limits)
    if state.trouble:
        return give_up(state, proposal.why or state.trouble)
    return msgspec.structs.replace(state, trouble=proposal.why or "nothing on the screen fits the subtask")


def _apply_actions(state: PlanState, proposal: Proposal) -> PlanState | Decision:
    """Decide on the actions of a proposal.

    An answer that is given while subtasks remain is kept as a result, and the run continues, unless a model
    that did not make the plan claims that the whole task is done.
    """
    first = proposal.actions[0]
    claims_all = bool(proposal.asked) and proposal.proposer != state.plan.planner
    if isinstance(first, Done) and first.achieved and state.ahead and state.subtask and not claims_all:
        if first.answer:
            name = state.subtask.result or f"result {state.plan.at + 1}"
            state = with_value(state, Value(name, first.answer))
        return with_plan(state, at=state.plan.at + 1, picked=())
    contradictions: tuple[Contradiction, ...] = ()
    if isinstance(first, Done) and first.achieved:
        plan = Plan() if claims_all else state.plan
        contradictions = find_contradictions(state.episode, plan, answer=first.answer)
        if proposal.verified:
            contradictions = tuple(each for each in contradictions if each.kind in SHOWN_FAILURES)
        elif _queried_model(state, proposal):
            contradictions = tuple(each for each in contradictions if each.kind in OMISSIONS)
        if contradictions and not _insists(state, proposal, contradictions=contradictions):
            return _reject_claim(state, contradictions)
    tools = state.episode.task.tools
    actions = tuple(resolve_open(a, tools) if isinstance(a, Open) else a for a in proposal.actions)
    if (refusal := _find_refusal(state, actions[0])) and not _queried_model(state, proposal):
        return give_up(state, refusal)
    decision = decide(state, msgspec.structs.replace(proposal, actions=actions))
    return msgspec.structs.replace(decision, contradictions=contradictions) if contradictions else decision


def _find_refusal(state: PlanState, action: Action) -> str:
    """Return why the same action was refused in the last steps, or "".

    For example, an action that needs an approval is refused each time if no user is attached.
    """
    episode = state.episode
    recent = list(zip(episode.decisions, episode.outcomes, strict=True))[-REFUSED_STEPS:]
    refused = (
        outcome.message
        for decision, outcome in recent
        if outcome.failed == NotAllowed.__name__ and show(decision.action) == show(action)
    )
    return next(refused, "")


def _insists(state: PlanState, proposal: Proposal, *, contradictions: tuple[Contradiction, ...]) -> bool:
    """Check whether a language model repeats a claim after a contradiction was reported to it.

    The repeated claim is accepted, because the evidence can be wrong, unless its answer refutes it, or
    nothing was done and a value of the instruction was not used.
    """
    kinds = {each.kind for each in contradictions}
    did_nothing = not any(step.had_effect and not isinstance(step.action, Open) for step in state.history)
    is_refuted = not kinds.isdisjoint(REFUTED) or (did_nothing and "unused value" in kinds)
    return bool(state.trouble) and _queried_model(state, proposal) and not is_refuted


def _queried_model(state: PlanState, proposal: Proposal) -> bool:
    """Check whether the policy of a proposal queried a language model in this run."""
    earlier = (d for d in state.episode.decisions if d.proposer == proposal.proposer)
    return bool(proposal.asked or state.asked or any(decision.asked for decision in earlier))


def _reject_claim(state: PlanState, contradictions: tuple[Contradiction, ...]) -> PlanState | Decision:
    """Reject the claim that the task is done, and pass the contradictions to the policies as trouble.

    The policies are queried once more. If they repeat the claim, the run ends without success, unless a
    language model made the claim.
    """
    why = "; ".join(contradiction.text for contradiction in contradictions)
    if not state.trouble:
        return msgspec.structs.replace(state, trouble=why)
    return msgspec.structs.replace(give_up(state, why), contradictions=contradictions)


def _apply_tools(state: PlanState, proposal: Proposal) -> PlanState | Decision:
    available = ", ".join(tool.name for tool in state.episode.task.tools)
    if not proposal.tools:
        return give_up(state, f"Tool Not Found: none of {available} can do this")
    return with_plan(state, tools=proposal.tools)


def _apply_plan(state: PlanState, proposal: Proposal) -> PlanState | Decision:
    """Replace the remaining subtasks by a plan, or end the run if it is empty."""
    if not proposal.plan:
        reason = proposal.why or state.trouble or "no plan was found"
        return give_up(state, f"{state.subtask.text}: {reason}" if state.subtask else reason)
    plan = state.plan
    complete = plan.subtasks[: plan.at]
    changes = {"subtasks": (*complete, *proposal.plan), "planner": proposal.proposer, "picked": ()}
    revised = plan.revised + bool(state.trouble)
    return msgspec.structs.replace(with_plan(state, revised=revised, **changes), trouble="")


def _apply_unusable(state: PlanState, proposal: Proposal, *, limits: PlanningLimits) -> Decision:
    """Wait before the next query, or give up after too many unusable replies."""
    fault = f"the model's reply could not be used: {proposal.asked[-1].fault}"
    if count_unusable_replies(state) + 1 >= limits.max_unusable:
        return give_up(state, fault)
    return decide(state, msgspec.structs.replace(proposal, actions=(Wait(0.5),), why=fault))


def open_tool(state: PlanState) -> Decision | None:
    """Decide to open the application that is needed next.

    Returns None if the application is already in the foreground or none is needed.
    """
    plan, tools = state.plan, {tool.name: tool for tool in state.episode.task.tools}
    if state.stage == "plan" and plan.tools:
        name = plan.tools[0]
    elif state.stage == "act" and state.subtask and state.subtask.tool_required and not plan.picked:
        name = state.subtask.tool if count_steps_in_subtask(state) == 0 else ""
    else:
        return None
    if name not in tools or tool_in_front(state.episode) == name:
        return None
    why = f"{name} is the application for this"
    return decide(state, Proposal("agent", actions=(Open(tools[name].address),), why=why))


def tool_in_front(episode: Episode) -> str:
    """Return the name of the foreground application: the last one opened, or the initial one.

    Returns "" if the application is unknown.
    """
    for decision in reversed(episode.decisions):
        if isinstance(decision.action, Open) and (
            tool := find_tool(decision.action.what, episode.task.tools)
        ):
            return tool.name
    start = episode.shots[0].address
    around = [tool for tool in episode.task.tools if start.startswith(_folder(tool.address))]
    return max(around, key=lambda tool: len(tool.address)).name if around else ""


def _folder(address: str) -> str:
    """Return an address without its last path segment, the prefix of an application's pages."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}{parts.path.rpartition('/')[0]}/"


def resolve_open(action: Open, tools: tuple[Tool, ...]) -> Open:
    """Replace the application name in an `Open` action with the application's address."""
    for tool in tools:
        if action.what.strip().casefold() == tool.name.casefold():
            return msgspec.structs.replace(action, what=tool.address)
    return action


def give_up(state: PlanState, why: str) -> Decision:
    """Decide to end the run without success."""
    return decide(state, Proposal("agent", actions=(Done(why, achieved=False),), why=why))
