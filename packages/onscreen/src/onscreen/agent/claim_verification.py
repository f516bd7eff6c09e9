"""Verification of an agent's claim that the task is done, before the claim ends the run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import msgspec

from onscreen.agent.base import Agent
from onscreen.policy.completion.completion_signal import Assessment
from onscreen.policy.completion.usual_length import YES
from onscreen.types import Ask, Contradiction, Decision, Done, Episode, Outcome, Signal, Wait

LOOK_AGAIN_SEC = 1.0
"""Time to wait before the screen is observed again, in seconds: a result may still be loading."""
MIN_PROBABILITY = 0.5
"""Minimum probability of an uncertain claim to be accepted if no user answers."""
DOUBTS = frozenset({"unfinished state", "unusually short"})
"""Kinds of contradictions after which the screen is observed again or the user is asked."""


@runtime_checkable
class ClaimVerifier(Protocol):
    """Stop signal that also verifies the agent's claim that the task is done."""

    def verify_claim(self, episode: Episode) -> Assessment:
        """Judge an episode that ends with the claim; never raises."""


def with_verification(agent: Agent, signals: Sequence[Signal | ClaimVerifier]) -> Agent:
    """Wrap an agent so that its claims are verified by those signals that can, if any."""
    verifiers = tuple(signal for signal in signals if isinstance(signal, ClaimVerifier))
    return VerifyingAgent(agent, verifiers) if verifiers else agent


class VerifyingAgent:
    """Agent wrapper that verifies each claim that the task is done.

    A claim that the evidence does not support is first replaced by another observation of the screen, then by
    a question to the user. The run ends as not done if the user denies the claim, or if the user does not
    answer and the task is probably not finished.
    """

    def __init__(self, agent: Agent, verifiers: tuple[ClaimVerifier, ...]) -> None:
        """Wrap an agent; a claim must be supported by all verifiers."""
        self._agent, self._verifiers = agent, verifiers

    @property
    def name(self) -> str:
        """Name of the wrapped agent."""
        return self._agent.name

    def act(self, episode: Episode) -> Decision:
        """Decide on the next action, and replace a claim that is not supported.

        Raises:
            ModelError: a model that the agent queries cannot be used.
        """
        decision = self._agent.act(episode)
        if not (isinstance(decision.action, Done) and decision.action.achieved):
            return decision
        claim = episode.then(decision, Outcome(), shot=episode.last)
        doubts = [found for each in self._verifiers if not _supports(found := each.verify_claim(claim))]
        return replace_claim(episode, decision, doubt=doubts[0]) if doubts else decision


def _supports(found: Assessment) -> bool:
    return found.state == "finished"


def replace_claim(episode: Episode, decision: Decision, *, doubt: Assessment) -> Decision:
    """Return the action that replaces a doubtful claim.

    The first action is a short wait for another observation, the second a question to the user, and the last
    the end of the run. Returns the claim itself if the answer confirms it.
    """
    contradiction = Contradiction(doubt.doubt, doubt.evidence)
    doubted = msgspec.structs.replace(decision, contradictions=(*decision.contradictions, contradiction))
    earlier = _verification_steps(episode)
    if not earlier:
        return msgspec.structs.replace(doubted, action=Wait(LOOK_AGAIN_SEC))
    asked = [outcome for action, outcome in earlier if isinstance(action, Ask)]
    if not asked:
        question = f"Is the task done? It is not certain: {doubt.evidence}. Answer yes or no."
        return msgspec.structs.replace(doubted, action=Ask(question))
    is_probable = doubt.state == "not sure" and doubt.probability >= MIN_PROBABILITY
    is_confirmed = is_probable if asked[-1].failed else asked[-1].message.strip().casefold() in YES
    if is_confirmed:
        return decision
    return msgspec.structs.replace(doubted, action=Done(doubt.evidence, achieved=False))


def _verification_steps(episode: Episode) -> list[tuple[Wait | Ask, Outcome]]:
    """Return the waits and questions that verified the last claim, latest first."""
    steps = []
    for decision, outcome in zip(reversed(episode.decisions), reversed(episode.outcomes), strict=True):
        is_doubt = any(each.kind in DOUBTS for each in decision.contradictions)
        if not is_doubt or not isinstance(decision.action, Wait | Ask):
            break
        steps.append((decision.action, outcome))
    return steps
