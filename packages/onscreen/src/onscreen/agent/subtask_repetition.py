"""Repetition of subtasks whose similarity index is too low (MTTIA, Methods)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import msgspec

from onscreen.agent.base import Agent
from onscreen.stop.comparison_schedule import completes_subtask
from onscreen.stop.similarity_signal import Similarity
from onscreen.types import Contradiction, Decision, Done, Episode, Signal
from onscreen.types.action import PASSIVE_ACTIONS
from onscreen.types.episode import ContradictionKind

DOUBT: ContradictionKind = "unfinished subtask"


@runtime_checkable
class SubtaskVerifier(Protocol):
    """Stop signal that also judges whether a subtask is completed.

    A subtask is repeated at most `max_repetitions` times.
    """

    @property
    def max_repetitions(self) -> int:
        """Maximum number of repetitions of a subtask, 0 for none."""

    def assess_subtask(self, episode: Episode, instruction: str) -> Similarity:
        """Compare the last screen of an episode with similar finished subtasks; never raises."""

    def assess(self, episode: Episode) -> Similarity:
        """Compare the last screen of an episode with similar finished tasks; never raises."""


def with_repetition(agent: Agent, signals: Sequence[Signal | SubtaskVerifier]) -> Agent:
    """Wrap an agent so that subtasks are repeated, as often as the signals allow, if at all."""
    verifiers = (signal for signal in signals if isinstance(signal, SubtaskVerifier))
    verifier = next((each for each in verifiers if each.max_repetitions), None)
    return RepeatingAgent(agent, verifier) if verifier else agent


class RepeatingAgent:
    """Agent wrapper that reopens a subtask whose final screen does not resemble recorded finished states.

    For the repetition, the agent decides with the subtask reopened, as before the step that completed the
    subtask. If it has no further action, the run continues. A claim that the task is done is compared with
    recorded finished tasks, and reopens the last subtask if necessary. Nothing is repeated unless finished
    states of similar tasks were recorded.
    """

    def __init__(self, agent: Agent, verifier: SubtaskVerifier) -> None:
        """Wrap an agent that keeps its plan in the decisions."""
        self._agent, self._verifier = agent, verifier

    @property
    def name(self) -> str:
        """Name of the wrapped agent."""
        return self._agent.name

    def act(self, episode: Episode) -> Decision:
        """Decide on the next action, after reopening a subtask that seems incomplete.

        Raises:
            ModelError: a model that the agent queries cannot be used.
        """
        if completes_subtask(episode):
            plan = episode.decisions[-1].plan
            found = self._verifier.assess_subtask(episode, plan.subtasks[plan.at].text)
            if repeated := self._repeat(episode, found, at=plan.at):
                return repeated
        decision = self._agent.act(episode)
        subtasks = episode.decisions[-1].plan.subtasks if episode.decisions else ()
        if not subtasks or not (isinstance(decision.action, Done) and decision.action.achieved):
            return decision
        return self._repeat(episode, self._verifier.assess(episode), at=len(subtasks) - 1) or decision

    def _repeat(self, episode: Episode, found: Similarity, *, at: int) -> Decision | None:
        """Decide on the repetition of a subtask; returns None if it is completed or cannot be repeated."""
        if found.raw is None or found.completion != "not completed":
            return None
        if count_repetitions(episode, at) >= self._verifier.max_repetitions:
            return None
        decision = self._agent.act(open_subtask(episode, at))
        if isinstance(decision.action, PASSIVE_ACTIONS) or decision.plan.at != at:
            return None
        doubt = Contradiction(DOUBT, found.describe())
        return msgspec.structs.replace(decision, contradictions=(*decision.contradictions, doubt))


def count_repetitions(episode: Episode, at: int) -> int:
    """Count the decisions that repeated the subtask with this index."""
    return sum(
        decision.plan.at == at and any(each.kind == DOUBT for each in decision.contradictions)
        for decision in episode.decisions
    )


def open_subtask(episode: Episode, at: int) -> Episode:
    """Return the episode with the subtask of this index reopened."""
    last = episode.decisions[-1]
    plan = msgspec.structs.replace(last.plan, at=at, finished=False, verified=at)
    return msgspec.structs.replace(
        episode, decisions=(*episode.decisions[:-1], msgspec.structs.replace(last, plan=plan))
    )
