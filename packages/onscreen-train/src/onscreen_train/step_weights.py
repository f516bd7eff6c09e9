"""Training weights for the decisions in an episode, from rewards, outcomes and human ratings.

LUCI's equation 2 updates the agent's policy by execution feedback and user feedback; here both determine
the weight of training examples. Decisions that failed are not used, even in a rewarded episode.
"""

from __future__ import annotations

from pathlib import Path

from onscreen.store.judgements import load_judgements
from onscreen.types import Episode

GOOD_WEIGHT, BAD_WEIGHT = 2.0, 0.0
"""Training weights of decisions that a person rated good or bad."""


def step_weights(episode: Episode, folder: Path) -> tuple[float, ...]:
    """Compute the training weight of each decision in an episode.

    A decision without a human rating has weight 1 if it did not fail and the episode is rewarded, else 0.
    """
    weights = [_reward_weight(episode, number) for number in range(len(episode.decisions))]
    for judgement in load_judgements(folder):
        value = GOOD_WEIGHT if judgement.verdict == "good" else BAD_WEIGHT
        steps = range(len(weights)) if judgement.step is None else (judgement.step - 1,)
        for number in steps:
            if 0 <= number < len(weights):
                weights[number] = value
    return tuple(weights)


def is_rewarded(episode: Episode) -> bool:
    """Return True if the episode earned its full reward."""
    return bool(episode.score and episode.score.value is not None and episode.score.value >= 1)


def _reward_weight(episode: Episode, number: int) -> float:
    if not is_rewarded(episode):
        return 0.0
    outcome = episode.outcomes[number] if number < len(episode.outcomes) else None
    return 0.0 if outcome is not None and outcome.failed else 1.0
