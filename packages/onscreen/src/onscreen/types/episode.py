"""A run as a value: the task, every screen, every decision and outcome, how it ended, how good it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

import msgspec

from onscreen.types.action import Action
from onscreen.types.prompt import Exchange, Value
from onscreen.types.screen import Shot
from onscreen.types.task import Subtask, Task

Reason = Literal[
    "done", "steps", "time", "tokens", "cost", "stuck", "device failed", "model failed", "interrupted"
]


class Pick(msgspec.Struct, frozen=True):
    """An element chosen for later, found again on a later screen by locator, then role and name."""

    role: str
    name: str
    locator: str = ""


class Plan(msgspec.Struct, frozen=True):
    """A solution outline under way (LUCI, III-C): `at` is the index of the subtask being done.

    `picked` are the elements still to be acted on for it; `values` the results carried on; `dropped`
    the subtasks found needless, with the reason; `revised` how often the outline was made anew;
    `finished` says that the decision this plan stands in is the last action of its subtask; `planner` is the
    model that wrote the outline.
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


class Decision(msgspec.Struct, frozen=True):
    """What to do next and how it was decided; `feedback` is the verdict on the last step ("" at first)."""

    action: Action
    why: str = ""
    plan: Plan = Plan()
    feedback: str = ""
    notes: tuple[str, ...] = ()
    asked: tuple[Exchange, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """What came of an action.

    `said` is what the device or the person had to say (a path, an answer, the text read back); `failed`
    names the kind of ActionFailed when it could not be done, and `said` then holds its message.
    """

    said: str = ""
    failed: str = ""


class Step(msgspec.Struct, frozen=True):
    """One turn of the loop: the shot before, the decision, what came of it, the shot after."""

    before: Shot
    decision: Decision
    outcome: Outcome
    after: Shot


class Stop(msgspec.Struct, frozen=True):
    """Why a run ended, with the evidence in numbers."""

    reason: Reason
    evidence: str = ""


class Part(msgspec.Struct, frozen=True):
    """One judged part of a score: what was looked at, its value 0..1 (None: could not be judged), why."""

    what: str
    value: float | None
    why: str = ""


class Score(msgspec.Struct, frozen=True):
    """How well the task was done: 0..1, or None where it could not be judged, which is not zero."""

    value: float | None
    parts: tuple[Part, ...] = ()
    why: str = ""


class Episode(msgspec.Struct, frozen=True):
    """The only history of a run: n+1 shots, n decisions with their outcomes.

    `started_at` is seconds since the epoch; `agent`, `model` and `device` are the names they were chosen by.
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

    @property
    def last(self) -> Shot:
        """The newest shot."""
        return self.shots[-1]

    def steps(self) -> Iterator[Step]:
        """Every step in order."""
        for i, decision in enumerate(self.decisions):
            yield Step(self.shots[i], decision, self.outcomes[i], self.shots[i + 1])

    def so_far(self, steps: int) -> Episode:
        """The episode as it was after so many steps, without stop and score."""
        return msgspec.structs.replace(
            self,
            shots=self.shots[: steps + 1],
            decisions=self.decisions[:steps],
            outcomes=self.outcomes[:steps],
            stop=None,
            score=None,
        )

    def then(self, decision: Decision, outcome: Outcome, *, shot: Shot) -> Episode:
        """The episode with one more step."""
        return msgspec.structs.replace(
            self,
            shots=(*self.shots, shot),
            decisions=(*self.decisions, decision),
            outcomes=(*self.outcomes, outcome),
        )

    def exchanges(self) -> Iterator[Exchange]:
        """Every question asked of a model, in order."""
        for decision in self.decisions:
            yield from decision.asked


Signal: TypeAlias = Callable[[Episode], Stop | None]
