"""Choice of what exploration tries next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec


class Option(msgspec.Struct, frozen=True):
    """Next possible target of an exploration: a control, or scrolling the screen if `control` is "".

    `novelty` is from 0 to 1, `distance` the number of steps to the screen, and `depth` the number of steps to
    it from the first screen of the application.
    """

    screen: str
    control: str
    novelty: float
    distance: int
    depth: int = 0


Strategy: TypeAlias = Callable[[Sequence[Option]], Option]


def most_novel(options: Sequence[Option]) -> Option:
    """Choose the option with the highest squared novelty per step, and the deepest screen among equal ones.

    Each option is assumed to take two steps, there and back, in addition to the path to its screen. The
    square prefers a distant control of an unknown kind to a near one of a kind that was tried. Deep screens
    come first because the way back to them is long.
    """
    return max(options, key=lambda option: (option.novelty**2 / (2 + option.distance), option.depth))
