"""Choice of what exploration tries next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TypeAlias

import msgspec


class Option(msgspec.Struct, frozen=True):
    """Next possible target of an exploration: a control, or scrolling the screen if `control` is "".

    `distance` is the number of steps to the screen, `novelty` from 0 to 1.
    """

    screen: str
    control: str
    novelty: float
    distance: int


Strategy: TypeAlias = Callable[[Sequence[Option]], Option]


def most_novel(options: Sequence[Option]) -> Option:
    """Choose the most novel option of the screen with the highest expected novelty per step.

    Each option is assumed to take two steps, there and back, in addition to the path to its screen.
    """
    by_screen: dict[str, list[Option]] = {}
    for option in options:
        by_screen.setdefault(option.screen, []).append(option)

    def rate(group: list[Option]) -> float:
        novelties = sorted((option.novelty for option in group), reverse=True)
        sums = accumulate(novelties)
        return max(total / (2 * count + group[0].distance) for count, total in enumerate(sums, 1))

    best = max(by_screen.values(), key=rate)
    return max(best, key=lambda option: option.novelty)
