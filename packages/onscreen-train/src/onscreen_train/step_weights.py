"""What each decision of an episode is worth in training: its reward, what came of it, what a person judged.

LUCI's equation 2 updates the agent's policy by execution feedback and the user's; here both weigh what is
learnt from. Own decisions that failed or changed nothing are not learnt from in a rewarded episode either.
"""

from __future__ import annotations

from pathlib import Path

from onscreen.store.judgements import load_judgements
from onscreen.types import Episode

GOOD, BAD = 2.0, 0.0
"""What a person called good counts twice, what was called bad not at all."""


def worth(episode: Episode, folder: Path) -> tuple[float, ...]:
    """Return the weight of each decision.

    Without a person's word a decision of a rewarded episode counts 1 where it took, every other 0.
    """
    found = [_of_step(episode, number) for number in range(len(episode.decisions))]
    for judged in load_judgements(folder):
        value = GOOD if judged.verdict == "good" else BAD
        steps = range(len(found)) if judged.step is None else (judged.step - 1,)
        for number in steps:
            if 0 <= number < len(found):
                found[number] = value
    return tuple(found)


def rewarded(episode: Episode) -> bool:
    """Whether an episode reached its full reward."""
    return bool(episode.score and episode.score.value is not None and episode.score.value >= 1)


def _of_step(episode: Episode, number: int) -> float:
    if not rewarded(episode):
        return 0.0
    outcome = episode.outcomes[number] if number < len(episode.outcomes) else None
    return 0.0 if outcome is not None and outcome.failed else 1.0
