"""Data types that record a run: plans, decisions, steps, stop reasons and scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

import msgspec

from onscreen.types.action import Action
from onscreen.types.argument_origin import Origin
from onscreen.types.errors import (
    ActionFailed,
    ActionHadNoEffect,
    ActionNotPerformed,
    ActionTimeout,
    ElementCovered,
    ElementGone,
    NoSuchMark,
    NotAllowed,
    NotSupported,
)
from onscreen.types.history import Outcome
from onscreen.types.prompt import Exchange, Value
from onscreen.types.proposal import ElementNote, Pick
from onscreen.types.screen import Shot
from onscreen.types.task import Subtask, Task

Reason = Literal[
    "done",
    "gave up",
    "steps",
    "time",
    "tokens",
    "cost",
    "stuck",
    "device failed",
    "model failed",
    "interrupted",
    "unknown outcome",
]

ContradictionKind = Literal[
    "unused value",
    "unused name",
    "other field",
    "repeated instruction",
    "ignored qualifier",
    "no answer",
    "open clause",
    "open dialog",
    "error message",
    "weak click",
    "no effect",
    "wrong place",
    "typed reference",
    "open form",
    "unrequested change",
    "unfinished state",
    "unusually short",
    "unfinished subtask",
]


NOT_PERFORMED = frozenset(
    error.__name__ for error in (NoSuchMark, ElementGone, ElementCovered, NotSupported, ActionNotPerformed)
)
"""Names of failures after which an action has certainly not been performed."""
ACTION_FAILURES = NOT_PERFORMED | {
    error.__name__ for error in (ActionFailed, NotAllowed, ActionHadNoEffect, ActionTimeout)
}
"""Names of failures that end an action, but not the run."""


class Contradiction(msgspec.Struct, frozen=True):
    """Evidence in the history or on the screens that a task is not done.

    `text` describes what is missing or wrong, in words.
    """

    kind: ContradictionKind
    text: str


class Plan(msgspec.Struct, frozen=True):
    """A plan of subtasks and the progress made on it (LUCI paper, section III-C).

    `at` is the index of the current subtask. `tools` are the names of the chosen applications. `picked` are
    elements still to be acted on for the subtask. `queued` are actions decided on together with this one;
    they are performed only while the address is `queue_address`. `values` are results saved for later.
    `dropped` are the texts of subtasks found unnecessary. `revised` counts the revisions. `finished` means
    that the subtask is complete once the action of this decision has been performed. `planner` is the name of
    the policy that made the subtasks; `outline` is the plan of a policy that keeps its own plan instead.
    `verified` is the index of the subtask last found necessary, -1 for none.
    """

    tools: tuple[str, ...] = ()
    subtasks: tuple[Subtask, ...] = ()
    at: int = 0
    picked: tuple[Pick, ...] = ()
    values: tuple[Value, ...] = ()
    dropped: tuple[str, ...] = ()
    revised: int = 0
    finished: bool = False
    planner: str = ""
    outline: tuple[str, ...] = ()
    verified: int = -1
    queued: tuple[Action, ...] = ()
    queue_address: str = ""


Verdict = Literal["back", "ineffective", "continue", "success"]


class Reflection(msgspec.Struct, frozen=True):
    """A model's judgement of the previous exploration step (AppAgent, section 3.1).

    The verdicts "continue" and "success" mean that the step was useful, "back" that it led to an unrelated
    screen, and "ineffective" that it had no effect. `note` describes what the element does; "" means no note.
    """

    verdict: Verdict
    note: str = ""
    thought: str = ""


class Decision(msgspec.Struct, frozen=True):
    """The next action of a run, with its reason, updated plan and model calls.

    `proposer` is the name of the policy that proposed the action, `confidence` its confidence, 0..1. `asked`
    are the exchanges with models that led to the proposal, `unused` those of policies that were queried
    earlier but abstained or were not confident enough. `contradictions` are the reasons why a claim that the
    task is done was rejected; the action is then another observation, a question to the user or the end of
    the run. `origins` are the origins of the action's arguments, which the run loop adds before the action is
    approved. `notes` are the notes on the screen that were passed to the policy. `reflection` is an exploring
    agent's judgement of the previous step. `criteria` are the success criteria of the instruction; only the
    first decision of a run has them, and only if claims are verified by criteria.
    """

    action: Action
    why: str = ""
    plan: Plan = Plan()
    notes: tuple[ElementNote, ...] = ()
    asked: tuple[Exchange, ...] = ()
    proposer: str = ""
    confidence: float = 1.0
    contradictions: tuple[Contradiction, ...] = ()
    unused: tuple[Exchange, ...] = ()
    origins: tuple[Origin, ...] = ()
    reflection: Reflection | None = None
    criteria: tuple[str, ...] = ()

    def exchanges(self) -> tuple[Exchange, ...]:
        """Return all exchanges with models: first the `unused` ones, then the `asked` ones."""
        return self.unused + self.asked


class Step(msgspec.Struct, frozen=True):
    """One step of a run: a decision, its outcome, and the screens before and after."""

    before: Shot
    decision: Decision
    outcome: Outcome
    after: Shot


class Intent(msgspec.Struct, frozen=True):
    """An action that looks irreversible, recorded before it was performed.

    `step` is the index of the step in the episode, `label` the control label that makes the action look
    irreversible.
    """

    step: int
    label: str
    action: Action


class Stop(msgspec.Struct, frozen=True):
    """The reason why a run ended, with supporting evidence.

    `by_environment` is True if the environment ended the episode, not the agent or a limit.
    """

    reason: Reason
    evidence: str = ""
    by_environment: bool = False


class Part(msgspec.Struct, frozen=True):
    """One component of a score, with a value from 0 to 1 and a reason.

    The value is None if the component could not be judged.
    """

    what: str
    value: float | None
    why: str = ""


class GraphScore(msgspec.Struct, frozen=True):
    """Coverage rate and logical consistency of a run on a task graph, both between 0 and 1.

    `order` lists the numbers of the completed nodes in the order of completion.
    """

    coverage: float
    consistency: float
    order: tuple[int, ...]


class Score(msgspec.Struct, frozen=True):
    """Score of a completed run, from 0 to 1, with its components.

    The value is None if the result could not be judged, which is not the same as zero. `side_effects` counts
    the changes that the task did not ask for; None if they were not counted. `graph` is the score on a task
    graph; None for other tasks.
    """

    value: float | None
    parts: tuple[Part, ...] = ()
    why: str = ""
    side_effects: int | None = None
    graph: GraphScore | None = None


class Episode(msgspec.Struct, frozen=True):
    """Record of a run: the task, n + 1 observations, n decisions and their outcomes.

    `started_at` is in seconds since the epoch; `agent`, `model` and `device` are the names by which they were
    selected. `failed_exchanges` are exchanges with a model that led to no decision, because the model failed
    or the user interrupted the run. `device_sec` is the time that the device took to start, to perform the
    actions and to be observed, in seconds. `intents` are the irreversible actions of a recorded run,
    including one whose outcome was not recorded because the run was killed.
    """

    task: Task
    shots: tuple[Shot, ...]
    decisions: tuple[Decision, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    stop: Stop | None = None
    score: Score | None = None
    agent: str = ""
    model: str = ""
    device: str = ""
    started_at: float = 0.0
    failed_exchanges: tuple[Exchange, ...] = ()
    device_sec: float = 0.0
    intents: tuple[Intent, ...] = ()

    @property
    def last(self) -> Shot:
        """The latest shot."""
        return self.shots[-1]

    @property
    def perception_sec(self) -> float:
        """Time that senses took to read the screenshots, in seconds; included in `device_sec`."""
        return sum(shot.perception_sec for shot in self.shots)

    def steps(self) -> Iterator[Step]:
        """Yield every step in order."""
        for i, decision in enumerate(self.decisions):
            yield Step(self.shots[i], decision, self.outcomes[i], self.shots[i + 1])

    def so_far(self, steps: int) -> Episode:
        """Return a copy with only the first `steps` steps, without stop reason and score."""
        return msgspec.structs.replace(
            self,
            shots=self.shots[: steps + 1],
            decisions=self.decisions[:steps],
            outcomes=self.outcomes[:steps],
            failed_exchanges=(),
            intents=tuple(intent for intent in self.intents if intent.step < steps),
            stop=None,
            score=None,
        )

    def then(self, decision: Decision, outcome: Outcome, *, shot: Shot) -> Episode:
        """Return a copy of the episode with one more step."""
        return msgspec.structs.replace(
            self,
            shots=(*self.shots, shot),
            decisions=(*self.decisions, decision),
            outcomes=(*self.outcomes, outcome),
        )

    def was_performed(self, intent: Intent) -> bool | None:
        """Return whether an irreversible action was performed; None if the record does not show it.

        The outcome is unknown if the run was killed before it was recorded, or if the device or the time
        limit ended the run during the action. The step after such an outcome records the user's answer.
        """
        failures = [outcome.failed for outcome in self.outcomes[intent.step : intent.step + 2]]
        if failures and failures[0] and failures[0] not in ACTION_FAILURES:
            del failures[0]
        return failures[0] not in NOT_PERFORMED if failures else None

    @property
    def unresolved(self) -> Intent | None:
        """The irreversible action whose outcome is unknown; None without such an action."""
        return next((intent for intent in self.intents if self.was_performed(intent) is None), None)

    def exchanges(self) -> Iterator[Exchange]:
        """Yield all exchanges with models in order, including those that led to no decision."""
        for decision in self.decisions:
            yield from decision.exchanges()
        yield from self.failed_exchanges


Signal: TypeAlias = Callable[[Episode], Stop | None]
