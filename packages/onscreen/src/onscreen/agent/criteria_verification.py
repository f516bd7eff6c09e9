"""Verification of a claim by success criteria, which a model writes down at the first step of a run."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from onscreen.agent.base import Agent
from onscreen.agent.claim_verification import replace_claim
from onscreen.agent.plan_state import build_situation, resume
from onscreen.model.base import Model
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.policy.completion.completion_signal import Assessment
from onscreen.think.success_criteria import judge_criteria, write_criteria
from onscreen.types import Decision, Done, Episode, Signal, Stop
from onscreen.types.errors import BadText

VIEW_CHARS = 12_000
"""Longest text of the screen in the prompt that judges the criteria, in characters."""


class CriteriaSignal:
    """Stop signal `criteria`, which never fires but enables verification by success criteria.

    It has an effect only with a language model.
    """

    def __call__(self, episode: Episode) -> Stop | None:
        """Return None; the criteria are judged only when the agent claims that the task is done."""
        del episode
        return None


def criteria_signal(rest: str) -> Signal:
    """Create the signal `criteria`.

    Raises:
        BadText: an argument follows the name.
    """
    if rest:
        raise BadText(f"signal 'criteria' takes no argument; found {rest!r}")
    return CriteriaSignal()


def with_criteria(agent: Agent, signals: Sequence[Signal], *, model: Model | None) -> Agent:
    """Wrap an agent so that its claims are judged by success criteria, if a signal is `criteria`."""
    is_requested = any(isinstance(signal, CriteriaSignal) for signal in signals)
    return CriteriaAgent(agent, model) if is_requested and model is not None else agent


class CriteriaAgent:
    """Agent wrapper in which a model judges each claim by success criteria for the instruction.

    The criteria are written down at the first step and kept in its decision. A claim that does not meet them
    is replaced by another observation, then by a question to the user, then by the end of the run as not
    done. A reply of the model that cannot be used does not change the agent's decision.
    """

    def __init__(self, agent: Agent, model: Model) -> None:
        """Wrap an agent; `model` writes and judges the criteria."""
        self._agent, self._model = agent, model

    @property
    def name(self) -> str:
        """Name of the wrapped agent."""
        return self._agent.name

    def act(self, episode: Episode) -> Decision:
        """Decide on the next action; write the criteria at the first step and judge every claim by them.

        Raises:
            ModelError: a model cannot be used.
        """
        decision = self._agent.act(episode)
        if not episode.decisions:
            written = write_criteria(self._model, build_situation(resume(episode)))
            decision = msgspec.structs.replace(
                decision, criteria=written.value or (), asked=(*decision.asked, *written.asked)
            )
        criteria = (episode.decisions[0] if episode.decisions else decision).criteria
        if not criteria or not isinstance(decision.action, Done) or not decision.action.achieved:
            return decision
        return self._judge(episode, decision, criteria=criteria)

    def _judge(self, episode: Episode, decision: Decision, *, criteria: tuple[str, ...]) -> Decision:
        """Return the decision, with the claim replaced if criteria are not met."""
        situation = build_situation(resume(episode))
        answer = decision.action.answer if isinstance(decision.action, Done) else ""
        judged = judge_criteria(
            self._model,
            situation,
            criteria=criteria,
            view=screen_text(situation.screen, cap_chars=VIEW_CHARS),
            answer=answer,
        )
        decision = msgspec.structs.replace(decision, asked=(*decision.asked, *judged.asked))
        unmet = [f"{criteria[each.criterion - 1]} ({each.reason})" for each in judged.value or ()]
        if not unmet:
            return decision
        doubt = Assessment("unfinished", 0.0, f"not met: {'; '.join(unmet)}")
        return replace_claim(episode, decision, doubt=doubt)
