"""Process score and completion rate of an episode, two metrics of Mobile-Eval.

Source: Wang et al., Mobile-Agent: Autonomous Multi-Modal Mobile Device Agent with Visual Perception (2024),
section 3.1. In the paper, people judge the steps; here, both metrics are computed from the record.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from onscreen.perceive.screen_change import compare_shots, past_steps
from onscreen.types import Ask, Done, Episode, Score, Wait


def process_score(episode: Episode) -> float | None:
    """Compute the share of correct steps, from 0 to 1.

    A step is wrong if the action failed, or had no effect, or if the next step led back to the screen before
    the action and neither of the two steps kept a value. The step that leads back is correct. A `Wait` or
    `Ask` is wrong only if it failed or replaces a model reply that could not be used. The `Done` of an
    unjudged episode is not counted; otherwise it is correct if the task succeeded. The count is an estimate:
    a pointless step that changes the screen and is not undone by the next step counts as correct. Returns
    None if no step can be judged.
    """
    judged = [correct for correct in _judge_steps(episode) if correct is not None]
    return sum(judged) / len(judged) if judged else None


def completion_rate(score: Score | None) -> float | None:
    """Compute the share of the parts of a task's check that hold, from 0 to 1.

    A successful task is complete, regardless of its parts. Parts that could not be judged are left out. Parts
    that already held when the run started count as well, and so do all alternatives of an `AnyOf`. The paper
    instead counts the steps of a human solution that the agent completed. Returns None if nothing could be
    judged.
    """
    if score is None:
        return None
    if score.value is not None and score.value >= 1:
        return 1.0
    values = [part.value for part in score.parts if part.value is not None]
    return fmean(values) if values else score.value


def _judge_steps(episode: Episode) -> Iterator[bool | None]:
    """Yield for each step whether it is correct; None if it cannot be judged."""
    reward = episode.score.value if episode.score else None
    for at, (decision, past) in enumerate(zip(episode.decisions, past_steps(episode), strict=True)):
        if isinstance(decision.action, Done):
            yield None if reward is None else reward >= 1
        elif isinstance(decision.action, Wait | Ask):
            yield not past.outcome.failed and not (decision.asked and decision.asked[-1].fault)
        else:
            yield past.had_effect and not _is_undone(episode, at)


def _is_undone(episode: Episode, at: int) -> bool:
    """Check whether the step after step `at` led back to the screen before it, and no value was kept."""
    if at + 2 >= len(episode.shots):
        return False
    kept = episode.decisions[at - 1].plan.values if at else ()
    if episode.decisions[at + 1].plan.values != kept:
        return False
    return not compare_shots(episode.shots[at], episode.shots[at + 2])
