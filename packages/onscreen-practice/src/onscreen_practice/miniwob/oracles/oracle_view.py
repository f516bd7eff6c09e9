"""Input for a scripted solver: the instruction, the current screen and the action history."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Action, Click, Element, Episode, Outcome, Screen, targets

_QUOTED = re.compile(r'"([^"]*)"')


class OracleView(msgspec.Struct, frozen=True):
    """Information that a scripted solver may use to choose the next action.

    `history` and `outcomes` start with the oldest action.
    """

    instruction: str
    screen: Screen
    history: tuple[Action, ...] = ()
    outcomes: tuple[Outcome, ...] = ()

    @classmethod
    def from_episode(cls, episode: Episode) -> OracleView:
        """Build the solver's input from the latest state of an unfinished episode."""
        actions = tuple(decision.action for decision in episode.decisions)
        return cls(episode.task.instruction, build_screen(episode.last), actions, episode.outcomes)

    @property
    def quoted_texts(self) -> tuple[str, ...]:
        """All double-quoted parts of the instruction, in order."""
        return tuple(_QUOTED.findall(self.instruction))

    def find_by_role(self, *roles: str) -> tuple[Element, ...]:
        """Find all elements with one of the given roles, in reading order."""
        return tuple(e for e in self.screen.elements if e.role in roles)

    def find_by_name(self, name: str, *roles: str) -> Element | None:
        """Find the first element with the given name.

        Case and surrounding white space are ignored. If roles are given, the element must have one of them.
        Returns None if there is no such element.
        """
        normalized_name = name.casefold().strip()
        candidates = self.find_by_role(*roles) if roles else self.screen.elements
        return next((e for e in candidates if e.name.casefold().strip() == normalized_name), None)

    def has_clicked(self, name: str) -> bool:
        """Return True if an element with this name has been clicked."""
        return any(
            isinstance(action, Click)
            and any(isinstance(t, Element) and t.name == name for t in targets(action))
            for action in self.history
        )


Oracle: TypeAlias = Callable[[OracleView], Action | None]
"""Returns the next action, or None if the oracle finds nothing to do."""
