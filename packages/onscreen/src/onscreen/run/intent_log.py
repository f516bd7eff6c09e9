"""At-most-once execution of irreversible actions: recorded beforehand, and not repeated after a resume."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from onscreen.perceive.irreversible_words import plain_letters
from onscreen.run.approval import YES_ANSWERS, irreversible_control
from onscreen.run.episode_loop import ApprovalPolicy, AskUser, RunHooks, allow_all
from onscreen.store.episode_recorder import EpisodeRecorder
from onscreen.types import Decision, Episode, Outcome, Start, Stop
from onscreen.types.action_parser import show
from onscreen.types.errors import ActionFailed, ActionNotPerformed, TimeLimitReached

NO_ANSWERS = ("n", "no")


def record_run(hooks: RunHooks, recorder: EpisodeRecorder, *, earlier: Episode) -> RunHooks:
    """Extend the hooks to record all steps, and irreversible actions before they are performed.

    Irreversible actions already in `earlier`, the run before it was resumed, are refused unless the user
    allows them again.
    """
    on_update = hooks.on_update

    def record_and_update(episode: Episode) -> None:
        recorder(episode)
        on_update(episode)

    approve = _approve_and_record(
        hooks.approve or allow_all, recorder, ask_user=hooks.ask_user, performed=_performed_labels(earlier)
    )
    return msgspec.structs.replace(hooks, on_update=record_and_update, approve=approve)


def _approve_and_record(
    approve: ApprovalPolicy, recorder: EpisodeRecorder, *, ask_user: AskUser, performed: Mapping[str, int]
) -> ApprovalPolicy:
    def approve_and_record(episode: Episode, decision: Decision) -> str:
        label = irreversible_control(episode, decision)
        step = performed.get(_label_key(label)) if label else None
        refusal = _refuse_repetition(label, step, ask_user=ask_user) if step is not None else ""
        refusal = refusal or approve(episode, decision)
        if label and not refusal:
            recorder.record_intent(episode, decision, label=label)
        return refusal

    return approve_and_record


def _performed_labels(earlier: Episode) -> dict[str, int]:
    """Return the labels of the irreversible actions of an episode, with the numbers of their steps.

    Actions that have certainly not been performed are omitted.
    """
    return {
        _label_key(intent.label): intent.step + 1
        for intent in earlier.intents
        if earlier.was_performed(intent) is not False
    }


def _label_key(label: str) -> str:
    """Return the words of a label without numbers, so that "Pay (2)" and "Pay (3)" have the same key."""
    return " ".join(re.findall(r"[^\W\d_]+", plain_letters(label))) or label


def _refuse_repetition(label: str, step: int, *, ask_user: AskUser) -> str:
    """Ask whether to repeat an action; return why it is refused, "" if the user allows it."""
    performed = f"{label!r} was already performed in step {step}, before the run was resumed"
    try:
        answer = ask_user(f"{performed}. Perform it again? (yes or no)")
    except ActionFailed:
        answer = ""
    return "" if answer.strip().casefold() in YES_ANSWERS else f"{performed}, and is not repeated"


def find_outcome(previous: Episode, ask_user: AskUser) -> Outcome | Stop | None:
    """Ask the user for the outcome of an irreversible action that the previous run left unresolved.

    Returns None if there is no such action, and a Stop if the user does not know, no user is attached, or the
    time limit is reached.
    """
    intent = previous.unresolved
    if intent is None:
        return None
    action = show(intent.action)
    interrupted = (
        f"the run was interrupted at the irreversible action {action} ({intent.label!r}), "
        "before its outcome was recorded"
    )
    try:
        answer = ask_user(f"{interrupted}. Did it happen? (yes or no)").strip().casefold()
    except TimeLimitReached as error:
        return Stop("time", str(error))
    except ActionFailed:
        answer = ""
    if answer in YES_ANSWERS:
        return Outcome("the user said that the interrupted action happened; do not repeat it")
    if answer in NO_ANSWERS:
        message = "the run was interrupted; the user said that this action did not happen"
        return Outcome(message, failed=ActionNotPerformed.__name__)
    advice = "find out whether it happened, then resume at a terminal and answer yes or no"
    return Stop("unknown outcome", f"{interrupted}; {advice}")


def find_resume_start(previous: Episode) -> Start:
    """Return a start at the last address that was not first opened by an irreversible action.

    Opening such an address again, such as that of a link named "Delete", could repeat the action. Of several
    combined devices, the start applies to the one that showed the address.
    """
    opened: set[str] = set()
    for intent in previous.intents:
        seen = {shot.address for shot in previous.shots[: intent.step + 1]}
        opened |= {shot.address for shot in previous.shots[intent.step + 1 : intent.step + 2]} - seen
    start = previous.task.start
    last = next((shot for shot in reversed(previous.shots) if shot.address not in opened), None)
    return (
        Start(last.address, device=last.device)
        if last and last.address
        else Start(start.address, device=start.device)
    )
