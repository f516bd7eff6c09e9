"""Similarity index, satisfaction index and verdict of MTTIA, as printed in the paper and calibrated.

Equations 2 to 5 as printed have defects, which the functions `printed_...` keep, apart from clipping:

- Equation 2 is one SSIM of the whole pictures; `perceive.structural_similarity` takes the mean over windows.
- Equation 3 standardizes a single number, which yields 0 whatever the number is. It needs other values of the
  same task, and then compares a screen with the other screens of the run, not with the finished state.
- Equation 4 exceeds 1 as soon as the importance or the reward is large (clipped to 1 here, which only an
  equal screen reaches), is 0 for an unimportant task without rewards (every screen is then complete), and
  rises with the reward, although the text relies on earlier work more when its reward was high.
- Equation 5 requires two floating-point numbers to be equal for "completed basically".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, pstdev
from typing import Literal, TypeAlias

CHANGING_LAYOUT, UNIFORM_LAYOUT = 0.62, 0.77
"""Coefficients k1 and k2 of MTTIA, equation 4."""
IMPORTANCE_WEIGHT = 2.0
"""Change of the log-odds of the satisfaction index between medium and full importance."""
REWARD_WEIGHT = 0.5
"""Decrease of the log-odds of the satisfaction index after many large rewards."""
BASIC_MARGIN = 0.02
"""Half-width of the interval around the ratio 1 in which a task is completed basically."""

Completion: TypeAlias = Literal["completed excellently", "completed basically", "not completed"]
REWARDS: dict[Completion, float] = {
    "completed excellently": 1.0,
    "completed basically": 0.5,
    "not completed": 0.1,
}
"""Large, medium and small reward by verdict (MTTIA, Methods)."""


def printed_similarity_index(raw: float, others: Sequence[float] = ()) -> float:
    """Return equation 3 as printed, clipped to 0..1: `raw` standardized among itself and `others`.

    Without other values the result is 0.
    """
    values = (raw, *others)
    deviation = pstdev(values)
    return _clip((raw - fmean(values)) / deviation) if deviation > 0 else 0.0


def printed_satisfaction_index(importance: float, diversity: float, *, reward: float = 0.0) -> float:
    """Return equation 4 as printed, clipped to 0..1."""
    layout = CHANGING_LAYOUT * diversity + UNIFORM_LAYOUT * (1 - diversity)
    return _clip(importance * layout + (1 - math.exp(-reward)))


def printed_verdict(similarity: float, satisfaction: float) -> Completion:
    """Return equation 5 as printed; a satisfaction index of 0 is exceeded by every positive similarity."""
    if similarity > satisfaction:
        return "completed excellently"
    return "completed basically" if similarity == satisfaction else "not completed"


def similarity_index(raw: float, baseline: float) -> float:
    """Return how far `raw` lies between the similarity of unfinished screens and 1, clipped to 0..1.

    `baseline` is the similarity to the reference of screens that are not final. Returns 0 if it is 1: an
    unfinished screen then equals the reference, which proves nothing.
    """
    return _clip((raw - baseline) / (1 - baseline)) if baseline < 1 else 0.0


def satisfaction_index(importance: float, diversity: float, *, rewards: Sequence[float] = ()) -> float:
    """Return the threshold of the similarity index, in (0, 1).

    With importance 0.5 and without rewards, the value is that of equation 4 for importance 1. It rises with
    the importance (0..1), falls with the diversity of the layout (0..1), and falls with the mean of the
    `rewards` (0..1) of similar tasks, as these are more likely to be completed in the same way.
    """
    layout = CHANGING_LAYOUT * _clip(diversity) + UNIFORM_LAYOUT * (1 - _clip(diversity))
    odds = math.log(layout / (1 - layout)) + IMPORTANCE_WEIGHT * (2 * _clip(importance) - 1)
    odds -= REWARD_WEIGHT * (_clip(fmean(rewards)) if rewards else 0.0)
    return 1 / (1 + math.exp(-odds))


def verdict(similarity: float, satisfaction: float, *, margin: float = BASIC_MARGIN) -> Completion:
    """Return the verdict on the ratio of similarity index and satisfaction index.

    The task is completed basically if the ratio is within `margin` of 1.
    """
    ratio = similarity / satisfaction
    if ratio > 1 + margin:
        return "completed excellently"
    return "completed basically" if ratio >= 1 - margin else "not completed"


def _clip(value: float) -> float:
    return min(1.0, max(0.0, value))
