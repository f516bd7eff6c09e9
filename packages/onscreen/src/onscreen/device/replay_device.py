"""A recorded episode as a device: it shows the episode's screens again, whatever is done to it."""

from __future__ import annotations

from onscreen.types import Act, Action, Ask, Done, Episode, Shot, Start, Tool, targets
from onscreen.types.errors import ElementGone, NotSupported


class ReplayDevice:
    """Every action leads to the next recorded screen with the recorded outcome; the last one stays."""

    def __init__(self, episode: Episode) -> None:
        """Replay this episode from its first screen."""
        self.name = "replay"
        self.actions: frozenset[type[Act]] = frozenset(Act.__subclasses__()) - {Ask, Done}
        self.episode = episode
        self._at = 0

    def start(self, start: Start) -> None:
        """Go back to the first screen; where a run begins is recorded, so `start` changes nothing."""
        del start
        self._at = 0

    def tools(self) -> tuple[Tool, ...]:
        """Return none: a recording offers no applications."""
        return ()

    def observe(self) -> Shot:
        """Return the recorded screen."""
        return self.episode.shots[self._at]

    def perform(self, action: Action) -> str:
        """Go on to the next screen and return what was said when it was recorded.

        Raises:
            NotSupported: it is an action no device does.
            ElementGone: the action is aimed at what the screen of now does not hold.
        """
        if type(action) not in self.actions:
            raise NotSupported(f"the device 'replay' does not do {type(action).__name__}")
        there = {node.locator for node in self.observe().nodes}
        for target in targets(action):
            locator = getattr(target, "locator", "")
            if locator and locator not in there:
                raise ElementGone(f"{locator!r} is not on the recorded screen {self._at}")
        if self._at >= len(self.episode.decisions):
            return ""
        self._at += 1
        return self.episode.outcomes[self._at - 1].said

    def read(self, expression: str) -> str:
        """Refuse: a recording holds no values.

        Raises:
            NotSupported: always.
        """
        raise NotSupported(f"a recorded episode cannot evaluate {expression!r}")

    def close(self) -> None:
        """Nothing is held."""
