"""What an oracle sees before a step: the instruction, the screen, what was done."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Action, Click, Element, Episode, Outcome, Screen, targets

_QUOTED = re.compile(r'"([^"]*)"')


class Sight(msgspec.Struct, frozen=True):
    """The instruction, the screen as it is now, and every action done with what came of it, oldest first."""

    asked: str
    screen: Screen
    done: tuple[Action, ...] = ()
    outcomes: tuple[Outcome, ...] = ()

    @classmethod
    def of(cls, episode: Episode) -> Sight:
        """Return what is to be seen at the end of an episode so far."""
        done = tuple(decision.action for decision in episode.decisions)
        return cls(episode.task.instruction, build_screen(episode.last), done, episode.outcomes)

    @property
    def quoted(self) -> tuple[str, ...]:
        """What the instruction has in double quotes, in order."""
        return tuple(_QUOTED.findall(self.asked))

    def of_role(self, *roles: str) -> tuple[Element, ...]:
        """Return the elements of these roles in reading order."""
        return tuple(e for e in self.screen.elements if e.role in roles)

    def named(self, name: str, *roles: str) -> Element | None:
        """Return the first element of exactly this name, letter case aside, of one of the roles if given."""
        wanted = name.casefold().strip()
        fit = self.of_role(*roles) if roles else self.screen.elements
        return next((e for e in fit if e.name.casefold().strip() == wanted), None)

    def clicked(self, name: str) -> bool:
        """Whether an element of this name was clicked already."""
        return any(
            isinstance(action, Click)
            and any(isinstance(t, Element) and t.name == name for t in targets(action))
            for action in self.done
        )


Oracle: TypeAlias = Callable[[Sight], Action | None]
"""The next action; None where it sees nothing that it could do."""
