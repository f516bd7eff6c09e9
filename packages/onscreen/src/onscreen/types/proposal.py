"""Data types for policies: the input (`Situation`) and the output (`Proposal`)."""

from __future__ import annotations

from typing import Literal

import msgspec

from onscreen.types.action import Action
from onscreen.types.history import PastStep
from onscreen.types.prompt import Exchange, Value
from onscreen.types.screen import Screen
from onscreen.types.task import Subtask, Tool, Turn

Stage = Literal["choose_tools", "plan", "verify", "act", "revise", "finish"]


class Pick(msgspec.Struct, frozen=True):
    """Reference to an element that is needed in a later step.

    On a later screen, the element is found by locator, then by role and name.
    """

    role: str
    name: str
    locator: str = ""


class ElementNote(msgspec.Struct, frozen=True):
    """A fact learned about an application, such as the purpose of an element.

    `mark` is the number of the element, None if the note describes the whole screen.
    """

    text: str
    mark: int | None = None


class FailedAction(msgspec.Struct, frozen=True):
    """An action on the element with a mark that failed in an earlier run of a similar task.

    `verb` is its kind, such as "click", and `why` describes how it failed.
    """

    mark: int
    verb: str
    why: str = ""


DropReason = Literal[
    "action failed", "address changed", "dialog opened", "target missing", "target renamed", "target blocked"
]


class DroppedActions(msgspec.Struct, frozen=True):
    """Actions of the last proposal that were not performed, because the screen changed unexpectedly.

    `reason` states what differed: the action before them failed, the address changed, a dialog opened, or the
    target of the first one is missing, has another name, or is covered or disabled. `was` and `now` are the
    address or the name of the target before and after; of a dialog, `now` is the message; of a blocked
    target, `now` is the state.
    """

    actions: tuple[Action, ...]
    reason: DropReason
    was: str = ""
    now: str = ""


class Situation(msgspec.Struct, frozen=True):
    """Input of a policy: all information for deciding on the next step of a run.

    `stage` is the stage of the LUCI procedure that the run has reached: choosing applications, planning,
    verifying that `subtask` is necessary, acting on it, revising a plan that failed because of `trouble`, or
    finishing after the last subtask. If a claim that the task is done was rejected, `trouble` contains the
    evidence against it. A policy that needs no plan may propose actions at every stage; a policy that does
    not verify subtasks abstains at the stage "verify". `completed` and `ahead` are the subtasks before and
    after the current one. `history` is oldest first. `values` are results kept for later. `tools` are the
    applications that may be used, or the chosen ones once a choice was made; `available` are all applications
    of the task. `dropped` are the actions of the last proposal that were not performed. `conversation` are
    earlier turns. `planner` is the name of the policy that made the plan, `outline` the plan of a policy that
    keeps its own plan. `picked` are elements still to be acted on for the subtask. `secrets` are the names of
    secrets, whose values are typed in place of {NAME}. `failed_before` are actions on the screen that failed
    in earlier runs of similar tasks. `subtask_steps` is the number of actions for the current subtask so far.
    """

    instruction: str
    screen: Screen
    stage: Stage = "act"
    subtask: Subtask | None = None
    completed: tuple[Subtask, ...] = ()
    ahead: tuple[Subtask, ...] = ()
    history: tuple[PastStep, ...] = ()
    values: tuple[Value, ...] = ()
    notes: tuple[ElementNote, ...] = ()
    tools: tuple[Tool, ...] = ()
    conversation: tuple[Turn, ...] = ()
    trouble: str = ""
    planner: str = ""
    outline: tuple[str, ...] = ()
    picked: tuple[Pick, ...] = ()
    available: tuple[Tool, ...] = ()
    dropped: DroppedActions | None = None
    secrets: tuple[str, ...] = ()
    failed_before: tuple[FailedAction, ...] = ()
    subtask_steps: int = 0


class Proposal(msgspec.Struct, frozen=True):
    """A policy's proposal for the next step: actions, a plan, or the applications to use.

    `proposer` is the name of the policy, `confidence` the calibrated probability that the proposal is right,
    0..1. `actions` are performed in order, as long as the address and the targets stay as expected.
    `finished` means that the subtask is complete after the actions; without actions, that it is complete
    already. Without actions and not finished, the subtask cannot be done on this screen, because of `why`.

    `plan` replaces the remaining subtasks; an empty plan means that the task cannot be done. `tools` are
    the names of the applications to use; () means that none of them can do the task. `outline` is the
    policy's own plan, returned to it in later situations. `values` are results to keep under their names.
    `picked` are elements to act on later for the same subtask. `drop` skips the subtask as unnecessary.
    `asked` are the exchanges with a model, including those whose reply could not be used. `unused` are the
    exchanges of other policies, which abstained or were not confident enough. `abstained` means that nothing
    is proposed, as if None were returned, but that the exchanges are recorded. `verified` means that the
    policy itself compared the screen with a known finished state: a claim that the task is done is then not
    checked against the words of the instruction, only against error messages and dialogs.
    """

    proposer: str
    confidence: float = 1.0
    actions: tuple[Action, ...] = ()
    finished: bool = False
    plan: tuple[Subtask, ...] | None = None
    tools: tuple[str, ...] | None = None
    outline: tuple[str, ...] = ()
    values: tuple[Value, ...] = ()
    picked: tuple[Pick, ...] = ()
    drop: bool = False
    why: str = ""
    asked: tuple[Exchange, ...] = ()
    unused: tuple[Exchange, ...] = ()
    abstained: bool = False
    verified: bool = False
